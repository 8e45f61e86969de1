// Two experiments that every encoding for text can be put to: the same words at
// another place, and a text of twice the length. Nothing in them is trained.

import type { Tensor } from "posenc";
import * as pe from "posenc";
import { type CatalogEntry, catalog } from "posenc/catalog";
import { random } from "../shared/random-content.ts";
import { type Bench, TRIALS, WIDTH } from "./trials.ts";

/** The encodings that are measured, in the catalog's order. */
export const MEASURED: readonly CatalogEntry[] = catalog.filter(({ id }) =>
  Object.hasOwn(TRIALS, id),
);

/** A square of attention weights. */
export interface Square {
  readonly size: number;
  readonly weights: Float32Array;
}

/** What became of one encoding. */
export interface Measured {
  /** Attention within the passage: where it stands first, and moved on. */
  readonly first: Square;
  readonly second: Square;
  /** Share of the attention that went elsewhere, 0 to 1. */
  readonly moved: number;
  /** In a text of twice the length: */
  readonly beyond: Beyond;
}

export interface Beyond {
  /** What the library says when it has no numbers for it; null if it has. */
  readonly refusal: string | null;
  /** Share of the numbers there that are outside the range of training. */
  readonly fresh: number;
  /** Share of the old places whose numbers are others now. */
  readonly changed: number;
}

/** What all encodings are given: words, and what makes queries and keys. */
interface Given {
  readonly tokens: Tensor;
  readonly toQuery: Tensor;
  readonly toKey: Tensor;
  /** Those of the words alone. */
  readonly query: Tensor;
  readonly key: Tensor;
}

// One bench measures all encodings in turn.
const givens = new WeakMap<Bench, Given>();

function given(bench: Bench): Given {
  const known = givens.get(bench);
  if (known) return known;
  const { trainLen, seed } = bench;
  // A passage of half the length, twice.
  const half = trainLen / 2;
  const places = Array.from({ length: trainLen }, (_, k) => k % half);
  const tokens = pe.embeddingLookup(random(half, WIDTH, seed), places);
  const matrix = (k: number): Tensor =>
    random(WIDTH, WIDTH, seed + k, WIDTH ** -0.5);
  const [toQuery, toKey] = [matrix(1), matrix(2)];
  const query = pe.transformerLinear(tokens, toQuery);
  const key = pe.transformerLinear(tokens, toKey);
  const all = { tokens, toQuery, toKey, query, key };
  givens.set(bench, all);
  return all;
}

/** Attention of all tokens, [T, T]. */
function attend(bench: Bench, id: string): Float32Array {
  const trial = TRIALS[id];
  if (!trial) throw new RangeError(`no trial of ${id}`);
  const { tokens, toQuery, toKey, ...words } = given(bench);
  let { query, key } = words;
  if (trial.rows) {
    const x = pe.embeddingAdd(tokens, trial.rows(bench));
    query = pe.transformerLinear(x, toQuery);
    key = pe.transformerLinear(x, toKey);
  }
  const [q, k] = trial.turn?.(bench, query, key) ?? [query, key];
  const position = trial.scheme?.(bench);
  const { weights } = pe.attention({
    q,
    k,
    v: k,
    numHeads: 1,
    causal: true,
    returnWeights: true,
    ...(position && { position }),
  });
  return (weights as Tensor).data;
}

/** The weights of a passage within itself; each row's sum is 1, or 0. */
function within(all: Float32Array, length: number, from: number): Square {
  const size = length / 2;
  const weights = new Float32Array(size * size);
  for (let i = 0; i < size; i += 1) {
    const at = (from + i) * length + from;
    let sum = 0;
    for (let j = 0; j <= i; j += 1) sum += all[at + j] as number;
    // Nothing is left where a token looks only at what stood before.
    if (sum === 0) continue;
    for (let j = 0; j <= i; j += 1) {
      weights[i * size + j] = (all[at + j] as number) / sum;
    }
  }
  return { size, weights };
}

/** Half of the summed differences, per row that has a choice. */
function difference(a: Square, b: Square): number {
  const { size } = a;
  let sum = 0;
  for (let i = 1; i < size; i += 1) {
    const [here, later] = [a, b].map(({ weights }) =>
      weights.subarray(i * size, i * size + i + 1),
    ) as [Float32Array, Float32Array];
    if (later.every((w) => w === 0)) sum += 2;
    else
      here.forEach((w, j) => {
        sum += Math.abs(w - (later[j] as number));
      });
  }
  return sum / 2 / (size - 1);
}

const TOLERANCE = 1e-4;

/** Smallest and largest number of each column in the first rows. */
function ranges({ data, shape }: Tensor, rows: number) {
  const columns = shape[1] as number;
  return Array.from({ length: columns }, (_, c) => {
    let [low, high] = [Infinity, -Infinity];
    for (let row = 0; row < rows; row += 1) {
      const value = data[row * columns + c] as number;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    const room = TOLERANCE * Math.max(1e-6, high - low);
    return [low - room, high + room] as const;
  });
}

/** What does not depend on the seed, by encoding and length. */
const known = new Map<string, Beyond>();

/** The second experiment, made once where nothing in it is drawn. */
function beyond({ trainLen, seed }: Bench, id: string): Beyond {
  const key = `${id} ${trainLen}`;
  const found = known.get(key);
  if (found) return found;
  let isDrawn = false;
  const bench = {
    trainLen,
    get seed() {
      isDrawn = true;
      return seed;
    },
  };
  const result = compareLengths(bench, id);
  if (!isDrawn) known.set(key, result);
  return result;
}

function compareLengths(bench: Bench, id: string): Beyond {
  const { trainLen } = bench;
  const signal = TRIALS[id]?.signal as (b: Bench, length: number) => Tensor;
  const old = signal(bench, trainLen);
  let long: Tensor;
  try {
    long = signal(bench, 2 * trainLen);
  } catch (error) {
    const refusal = error instanceof Error ? error.message : String(error);
    return { refusal, fresh: 0, changed: 0 };
  }
  const columns = old.shape[1] as number;
  const seen = ranges(old, trainLen);
  let [fresh, changed] = [0, 0];
  for (let row = 0; row < 2 * trainLen; row += 1) {
    let same = true;
    for (let c = 0; c < columns; c += 1) {
      const value = long.data[row * columns + c] as number;
      const [low, high] = seen[c] as readonly [number, number];
      if (row >= trainLen) fresh += Number(value < low || value > high);
      else {
        const before = old.data[row * columns + c] as number;
        same &&= Math.abs(value - before) <= TOLERANCE * (high - low);
      }
    }
    if (row < trainLen) changed += Number(!same);
  }
  return {
    refusal: null,
    fresh: fresh / (trainLen * columns),
    changed: changed / trainLen,
  };
}

/** Both experiments on one encoding. */
export function measure(bench: Bench, id: string): Measured {
  const all = attend(bench, id);
  const first = within(all, bench.trainLen, 0);
  const second = within(all, bench.trainLen, bench.trainLen / 2);
  return {
    first,
    second,
    moved: difference(first, second),
    beyond: beyond(bench, id),
  };
}
