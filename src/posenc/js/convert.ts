import {
  SinusoidalLayout,
  SinusoidalSpacing,
} from "./generated/border/enums/embedding.js";
import { Layout } from "./generated/border/enums/rotary.js";
import { checkTensor, type Options } from "./options.js";
import {
  choice,
  given,
  HEADS,
  integer,
  type OptionsOf,
  optional,
  Reading,
  table,
  tensor,
  wordsOf,
} from "./schema.js";
import {
  type Float64Tensor,
  type HalfTensor,
  type ReadTensor,
  type Stored,
  showShape,
  sizeOf,
  type Tensor,
  type TensorData,
  type TensorInput,
} from "./tensor.js";

/** Which columns of a head form a rotated pair. */
export type PairLayout = "halves" | "interleaved";

const LAYOUT = choice(Layout);

/** How many columns of a head are rotated; `width` reads how many it has. */
const rotated = (width: (options: Options) => number) =>
  optional(
    integer({ min: 2, max: { text: "the head's width", of: width } }),
    "all",
  );

/** @internal */
export const LAYOUT_CONVERSION = table("convert.layout", {
  /** The order that `x` has. */
  from: LAYOUT,
  /** The order wanted. */
  to: LAYOUT,
  /** How many columns are rotated, an even number. */
  rotaryDim: rotated((options) => lastAxis(options, "x").width),
});
/** Options of {@link Convert.layout}. */
export type LayoutConversion = OptionsOf<typeof LAYOUT_CONVERSION>;

const WEIGHT = {
  rank: [1, 2],
  as: "[numHeads·headDim, inputs] or [numHeads·headDim]",
} as const;

/** @internal */
export const QUERY_KEY_CONVERSION = table("convert.queryKeyWeights", {
  /** Layout that the weights were trained for: Meta's is `"interleaved"`. */
  from: LAYOUT,
  /** Layout wanted: Hugging Face's Llama takes `"halves"`. */
  to: LAYOUT,
  /**
   * Heads that the rows of the weight hold: of the queries for W_Q, of the keys
   * for W_K (fewer of them in grouped attention).
   */
  numHeads: HEADS,
  /** How many rows of each head are rotated, an even number. */
  rotaryDim: rotated((options) => {
    const [rows = 0] = options.tensor("weight", WEIGHT).shape;
    return rows / HEADS.read(options, "numHeads");
  }),
  /** The projection's bias: permuted alike. */
  bias: optional(tensor({ rank: 1, as: "[numHeads·headDim]" })),
});
/** Options of {@link Convert.queryKeyWeights}. */
export type QueryKeyConversion = OptionsOf<typeof QUERY_KEY_CONVERSION>;

/** Result of {@link Convert.queryKeyWeights}: the weight itself. */
export type QueryKeyWeights<X = TensorInput> = Stored<X> & {
  /** The permuted bias, when one was given, as that was stored. */
  readonly bias?: Tensor | HalfTensor | Float64Tensor;
};

/** @internal */
export const CONVENTION = {
  /** Order of the columns. */
  layout: choice(wordsOf(SinusoidalLayout), "interleaved"),
  /** Spacing of the frequencies. */
  spacing: choice(wordsOf(SinusoidalSpacing), "paper"),
};
/** Order and spacing of sinusoidal rows, as `embedding.sinusoidal` names them. */
export type SinusoidalConvention = OptionsOf<typeof CONVENTION>;

const GIVEN_CONVENTION = given<SinusoidalConvention>("a convention");

/** @internal */
export const SINUSOIDAL_CONVERSION = table("convert.sinusoidal", {
  /** The convention that the rows have. */
  from: GIVEN_CONVENTION,
  /** The convention wanted. */
  to: GIVEN_CONVENTION,
});
/** Options of {@link Convert.sinusoidal}. */
export type SinusoidalConversion = OptionsOf<typeof SINUSOIDAL_CONVERSION>;

/**
 * Order of ALiBi's heads. `"reference"`: the authors', BLOOM's and ggml's.
 * `"mpt"`: MPT's rule, which comes to the same sequence for every number of
 * heads. `"descending"`: from the steepest slope to the flattest.
 * `"geometric"`: 2^(−8h/H) for any H; other slopes than the reference's, unless
 * H is a power of two.
 */
export type AlibiOrder = "reference" | "mpt" | "descending" | "geometric";

const ORDER = choice(["reference", "mpt", "descending", "geometric"]);

/** @internal */
export const ALIBI_CONVERSION = table("convert.alibiOrder", {
  /** The order that the heads have. */
  from: ORDER,
  /** The order wanted. */
  to: ORDER,
  /** Number of heads, if you want it checked. */
  numHeads: optional(given<number>("the number of heads")),
});
/** Options of {@link Convert.alibiOrder}. */
export type AlibiOrderConversion = OptionsOf<typeof ALIBI_CONVERSION>;

/**
 * Conversions between the conventions of other libraries. Each is a permutation
 * of numbers: nothing is computed, halves stay halves and float64 stays
 * float64, and the way back restores the input exactly. What is no permutation
 * is refused.
 */
export interface Convert {
  /**
   * Reorders the columns of queries, keys or gains between rotary layouts:
   * columns 2i and 2i + 1 of `"interleaved"` are i and i + rotaryDim/2 of
   * `"halves"`. Columns past `rotaryDim` stay.
   *
   * @param x - any shape; the last axis is the head's width
   * @returns shape of `x`
   */
  layout<const X extends TensorInput>(
    x: X,
    options: LayoutConversion,
  ): Stored<X>;

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
  queryKeyWeights<const X extends TensorInput>(
    weight: X,
    options: QueryKeyConversion,
  ): QueryKeyWeights<X>;

  /**
   * Reorders the columns of sinusoidal rows. Between `"paper"` and `"endpoint"`
   * spacing there is no permutation: the frequencies differ.
   *
   * @param rows - any shape; the last axis is dModel
   * @returns shape of `rows`
   * @throws RangeError with the reason when it is no permutation
   */
  sinusoidal<const X extends TensorInput>(
    rows: X,
    options: SinusoidalConversion,
  ): Stored<X>;

  /**
   * Reorders the heads of ALiBi slopes or biases.
   *
   * @param x - slopes, one per head, or a tensor of shape `[H]`, `[H, Q, K]` or
   * `[B, H, Q, K]`
   * @returns slopes for slopes, else the shape of `x`
   * @throws RangeError with the reason when it is no permutation
   */
  alibiOrder<const X extends TensorInput>(
    x: X,
    options: AlibiOrderConversion,
  ): Stored<X>;
  alibiOrder(x: TensorData, options: AlibiOrderConversion): Float32Array;
}

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
function permute<X>(
  { data: numbers, shape, dtype, bits }: ReadTensor,
  axis: number,
  source: readonly number[],
): Stored<X> {
  const inner = sizeOf(shape.slice(axis + 1));
  const block = source.length * inner;
  const data = bits ?? numbers;
  const Kind = bits
    ? Uint16Array
    : dtype === "float64"
      ? Float64Array
      : Float32Array;
  const out = new Kind(data.length);
  for (let start = 0; start < data.length; start += block) {
    source.forEach((from, to) => {
      for (let i = 0; i < inner; i += 1) {
        out[start + to * inner + i] = data[start + from * inner + i] as number;
      }
    });
  }
  const copy = { data: out, shape: [...shape], ...(bits && { dtype }) };
  return copy as unknown as Stored<X>;
}

/** Where the columns of one layout stand in the other. */
function pairOrder(to: Layout, width: number, pairs: number): number[] {
  return Array.from({ length: width }, (_, j) => {
    if (j >= 2 * pairs) return j;
    return to === Layout.halves
      ? 2 * (j % pairs) + Math.floor(j / pairs)
      : Math.floor(j / 2) + (j % 2) * pairs;
  });
}

/** The permutation of one head's columns that the options ask for. */
function readOrder(
  options: Reading<typeof LAYOUT_CONVERSION.fields>,
  width: number,
): number[] {
  const from = options.read("from");
  const to = options.read("to");
  const rotaryDim = options.read("rotaryDim") ?? width;
  if (rotaryDim % 2 !== 0) {
    throw new RangeError(
      `${options.call}: rotaryDim must be even, got ${rotaryDim}${options.has("rotaryDim") ? "" : ", the whole width"}`,
    );
  }
  return pairOrder(to, width, from === to ? 0 : rotaryDim / 2);
}

function readConvention(call: string, name: string, value: unknown) {
  const options = new Reading(`${call}: ${name}`, CONVENTION, value);
  return { layout: options.read("layout"), spacing: options.read("spacing") };
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

export const layout: Convert["layout"] = (x, input) => {
  const options = LAYOUT_CONVERSION.open(input, { x });
  const { tensor, axis, width } = lastAxis(options, "x");
  return permute(tensor, axis, readOrder(options, width));
};

export const queryKeyWeights: Convert["queryKeyWeights"] = (weight, input) => {
  const options = QUERY_KEY_CONVERSION.open(input, { weight });
  const tensor = options.tensor("weight", WEIGHT);
  const [rows = 0] = tensor.shape;
  const heads = options.read("numHeads");
  if (rows % heads !== 0) {
    throw new RangeError(
      `${options.call}: numHeads must divide the ${rows} rows of the weight, got ${heads}`,
    );
  }
  const width = rows / heads;
  const order = readOrder(options, width);
  const source = Array.from({ length: rows }, (_, row) => {
    const head = Math.floor(row / width) * width;
    return head + (order[row - head] as number);
  });
  const bias = options.has("bias")
    ? permute<TensorInput>(options.tensor("bias", { shape: [rows] }), 0, source)
    : undefined;
  return Object.assign(permute<never>(tensor, 0, source), bias && { bias });
};

export const sinusoidal: Convert["sinusoidal"] = (rows, input) => {
  const options = SINUSOIDAL_CONVERSION.open(input, { rows });
  const { call } = options;
  const from = readConvention(call, "from", options.read("from"));
  const to = readConvention(call, "to", options.read("to"));
  const { tensor, axis, width } = lastAxis(options, "rows");
  const refuse = (reason: string): never => {
    throw new RangeError(
      `${call}: ${from.layout} ${from.spacing} to ${to.layout} ${to.spacing} is no permutation of ${width} columns: ${reason}; make the rows anew with embedding.sinusoidal`,
    );
  };
  // With one pair both spacings are the frequency 1.
  if (from.spacing !== to.spacing && width !== 2) {
    refuse("the frequencies differ, base^(−2i/d) against base^(−i/(d/2 − 1))");
  }
  if (from.layout === to.layout)
    return permute(tensor, axis, pairOrder(Layout.halves, width, 0));
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
};

export const alibiOrder = ((x: TensorInput | TensorData, input: unknown) => {
  const options = ALIBI_CONVERSION.open(input, { x });
  const { call } = options;
  const data = options.get("x") as ArrayLike<number>;
  const listed = Array.isArray(data) || ArrayBuffer.isView(data);
  const tensor = checkTensor(
    call,
    "x",
    listed ? { data, shape: [data.length], dtype: "float32" } : data,
    { rank: [1, 3, 4], as: "[H], [H, Q, K] or [B, H, Q, K]" },
  );
  const axis = tensor.shape.length === 4 ? 1 : 0;
  const heads = tensor.shape[axis] as number;
  const from = slopeExponents(options.read("from"), heads);
  const to = slopeExponents(options.read("to"), heads);
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
}) as Convert["alibiOrder"];

/** What {@link Posenc.convert} is; it needs no instance. */
export const convert: Convert = Object.freeze<Convert>({
  layout,
  queryKeyWeights,
  sinusoidal,
  alibiOrder,
});
