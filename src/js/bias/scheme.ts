import { type Prepare, termOf } from "../attention/sequence.js";
import { partOf } from "../errors.js";
import { biasFireScratchSize } from "../generated/border/bias.js";
import { Scheme } from "../generated/border/enums/wasm.js";
import {
  fireArguments,
  offsetBiasArguments,
} from "../generated/border/lists.js";

import type { Runtime } from "../runtime.js";
import {
  type OptionsOf,
  openScheme,
  type Part,
  part,
  pick,
} from "../schema.js";
import type { Tensor } from "../tensor.js";
import { ALIBI, alibi, SLOPES_OR_ORDER } from "./alibi.js";
import { FIRE_FIELDS, readFire } from "./fire.js";
import { CLOSED, CLOSING, readFuture } from "./grid.js";
import { KERNELS, KERPLE, kerple } from "./kerple.js";
import { SANDWICH, sandwich } from "./sandwich.js";
import { T5, t5 } from "./t5.js";

const ALIBI_FIELDS = pick(ALIBI.fields, [
  "order",
  "maxBias",
  "slopes",
  "symmetric",
  "causal",
  "future",
]);
export const ALIBI_SCHEME = part(ALIBI_FIELDS, SLOPES_OR_ORDER, CLOSING);
/** Attention with linear biases (Press et al. 2022): see {@link Bias.alibi}. */
export type AlibiScheme = OptionsOf<typeof ALIBI_SCHEME>;

const T5_FIELDS = pick(T5.fields, [
  "table",
  "maxDistance",
  "bidirectional",
  "causal",
  "future",
]);
export const T5_SCHEME = part(T5_FIELDS, CLOSING);
/** The bias of T5 (Raffel et al. 2020): see {@link Bias.t5}. */
export type T5Scheme = OptionsOf<typeof T5_SCHEME>;

const KERPLE_FIELDS = pick(KERPLE.fields, [
  "kind",
  "a",
  "p",
  "eps",
  "causal",
  "future",
]);
export const KERPLE_SCHEME = part(KERPLE_FIELDS, KERNELS, CLOSING);
/** KERPLE (Chi et al. 2022): see {@link Bias.kerple}. */
export type KerpleScheme = OptionsOf<typeof KERPLE_SCHEME>;

const SANDWICH_FIELDS = pick(SANDWICH.fields, [
  "dim",
  "base",
  "convention",
  "causal",
  "future",
]);
export const SANDWICH_SCHEME = part(SANDWICH_FIELDS, CLOSING);
/** Sandwich (Chi et al. 2023): see {@link Bias.sandwich}. */
export type SandwichScheme = OptionsOf<typeof SANDWICH_SCHEME>;

export const FIRE_SCHEME = part({ ...FIRE_FIELDS, ...CLOSED }, CLOSING);
/** FIRE (Li et al. 2024): see {@link Bias.fire}. */
export type FireScheme = OptionsOf<typeof FIRE_SCHEME>;

function checkHeads(call: string, found: number, heads: number): void {
  if (found !== heads) {
    throw new RangeError(
      `${call}: the bias must have the ${heads} heads of q, got ${found}`,
    );
  }
}

type Make = (options: never) => Tensor;

/**
 * A bias that knows the offset alone. Its numbers for one query far to the
 * right are those of all offsets: the row that the kernel reads.
 *
 * @param needsHeads - whether its heads must be told
 */
const byOffset =
  (
    { fields }: Part,
    name: string,
    make: (runtime: Runtime) => Make,
    needsHeads = true,
  ): Prepare =>
  (runtime, frame, call, scheme, s) => {
    const options = openScheme(call, fields, scheme);
    const grid = {
      ...options.pick(Object.keys(fields)),
      ...(needsHeads ? { numHeads: s.heads } : {}),
      queryLen: 1,
      keyLen: s.queries + s.keys - 1,
      offset: s.offset + s.queries - 1,
    };
    const table = partOf(call, name, () => make(runtime)(grid as never));
    checkHeads(call, table.shape[0] as number, s.heads);
    return {
      term: termOf(offsetBiasArguments, {
        scheme: Scheme.offsetBias,
        table: frame.input(table).pointer,
        stride: 0,
      }),
    };
  };

const fire: Prepare = (runtime, frame, call, scheme, s) => {
  const options = openScheme(call, FIRE_SCHEME.fields, scheme);
  const { numbers, write } = readFire(options);
  const { heads, ...others } = numbers;
  checkHeads(call, heads, s.heads);
  const future = readFuture(options, false);
  const offsets = s.queries + s.keys - 1;
  const scratch = runtime.number(biasFireScratchSize, { ...numbers, offsets });
  return {
    term: termOf(fireArguments, {
      ...{ scheme: Scheme.fire, ...others, future, weights: write(frame) },
      scratch: frame.float64(scratch).pointer,
    }),
  };
};

/** The biases as attention takes them. */
export const BIAS_SCHEMES = {
  alibi: byOffset(ALIBI_SCHEME, ALIBI.call, (runtime) => alibi(runtime).alibi),
  t5: byOffset(T5_SCHEME, T5.call, (runtime) => t5(runtime).t5, false),
  kerple: byOffset(
    KERPLE_SCHEME,
    KERPLE.call,
    (runtime) => kerple(runtime).kerple,
  ),
  sandwich: byOffset(
    SANDWICH_SCHEME,
    SANDWICH.call,
    (runtime) => sandwich(runtime).sandwich,
  ),
  fire,
};
