// Made by tools/lib/border.mjs from src/wasm and src/core.
export const Storage = {
  float64: 0,
  float32: 1,
  bfloat16: 2,
  float16: 3,
} as const;
export type Storage = (typeof Storage)[keyof typeof Storage];

export const DecayLaw = {
  reciprocal: 0,
  shiftedReciprocal: 1,
  logarithm: 2,
  logTheory: 3,
} as const;
export type DecayLaw = (typeof DecayLaw)[keyof typeof DecayLaw];

export const SimilarityKind = {
  innerProduct: 0,
  cosine: 1,
} as const;
export type SimilarityKind = (typeof SimilarityKind)[keyof typeof SimilarityKind];
