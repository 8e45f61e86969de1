import { Attending } from "./attend.js";
import type { AttentionOptions } from "./attention.js";
import { MAX_POSITION, Options } from "./options.js";
import { type PositionScheme, preparePosition } from "./position.js";
import {
  type CopeScheme,
  type DebertaScheme,
  logBuckets,
  type RelativeType,
  readBuckets,
  SCHEME_KEYS,
  type ShawScheme,
  type TransformerXLScheme,
  type TupeScheme,
  transformerXLTerm,
} from "./relative/schemes.js";
import type { Runtime } from "./runtime.js";
import type { Tensor, TensorLike } from "./tensor.js";

/** What every call of {@link Relative} takes besides the encoding's own options. */
export interface RelativeOptions
  extends Pick<
    AttentionOptions,
    | "q"
    | "k"
    | "numHeads"
    | "numKeyValueHeads"
    | "causal"
    | "window"
    | "offset"
    | "mask"
    | "scale"
    | "projections"
  > {
  /** Values; without them there is no `output`. */
  readonly v?: TensorLike;
}

/**
 * What every call of {@link Relative} answers: matrices `[B, H, Q, K]`, or
 * `[H, Q, K]` without a batch. Terms are whole, hidden pairs included, times
 * the scale that they have in the scores.
 */
export interface RelativeResult<Term extends string> {
  /** What softmax sees: −Infinity where a pair is hidden. */
  readonly scores: Tensor;
  /** softmax of the scores; a query that sees nothing has zeros. */
  readonly weights: Tensor;
  /** Weighted values, in the form of `q`; only with `v`. */
  readonly output?: Tensor;
  /** All that the encoding adds to scale·q·k. */
  readonly position: Tensor;
  /** The score's terms one by one; they add up to it. */
  readonly terms: Readonly<Record<Term, Tensor>>;
}

/** Options of {@link Relative.shawIndices}. */
export interface ShawIndicesOptions {
  /** Number of queries. */
  readonly queryLen: number;
  /** Number of keys. */
  readonly keyLen: number;
  /** Distances are clipped to −clip … clip. */
  readonly clip: number;
  /** Position of query 0; default keyLen − queryLen. */
  readonly offset?: number;
}

/** Options of {@link Relative.shawValues}. */
export interface ShawValuesOptions {
  /** Rows by distance, `[2·clip + 1, E]`. */
  readonly valueTable: TensorLike;
  /** Distances are clipped to −clip … clip. */
  readonly clip: number;
  /** Position of query 0; default K − Q. */
  readonly offset?: number;
}

/** Options of {@link Relative.logBuckets}. */
export interface LogBucketOptions {
  /** Number of buckets, from 4 to 65536. */
  readonly buckets: number;
  /** Distance at which they end. */
  readonly maxPosition: number;
}

/** Options of {@link Relative.distances}. */
export interface DistancesOptions extends Partial<LogBucketOptions> {
  /** Number of queries. */
  readonly queryLen: number;
  /** Number of keys. */
  readonly keyLen: number;
  /** Position of query 0; default 0. */
  readonly offset?: number;
}

/** Options of {@link Relative.shift} and {@link Relative.unshift}. */
export interface ShiftOptions {
  /** Columns of the result. */
  readonly columns?: number;
  /** Fill what no column belongs to with what reshaping leaves there; default zeros. */
  readonly wrap?: boolean;
}

/** Encodings whose score term also reads the content. */
export interface Relative {
  /**
   * Relative rows added to keys and values: scale·q·(k + aK[rel]) and
   * Σ w (v + aV[rel]), rel = clip(key − query). Source: Shaw et al. 2018.
   */
  shaw(
    options: RelativeOptions & ShawScheme,
  ): RelativeResult<"content" | "key">;

  /**
   * scale·[(q + u)·k + (q + v)·r] with a row r per distance. `beforeShift`
   * `[B, H, Q, R]` has (q + v)·r for all rows, before each query looks up its
   * distances. Source: Dai et al. 2019; XLNet.
   */
  transformerXL(options: RelativeOptions & TransformerXLScheme): RelativeResult<
    "content" | "contentBias" | "relative"
  > & {
    readonly beforeShift: Tensor;
  };

  /**
   * Content to content, content to position, position to content; default scale
   * 1/√(D·(1 + number of position terms)). Source: He et al. 2021.
   */
  deberta(
    options: RelativeOptions & DebertaScheme,
  ): RelativeResult<"c2c" | "c2p" | "p2c">;

  /**
   * Positions counted by gates on the way back from query to key, and rows
   * interpolated at them. `positions` `[B, H, Q, K]` are these counts. Source:
   * Golovneva et al. 2024.
   */
  cope(
    options: RelativeOptions & CopeScheme,
  ): RelativeResult<"content" | "relative"> & { readonly positions: Tensor };

  /**
   * Absolute positions with projections of their own, untied from the content.
   * Without `q` and `k` the content is zero. Default scale of both products
   * 1/√(2D). Source: Ke et al. 2021.
   */
  tupe(
    options: Partial<RelativeOptions> & TupeScheme,
  ): RelativeResult<"content" | "relative">;

  /** Index of the clipped distance of each pair, key − query: `[Q, K]`, row-major. */
  shawIndices(options: ShawIndicesOptions): Int32Array;

  /**
   * What Shaw's value table adds to the output: Σ_j w_ij aV[rel].
   *
   * @param weights - shape `[…, Q, K]`
   * @returns shape `[…, Q, E]`
   */
  shawValues(weights: TensorLike, options: ShawValuesOptions): Tensor;

  /**
   * DeBERTa's logarithmic buckets of distances (query − key): exact up to half
   * the buckets, logarithmic beyond, by integer thresholds.
   */
  logBuckets(
    distances: ArrayLike<number>,
    options: LogBucketOptions,
  ): Int32Array;

  /** Distance query − key of each pair, in buckets if given: `[Q, K]`, row-major. */
  distances(options: DistancesOptions): Int32Array;

  /**
   * Transformer-XL's shift: row i moves left by Q − 1 − i places, so that
   * column j of the result is column j + Q − 1 − i of row i.
   *
   * @param x - shape `[…, Q, R]`
   * @returns shape `[…, Q, columns]`, columns ≤ R; default R
   */
  shift(x: TensorLike, options?: ShiftOptions): Tensor;

  /**
   * The way back, Music Transformer's skew inverted.
   *
   * @param x - shape `[…, Q, K]`
   * @returns shape `[…, Q, columns]`, columns ≥ K; default K
   */
  unshift(x: TensorLike, options?: ShiftOptions): Tensor;
}

const BASE_KEYS = [
  "q",
  "k",
  "v",
  "numHeads",
  "numKeyValueHeads",
  "causal",
  "window",
  "offset",
  "mask",
  "scale",
  "projections",
] as const;

const MAX_LENGTH = 2 ** 24;
const LENGTH = { min: 1, max: MAX_LENGTH };
const OFFSET = { min: -MAX_POSITION, max: MAX_POSITION };

/** What a call adds to the result that all share. */
type Inspect<Extra> = (
  attending: Attending,
  term: readonly number[],
  parts: { content: Tensor; position: Tensor },
  runtime: Runtime,
) => Extra;

function relate<Extra extends { terms: Readonly<Record<string, Tensor>> }>(
  runtime: Runtime,
  type: RelativeType,
  input: object,
  inspect: Inspect<Extra>,
): RelativeResult<never> & Extra {
  const call = `relative.${type}`;
  const keys = SCHEME_KEYS[type];
  const known = [...BASE_KEYS, ...keys];
  new Options(call, input, known);
  const given = input as Record<string, unknown>;
  const scheme: Record<string, unknown> = { type };
  for (const key of keys) scheme[key] = given[key];
  const hasValues = given.v !== undefined;
  // Without values the keys stand in for them, and the output is dropped.
  const options = new Options(
    call,
    { ...given, v: given.v ?? given.k, position: scheme },
    [...known, "position"],
  );
  return runtime.frame(call, (frame) => {
    const attending = new Attending(runtime, frame, options);
    const position = preparePosition(
      runtime,
      frame,
      call,
      scheme as unknown as PositionScheme,
      attending.sequence,
      "",
    );
    const { output, ...rest } = attending.attend(position, {
      weights: true,
      scores: true,
    });
    const parts = {
      content: attending.content(),
      position: attending.term(position.term),
    };
    return {
      ...(rest as { scores: Tensor; weights: Tensor }),
      ...(hasValues ? { output } : {}),
      position: parts.position,
      ...inspect(attending, position.term, parts, runtime),
    };
  });
}

/** (q + v)·r of every query and row, with the scale of the scores. */
function beforeShift(
  runtime: Runtime,
  attending: Attending,
  { r, positionBias }: TransformerXLScheme,
): Tensor {
  const { batch, queries, heads, width, q } = attending.sequence;
  const biased = q.take();
  if (positionBias) {
    for (let i = 0; i < biased.length; i += 1) {
      biased[i] =
        (biased[i] as number) +
        (positionBias.data[i % (heads * width)] as number);
    }
  }
  const rows = r.shape[0] as number;
  const k = new Float32Array(batch * r.data.length);
  for (let b = 0; b < batch; b += 1) k.set(r.data, b * r.data.length);
  const call = "relative.transformerXL";
  return runtime.frame(call, (frame) => {
    const keys = { data: k, shape: [batch, rows, heads, width] };
    const options = new Options(
      call,
      {
        q: { data: biased, shape: [batch, queries, heads, width] },
        ...{ k: keys, v: keys, scale: attending.scale },
      },
      ["q", "k", "v", "scale"],
    );
    const { data, shape } = new Attending(runtime, frame, options).content();
    return { data, shape: attending.hasBatch ? shape : shape.slice(1) };
  });
}

/** Zeros in place of the content that a call for positions alone leaves out. */
function withoutContent(
  input: Partial<RelativeOptions> & TupeScheme,
): Partial<RelativeOptions> & TupeScheme {
  if (input?.q !== undefined || input?.k !== undefined) return input;
  const zeros = (rows?: TensorLike): TensorLike | undefined => {
    const [length = 0, heads = 0] = rows?.shape ?? [];
    const count = length - Number(input.cls === true);
    return count > 0 && heads > 0
      ? { data: new Float32Array(count * heads), shape: [count, heads, 1] }
      : undefined;
  };
  const [q, k] = [zeros(input?.positionQuery), zeros(input?.positionKey)];
  return q && k ? { ...input, q, k } : input;
}

/**
 * Bindings of src/wasm/relative.cpp and attention.cpp.
 *
 * @internal
 */
export function relative(runtime: Runtime): Relative {
  const move = (
    call: string,
    binding: string,
    x: TensorLike,
    input: ShiftOptions,
  ): Tensor => {
    const options = Options.with(call, { x }, input, ["columns", "wrap"]);
    const rows = options.tensor("x", {
      rank: [2, 3, 4],
      as: "[Q, R] with up to two axes before",
    });
    const [queries, own] = rows.shape.slice(-2) as [number, number];
    const wrap = options.boolean("wrap", false);
    const shifts = binding === "relative_shift";
    const columns = options.integer("columns", {
      min: shifts ? 1 : own,
      max: shifts ? own : wrap ? own : MAX_LENGTH,
      default: own,
    });
    const [inner, outer] = shifts ? [columns, own] : [own, columns];
    const count = rows.data.length / (queries * own);
    return runtime.frame(call, (frame) => {
      const shape = [...rows.shape.slice(0, -1), columns];
      const from = frame.input(rows).pointer;
      const out = frame.output(shape);
      for (let m = 0; m < count; m += 1) {
        runtime.run(
          call,
          binding,
          out.pointer + m * queries * columns * 4,
          from + m * queries * own * 4,
          ...[queries, outer, inner, Number(wrap)],
        );
      }
      return { data: out.take(), shape };
    });
  };

  return Object.freeze<Relative>({
    shaw: (input) =>
      relate(runtime, "shaw", input, (_, __, { content, position }) => ({
        terms: { content, key: position },
      })),

    transformerXL: (input) =>
      relate(
        runtime,
        "transformerXL",
        input,
        (attending, term, { content }) => ({
          terms: {
            content,
            contentBias: attending.term(transformerXLTerm(term, true, false)),
            relative: attending.term(transformerXLTerm(term, false, true)),
          },
          beforeShift: beforeShift(runtime, attending, input),
        }),
      ),

    deberta: (input) =>
      relate(runtime, "deberta", input, (attending, term, { content }) => {
        const [scheme = 0, span = 0, relK = 0, relQ = 0, ...rest] = term;
        return {
          terms: {
            c2c: content,
            c2p: attending.term([scheme, span, relK, 0, ...rest]),
            p2c: attending.term([scheme, span, 0, relQ, ...rest]),
          },
        };
      }),

    cope: (input) =>
      relate(runtime, "cope", input, (attending, term, parts) => ({
        terms: { content: parts.content, relative: parts.position },
        positions: attending.term([...term.slice(0, -1), 1]),
      })),

    tupe: (input) =>
      relate(runtime, "tupe", withoutContent(input), (_, __, parts) => ({
        terms: { content: parts.content, relative: parts.position },
      })),

    shawIndices(input) {
      const call = "relative.shawIndices";
      const options = new Options(call, input, [
        "queryLen",
        "keyLen",
        "clip",
        "offset",
      ]);
      const queries = options.integer("queryLen", LENGTH);
      const keys = options.integer("keyLen", LENGTH);
      const clip = options.integer("clip", { min: 1, max: 2 ** 20 });
      const offset = options.integer("offset", {
        ...OFFSET,
        default: keys - queries,
      });
      return runtime.frame(call, (frame) => {
        const out = frame.int32(queries * keys);
        runtime.run(
          call,
          "relative_shaw_indices",
          ...[out.pointer, queries, keys, offset, clip],
        );
        return out.take();
      });
    },

    shawValues(weights, input) {
      const call = "relative.shawValues";
      const options = Options.with(call, { weights }, input, [
        "valueTable",
        "clip",
        "offset",
      ]);
      const w = options.tensor("weights", { rank: [2, 3, 4], as: "[…, Q, K]" });
      const [queries, keys] = w.shape.slice(-2) as [number, number];
      const clip = options.integer("clip", { min: 1, max: 2 ** 20 });
      const table = options.tensor("valueTable", {
        shape: [2 * clip + 1, null],
      });
      const width = table.shape[1] as number;
      const offset = options.integer("offset", {
        ...OFFSET,
        default: keys - queries,
      });
      return runtime.frame(call, (frame) => {
        const shape = [...w.shape.slice(0, -1), width];
        const out = frame.output(shape);
        runtime.run(
          call,
          "relative_shaw_values",
          ...[out.pointer, frame.input(w).pointer, frame.input(table).pointer],
          ...[w.data.length / (queries * keys), queries, keys, width],
          ...[clip, offset],
        );
        return { data: out.take(), shape };
      });
    },

    logBuckets(distances, input) {
      const call = "relative.logBuckets";
      const options = Options.with(call, { distances }, input, [
        "buckets",
        "maxPosition",
      ]);
      const list = options.integers("distances", {
        min: -(2 ** 31),
        max: 2 ** 31 - 1,
      });
      const size = readBuckets(options);
      if (!size)
        return options.required("buckets", "an integer from 4 to 65536");
      return runtime.frame(call, (frame) =>
        logBuckets(runtime, frame, call, list, ...size).take(),
      );
    },

    distances(input) {
      const call = "relative.distances";
      const options = new Options(call, input, [
        "queryLen",
        "keyLen",
        "offset",
        "buckets",
        "maxPosition",
      ]);
      const queries = options.integer("queryLen", LENGTH);
      const keys = options.integer("keyLen", LENGTH);
      const offset = options.integer("offset", { ...OFFSET, default: 0 });
      const size = readBuckets(options);
      return runtime.frame(call, (frame) => {
        const row = Int32Array.from(
          { length: queries + keys - 1 },
          (_, n) => n - (keys - 1) + offset,
        );
        const table = size
          ? logBuckets(runtime, frame, call, row, ...size).take()
          : row;
        const out = frame.int32(queries * keys);
        const view = out.view();
        for (let i = 0; i < queries; i += 1) {
          for (let j = 0; j < keys; j += 1) {
            view[i * keys + j] = table[i - j + keys - 1] as number;
          }
        }
        return out.take();
      });
    },

    shift: (x, input = {}) =>
      move("relative.shift", "relative_shift", x, input),

    unshift: (x, input = {}) =>
      move("relative.unshift", "relative_unshift", x, input),
  });
}

export type {
  CopeScheme,
  DebertaScheme,
  ShawScheme,
  TransformerXLScheme,
  TupeScheme,
};
