import { named } from "../default-instance.js";
import {
  biasAlibi,
  biasAlibiKeys,
  biasAlibiSlopes,
} from "../generated/border/bias.js";
import { AlibiOrder, type Future } from "../generated/border/enums/bias.js";
import { isCount, MAX_POSITION, MAX_WIDTH } from "../options.js";
import { either, ways } from "../rules.js";
import type { Frame, Region, Runtime } from "../runtime.js";
import {
  choice,
  flag,
  HEADS,
  numbers,
  type OptionsOf,
  optional,
  type Reading,
  real,
  table,
} from "../schema.js";
import type { Tensor } from "../tensor.js";
import {
  CLOSING,
  GRID,
  type Grid,
  offsetMatrix,
  positionsOf,
  readFuture,
  readGrid,
} from "./grid.js";

const SLOPES = {
  /** Number of heads, H. */
  numHeads: HEADS,
  /**
   * Which heads get which slope when `numHeads` is not a power of two.
   * `"reference"`: the slopes of the next smaller power of two, then every
   * other one of the next larger (the authors, BLOOM, ggml; MLX since January
   * 2026). `"mpt"`: MPT's rule, which comes to the same sequence. `"geometric"`: 2^(−8h/H) for any H, the paper's text taken
   * literally (MLX until then).
   */
  order: choice(AlibiOrder, "reference"),
  /**
   * Exponent of the last slope, 2^−maxBias (the paper: 8; MPT:
   * `alibi_bias_max`, ggml: `max_bias`).
   */
  maxBias: real({ above: 0, max: 1000, default: 8 }),
};

export const ALIBI_SLOPES = table("bias.alibiSlopes", SLOPES);
/** Options of {@link AlibiBias.alibiSlopes}. */
export type AlibiSlopesOptions = OptionsOf<typeof ALIBI_SLOPES>;

/** Slopes are given, or made. */
export const SLOPES_OR_ORDER = either("slopes", ["order", "maxBias"]);
/** The same where they are made for a number of heads. */
const SLOPES_OR_HEADS = {
  ...SLOPES_OR_ORDER,
  ...ways(
    { needs: ["slopes"], takes: ["numHeads"] },
    { needs: ["numHeads"], takes: ["order", "maxBias"] },
  ),
};

export const ALIBI = table(
  "bias.alibi",
  {
    /** Number of heads, H; not needed with `slopes`. */
    numHeads: optional(HEADS, "the number of slopes"),
    /** Order of the slopes, see {@link AlibiSlopesOptions.order}. */
    order: SLOPES.order,
    /** See {@link AlibiSlopesOptions.maxBias}. */
    maxBias: SLOPES.maxBias,
    /** The slopes themselves, one per head, instead of `order` and `maxBias`. */
    slopes: optional(numbers()),
    /**
     * −m·|p − k| on both sides (encoders, OpenNMT). Unless `causal` is given,
     * it makes the bias not causal.
     */
    symmetric: flag(false),
    /**
     * `"distance"`: −m·(p − k), query at p and key at k. `"key"`: m·k whatever
     * the query, which differs by a constant in each row and so is the same
     * after softmax (the authors' fairseq code, BLOOM); `queryLen` is then 1
     * unless given, a row that broadcasts over the queries.
     */
    form: choice(["distance", "key"], "distance"),
    ...GRID,
    /** Close keys that come after the query, as `future` says. */
    causal: optional(flag(true), "true, unless `symmetric` is"),
  },
  SLOPES_OR_HEADS,
  ways(
    { stays: { form: "distance" }, takes: ["symmetric"] },
    { takes: ["form"], stays: { symmetric: false } },
  ),
  ways(
    { needs: ["queryLen", "keyLen"], takes: ["offset", "form"] },
    { needs: ["keyPositions"], takes: ["queryLen", "form"] },
    { needs: ["keyPositions"], takes: ["queryPositions", "form"] },
    // The one row for all queries.
    { is: { form: "key" }, needs: ["keyLen"], takes: ["offset"] },
  ),
  CLOSING,
);
/** Options of {@link AlibiBias.alibi}. */
export type AlibiOptions = OptionsOf<typeof ALIBI>;

/** ALiBi as {@link Posenc.bias} has it. */
export interface AlibiBias {
  /**
   * The slopes of ALiBi, one per head: 2^(−maxBias·h/H) for a power of two of
   * heads, h = 1 … H; see `order` for other numbers. Powers of two come out
   * exactly, all others are rounded once.
   *
   * Source: Press et al. 2022, section 3.
   */
  alibiSlopes(options: AlibiSlopesOptions): Float32Array;

  /**
   * Attention with linear biases: −m_h·(p − k) for the query at p and the key
   * at k, −Infinity for keys after the query. Each number is rounded once.
   *
   * Source: Press et al. 2022, section 3.
   *
   * @returns shape `[H, Q, K]`
   * @throws RangeError for a value out of range or a matrix too big for memory
   * @throws TypeError for a wrong kind, an unknown option, or options that
   * exclude each other
   */
  alibi(options: AlibiOptions): Tensor;
}

/** Slopes as the options give them, before there is memory for them. */
interface Slopes {
  readonly count: number;
  write(frame: Frame): Region<Float64Array>;
}

/** Slopes of one rule, kept for the next call: they depend on nothing else. */
interface KeptSlopes {
  readonly count: number;
  readonly order: AlibiOrder;
  readonly maxBias: number;
  readonly slopes: Float64Array;
}
const KEPT = /* @__PURE__ */ new WeakMap<Runtime, KeptSlopes>();
/** More than any model has heads. */
const MOST_KEPT = 256;

/** What makes the slopes of so many heads. */
type Rule = Pick<KeptSlopes, "order" | "maxBias">;

const readRule = (options: Reading<typeof SLOPES>): Rule => ({
  order: options.read("order"),
  maxBias: options.read("maxBias"),
});

function slopesOfRule(
  runtime: Runtime,
  call: string,
  count: number,
  { order, maxBias }: Rule,
): Slopes {
  return {
    count,
    write(frame) {
      const kept = KEPT.get(runtime);
      if (
        kept?.count === count &&
        kept.order === order &&
        kept.maxBias === maxBias
      ) {
        return frame.inputFloat64(kept.slopes);
      }
      const slopes = frame.float64(count);
      runtime.run(call, biasAlibiSlopes, {
        out: slopes.pointer,
        heads: count,
        order,
        maxBias,
      });
      if (count <= MOST_KEPT) {
        KEPT.set(runtime, { count, order, maxBias, slopes: slopes.take() });
      }
      return slopes;
    },
  };
}

function readSlopes(
  runtime: Runtime,
  options: Reading<typeof ALIBI.fields>,
): Slopes {
  const slopes = options.read("slopes");
  if (slopes === undefined) {
    const rule = readRule(options as never);
    const heads = options.need("numHeads");
    return slopesOfRule(runtime, options.call, heads, rule);
  }
  const count = slopes.length;
  if (count === 0) options.fail("slopes", "at least one number");
  if ((options.read("numHeads") ?? count) !== count) {
    options.fail("numHeads", `the number of slopes, ${count}`);
  }
  return { count, write: (frame) => frame.inputFloat64(slopes) };
}

/** What a call computes. */
interface Asked {
  readonly symmetric: boolean;
  readonly byKey: boolean;
  readonly slopes: Slopes;
  readonly grid: Grid;
}

/** What a decode loop gives: all else has its default then. */
const SIZES: ReadonlySet<string> = new Set([
  "numHeads",
  "queryLen",
  "keyLen",
  "out",
]);

/** What holds where nothing is given: it is read once. */
let usual: { readonly rule: Rule; readonly future: Future } | undefined;

/** Undefined where there is more, or what is there is not right. */
function readSizes(
  runtime: Runtime,
  options: Reading<typeof ALIBI.fields>,
): Asked | undefined {
  if (!options.hasOnly(SIZES)) return undefined;
  const { numHeads, queryLen, keyLen } = options.values;
  if (
    !isCount(numHeads, MAX_WIDTH) ||
    !isCount(queryLen, MAX_POSITION) ||
    !isCount(keyLen, MAX_POSITION)
  ) {
    return undefined;
  }
  usual ??= {
    rule: readRule(options as never),
    future: readFuture(options, true),
  };
  const { rule, future } = usual;
  return {
    symmetric: false,
    byKey: false,
    slopes: slopesOfRule(runtime, options.call, numHeads, rule),
    grid: {
      queries: queryLen,
      keys: keyLen,
      offset: keyLen - queryLen,
      future,
    },
  };
}

function readAsked(
  runtime: Runtime,
  options: Reading<typeof ALIBI.fields>,
): Asked {
  const symmetric = options.read("symmetric");
  const byKey = options.read("form") === "key";
  if (byKey && symmetric) {
    throw new TypeError(
      `${options.call}: form "key" knows no distance, so it cannot be symmetric`,
    );
  }
  const slopes = readSlopes(runtime, options);
  const grid = readGrid(options, !symmetric, byKey ? 1 : undefined);
  return { symmetric, byKey, slopes, grid };
}

/** {@link AlibiBias} of one instance. */
export const alibiCalls = (runtime: Runtime): AlibiBias => ({
  alibiSlopes(input) {
    const options = ALIBI_SLOPES.open(input);
    const { write } = slopesOfRule(
      runtime,
      options.call,
      options.need("numHeads"),
      readRule(options),
    );
    return runtime.frame(options.call, (frame) =>
      Float32Array.from(write(frame).view()),
    );
  },

  alibi(input) {
    const options = ALIBI.open(input);
    const { call } = options;
    const { symmetric, byKey, slopes, grid } =
      readSizes(runtime, options) ?? readAsked(runtime, options);
    const { count, write } = slopes;
    if (!byKey) {
      return offsetMatrix(runtime, options, grid, count, (frame, row) =>
        runtime.run(call, biasAlibi, {
          out: row.out,
          first: row.first,
          count: row.count,
          slopes: write(frame).pointer,
          heads: count,
          symmetric,
          future: grid.future,
        }),
      );
    }
    const shape = [count, grid.queries, grid.keys];
    return runtime.frame(call, (frame) => {
      const out = frame.output(shape, options.out());
      runtime.run(call, biasAlibiKeys, {
        out: out.pointer,
        slopes: write(frame).pointer,
        heads: count,
        ...positionsOf(frame, grid),
        future: grid.future,
        scratch: frame.float32(grid.keys).pointer,
      });
      return frame.result(out, shape, options.out());
    });
  },
});

export const alibi: AlibiBias["alibi"] = /* @__PURE__ */ named(
  alibiCalls,
  "alibi",
);
export const alibiSlopes: AlibiBias["alibiSlopes"] = /* @__PURE__ */ named(
  alibiCalls,
  "alibiSlopes",
);
