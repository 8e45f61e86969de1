// Made by tools/lib/border.mjs from src/wasm and src/core.
export const Format = {
  float32: 1,
  bfloat16: 2,
  float16: 3,
} as const;
export type Format = (typeof Format)[keyof typeof Format];

export const ResampleMethod = {
  linear: 0,
  cubic: 1,
  nearest: 2,
} as const;
export type ResampleMethod = (typeof ResampleMethod)[keyof typeof ResampleMethod];
