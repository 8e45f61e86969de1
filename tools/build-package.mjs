// build/wasm and src/posenc/js, src/posenc/cli -> dist/, the npm package.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { buildTraining, FUSED_TRAINING, TRAINING } from "./build-training.mjs";
import { buildWasm, FUSED_WASM, WASM } from "./build-wasm.mjs";
import {
  exportedNames,
  writeBorder,
  writeTrainingEnums,
} from "./lib/border.mjs";
import { keep, shelf, take } from "./lib/built-cache.mjs";
import { writeEncodings } from "./lib/encodings.mjs";
import { writeLibraries } from "./lib/libraries.mjs";
import { minifyFile, minifyMarked } from "./lib/minify.mjs";
import { forHelp, writeOut } from "./lib/options.mjs";
import { BUNDLE, entryPoints, PARTS } from "./lib/package-bundle.mjs";
import { version } from "./lib/package-json.mjs";
import { SOURCE, SOURCE_ENTRIES } from "./lib/packages.mjs";
import { dist, inDist, inRoot } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { ifStale } from "./lib/stale.mjs";
import { Failure, step } from "./lib/steps.mjs";
import { bare, marked, withNames } from "./lib/wasm.mjs";
import { importSource } from "./lib/web-source.mjs";

/** Whose code is in the files, for the notices. */
export const PACKAGE_LIBRARIES = "build/libraries/package.json";
/**
 * What is bundled for each workspace: entry points (file in dist/ without .js →
 * source), and what runs in threads of browsers: one file, so that it can be
 * copied.
 */
const BUNDLES = {
  posenc: {
    entries: {
      index: "src/posenc/js/index.ts",
      catalog: "src/posenc/js/catalog.ts",
      gguf: "src/posenc/js/gguf.ts",
      fused: "src/posenc/js/fused.ts",
      internal: "src/posenc/js/internal.ts",
      worker: "src/posenc/js/worker.ts",
      "on/workerd": "src/posenc/js/on/workerd.ts",
      "on/worker-node": "src/posenc/js/on/worker-node.ts",
      "on/worker-thread-node": "src/posenc/js/on/worker-thread-node.ts",
      "on/edge-light": "src/posenc/js/on/edge-light.ts",
      "cli/posenc": "src/posenc/cli/posenc.ts",
    },
    threads: { "worker-thread": "src/posenc/js/worker-thread.ts" },
  },
  training: {
    entries: {
      index: "src/training/js/index.ts",
      fused: "src/training/js/fused.ts",
      internal: "src/training/js/internal.ts",
      worker: "src/training/js/worker.ts",
      "on/worker-node": "src/training/js/on/worker-node.ts",
      "on/thread-node": "src/training/js/on/thread-node.ts",
    },
    threads: { thread: "src/training/js/thread.ts" },
  },
};
/** What the command line says of the options. */
const HELP = "cli/options.json";
/**
 * Families of calls. As entry points of the bundle they get files of their own,
 * which bundlers leave out whole; with a file for each call Node would take half
 * as long again to import the package.
 */
const FAMILIES = [
  "embedding",
  "rotary",
  "rotary/apply",
  "bias",
  "relative",
  "config",
  "convert",
  "golden",
  "prepared/attention",
  "transformer",
];
/** Where they are bundled to, and not kept. */
const SPARE = "spare";
// Built here and moved to dist/ when it is whole: a failed build leaves the
// last good package, and nobody reads half of one.
const fresh = (name) => `build/package/${name}`;
const GENERATED = "src/posenc/js/generated";
const TRAINING_GENERATED = "src/training/js/generated";
const TRAINING_MODULE = `${TRAINING_GENERATED}/module.js`;
const GENERATED_TYPES = {
  [`${GENERATED}/wasm-inline.d.ts`]: "export const deflatedBase64: string;\n",
  [`${TRAINING_GENERATED}/inline.d.ts`]:
    "export const deflatedBase64: string;\n",
  [`${TRAINING_GENERATED}/module.d.ts`]:
    "declare const start: (options: object) => Promise<unknown>;\nexport default start;\n",
};
/**
 * @param {string} name of the file, without its ending
 * @param {string} of the package
 * @param {(source: string) => string} take how a call takes it
 */
const wasmTypes = (name, of, take) => `/**
 * What such an import gives is the bundler's to say: an address for
 * \`${take("url")}\` (esbuild's loader "file", webpack's "asset/resource"), bytes
 * for \`${take("bytes")}\` (esbuild's "binary"), or a module for
 * \`${take("module")}\` (Cloudflare Workers). Vite takes "${of}/${name}.wasm?url", and
 * others \`new URL("${of}/${name}.wasm", import.meta.url)\`.
 */
declare const given: any;
export default given;
`;

/** What training finds in its dependency. */
const OTHERS = ["posenc"];
/** What it has of the sources, as no export leads there. */
const COPIED = ["posenc/internal/node"];

/** Builds the package if it is stale; returns the hash of its inputs. */
export async function buildPackage() {
  const wasmHash = await buildWasm();
  const trainingHash = await buildTraining();
  await writeGenerated();
  const inputs = [
    "src/posenc/js",
    "src/posenc/cli",
    "src/training/js",
    "tsconfig.json",
    ...["posenc", "training"].flatMap((name) => [
      `src/${name}/package.json`,
      `src/${name}/tsconfig.build.json`,
    ]),
  ];
  const files = {
    name: "package",
    inputs: [
      ...inputs,
      "tools/build-package.mjs",
      ...[
        "border",
        "encodings",
        "libraries",
        "minify",
        "options",
        "package-bundle",
        "wasm",
      ].map((name) => `tools/lib/${name}.mjs`),
      "package-lock.json",
    ],
    values: [version, wasmHash, trainingHash],
    outputs: [
      PACKAGE_LIBRARIES,
      dist("posenc", "posenc.wasm"),
      dist("training", "training.wasm"),
      ...["posenc", "training"].map((name) => dist(name, "fused.wasm")),
      ...Object.entries(BUNDLES).flatMap(([name, { entries, threads }]) => [
        dist(name, "index.d.ts"),
        ...Object.keys({ ...entries, ...threads }).map((entry) =>
          dist(name, `${entry}.js`),
        ),
      ]),
    ],
  };
  return ifStale(files, () =>
    step("Build the library", async () => {
      const { build } = await import("esbuild");
      const { Libraries } = await importSource(
        "site/bundle/libraries.ts",
        "node",
      );
      const libraries = new Libraries(inRoot());
      // Training has its types from what is there of the library.
      for (const name of Object.keys(BUNDLES)) {
        const folder = fresh(name);
        rmSync(inRoot(folder), { recursive: true, force: true });
        const built = await step(`bundling ${name}`, () =>
          bundle(build, name, { folder }),
        );
        for (const { metafile } of built) {
          libraries.add(Object.keys(metafile.inputs));
        }
        copyAssets(name, folder);
        await step(`writing the declarations of ${name}`, () =>
          emitDeclarations(name, folder),
        );
        const tables = await writeOut(name, inRoot(folder));
        if (name === "posenc") {
          writeFileSync(inRoot(folder, HELP), JSON.stringify(forHelp(tables)));
        }
        rmSync(inDist(name), { recursive: true, force: true });
        renameSync(inRoot(folder), inDist(name));
      }
      writeLibraries(PACKAGE_LIBRARIES, libraries);
    }),
  );
}

function writeAll(files) {
  for (const [name, content] of Object.entries(files)) {
    const file = inRoot(name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** What tsc needs of the generated modules, without a build. */
export function writeGeneratedTypes() {
  writeAll(GENERATED_TYPES);
  for (const [folder, files] of Object.entries({
    border: writeBorder(),
    encodings: writeEncodings(),
  })) {
    for (const [name, text] of Object.entries(files)) {
      writeAll({ [`${GENERATED}/${folder}/${name}`]: text });
    }
  }
  writeAll({ [`${TRAINING_GENERATED}/enums.ts`]: writeTrainingEnums() });
}

/** A module as it is published. */
const packagedWasm = (file) =>
  bare(withNames(readFileSync(inRoot(file)), exportedNames()));
/** A fused module, known as such by `isFusedModule` of load.ts. */
const asFused = (wasm) => marked(wasm, "fused");

/** Where npm run dev takes it from, whose sources know its short names alone. */
const PUBLISHED_WASM = `${GENERATED}/posenc.wasm`;

/** Writes it there, if it is another one than before. */
export function writePublished() {
  const path = inRoot(PUBLISHED_WASM);
  const wasm = packagedWasm(WASM);
  if (existsSync(path) && wasm.equals(readFileSync(path))) return;
  writeFileSync(path, wasm);
}

/** The module of posenc-training, and the JavaScript that Embind made for it. */
const [TRAINING_GLUE, TRAINING_WASM] = TRAINING;

const SHELF = shelf("inline", "The module as text is", 8);
/** Workspace → its module, and the script that it is written into. */
const INLINE = {
  posenc: { module: WASM, script: `${GENERATED}/wasm-inline.js` },
  training: {
    module: TRAINING_WASM,
    script: `${TRAINING_GENERATED}/inline.js`,
  },
};
/** The exports of the others have short names already. */
const packaged = (file) =>
  file === WASM ? packagedWasm(WASM) : readFileSync(inRoot(file));

/**
 * What the sources import of the modules. Base64 hides repetitions from a server's
 * gzip: deflated first, a module costs a third less to download. Zopfli finds
 * another twentieth, in seconds: once for each module on a machine.
 *
 * @param {readonly string[]} workspaces
 */
export async function writeGenerated(workspaces = Object.keys(INLINE)) {
  writeGeneratedTypes();
  for (const name of workspaces) {
    const { module, script } = INLINE[name];
    const glue = name === "training" ? [TRAINING_GLUE] : [];
    const outputs = [script, ...glue.map(() => TRAINING_MODULE)];
    const files = {
      name: `inline-${name}`,
      inputs: [
        module,
        ...glue,
        "tools/build-package.mjs",
        "tools/lib/wasm.mjs",
        "tools/lib/border.mjs",
        "package-lock.json",
      ],
      values: [[...exportedNames()].join()],
      outputs,
    };
    const written = outputs.map((path) => inRoot(path));
    await ifStale(files, async (hash) => {
      if (await take(SHELF, hash, written)) return;
      for (const file of glue) {
        writeAll({ [TRAINING_MODULE]: readFileSync(inRoot(file), "utf8") });
      }
      const { zlibAsync } = (await import("@gfx/zopfli")).default;
      const wasm = await zlibAsync(packaged(module), { numiterations: 15 });
      const base64 = Buffer.from(wasm).toString("base64");
      writeAll({ [script]: `export const deflatedBase64 = "${base64}";\n` });
      await keep(SHELF, hash, written);
    });
  }
}

/**
 * A workspace's scripts and module in another folder, with maps to their
 * sources, for tools/coverage-js.mjs.
 *
 * @param {string} name of a workspace
 * @param {string} folder
 */
export async function bundleWithMaps(name, folder) {
  await buildPackage();
  const { build } = await import("esbuild");
  rmSync(inRoot(folder), { recursive: true, force: true });
  await bundle(build, name, { folder, sourcemap: "linked" });
  copyAssets(name, folder);
  if (name === "posenc") copyFileSync(inDist(name, HELP), inRoot(folder, HELP));
}

async function minifyAll(folder) {
  const scripts = readdirSync(inRoot(folder), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".js"));
  for (const name of scripts) {
    const file = inRoot(folder, name);
    // Bundlers drop what is marked so when nobody imports it.
    const isMarked = readFileSync(file, "utf8").includes("@__PURE__");
    await (isMarked ? minifyMarked : minifyFile)(file);
  }
}

/**
 * Returns what esbuild says of it.
 *
 * @param {typeof import("esbuild").build} build
 * @param {string} name of a workspace
 * @param {{ folder: string, sourcemap?: "linked" | false }} options
 */
async function bundle(build, name, { folder, sourcemap = false }) {
  const outdir = inRoot(folder);
  const shared = { ...BUNDLE, outdir, sourcemap, metafile: true };
  const { entries, threads } = BUNDLES[name];
  try {
    const families = name === "posenc" ? FAMILIES : [];
    const spare = families.map((family) => [
      `${SPARE}/${family}`,
      `src/posenc/js/${family}.ts`,
    ]);
    const modules = await build({
      ...shared,
      external: [...(shared.external ?? []), ...OTHERS],
      alias: Object.fromEntries(
        COPIED.map((entry) => [entry, SOURCE_ENTRIES.get(entry) ?? ""]),
      ),
      entryPoints: entryPoints([...Object.entries(entries), ...spare]),
      chunkNames: `${PARTS}/[hash]`,
    });
    rmSync(inRoot(folder, SPARE), { recursive: true, force: true });
    const alone = await build({
      ...shared,
      splitting: false,
      conditions: [SOURCE],
      entryPoints: entryPoints(Object.entries(threads)),
    });
    // What is mapped is to be read; a download of the package has everything in
    // several forms.
    if (!sourcemap) await minifyAll(folder);
    return [modules, alone];
  } catch (/** @type {any} */ error) {
    throw new Failure(`esbuild cannot bundle ${name}`, {
      tail: error.message,
      hint:
        missingExportHint(error.message) ??
        "correct the file that the message names",
    });
  }
}

/** Where the export of C++ belongs that JavaScript imports in vain. */
export function missingExportHint(message) {
  const [, folder, name] =
    /No matching export in "src\/posenc\/js\/generated\/border\/(\w+)\.ts" for import "(\w+)"/.exec(
      message,
    ) ?? [];
  if (!folder) return undefined;
  const typed = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `src/posenc/wasm/${folder}*.cpp: add POSENC_EXPORT int ${typed}(…)`;
}

function copyAssets(name, folder) {
  if (name === "posenc") {
    const fused = asFused(packagedWasm(FUSED_WASM));
    for (const [module, wasm] of Object.entries({
      posenc: packagedWasm(WASM),
      fused,
    })) {
      writeFileSync(inRoot(folder, `${module}.wasm`), wasm);
      writeFileSync(
        inRoot(folder, `${module}.wasm.d.ts`),
        wasmTypes(module, "posenc", (it) => `init({ ${it} })`),
      );
    }
    chmodSync(inRoot(folder, "cli", "posenc.js"), 0o755);
  } else {
    const fused = asFused(readFileSync(inRoot(FUSED_TRAINING)));
    for (const [module, wasm] of Object.entries({
      training: readFileSync(inRoot(TRAINING_WASM)),
      fused,
    })) {
      writeFileSync(inRoot(folder, `${module}.wasm`), wasm);
      writeFileSync(
        inRoot(folder, `${module}.wasm.d.ts`),
        wasmTypes(
          module,
          "posenc-training",
          (it) => `load({ wasm: { ${it} } })`,
        ),
      );
    }
  }
}

function emitDeclarations(name, folder) {
  const tsc = inRoot("node_modules", "typescript", "bin", "tsc");
  const project = inRoot("src", name, "tsconfig.build.json");
  const args = [tsc, "--project", project, "--outDir", inRoot(folder)];
  return run(process.execPath, args, {
    cwd: inRoot(),
    hint: "correct the types that the messages name",
  });
}
