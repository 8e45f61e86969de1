import { alibiCalls } from "./bias/alibi.js";
import { t5Calls } from "./bias/t5.js";
import { objectOf, planOf, withPlan } from "./config/given-plan.js";
import type { AttentionLayer, LayerPlan, PositionPlan } from "./config.js";
import { named } from "./default-instance.js";
import { describe } from "./errors.js";
import {
  CALL,
  coordinate,
  type GoldenTensor,
  type Positions,
  pairsOf,
  refuse,
  turned,
} from "./golden-rotation.js";
import {
  checkInteger,
  isCount,
  MAX_POSITION,
  MAX_WIDTH,
  refuseUnknown,
} from "./options.js";
import type { Runtime } from "./runtime.js";

export type { GoldenTensor } from "./golden-rotation.js";

/** Options of {@link Golden.golden}. */
export interface GoldenOptions {
  /** Of `pe.config.fromHuggingFace`. */
  readonly plan: PositionPlan;
  /** Which layer of it: index into `plan.layers`; 0 unless given. */
  readonly layer?: number;
  /** Take `plan.decoderLayers`. */
  readonly decoder?: boolean;
  /**
   * Positions of the tokens, ascending where the layer is causal; 0, 1, 2 and 17
   * unless given. With several axes also one list per token: time, height, width.
   */
  readonly positions?: readonly (number | readonly number[])[];
  /** The same numbers for the same seed; 0 unless given. */
  readonly seed?: number;
  /** How many heads of the queries, from head 0 on; 2 unless given. */
  readonly heads?: number;
}

/** Largest errors to expect of an engine, absolute. */
export interface GoldenTolerance {
  /** Of an element of the turned queries and keys. */
  readonly rotated: number;
  /** Of a score. */
  readonly scores: number;
  /** Of an attention weight; from 1 on it bounds nothing. */
  readonly weights: number;
  /** Of an element of the output; from twice the largest value on it bounds nothing. */
  readonly output: number;
}

/** What {@link Golden.golden} answers: numbers to test an engine with. */
export interface GoldenVectors {
  readonly modelType: string;
  readonly layerIndex: number;
  readonly layer: AttentionLayer;
  readonly seed: number;
  readonly positions: readonly (number | readonly number[])[];
  /** Longest sequence that the frequencies hold for: the last position + 1. */
  readonly seqLen: number;
  /**
   * By name, with H heads of the queries, G of the keys and values, T tokens:
   *
   * - `q` `[H, T, D]`, `k` `[G, T, D]`, `v` `[G, T, V]`: what the layer is given,
   *   multiples of 1/64 up to 1, which float16 and bfloat16 hold exactly; before
   *   a soft cap, tokens 0 and 1 of `q` and `k` are all 2, so that it shows. V is
   *   `layer.valueDim`, or D.
   * - `q_rotated`, `k_rotated`: the same turned, the queries without temperature.
   * - `scores` `[H, T, T]`: with scale, temperature, soft cap, bias and mask
   *   (−Infinity).
   * - `weights` `[H, T, T]`: their softmax, with `sinks` in the denominator.
   * - `output` `[H, T, V]`: output[h, i] = Σⱼ weights[h, i, j] · v[g, j], where head h
   *   reads key head g = ⌊h · `numKeyValueHeads` / `numHeads`⌋. Where the layer's
   *   `outputTurnedBack` is set (DeepSeek V4), `v` has the numbers of `k`, and
   *   output[h, i] = R(−pᵢ) · Σⱼ weights[h, i, j] · k_rotated[g, j].
   * - `inverse_frequency` of each pair that turns, by head where heads differ
   *   (LTX-Video, whose head may have pairs that stand still: 0).
   * - `table` `[buckets, H]` of T5; `sinks` `[H]`, where the layer has them.
   *
   * In a layer with `compression` the scores are those of its single keys, and
   * weights and output are made of these alone: its compressed keys are made by
   * weights of the model.
   */
  readonly tensors: Readonly<Record<string, GoldenTensor>>;
  /** Factor on cos and sin. */
  readonly attentionFactor: number;
  /**
   * By the number format of inputs, tables and outputs; angles and sums are in
   * float32 at least. First-order error analysis takes roundings as independent of
   * each other: by chance, a score goes beyond its bound less than once in 10^7.
   */
  readonly tolerance: Readonly<
    Record<"float32" | "bfloat16" | "float16", GoldenTolerance>
  >;
}

/** Golden vectors. */
export interface Golden {
  /**
   * What one layer of a model makes of a few tokens, in float64: queries and
   * keys before and after their rotation, the scores with everything that the plan
   * says, the attention weights, sinks in their denominator, and the output, turned
   * back where the layer does. An engine that agrees within `tolerance` has the
   * layer's positions right.
   *
   * @throws RangeError where the plan has no such layer, or its scores need
   *   weights that these vectors have not (DeBERTa, Transformer-XL), or a grid
   *   (`gridWindow`)
   */
  golden(options: GoldenOptions): GoldenVectors;
}

/** Unit roundoff. */
const UNITS = { float32: 2 ** -24, bfloat16: 2 ** -8, float16: 2 ** -11 };
const MAX_TOKENS = 64;

/** Numbers of a seed (Mulberry32), multiples of 1/64 from −1 to 1. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return (((x ^ (x >>> 14)) >>> 0) % 129) / 64 - 1;
  };
}

const isPosition = (x: unknown): x is number =>
  x === 0 || isCount(x, MAX_POSITION);

function layerOf({ plan, layer = 0, decoder }: GoldenOptions): AttentionLayer {
  const list: readonly LayerPlan[] | undefined = decoder
    ? plan.decoderLayers
    : plan.layers;
  if (!Array.isArray(list)) {
    throw new RangeError(`${CALL}: plan has no decoderLayers`);
  }
  checkInteger(CALL, "layer", layer, 0, list.length - 1);
  const found = list[layer] as LayerPlan;
  if (found.kind !== "attention") {
    throw new RangeError(
      `${CALL}: layer ${layer} has no attention, but ${found.layerType}`,
    );
  }
  const type = found.gridWindow ? "gridWindow" : found.position.type;
  if (["deberta", "transformerXL", "gridWindow"].includes(type)) {
    throw new RangeError(
      `${CALL}: layer ${layer} has ${type}, whose scores need weights or a grid of the model`,
    );
  }
  const { numHeads, numKeyValueHeads, headDim, valueDim = 1 } = found;
  for (const size of [numHeads, numKeyValueHeads, headDim, valueDim]) {
    if (!isCount(size, MAX_WIDTH))
      refuse("plan", "one with sizes from 1 to 65536", size);
  }
  if (numHeads % numKeyValueHeads > 0)
    refuse("plan", `one whose key heads divide ${numHeads}`, numKeyValueHeads);
  return found;
}

/** Factor on the query at a position. */
function temperatureAt(
  { temperature }: AttentionLayer,
  position: number,
): number {
  if (!temperature) return 1;
  const { type, length } = temperature;
  if (type === "log")
    return Math.max(1, Math.log(position + 1) / Math.log(length));
  const { coefficient, shift } = temperature;
  return (
    1 + coefficient * Math.log(1 + Math.floor((position + shift) / length))
  );
}

/** Whether a query at p sees a key at k. */
function sees(
  { causal, window, chunk }: AttentionLayer,
  p: number,
  k: number,
): boolean {
  return (
    !(causal && k > p) &&
    !(window !== undefined && Math.abs(p - k) >= window) &&
    !(chunk !== undefined && Math.floor(p / chunk) !== Math.floor(k / chunk))
  );
}

/** Bias by head, query position and key position. */
function biasOf(
  runtime: Runtime,
  { position }: AttentionLayer,
  heads: number,
  draw: (...shape: readonly number[]) => GoldenTensor,
): readonly [(h: number, p: number, k: number) => number, GoldenTensor?] {
  if (position.type === "alibi") {
    const { numHeads, maxBias, biasScale = 1 } = position;
    const slopes = alibiCalls(runtime).alibiSlopes({
      numHeads,
      ...(maxBias !== undefined && { maxBias }),
    });
    return [(h, p, k) => -(slopes[h] as number) * Math.abs(p - k) * biasScale];
  }
  if (position.type === "t5") {
    const { numBuckets, maxDistance, bidirectional } = position;
    const table = draw(numBuckets, heads);
    const { t5Bucket } = t5Calls(runtime);
    const options = { numBuckets, maxDistance, bidirectional };
    return [
      (h, p, k) =>
        table.data[
          (t5Bucket([k - p], options)[0] as number) * heads + h
        ] as number,
      table,
    ];
  }
  return [() => 0];
}

function readPositions(
  given: Positions | undefined,
  { causal, position }: AttentionLayer,
): Positions {
  const positions = given ?? [0, 1, 2, 17];
  const axes =
    position.type === "axial"
      ? position.axes.length
      : position.type === "axialHeads"
        ? position.axes
        : position.type === "rotary" && position.multimodal
          ? position.multimodal.sections.length
          : 1;
  if (
    !Array.isArray(positions) ||
    positions.length < 1 ||
    positions.length > MAX_TOKENS
  ) {
    refuse("positions", `a list of 1 to ${MAX_TOKENS} positions`, positions);
  }
  positions.forEach((token: number | readonly number[], i: number) => {
    const fits =
      typeof token === "number"
        ? isPosition(token)
        : axes > 1 &&
          Array.isArray(token) &&
          token.length === axes &&
          token.every(isPosition);
    const allowed = `an integer from 0 to 2^31${axes > 1 ? `, or ${axes} of them` : ""}`;
    if (!fits) refuse(`positions[${i}]`, allowed, token);
    const before = positions[i - 1];
    if (causal && i > 0 && coordinate(before, 0) > coordinate(token, 0)) {
      refuse(`positions[${i}]`, "no less than the one before", token);
    }
  });
  return positions;
}

const largest = (numbers: Float64Array): number =>
  numbers.reduce(
    (most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most),
    0,
  );

function softmax(
  { data: scores, shape }: GoldenTensor,
  sinks: GoldenTensor | undefined,
): GoldenTensor {
  const [, , columns = 1] = shape;
  const data = scores.slice();
  for (let at = 0; at < data.length; at += columns) {
    const row = data.subarray(at, at + columns);
    const sink =
      sinks?.data[Math.floor(at / columns ** 2)] ?? Number.NEGATIVE_INFINITY;
    const top = Math.max(sink, ...row);
    const terms = row.map((x) => Math.exp(x - top));
    const sum = terms.reduce((a, b) => a + b, Math.exp(sink - top));
    row.set(terms.map((x) => x / sum));
  }
  return { data, shape };
}

/** The values that each query takes, weighted and added up. */
function sumsOf(
  { data: weights, shape: [heads = 0, tokens = 0] }: GoldenTensor,
  { data: values, shape: [, , width = 0] }: GoldenTensor,
  group: number,
): GoldenTensor {
  const data = new Float64Array(heads * tokens * width);
  weights.forEach((weight, at) => {
    const head = Math.floor(at / tokens ** 2 / group);
    const from = (head * tokens + (at % tokens)) * width;
    const sums = data.subarray(Math.floor(at / tokens) * width);
    for (let c = 0; c < width; c++)
      sums[c] = (sums[c] as number) + weight * (values[from + c] as number);
  });
  return { data, shape: [heads, tokens, width] };
}

function makeVectors(runtime: Runtime, options: GoldenOptions): GoldenVectors {
  const layer = layerOf(options);
  const { plan, seed = 0, heads: wanted = 2 } = options;
  const positions = readPositions(options.positions, layer);
  checkInteger(CALL, "heads", wanted, 1, MAX_WIDTH);
  checkInteger(CALL, "seed", seed, 0, 2 ** 32 - 1);
  const heads = Math.min(wanted, layer.numHeads);
  const random = generator(seed);
  const group = layer.numHeads / layer.numKeyValueHeads;
  const keyHeads = Math.ceil(heads / group);
  const tokens = positions.length;
  const width = layer.headDim;
  const draw = (...shape: readonly number[]): GoldenTensor => ({
    data: Float64Array.from({ length: shape.reduce((a, b) => a * b) }, random),
    shape,
  });
  const q = draw(heads, tokens, width);
  const k = draw(keyHeads, tokens, width);
  // Large scores show a soft cap, and two in a row show it in the weights.
  if (layer.softcap) {
    for (const { data } of [q, k]) {
      for (let at = 0; at < data.length; at += tokens * width)
        data.fill(2, at, at + 2 * width);
    }
  }
  // Of latent attention's keys the turned part is one head for all.
  if (layer.latent) {
    const { nopeDim } = layer.latent;
    for (let h = 1; h < keyHeads; h++) {
      for (let t = 0; t < tokens; t++) {
        const [from, to] = [t * width, (h * tokens + t) * width];
        k.data.copyWithin(to + nopeDim, from + nopeDim, from + width);
      }
    }
  }
  const { position } = layer;
  const furthest = Math.max(...positions.flat());
  const seqLen = furthest + 1;
  const [ofHeads, attentionFactor] = pairsOf(runtime, position, seqLen, heads);
  const pairs = ofHeads.flat();
  const [qTurned, kTurned] = [q, k].map((x) =>
    turned(x, ofHeads, attentionFactor, positions),
  ) as [GoldenTensor, GoldenTensor];
  const [bias, table] = biasOf(runtime, layer, heads, draw);
  const sinks = layer.sinks && draw(heads);
  const isTurnedBack = position.type === "rotary" && position.outputTurnedBack;
  const v = isTurnedBack
    ? { ...k, data: k.data.slice() }
    : draw(keyHeads, tokens, layer.valueDim ?? width);
  const scores: GoldenTensor = {
    data: new Float64Array(heads * tokens * tokens),
    shape: [heads, tokens, tokens],
  };
  const at = positions.map((token) => coordinate(token, 0));
  let [sums, spread] = [0, 0];
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < tokens; i++) {
      const p = at[i] as number;
      const warm = temperatureAt(layer, p);
      for (let j = 0; j < tokens; j++) {
        const key = at[j] as number;
        const [from, to] = [
          (h * tokens + i) * width,
          (Math.floor(h / group) * tokens + j) * width,
        ];
        let [dot, size, squares] = [0, 0, 0];
        for (let c = 0; c < width; c++) {
          const x = qTurned.data[from + c] as number;
          const y = kTurned.data[to + c] as number;
          dot += x * y;
          size += Math.abs(x) + Math.abs(y);
          squares += x * x + y * y;
        }
        const factor = layer.scale * warm;
        sums = Math.max(sums, size * factor);
        spread = Math.max(spread, Math.sqrt(squares) * factor);
        const scaled = dot * factor;
        const cap = layer.softcap;
        const bent = cap === undefined ? scaled : cap * Math.tanh(scaled / cap);
        scores.data[(h * tokens + i) * tokens + j] = sees(layer, p, key)
          ? bent + bias(h, p, key)
          : Number.NEGATIVE_INFINITY;
      }
    }
  }
  const weights = softmax(scores, sinks);
  const sum = sumsOf(weights, isTurnedBack ? kTurned : v, group);
  const output = isTurnedBack
    ? turned(sum, ofHeads, 1 / attentionFactor, positions, true)
    : sum;
  const most = Math.max(largest(qTurned.data), largest(kTurned.data), 1);
  const fastest = Math.max(0, ...pairs.map((pair) => Math.abs(pair.frequency)));
  // A float32 angle is off by half a unit of itself and of its frequency.
  const angle = most * Math.SQRT2 * furthest * fastest * 2 ** -23;
  const tolerance = Object.fromEntries(
    Object.entries(UNITS).map(([name, unit]) => {
      const turning = pairs.length === 0 ? 0 : 4 * most * unit;
      const rotated = angle + turning;
      const own = largest(scores.data) * (4 * unit + width * 2 ** -24);
      // Angles are off alike in many pairs, roundings by chance: beyond six times
      // the root of their squares is one sum in 10^7 (Hoeffding's inequality).
      const rounding = Math.min(sums, 6 * spread) * (turning + unit);
      const score = sums * angle + rounding + own;
      // Log odds are off by two scores, and a logistic function's slope is 1/4.
      const rounded = unit + tokens * 2 ** -23;
      // Values lie twice as far apart as weights do, and are rounded as well.
      const taken = score + unit + rounded;
      return [
        name,
        {
          rotated,
          scores: score,
          weights: score / 2 + rounded,
          output: isTurnedBack
            ? Math.SQRT2 * (most * taken + rotated) + rotated
            : taken,
        },
      ];
    }),
  ) as unknown as GoldenVectors["tolerance"];
  return {
    modelType: plan.modelType,
    layerIndex: options.layer ?? 0,
    // Objects that everybody makes: what was given is a snapshot.
    layer: structuredClone(layer),
    seed,
    positions,
    seqLen,
    attentionFactor,
    tolerance,
    tensors: {
      q,
      k,
      v,
      q_rotated: qTurned,
      k_rotated: kTurned,
      scores,
      weights,
      output,
      inverse_frequency: {
        data: Float64Array.from(pairs, (pair) => pair.frequency),
        shape: [
          ...(ofHeads.length > 1 ? [ofHeads.length] : []),
          ofHeads[0]?.length ?? 0,
        ],
      },
      ...(table && { table }),
      ...(sinks && { sinks }),
    },
  };
}

const NAMES = ["plan", "layer", "decoder", "positions", "seed", "heads"];

/** The options as they were when the call began. */
function readOptions(options: GoldenOptions): GoldenOptions {
  const copy = objectOf(CALL, "options", options);
  refuseUnknown(CALL, Object.keys(copy), NAMES);
  const { decoder } = copy;
  if (decoder !== undefined && typeof decoder !== "boolean")
    throw new TypeError(
      `${CALL}: decoder must be true or false, got ${describe(decoder)}`,
    );
  return { ...copy, plan: planOf(CALL, copy.plan) };
}

/** {@link Golden.golden} of one instance. */
export const goldenCalls = (runtime: Runtime): Golden => ({
  golden: (options) => {
    const read = readOptions(options);
    return withPlan(CALL, () => makeVectors(runtime, read));
  },
});

const goldenCall: Golden["golden"] = /* @__PURE__ */ named(
  goldenCalls,
  "golden",
);

export { goldenCall as golden };
