// build/wasm and src/js, src/cli -> dist/, the npm package.
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { deflateSync } from "node:zlib";
import { buildWasm, wasmOutputs } from "./build-wasm.mjs";
import { version } from "./lib/package-json.mjs";
import { inRoot } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { ifStale } from "./lib/stale.mjs";
import { Failure, step } from "./lib/steps.mjs";

/** Entry points: file in dist/ (without .js) and its source. */
export const ENTRIES = {
  index: "src/js/index.ts",
  core: "src/js/core.ts",
  catalog: "src/js/catalog.ts",
  "cli/posenc": "src/cli/posenc.ts",
};
// Built here and moved to dist/ when it is whole: a failed build leaves the
// last good package, and nobody reads half of one.
const FRESH = "build/package";
const GENERATED = "src/js/generated";
const GENERATED_TYPES = {
  "posenc-glue.d.ts":
    "export default function createModule<Module>(options: object): Promise<Module>;\n",
  "wasm-inline.d.ts": "export const deflatedBase64: string;\n",
};
const WASM_TYPES = `/** Address of the module, as bundlers give it: \`init({ url })\`. */
declare const url: string;
export default url;
`;

/** Builds the package if it is stale; returns the hash of its inputs. */
export async function buildPackage() {
  const wasmHash = await buildWasm();
  const inputs = ["src/js", "src/cli", "tsconfig.json", "tsconfig.build.json"];
  const files = {
    name: "package",
    inputs: [...inputs, "tools/build-package.mjs", "package-lock.json"],
    values: [version, wasmHash],
    outputs: [
      "dist/posenc.wasm",
      "dist/index.d.ts",
      ...Object.keys(ENTRIES).map((name) => `dist/${name}.js`),
    ],
  };
  return ifStale(files, () =>
    step("Build the npm package", async () => {
      const { build, transform } = await import("esbuild");
      const glue = await minify(transform);
      writeGenerated(glue);
      rmSync(inRoot(FRESH), { recursive: true, force: true });
      await step("bundling", () => bundle(build));
      copyAssets(glue);
      await step("writing declarations", emitDeclarations);
      rmSync(inRoot("dist"), { recursive: true, force: true });
      renameSync(inRoot(FRESH), inRoot("dist"));
    }),
  );
}

async function minify(transform) {
  const glue = readFileSync(inRoot(wasmOutputs.glue), "utf8");
  const { code } = await transform(glue, { minify: true, target: "es2022" });
  // Each of these breaks somebody: bundlers, or pages with a strict CSP.
  for (const pattern of [/import\.meta/, /new Function/, /\beval\(/]) {
    if (pattern.test(code)) {
      throw new Failure(`Emscripten's glue contains ${pattern}`, {
        hint: "see the module's flags in cmake/flags.cmake",
      });
    }
  }
  return code;
}

function writeAll(files) {
  mkdirSync(inRoot(GENERATED), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(inRoot(GENERATED, name), content);
  }
}

/** The types of the generated modules, enough for tsc without a build. */
export const writeGeneratedTypes = () => writeAll(GENERATED_TYPES);

function writeGenerated(glue) {
  // Base64 hides repetitions from a server's gzip: deflated first, the module
  // costs a third less to download.
  const wasm = deflateSync(readFileSync(inRoot(wasmOutputs.wasm)), {
    level: 9,
  });
  writeGeneratedTypes();
  writeAll({
    "posenc-glue.js": glue,
    "wasm-inline.js": `export const deflatedBase64 = "${wasm.toString("base64")}";\n`,
  });
}

// The glue stays a file of its own: bundling would print it unminified again.
// Entries that use it are in dist/ itself, so the path is the same there.
const glueApart = {
  name: "glue-apart",
  setup(build) {
    build.onResolve({ filter: /\/posenc-glue\.js$/ }, () => ({
      path: "./generated/posenc-glue.js",
      external: true,
      sideEffects: false,
    }));
  },
};

async function bundle(build) {
  try {
    await build({
      entryPoints: Object.fromEntries(
        Object.entries(ENTRIES).map(([name, source]) => [name, inRoot(source)]),
      ),
      outdir: inRoot(FRESH),
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "neutral",
      target: "es2022",
      external: ["node:*"],
      chunkNames: "chunk-[hash]",
      define: { __POSENC_VERSION__: JSON.stringify(version) },
      plugins: [glueApart],
      logLevel: "silent",
    });
  } catch (error) {
    throw new Failure("esbuild cannot bundle the package", {
      tail: error.message,
      hint: "correct the file that the message names",
    });
  }
}

function copyAssets(glue) {
  mkdirSync(inRoot(FRESH, "generated"));
  writeFileSync(inRoot(FRESH, "generated", "posenc-glue.js"), glue);
  copyFileSync(inRoot(wasmOutputs.wasm), inRoot(FRESH, "posenc.wasm"));
  chmodSync(inRoot(FRESH, "posenc.wasm"), 0o644);
  writeFileSync(inRoot(FRESH, "posenc.wasm.d.ts"), WASM_TYPES);
  chmodSync(inRoot(FRESH, "cli", "posenc.js"), 0o755);
}

function emitDeclarations() {
  const tsc = inRoot("node_modules", "typescript", "bin", "tsc");
  const project = inRoot("tsconfig.build.json");
  const args = [tsc, "--project", project, "--outDir", inRoot(FRESH)];
  return run(process.execPath, args, {
    cwd: inRoot(),
    hint: "correct the types that the messages name",
  });
}
