// web/widgets -> web/widgets/dist: the widgets as other people's pages use them,
// with what editors and type checkers want to know of them.
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { buildPackage } from "./build-package.mjs";
import { writeLibraries } from "./lib/libraries.mjs";
import { version } from "./lib/package-json.mjs";
import { dist, inDist, inRoot, ONE_FILE } from "./lib/paths.mjs";
import { ifStale } from "./lib/stale.mjs";
import { Failure, step } from "./lib/steps.mjs";
import { importSource } from "./lib/web-source.mjs";
import {
  bundleAll,
  bundleEmbed,
  bundleModules,
  DEFINES,
  EACH,
  FRESH,
  MODULES,
} from "./widgets/bundles.mjs";
import { elementTypes } from "./widgets/elements.mjs";
import { bundleLoaders, checkLate, LOADERS } from "./widgets/loaders.mjs";
import * as manifest from "./widgets/manifest.mjs";

/** Imported for their declarations. */
const TYPES_ALONE = ["jsx", "preact", "solid", "svelte", "vue"];
/** Whose code is in the files, for the notices. */
export const WIDGET_LIBRARIES = "build/libraries/widgets.json";

/** The types of a single widget are among those of all. */
const singleTypes = ({ className }) =>
  `export { ${className} } from "../index.js";\n`;

/** Lists of words in other languages, as they are contributed. */
function copyWords() {
  cpSync(inRoot("web/widgets/words/languages"), inRoot(FRESH, "words"), {
    recursive: true,
  });
}

function writeFiles(files) {
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(inRoot(FRESH, name), content);
  }
}

async function describeAll(widgets) {
  const common = await importSource("widgets/package/common.ts");
  const json = (value) => `${JSON.stringify(value)}\n`;
  const files = {
    "custom-elements.json": json(manifest.customElements(widgets, common)),
    "vscode.html-custom-data.json": json(manifest.editorData(widgets, common)),
    "web-types.json": json(manifest.webTypes(widgets, common, version)),
    "index.d.ts": manifest.declarations(widgets, common),
    ...elementTypes(common),
    "auto.d.ts": manifest.AUTO_TYPES,
    "embed.d.ts": manifest.EMBED_TYPES,
    "render.d.ts": manifest.RENDER_TYPES,
    "anywidget.d.ts": manifest.NOTEBOOK_TYPES,
  };
  for (const widget of [...widgets, common.QUIZ]) {
    files[`${EACH}/${widget.tag}.d.ts`] = singleTypes(widget);
  }
  // Bundlers follow what type checkers need no file for.
  for (const name of TYPES_ALONE) files[`${name}.js`] = "export {};\n";
  writeFiles(files);
}

async function make() {
  rmSync(inRoot(FRESH), { recursive: true, force: true });
  mkdirSync(inRoot(FRESH), { recursive: true });
  try {
    const { describe } = await importSource("widgets/package/describe.ts");
    const widgets = await describe();
    const { Libraries } = await importSource(
      "site/bundle/libraries.ts",
      "node",
    );
    const libraries = new Libraries(inRoot());
    await bundleAll(widgets, libraries);
    await bundleEmbed(widgets, libraries);
    const paths = await bundleModules(widgets, libraries);
    await checkLate(paths);
    const tags = widgets.map(({ tag }) => tag);
    await bundleLoaders(tags, paths, libraries);
    writeLibraries(WIDGET_LIBRARIES, libraries);
    await describeAll(widgets);
    copyWords();
  } catch (/** @type {any} */ error) {
    throw new Failure("the widgets cannot be bundled", {
      tail: error.stack ?? error.message,
      hint: "correct the file that the message names",
    });
  }
  rmSync(inDist("widgets"), { recursive: true, force: true });
  renameSync(inRoot(FRESH), inDist("widgets"));
}

/** Builds the widgets if they are stale; returns the hash of their inputs. */
export async function buildWidgets() {
  const packageHash = await buildPackage();
  const files = {
    name: "widgets",
    inputs: [
      "web/widgets",
      "tools/build-widgets.mjs",
      "tools/lib/widget-list.mjs",
      ...["libraries", "minify"].map((name) => `tools/lib/${name}.mjs`),
      "web/site/bundle",
      "tools/widgets",
    ],
    values: [packageHash, DEFINES],
    outputs: [
      WIDGET_LIBRARIES,
      ...[...LOADERS, ...MODULES, "embed"].map((name) =>
        dist("widgets", `${name}.js`),
      ),
      relative(inRoot(), ONE_FILE),
      dist("widgets", "custom-elements.json"),
      dist("widgets", EACH, "pe-playground.js"),
    ],
  };
  return ifStale(files, () => step("Build the widgets", make));
}
