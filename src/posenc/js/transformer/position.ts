import { FORM } from "../embedding/common.js";
import { sinusoidalCalls } from "../embedding/sinusoidal.js";
import { partOf } from "../errors.js";
import type { Options } from "../options.js";
import type { PositionScheme } from "../position.js";
import { LENGTH } from "../positions.js";
import type { TupeScheme } from "../relative/options.js";
import type { Runtime } from "../runtime.js";
import { type Fields, openScheme, optional } from "../schema.js";
import { readTensor } from "../snapshot.js";
import { type ReadTensor, showShape } from "../tensor.js";

/** How positions enter one model. */
export interface ModelPosition {
  /** Rows of a learned table; 0: none. */
  readonly learned: number;
  /** Rows added to the embeddings of `length` tokens from `offset` on. */
  rows?(call: string, offset: number, length: number): ReadTensor;
  /** The scheme for the last `queries` of `keys` positions. */
  scheme(call: string, queries: number, keys: number): PositionScheme;
}

/** Of {@link LearnedPosition}. */
const LEARNED = { maxLen: optional(LENGTH) };

/** TUPE as the options hold it. */
type ReadTupe = { type: "tupe" } & TupeScheme & {
    readonly positionQuery: ReadTensor;
    readonly positionKey: ReadTensor;
  };

const none = (): PositionScheme => ({ type: "none" });

/** Rows `from` … `to` − 1 along the first axis. */
function rowsOf(x: ReadTensor, from: number, to: number): ReadTensor {
  const row = x.data.length / (x.shape[0] as number);
  return {
    data: Array.prototype.slice.call(x.data, from * row, to * row),
    shape: [to - from, ...x.shape.slice(1)],
  };
}

/**
 * TUPE's rows for the last `queries` of `keys` positions. Past the first token
 * its untied column becomes one more column of the projections: 1 in every
 * query, θ₂ in the first key.
 */
function tupeRows(
  scheme: ReadTupe,
  queries: number,
  keys: number,
): { type: "tupe" } & TupeScheme {
  const { positionQuery: pq, positionKey: pk, cls } = scheme;
  const offset = keys - queries;
  const extra = Number(cls === true);
  const positionKey = rowsOf(pk, offset > 0 ? extra : 0, keys + extra);
  if (offset === 0 || !cls) {
    return {
      ...scheme,
      positionQuery: rowsOf(pq, offset, keys + extra),
      positionKey,
    };
  }
  const [, heads = 0, width = 0] = pq.shape;
  const scale = scheme.positionScale ?? 1 / Math.sqrt(2 * width);
  const theta = Array.from({ length: heads }, (_, h) => {
    let sum = 0;
    for (let x = (heads + h) * width; x < (heads + h + 1) * width; x += 1) {
      sum += (pq.data[x] as number) * (pk.data[x] as number);
    }
    return sum;
  });
  const widen = (
    { data, shape }: ReadTensor,
    last: (row: number, head: number) => number,
    first = 0,
  ): ReadTensor => {
    const rows = shape[0] as number;
    const wide: number[] = [];
    for (let x = 0; x < rows * heads; x += 1) {
      const row = Math.floor(x / heads);
      for (let c = 0; c < width; c += 1) {
        wide.push(row < first ? 0 : (data[x * width + c] as number));
      }
      wide.push(last(row, x % heads));
    }
    return { data: wide, shape: [rows, heads, width + 1] };
  };
  return {
    type: "tupe",
    positionScale: scale,
    positionQuery: widen(rowsOf(pq, offset + 1, keys + 1), () => 1),
    positionKey: widen(
      positionKey,
      (row, head) => (row === 0 ? (theta[head] as number) : 0),
      1,
    ),
  };
}

/** Refuses tables of TUPE that end before the text does. */
function checkTupe(
  call: string,
  { positionQuery, positionKey, cls }: ReadTupe,
  keys: number,
): void {
  const needed = keys + Number(cls === true);
  for (const [name, table] of Object.entries({ positionQuery, positionKey })) {
    // What is no tensor at all is told by the scheme itself.
    if (
      typeof readTensor(table) !== "string" &&
      // never taken: a tensor has an axis
      (table.shape[0] ?? 0) < needed
    ) {
      throw new RangeError(
        `${call}: position: ${name} must have at least ${needed} rows for a text of ${keys} tokens, got shape ${showShape(table.shape)}`,
      );
    }
  }
}

/** Reads the option `position` of a model. */
export function readModelPosition(
  runtime: Runtime,
  options: Options,
  dModel: number,
  maxLen: number | undefined,
): ModelPosition {
  const { call } = options;
  const given = options.get("position") ?? { type: "sinusoidal" };
  const type = (given as { type?: unknown }).type;
  const own = <F extends Fields>(fields: F) =>
    openScheme(`${call}: position`, fields, given);
  if (type === "learned") {
    const table = own(LEARNED);
    const learned = table.read("maxLen") ?? maxLen ?? table.need("maxLen");
    return { learned, scheme: none };
  }
  if (type === "sinusoidal") {
    const form = own(FORM).pick(Object.keys(FORM));
    const make = sinusoidalCalls(runtime).sinusoidal;
    const rows = (name: string, offset: number, seqLen: number): ReadTensor =>
      partOf(`${name}: position`, "embedding.sinusoidal", () =>
        make({ ...form, offset, seqLen, dModel }),
      );
    rows(call, 0, 1);
    return { learned: 0, rows, scheme: none };
  }
  const scheme = given as PositionScheme;
  if (type === "cope" && "gates" in scheme && scheme.gates !== undefined) {
    throw new TypeError(
      `${call}: position: gates cannot be given here: the keys open the gates of every layer`,
    );
  }
  if (type !== "tupe") return { learned: 0, scheme: () => scheme };
  const tupe = scheme as ReadTupe;
  return {
    learned: 0,
    scheme(name, queries, keys) {
      checkTupe(name, tupe, keys);
      const whole =
        typeof readTensor(tupe.positionQuery) !== "string" &&
        typeof readTensor(tupe.positionKey) !== "string";
      return whole ? tupeRows(tupe, queries, keys) : tupe;
    },
  };
}
