import { type Convolution, convolution } from "./embedding/convolution.js";
import { type Fourier, fourierCalls } from "./embedding/fourier.js";
import { type Fusion, fusion } from "./embedding/fusion.js";
import { type Learned, learnedCalls } from "./embedding/learned.js";
import { type Ordinal, ordinal } from "./embedding/ordinal.js";
import { type Packing, packing } from "./embedding/packed.js";
import { type Resize, resize } from "./embedding/resize.js";
import { type Sinusoidal, sinusoidalCalls } from "./embedding/sinusoidal.js";
import {
  type SinusoidalVariants,
  variants,
} from "./embedding/sinusoidal-variants.js";
import type { Runtime } from "./runtime.js";

export type * from "./embedding/axial.js";
export type { RandomOptions } from "./embedding/common.js";
export type * from "./embedding/convolution.js";
export type * from "./embedding/document.js";
export type * from "./embedding/fourier.js";
export type * from "./embedding/fusion.js";
export type * from "./embedding/learned.js";
export type * from "./embedding/ordinal.js";
export type * from "./embedding/packed.js";
export type * from "./embedding/resize.js";
export type * from "./embedding/sinusoidal.js";
export type * from "./embedding/sinusoidal-variants.js";
export type { PositionOptions } from "./positions.js";

/** Rows added to, or joined with, the token embeddings. */
export interface Embedding
  extends Sinusoidal,
    SinusoidalVariants,
    Learned,
    Resize,
    Ordinal,
    Packing,
    Fourier,
    Convolution,
    Fusion {}

/** {@link Posenc.embedding} of one instance. */
export function embedding(runtime: Runtime): Embedding {
  return Object.freeze<Embedding>({
    ...sinusoidalCalls(runtime),
    ...variants(runtime),
    ...learnedCalls(runtime),
    ...resize(runtime),
    ...ordinal(runtime),
    ...packing(runtime),
    ...fourierCalls(runtime),
    ...convolution(runtime),
    ...fusion(runtime),
  });
}
