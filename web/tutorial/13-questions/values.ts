// Numbers of the chapter's answers, all by the library's public functions.
import type { Posenc, Tensor } from "posenc";
import type { Values } from "../../site/page.ts";
import {
  decimals,
  listed,
  quantity,
  scientific,
  type Text,
} from "../../words/text.ts";
import { end } from "../08-relative-positions/buckets.ts";

/** Sinusoidal rows, kept: several answers read the same table. */
const tables = new Map<string, Tensor>();

function rows(pe: Posenc, seqLen: number, dModel: number): Tensor {
  const name = `${seqLen} ${dModel}`;
  const known = tables.get(name) ?? pe.embedding.sinusoidal({ seqLen, dModel });
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

const slowest = (pe: Posenc, base: number): number =>
  pe.analysis.wavelengths({ dModel: 512, base }).at(-1) as number;

/** g(k) / g(0) at width 512. */
function similar(pe: Posenc, k: number): number {
  const { values } = pe.analysis.decay({
    dModel: 512,
    maxOffset: Math.max(16, k),
  });
  return (values[k] as number) / (values[0] as number);
}

const distinct = (pe: Posenc, format: "float32" | "bfloat16"): number =>
  pe.analysis.collisions({ rows: rows(pe, 1024, 64), format }).distinct;

/** Every number of positions as bfloat16 keeps it. */
const counters = (pe: Posenc): number =>
  pe.analysis.collisions({
    rows: pe.embedding.index({ seqLen: 1024 }),
    format: "bfloat16",
  }).distinct;

/** Numbers of a table as a column of the other layout. */
const layouts = (pe: Posenc): number =>
  gap(
    rows(pe, 64, 64).data,
    pe.embedding.sinusoidal({ seqLen: 64, dModel: 64, layout: "halves" }).data,
  );

const positionsOf = (pe: Posenc, mask: readonly number[]): Text =>
  listed(
    pe.embedding.paddedPositions(
      { data: mask, shape: [1, mask.length] },
      { padding: -1 },
    ),
  );

/** A small language model decoding, beside one pass over the whole text. */
export function decoding(pe: Posenc): { right: number; atZero: number } {
  const model = pe.transformer.decoder({
    ...{ layers: 2, dModel: 32, numHeads: 4, vocabularySize: 16 },
    ...{ crossAttention: false, seed: 3 },
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
  const zero = pe.embedding.sinusoidal({ seqLen: 1, dModel: 32 }).data;
  const late = model.start();
  let wrong = new Float32Array(32);
  tokens.forEach((token, at) => {
    const own = pe.embedding.sinusoidal({
      ...{ seqLen: 1, dModel: 32, offset: at },
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
const flat = (pe: Posenc, distance: number): number =>
  -(pe.bias.alibiSlopes({ numHeads: 8 }).at(-1) as number) * distance;

const bucket = (pe: Posenc, distance: number): number =>
  pe.bias.t5Bucket([-distance], { bidirectional: false })[0] as number;

const far = (name: string, distance: number): Values => ({
  [`similar${name}`]: (pe) => decimals(similar(pe, distance), 3),
  [`flat${name}`]: (pe) => {
    const factor = Math.exp(flat(pe, distance));
    return factor < 1e-3 ? scientific(factor, 2) : decimals(factor, 3);
  },
  [`bucket${name}`]: (pe) => String(bucket(pe, distance)),
  [`turned${name}`]: (pe) =>
    String(
      pe.analysis
        .wavelengths({ dModel: 128 })
        .filter((wave) => wave <= distance).length,
    ),
});

export const values: Values = {
  rowNorm: (pe) => norm(rows(pe, 512, 512).data.subarray(511 * 512)),
  indexNorm: (pe) => pe.embedding.index({ seqLen: 512 }).data.at(-1) as number,
  slow100: (pe) => slowest(pe, 100),
  slow10000: (pe) => slowest(pe, 10000),
  slow500000: (pe) => slowest(pe, 500000),
  similar1: (pe) => decimals(similar(pe, 1), 3),
  similar100: (pe) => decimals(similar(pe, 100), 3),
  fit: (pe) =>
    decimals(
      pe.analysis.decay({ dModel: 512, maxOffset: 512 }).fit.reciprocal
        .rSquared,
      2,
    ),
  logFit: (pe) =>
    decimals(
      pe.analysis.decay({ dModel: 512, maxOffset: 512 }).fit.logarithmic
        .rSquared,
      3,
    ),
  distinctHalf(pe) {
    const [full, half] = [distinct(pe, "float32"), distinct(pe, "bfloat16")];
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
  layouts: (pe) => decimals(layouts(pe), 2),
  leftPadded: (pe) => positionsOf(pe, [0, 0, 1, 1, 1]),
  kept: (pe) => {
    const tokens = {
      data: Float32Array.from({ length: 600 }, (_, k) => k),
      shape: [600, 1],
    };
    return String(pe.embedding.fit(tokens, 512).data[0]);
  },
  bucketLast: (pe) => String(bucket(pe, 1_000_000)),
  bucketEnd: (pe) => String(end(pe, false)),
  slide: (pe) => {
    const q = { data: [1, 2, 3, 4], shape: [1, 1, 4] };
    const k = { data: [4, 3, 2, 1], shape: [1, 1, 4] };
    const frequencies = pe.rotary.frequencies({ headDim: 4 });
    const form = { frequencies };
    const at = (p: number): number => {
      const a = pe.rotary.apply(q, { ...form, offset: p + 5 }).data;
      const b = pe.rotary.apply(k, { ...form, offset: p }).data;
      return a.reduce((sum, v, j) => sum + v * (b[j] as number), 0);
    };
    return listed([at(0), at(1000)], (v) => decimals(v, 4));
  },
  stepRight(pe) {
    const { right } = decoding(pe);
    const size = scientific(right, 1);
    return right === 0
      ? { en: "to the last bit", zh: "完全一致" }
      : { en: `to within ${size}`, zh: `相差不到 ${size}` };
  },
  stepWrong: (pe) => decimals(decoding(pe).atZero, 2),
  ...far("Near", 10),
  ...far("Far", 1000),
  ...far("Document", 30000),
  pairsDocument: () => quantity(30000 ** 2),
};
