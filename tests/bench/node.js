/** The suite in Node. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import createModule from "../../build/wasm/posenc.mjs";
import { load } from "../../dist/index.js";
import { loadMemory } from "./peers/memory.js";
import { loadOrt } from "./peers/ort.js";
import { loadTfjs } from "./peers/tfjs.js";
import { loadTorch } from "./peers/torch.js";
import { choose, runCase } from "./suite.js";

const require = createRequire(import.meta.url);

/** Starts posenc and its peers. */
async function environment() {
  const wasm = new URL("../../dist/posenc.wasm", import.meta.url);
  const tfjs = dirname(require.resolve("@tensorflow/tfjs-backend-wasm"));
  return {
    pe: await load(),
    ort: await loadOrt(),
    tfjs: await loadTfjs(join(tfjs, "/")),
    memory: await loadMemory(createModule, await readFile(wasm)),
    torch: await loadTorch(),
  };
}

/**
 * Runs the chosen cases.
 *
 * @param options.filter text that kernel or shape must contain
 * @param options.onCase told before each case
 */
export async function runInNode({ filter, onCase }) {
  const env = await environment();
  const results = [];
  for (const testCase of choose(filter)) {
    onCase(testCase);
    results.push(await runCase(testCase, env));
  }
  const versions = {
    posenc: env.pe.version,
    "onnxruntime-web": env.ort.version,
    "tfjs-wasm": env.tfjs.version,
    ...(env.torch ? { PyTorch: env.torch.version } : {}),
    Node: process.versions.node,
  };
  return { results, versions };
}
