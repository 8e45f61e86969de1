/** The suite in Node. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { load } from "../../dist/index.js";
import { importShared } from "./shared.js";
import {
  allCases,
  choose,
  namesOf,
  runWithPeers,
  startPeers,
  versionsOf,
} from "./suite.js";

const require = createRequire(import.meta.url);

// Each is imported when it is started: what is not installed is absent, and
// the others run.
const loaders = {
  async ort() {
    const { loadOrt } = await import("./peers/ort.js");
    return loadOrt();
  },
  async tfjs() {
    const { loadTfjs } = await import("./peers/tfjs.js");
    const folder = dirname(require.resolve("@tensorflow/tfjs-backend-wasm"));
    return loadTfjs(join(folder, "/"));
  },
  async torch() {
    const { loadTorch } = await import("./peers/torch.js");
    return loadTorch();
  },
  async bindings() {
    const { loadBindings } = await import("./bindings.js");
    const wasm = new URL("../../build/wasm/posenc.wasm", import.meta.url);
    return loadBindings(await readFile(wasm));
  },
};

/**
 * Runs the chosen cases.
 *
 * @param {object} options
 * @param {string} [options.filter] text that kernel or shape must contain
 * @param {boolean} [options.token] only calls of a token at a time, or all others
 * @param {(testCase: any) => void} options.onCase told before each case
 */
export async function runInNode({ filter, token, onCase }) {
  const shared = await importShared("bench/index.ts");
  // A token at a time is measured beside what one writes by hand.
  const { peers, absent } = await startPeers(token ? {} : loaders);
  /** @type {import("./suite.js").Env} */
  const env = { pe: await load(), ...peers };
  const results = [];
  try {
    for (const testCase of choose(allCases(shared, env), filter, token)) {
      onCase(testCase);
      results.push(await runWithPeers(shared, testCase, env));
    }
  } finally {
    env.torch?.close();
  }
  const versions = {
    ...versionsOf(env.pe, peers),
    Node: process.versions.node,
  };
  return { results, versions, absent: namesOf(absent) };
}
