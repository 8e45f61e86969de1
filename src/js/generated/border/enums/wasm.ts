// Made by tools/lib/border.mjs from src/wasm and src/core.
export const Scheme = {
  none: 0,
  offsetBias: 1,
  shaw: 2,
  transformerXl: 3,
  deberta: 4,
  cope: 5,
  tupe: 6,
  fire: 7,
} as const;
export type Scheme = (typeof Scheme)[keyof typeof Scheme];
