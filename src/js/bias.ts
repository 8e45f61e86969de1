import {
  finish,
  GRID_KEYS,
  HEADS,
  offsetMatrix,
  positionsOf,
  readGrid,
  refuseBoth,
} from "./bias-grid.js";
import { learnedBias } from "./bias-learned.js";
import type { Bias } from "./bias-types.js";
import { windowBias } from "./bias-window.js";
import { MAX_POSITION, MAX_WIDTH, Options } from "./options.js";
import type { Frame, Region, Runtime } from "./runtime.js";

export type * from "./bias-types.js";

/** Slopes as the options give them, before there is memory for them. */
function readSlopes(
  runtime: Runtime,
  options: Options,
): { readonly count: number; write(frame: Frame): Region<Float64Array> } {
  if (options.has("slopes")) {
    refuseBoth(options, "slopes", ["order", "maxBias"]);
    const slopes = options.numbers("slopes");
    const count = slopes.length;
    if (count === 0) options.fail("slopes", "at least one number");
    if (options.integer("numHeads", { default: count }) !== count) {
      options.fail("numHeads", `the number of slopes, ${count}`);
    }
    return { count, write: (frame) => frame.inputFloat64(slopes) };
  }
  const count = options.integer("numHeads", HEADS);
  const order = options.enumeration(
    "order",
    ["reference", "mpt", "geometric"],
    "reference",
  );
  const maxBias = options.number("maxBias", {
    above: 0,
    max: 1000,
    default: 8,
  });
  return {
    count,
    write(frame) {
      const slopes = frame.float64(count);
      runtime.run(
        options.call,
        "bias_alibi_slopes",
        ...[slopes.pointer, count, order, maxBias],
      );
      return slopes;
    },
  };
}

/** numBuckets, maxDistance and bidirectional for the border. */
function readBuckets(
  options: Options,
  count: number,
  refuse: (allowed: string) => never,
): number[] {
  const both = options.boolean("bidirectional", true);
  const min = both ? 4 : 2;
  if (count < min || count > MAX_WIDTH || (both && count % 2 !== 0)) {
    refuse(
      `an ${both ? "even " : ""}integer from ${min} to ${MAX_WIDTH} when bidirectional is ${both}`,
    );
  }
  const maxDistance = options.integer("maxDistance", {
    min: Math.floor(count / min) + 1,
    max: MAX_POSITION - 1,
    default: 128,
  });
  return [count, maxDistance, Number(both)];
}

/** {@link Posenc.bias} of one instance. */
export function bias(runtime: Runtime): Bias {
  return Object.freeze<Bias>({
    ...learnedBias(runtime),
    ...windowBias(runtime),

    alibiSlopes(input) {
      const call = "bias.alibiSlopes";
      const options = new Options(call, input, [
        "numHeads",
        "order",
        "maxBias",
      ]);
      const { write } = readSlopes(runtime, options);
      return runtime.frame(call, (frame) =>
        Float32Array.from(write(frame).view()),
      );
    },

    alibi(input) {
      const call = "bias.alibi";
      const options = new Options(call, input, [
        ...["numHeads", "order", "maxBias", "slopes", "symmetric", "form"],
        ...GRID_KEYS,
      ]);
      const symmetric = options.boolean("symmetric", false);
      const byKey =
        options.choice("form", ["distance", "key"], "distance") === "key";
      if (byKey && symmetric) {
        throw new TypeError(
          `${call}: form "key" knows no distance, so it cannot be symmetric`,
        );
      }
      const { count, write } = readSlopes(runtime, options);
      const grid = readGrid(options, !symmetric, byKey ? 1 : undefined);
      if (!byKey) {
        return offsetMatrix(runtime, options, grid, count, (frame, ...at) =>
          runtime.run(
            call,
            "bias_alibi",
            ...at,
            ...[write(frame).pointer, count, Number(symmetric), grid.future],
          ),
        );
      }
      const shape = [count, grid.queries, grid.keys];
      return runtime.frame(call, (frame) => {
        const out = frame.output(shape, options.buffer());
        runtime.run(
          call,
          "bias_alibi_keys",
          ...[out.pointer, write(frame).pointer, count],
          ...positionsOf(frame, grid),
          ...[grid.future, frame.float32(grid.keys).pointer],
        );
        return finish(out, shape, options.buffer());
      });
    },

    t5Bucket(relativePositions, input = {}) {
      const call = "bias.t5Bucket";
      const options = Options.with(call, { relativePositions }, input, [
        "numBuckets",
        "maxDistance",
        "bidirectional",
      ]);
      const relative = options.integers("relativePositions");
      const buckets = readBuckets(
        options,
        options.integer("numBuckets", { default: 32 }),
        (allowed) => options.fail("numBuckets", allowed),
      );
      return runtime.frame(call, (frame) => {
        const scratch = frame.int32(
          runtime.number("bias_t5_bucket_scratch_size", ...buckets),
        );
        const out = frame.inputInt32(relative);
        runtime.run(
          call,
          "bias_t5_bucket",
          ...[out.pointer, out.pointer, out.length, ...buckets],
          scratch.pointer,
        );
        return out.take();
      });
    },

    t5(input) {
      const call = "bias.t5";
      const options = new Options(call, input, [
        ...["table", "maxDistance", "bidirectional"],
        ...GRID_KEYS,
      ]);
      const table = options.tensor("table", {
        rank: 2,
        as: "[numBuckets, H]",
      });
      const [numBuckets = 0, heads = 0] = table.shape;
      const buckets = readBuckets(options, numBuckets, (allowed) => {
        throw new RangeError(
          `${call}: the number of buckets, table.shape[0], must be ${allowed}, got ${numBuckets}`,
        );
      });
      const grid = readGrid(options, false);
      if (!Number.isInteger(grid.offset)) options.fail("offset", "an integer");
      return offsetMatrix(runtime, options, grid, heads, (frame, ...at) => {
        const [, first, count] = at;
        if (Math.max(-first, first + count) > MAX_POSITION) {
          throw new RangeError(
            `${call}: positions must be less than 2^31 apart, got ${Math.max(-first, first + count - 1)}`,
          );
        }
        runtime.run(
          call,
          "bias_t5",
          ...[...at, frame.input(table).pointer, heads],
          ...[...buckets, grid.future, frame.int32(numBuckets).pointer],
        );
      });
    },

    sandwich(input) {
      const call = "bias.sandwich";
      const options = new Options(call, input, [
        ...["numHeads", "dim", "base", "convention"],
        ...GRID_KEYS,
      ]);
      const count = options.integer("numHeads", HEADS);
      const dim = options.integer("dim", {
        min: 2,
        max: MAX_WIDTH,
        default: 128,
      });
      if (dim % 2 !== 0) options.fail("dim", "an even integer");
      const base = options.number("base", {
        min: 1,
        max: 1e12,
        default: 10000,
      });
      const convention = options.enumeration(
        "convention",
        ["paper", "nemo"],
        "paper",
      );
      const grid = readGrid(options, false);
      return offsetMatrix(runtime, options, grid, count, (frame, ...at) =>
        runtime.run(
          call,
          "bias_sandwich",
          ...[...at, count, dim, base, convention, grid.future],
          frame.float64(dim).pointer,
        ),
      );
    },
  });
}
