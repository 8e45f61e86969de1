/**
 * The cases of web/site/bench, beside other libraries: the same in Node and in a
 * browser.
 */
import {
  configurationText,
  rateOf,
  SIDE,
  tooSlow,
} from "../../tools/lib/peer-rate.mjs";
import { noise } from "./data.js";
import { attentionPeers } from "./kernels/attention.js";
import { buckets } from "./kernels/buckets.js";
import { sinusoidalPeers } from "./kernels/sinusoidal.js";
import { tokens } from "./kernels/token.js";

/**
 * The library, and the peers that are there.
 *
 * @typedef {{ pe: import("../../src/posenc/dist/index.js").Posenc, ort?: any, tfjs?: any, torch?: any, bindings?: any }} Env
 */

/**
 * All cases, and those of a token at a time; T5's buckets need the bindings
 * themselves.
 *
 * @param shared what web/site/bench/index.ts exports
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
 * @param shared what web/site/bench/index.ts exports
 * @param testCase
 * @param {Env} env
 * @param {(() => number) | undefined} [clock] of the processor, where there is one
 */
export function runWithPeers(shared, testCase, env, clock) {
  const prepared = testCase.prepare();
  const more = prepared.inputs
    ? attentionPeers(prepared.inputs, env)
    : testCase.id === "sinusoidal"
      ? sinusoidalPeers(env)
      : undefined;
  const { SHORT, THOROUGH } = shared;
  const effort = {
    ...(testCase.group === "token" ? SHORT : THOROUGH),
    ...(clock && { clock }),
  };
  // Cases of this folder take the library; those of web/site/bench import it.
  const bound = (make) => () => make(env.pe);
  const peers = Object.entries(prepared.peers).map(([name, make]) => [
    name,
    bound(make),
  ]);
  const it = {
    ...testCase,
    prepare: () => ({
      ...prepared,
      posenc: bound(prepared.posenc),
      peers: Object.fromEntries(peers),
    }),
  };
  return shared.runCase(it, more, effort);
}

/** Milliseconds of the wall clock. */
const wallClock = () => performance.now();

/** The rate of a peer's product of matrices. */
async function rateOfPeer(peer, clock) {
  const it = await peer.product(SIDE);
  try {
    return await rateOf(() => it.run(), clock);
  } finally {
    it.close?.();
  }
}

/**
 * Starts the peers; one that does not start, or is too slow to be what its name
 * says, is left out.
 *
 * @param loaders name → function that answers a peer, or nothing
 * @returns `peers`, and `absent`: name → why
 */
export async function startPeers(loaders, clock = wallClock) {
  /** @type {Omit<Env, 'pe'>} */
  const peers = {};
  /** @type {Record<string, string>} */
  const absent = {};
  for (const [name, load] of Object.entries(loaders)) {
    try {
      const peer = await load();
      if (!peer) continue;
      if (peer.product) peer.rate = await rateOfPeer(peer, clock);
      const why = peer.rate === undefined ? undefined : tooSlow(peer.rate);
      if (why === undefined) {
        peers[name] = peer;
        continue;
      }
      absent[name] = `${why}: ${configurationText(peer)}`;
      peer.close?.();
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

/** The library as a peer among the others. */
async function ownConfiguration(pe, clock) {
  const [x, weight] = [1, 2].map(() => ({
    data: noise(SIDE * SIDE),
    shape: [SIDE, SIDE],
  }));
  const rate = await rateOf(() => pe.transformer.linear(x, weight), clock);
  const details = ["wasm", "fixed-width SIMD", "1 thread"];
  return { version: pe.version, details, rate };
}

/** What posenc and its peers are: name → version, with all that makes it fast. */
export async function configurationsOf(pe, peers, clock = wallClock) {
  const all = { posenc: await ownConfiguration(pe, clock), ...peers };
  return Object.fromEntries(
    Object.entries(all)
      .filter(([key]) => key !== "bindings")
      .map(([key, it]) => [NAMES[key] ?? key, configurationText(it)]),
  );
}
