// The packages' declarations -> build/reference, the API reference made from the doc comments.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildWidgets } from "./build-widgets.mjs";
import { bytesPage, RECORD } from "./lib/bytes-page.mjs";
import { CONVENTIONS, conventionsPage } from "./lib/conventions-page.mjs";
import { FEATURES, featuresPage } from "./lib/features-page.mjs";
import { MODELS, modelsPage } from "./lib/models-page.mjs";
import { version } from "./lib/package-json.mjs";
import { inDist, inRoot, namesBelow } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { ifStale } from "./lib/stale.mjs";
import { Failure, step } from "./lib/steps.mjs";

const FOLDER = inRoot("build", "reference");
/** The name of the file is the page's in the address. */
const BYTES_PAGE = inRoot("build", "same-bytes.md");
const CONVENTIONS_PAGE = inRoot("build", "conventions.md");
const FEATURES_PAGE = inRoot("build", "features.md");
const MODELS_PAGE = inRoot("build", "models.md");
/** How it looks: the site's tokens, and what they mean here. */
const LOOK = ["web/site/styles/tokens.css", "tools/reference.css"];
const STYLES = inRoot("build", "reference-look.css");
const INLINE =
  /<script>(document\.documentElement\.dataset\.theme[^<]*)<\/script>/;

/** Those of them that stand without other people's types, as JSX's do not. */
const WIDGET_ENTRIES = ["index", "render", "anywidget", "auto", "embed"];

/** Declarations of the entries that people import. */
const publicEntries = () =>
  /** @type {const} */ ([
    ["posenc", ["index", "catalog", "gguf", "worker"]],
    ["training", ["index", "worker"]],
    ["widgets", WIDGET_ENTRIES],
  ]).flatMap(([workspace, names]) =>
    names.map((name) => inDist(workspace, `${name}.d.ts`)),
  );

/** Builds the reference if it is stale; returns its folder and its hash. */
export async function buildReference() {
  const widgetsHash = await buildWidgets();
  const hash = await ifStale(
    {
      name: "reference",
      inputs: [
        "tsconfig.reference.json",
        "tools/build-reference.mjs",
        ...LOOK,
        "tools/lib/bytes-page.mjs",
        RECORD,
        "tools/lib/conventions-page.mjs",
        CONVENTIONS,
        "tools/lib/features-page.mjs",
        FEATURES,
        // Where it finds what is tested.
        "tests/posenc/js",
        "tests/across/golden/adapters",
        "tools/lib/models-page.mjs",
        MODELS,
        "package-lock.json",
      ],
      values: [version, widgetsHash],
      outputs: ["build/reference/index.html"],
    },
    () => step("Build the API reference", makeReference),
  );
  return { folder: FOLDER, hash };
}

async function makeReference() {
  writeFileSync(BYTES_PAGE, bytesPage());
  writeFileSync(CONVENTIONS_PAGE, conventionsPage());
  const entry = pathToFileURL(inDist("posenc", "catalog.js"));
  const { catalog } = await import(`${entry}?${Date.now()}`);
  writeFileSync(FEATURES_PAGE, featuresPage(catalog));
  writeFileSync(MODELS_PAGE, modelsPage());
  const styles = LOOK.map((name) => readFileSync(inRoot(name), "utf8"));
  writeFileSync(STYLES, styles.join("\n"));
  const typedoc = inRoot("node_modules", "typedoc", "bin", "typedoc");
  await run(
    process.execPath,
    [
      typedoc,
      "--tsconfig",
      inRoot("tsconfig.reference.json"),
      ...publicEntries().flatMap((entry) => ["--entryPoints", entry]),
      ...[BYTES_PAGE, CONVENTIONS_PAGE, FEATURES_PAGE, MODELS_PAGE].flatMap(
        (page) => ["--projectDocuments", page],
      ),
      "--customCss",
      STYLES,
      "--out",
      FOLDER,
      "--cleanOutputDir",
      "true",
      "--name",
      `posenc ${version}`,
      "--readme",
      "none",
      "--excludeInternal",
      "--disableSources",
      "--hideGenerator",
      // Every figure has the hundreds of members of HTMLElement.
      "--excludeExternals",
      "--treatWarningsAsErrors",
    ],
    { cwd: inRoot(), hint: "correct the doc comment that the message names" },
  );
  moveInlineScript();
  adoptFilterStyles();
}

/** Nor does it allow a style element: the filters' rules are adopted instead. */
function adoptFilterStyles() {
  const file = join(FOLDER, "assets", "main.js");
  const element = 'document.head.appendChild(document.createElement("style"))';
  const script = readFileSync(file, "utf8");
  if (script.split(element).length !== 2) {
    throw new Failure("the reference's main.js makes its styles another way", {
      hint: "TypeDoc has changed: see adoptFilterStyles in build-reference.mjs",
    });
  }
  const adopted = `(()=>{const sheet=new CSSStyleSheet();document.adoptedStyleSheets.push(sheet);let text="";return{dataset:{},get innerHTML(){return text},set innerHTML(css){text=css;sheet.replaceSync(css)}}})()`;
  writeFileSync(file, script.replace(element, adopted));
}

/** The site's Content-Security-Policy runs no script inside a page. */
function moveInlineScript() {
  let script;
  for (const name of namesBelow(FOLDER)) {
    if (!name.endsWith(".html")) continue;
    const file = join(FOLDER, name);
    const page = readFileSync(file, "utf8");
    const found = page.match(INLINE);
    if (!found) {
      throw new Failure(`${name} of the reference has no theme script`, {
        hint: "TypeDoc has changed: see moveInlineScript in build-reference.mjs",
      });
    }
    script = found[1];
    const up = "../".repeat(name.split(/[\\/]/).length - 1);
    const moved = page
      .replace(INLINE, `<script src="${up}assets/theme.js"></script>`)
      .replace(
        "</head>",
        `<link rel="icon" href="${up}../favicon.svg"/></head>`,
      )
      // The way back to the site.
      .replace(
        /<a href="[^"]*" class="title">/,
        `<a href="${up}../index.html">←</a>&nbsp;$&`,
      );
    if (/<script>/.test(moved)) {
      throw new Failure(`${name} of the reference has a second inline script`);
    }
    writeFileSync(file, moved);
  }
  writeFileSync(join(FOLDER, "assets", "theme.js"), `${script}\n`);
}
