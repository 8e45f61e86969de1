// Made by tools/lib/border.mjs from src/wasm and src/core.
export const MaskKind = {
  none: 0,
  boolean: 1,
  additive: 2,
} as const;
export type MaskKind = (typeof MaskKind)[keyof typeof MaskKind];

export const TemperatureKind = {
  none: 0,
  floor: 1,
  log: 2,
} as const;
export type TemperatureKind = (typeof TemperatureKind)[keyof typeof TemperatureKind];
