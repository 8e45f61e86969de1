// Made by tools/lib/border.mjs from src/wasm and src/core.
export const Scheme = {
  none: 0,
  sinusoidal: 1,
  learned: 2,
  hybrid: 3,
  perturbed: 4,
  shaw: 5,
  transformerXl: 6,
  deberta: 7,
  cope: 8,
  forgetting: 9,
  t5: 10,
  alibi: 11,
  kerple: 12,
  fire: 13,
  sandwich: 14,
  designedBias: 15,
  rotary: 16,
  partialRotary: 17,
  xpos: 18,
  designedRotation: 19,
} as const;
export type Scheme = (typeof Scheme)[keyof typeof Scheme];

export const Kind = {
  tokens: 0,
  positions: 1,
  relative: 2,
  norm1Gain: 3,
  norm1Bias: 4,
  qkv: 5,
  qkvBias: 6,
  proj: 7,
  projBias: 8,
  norm2Gain: 9,
  norm2Bias: 10,
  up: 11,
  upBias: 12,
  down: 13,
  downBias: 14,
  relativeKeys: 15,
  relativeValues: 16,
  relativeQueries: 17,
  contentBias: 18,
  positionBias: 19,
  forget: 20,
  forgetBias: 21,
  kerpleP: 22,
  kerpleA: 23,
  fireHidden: 24,
  fireHiddenBias: 25,
  fireOut: 26,
  fireOutBias: 27,
  fireC: 28,
  fireMultiplier: 29,
  normGain: 30,
  normBias: 31,
  out: 32,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

export const Init = {
  constant: 0,
  normal: 1,
  uniform: 2,
} as const;
export type Init = (typeof Init)[keyof typeof Init];

export const TaskKind = {
  back: 0,
  copy: 1,
  reverse: 2,
  sort: 3,
  induction: 4,
  ends: 5,
  count: 6,
  flipFlop: 7,
  brackets: 8,
  parity: 9,
  addition: 10,
  hintedAddition: 11,
  sentence: 12,
} as const;
export type TaskKind = (typeof TaskKind)[keyof typeof TaskKind];

export const State = {
  good: 0,
  diverged: 1,
} as const;
export type State = (typeof State)[keyof typeof State];

export const Saved = {
  good: 0,
  foreign: 1,
  version: 2,
  other: 3,
  cut: 4,
  damaged: 5,
} as const;
export type Saved = (typeof Saved)[keyof typeof Saved];
