// web/widgets -> dist/widgets/: the widgets as other people's pages use them,
// with what editors and type checkers want to know of them.
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { gzipSync } from "node:zlib";
import { buildPackage } from "./build-package.mjs";
import { version } from "./lib/package-json.mjs";
import { inRoot } from "./lib/paths.mjs";
import { ifStale } from "./lib/stale.mjs";
import { Failure, step } from "./lib/steps.mjs";
import { importSource } from "./lib/web-source.mjs";
import { widgetModule } from "./lib/widget-list.mjs";
import * as manifest from "./widgets/manifest.mjs";

const FRESH = "build/widgets";
const SHAPES = [
  { name: "index", format: "es", external: ["posenc", "posenc/catalog"] },
  // A classic script too: modules do not load from disk.
  { name: "auto", format: "iife" },
  { name: "anywidget", format: "es" },
  { name: "embed", format: "iife" },
  { name: "render", format: "es", external: ["posenc", "posenc/catalog"] },
];
const DEFINES = {
  __POSENC_VERSION__: JSON.stringify(version),
  // A file cannot hold its own hash; the site's copies of the recipes do.
  __POSENC_INTEGRITY__: '""',
  __POSENC_SITE__: JSON.stringify(process.env.POSENC_SITE_URL ?? ""),
};
const VIRTUAL = "virtual:posenc-widgets";

/** What differs from the site: the classes, and how the library starts. */
const inPackages = {
  name: "posenc-widgets",
  enforce: "pre",
  resolveId(id, importer) {
    if (id === VIRTUAL) return `\0${VIRTUAL}`;
    if (id === "./start.ts" && importer?.endsWith("/widgets/core.ts")) {
      return inRoot("web/widgets/package/start.ts");
    }
    return null;
  },
  load(id) {
    return id === `\0${VIRTUAL}` ? widgetModule(inRoot("web")) : null;
  },
};

async function bundle({ name, format, external = [] }) {
  const { build } = await import("vite");
  const { transform } = await import("esbuild");
  await build({
    configFile: false,
    root: inRoot("web"),
    logLevel: "silent",
    define: DEFINES,
    plugins: [inPackages],
    resolve: external.includes("posenc")
      ? {}
      : {
          alias: {
            "posenc/catalog": inRoot("dist/catalog.js"),
            posenc: inRoot("dist/index.js"),
          },
        },
    build: {
      outDir: inRoot(FRESH),
      emptyOutDir: false,
      copyPublicDir: false,
      target: "es2022",
      lib: {
        entry: inRoot(`web/widgets/package/${name}.ts`),
        formats: [format],
        name: "posencWidgets",
        fileName: () => `${name}.js`,
      },
      rolldownOptions: { external, output: { codeSplitting: false } },
    },
  });
  const file = inRoot(FRESH, `${name}.js`);
  const { code } = await transform(readFileSync(file, "utf8"), {
    minify: true,
    // Names of classes are what a page's author reads in the inspector.
    keepNames: false,
    target: "es2022",
    legalComments: "none",
  });
  writeFileSync(file, code);
}

async function describeAll() {
  const { describe } = await importSource("widgets/package/describe.ts");
  const common = await importSource("widgets/package/common.ts");
  const widgets = await describe();
  const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
  const files = {
    "custom-elements.json": json(manifest.customElements(widgets, common)),
    "vscode.html-custom-data.json": json(manifest.editorData(widgets, common)),
    "web-types.json": json(manifest.webTypes(widgets, common, version)),
    "index.d.ts": manifest.declarations(widgets),
    "jsx.d.ts": manifest.JSX_TYPES,
    "vue.d.ts": manifest.VUE_TYPES,
    "auto.d.ts": "export {};\n",
    "embed.d.ts": "export {};\n",
    "render.d.ts": manifest.RENDER_TYPES,
    "anywidget.d.ts":
      "declare const widget: { render(context: { model: unknown; el: HTMLElement }): () => void };\nexport default widget;\n",
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(inRoot(FRESH, name), content);
  }
}

async function make() {
  rmSync(inRoot(FRESH), { recursive: true, force: true });
  mkdirSync(inRoot(FRESH), { recursive: true });
  try {
    for (const shape of SHAPES) await bundle(shape);
    await describeAll();
  } catch (error) {
    throw new Failure("the widgets cannot be bundled", {
      tail: error.stack ?? error.message,
      hint: "correct the file that the message names",
    });
  }
  rmSync(inRoot("dist/widgets"), { recursive: true, force: true });
  renameSync(inRoot(FRESH), inRoot("dist/widgets"));
}

/** Builds the widgets if they are stale; returns the hash of their inputs. */
export async function buildWidgets() {
  const packageHash = await buildPackage();
  const files = {
    name: "widgets",
    inputs: [
      ...["web/widgets", "web/plots", "web/code", "web/claims"],
      ...["tools/build-widgets.mjs", "tools/lib/widget-list.mjs"],
      "tools/widgets",
    ],
    values: [packageHash, DEFINES],
    outputs: [
      ...SHAPES.map(({ name }) => `dist/widgets/${name}.js`),
      "dist/widgets/custom-elements.json",
    ],
  };
  return ifStale(files, () => step("Build the widgets", make));
}

/** Size of every shape as it travels, in bytes: [file, raw, gzipped]. */
export const widgetSizes = () =>
  SHAPES.map(({ name }) => {
    const file = inRoot(`dist/widgets/${name}.js`);
    const packed = gzipSync(readFileSync(file), { level: 9 });
    return [`posenc/widgets/${name}`, statSync(file).size, packed.length];
  });
