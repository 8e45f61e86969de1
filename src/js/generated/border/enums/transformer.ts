// Made by tools/lib/border.mjs from src/wasm and src/core.
export const Activation = {
  relu: 0,
  gelu: 1,
  geluTanh: 2,
} as const;
export type Activation = (typeof Activation)[keyof typeof Activation];
