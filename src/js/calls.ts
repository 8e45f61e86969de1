// Each call as an export of its own. Encodings go by their own names, all other
// calls by their path in Posenc: rotary.apply is rotaryApply.
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
export { attention } from "./attend.js";
export { alibi, alibiSlopes } from "./bias/alibi.js";
export { fire } from "./bias/fire.js";
export { kerple } from "./bias/kerple.js";
export { biasPrepare } from "./bias/prepare.js";
export { sandwich } from "./bias/sandwich.js";
export { t5, t5Bucket } from "./bias/t5.js";
export {
  logCpb,
  relativeCoords,
  relativePositionIndex,
} from "./bias/window.js";
export { fromHuggingFace as configFromHuggingFace } from "./config.js";
export {
  alibiOrder as convertAlibiOrder,
  layout as convertLayout,
  queryKeyWeights as convertQueryKeyWeights,
  sinusoidal as convertSinusoidal,
} from "./convert.js";
export {
  convolutional,
  convolutional2d,
  convolutionalGrouped,
  weightNorm,
} from "./embedding/convolution.js";
export { axial, fourier, randomFourier } from "./embedding/fourier.js";
export { learned } from "./embedding/fresh.js";
export {
  embeddingAdd,
  embeddingConcat,
  embeddingFit,
  embeddingMultiply,
} from "./embedding/fusion.js";
export {
  embeddingLookup,
  embeddingUpdate,
  hierarchical,
  paddedPositions,
} from "./embedding/learned.js";
export {
  binary,
  embeddingIndex,
  embeddingNormalized,
  logarithmic,
} from "./embedding/ordinal.js";
export { embeddingResize, embeddingResize2d } from "./embedding/resize.js";
export { sinusoidal } from "./embedding/sinusoidal.js";
export {
  embeddingDocument,
  hybrid,
  perturbed,
  timestep,
} from "./embedding/sinusoidal-variants.js";
export { attentionPrepare } from "./prepared/attention.js";
export {
  logBuckets,
  relativeDistances,
  relativeShift,
  relativeUnshift,
  shawIndices,
  shawValues,
} from "./relative/lookup.js";
export { cope, deberta, shaw, transformerXL, tupe } from "./relative/terms.js";
export {
  rotaryApply,
  rotaryApplyInPlace,
  rotaryShift,
} from "./rotary/apply.js";
export { rotaryAxial, rotaryAxial2d } from "./rotary/axial.js";
export { rotaryFrequencies } from "./rotary/frequencies.js";
export { rotaryAttentionScale } from "./rotary/mscale.js";
export { rotaryMultimodal } from "./rotary/multimodal.js";
export { rotaryPrepare } from "./rotary/prepare.js";
export { rotaryTables } from "./rotary/tables.js";
export { xpos } from "./rotary/xpos.js";
export { buffer } from "./running.js";
export {
  transformerLayerNorm,
  transformerLinear,
} from "./transformer/layers.js";
export {
  transformerDecoder,
  transformerEncoder,
} from "./transformer/models.js";
export { version } from "./version.js";
