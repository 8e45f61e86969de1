import { MAX_POSITION, Options } from "../options.js";
import type { Prepare, Sequence } from "../position.js";
import type { Frame, Region, Runtime } from "../runtime.js";
import { showShape, type TensorLike } from "../tensor.js";

/** Relative position representations (Shaw et al. 2018). */
export interface ShawScheme {
  /** Distances are clipped to −clip … clip; at 0 all pairs are alike. */
  readonly clip: number;
  /** Rows added to the keys, `[2·clip + 1, D]`, or one table per head, `[H, 2·clip + 1, D]`. */
  readonly keyTable: TensorLike;
  /** Rows added to the values, `[2·clip + 1, E]` or `[H, 2·clip + 1, E]`; default none. */
  readonly valueTable?: TensorLike;
}

/** Relative attention of Transformer-XL (Dai et al. 2019) and XLNet. */
export interface TransformerXLScheme {
  /** A projected row per distance, `[R, H, D]`: row n is for distance `firstDistance` − n. */
  readonly r: TensorLike;
  /** Distance (query − key) of row 0. Default R − 1: rows count down to distance 0. */
  readonly firstDistance?: number;
  /** u, what a key is worth to every query: `[H, D]`; default zeros. */
  readonly contentBias?: TensorLike;
  /** v, what a distance is worth to every query: `[H, D]`; default zeros. */
  readonly positionBias?: TensorLike;
}

/** Disentangled attention of DeBERTa (He et al. 2021). */
export interface DebertaScheme {
  /** Relative rows are kept for indices 0 … 2·span − 1. */
  readonly span: number;
  /** Projected rows for content to position, `[2·span, H, D]`. */
  readonly relK?: TensorLike;
  /** Projected rows for position to content, `[2·span, H, D]`. */
  readonly relQ?: TensorLike;
  /** Logarithmic buckets (v2, v3: 256); default none, the distance itself. */
  readonly buckets?: number;
  /** Distance at which buckets end; needed with `buckets` (v3: 512). */
  readonly maxPosition?: number;
  /** Which position terms take part; default both. */
  readonly terms?: readonly ("c2p" | "p2c")[];
}

/** Contextual position encoding (Golovneva et al. 2024). */
export interface CopeScheme {
  /** Rows e of positions 0 … N − 1, `[N, D]` or `[H, N, D]`; N is the cap plus one. */
  readonly embeddings: TensorLike;
  /** What opens the gates, in the form of `k`: default the keys; give the values for value gates. */
  readonly gates?: TensorLike;
  /** Whether the term is divided by √D as the content is; default true. */
  readonly scaled?: boolean;
}

/** Untied position encoding, TUPE (Ke et al. 2021). */
export interface TupeScheme {
  /** Projected queries of positions, `[Q, H, D]`, one more row with `cls`. */
  readonly positionQuery: TensorLike;
  /** Projected keys of positions, `[K, H, D]`, one more row with `cls`. */
  readonly positionKey: TensorLike;
  /** Factor on the product; default 1/√(2D). */
  readonly positionScale?: number;
  /** Untie the first token: row 0 is no position but θ₁, row n + 1 is position n; default false. */
  readonly cls?: boolean;
}

/** T5's buckets on top of TUPE's positions: a number per bucket and head. */
export interface TupeRelative {
  /**
   * `[numBuckets, H]`; with `cls` one row more, the last, for the column of
   * token 0, and the row of token 0 takes bucket ⌊numBuckets/2⌋.
   */
  readonly table: TensorLike;
  /** Number of buckets, both directions together; default 32. */
  readonly numBuckets?: number;
  /** Distance from which all share the last bucket; default 128. */
  readonly maxDistance?: number;
}

/** Keys of each scheme's options. */
export const SCHEME_KEYS = {
  shaw: ["clip", "keyTable", "valueTable"],
  transformerXL: ["r", "firstDistance", "contentBias", "positionBias"],
  deberta: ["span", "relK", "relQ", "buckets", "maxPosition", "terms"],
  cope: ["embeddings", "gates", "scaled"],
  tupe: ["positionQuery", "positionKey", "positionScale", "cls"],
} as const;

export type RelativeType = keyof typeof SCHEME_KEYS;

const MAX_ROWS = 2 ** 20;

const read = (call: string, scheme: object, type: RelativeType): Options =>
  new Options(call, scheme, ["type", ...SCHEME_KEYS[type]]);

/** A table shared by the heads or one per head: its tensor and their number. */
function readTable(
  options: Options,
  name: string,
  heads: number,
  rows: number | null,
  width: number,
): { tensor: TensorLike; tables: number } {
  const count = rows ?? "N";
  const as = `[${count}, ${width}] or [${heads}, ${count}, ${width}]`;
  const tensor = options.tensor(name, { rank: [2, 3], as });
  const shape = tensor.shape.slice(-2);
  const tables = tensor.shape.length === 3 ? (tensor.shape[0] as number) : 1;
  const fits =
    (rows === null || shape[0] === rows) &&
    shape[1] === width &&
    (tensor.shape.length === 2 || tables === heads);
  if (!fits) {
    throw new RangeError(
      `${options.call}: ${name} must have shape ${as}, got ${showShape(tensor.shape)}`,
    );
  }
  return { tensor, tables };
}

const address = (
  frame: Frame,
  options: Options,
  name: string,
  shape: readonly (number | null)[],
): number =>
  options.has(name) ? frame.input(options.tensor(name, { shape })).pointer : 0;

const shaw: Prepare = (runtime, frame, call, scheme, s) => {
  const options = read(call, scheme, "shaw");
  const clip = options.integer("clip", { min: 0, max: MAX_ROWS });
  const rows = 2 * clip + 1;
  const keys = readTable(options, "keyTable", s.heads, rows, s.width);
  const values = options.has("valueTable")
    ? readTable(options, "valueTable", s.heads, rows, s.valueWidth)
    : undefined;
  const memory = frame.float32(
    runtime.number("relative_shaw_memory", clip, s.width, keys.tables),
  );
  return {
    term: [
      ...[2, clip, keys.tables, values?.tables ?? 0],
      frame.input(keys.tensor).pointer,
      values ? frame.input(values.tensor).pointer : 0,
      memory.pointer,
    ],
  };
};

/** Term list of Transformer-XL, with or without its two parts. */
export const transformerXLTerm = (
  term: readonly number[],
  content: boolean,
  position: boolean,
): readonly number[] => [
  ...term.slice(0, 7),
  Number(content),
  Number(position),
];

const transformerXL: Prepare = (runtime, frame, call, scheme, s) => {
  const options = read(call, scheme, "transformerXL");
  const r = options.tensor("r", { shape: [null, s.heads, s.width] });
  const rows = r.shape[0] as number;
  const first = options.integer("firstDistance", {
    min: -MAX_ROWS,
    max: MAX_ROWS,
    default: rows - 1,
  });
  // Distances that a query meets; those ahead of it only without causal order.
  const farthest = s.queries - 1 + s.offset;
  const nearest = s.causal
    ? Math.max(0, s.offset - s.keys + 1)
    : s.offset - s.keys + 1;
  const last = first - rows + 1;
  if (farthest > first || nearest < last) {
    throw new RangeError(
      `${call}: r must have a row for each distance from ${nearest} to ${farthest}, got distances ${last} to ${first}`,
    );
  }
  const bias = [s.heads, s.width];
  const memory = frame.float32(
    runtime.number("relative_transformer_xl_memory", rows, s.width, s.keys),
  );
  return {
    term: [
      ...[3, rows, first, frame.input(r).pointer],
      address(frame, options, "contentBias", bias),
      address(frame, options, "positionBias", bias),
      ...[memory.pointer, 1, 1],
    ],
  };
};

/** Logarithmic buckets of distances, query − key. */
export function logBuckets(
  runtime: Runtime,
  frame: Frame,
  call: string,
  distances: ArrayLike<number>,
  buckets: number,
  maxPosition: number,
): Region<Int32Array> {
  const region = frame.inputInt32(distances);
  const size = [buckets, maxPosition];
  const scratch = frame.int32(
    runtime.number("relative_log_buckets_scratch_size", ...size),
  );
  runtime.run(
    call,
    "relative_log_buckets",
    ...[region.pointer, region.pointer, distances.length, ...size],
    scratch.pointer,
  );
  return region;
}

/** Reads `buckets` and `maxPosition`; undefined without buckets. */
export function readBuckets(
  options: Options,
): [buckets: number, maxPosition: number] | undefined {
  if (!options.has("buckets")) return undefined;
  const buckets = options.integer("buckets", { min: 4, max: 65536 });
  const maxPosition = options.integer("maxPosition", {
    min: Math.floor(buckets / 2) + 2,
    max: 2 ** 31 - 1,
  });
  return [buckets, maxPosition];
}

function debertaTerms(options: Options): ReadonlySet<"c2p" | "p2c"> {
  const given = options.get("terms") ?? ["c2p", "p2c"];
  const words = ["c2p", "p2c"];
  if (!Array.isArray(given) || given.some((term) => !words.includes(term))) {
    options.fail("terms", 'an array of "c2p" and "p2c"');
  }
  return new Set(given as ("c2p" | "p2c")[]);
}

/** A distance far beyond the last bucket, which Int32Array would wrap around. */
export const within32 = (x: number): number =>
  Math.min(Math.max(x, -MAX_POSITION), MAX_POSITION - 1);

/** Index x(i − j) of every distance, i − j from −(K − 1) + offset upward. */
function debertaRows(
  runtime: Runtime,
  frame: Frame,
  options: Options,
  s: Sequence,
  span: number,
): Region<Int32Array> {
  const distances = Int32Array.from(
    { length: s.queries + s.keys - 1 },
    (_, n) => within32(n - (s.keys - 1) + s.offset),
  );
  const size = readBuckets(options);
  const rows = size
    ? logBuckets(runtime, frame, options.call, distances, ...size)
    : frame.inputInt32(distances);
  const view = rows.view();
  for (let n = 0; n < view.length; n += 1) {
    view[n] = Math.min(Math.max((view[n] as number) + span, 0), 2 * span - 1);
  }
  return rows;
}

const deberta: Prepare = (runtime, frame, call, scheme, s) => {
  const options = read(call, scheme, "deberta");
  const span = options.integer("span", { min: 1, max: MAX_ROWS });
  const terms = debertaTerms(options);
  const shape = [2 * span, s.heads, s.width];
  const rows = (name: string, term: "c2p" | "p2c"): number =>
    terms.has(term) ? frame.input(options.tensor(name, { shape })).pointer : 0;
  const relK = rows("relK", "c2p");
  const relQ = rows("relQ", "p2c");
  const index = debertaRows(runtime, frame, options, s, span);
  const size = [span, s.width, s.keys, Number(relK > 0), Number(relQ > 0)];
  const memory = frame.float32(
    runtime.number("relative_deberta_memory", ...size),
  );
  return { term: [4, span, relK, relQ, index.pointer, memory.pointer] };
};

/** The kernel's queries are scaled; gates divide by it again. */
const LEAST_SCALE = 1e-30;

const cope: Prepare = (runtime, frame, call, scheme, s) => {
  const options = read(call, scheme, "cope");
  const { tensor, tables } = readTable(
    options,
    "embeddings",
    s.heads,
    null,
    s.width,
  );
  const positions = tensor.shape.at(-2) as number;
  if (Math.abs(s.scale) < LEAST_SCALE) {
    throw new RangeError(
      `${call}: scale must be at least ${LEAST_SCALE} in size with cope, whose gates do not want it, got ${s.scale}`,
    );
  }
  const gates = options.has("gates")
    ? options.tensor("gates", {
        rank: [2, 3, 4],
        as: `${s.batch * s.keys * s.keyHeads * s.width} numbers, the form of k`,
      })
    : undefined;
  if (gates && gates.data.length !== s.k.length) {
    throw new RangeError(
      `${call}: gates must have the form of k, ${s.k.length} numbers, got shape ${showShape(gates.shape)}`,
    );
  }
  const root = 1 / Math.sqrt(s.width);
  const memory = frame.float32(
    runtime.number("relative_cope_memory", positions, s.width, tables),
  );
  return {
    term: [
      ...[5, positions, tables, Number(s.causal)],
      ...[root, options.boolean("scaled", true) ? root : 1],
      frame.input(tensor).pointer,
      gates ? frame.input(gates).pointer : s.k.pointer,
      ...[s.keyHeads, memory.pointer, 0],
    ],
  };
};

const tupe: Prepare = (runtime, frame, call, scheme, s) => {
  const options = read(call, scheme, "tupe");
  const cls = options.boolean("cls", false);
  const extra = Number(cls);
  const positionQuery = options.tensor("positionQuery", {
    shape: [s.queries + extra, s.heads, null],
  });
  const width = positionQuery.shape[2] as number;
  const positionKey = options.tensor("positionKey", {
    shape: [s.keys + extra, s.heads, width],
  });
  const scale = options.number("positionScale", {
    default: 1 / Math.sqrt(2 * width),
  });
  const memory = frame.float32(
    runtime.number("relative_tupe_memory", width, s.keys),
  );
  return {
    term: [
      ...[6, width, extra, scale],
      frame.input(positionQuery).pointer,
      frame.input(positionKey).pointer,
      memory.pointer,
    ],
  };
};

/** The relative schemes as attention takes them. */
export const RELATIVE_SCHEMES: Readonly<Record<RelativeType, Prepare>> = {
  shaw,
  transformerXL,
  deberta,
  cope,
  tupe,
};

/** Factor on q·k where a scheme has its own: DeBERTa and TUPE. */
export function relativeScale(scheme: object, width: number): number {
  const { type, terms } = scheme as { type: string; terms?: unknown };
  const count =
    type === "deberta"
      ? 1 + (Array.isArray(terms) ? new Set(terms).size : 2)
      : type === "tupe"
        ? 2
        : 1;
  return 1 / Math.sqrt(width * count);
}
