// Each call as an export of its own. Encodings go by their own names, all other
// calls by their path in Posenc: rotary.apply is rotaryApply. The build lists
// the calls in the folders of encodings (tools/lib/encodings.mjs).
export {
  analysisCollisions,
  analysisRangePerDimension,
  analysisSimilarity,
} from "./analysis/pairs.js";
export { analysisPermutationError } from "./analysis/permutation.js";
export { analysisCoverage, analysisPrecision } from "./analysis/rotary.js";
export {
  analysisDecay,
  analysisShiftError,
  analysisShiftMatrix,
  analysisWavelengths,
} from "./analysis/sinusoidal.js";
export { analysisSpectrum } from "./analysis/spectrum.js";
export { logitTerms as analysisLogitTerms } from "./analysis/terms.js";
export { attentionTemperature } from "./attention/temperature.js";
export { attention } from "./attention-call.js";
export {
  engines as configEngines,
  fromHuggingFace as configFromHuggingFace,
  parse as configParse,
} from "./config.js";
export {
  alibiOrder as convertAlibiOrder,
  layout as convertLayout,
  queryKeyWeights as convertQueryKeyWeights,
  sinusoidal as convertSinusoidal,
} from "./convert.js";
export { buffer, isFused } from "./default-instance.js";
export * from "./generated/encodings/calls.js";
export { golden } from "./golden.js";
export { attentionPrepare } from "./prepared/attention.js";
export {
  transformerLayerNorm,
  transformerLinear,
} from "./transformer/layers.js";
export {
  transformerDecoder,
  transformerEncoder,
} from "./transformer/models.js";
export { version } from "./version.js";
