// Where things are in a sinusoidal table: which column belongs to which pair,
// and how fast a pair turns.
import type { Layout } from "./attributes.ts";

/** Width, base and order of the columns. */
export interface Shape {
  readonly dModel: number;
  readonly base: number;
  readonly layout: Layout;
}

/** A column's pair, and which of its two numbers it holds. */
export interface Column {
  readonly pair: number;
  readonly wave: "sin" | "cos";
}

/** Pairs of a table, the last one without a cosine when the width is odd. */
export const pairCount = (dModel: number): number => Math.ceil(dModel / 2);

/** What a column holds. */
export function columnAt(dim: number, { dModel, layout }: Shape): Column {
  if (layout === "interleaved") {
    return { pair: dim >> 1, wave: dim % 2 === 0 ? "sin" : "cos" };
  }
  const sines = pairCount(dModel);
  return dim < sines
    ? { pair: dim, wave: "sin" }
    : { pair: dim - sines, wave: "cos" };
}

/** The column of a pair's sine. */
export function sineColumn(pair: number, { layout }: Shape): number {
  return layout === "interleaved" ? 2 * pair : pair;
}

/** The column of a pair's cosine. */
export function cosineColumn(pair: number, { dModel, layout }: Shape): number {
  return layout === "interleaved" ? 2 * pair + 1 : pairCount(dModel) + pair;
}

/** Radians that a pair turns from one position to the next. */
export function frequency(pair: number, { dModel, base }: Shape): number {
  return base ** ((-2 * pair) / dModel);
}

/** Positions that a pair takes for one turn. */
export function period(pair: number, shape: Shape): number {
  return (2 * Math.PI) / frequency(pair, shape);
}

const MAX_DIALS = 6;
const SPREAD = [0, 0.04, 0.11, 0.23, 0.48, 1];

/**
 * The pairs with a dial: six from the fastest to the slowest, closer together
 * where they differ more, the chosen one in the place of its nearest.
 */
export function dialPairs(chosen: number, { dModel }: Shape): number[] {
  const complete = Math.floor(dModel / 2);
  if (complete <= MAX_DIALS) {
    return Array.from({ length: complete }, (_, k) => k);
  }
  const pairs: number[] = [];
  for (const share of SPREAD) {
    const least = (pairs.at(-1) ?? -1) + 1;
    pairs.push(Math.max(least, Math.round(share * (complete - 1))));
  }
  if (chosen < complete) {
    const distance = (pair: number): number =>
      Math.abs(Math.log((pair + 1) / (chosen + 1)));
    const nearest = pairs.reduce((best, pair) =>
      distance(pair) < distance(best) ? pair : best,
    );
    pairs[pairs.indexOf(nearest)] = chosen;
  }
  return pairs;
}

/** Turns over the whole table that the waves beside the chosen one make. */
const TURNS = [8, 2, 0.5];

/**
 * Pairs whose waves give the chosen one its setting: a fast, a middle and a
 * slow one over this many positions, as far as there are such.
 */
export function settingPairs(
  chosen: number,
  seqLen: number,
  shape: Shape,
): number[] {
  const last = Math.floor(shape.dModel / 2) - 1;
  const found = new Set<number>();
  for (const turns of TURNS) {
    const wanted = seqLen / turns / (2 * Math.PI);
    const pair = (shape.dModel / 2) * (Math.log(wanted) / Math.log(shape.base));
    found.add(Math.min(last, Math.max(0, Math.round(pair))));
  }
  found.delete(chosen);
  return [...found];
}
