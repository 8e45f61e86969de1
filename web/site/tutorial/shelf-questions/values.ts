// Numbers of the answers, all by the library's public functions.

import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  cellValue,
  decimals,
  listed,
  quantity,
  scientific,
  type Text,
} from "../../../widgets/words/text.ts";
import type { Values } from "../../page.ts";
import { end } from "../5-relative-positions/buckets.ts";

/** Sinusoidal rows, kept: several answers read the same table. */
const tables = new Map<string, Tensor>();

function rows(seqLen: number, dModel: number): Tensor {
  const name = `${seqLen} ${dModel}`;
  const known = tables.get(name) ?? pe.sinusoidal({ seqLen, dModel });
  tables.set(name, known);
  return known;
}

const norm = (numbers: Iterable<number>): number =>
  Math.sqrt([...numbers].reduce((sum, v) => sum + v * v, 0));

const gap = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let most = 0;
  for (let k = 0; k < a.length; k += 1) {
    most = Math.max(most, Math.abs((a[k] as number) - (b[k] as number)));
  }
  return most;
};

const slowest = (base: number): number =>
  pe.analysisWavelengths({ dModel: 512, base }).at(-1) as number;

/** g(k) / g(0) at width 512. */
function similar(k: number): number {
  const { values } = pe.analysisDecay({
    dModel: 512,
    maxOffset: Math.max(16, k),
  });
  return (values[k] as number) / (values[0] as number);
}

const distinct = (format: "float32" | "bfloat16"): number =>
  pe.analysisCollisions({ rows: rows(1024, 64), format }).distinct;

/** Every number of positions as bfloat16 keeps it. */
const counters = (): number =>
  pe.analysisCollisions({
    rows: pe.embeddingIndex({ seqLen: 1024 }),
    format: "bfloat16",
  }).distinct;

/** Numbers of a table as a column of the other layout. */
const layouts = (): number =>
  gap(
    rows(64, 64).data,
    pe.sinusoidal({ seqLen: 64, dModel: 64, layout: "halves" }).data,
  );

const positionsOf = (mask: readonly number[]): Text =>
  listed(
    pe.paddedPositions(
      { data: mask, shape: [1, mask.length] },
      { padding: -1 },
    ),
  );

/** A small language model decoding, beside one pass over the whole text. */
function decoding(): { right: number; atZero: number } {
  const model = pe.transformerDecoder({
    layers: 2,
    dModel: 32,
    numHeads: 4,
    vocabularySize: 16,
    crossAttention: false,
    seed: 3,
  });
  const tokens = [3, 1, 4, 1, 5, 9, 2, 6];
  const full = model.forward(tokens).output.data;
  const last = full.subarray(full.length - 32);
  const run = model.start();
  let stepped = new Float32Array(32);
  for (const token of tokens) {
    stepped = Float32Array.from(run.step(token).output.data);
  }
  // The same weights, each embedding given the row of position 0 beforehand.
  const weights = model.weights;
  const embedding = weights.tokenEmbedding as Tensor;
  const zero = pe.sinusoidal({ seqLen: 1, dModel: 32 }).data;
  const late = model.start();
  let wrong = new Float32Array(32);
  tokens.forEach((token, at) => {
    const own = pe.sinusoidal({
      seqLen: 1,
      dModel: 32,
      offset: at,
    }).data;
    // What the model adds is taken away again, and row 0 put in its place.
    const data = Float32Array.from(
      { length: 32 },
      (_, j) =>
        (embedding.data[token * 32 + j] as number) +
        ((zero[j] as number) - (own[j] as number)) / Math.sqrt(32),
    );
    wrong = Float32Array.from(late.step({ data, shape: [32] }).output.data);
  });
  const result = { right: gap(stepped, last), atZero: gap(wrong, last) };
  model.dispose();
  return result;
}

/** Bias of the flattest of eight heads at a distance, and its factor. */
const flat = (distance: number): number =>
  -(pe.alibiSlopes({ numHeads: 8 }).at(-1) as number) * distance;

const bucket = (distance: number): number =>
  pe.t5Bucket([-distance], { bidirectional: false })[0] as number;

const far = (name: string, distance: number): Values => ({
  [`similar${name}`]: () => decimals(similar(distance), 3),
  [`flat${name}`]: () => {
    const factor = Math.exp(flat(distance));
    return factor < 1e-3 ? scientific(factor, 2) : decimals(factor, 3);
  },
  [`bucket${name}`]: () => String(bucket(distance)),
  [`turned${name}`]: () =>
    String(
      pe.analysisWavelengths({ dModel: 128 }).filter((wave) => wave <= distance)
        .length,
    ),
});

/** Of the questions. */
export const answers: Values = {
  rowNorm: () => norm(rows(512, 512).data.subarray(511 * 512)),
  indexNorm: () => pe.embeddingIndex({ seqLen: 512 }).data.at(-1) as number,
  slow100: () => slowest(100),
  slow10000: () => slowest(10000),
  slow500000: () => slowest(500000),
  similar1: () => decimals(similar(1), 3),
  similar100: () => decimals(similar(100), 3),
  fit: () =>
    decimals(
      pe.analysisDecay({ dModel: 512, maxOffset: 512 }).fit.reciprocal.rSquared,
      2,
    ),
  logFit: () =>
    decimals(
      pe.analysisDecay({ dModel: 512, maxOffset: 512 }).fit.logarithmic
        .rSquared,
      3,
    ),
  distinctHalf() {
    const [full, half] = [distinct("float32"), distinct("bfloat16")];
    return full === half
      ? {
          en: `${half} are distinct in bfloat16 as in float32`,
          zh: `float32 与 bfloat16 两种格式下都有 ${half} 行互不相同`,
        }
      : {
          en: `${full} are distinct in float32 and ${half} in bfloat16`,
          zh: `float32 下有 ${full} 行互不相同，bfloat16 下有 ${half} 行`,
        };
  },
  counters,
  layouts: () => decimals(layouts(), 2),
  leftPadded: () => positionsOf([0, 0, 1, 1, 1]),
  kept: () => {
    const tokens = {
      data: Float32Array.from({ length: 600 }, (_, k) => k),
      shape: [600, 1],
    };
    return String(pe.embeddingFit(tokens, 512).data[0]);
  },
  bucketLast: () => String(bucket(1_000_000)),
  bucketEnd: () => String(end(false)),
  slide: () => {
    const q = { data: [1, 2, 3, 4], shape: [1, 1, 4] };
    const k = { data: [4, 3, 2, 1], shape: [1, 1, 4] };
    const frequencies = pe.rotaryFrequencies({ headDim: 4 });
    const form = { frequencies };
    const at = (p: number): number => {
      const a = pe.rotaryApply(q, { ...form, offset: p + 5 }).data;
      const b = pe.rotaryApply(k, { ...form, offset: p }).data;
      return a.reduce((sum, v, j) => sum + v * (b[j] as number), 0);
    };
    return listed([at(0), at(1000)], (v) => decimals(v, 4));
  },
  stepRight() {
    const { right } = decoding();
    const size = scientific(right, 1);
    return right === 0
      ? { en: "to the last bit", zh: "完全一致" }
      : { en: `to within ${size}`, zh: `相差不到 ${size}` };
  },
  stepWrong: () => decimals(decoding().atZero, 2),
  ...far("Near", 10),
  ...far("Far", 1000),
  ...far("Document", 30000),
  pairsDocument: () => quantity(30000 ** 2),
};

/** Of the exercises. */
export const exercises: Values = {
  cell: () =>
    cellValue(
      pe.sinusoidal({ seqLen: 1, offset: 3, dModel: 4 }).data[2] as number,
    ),
  row: () =>
    listed(pe.sinusoidal({ seqLen: 1, offset: 1, dModel: 4 }).data, (v) =>
      decimals(v, 5),
    ),
  lastWave: () =>
    quantity(pe.analysisWavelengths({ dModel: 64 }).at(-1) as number, 6),
  turning: () =>
    pe.analysisWavelengths({ dModel: 64 }).filter((wave) => wave <= 100).length,
  parameters: () => pe.learned({ maxLen: 512, dModel: 768 }).data.length,
  distances: () =>
    new Set(pe.relativeDistances({ queryLen: 64, keyLen: 64 })).size,
  slope: () => listed(pe.alibiSlopes({ numHeads: 4 }), (v) => decimals(v, 5)),
  buckets: () => listed(pe.t5Bucket([-5, -20, 20, -200])),
  shared: () => end(true),
  shift: () =>
    listed(pe.analysisShiftMatrix({ dModel: 2, offset: 2 }).data, cellValue),
  ends: () =>
    listed(
      pe.embeddingFit({ data: [0, 1, 2, 3, 4, 5, 6, 7, 8], shape: [9, 1] }, 5, {
        keep: "ends",
      }).data,
    ),
  sum: () =>
    listed(
      pe.embeddingAdd(
        { data: [0.5, 0.2, -0.3, 0.8], shape: [1, 4] },
        pe.sinusoidal({ seqLen: 1, offset: 0, dModel: 4 }),
      ).data,
      (v) => decimals(v, 1),
    ),
  half: () =>
    pe.analysisCollisions({
      rows: pe.embeddingIndex({ seqLen: 512 }),
      format: "bfloat16",
    }).distinct,
};
