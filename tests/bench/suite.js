/**
 * The cases of web/bench, beside other libraries: the same in Node and in a
 * browser.
 */
import { attentionPeers } from "./kernels/attention.js";
import { buckets } from "./kernels/buckets.js";
import { sinusoidalPeers } from "./kernels/sinusoidal.js";
import { tokens } from "./kernels/token.js";

/**
 * The library, and the peers that are there.
 *
 * @typedef {{ pe: import("../../dist/index.js").Posenc, ort?: any, tfjs?: any, torch?: any, bindings?: any }} Env
 */

/**
 * All cases, and those of a token at a time; T5's buckets need the bindings
 * themselves.
 *
 * @param shared what web/bench/index.ts exports
 * @param {Pick<Env, "bindings">} env
 */
export const allCases = (shared, { bindings }) => [
  ...shared.cases,
  ...tokens(shared),
  ...(bindings ? [buckets(bindings)] : []),
];

/**
 * Cases whose kernel or shape contains the text.
 *
 * @param token - those of a token at a time alone, or all others; undefined: all
 */
export const choose = (cases, text = "", token = undefined) =>
  cases.filter(
    ({ kernel, shape, group }) =>
      `${kernel.en} ${shape}`.includes(text) &&
      (token === undefined || (group === "token") === token),
  );

/**
 * Measures one case.
 *
 * @param shared what web/bench/index.ts exports
 * @param testCase
 * @param {Env} env
 */
export function runWithPeers(shared, testCase, env) {
  const prepared = testCase.prepare();
  const more = prepared.inputs
    ? attentionPeers(prepared.inputs, env)
    : testCase.id === "sinusoidal"
      ? sinusoidalPeers(env)
      : undefined;
  const effort = testCase.group === "token" ? shared.SHORT : undefined;
  const it = { ...testCase, prepare: () => prepared };
  return shared.runCase(it, env.pe, more, effort);
}

/**
 * Starts the peers; one that does not start is left out.
 *
 * @param loaders name → function that answers a peer, or nothing
 * @returns `peers`, and `absent`: name → why
 */
export async function startPeers(loaders) {
  /** @type {Omit<Env, 'pe'>} */
  const peers = {};
  /** @type {Record<string, string>} */
  const absent = {};
  for (const [name, load] of Object.entries(loaders)) {
    try {
      const peer = await load();
      if (peer) peers[name] = peer;
    } catch (/** @type {any} */ error) {
      absent[name] = error.message.split("\n")[0];
    }
  }
  return { peers, absent };
}

const NAMES = {
  ort: "onnxruntime-web",
  tfjs: "tfjs-wasm",
  torch: "PyTorch",
  bindings: "the bindings",
};

/** What `absent` says, by the names that the table has. */
export const namesOf = (byKey) =>
  Object.fromEntries(
    Object.entries(byKey).map(([key, value]) => [NAMES[key], value]),
  );

/** Versions of posenc and its peers. */
export const versionsOf = (pe, peers) => ({
  posenc: pe.version,
  ...namesOf(
    Object.fromEntries(
      Object.entries(peers)
        .filter(([key]) => key !== "bindings")
        .map(([key, { version }]) => [key, version]),
    ),
  ),
});
