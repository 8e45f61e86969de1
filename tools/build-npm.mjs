// dist/ and README.md -> build/npm/, the package as it is published: with a
// README of its own, with the licences of what it contains, and without what
// only this repository needs.
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
import { SOURCE } from "./lib/package-json.mjs";
import { packageReadme } from "./lib/package-readme.mjs";
import { inRoot } from "./lib/paths.mjs";
import { bill } from "./lib/sbom.mjs";
import { ifStale } from "./lib/stale.mjs";
import { step } from "./lib/steps.mjs";
import { importSource } from "./lib/web-source.mjs";
import { toolchainVersions } from "./setup/toolchain.mjs";

/** What is published. */
export const NPM = "build/npm";
const FRESH = "build/npm-fresh";
export const NOTICES = "THIRD-PARTY-NOTICES.txt";
const SBOM = "sbom.cdx.json";
/** What nobody needs who has not this repository. */
const OURS = ["scripts", "devDependencies"];

async function stage(tools) {
  const manifest = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  for (const field of OURS) delete manifest[field];
  for (const entry of Object.values(manifest.exports)) {
    if (typeof entry === "object") delete entry[SOURCE];
  }
  manifest.files = [...manifest.files, NOTICES, SBOM];
  const { notices, nativeLibraries } = await importSource(
    "site/bundle/libraries.ts",
    "node",
  );
  const libraries = [
    ...readLibraries([PACKAGE_LIBRARIES, WIDGET_LIBRARIES]),
    ...nativeLibraries(inRoot()),
  ];
  rmSync(inRoot(FRESH), { recursive: true, force: true });
  mkdirSync(inRoot(FRESH), { recursive: true });
  for (const name of ["dist", "LICENSE", "CHANGELOG.md"]) {
    cpSync(inRoot(name), inRoot(FRESH, name), { recursive: true });
  }
  // TypeScript comes with the packages: setup loads this file before them.
  const { unreachedDeclarations } = await import("./lib/declarations.mjs");
  for (const name of unreachedDeclarations(inRoot(FRESH), manifest)) {
    rmSync(inRoot(FRESH, name));
  }
  const readme = readFileSync(inRoot("README.md"), "utf8");
  const files = {
    "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
    "README.md": packageReadme(readme, manifest),
    [NOTICES]: notices(libraries),
    [SBOM]: `${JSON.stringify(bill(manifest, libraries, tools), null, 2)}\n`,
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(inRoot(FRESH, name), content);
  }
  rmSync(inRoot(NPM), { recursive: true, force: true });
  renameSync(inRoot(FRESH), inRoot(NPM));
}

const toTool = (name) => `tools/${name}.mjs`;

/** Builds what is published if it is stale; returns the hash of its inputs. */
export async function buildNpm() {
  const widgetsHash = await buildWidgets();
  const tools = await toolchainVersions();
  const files = {
    name: "npm",
    inputs: [
      ...["README.md", "CHANGELOG.md", "LICENSE", "package.json"],
      "docs/licences",
      ...["lib/declarations", "lib/imports", "lib/libraries"].map(toTool),
      ...["build-npm", "lib/package-readme", "lib/sbom"].map(toTool),
      "web/site/bundle/libraries.ts",
    ],
    values: [widgetsHash, tools],
    outputs: [`${NPM}/package.json`, `${NPM}/dist/widgets/auto.js`],
  };
  return ifStale(files, () =>
    step("Put the npm package together", () => stage(tools)),
  );
}
