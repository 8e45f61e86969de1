// src/core and src/wasm -> build/wasm/posenc.wasm
import { readFileSync } from "node:fs";
import { buildPreset, cmakeInputs } from "./lib/cmake.mjs";
import { version } from "./lib/package-json.mjs";
import { inRoot } from "./lib/paths.mjs";
import { ifStale } from "./lib/stale.mjs";
import { Failure, step } from "./lib/steps.mjs";
import { needBuildTools } from "./setup/system-packages.mjs";
import { needToolchain } from "./setup/toolchain.mjs";

/** The module. */
export const WASM = "build/wasm/posenc.wasm";

/** Builds the module if it is stale; returns the hash of its inputs. */
export async function buildWasm() {
  await needBuildTools();
  const toolchain = await needToolchain();
  const files = {
    name: "wasm",
    inputs: [...cmakeInputs, "src/core", "src/wasm"],
    values: [version, toolchain.emscripten, toolchain.version],
    outputs: [WASM],
  };
  return ifStale(files, () =>
    step("Compile the core to WebAssembly", async () => {
      await buildPreset("wasm", toolchain);
      refuseImports();
    }),
  );
}

/** What a module imports, src/js/runtime.ts would have to give it. */
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
