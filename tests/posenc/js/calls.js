// Valid arguments for every public call of an instance, drawn at random.
import { ANALYSIS } from "./calls/analysis.js";
import { ATTENTION, useCache } from "./calls/attention.js";
import { BIAS, useBias } from "./calls/bias.js";
import { CONVERT } from "./calls/convert.js";
import { derivedCalls } from "./calls/derived.js";
import { EMBEDDING } from "./calls/embedding.js";
import { RELATIVE } from "./calls/relative.js";
import { ROTARY, usePrepared } from "./calls/rotary.js";
import { TRANSFORMER, useModel } from "./calls/transformer.js";

export { drawing } from "./calls/drawing.js";

/** A plan of one layer, as `config.fromHuggingFace` makes it. */
const plan = (d) => ({
  kind: "rotary",
  modelType: "llama",
  maxPositions: 8192,
  numHeads: 2,
  numKeyValueHeads: 1,
  layout: "halves",
  rotary: { headDim: 8, rotaryDim: 8, base: 1e4 },
  layers: [
    {
      kind: "attention",
      layerType: "full_attention",
      causal: true,
      numHeads: 2,
      numKeyValueHeads: 1,
      headDim: 8,
      scale: 0.35,
      position: {
        type: "rotary",
        headDim: 8,
        rotaryDim: 8,
        layout: "halves",
        base: d.real(2, 1e6),
        scaling: d.pick([
          { type: "yarn", factor: 4, originalMaxSeqLen: 2048 },
          { type: "dynamic", factor: 2, originalMaxSeqLen: 64 },
          { type: "linear", factor: 2 },
        ]),
      },
    },
  ],
});

/** Generators that know what goes together. */
const BY_HAND = {
  isFused: () => [],
  buffer: (d) => [[d.int(1, 9), d.int(1, 9)]],
  ...ATTENTION,
  ...EMBEDDING,
  ...ANALYSIS,
  ...RELATIVE,
  ...TRANSFORMER,
  ...CONVERT,
  ...ROTARY,
  ...BIAS,
  "config.parse": (d) => [
    d.pick(["{}", '{"model_type": "llama", "x": [Infinity, NaN]}']),
  ],
  "config.engines": (d) => [plan(d)],
  golden: (d) => [
    {
      plan: plan(d),
      ...d.some({
        layer: () => 0,
        positions: () => [0, d.int(1, 99), 100],
        seed: () => d.int(0, 9),
        heads: () => d.int(1, 3),
      }),
    },
  ],
  "config.fromHuggingFace": (d) => [
    {
      model_type: d.pick(["llama", "bloom", "t5", "bert", "qwen2", "mpt"]),
      hidden_size: d.int(1, 9) * 8,
      num_attention_heads: 8,
      n_heads: 8,
      ...d.some({
        rope_theta: () => d.real(1, 1e6),
        max_position_embeddings: () => d.int(1, 9999),
        rope_scaling: () => ({ rope_type: "linear", factor: d.real(1, 9) }),
      }),
    },
  ],
};

/**
 * Arguments of each call: its path under `pe`, then a generator. Those of an
 * encoding whose options stand for themselves come from its table of options.
 */
export const CALLS = { ...BY_HAND, ...derivedCalls(BY_HAND) };

/** What a result can still be asked for, and what has to be given back. */
const USES = {
  buffer: (made) => made.dispose(),
  "analysis.decay": (made) => made.fit,
  "attention.prepare": useCache,
  "bias.prepare": useBias,
  "rotary.prepare": usePrepared,
  "transformer.encoder": useModel,
  "transformer.decoder": useModel,
};

/** Paths of all functions of an instance. */
export function pathsOf(pe) {
  const paths = [];
  const walk = (object, path) => {
    for (const [name, value] of Object.entries(object)) {
      if (typeof value === "function") paths.push(path + name);
      // Also a function has calls of its own: attention.prepare.
      if (typeof value !== "string") walk(value, `${path}${name}.`);
    }
  };
  walk(pe, "");
  return paths;
}

/** Makes a call, and what can be done with its answer: the result of both. */
export function run(pe, path, args, d) {
  const parts = path.split(".");
  const call = parts.reduce((object, name) => object[name], pe);
  const result = call(...args);
  return USES[path] ? USES[path](result, d) : result;
}
