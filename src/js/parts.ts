/**
 * The library in parts: a bundler leaves out the JavaScript of those that are
 * not imported. `embedding` alone is a quarter of the whole.
 *
 * ```ts
 * import { embedding, start } from "posenc/parts";
 * const runtime = await start({ url: new URL("posenc.wasm", import.meta.url) });
 * const { sinusoidal } = embedding(runtime);
 * sinusoidal({ seqLen: 50, dModel: 128 }); // { data, shape: [50, 128] }
 * ```
 *
 * Each part is what {@link Posenc} has under its name; `attentionCall` is
 * `attention` without `prepare`. Rooms of many calls come in parts of their own,
 * too: `sinusoidalEmbedding` and the like are what `embedding` is made of.
 *
 * @module posenc/parts
 */

import type { Runtime } from "./runtime.js";
import { startChecked, type WasmSource } from "./source.js";

export { permutationAnalysis } from "./analysis/permutation.js";
export { rotaryAnalysis } from "./analysis/rotary.js";
export { sinusoidalAnalysis } from "./analysis/sinusoidal.js";
export { tableAnalysis } from "./analysis/table.js";
export { termAnalysis } from "./analysis/terms.js";
export { analysis } from "./analysis.js";
export { attentionCall } from "./attend.js";
export { attention } from "./attention.js";
export { bias } from "./bias.js";
export { config } from "./config.js";
export { convert } from "./convert.js";
export { convolution as convolutionEmbedding } from "./embedding/convolution.js";
export { fourier as fourierEmbedding } from "./embedding/fourier.js";
export { fusion as fusionEmbedding } from "./embedding/fusion.js";
export { learned as learnedEmbedding } from "./embedding/learned.js";
export { ordinal as ordinalEmbedding } from "./embedding/ordinal.js";
export { resize as resizeEmbedding } from "./embedding/resize.js";
export { sinusoidal as sinusoidalEmbedding } from "./embedding/sinusoidal.js";
export { embedding } from "./embedding.js";
export { relative } from "./relative.js";
export { rotary } from "./rotary.js";
export type { Runtime } from "./runtime.js";
export type { WasmResponse, WasmSource } from "./source.js";
export { transformerLayers } from "./transformer/layers.js";
export { transformer } from "./transformer.js";
export type * from "./types.js";

/**
 * Starts an instance of the module, which the parts then work with.
 *
 * @param source - exactly one of `url`, `bytes`, `module`, `response`
 * @throws TypeError when not exactly one source is given
 * @throws Error with the reason when the module cannot be fetched or started
 */
export async function start(source: WasmSource): Promise<Runtime> {
  return startChecked("start", source);
}
