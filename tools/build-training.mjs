// src/training and src/posenc/core -> build/wasm/posenc-training.{mjs,wasm,d.ts},
// the module of posenc-training.
import { keepUnchanged, MODULES, take } from "./lib/built-cache.mjs";
import { buildPreset, cmakeInputs } from "./lib/cmake.mjs";
import { version } from "./lib/package-json.mjs";
import { inRoot } from "./lib/paths.mjs";
import { ifStale } from "./lib/stale.mjs";
import { step } from "./lib/steps.mjs";
import { needNodePackages } from "./setup/node-packages.mjs";
import { needBuildTools } from "./setup/system-packages.mjs";
import { needToolchain, toolchainName } from "./setup/toolchain.mjs";

/** What Emscripten writes: Embind's JavaScript, the module, and its types. */
export const TRAINING = ["mjs", "wasm", "d.ts"].map(
  (ending) => `build/wasm/posenc-training.${ending}`,
);
const PATHS = TRAINING.map((path) => inRoot(path));

/**
 * Brings the module up to date: from the cache, or else by a toolchain. Returns
 * the hash of its inputs.
 */
export async function buildTraining() {
  const expected = await toolchainName();
  const files = {
    name: "training",
    inputs: [
      ...cmakeInputs,
      "src/posenc/core",
      "src/training/core",
      "src/training/wasm",
    ],
    values: [version, expected, "training"],
    outputs: TRAINING,
  };
  return ifStale(files, async (hash) => {
    if (await take(MODULES, hash, PATHS)) return;
    await needBuildTools();
    // tsc is one of them.
    await needNodePackages();
    const toolchain = await needToolchain();
    await step("Compile training to WebAssembly", () =>
      buildPreset("wasm", toolchain, { target: "posenc_training_wasm" }),
    );
    if (toolchain.name === expected)
      await keepUnchanged(MODULES, hash, PATHS, files);
  });
}
