import { checkTensor, MAX_WIDTH, Options } from "./options.js";
import { showShape, sizeOf, type Tensor, type TensorLike } from "./tensor.js";

/** Which columns of a head form a rotated pair. */
export type PairLayout = "half" | "interleaved";

/** Options of {@link Convert.layout}. */
export interface LayoutConversion {
  /** The order that `x` has. */
  readonly from: PairLayout;
  /** The order wanted. */
  readonly to: PairLayout;
  /** How many columns are rotated, an even number; default all. */
  readonly rotaryDim?: number;
}

/** Options of {@link Convert.queryKeyWeights}. */
export interface QueryKeyConversion {
  /** Layout that the weights were trained for: Meta's is `"interleaved"`. */
  readonly from: PairLayout;
  /** Layout wanted: Hugging Face's Llama takes `"half"`. */
  readonly to: PairLayout;
  /**
   * Heads that the rows of the weight hold: of the queries for W_Q, of the keys
   * for W_K (fewer of them in grouped attention).
   */
  readonly numHeads: number;
  /** How many rows of each head are rotated, an even number; default all. */
  readonly rotaryDim?: number;
  /** The projection's bias, shape `[numHeads·headDim]`: permuted alike. */
  readonly bias?: TensorLike;
}

/** Result of {@link Convert.queryKeyWeights}: the weight itself. */
export interface QueryKeyWeights extends Tensor {
  /** The permuted bias, when one was given. */
  readonly bias?: Tensor;
}

/** Order and spacing of sinusoidal rows, as `embedding.sinusoidal` names them. */
export interface SinusoidalConvention {
  /** Order of the columns; default `"interleaved"`. */
  readonly layout?: "interleaved" | "halves";
  /** Spacing of the frequencies; default `"paper"`. */
  readonly spacing?: "paper" | "endpoint";
}

/** Options of {@link Convert.sinusoidal}. */
export interface SinusoidalConversion {
  /** The convention that the rows have. */
  readonly from: SinusoidalConvention;
  /** The convention wanted. */
  readonly to: SinusoidalConvention;
}

/**
 * Order of ALiBi's heads. `"reference"`: the authors', BLOOM's and ggml's.
 * `"mpt"`: MPT's rule, which comes to the same sequence for every number of
 * heads. `"descending"`: from the steepest slope to the flattest.
 * `"geometric"`: 2^(−8h/H) for any H; other slopes than the reference's, unless
 * H is a power of two.
 */
export type AlibiOrder = "reference" | "mpt" | "descending" | "geometric";

/** Options of {@link Convert.alibiOrder}. */
export interface AlibiOrderConversion {
  /** The order that the heads have. */
  readonly from: AlibiOrder;
  /** The order wanted. */
  readonly to: AlibiOrder;
  /** Number of heads, if you want it checked. */
  readonly numHeads?: number;
}

/**
 * Conversions between the conventions of other libraries. Each is a permutation
 * of numbers: nothing is computed, nothing rounded, and the way back restores
 * the input exactly. What is no permutation is refused.
 */
export interface Convert {
  /**
   * Reorders the columns of queries, keys or gains between rotary layouts:
   * columns 2i and 2i + 1 of `"interleaved"` are i and i + rotaryDim/2 of
   * `"half"`. Columns past `rotaryDim` stay.
   *
   * @param x - any shape; the last axis is the head's width
   * @returns shape of `x`
   */
  layout(x: TensorLike, options: LayoutConversion): Tensor;

  /**
   * Permutes the rows of a query or key projection, so that a model trained for
   * one rotary layout gives the same scores with the other. Meta's Llama
   * weights became Hugging Face's this way. Values and outputs stay as they
   * are.
   *
   * @param weight - W_Q or W_K, shape `[numHeads·headDim, inputs]` as
   * `nn.Linear` stores it; also a bias or gain of shape `[numHeads·headDim]`
   * @returns the weight, with `bias` beside it when one was given
   * @throws RangeError when the rows do not divide into the heads
   */
  queryKeyWeights(
    weight: TensorLike,
    options: QueryKeyConversion,
  ): QueryKeyWeights;

  /**
   * Reorders the columns of sinusoidal rows. Between `"paper"` and `"endpoint"`
   * spacing there is no permutation: the frequencies differ.
   *
   * @param rows - any shape; the last axis is dModel
   * @returns shape of `rows`
   * @throws RangeError with the reason when it is no permutation
   */
  sinusoidal(rows: TensorLike, options: SinusoidalConversion): Tensor;

  /**
   * Reorders the heads of ALiBi slopes or biases.
   *
   * @param x - slopes, one per head, or a tensor of shape `[H]`, `[H, Q, K]` or
   * `[B, H, Q, K]`
   * @returns slopes for slopes, else the shape of `x`
   * @throws RangeError with the reason when it is no permutation
   */
  alibiOrder(x: TensorLike, options: AlibiOrderConversion): Tensor;
  alibiOrder(x: ArrayLike<number>, options: AlibiOrderConversion): Float32Array;
}

const LAYOUTS = ["half", "interleaved"] as const;
const ORDERS = ["reference", "mpt", "descending", "geometric"] as const;

/** A tensor with at least one axis, and the width of its last. */
function lastAxis(options: Options, name: string) {
  const { call } = options;
  const tensor = options.tensor(name);
  const axis = tensor.shape.length - 1;
  const width = tensor.shape[axis];
  if (width === undefined) {
    throw new RangeError(
      `${call}: ${name} must have at least one axis, got []`,
    );
  }
  return { tensor, axis, width };
}

/** Row j of the result is row `source[j]` of x; an axis, and what is inside. */
function permute(
  { data, shape }: TensorLike,
  axis: number,
  source: readonly number[],
): Tensor {
  const inner = sizeOf(shape.slice(axis + 1));
  const block = source.length * inner;
  const out = new Float32Array(data.length);
  for (let start = 0; start < data.length; start += block) {
    source.forEach((from, to) => {
      for (let i = 0; i < inner; i += 1) {
        out[start + to * inner + i] = data[start + from * inner + i] as number;
      }
    });
  }
  return { data: out, shape: [...shape] };
}

/** Where the columns of one layout stand in the other. */
function pairOrder(to: string, width: number, pairs: number): number[] {
  return Array.from({ length: width }, (_, j) => {
    if (j >= 2 * pairs) return j;
    return to === "half"
      ? 2 * (j % pairs) + Math.floor(j / pairs)
      : Math.floor(j / 2) + (j % 2) * pairs;
  });
}

/** The permutation of one head's columns that the options ask for. */
function readOrder(options: Options, width: number): number[] {
  const from = options.choice("from", LAYOUTS);
  const to = options.choice("to", LAYOUTS);
  const given = options.has("rotaryDim");
  const rotaryDim = given
    ? options.integer("rotaryDim", { min: 2, max: width })
    : width;
  if (rotaryDim % 2 !== 0) {
    throw new RangeError(
      `${options.call}: rotaryDim must be even, got ${rotaryDim}${given ? "" : ", the whole width"}`,
    );
  }
  return pairOrder(to, width, from === to ? 0 : rotaryDim / 2);
}

function readConvention(call: string, name: string, value: unknown) {
  const options = new Options(`${call}: ${name}`, value, ["layout", "spacing"]);
  return {
    layout: options.choice("layout", ["interleaved", "halves"], "interleaved"),
    spacing: options.choice("spacing", ["paper", "endpoint"], "paper"),
  };
}

/** Exponents e of the slopes 2^−e, head by head. */
function slopeExponents(order: AlibiOrder, heads: number): number[] {
  const powers = (n: number) =>
    Array.from({ length: n }, (_, h) => (8 * (h + 1)) / n);
  if (order === "geometric") return powers(heads);
  const below = 2 ** Math.floor(Math.log2(heads));
  const between = powers(2 * below).filter((_, h) => h % 2 === 0);
  const all = [...powers(below), ...between].slice(0, heads);
  return order === "descending" ? all.sort((a, b) => a - b) : all;
}

/** The conversions: pure TypeScript, they need no module. */
export const convert: Convert = Object.freeze<Convert>({
  layout(x, input) {
    const call = "convert.layout";
    const known = ["from", "to", "rotaryDim"];
    const options = Options.with(call, { x }, input, known);
    const { tensor, axis, width } = lastAxis(options, "x");
    return permute(tensor, axis, readOrder(options, width));
  },

  queryKeyWeights(weight, input) {
    const call = "convert.queryKeyWeights";
    const keys = ["from", "to", "numHeads", "rotaryDim", "bias"];
    const options = Options.with(call, { weight }, input, keys);
    const as = "[numHeads·headDim, inputs] or [numHeads·headDim]";
    const tensor = options.tensor("weight", { rank: [1, 2], as });
    const [rows = 0] = tensor.shape;
    const heads = options.integer("numHeads", { min: 1, max: MAX_WIDTH });
    if (rows % heads !== 0) {
      throw new RangeError(
        `${call}: numHeads must divide the ${rows} rows of the weight, got ${heads}`,
      );
    }
    const width = rows / heads;
    const order = readOrder(options, width);
    const source = Array.from({ length: rows }, (_, row) => {
      const head = Math.floor(row / width) * width;
      return head + (order[row - head] as number);
    });
    const bias = options.has("bias")
      ? permute(options.tensor("bias", { shape: [rows] }), 0, source)
      : undefined;
    return { ...permute(tensor, 0, source), ...(bias && { bias }) };
  },

  sinusoidal(rows, input) {
    const call = "convert.sinusoidal";
    const options = Options.with(call, { rows }, input, ["from", "to"]);
    const [from, to] = (["from", "to"] as const).map((name) =>
      readConvention(call, name, options.get(name)),
    ) as [ReturnType<typeof readConvention>, ReturnType<typeof readConvention>];
    const { tensor, axis, width } = lastAxis(options, "rows");
    const refuse = (reason: string): never => {
      throw new RangeError(
        `${call}: ${from.layout} ${from.spacing} to ${to.layout} ${to.spacing} is no permutation of ${width} columns: ${reason}; make the rows anew with embedding.sinusoidal`,
      );
    };
    // With one pair both spacings are the frequency 1.
    if (from.spacing !== to.spacing && width !== 2) {
      refuse(
        "the frequencies differ, base^(−2i/d) against base^(−i/(d/2 − 1))",
      );
    }
    if (from.layout === to.layout)
      return permute(tensor, axis, pairOrder("", width, 0));
    if (width % 2 !== 0 && to.spacing === "endpoint") {
      refuse("halves end on a column of zeros, interleaved on a sine");
    }
    // Sines first: an odd width has one more of them than of cosines.
    const sines = Math.ceil(width / 2);
    const source = Array.from({ length: width }, (_, j) =>
      to.layout === "halves"
        ? j < sines
          ? 2 * j
          : 2 * (j - sines) + 1
        : Math.floor(j / 2) + (j % 2) * sines,
    );
    return permute(tensor, axis, source);
  },

  alibiOrder: ((x: TensorLike | ArrayLike<number>, input: unknown) => {
    const call = "convert.alibiOrder";
    const known = ["from", "to", "numHeads"];
    const options = Options.with(call, { x }, input, known);
    const data = options.get("x") as ArrayLike<number>;
    const listed = Array.isArray(data) || ArrayBuffer.isView(data);
    const tensor = checkTensor(
      call,
      "x",
      listed ? { data, shape: [data.length] } : data,
      { rank: [1, 3, 4], as: "[H], [H, Q, K] or [B, H, Q, K]" },
    );
    const axis = tensor.shape.length === 4 ? 1 : 0;
    const heads = tensor.shape[axis] as number;
    const from = slopeExponents(options.choice("from", ORDERS), heads);
    const to = slopeExponents(options.choice("to", ORDERS), heads);
    if (options.has("numHeads") && options.get("numHeads") !== heads) {
      throw new RangeError(
        `${call}: numHeads must be ${heads} for x of shape ${showShape(tensor.shape)}, got ${options.get("numHeads")}`,
      );
    }
    const places = new Map(from.map((exponent, head) => [exponent, head]));
    const source = to.map((exponent) => places.get(exponent) ?? -1);
    if (source.includes(-1)) {
      throw new RangeError(
        `${call}: ${options.get("from")} to ${options.get("to")} is no permutation of ${heads} heads: the slopes differ unless the number of heads is a power of two; make them anew with bias.alibiSlopes`,
      );
    }
    const out = permute(tensor, axis, source);
    return listed ? out.data : out;
  }) as Convert["alibiOrder"],
});
