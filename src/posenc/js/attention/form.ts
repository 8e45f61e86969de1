import { exchanged } from "../axis-order.js";
import { readJoined } from "../heads.js";
import { MAX_WIDTH, type Options } from "../options.js";
import { showShape } from "../tensor.js";
import { read } from "./options.js";

const HEADS_FIRST = "[B, H, T, D] or [H, T, D], the order BHTD";

/** Which of the forms q, k and v have. */
export interface Form {
  readonly batch: number;
  readonly hasBatch: boolean;
  /** The heads stand side by side in the last axis. */
  readonly joined: boolean;
  /** The axis of the heads stands before that of the tokens. */
  readonly headsFirst: boolean;
  readonly heads: number;
}

export function fail(options: Options, text: string): never {
  throw new RangeError(`${options.call}: ${text}`);
}

export const FORMS =
  "[B, T, H, D] or [T, H, D] (with numHeads also [B, T, H·D] or [T, H·D])";

/** What q, k and v must have in common, were their heads side by side or not. */
function formFits(
  options: Options,
  joined: boolean,
  numHeads: number,
): boolean {
  const [[batch, , width], k, v] = ["q", "k", "v"].map(
    (name) => options.tensor(name).shape,
  ) as [number[], number[], number[]];
  const [rows, middle, last] = k as [number, number, number];
  const groups = read(options, "numKeyValueHeads");
  if (k.length !== 3 || v.length !== 3) return false;
  if (rows !== v[0] || middle !== v[1]) return false;
  if (!joined) {
    const isShared = numHeads % middle === 0 && (groups ?? middle) === middle;
    return isShared && last === width;
  }
  const heads = groups ?? numHeads;
  const own = (width as number) / numHeads;
  const ownValue = (v[2] as number) / heads;
  return (
    rows === batch &&
    last / heads === own &&
    [own, ownValue].every(Number.isInteger)
  );
}

/** Reads how the call's tensors are laid out. */
export function readForm(options: Options): Form {
  const projected = options.has("projections");
  const headsFirst = read(options, "order") === "BHTD";
  const q = options.tensor("q", {
    rank: projected ? [2, 3] : headsFirst ? [3, 4] : [2, 3, 4],
    as: projected
      ? "[B, T, M] or [T, M] with projections"
      : headsFirst
        ? HEADS_FIRST
        : FORMS,
  });
  const given = read(options, "numHeads");
  const rank = q.shape.length;
  if (headsFirst && (projected || options.boolean("joined", false))) {
    options.fail("order", '"BTHD" where the heads stand side by side');
  }
  const joined =
    !headsFirst &&
    (projected ||
      readJoined(options, "q", q.shape, given, (is) =>
        formFits(options, is, given as number),
      ));
  if (projected && !options.boolean("joined", true)) {
    options.fail("joined", "true with projections");
  }
  if (joined && given === undefined) {
    throw new TypeError(
      `${options.call}: numHeads is required (an integer from 1 to ${MAX_WIDTH}) when the heads stand side by side, as in q of shape ${showShape(q.shape)}`,
    );
  }
  const hasBatch = rank === (joined ? 3 : 4);
  const shape = headsFirst ? exchanged(q.shape) : q.shape;
  const heads = joined ? (given as number) : (shape[rank - 2] as number);
  if (given !== undefined && given !== heads) {
    fail(
      options,
      `numHeads must be the ${headsFirst ? "second" : "third"} axis of q, ${heads} for shape ${showShape(q.shape)}, got ${given}`,
    );
  }
  return {
    batch: hasBatch ? (q.shape[0] as number) : 1,
    hasBatch,
    joined,
    headsFirst,
    heads,
  };
}

/** Which axis of q is that of the tokens. */
export const tokenAxis = ({ hasBatch, headsFirst }: Form): number =>
  Number(hasBatch) + Number(headsFirst);

/** Position of query 0 when key 0 stands at 0: the queries come last. */
export const readOffset = (
  options: Options,
  queries: number,
  keys: number,
): number => read(options, "offset") ?? keys - queries;

/**
 * The keys `first` to `last` − 1 that any query sees, as the kernels count them
 * (src/posenc/core/attention/visibility.cpp); none is 0 to 0.
 */
export function seenKeys(
  options: Options,
  queries: number,
  keys: number,
): { readonly first: number; readonly last: number } {
  const offset = readOffset(options, queries, keys);
  const window = read(options, "window") ?? Number.POSITIVE_INFINITY;
  const end = offset + queries - 1 + (read(options, "causal") ? 1 : window);
  const first = Math.max(0, offset - window + 1);
  const last = Math.min(keys, end);
  return first < last ? { first, last } : { first: 0, last: 0 };
}
