// An encoder and a decoder run on two sentences, stage by stage.

import type { Decoder, Encoder, Tensor } from "posenc";
import * as pe from "posenc";
import type { Matrix } from "../../kit/panel.ts";
import { rowAt } from "../../kit/pieces/vectors.ts";
import { numbered } from "../../kit/pieces/word-vectors.ts";

export type Side = "encoder" | "decoder";
export type Kind =
  | "embedding"
  | "position"
  | "selfAttention"
  | "crossAttention"
  | "feedForward"
  | "logits";

/** One box of the diagram, with what leaves it. */
export interface Stage {
  readonly side: Side;
  readonly kind: Kind;
  /** Which layer, from 0; −1: none. */
  readonly layer: number;
  /** [T, D] or [T, V]. */
  readonly output: Matrix;
  /** Weights of each head, `[T, K]`; attention only. */
  readonly weights: readonly Matrix[];
  /** Cosine similarities of its rows. */
  readonly alike: Matrix;
  /** Root mean square of the output. */
  readonly size: number;
}

export interface Sizes {
  readonly layers: number;
  readonly heads: number;
  readonly dModel: number;
  readonly seed: number;
  readonly position: boolean;
}

export interface Run {
  readonly stages: readonly Stage[];
  /** Two equal words of the source, and how far apart they leave the encoder. */
  readonly twins: { readonly at: readonly number[]; readonly gap: number };
}

function matrixOf({ data, shape }: Tensor): Matrix {
  let most = 0;
  for (const value of data) most = Math.max(most, Math.abs(value));
  const reach = most || 1;
  return {
    values: data,
    rows: shape[0] as number,
    columns: shape[1] as number,
    domain: [-reach, reach],
  };
}

/** Weights `[H, T, K]`, a matrix for each head. */
function headsOf(weights: Tensor | undefined): Matrix[] {
  if (!weights) return [];
  const [heads = 0, rows = 0, columns = 0] = weights.shape;
  const size = rows * columns;
  return Array.from({ length: heads }, (_, h) => ({
    values: weights.data.slice(h * size, (h + 1) * size),
    rows,
    columns,
    domain: [0, 1] as const,
    map: "sequential" as const,
  }));
}

function stageOf(
  side: Side,
  kind: Kind,
  layer: number,
  output: Tensor,
  weights?: Tensor,
): Stage {
  const alike = pe.analysisSimilarity(output, { normalized: true });
  let square = 0;
  for (const value of output.data) square += value * value;
  return {
    side,
    kind,
    layer,
    output: matrixOf(output),
    weights: headsOf(weights),
    alike: { ...matrixOf(alike), domain: [-1, 1] },
    size: Math.sqrt(square / output.data.length),
  };
}

/** Embeddings as the model looks them up, and with rows for the positions. */
function below(
  side: Side,
  model: Encoder | Decoder,
  numbers: readonly number[],
  { dModel, position }: Sizes,
): Stage[] {
  const table = model.weights.tokenEmbedding as Tensor;
  const plain = pe.embeddingLookup(table, numbers);
  const none = {
    data: new Float32Array(plain.data.length),
    shape: plain.shape,
  };
  const tokenScale = Math.sqrt(dModel);
  const x = pe.embeddingAdd(plain, none, { tokenScale });
  const stages = [stageOf(side, "embedding", -1, x)];
  if (!position) return stages;
  const rows = pe.sinusoidal({ seqLen: numbers.length, dModel });
  stages.push(stageOf(side, "position", -1, pe.embeddingAdd(x, rows)));
  return stages;
}

function optionsOf(words: readonly number[], sizes: Sizes) {
  const { layers, heads, dModel, seed, position } = sizes;
  return {
    layers,
    dModel,
    numHeads: heads,
    vocabularySize: Math.max(...words) + 1,
    seed,
    position: { type: position ? "sinusoidal" : "none" },
  } as const;
}

/** The first word that occurs twice. */
function twinsOf(numbers: readonly number[], output: Tensor) {
  const second = numbers.findIndex((word, t) => numbers.indexOf(word) < t);
  if (second < 0) return { at: [], gap: 0 };
  const first = numbers.indexOf(numbers[second] as number);
  const [a, b] = [rowAt(output, first), rowAt(output, second)];
  const gap = Math.hypot(...a.map((v, k) => v - (b[k] as number)));
  return { at: [first, second], gap };
}

/** Both models, run once; their memory is given back at the end. */
export function run(
  source: readonly string[],
  target: readonly string[],
  sizes: Sizes,
): Run {
  const [from, to] = [numbered(source), numbered(target)];
  const encoder = pe.transformerEncoder(optionsOf(from, sizes));
  const decoder = pe.transformerDecoder({
    ...optionsOf(to, sizes),
    seed: sizes.seed + 1,
  });
  try {
    const stages = below("encoder", encoder, from, sizes);
    const memory = encoder.forward(from, {
      returnWeights: true,
      onLayer: ({ kind, layer, output, attentionWeights }) =>
        stages.push(stageOf("encoder", kind, layer, output, attentionWeights)),
    }).output;
    stages.push(...below("decoder", decoder, to, sizes));
    const { logits } = decoder.forward(to, {
      memory,
      returnWeights: true,
      logits: true,
      onLayer: ({ kind, layer, output, attentionWeights }) =>
        stages.push(stageOf("decoder", kind, layer, output, attentionWeights)),
    });
    stages.push(stageOf("decoder", "logits", -1, logits as Tensor));
    return { stages, twins: twinsOf(from, memory) };
  } finally {
    encoder.dispose();
    decoder.dispose();
  }
}
