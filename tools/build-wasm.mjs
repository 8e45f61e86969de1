// src/core and src/wasm -> build/wasm/posenc.{mjs,wasm}
import { buildPreset, cmakeInputs } from "./lib/cmake.mjs";
import { version } from "./lib/package-json.mjs";
import { ifStale } from "./lib/stale.mjs";
import { step } from "./lib/steps.mjs";
import { needBuildTools } from "./setup/system-packages.mjs";
import { needToolchain } from "./setup/toolchain.mjs";

/** Emscripten's glue and the module. */
export const wasmOutputs = {
  glue: "build/wasm/posenc.mjs",
  wasm: "build/wasm/posenc.wasm",
};

/** Builds the module if it is stale; returns the hash of its inputs. */
export async function buildWasm() {
  await needBuildTools();
  const toolchain = await needToolchain();
  const files = {
    name: "wasm",
    inputs: [...cmakeInputs, "src/core", "src/wasm"],
    values: [version, toolchain.emscripten, toolchain.version],
    outputs: Object.values(wasmOutputs),
  };
  return ifStale(files, () =>
    step("Compile the core to WebAssembly", () =>
      buildPreset("wasm", toolchain),
    ),
  );
}
