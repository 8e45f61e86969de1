// Made by tools/lib/border.mjs from src/wasm and src/core.
export type AttentionArguments = Readonly<
  Record<"out" | "weights" | "scores" | "firstHead" | "lastHead" | "q" | "k" | "v" | "batch" | "queries" | "keys" | "heads" | "keyHeads" | "width" | "valueWidth" | "scale" | "offset" | "causal" | "window" | "sinks" | "maskKind" | "mask" | "maskBatch" | "maskHeads" | "maskQueries" | "maskKeys" | "softcap" | "temperature" | "temperatureLength" | "temperatureCoefficient" | "temperatureShift" | "temperatureFirst" | "temperaturePositions" | "temperatureCount", number>
>;
/** The list that C++ reads by `AttentionArguments`. */
export const attentionArguments = (a: AttentionArguments): number[] => [a.out, a.weights, a.scores, a.firstHead, a.lastHead, a.q, a.k, a.v, a.batch, a.queries, a.keys, a.heads, a.keyHeads, a.width, a.valueWidth, a.scale, a.offset, a.causal, a.window, a.sinks, a.maskKind, a.mask, a.maskBatch, a.maskHeads, a.maskQueries, a.maskKeys, a.softcap, a.temperature, a.temperatureLength, a.temperatureCoefficient, a.temperatureShift, a.temperatureFirst, a.temperaturePositions, a.temperatureCount];

export type FrequencyFields = Readonly<
  Record<"base" | "seqLen" | "type" | "factor" | "originalMaxSeqLen" | "maxSeqLen" | "betaFast" | "betaSlow" | "truncate" | "mscale" | "mscaleAllDim" | "attentionFactor" | "attentionMultiplier" | "extrapolationFactor" | "ntkFactor" | "lowFrequencyFactor" | "highFrequencyFactor" | "partialRotaryFactor" | "magnitude" | "arithmetic", number>
>;
/** The list that C++ reads by `FrequencyFields`. */
export const frequencyFields = (a: FrequencyFields): number[] => [a.base, a.seqLen, a.type, a.factor, a.originalMaxSeqLen, a.maxSeqLen, a.betaFast, a.betaSlow, a.truncate, a.mscale, a.mscaleAllDim, a.attentionFactor, a.attentionMultiplier, a.extrapolationFactor, a.ntkFactor, a.lowFrequencyFactor, a.highFrequencyFactor, a.partialRotaryFactor, a.magnitude, a.arithmetic];

export type OffsetBiasArguments = Readonly<
  Record<"scheme" | "table" | "stride", number>
>;
/** The list that C++ reads by `OffsetBiasArguments`. */
export const offsetBiasArguments = (a: OffsetBiasArguments): number[] => [a.scheme, a.table, a.stride];

export type ShawArguments = Readonly<
  Record<"scheme" | "clip" | "keyTables" | "valueTables" | "keyTable" | "valueTable" | "memory", number>
>;
/** The list that C++ reads by `ShawArguments`. */
export const shawArguments = (a: ShawArguments): number[] => [a.scheme, a.clip, a.keyTables, a.valueTables, a.keyTable, a.valueTable, a.memory];

export type TransformerXlArguments = Readonly<
  Record<"scheme" | "rows" | "firstDistance" | "r" | "contentBias" | "positionBias" | "memory" | "content" | "position", number>
>;
/** The list that C++ reads by `TransformerXlArguments`. */
export const transformerXlArguments = (a: TransformerXlArguments): number[] => [a.scheme, a.rows, a.firstDistance, a.r, a.contentBias, a.positionBias, a.memory, a.content, a.position];

export type DebertaArguments = Readonly<
  Record<"scheme" | "span" | "relativeKey" | "relativeQuery" | "rowOfOffset" | "memory", number>
>;
/** The list that C++ reads by `DebertaArguments`. */
export const debertaArguments = (a: DebertaArguments): number[] => [a.scheme, a.span, a.relativeKey, a.relativeQuery, a.rowOfOffset, a.memory];

export type CopeArguments = Readonly<
  Record<"scheme" | "positions" | "tables" | "factor" | "embeddings" | "gates" | "gateHeads" | "memory" | "tellPositions", number>
>;
/** The list that C++ reads by `CopeArguments`. */
export const copeArguments = (a: CopeArguments): number[] => [a.scheme, a.positions, a.tables, a.factor, a.embeddings, a.gates, a.gateHeads, a.memory, a.tellPositions];

export type TupeArguments = Readonly<
  Record<"scheme" | "width" | "cls" | "scale" | "queryPositions" | "keyPositions" | "memory", number>
>;
/** The list that C++ reads by `TupeArguments`. */
export const tupeArguments = (a: TupeArguments): number[] => [a.scheme, a.width, a.cls, a.scale, a.queryPositions, a.keyPositions, a.memory];

export type FireArguments = Readonly<
  Record<"scheme" | "width" | "c" | "length" | "multiplier" | "eps" | "weights" | "scratch", number>
>;
/** The list that C++ reads by `FireArguments`. */
export const fireArguments = (a: FireArguments): number[] => [a.scheme, a.width, a.c, a.length, a.multiplier, a.eps, a.weights, a.scratch];
