// What a card says besides name and meaning: the kind of thing, the work that
// introduced it, and what it is best read with.

import type { Text } from "../../../widgets/words/text.ts";
import type { WorkId } from "../../claims/works.ts";

/** The kinds of things that the glossary holds. */
export const categories = {
  encoding: { en: "encoding", zh: "编码方法" },
  architecture: { en: "part of a model", zh: "模型结构" },
  property: { en: "property", zh: "性质" },
  length: { en: "length", zh: "长度" },
  mathematics: { en: "mathematics", zh: "数学" },
  numbers: { en: "number format", zh: "数值格式" },
  training: { en: "training", zh: "训练" },
} as const satisfies Readonly<Record<string, Text>>;

export interface Card {
  readonly category: keyof typeof categories;
  /** The work that introduced it, where there is one. */
  readonly work?: WorkId;
  /** Ids of terms to read it with. */
  readonly related: readonly string[];
  /** A sign to sort the first of its Chinese name by, which has several readings. */
  readonly reading?: string;
}

type Row = readonly [
  category: Card["category"],
  related: string,
  work?: WorkId | undefined,
  reading?: string,
];

const ROWS: Readonly<Record<string, Row>> = {
  "absolute-encoding": [
    "encoding",
    "learned-encoding sinusoidal-encoding relative-encoding",
  ],
  alibi: ["encoding", "bias slope extrapolation", "alibi"],
  "attention-score": ["architecture", "query key attention-weight logit"],
  "attention-weight": ["architecture", "attention-score softmax value"],
  base: ["encoding", "wavelength geometric-series ntk-scaling", "vaswani"],
  bfloat16: ["numbers", "float16 float32 collision"],
  bias: ["encoding", "alibi bucket attention-score", "t5"],
  bucket: ["encoding", "bias clipping offset", "t5"],
  "causal-mask": ["architecture", "decoder nope self-attention", "vaswani"],
  clipping: ["encoding", "bucket offset relative-encoding", "shaw"],
  collision: ["property", "bfloat16 float16 norm"],
  "context-length": ["length", "extrapolation length-generalization token"],
  "cross-attention": [
    "architecture",
    "encoder decoder self-attention",
    "vaswani",
  ],
  decay: ["property", "dot-product translation-invariance alibi"],
  decoder: ["architecture", "encoder causal-mask cross-attention", "vaswani"],
  dimension: ["mathematics", "feature-dimension pair"],
  "disentangled-attention": [
    "encoding",
    "relative-encoding attention-score",
    "deberta",
  ],
  "dot-product": ["mathematics", "attention-score norm decay"],
  embedding: ["architecture", "token positional-encoding learned-encoding"],
  encoder: ["architecture", "decoder self-attention", "vaswani"],
  extrapolation: [
    "length",
    "length-generalization interpolation out-of-distribution",
    "alibi",
  ],
  "feature-dimension": ["architecture", "dimension pair head"],
  "fine-tuning": ["training", "interpolation yarn"],
  float16: ["numbers", "bfloat16 float32 collision"],
  float32: ["numbers", "bfloat16 float16"],
  frequency: ["mathematics", "wavelength pair phase"],
  "geometric-series": ["mathematics", "wavelength base frequency"],
  halves: ["encoding", "interleaved pair rope"],
  head: ["architecture", "multi-head-attention feature-dimension slope"],
  heatmap: ["mathematics", "sinusoidal-encoding dimension"],
  interleaved: ["encoding", "halves pair rope"],
  interpolation: ["length", "extrapolation ntk-scaling yarn", "pi"],
  key: ["architecture", "query value attention-score"],
  "layer-norm": ["architecture", "residual norm"],
  "learned-encoding": [
    "encoding",
    "absolute-encoding embedding fine-tuning",
    "convs2s",
  ],
  "length-generalization": [
    "length",
    "extrapolation out-of-distribution context-length",
    undefined,
    "常",
  ],
  logit: ["architecture", "softmax attention-score"],
  "multi-head-attention": ["architecture", "head self-attention", "vaswani"],
  nope: ["encoding", "causal-mask positional-encoding", "haviv"],
  norm: ["mathematics", "layer-norm dot-product"],
  "ntk-scaling": ["length", "base interpolation yarn", "yarn"],
  offset: ["encoding", "relative-encoding position clipping"],
  "out-of-distribution": ["training", "extrapolation length-generalization"],
  pair: ["encoding", "frequency interleaved halves"],
  "partial-rotation": ["encoding", "rope pair", "neox"],
  "permutation-equivariance": [
    "property",
    "self-attention translation-invariance",
  ],
  phase: ["mathematics", "frequency radian"],
  position: ["encoding", "offset positional-encoding"],
  "positional-encoding": [
    "encoding",
    "absolute-encoding relative-encoding rope",
  ],
  "principal-components": ["mathematics", "dimension sinusoidal-encoding"],
  query: ["architecture", "key value attention-score"],
  radian: ["mathematics", "phase rotation-matrix"],
  "relative-encoding": ["encoding", "offset bias rope", "shaw"],
  residual: ["architecture", "layer-norm transformer"],
  rope: ["encoding", "rotation-matrix pair relative-encoding", "roformer"],
  "rotation-matrix": ["mathematics", "rope radian pair"],
  "self-attention": [
    "architecture",
    "query key permutation-equivariance",
    "vaswani",
  ],
  "sinusoidal-encoding": [
    "encoding",
    "wavelength pair absolute-encoding",
    "vaswani",
  ],
  slope: ["encoding", "alibi head", "alibi"],
  softmax: ["mathematics", "attention-weight logit"],
  tensor: ["mathematics", "dimension feature-dimension"],
  token: ["architecture", "embedding context-length"],
  transformer: ["architecture", "self-attention encoder decoder", "vaswani"],
  "translation-invariance": [
    "property",
    "offset permutation-equivariance decay",
  ],
  value: ["architecture", "query key attention-weight"],
  wavelength: ["encoding", "frequency base geometric-series"],
  xpos: ["encoding", "rope decay extrapolation", "xpos"],
  yarn: ["length", "interpolation ntk-scaling fine-tuning", "yarn"],
};

/** The cards by id of the term. */
export const cards: Readonly<Record<string, Card>> = Object.fromEntries(
  Object.entries(ROWS).map(([id, [category, related, work, reading]]) => [
    id,
    {
      category,
      related: related.split(" "),
      ...(work && { work }),
      ...(reading && { reading }),
    },
  ]),
);
