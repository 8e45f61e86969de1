// Made by tools/lib/border.mjs from src/wasm and src/core.
export const Layout = {
  halves: 0,
  interleaved: 1,
} as const;
export type Layout = (typeof Layout)[keyof typeof Layout];

export const AxialConvention = {
  language: 0,
  pixel: 1,
  constant: 2,
  centred: 3,
} as const;
export type AxialConvention = (typeof AxialConvention)[keyof typeof AxialConvention];

export const Arithmetic = {
  exact: 0,
  float32: 1,
} as const;
export type Arithmetic = (typeof Arithmetic)[keyof typeof Arithmetic];

export const ScalingType = {
  none: 0,
  linear: 1,
  ntk: 2,
  dynamic: 3,
  yarn: 4,
  longrope: 5,
  llama3: 6,
  proportional: 7,
  ntkByParts: 8,
  dynamicLinear: 9,
  dynamicYarn: 10,
  dynamicLongrope: 11,
} as const;
export type ScalingType = (typeof ScalingType)[keyof typeof ScalingType];

export const Magnitude = {
  su: 0,
  yarn: 1,
} as const;
export type Magnitude = (typeof Magnitude)[keyof typeof Magnitude];

export const Precision = {
  exact: 0,
  float32: 1,
  bfloat16: 2,
  float16: 3,
} as const;
export type Precision = (typeof Precision)[keyof typeof Precision];
