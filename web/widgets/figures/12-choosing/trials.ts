// How each encoding for text takes part in the experiments: what it does to a
// head of attention, and which numbers stand for a position.

import type { PositionScheme, RotaryScaling, Tensor } from "posenc";
import * as pe from "posenc";
import { random, shaped } from "../shared/random-content.ts";

/** Width of the one head that is tried. */
export const WIDTH = 32;

/** What an experiment may draw on. */
export interface Bench {
  /** Tokens "in training"; the long text has twice as many. */
  readonly trainLen: number;
  readonly seed: number;
}

/** How an encoding takes part. */
export interface Trial {
  /** Rows that are added to the tokens; */
  readonly rows?: (bench: Bench) => Tensor;
  /** or queries and keys with their positions; */
  readonly turn?: (bench: Bench, q: Tensor, k: Tensor) => [Tensor, Tensor];
  /** or what attention is told. */
  readonly scheme?: (bench: Bench) => PositionScheme;
  /** The same in a program: an expression for `rows`, `turned` or `position`. */
  readonly source: string;
  /**
   * The numbers that stand for each position of a text of so many tokens, or
   * for each distance back from its last token.
   */
  readonly signal: (bench: Bench, length: number) => Tensor;
}

const upTo = (length: number): number[] => Array.from({ length }, (_, k) => k);

/** Few columns, followed by as many zeros as the tokens are wide. */
function widened({ data, shape }: Tensor): Tensor {
  const [rows = 0, columns = 1] = shape;
  const wide = new Float32Array(rows * WIDTH);
  for (let row = 0; row < rows; row += 1) {
    wide.set(data.subarray(row * columns, (row + 1) * columns), row * WIDTH);
  }
  return { data: wide, shape: [rows, WIDTH] };
}

/** Numbers by distance back from the last token. */
const backwards = ({ data }: Pick<Tensor, "data">): Tensor => ({
  data: data.slice().reverse(),
  shape: [data.length, 1],
});

const added = (source: string, signal: Trial["signal"]): Trial => ({
  rows: (bench) => signal(bench, bench.trainLen),
  signal,
  source,
});

/** Numbers that count, in the first columns of the tokens. */
const counter = (source: string, signal: Trial["signal"]): Trial => ({
  rows: (bench) => widened(signal(bench, bench.trainLen)),
  signal,
  source,
});

/** A table as training leaves it behind. */
const trained = ({ trainLen, seed }: Bench, columns = WIDTH): Tensor =>
  random(trainLen, columns, seed + 3);

const LEARNED_COLUMNS = WIDTH / 4;

const rowsOf: Readonly<Record<string, Trial>> = {
  sinusoidal: added(
    "pe.embedding.sinusoidal({ seqLen, dModel })",
    (_, seqLen) => pe.sinusoidal({ seqLen, dModel: WIDTH }),
  ),
  learned: added("random(seqLen, dModel, seed + 3)", (bench, length) =>
    pe.embeddingLookup(trained(bench), upTo(length)),
  ),
  hierarchical: added(
    "pe.embedding.hierarchical(random(seqLen, dModel, seed + 3), seqLen)",
    (bench, length) => pe.hierarchical(trained(bench), length),
  ),
  hybrid: added(
    `pe.embedding.hybrid({ seqLen, dModel, learnedDims: ${LEARNED_COLUMNS}, table: random(seqLen, ${LEARNED_COLUMNS}, seed + 3) })`,
    (bench, seqLen) =>
      pe.hybrid({
        seqLen,
        dModel: WIDTH,
        learnedDims: LEARNED_COLUMNS,
        table: trained(bench, LEARNED_COLUMNS),
      }),
  ),
  perturbed: added(
    "pe.embedding.perturbed({ seqLen, dModel, delta: random(seqLen, dModel, seed + 3, 0.2) })",
    (bench, seqLen) => {
      const { trainLen, seed } = bench;
      const delta = random(trainLen, WIDTH, seed + 3, 0.2);
      return pe.perturbed({ seqLen, dModel: WIDTH, delta });
    },
  ),
  logarithmic: added(
    "pe.embedding.logarithmic({ seqLen, dModel, maxLen: seqLen })",
    ({ trainLen }, seqLen) =>
      pe.logarithmic({ seqLen, dModel: WIDTH, maxLen: trainLen }),
  ),
  index: counter("wide(pe.embedding.index({ seqLen }))", (_, seqLen) =>
    pe.embeddingIndex({ seqLen }),
  ),
  normalized: counter(
    "wide(pe.embedding.normalized({ seqLen }))",
    (_, seqLen) => pe.embeddingNormalized({ seqLen }),
  ),
  binary: counter(
    "wide(pe.embedding.binary({ seqLen, bits: Math.log2(seqLen) }))",
    ({ trainLen }, seqLen) => pe.binary({ seqLen, bits: Math.log2(trainLen) }),
  ),
};

const KERNEL = 3;

/** A convolution over the tokens; the signal is what it makes of equal ones. */
const convolutional: Trial = {
  turn({ seed }, q, k) {
    const depthwise = random(WIDTH, KERNEL, seed + 3);
    const past = (x: Tensor): Tensor =>
      pe.convolutional(x, {
        depthwise,
        residual: true,
        padding: "causal",
      });
    return [past(q), past(k)];
  },
  signal({ seed }, length) {
    const depthwise = random(WIDTH, KERNEL, seed + 3);
    const ones = new Float32Array(length * WIDTH).fill(1);
    const x = { data: ones, shape: [length, WIDTH] };
    return pe.convolutional(x, { depthwise, padding: "causal" });
  },
  source: `[q, k].map((x) => pe.embedding.convolutional(x, { depthwise: random(dModel, ${KERNEL}, seed + 3), residual: true, padding: "causal" }))`,
};

/** The rules of rescaling, for texts that are `factor` times as long. */
const rules: Readonly<
  Record<string, (factor: number, trained: number) => RotaryScaling>
> = {
  linear: (factor) => ({ type: "linear", factor }),
  ntk: (factor) => ({ type: "ntk", factor }),
  dynamic: (factor, originalMaxSeqLen) => ({
    type: "dynamic",
    factor,
    originalMaxSeqLen,
  }),
  yarn: (factor, originalMaxSeqLen) => ({
    type: "yarn",
    factor,
    originalMaxSeqLen,
  }),
  llama3: (factor, originalMaxSeqLen) => ({
    type: "llama3",
    factor,
    originalMaxSeqLen,
    lowFrequencyFactor: 1,
    highFrequencyFactor: 4,
  }),
  proportional: () => ({ type: "proportional", partialRotaryFactor: 0.25 }),
};

function turned(id: string): Trial {
  const rule = rules[id];
  const at = ({ trainLen }: Bench, seqLen: number) =>
    pe.rotaryFrequencies({
      headDim: WIDTH,
      seqLen,
      ...(rule && { scaling: rule(seqLen / trainLen, trainLen) }),
    });
  return {
    scheme: (bench) => ({
      type: "rotary",
      frequencies: at(bench, bench.trainLen),
    }),
    signal(bench, length) {
      // Without YaRN's factor on cosine and sine, which is no angle.
      const { inverseFrequency } = at(bench, length);
      const { cos, sin } = pe.rotaryTables({
        frequencies: { inverseFrequency },
        seqLen: length,
      });
      return pe.embeddingConcat(cos, sin);
    },
    source: rule
      ? `{ type: "rotary", seqLen, scaling: ${JSON.stringify(rule(1, 64)).replace('"originalMaxSeqLen":64', '"originalMaxSeqLen":seqLen')} }`
      : '{ type: "rotary" }',
  };
}

/** In each pair the vector (1, 0), so that what becomes of it can be read. */
const probe = (length: number): Tensor => ({
  data: Float32Array.from({ length: length * WIDTH }, (_, n) =>
    n % WIDTH < WIDTH / 2 ? 1 : 0,
  ),
  shape: [length, 1, WIDTH],
});

const fading = (options: {
  readonly q: Tensor;
  readonly k?: Tensor;
  readonly numHeads?: number;
  readonly centre?: number;
}) =>
  pe.xpos({
    ...options,
    layout: "halves",
    frequencies: pe.rotaryFrequencies({ headDim: WIDTH }),
  });

const xpos: Trial = {
  turn(_, q, k) {
    const turned = fading({ q, k, numHeads: 1 });
    return [turned.q as Tensor, turned.k as Tensor];
  },
  signal: (_, length) =>
    shaped(fading({ q: probe(length), centre: 0 }).q as Tensor, length, WIDTH),
  source:
    '[pe.rotary.xpos({ q, k, numHeads: 1, layout: "halves", frequencies: pe.rotary.frequencies({ headDim: dModel }) })].flatMap((turned) => [turned.q, turned.k])',
};

const SLOPE = 0.125;
const FIRE = {
  hiddenWeight: { data: [1], shape: [1] },
  hiddenBias: { data: [0], shape: [1] },
  outputWeight: { data: [-8], shape: [1, 1] },
  outputBias: { data: [0], shape: [1] },
};

const grid = (keyLen: number) => ({ queryLen: 1, keyLen });

/** Which row each distance reads. */
const readings = (values: ArrayLike<number>): Tensor =>
  backwards({ data: Float32Array.from(values) });

/** Where the last bucket begins: beyond the 16 exact ones of 32 causal buckets. */
const farthest = (trainLen: number): number => Math.max(17, trainLen / 2);

const biased: Readonly<Record<string, Trial>> = {
  alibi: {
    scheme: () => ({ type: "alibi", slopes: [SLOPE] }),
    signal: (_, n) => backwards(pe.alibi({ ...grid(n), slopes: [SLOPE] })),
    source: `{ type: "alibi", slopes: [${SLOPE}] }`,
  },
  t5: {
    scheme: ({ trainLen, seed }) => ({
      type: "t5",
      bidirectional: false,
      maxDistance: farthest(trainLen),
      table: random(32, 1, seed + 3),
    }),
    signal: ({ trainLen }, n) =>
      readings(
        pe.t5Bucket(
          upTo(n).map((k) => k + 1 - n),
          { bidirectional: false, maxDistance: farthest(trainLen) },
        ),
      ),
    source:
      '{ type: "t5", table: random(32, 1, seed + 3), maxDistance: Math.max(17, seqLen / 2), bidirectional: false }',
  },
  kerple: {
    scheme: () => ({ type: "kerple", kind: "log", a: [1], p: [1] }),
    signal: (_, n) =>
      backwards(pe.kerple({ ...grid(n), kind: "log", a: [1], p: [1] })),
    source: '{ type: "kerple", kind: "log", a: [1], p: [1] }',
  },
  sandwich: {
    scheme: () => ({ type: "sandwich", convention: "nemo" }),
    signal: (_, n) =>
      backwards(pe.sandwich({ ...grid(n), numHeads: 1, convention: "nemo" })),
    source: '{ type: "sandwich", convention: "nemo" }',
  },
  fire: {
    scheme: ({ trainLen }) => ({
      type: "fire",
      weights: FIRE,
      L: trainLen / 8,
    }),
    signal: ({ trainLen }, n) =>
      backwards(pe.fire({ ...grid(n), weights: FIRE, L: trainLen / 8 })),
    source: `{ type: "fire", L: seqLen / 8, weights: ${JSON.stringify(FIRE)} }`,
  },
};

const CLIP = 8;

const distances = (_: Bench, n: number): Tensor =>
  pe.sinusoidal({
    positions: upTo(n).reverse(),
    dModel: WIDTH,
    layout: "halves",
  });

const content: Readonly<Record<string, Trial>> = {
  shaw: {
    scheme: ({ seed }) => ({
      type: "shaw",
      clip: CLIP,
      keyTable: random(2 * CLIP + 1, WIDTH, seed + 3),
    }),
    signal: (_, n) =>
      readings(
        pe.shawIndices({
          queryLen: 1,
          keyLen: n,
          offset: n - 1,
          clip: CLIP,
        }),
      ),
    source: `{ type: "shaw", clip: ${CLIP}, keyTable: random(${2 * CLIP + 1}, dModel, seed + 3) }`,
  },
  transformerXL: {
    scheme: (bench) => ({
      type: "transformerXL",
      r: shaped(distances(bench, bench.trainLen), bench.trainLen, 1, WIDTH),
    }),
    signal: (_, n) =>
      pe.sinusoidal({ seqLen: n, dModel: WIDTH, layout: "halves" }),
    source:
      '{ type: "transformerXL", r: heads(pe.embedding.sinusoidal({ positions: Array.from({ length: seqLen }, (_, n) => seqLen - 1 - n), dModel, layout: "halves" })) }',
  },
  deberta: {
    scheme: ({ seed }) => ({
      type: "deberta",
      span: CLIP,
      relK: shaped(random(2 * CLIP, WIDTH, seed + 3), 2 * CLIP, 1, WIDTH),
      relQ: shaped(random(2 * CLIP, WIDTH, seed + 4), 2 * CLIP, 1, WIDTH),
    }),
    signal: (_, n) =>
      readings(
        pe
          .relativeDistances({ queryLen: 1, keyLen: n, offset: n - 1 })
          .map((it) => Math.min(it, CLIP - 1)),
      ),
    source: `{ type: "deberta", span: ${CLIP}, relK: heads(random(${2 * CLIP}, dModel, seed + 3)), relQ: heads(random(${2 * CLIP}, dModel, seed + 4)) }`,
  },
  cope: {
    scheme: (bench) => ({ type: "cope", embeddings: trained(bench) }),
    // How many tokens its gates have counted back to each key.
    signal(bench, n) {
      const { trainLen, seed } = bench;
      const tokens = pe.embeddingLookup(
        random(trainLen / 2, WIDTH, seed),
        upTo(n).map((k) => k % (trainLen / 2)),
      );
      const last = { data: tokens.data.slice(-WIDTH), shape: [1, WIDTH] };
      const { positions } = pe.cope({
        q: last,
        k: tokens,
        numHeads: 1,
        causal: true,
        embeddings: trained(bench),
      });
      return backwards({ data: positions.data });
    },
    source: '{ type: "cope", embeddings: random(seqLen, dModel, seed + 3) }',
  },
  tupe: {
    scheme: (bench) => ({
      type: "tupe",
      positionQuery: shaped(trained(bench), bench.trainLen, 1, WIDTH),
      positionKey: shaped(
        random(bench.trainLen, WIDTH, bench.seed + 4),
        bench.trainLen,
        1,
        WIDTH,
      ),
    }),
    signal: (bench, n) => pe.embeddingLookup(trained(bench), upTo(n)),
    source:
      '{ type: "tupe", positionQuery: heads(random(seqLen, dModel, seed + 3)), positionKey: heads(random(seqLen, dModel, seed + 4)) }',
  },
};

/** Every encoding that can be tried on a row of words. */
export const TRIALS: Readonly<Record<string, Trial>> = {
  ...rowsOf,
  convolutional,
  rope: turned("rope"),
  ...Object.fromEntries(Object.keys(rules).map((id) => [id, turned(id)])),
  xpos,
  ...biased,
  ...content,
};
