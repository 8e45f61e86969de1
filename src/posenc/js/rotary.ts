import { applying } from "./rotary/apply.js";
import { axial } from "./rotary/axial.js";
import { frequencies } from "./rotary/frequencies.js";
import { attentionScale } from "./rotary/mscale.js";
import { multimodal } from "./rotary/multimodal.js";
import { preparing } from "./rotary/prepare.js";
import { multimodalPositions } from "./rotary/spans.js";
import { tables } from "./rotary/tables.js";
import type { Rotary } from "./rotary/types.js";
import { xposCalls } from "./rotary/xpos.js";
import type { Runtime } from "./runtime.js";

export type { RotaryApplyOptions, RotaryShiftOptions } from "./rotary/apply.js";
export type { AxialRotaryOptions, AxialTables } from "./rotary/axial.js";
export type {
  ComputedFrequencies,
  RotaryFrequencyOptions,
} from "./rotary/frequencies.js";
export type {
  RotaryFrequencies,
  RotaryPositions,
  RotaryPrecision,
  RotationOptions,
} from "./rotary/inputs.js";
export type { AttentionScaleOptions } from "./rotary/mscale.js";
export type { MultimodalOptions } from "./rotary/multimodal.js";
export type { PreparedRotary, RotaryPrepareOptions } from "./rotary/prepare.js";
export type { RotaryTables } from "./rotary/rotate.js";
export type {
  DynamicFields,
  DynamicLinearFields,
  DynamicLongropeFields,
  ExtensionFields,
  LinearFields,
  Llama3Fields,
  LongropeFields,
  LongropeLists,
  NtkByPartsFields,
  ProportionalFields,
  RotaryScaling,
  YarnExtensionFields,
  YarnFields,
} from "./rotary/scaling.js";
export type {
  MultimodalPositions,
  MultimodalPositionsOptions,
  MultimodalSpan,
} from "./rotary/spans.js";
export type { RotaryTableOptions } from "./rotary/tables.js";
export type { Rotary } from "./rotary/types.js";
export type { XposOptions, XposResult } from "./rotary/xpos.js";

/** What lives no longer than its call, of one instance. */
export const rotaryCalls = (runtime: Runtime): Omit<Rotary, "prepare"> => ({
  ...frequencies(runtime),
  ...tables(runtime),
  ...applying(runtime),
  ...xposCalls(runtime),
  ...multimodal(runtime),
  ...multimodalPositions(runtime),
  ...axial(runtime),
  ...attentionScale(runtime),
});

/** {@link Posenc.rotary} of one instance. */
export const rotary = (runtime: Runtime): Rotary =>
  Object.freeze<Rotary>({ ...rotaryCalls(runtime), ...preparing(runtime) });
