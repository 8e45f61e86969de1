import { bias } from "./bias.js";
import { readFuture } from "./bias-grid.js";
import { FIRE_KEYS, readFire } from "./bias-learned.js";
import type {
  AlibiOptions,
  BiasGrid,
  FireOptions,
  KerpleOptions,
  SandwichOptions,
  T5Options,
} from "./bias-types.js";
import { partOf } from "./errors.js";
import { Options } from "./options.js";
import type { Prepare } from "./position.js";
import type { Tensor } from "./tensor.js";

/** Attention with linear biases (Press et al. 2022): see {@link Bias.alibi}. */
export type AlibiScheme = Pick<
  AlibiOptions,
  "order" | "maxBias" | "slopes" | "symmetric" | "causal" | "future"
>;

/** The bias of T5 (Raffel et al. 2020): see {@link Bias.t5}. */
export type T5Scheme = Pick<
  T5Options,
  "table" | "maxDistance" | "bidirectional" | "causal" | "future"
>;

/** KERPLE (Chi et al. 2022): see {@link Bias.kerple}. */
export type KerpleScheme = Pick<
  KerpleOptions,
  "kind" | "a" | "p" | "eps" | "causal" | "future"
>;

/** Sandwich (Chi et al. 2023): see {@link Bias.sandwich}. */
export type SandwichScheme = Pick<
  SandwichOptions,
  "dim" | "base" | "convention" | "causal" | "future"
>;

/** FIRE (Li et al. 2024): see {@link Bias.fire}. */
export type FireScheme = Omit<
  FireOptions,
  Exclude<keyof BiasGrid, "causal" | "future">
>;

const CLOSED = ["causal", "future"] as const;

/** Options of each scheme by offset, and whether its heads must be told. */
const BY_OFFSET = {
  alibi: {
    keys: ["order", "maxBias", "slopes", "symmetric"],
    needsHeads: true,
  },
  t5: {
    keys: ["table", "maxDistance", "bidirectional"],
    needsHeads: false,
  },
  kerple: { keys: ["kind", "a", "p", "eps"], needsHeads: true },
  sandwich: { keys: ["dim", "base", "convention"], needsHeads: true },
} as const;

function checkHeads(call: string, found: number, heads: number): void {
  if (found !== heads) {
    throw new RangeError(
      `${call}: the bias must have the ${heads} heads of q, got ${found}`,
    );
  }
}

/**
 * A bias that knows the offset alone. Its numbers for one query far to the
 * right are those of all offsets: the row that the kernel reads.
 */
const byOffset =
  (type: keyof typeof BY_OFFSET): Prepare =>
  (runtime, frame, call, scheme, s) => {
    const { keys, needsHeads } = BY_OFFSET[type];
    const own = [...keys, ...CLOSED];
    const options = new Options(call, scheme, ["type", ...own]);
    const make = bias(runtime)[type] as (options: object) => Tensor;
    const table = partOf(call, `bias.${type}`, () =>
      make({
        ...options.pick(own),
        ...(needsHeads ? { numHeads: s.heads } : {}),
        queryLen: 1,
        keyLen: s.queries + s.keys - 1,
        offset: s.offset + s.queries - 1,
      }),
    );
    checkHeads(call, table.shape[0] as number, s.heads);
    return { term: [1, frame.input(table).pointer] };
  };

const fire: Prepare = (runtime, frame, call, scheme, s) => {
  const options = new Options(call, scheme, ["type", ...FIRE_KEYS, ...CLOSED]);
  const { count, width, numbers, write } = readFire(options);
  checkHeads(call, count, s.heads);
  const future = readFuture(options, false);
  const offsets = s.queries + s.keys - 1;
  const scratch = frame.float64(
    runtime.number("bias_fire_scratch_size", width, count, offsets),
  );
  return {
    term: [7, width, ...numbers, future, write(frame), scratch.pointer],
  };
};

/** The biases as attention takes them. */
export const BIAS_SCHEMES = {
  alibi: byOffset("alibi"),
  t5: byOffset("t5"),
  kerple: byOffset("kerple"),
  sandwich: byOffset("sandwich"),
  fire,
};
