/** The public types, for both entries. */
export type * from "./analysis.js";
export type { Posenc } from "./api.js";
export type * from "./attention.js";
export type * from "./bias.js";
export type {
  AlibiScheme,
  FireScheme,
  KerpleScheme,
  SandwichScheme,
  T5Scheme,
} from "./bias-scheme.js";
export type * from "./config.js";
export type * from "./convert.js";
export type * from "./embedding.js";
export type { NoPosition, PositionScheme } from "./position.js";
export type * from "./relative.js";
export type { RotaryScheme } from "./rotary/scheme.js";
export type * from "./rotary.js";
export type { TensorBuffer } from "./runtime.js";
export type { Tensor, TensorLike } from "./tensor.js";
export type * from "./transformer.js";
