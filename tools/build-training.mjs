// src/training and src/posenc/core -> build/wasm/posenc-training.{mjs,wasm,d.ts},
// the module of posenc-training, and posenc-training-fused.wasm.
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { keepUnchanged, MODULES, take } from "./lib/built-cache.mjs";
import { buildPreset, cmakeInputs } from "./lib/cmake.mjs";
import { version } from "./lib/package-json.mjs";
import { inRoot } from "./lib/paths.mjs";
import { ifStale } from "./lib/stale.mjs";
import { Failure, step } from "./lib/steps.mjs";
import { needNodePackages } from "./setup/node-packages.mjs";
import { needBuildTools } from "./setup/system-packages.mjs";
import { needToolchain, toolchainName } from "./setup/toolchain.mjs";

/** What Emscripten writes: Embind's JavaScript, the module, and its types. */
export const TRAINING = ["mjs", "wasm", "d.ts"].map(
  (ending) => `build/wasm/posenc-training.${ending}`,
);
/** The same with relaxed SIMD, for the same JavaScript. */
export const FUSED_TRAINING = "build/wasm/posenc-training-fused.wasm";
const OUTPUTS = [...TRAINING, FUSED_TRAINING];
const PATHS = OUTPUTS.map((path) => inRoot(path));

const TARGETS = ["posenc_training_wasm", "posenc_training_wasm_fused"];

/** What a module and its JavaScript call each other by, of the latter's text. */
const namesIn = (glue) =>
  readFileSync(inRoot(glue), "utf8").match(
    /wasmImports=\{[^}]*\}|\w+=wasmExports\[[^\]]+\]/g,
  );

/** The fused module runs with the JavaScript of the plain one. */
function refuseOtherGlue() {
  const [glue] = TRAINING;
  const other = FUSED_TRAINING.replace(/wasm$/, "mjs");
  if (isDeepStrictEqual(namesIn(glue), namesIn(other))) return;
  throw new Failure(`${glue} does not fit ${FUSED_TRAINING}`, {
    hint: "link both with the same exports (cmake/flags.cmake)",
  });
}

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
    outputs: OUTPUTS,
  };
  return ifStale(files, async (hash) => {
    if (await take(MODULES, hash, PATHS)) return;
    await needBuildTools();
    // tsc is one of them.
    await needNodePackages();
    const toolchain = await needToolchain();
    await step("Compile training to WebAssembly", async () => {
      await buildPreset("wasm", toolchain, { targets: TARGETS });
      refuseOtherGlue();
    });
    if (toolchain.name === expected)
      await keepUnchanged(MODULES, hash, PATHS, files);
  });
}
