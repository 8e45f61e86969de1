// What a card says besides the texts of terms.en.md and terms.zh.md: the kind of
// thing, where it is explained, the work that introduced it, and what it is best
// read with.

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
  /** Where it is explained. */
  readonly page: string;
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

/** By the place that explains the term, and its id. */
const ROWS: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  "why-position/": {
    "attention-score": ["architecture", "query key attention-weight logit"],
    "attention-weight": ["architecture", "attention-score softmax value"],
    "causal-mask": ["architecture", "decoder nope self-attention", "vaswani"],
    key: ["architecture", "query value attention-score"],
    "multi-head-attention": ["architecture", "head self-attention", "vaswani"],
    nope: ["encoding", "causal-mask positional-encoding", "haviv"],
    "permutation-equivariance": [
      "property",
      "self-attention translation-invariance",
    ],
    position: ["encoding", "offset positional-encoding"],
    "positional-encoding": [
      "encoding",
      "absolute-encoding relative-encoding rope",
    ],
    query: ["architecture", "key value attention-score"],
    "self-attention": [
      "architecture",
      "query key permutation-equivariance",
      "vaswani",
    ],
    softmax: ["mathematics", "attention-weight logit"],
    token: ["architecture", "embedding context-length"],
    transformer: ["architecture", "self-attention encoder decoder", "vaswani"],
    value: ["architecture", "query key attention-weight"],
  },
  "ladder/": {
    "absolute-encoding": [
      "encoding",
      "learned-encoding sinusoidal-encoding relative-encoding",
    ],
  },
  "sinusoids/": {
    base: ["encoding", "wavelength geometric-series ntk-scaling", "vaswani"],
    dimension: ["mathematics", "feature-dimension pair"],
    frequency: ["mathematics", "wavelength pair phase"],
    "geometric-series": ["mathematics", "wavelength base frequency"],
    halves: ["encoding", "interleaved pair rope"],
    heatmap: ["mathematics", "sinusoidal-encoding dimension"],
    interleaved: ["encoding", "halves pair rope"],
    pair: ["encoding", "frequency interleaved halves"],
    phase: ["mathematics", "frequency radian"],
    radian: ["mathematics", "phase rotation-matrix"],
    "sinusoidal-encoding": [
      "encoding",
      "wavelength pair absolute-encoding",
      "vaswani",
    ],
    wavelength: ["encoding", "frequency base geometric-series"],
  },
  "learned-tables/": {
    "learned-encoding": [
      "encoding",
      "absolute-encoding embedding fine-tuning",
      "convs2s",
    ],
  },
  "relative-positions/": {
    bias: ["encoding", "alibi bucket attention-score", "t5"],
    bucket: ["encoding", "bias clipping offset", "t5"],
    "disentangled-attention": [
      "encoding",
      "relative-encoding attention-score",
      "deberta",
    ],
    offset: ["encoding", "relative-encoding position clipping"],
    "relative-encoding": ["encoding", "offset bias rope", "shaw"],
    "translation-invariance": [
      "property",
      "offset permutation-equivariance decay",
    ],
  },
  "relative-positions/#offsets": {
    clipping: ["encoding", "bucket offset relative-encoding", "shaw"],
  },
  "rope/": {
    "feature-dimension": ["architecture", "dimension pair head"],
    head: ["architecture", "multi-head-attention feature-dimension slope"],
    rope: ["encoding", "rotation-matrix pair relative-encoding", "roformer"],
    xpos: ["encoding", "rope decay extrapolation", "xpos"],
  },
  "rope/#speeds": {
    "partial-rotation": ["encoding", "rope pair", "neox"],
  },
  "long-context/": {
    alibi: ["encoding", "bias slope extrapolation", "alibi"],
    bfloat16: ["numbers", "float16 float32 collision"],
    "context-length": ["length", "extrapolation length-generalization token"],
    extrapolation: [
      "length",
      "length-generalization interpolation out-of-distribution",
      "alibi",
    ],
    "fine-tuning": ["training", "interpolation yarn"],
    float16: ["numbers", "bfloat16 float32 collision"],
    float32: ["numbers", "bfloat16 float16"],
    interpolation: ["length", "extrapolation ntk-scaling yarn", "pi"],
    "length-generalization": [
      "length",
      "extrapolation out-of-distribution context-length",
      undefined,
      "常",
    ],
    "ntk-scaling": ["length", "base interpolation yarn", "yarn"],
    "out-of-distribution": ["training", "extrapolation length-generalization"],
    yarn: ["length", "interpolation ntk-scaling fine-tuning", "yarn"],
  },
  "long-context/#alibi": {
    slope: ["encoding", "alibi head", "alibi"],
  },
  "code/": {
    tensor: ["mathematics", "dimension feature-dimension"],
  },
  "putting-them-in/": {
    "cross-attention": [
      "architecture",
      "encoder decoder self-attention",
      "vaswani",
    ],
    decoder: ["architecture", "encoder causal-mask cross-attention", "vaswani"],
    embedding: ["architecture", "token positional-encoding learned-encoding"],
    encoder: ["architecture", "decoder self-attention", "vaswani"],
    "layer-norm": ["architecture", "residual norm"],
    logit: ["architecture", "softmax attention-score"],
    residual: ["architecture", "layer-norm transformer"],
  },
  "what-waves-can-do/": {
    collision: ["property", "bfloat16 float16 norm"],
    decay: ["property", "dot-product translation-invariance alibi"],
    "dot-product": ["mathematics", "attention-score norm decay"],
    norm: ["mathematics", "layer-norm dot-product"],
    "principal-components": ["mathematics", "dimension sinusoidal-encoding"],
    "rotation-matrix": ["mathematics", "rope radian pair"],
  },
};

const cardsOf = (page: string, rows: Readonly<Record<string, Row>>) =>
  Object.entries(rows).map(
    ([id, [category, related, work, reading]]): [string, Card] => [
      id,
      {
        category,
        page,
        related: related.split(" "),
        ...(work && { work }),
        ...(reading && { reading }),
      },
    ],
  );

/** The cards by id of the term. */
export const cards: Readonly<Record<string, Card>> = Object.fromEntries(
  Object.entries(ROWS).flatMap(([page, rows]) => cardsOf(page, rows)),
);
