import { type Convolution, convolution } from "./embedding/convolution.js";
import { type Fourier, fourier } from "./embedding/fourier.js";
import { type Fusion, fusion } from "./embedding/fusion.js";
import { type Learned, learned } from "./embedding/learned.js";
import { type Ordinal, ordinal } from "./embedding/ordinal.js";
import { type Resize, resize } from "./embedding/resize.js";
import { type Sinusoidal, sinusoidal } from "./embedding/sinusoidal.js";
import type { Runtime } from "./runtime.js";

export type * from "./embedding/axial.js";
export type { RandomOptions } from "./embedding/common.js";
export type * from "./embedding/convolution.js";
export type * from "./embedding/document.js";
export type * from "./embedding/fourier.js";
export type * from "./embedding/fusion.js";
export type * from "./embedding/learned.js";
export type * from "./embedding/ordinal.js";
export type * from "./embedding/resize.js";
export type * from "./embedding/sinusoidal.js";
export type { PositionOptions } from "./positions.js";

/** Rows added to, or joined with, the token embeddings. */
export interface Embedding
  extends Sinusoidal,
    Learned,
    Resize,
    Ordinal,
    Fourier,
    Convolution,
    Fusion {}

/** {@link Posenc.embedding} of one instance. */
export function embedding(runtime: Runtime): Embedding {
  return Object.freeze<Embedding>({
    ...sinusoidal(runtime),
    ...learned(runtime),
    ...resize(runtime),
    ...ordinal(runtime),
    ...fourier(runtime),
    ...convolution(runtime),
    ...fusion(runtime),
  });
}
