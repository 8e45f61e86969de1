// src/core and src/wasm/training -> build/wasm/posenc-training.{mjs,wasm,d.ts},
// the module of posenc/training.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { buildPreset, cmakeInputs } from "./lib/cmake.mjs";
import { keepModule, takeModule } from "./lib/module-cache.mjs";
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
// The cache keeps one file for a hash: all of them, in JSON.
const PACKED = "build/wasm/posenc-training.json";

/** @param {string} file */
function packInto(file) {
  const contents = TRAINING.map((path) => [
    basename(path),
    readFileSync(inRoot(path), "base64"),
  ]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(contents)));
}

/** @param {string} file */
function unpack(file) {
  const contents = JSON.parse(readFileSync(file, "utf8"));
  for (const path of TRAINING) {
    writeFileSync(
      inRoot(path),
      Buffer.from(contents[basename(path)], "base64"),
    );
  }
}

/**
 * Brings the module up to date: from the cache, or else by a toolchain. Returns
 * the hash of its inputs.
 */
export async function buildTraining() {
  const expected = await toolchainName();
  const files = {
    name: "training",
    inputs: [...cmakeInputs, "src/core", "src/wasm/training"],
    values: [version, expected, "training"],
    outputs: TRAINING,
  };
  return ifStale(files, async (hash) => {
    mkdirSync(inRoot("build", "wasm"), { recursive: true });
    const packed = inRoot(PACKED);
    if (takeModule(hash, packed)) return unpack(packed);
    await needBuildTools();
    // tsc is one of them.
    await needNodePackages();
    const toolchain = await needToolchain();
    await step("Compile training to WebAssembly", async () => {
      await buildPreset("wasm", toolchain, { target: "posenc_training_wasm" });
      packInto(packed);
    });
    if (toolchain.name === expected) keepModule(hash, packed);
  });
}
