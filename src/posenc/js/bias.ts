import { type AlibiBias, alibiCalls } from "./bias/alibi.js";
import { type FireBias, fireCalls } from "./bias/fire.js";
import { type KerpleBias, kerpleCalls } from "./bias/kerple.js";
import { type BiasPrepare, preparing } from "./bias/prepare.js";
import { type SandwichBias, sandwichCalls } from "./bias/sandwich.js";
import { type T5Bias, t5Calls } from "./bias/t5.js";
import { type WindowBias, windowBias } from "./bias/window.js";
import type { Runtime } from "./runtime.js";

export type {
  AlibiBias,
  AlibiOptions,
  AlibiSlopesOptions,
} from "./bias/alibi.js";
export type { FireBias, FireOptions, FireWeights } from "./bias/fire.js";
export type { BiasClosing, BiasGrid } from "./bias/grid.js";
export type { KerpleBias, KerpleOptions } from "./bias/kerple.js";
export type {
  BiasPrepare,
  BiasPrepareCommon,
  BiasPrepareOptions,
  PreparedBias,
} from "./bias/prepare.js";
export type { SandwichBias, SandwichOptions } from "./bias/sandwich.js";
export type { T5Bias, T5BucketOptions, T5Options } from "./bias/t5.js";
export type {
  LogCpbOptions,
  LogCpbTable,
  LogCpbWeights,
  RelativeCoordsOptions,
  WindowBias,
  WindowOptions,
} from "./bias/window.js";

/**
 * A number per score, from the positions alone.
 *
 * Unless a call says otherwise, key j stands at position j and query i at
 * `offset + i`, where `offset` is `keyLen − queryLen` by default: the queries
 * are the last positions of the keys. See {@link BiasGrid}.
 */
export interface Bias
  extends AlibiBias,
    T5Bias,
    KerpleBias,
    FireBias,
    SandwichBias,
    WindowBias,
    BiasPrepare {}

/** What lives no longer than its call, of one instance. */
export const biasCalls = (runtime: Runtime): Omit<Bias, "prepare"> => ({
  ...alibiCalls(runtime),
  ...t5Calls(runtime),
  ...kerpleCalls(runtime),
  ...fireCalls(runtime),
  ...sandwichCalls(runtime),
  ...windowBias(runtime),
});

/** {@link Posenc.bias} of one instance. */
export const bias = (runtime: Runtime): Bias =>
  Object.freeze<Bias>({ ...biasCalls(runtime), ...preparing(runtime) });
