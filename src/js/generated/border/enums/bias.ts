// Made by tools/lib/border.mjs from src/wasm and src/core.
export const AlibiOrder = {
  reference: 0,
  mpt: 1,
  geometric: 2,
} as const;
export type AlibiOrder = (typeof AlibiOrder)[keyof typeof AlibiOrder];

export const KerpleKind = {
  log: 0,
  power: 1,
} as const;
export type KerpleKind = (typeof KerpleKind)[keyof typeof KerpleKind];

export const Future = {
  keep: 0,
  mask: 1,
  zero: 2,
} as const;
export type Future = (typeof Future)[keyof typeof Future];

export const SandwichConvention = {
  paper: 0,
  nemo: 1,
} as const;
export type SandwichConvention = (typeof SandwichConvention)[keyof typeof SandwichConvention];
