/** The suite in Node. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { load } from "../../src/posenc/dist/index.js";
import { importSource } from "../../tools/lib/web-source.mjs";
import {
  allCases,
  choose,
  configurationsOf,
  namesOf,
  runWithPeers,
  startPeers,
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
    const { loadTorch } = await import("../../tools/pytorch/peer.mjs");
    return loadTorch();
  },
  async bindings() {
    const { loadBindings } = await import("./bindings.js");
    const wasm = new URL("../../build/wasm/posenc.wasm", import.meta.url);
    return loadBindings(await readFile(wasm));
  },
};

/** Milliseconds of the processor. */
function clock() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Runs the chosen cases.
 *
 * @param {object} options
 * @param {string} [options.filter] text that kernel or shape must contain
 * @param {boolean} [options.token] only calls of a token at a time, or all others
 * @param {(testCase: any) => void} options.onCase told before each case
 */
export async function runInNode({ filter, token, onCase }) {
  const shared = await importSource("site/bench/index.ts");
  // A token at a time is measured beside what one writes by hand.
  const { peers, absent } = await startPeers(token ? {} : loaders, clock);
  /** @type {import("./suite.js").Env} */
  const env = { pe: await load(), ...peers };
  const results = [];
  try {
    for (const testCase of choose(allCases(shared, env), filter, token)) {
      onCase(testCase);
      results.push(await runWithPeers(shared, testCase, env, clock));
    }
  } finally {
    env.torch?.close();
  }
  const configurations = {
    ...(await configurationsOf(env.pe, peers, clock)),
    Node: `${process.versions.node} (V8 ${process.versions.v8}, plain JS on 1 thread)`,
  };
  return { results, configurations, absent: namesOf(absent) };
}
