// Made by tools/lib/border.mjs from src/wasm and src/core.
export const AxialConvention = {
  tatp22: 0,
  mae: 1,
  timm: 2,
  tensor2tensor: 3,
} as const;
export type AxialConvention = (typeof AxialConvention)[keyof typeof AxialConvention];

export const ConvolutionPadding = {
  zero: 0,
  circular: 1,
  causal: 2,
} as const;
export type ConvolutionPadding = (typeof ConvolutionPadding)[keyof typeof ConvolutionPadding];

export const Activation = {
  none: 0,
  gelu: 1,
} as const;
export type Activation = (typeof Activation)[keyof typeof Activation];

export const FitKeep = {
  last: 0,
  first: 1,
  ends: 2,
} as const;
export type FitKeep = (typeof FitKeep)[keyof typeof FitKeep];

export const FourierSpacing = {
  octaves: 0,
  linear: 1,
} as const;
export type FourierSpacing = (typeof FourierSpacing)[keyof typeof FourierSpacing];

export const FourierLayout = {
  interleaved: 0,
  halves: 1,
  bands: 2,
} as const;
export type FourierLayout = (typeof FourierLayout)[keyof typeof FourierLayout];

export const Overflow = {
  error: 0,
  clamp: 1,
  wrap: 2,
} as const;
export type Overflow = (typeof Overflow)[keyof typeof Overflow];

export const SinusoidalLayout = {
  interleaved: 0,
  halves: 1,
} as const;
export type SinusoidalLayout = (typeof SinusoidalLayout)[keyof typeof SinusoidalLayout];

export const SinusoidalSpacing = {
  paper: 0,
  endpoint: 1,
} as const;
export type SinusoidalSpacing = (typeof SinusoidalSpacing)[keyof typeof SinusoidalSpacing];
