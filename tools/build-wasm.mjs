// src/core and src/wasm -> build/wasm/posenc.wasm, and the same in slices
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { keepUnchanged, MODULES as SHELF, take } from "./lib/built-cache.mjs";
import { buildPreset, cmakeInputs } from "./lib/cmake.mjs";
import { version } from "./lib/package-json.mjs";
import { inRoot } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { sliceFile, sliceModule, sliceNames } from "./lib/slices.mjs";
import { hashOf, ifStale } from "./lib/stale.mjs";
import { Failure, step } from "./lib/steps.mjs";
import { needBuildTools } from "./setup/system-packages.mjs";
import { needToolchain, toolchainName } from "./setup/toolchain.mjs";

/** The module. */
export const WASM = "build/wasm/posenc.wasm";
/** The same in slices, by their names. */
export const SLICES = Object.fromEntries(
  sliceNames.map((name) => [name, sliceFile("build/wasm", name)]),
);
/** What is kept of a build. */
export const WASM_FILES = [WASM, ...Object.values(SLICES)];
const PATHS = WASM_FILES.map((file) => inRoot(file));

/** What the module is made of, for `ifStale`. */
const filesFor = (toolchain) => ({
  name: "wasm",
  inputs: [
    ...[...cmakeInputs, "src/core", "src/wasm"],
    ...["border", "slices", "wasm"].map((name) => `tools/lib/${name}.mjs`),
  ],
  values: [version, toolchain],
  outputs: WASM_FILES,
});

/** The hash of all that the modules are made of, by which the cache knows them. */
export async function wasmHash() {
  const { inputs, values } = filesFor(await toolchainName());
  return hashOf(inputs, values);
}

/**
 * Brings the module up to date: from the cache, or else by a toolchain, which
 * is set up only then. Returns the hash of its inputs.
 */
export async function buildWasm() {
  const expected = await toolchainName();
  const files = filesFor(expected);
  return ifStale(files, async (hash) => {
    if (await take(SHELF, hash, PATHS)) return;
    await needBuildTools();
    const toolchain = await needToolchain();
    await step("Compile the core to WebAssembly", async () => {
      await buildPreset("wasm", toolchain);
      refuseImports();
      await sliceModule(inRoot(WASM), await binaryenOf(toolchain));
    });
    if (toolchain.name === expected)
      await keepUnchanged(SHELF, hash, PATHS, files);
  });
}

/** What the module imports, src/js/runtime.ts would have to give it. */
function refuseImports() {
  const module = new WebAssembly.Module(readFileSync(inRoot(WASM)));
  const imports = WebAssembly.Module.imports(module);
  if (imports.length > 0) {
    throw new Failure(
      `the module imports ${imports.map(({ name }) => name).join(", ")}`,
      { hint: "call nothing in src/core that needs JavaScript or a system" },
    );
  }
}

/** The folder of Binaryen, which Emscripten comes with. */
async function binaryenOf({ emscripten, env }) {
  const { stdout } = await run(
    join(emscripten, "em-config"),
    ["BINARYEN_ROOT"],
    { env },
  );
  return stdout.trim();
}
