// src/posenc/core and src/posenc/wasm -> build/wasm/posenc.wasm, posenc-fused.wasm
import { readFileSync } from "node:fs";
import { keepUnchanged, MODULES as SHELF, take } from "./lib/built-cache.mjs";
import { buildPreset, cmakeInputs } from "./lib/cmake.mjs";
import { version } from "./lib/package-json.mjs";
import { inRoot } from "./lib/paths.mjs";
import { hashOf, ifStale } from "./lib/stale.mjs";
import { Failure, step } from "./lib/steps.mjs";
import { needBuildTools } from "./setup/system-packages.mjs";
import { needToolchain, toolchainName } from "./setup/toolchain.mjs";

/** The module. */
export const WASM = "build/wasm/posenc.wasm";
/** The same with relaxed SIMD. */
export const FUSED_WASM = "build/wasm/posenc-fused.wasm";
const FILES = [inRoot(WASM), inRoot(FUSED_WASM)];

/** What the module is made of, for `ifStale`. */
const filesFor = (toolchain) => ({
  name: "wasm",
  inputs: [
    ...cmakeInputs,
    "src/posenc/core",
    "src/posenc/wasm",
    ...["border", "wasm"].map((name) => `tools/lib/${name}.mjs`),
  ],
  values: [version, toolchain],
  outputs: [WASM, FUSED_WASM],
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
    if (await take(SHELF, hash, FILES)) return;
    await needBuildTools();
    const toolchain = await needToolchain();
    await step("Compile the core to WebAssembly", async () => {
      await buildPreset("wasm", toolchain);
      refuseImports();
    });
    if (toolchain.name === expected)
      await keepUnchanged(SHELF, hash, FILES, files);
  });
}

/** What the module imports, src/posenc/js/runtime.ts would have to give it. */
function refuseImports() {
  const module = new WebAssembly.Module(readFileSync(inRoot(WASM)));
  const imports = WebAssembly.Module.imports(module);
  if (imports.length > 0) {
    throw new Failure(
      `the module imports ${imports.map(({ name }) => name).join(", ")}`,
      {
        hint: "call nothing in src/posenc/core that needs JavaScript or a system",
      },
    );
  }
}
