// A document as lengths of sentences, and its three layers.

import type { Tensor } from "posenc";
import * as pe from "posenc";

export const WIDTH = 32;
/** Most tokens of a document. */
export const MOST = 48;

/** "5 4, 6 3" → paragraphs of sentences; undefined when it is no such thing. */
export function readDocument(text: string): number[][] | undefined {
  const paragraphs = text
    .split(/[,，;；]/)
    .map((part) => part.trim().split(/\s+/).map(Number));
  const all = paragraphs.flat();
  const good =
    all.every((length) => Number.isInteger(length) && length > 0) &&
    all.reduce((sum, it) => sum + it, 0) <= MOST;
  return good ? paragraphs : undefined;
}

/** What of the figure's state the layers depend on. */
export interface Layers {
  readonly sentences: string;
  readonly waves: boolean;
  readonly paragraph: boolean;
  readonly local: boolean;
  readonly std: number;
  readonly window: number;
  readonly seed: number;
}

export interface Model {
  readonly paragraphs: readonly (readonly number[])[];
  /** Paragraph and sentence of each token. */
  readonly paragraphOf: readonly number[];
  readonly sentenceOf: readonly number[];
  readonly rows: Tensor;
  readonly alike: Tensor;
  readonly bias: Tensor;
  /** Pairs with a bias. */
  readonly touched: number;
  /** Mean likeness of tokens a few places apart; NaN: there are none. */
  readonly within: number;
  readonly across: number;
}

/** Distance at which likeness is compared. */
export const APART = 3;

const runs = (lengths: readonly number[]): number[] =>
  lengths.flatMap((length, k) => Array<number>(length).fill(k));

/** Mean likeness of the pairs that are APART, in one paragraph or in two. */
function means(alike: Tensor, paragraphOf: readonly number[]) {
  const [sums, counts] = [
    [0, 0],
    [0, 0],
  ];
  const count = paragraphOf.length;
  for (let at = 0; at + APART < count; at += 1) {
    const kind = paragraphOf[at] === paragraphOf[at + APART] ? 0 : 1;
    sums[kind] =
      (sums[kind] as number) + (alike.data[at * count + at + APART] as number);
    counts[kind] = (counts[kind] as number) + 1;
  }
  const mean = (kind: 0 | 1): number =>
    (sums[kind] as number) / (counts[kind] as number);
  return { within: mean(0), across: mean(1) };
}

/** All three layers of a document. */
export function compute(state: Readonly<Layers>): Model {
  const paragraphs = readDocument(state.sentences) ?? [[1]];
  const lengths = paragraphs.map((it) => it.reduce((a, b) => a + b, 0));
  const paragraphOf = runs(lengths);
  const sentenceOf = runs(paragraphs.flat());
  const shape = [paragraphs.length, WIDTH];
  const offsets = state.paragraph
    ? pe.learned({
        maxLen: paragraphs.length,
        dModel: WIDTH,
        std: state.std,
        seed: state.seed,
      })
    : { data: new Float32Array(paragraphs.length * WIDTH), shape };
  const { rows: all, localBias } = pe.embeddingDocument({
    paragraphs: lengths,
    sentences: paragraphs.flat(),
    dModel: WIDTH,
    offsets,
    window: state.window,
    ...(state.local
      ? {}
      : { localTable: new Float32Array(2 * state.window + 1) }),
  });
  const rows = state.waves ? all : pe.embeddingLookup(offsets, paragraphOf);
  const nothing = !state.waves && !state.paragraph;
  const alike = nothing
    ? { data: new Float32Array(localBias.data.length), shape: localBias.shape }
    : pe.analysisSimilarity(rows, { normalized: true });
  return {
    paragraphs,
    paragraphOf,
    sentenceOf,
    rows,
    alike,
    bias: localBias,
    touched: localBias.data.filter((value) => value !== 0).length,
    ...means(alike, paragraphOf),
  };
}
