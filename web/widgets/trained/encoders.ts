// The trained models as the library itself runs them: posenc-training made the
// weights, `pe.transformer.encoder` reads them. The weights come with the figure
// that asks for this file.

import type { Encoder, ModelWeights, Tensor } from "posenc";
import * as pe from "posenc";
import { type KeptWeights, restore } from "./kept-weights.ts";
import { NOUNS, WORDS } from "./known-words.ts";
import alibi from "./models/alibi.json" with { type: "json" };
import learned from "./models/learned.json" with { type: "json" };
import none from "./models/none.json" with { type: "json" };
import rope from "./models/rope.json" with { type: "json" };
import sinusoidal from "./models/sinusoidal.json" with { type: "json" };
import t5 from "./models/t5.json" with { type: "json" };
import { runOf, TRAINED, type TrainedName } from "./setup.ts";

const FILES = { none, learned, sinusoidal, rope, alibi, t5 } as const;

/** All of them, in the order in which readers see them. */
export const TRAINED_NAMES = Object.keys(TRAINED) as readonly TrainedName[];

const RUN = runOf("none", none.seed);
const WIDTH = RUN.dModel;
export const HEADS = RUN.numHeads;

/** Shapes that the numbers of a file do not tell. */
const shaped = (data: Float32Array, columns: number): Tensor => ({
  data: data as Float32Array<ArrayBuffer>,
  shape: [data.length / columns, columns],
});
const vector = (data: Float32Array): Tensor => ({
  data: data as Float32Array<ArrayBuffer>,
  shape: [data.length],
});

/** Weights of a model by the names that `pe.transformer` has for them. */
interface Numbers {
  readonly weights: ModelWeights;
  /** Rows of a learned table, by position. */
  readonly positions: Tensor | undefined;
  /** Rows of T5's table. */
  readonly relative: Tensor | undefined;
}

function numbersOf(file: KeptWeights): Numbers {
  const of = (name: string): Float32Array => restore(file[name] as never);
  const layer = "layers.0";
  const qkv = of(`${layer}.attention.qkv.weight`);
  const shift = of(`${layer}.attention.qkv.bias`);
  const parts = ["query", "key", "value"].flatMap((part, n) => {
    const rows = qkv.subarray(n * WIDTH * WIDTH, (n + 1) * WIDTH * WIDTH);
    const name = `${layer}.selfAttention.${part}`;
    return [
      [`${name}.weight`, shaped(rows, WIDTH)],
      [`${name}.bias`, vector(shift.subarray(n * WIDTH, (n + 1) * WIDTH))],
    ] as const;
  });
  const linear = (to: string, from: string, columns: number) => [
    [`${to}.weight`, shaped(of(`${from}.weight`), columns)] as const,
    [`${to}.bias`, vector(of(`${from}.bias`))] as const,
  ];
  const norm = (to: string, from: string) => [
    [`${to}.gain`, vector(of(`${from}.weight`))] as const,
    [`${to}.bias`, vector(of(`${from}.bias`))] as const,
  ];
  const table = (name: string, columns: number): Tensor | undefined =>
    file[name] && shaped(of(name), columns);
  return {
    weights: Object.fromEntries([
      ["tokenEmbedding", shaped(of("tokens.weight"), WIDTH)],
      ...parts,
      ...linear(
        `${layer}.selfAttention.output`,
        `${layer}.attention.proj`,
        WIDTH,
      ),
      ...norm(`${layer}.selfAttentionNorm`, `${layer}.norm1`),
      ...linear(
        `${layer}.feedForward.hidden`,
        `${layer}.feed_forward.up`,
        WIDTH,
      ),
      ...linear(
        `${layer}.feedForward.output`,
        `${layer}.feed_forward.down`,
        4 * WIDTH,
      ),
      ...norm(`${layer}.feedForwardNorm`, `${layer}.norm2`),
      ...norm("finalNorm", "norm"),
    ]),
    positions: table("positions.weight", WIDTH),
    relative: table("relative.weight", HEADS),
  };
}

const read = new Map<TrainedName, Numbers>();

function numbers(name: TrainedName): Numbers {
  const known = read.get(name);
  if (known) return known;
  const file = FILES[name].weights as unknown as KeptWeights;
  const fresh = numbersOf(file);
  read.set(name, fresh);
  return fresh;
}

/** The learned table, trained or not: [positions, width]. */
export const learnedTable = (): Tensor =>
  numbers("learned").positions as Tensor;

/** How positions enter the scores of a model, as `pe` is told. */
export function schemeOf(name: TrainedName) {
  switch (name) {
    case "rope":
      return { type: "rotary", layout: "halves" } as const;
    case "alibi":
      return { type: "alibi", symmetric: true } as const;
    case "t5":
      return {
        type: "t5",
        bidirectional: true,
        table: numbers("t5").relative as Tensor,
      } as const;
    default:
      return { type: "none" } as const;
  }
}

/** Rows that are added to words at these places; undefined: none are. */
function rowsOf(
  name: TrainedName,
  positions: readonly number[],
): Tensor | undefined {
  if (name === "sinusoidal") {
    return pe.sinusoidal({ positions, dModel: WIDTH });
  }
  if (name !== "learned") return undefined;
  return pe.embeddingLookup(learnedTable(), positions);
}

/** What a model makes of a text. */
export interface Reading {
  /** Words of the text, T. */
  readonly length: number;
  /** Probability of each noun for "who did it?", asked at a word. */
  readonly nouns: (at: number) => Float64Array;
  /** [heads, T, T]; rows are queries. */
  readonly weights: Float32Array;
}

/** Shares of the nouns of the logits of all words at one place. */
function nounsOf(logits: ArrayLike<number>): Float64Array {
  const all = Array.from(logits);
  const largest = Math.max(...all);
  const parts = all.map((logit) => Math.exp(logit - largest));
  const sum = parts.reduce((a, b) => a + b);
  return Float64Array.from(NOUNS, (_, noun) => (parts[noun] as number) / sum);
}

/** How a text is given to a model. */
export interface Given {
  readonly tokens: readonly number[];
  /** Position of the first of them. */
  readonly place: number;
  /** Whether the model is told of positions at all. */
  readonly positions: boolean;
}

/** The models that were asked. */
const asked = new Map<string, Encoder>();

/** A model; one that is not told of positions reads its words alone. */
function encoderOf(name: TrainedName, isPlaced: boolean): Encoder {
  const position = isPlaced ? schemeOf(name) : schemeOf("none");
  const key = `${name} ${position.type}`;
  const known = asked.get(key);
  if (known) return known;
  const fresh = pe.transformerEncoder({
    layers: RUN.layers,
    dModel: WIDTH,
    numHeads: HEADS,
    vocabularySize: WORDS.length,
    norm: "pre",
    activation: "geluTanh",
    // Words and rows are added outside, for positions of one's choice.
    embeddingScale: 1,
    position,
    weights: numbers(name).weights,
  });
  asked.set(key, fresh);
  return fresh;
}

/** Runs a model over texts of one length, side by side. */
export function readAll(
  name: TrainedName,
  texts: readonly Given[],
): readonly Reading[] {
  const length = texts[0]?.tokens.length ?? 0;
  const isPlaced = texts.every(({ positions }) => positions);
  const table = numbers(name).weights.tokenEmbedding as Tensor;
  const words = pe.embeddingLookup(
    table,
    texts.flatMap(({ tokens }) => tokens),
  );
  const places = texts.flatMap(({ tokens, place }) =>
    tokens.map((_, t) => place + t),
  );
  const rows =
    (isPlaced ? rowsOf(name, places) : undefined) ??
    shaped(new Float32Array(words.data.length), WIDTH);
  const { data } = pe.embeddingAdd(words, rows, {
    tokenScale: Math.sqrt(WIDTH),
  });
  const { logits, layers } = encoderOf(name, isPlaced).forward(
    { data, shape: [texts.length, length, WIDTH] },
    { logits: true, returnWeights: true },
  );
  const all = (logits as Tensor).data;
  const weights = layers?.[0]?.selfAttention.data as Float32Array;
  const each = HEADS * length * length;
  return texts.map((_, n) => ({
    length,
    nouns(at) {
      const from = (n * length + at) * WORDS.length;
      return nounsOf(all.subarray(from, from + WORDS.length));
    },
    weights: weights.slice(n * each, (n + 1) * each),
  }));
}

/** Runs a model over one text. */
export const readBy = (name: TrainedName, text: Given): Reading =>
  readAll(name, [text])[0] as Reading;
