import type { Rows } from "./messages.js";

// Which calls are shared out over threads, and how: by rows of their result,
// where the rows come out the same whoever computes them. Calls that take little
// more time than their numbers take to be copied are never shared out: what is
// put together again would be copied once more.

/** How a call can be divided. */
export interface Plan {
  readonly rows: number;
  /** Pieces begin at its multiples, where the kernels begin a tile. */
  readonly step: number;
  /** About how long it takes on one core. */
  readonly ms: number;
  /** What the rows before one take, as a share of the whole. */
  share(row: number): number;
  /** The arguments that give these rows alone. */
  cut(rows: Rows): readonly unknown[];
  /** Steps of each piece between which the thread tells how far it is. */
  readonly steps: number;
}

interface Given {
  readonly data: ArrayBufferView & {
    readonly length: number;
    subarray(from: number, to: number): Given["data"];
    set(from: Given["data"], at: number): void;
  };
  readonly shape: readonly number[];
  readonly dtype?: unknown;
}

const isWhole = (x: unknown): x is number => Number.isSafeInteger(x);
const product = (shape: readonly number[]): number =>
  shape.reduce((size, n) => size * n, 1);

/** A tensor of a typed array; of others nobody knows what they hold. */
function tensorOf(value: unknown): Given | undefined {
  // Where there are `dims`, `type` is another name of `dtype`.
  const { data, dims, shape = dims, type, dtype = type } = Object(value);
  const isTensor =
    ArrayBuffer.isView(data) &&
    !(data instanceof DataView) &&
    Array.isArray(shape) &&
    shape.every((n) => isWhole(n) && n > 0) &&
    product(shape) === (data as Given["data"]).length &&
    `${dims ?? shape}` === `${shape}`;
  return isTensor ? { data: data as Given["data"], shape, dtype } : undefined;
}

/** These rows of an axis. */
function rowsOf(tensor: Given, axis: number, [from, to]: Rows): Given {
  const { data, shape, dtype } = tensor;
  const inner = product(shape.slice(axis + 1));
  const outer = product(shape.slice(0, axis));
  const length = shape[axis] as number;
  const size = (to - from) * inner;
  const Kind = data.constructor as new (length: number) => Given["data"];
  const part = (n: number) => {
    const at = (n * length + from) * inner;
    return data.subarray(at, at + size);
  };
  const rows = outer === 1 ? part(0) : new Kind(outer * size);
  if (outer > 1) {
    for (let n = 0; n < outer; n += 1) rows.set(part(n), n * size);
  }
  return {
    data: rows,
    shape: shape.map((n, i) => (i === axis ? to - from : n)),
    ...(dtype === undefined ? {} : { dtype }),
  };
}

/** Products of the kernels in a millisecond. */
const PRODUCTS = 16e6;
/** What positions cost that the kernel does not take as numbers. */
const SLOW_TERM = 4;
/** How much longer weights take, in float64. */
const EXACT = 6;

/** Schemes whose numbers come from the positions of a query and a key alone. */
const BY_PLACE: Readonly<Record<string, number>> = {
  none: 1,
  rotary: 1,
  alibi: 1,
  t5: 1,
  kerple: 1,
  sandwich: 1,
  fire: SLOW_TERM,
};

/** How the axes of q stand; undefined where the call itself has to find out. */
function axesOf(shape: readonly number[], o: Record<string, unknown>) {
  const rank = shape.length;
  const joined =
    o.joined === true ||
    rank === 2 ||
    (rank === 3 && isWhole(o.numHeads) && shape[1] !== o.numHeads);
  const isOpen =
    rank === 3 && shape[1] === o.numHeads && o.joined === undefined;
  if (isOpen || rank < 2 || rank > 4) return undefined;
  const hasBatch = rank === (joined ? 3 : 4);
  const token = Number(hasBatch) + Number(!joined && o.order === "BHTD");
  const heads = joined
    ? (o.numHeads as number)
    : (shape[token === rank - 2 ? rank - 3 : rank - 2] as number);
  return { token, heads, batch: hasBatch ? (shape[0] as number) : 1 };
}

/** A mask of the rows; undefined: it may be refused as a whole. */
function cutMask(mask: unknown, queries: number) {
  if (mask === undefined) return () => undefined;
  const tensor = tensorOf(mask);
  if (tensor === undefined) return undefined;
  const { data, shape, dtype } = tensor;
  const numbers = data as unknown as ArrayLike<number>;
  let told = dtype;
  if (dtype === undefined && !(data instanceof Uint8Array)) {
    // 0 and 1 alone could be of either kind, in the whole as in a part.
    let at = 0;
    while (at < numbers.length && [0, 1].includes(numbers[at] as number)) at++;
    if (at === numbers.length || !(data instanceof Float32Array)) {
      return undefined;
    }
    told = "float32";
  }
  const axis = shape.length - 2;
  const own = { data, shape, ...(told === undefined ? {} : { dtype: told }) };
  return (rows: Rows) =>
    axis >= 0 && shape[axis] === queries && queries > 1
      ? rowsOf(own, axis, rows)
      : own;
}

function attention([given]: readonly unknown[]): Plan | undefined {
  const o = Object(given) as Record<string, unknown>;
  const [q, k, v] = [tensorOf(o.q), tensorOf(o.k), tensorOf(o.v)];
  const position = Object(o.position) as Record<string, unknown>;
  const term = BY_PLACE[o.position === undefined ? "none" : `${position.type}`];
  const axes = q && axesOf(q.shape, o);
  if (!q || !k || !v || !axes || !term || o.projections !== undefined) {
    return undefined;
  }
  const { token, heads, batch } = axes;
  const [queries, keys] = [q.shape[token], k.shape[token]];
  if (!queries || !keys || !isWhole(heads)) return undefined;
  const { offset = keys - queries } = o;
  const mask = cutMask(o.mask, queries);
  if (
    !isWhole(offset) ||
    !mask ||
    position.queryPositions !== undefined ||
    Object(o.temperature).positions !== undefined ||
    o.layer !== undefined ||
    position.frequencies === null
  ) {
    return undefined;
  }
  // The present length is that of the whole call.
  const isScaled = position.type === "rotary" && !position.frequencies;
  const { seqLen = Math.max(keys, offset + queries) } = position;
  const whole = isScaled ? { position: { ...position, seqLen } } : {};
  const window = isWhole(o.window) ? o.window : keys;
  /** Keys that the queries before one see, all together. */
  const seen = (row: number): number => {
    if (!o.causal) return row * Math.min(keys, 2 * window);
    // Up to here every query sees one key more than the last.
    const most = Math.min(keys, window);
    const full = Math.min(Math.max(most - offset, 0), row);
    const sees = (i: number) => Math.min(Math.max(offset + i + 1, 0), most);
    return ((sees(0) + sees(full)) / 2) * full + most * (row - full);
  };
  const width = product(q.shape) / (batch * queries * heads);
  // Heads of keys may be fewer.
  const valueWidth = (width * product(v.shape)) / product(k.shape);
  const all = seen(queries) || 1;
  const products = batch * heads * all * (width + valueWidth);
  const slower = o.returnWeights === true ? EXACT : term;
  return {
    rows: queries,
    // Of queries that share the keys in the caches.
    step: 64,
    ms: (products * slower) / PRODUCTS,
    share: (row) => seen(row) / all,
    cut: (rows) => {
      const { mask: _, ...rest } = o;
      const part = mask(rows);
      return [
        {
          ...rest,
          ...whole,
          offset: offset + rows[0],
          q: rowsOf(q, token, rows),
          ...(part && { mask: part }),
        },
      ];
    },
    // A head at a time, but where its term is made for all at once.
    steps: slower === 1 ? batch * heads : 1,
  };
}

/** Rows that take the same time each. */
const evenly = (rows: number, ms: number, cut: Plan["cut"]): Plan => ({
  rows,
  step: 64,
  ms,
  cut,
  steps: 1,
  share: (row) => row / rows,
});

function linear([x, weight, ...rest]: readonly unknown[]): Plan | undefined {
  const [rows, by] = [tensorOf(x), tensorOf(weight)];
  if (!rows || !by || rows.shape.length < 2) return undefined;
  const [count = 0] = rows.shape;
  const products = product(rows.shape) * (by.shape[0] as number);
  return evenly(count, products / PRODUCTS, (part) => [
    rowsOf(rows, 0, part),
    weight,
    ...rest,
  ]);
}

/** Numbers of a table of waves in a millisecond. */
const WAVES = 400e3;

function sinusoidal([given]: readonly unknown[]): Plan | undefined {
  const { positions, seqLen, offset, ...rest } = Object(given);
  const isListed = Array.isArray(positions) || ArrayBuffer.isView(positions);
  const others = isListed ? [seqLen, offset] : [positions];
  // The call refuses both ways at once.
  if (others.some((other) => other !== undefined)) return undefined;
  const rows = isListed
    ? (positions as unknown as ArrayLike<number>).length
    : seqLen;
  const first = offset === undefined ? 0 : offset;
  // The kernel keeps the fraction apart: that of a part must be the same.
  const fraction = Number.isFinite(first) ? first % 1 : -1;
  const isExact = fraction >= 0 && isWhole(fraction * 2 ** 20);
  if (!isWhole(rows) || !isWhole(rest.dModel) || !isExact) return undefined;
  const ms = (rows * rest.dModel) / WAVES;
  return evenly(rows, ms, ([from, to]) => [
    isListed
      ? {
          ...rest,
          positions: (positions as unknown as number[]).slice(from, to),
        }
      : { ...rest, seqLen: to - from, offset: first + from },
  ]);
}

const SPLITS: Readonly<
  Record<string, (args: readonly unknown[]) => Plan | undefined>
> = {
  attention,
  "embedding.sinusoidal": sinusoidal,
  "transformer.linear": linear,
};

/**
 * How a call can be divided; undefined: it is computed as a whole.
 *
 * @param args - asked for where the call is one that can be
 */
export function planOf(
  path: string,
  args: () => readonly unknown[],
): Plan | undefined {
  try {
    return Object.hasOwn(SPLITS, path) ? SPLITS[path]?.(args()) : undefined;
  } catch {
    // What cannot be read is the call's to refuse.
    return undefined;
  }
}

/** What takes less is not worth a second thread, nor a report. */
const WORTH_MS = 20;
/** About how long a piece takes where pieces are told of. */
const PIECE_MS = 60;
/** More pieces would begin too often. */
const MOST_PIECES = 32;

/** Rows into so many parts that take about as long as each other. */
function divide(plan: Plan, [from, to]: Rows, count: number): Rows[] {
  const parts: Rows[] = [];
  const [low, high] = [plan.share(from), plan.share(to)];
  let begin = from;
  for (let n = 1; n <= count && begin < to; n += 1) {
    let end = begin + plan.step;
    const goal = low + ((high - low) * n) / count;
    while (end < to && plan.share(end) < goal) end += plan.step;
    // A last piece of few rows is another kernel's.
    if (n === count || to - end < plan.step) end = to;
    parts.push([begin, end]);
    begin = end;
  }
  return parts;
}

/** The pieces of a call for each of the threads that share it. */
export function sharesOf(
  plan: Plan,
  threads: number,
  tells: boolean,
): (readonly Rows[])[] {
  const useful = Math.floor(Math.min(threads, plan.ms / WORTH_MS));
  const shares = divide(plan, [0, plan.rows], Math.max(1, useful));
  if (!tells || plan.steps >= 8) return shares.map((rows) => [rows]);
  return shares.map((rows) => {
    const ms = plan.ms * (plan.share(rows[1]) - plan.share(rows[0]));
    const count = Math.min(Math.round(ms / PIECE_MS), MOST_PIECES);
    return divide(plan, rows, Math.max(1, count));
  });
}

/** Parts of one tensor, behind each other along an axis. */
function joinTensors(parts: readonly Given[], axis: number): object {
  const shape = [...(parts[0] as Given).shape];
  shape[axis] = parts.reduce((sum, it) => sum + (it.shape[axis] as number), 0);
  const data = new Float32Array(product(shape));
  const inner = product(shape.slice(axis + 1));
  const outer = product(shape.slice(0, axis));
  let at = 0;
  for (let n = 0; n < outer; n += 1) {
    for (const part of parts) {
      const size = (part.shape[axis] as number) * inner;
      const from = part.data as unknown as Float32Array;
      data.set(from.subarray(n * size, (n + 1) * size), at);
      at += size;
    }
  }
  return { data, shape };
}

type Parts = Readonly<Record<string, Given>>;

/** The result of a call, of those of its parts. */
export function join(path: string, args: readonly unknown[], parts: unknown[]) {
  if (parts.length === 1) return parts[0];
  if (path !== "attention") return joinTensors(parts as Given[], 0);
  const of = (name: string) => parts.map((part) => (part as Parts)[name]);
  const o = Object(args[0]) as Record<string, unknown>;
  const q = tensorOf(o.q) as Given;
  const [weights] = of("weights");
  const { token } = axesOf(q.shape, o) as { token: number };
  return {
    output: joinTensors(of("output") as Given[], token),
    ...(weights && {
      weights: joinTensors(of("weights") as Given[], weights.shape.length - 2),
    }),
  };
}
