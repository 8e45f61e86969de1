import { named } from "../default-instance.js";
import {
  biasT5,
  biasT5Bucket,
  biasT5BucketScratchSize,
} from "../generated/border/bias.js";
import { MAX_POSITION, MAX_WIDTH } from "../options.js";
import type { Runtime } from "../runtime.js";
import {
  type Field,
  flag,
  integer,
  type OptionsOf,
  type Reading,
  table,
  tensor,
} from "../schema.js";
import type { Tensor, TensorData } from "../tensor.js";
import { CLOSING, GRID, offsetMatrix, PLACING, readGrid } from "./grid.js";

/** Fewest buckets: one of one distance in each direction, one of all others. */
const fewest = (both: boolean): number => (both ? 4 : 2);

/** How many buckets have a distance of their own. */
const exact = (count: number, both: boolean): number =>
  Math.floor(count / fewest(both));

type Counted = Reading<{ readonly numBuckets: Field<number> }>;

/** @param count - the number of buckets, which the call's options tell */
const bucketFields = (count: (options: Reading) => number) => ({
  /**
   * Distance from which all share the last bucket, above the number of
   * distances that have a bucket of their own: half of a direction's.
   */
  maxDistance: integer({
    min: {
      text: "the number of buckets of one distance + 1",
      of: (options) =>
        exact(
          count(options as Reading),
          options.boolean("bidirectional", true),
        ) + 1,
    },
    max: MAX_POSITION - 1,
    default: 128,
  }),
  /**
   * Buckets for both directions, half of them each (T5's encoder). When false,
   * keys after the query fall in bucket 0 (its decoder).
   */
  bidirectional: flag(true),
});

export const T5_BUCKET = table("bias.t5Bucket", {
  /** Number of buckets; even and from 4 when `bidirectional`. */
  numBuckets: integer({ min: fewest(false), max: MAX_WIDTH, default: 32 }),
  ...bucketFields((options) => (options as Counted).read("numBuckets")),
});
/** Options of {@link T5Bias.t5Bucket}. */
export type T5BucketOptions = OptionsOf<typeof T5_BUCKET>;

export const T5 = table(
  "bias.t5",
  {
    /** The learned table, shape `[numBuckets, H]`. */
    table: tensor({ rank: 2, as: "[numBuckets, H]" }),
    ...bucketFields((options) => options.tensor("table").shape[0] as number),
    ...GRID,
  },
  PLACING,
  CLOSING,
);
/** Options of {@link T5Bias.t5}. T5 itself applies its causal mask elsewhere. */
export type T5Options = OptionsOf<typeof T5>;

/** T5's biases as {@link Posenc.bias} has them. */
export interface T5Bias {
  /**
   * T5's bucket of each relative position (key − query): one each for small
   * distances, then logarithmically wider ones up to `maxDistance`. Decided by
   * integer thresholds, so the same everywhere.
   *
   * Source: Raffel et al. 2020, section 2.1; mesh-tensorflow.
   *
   * @param relativePositions - integers of 32 bits
   * @returns buckets from 0 to `numBuckets − 1`, one per relative position
   */
  t5Bucket(
    relativePositions: TensorData,
    options?: T5BucketOptions,
  ): Int32Array;

  /**
   * T5's relative bias: `table[bucket(k − p), h]`, copied exactly. T5 adds it
   * to q·k without the factor 1/√headDim.
   *
   * Source: Raffel et al. 2020, section 2.1.
   *
   * @returns shape `[H, Q, K]`
   */
  t5(options: T5Options): Tensor;
}

/** What the border has to know of the buckets. */
function readBuckets(
  options: Reading<ReturnType<typeof bucketFields>>,
  buckets: number,
  refuse: (allowed: string) => never,
) {
  const bidirectional = options.read("bidirectional");
  const min = fewest(bidirectional);
  const isOdd = bidirectional && buckets % 2 !== 0;
  if (buckets < min || buckets > MAX_WIDTH || isOdd) {
    refuse(
      `an ${bidirectional ? "even " : ""}integer from ${min} to ${MAX_WIDTH} when bidirectional is ${bidirectional}`,
    );
  }
  return { buckets, maxDistance: options.read("maxDistance"), bidirectional };
}

/** {@link T5Bias} of one instance. */
export const t5Calls = (runtime: Runtime): T5Bias => ({
  t5Bucket(relativePositions, input = {}) {
    const options = T5_BUCKET.open(input, { relativePositions });
    const { call } = options;
    const relative = options.integers("relativePositions");
    const count = options.integer("numBuckets", {
      default: T5_BUCKET.fields.numBuckets.default as number,
    });
    const buckets = readBuckets(options, count, (allowed) =>
      options.fail("numBuckets", allowed),
    );
    return runtime.frame(call, (frame) => {
      const size = runtime.number(biasT5BucketScratchSize, buckets);
      const scratch = frame.int32(size).pointer;
      const out = frame.inputInt32(relative);
      const place = { out: out.pointer, relative: out.pointer };
      runtime.run(call, biasT5Bucket, {
        ...place,
        count: out.length,
        ...buckets,
        scratch,
      });
      return out.take();
    });
  },

  t5(input) {
    const options = T5.open(input);
    const { call } = options;
    const table = options.read("table");
    const [numBuckets = 0, heads = 0] = table.shape;
    const buckets = readBuckets(options, numBuckets, (allowed) => {
      throw new RangeError(
        `${call}: the number of buckets, table.shape[0], must be ${allowed}, got ${numBuckets}`,
      );
    });
    const grid = readGrid(options, false);
    if (!Number.isInteger(grid.offset)) options.fail("offset", "an integer");
    return offsetMatrix(runtime, options, grid, heads, (frame, row) => {
      const { first, count } = row;
      if (Math.max(-first, first + count) > MAX_POSITION) {
        throw new RangeError(
          `${call}: positions must be less than 2^31 apart, got ${Math.max(-first, first + count - 1)}`,
        );
      }
      runtime.run(call, biasT5, {
        ...row,
        ...buckets,
        table: frame.input(table).pointer,
        heads,
        future: grid.future,
        scratch: frame.int32(numBuckets).pointer,
      });
    });
  },
});

export const t5: T5Bias["t5"] = /* @__PURE__ */ named(t5Calls, "t5");
export const t5Bucket: T5Bias["t5Bucket"] = /* @__PURE__ */ named(
  t5Calls,
  "t5Bucket",
);
