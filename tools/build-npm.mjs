// dist/ and README.md of each workspace -> build/npm/<name>, the packages as they
// are published: with the licences of what they contain, and without what only
// this repository needs.
import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { PACKAGE_LIBRARIES } from "./build-package.mjs";
import { buildWidgets, WIDGET_LIBRARIES } from "./build-widgets.mjs";
import { readLibraries } from "./lib/libraries.mjs";
import { manifest, version } from "./lib/package-json.mjs";
import { packageReadme } from "./lib/package-readme.mjs";
import { NAMES, PACKAGES, SOURCE } from "./lib/packages.mjs";
import { inRoot } from "./lib/paths.mjs";
import { bill } from "./lib/sbom.mjs";
import { ifStale } from "./lib/stale.mjs";
import { Failure, step } from "./lib/steps.mjs";
import { importSource, LIBRARY } from "./lib/web-source.mjs";
import { toolchainVersions } from "./setup/toolchain.mjs";

/** What is published, a folder for each package. */
export const NPM = "build/npm";
const FRESH = "build/npm-fresh";
export const NOTICES = "THIRD-PARTY-NOTICES.txt";
const SBOM = "sbom.cdx.json";
/** What all packages have of the repository's package.json. */
const COMMON = ["version", "license", "author", "homepage", "bugs", "engines"];
/** Whose code is in the scripts of which package. */
const LIBRARIES = {
  posenc: [PACKAGE_LIBRARIES],
  "posenc-training": [PACKAGE_LIBRARIES],
  "posenc-widgets": [PACKAGE_LIBRARIES, WIDGET_LIBRARIES],
};

/** package.json as it is published. */
function published(folder, own) {
  if (own.version !== version) {
    throw new Failure(`${folder}/package.json is of version ${own.version}`, {
      hint: `all packages have the version of package.json, ${version}`,
    });
  }
  const needed = { ...own.dependencies, ...own.peerDependencies };
  for (const name of NAMES) {
    if (needed[name] === undefined || needed[name] === version) continue;
    throw new Failure(`${folder}/package.json needs ${name} ${needed[name]}`, {
      hint: `all packages are published together, of one version: ${version}`,
    });
  }
  const exports = Object.entries(own.exports).flatMap(([name, entry]) => {
    if (typeof entry === "string") return [[name, entry]];
    const { [SOURCE]: _, ...built } = entry;
    // What has only a source is for bundles of this repository.
    return Object.keys(built).length > 0 ? [[name, built]] : [];
  });
  const { scripts: _, ...rest } = own;
  return {
    ...rest,
    ...Object.fromEntries(COMMON.map((name) => [name, manifest[name]])),
    repository: { ...manifest.repository, directory: folder },
    files: [...own.files, "CHANGELOG.md", NOTICES, SBOM],
    exports: Object.fromEntries(exports),
  };
}

async function stage(tools) {
  const { notices, nativeLibraries } = await importSource(
    "site/bundle/libraries.ts",
    "node",
  );
  const { unreachedDeclarations } = await import("./lib/declarations.mjs");
  rmSync(inRoot(FRESH), { recursive: true, force: true });
  for (const [folder, own] of PACKAGES) {
    const { name } = own;
    const place = (...path) => inRoot(FRESH, name, ...path);
    const filled = published(folder, own);
    const libraries = [
      ...readLibraries(LIBRARIES[name]),
      ...nativeLibraries(inRoot()),
    ];
    mkdirSync(place(), { recursive: true });
    cpSync(inRoot(folder, "dist"), place("dist"), { recursive: true });
    for (const file of ["LICENSE", "CHANGELOG.md"]) {
      cpSync(inRoot(file), place(file));
    }
    for (const file of unreachedDeclarations(place(), filled)) {
      rmSync(place(file));
    }
    if (name === "posenc-widgets") await writeStrings(place);
    const readme = readFileSync(inRoot(folder, "README.md"), "utf8");
    const files = {
      "package.json": `${JSON.stringify(filled, null, 2)}\n`,
      "README.md": packageReadme(readme, folder, manifest),
      [NOTICES]: notices(libraries),
      [SBOM]: `${JSON.stringify(bill(filled, libraries, tools), null, 2)}\n`,
    };
    for (const [file, content] of Object.entries(files)) {
      writeFileSync(place(file), content);
    }
  }
  rmSync(inRoot(NPM), { recursive: true, force: true });
  renameSync(inRoot(FRESH), inRoot(NPM));
}

/** What figures say, for whoever puts them into other words: a file a figure. */
async function writeStrings(place) {
  const { init } = await import(LIBRARY);
  await init();
  const { allTexts } = await importSource("widgets/package/all-texts.ts");
  mkdirSync(place("dist", "strings"));
  for (const [tag, texts] of Object.entries(await allTexts())) {
    const name = tag === "*" ? "every-figure" : tag;
    writeFileSync(
      place("dist", "strings", `${name}.json`),
      `${JSON.stringify(texts, null, 1)}\n`,
    );
  }
}

const toTool = (name) => `tools/${name}.mjs`;

/** Builds what is published if it is stale; returns the hash of its inputs. */
export async function buildNpm() {
  const widgetsHash = await buildWidgets();
  const tools = await toolchainVersions();
  const files = {
    name: "npm",
    inputs: [
      "CHANGELOG.md",
      "LICENSE",
      "package.json",
      "docs/licences",
      ...[...PACKAGES.keys()].flatMap((folder) => [
        `${folder}/package.json`,
        `${folder}/README.md`,
      ]),
      ...["lib/declarations", "lib/imports", "lib/libraries"].map(toTool),
      ...["build-npm", "lib/package-readme", "lib/sbom"].map(toTool),
      "web/site/bundle/libraries.ts",
    ],
    values: [widgetsHash, tools],
    outputs: [...PACKAGES.values()].map(
      ({ name }) => `${NPM}/${name}/package.json`,
    ),
  };
  return ifStale(files, () =>
    step("Put the npm packages together", () => stage(tools)),
  );
}
