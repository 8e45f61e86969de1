// The state that a program is written for: scalars and small arrays, with
// defaults for what is not given.

import {
  type Fragment,
  type Language,
  lines,
  number,
  Value,
} from "./listing.ts";
import { refusal } from "./ranges.ts";

export type Vector = readonly number[];
export type Matrix = readonly Vector[];
export type Scalar = number | string | boolean;
export type Entry = Scalar | Vector | Matrix;

/** What a caller gives: any of the kind's values, also as text. */
export type ProgramState = Readonly<Record<string, unknown>>;

type Widened<T> = T extends number
  ? number
  : T extends boolean
    ? boolean
    : T extends readonly (readonly number[])[]
      ? Matrix
      : T extends readonly number[]
        ? Vector
        : T extends string
          ? string
          : T;

/** The words that a string may be, where only some are allowed. */
export type Words = Readonly<Record<string, readonly string[]>>;

/** The state that belongs to a table of defaults. */
export type StateOf<D> = { readonly [K in keyof D]: Widened<D[K]> };

function numberOf(given: unknown): number | undefined {
  const value = typeof given === "string" ? Number(given || Number.NaN) : given;
  return typeof value === "number" && Number.isFinite(value)
    ? value
    : undefined;
}

function vectorOf(given: unknown): Vector | undefined {
  const list = typeof given === "string" ? given.trim().split(/[\s,]+/) : given;
  if (!list || typeof list !== "object" || !("length" in list))
    return undefined;
  const all = Array.from(list as ArrayLike<unknown>, numberOf);
  return all.length === 0 || all.includes(undefined)
    ? undefined
    : (all as number[]);
}

function matrixOf(given: unknown): Matrix | undefined {
  const list = typeof given === "string" ? given.split(";") : given;
  if (!Array.isArray(list)) return undefined;
  const all = list.map(vectorOf);
  const width = all[0]?.length;
  return width === undefined || all.some((row) => row?.length !== width)
    ? undefined
    : (all as Vector[]);
}

function booleanOf(given: unknown): boolean | undefined {
  if (given === true || given === "" || given === "true") return true;
  return given === false || given === "false" ? false : undefined;
}

function entryOf(given: unknown, like: Entry): Entry | undefined {
  if (typeof like === "number") return numberOf(given);
  if (typeof like === "boolean") return booleanOf(given);
  if (typeof like === "string") {
    return typeof given === "string" ? given : undefined;
  }
  return Array.isArray(like[0]) ? matrixOf(given) : vectorOf(given);
}

/**
 * The defaults with what is given in their place. What the kind does not know
 * is left out, since a figure has more in its state than a program needs.
 *
 * @throws TypeError for a value of another kind, RangeError for one out of range
 */
export function readState<D extends Readonly<Record<string, Entry>>>(
  kind: string,
  defaults: D,
  given: ProgramState,
  words: Words = {},
): StateOf<D> {
  const entries = Object.entries(defaults).map(([name, like]) => {
    if (given[name] === undefined) return [name, like];
    const value = entryOf(given[name], like);
    if (value === undefined) {
      const wanted = Array.isArray(like)
        ? Array.isArray(like[0])
          ? "rows of numbers of one length"
          : "numbers"
        : `a ${typeof like}`;
      throw new TypeError(`${kind}: ${name} must be ${wanted}`);
    }
    const limit = typeof value === "number" ? refusal(name, value) : undefined;
    if (limit)
      throw new RangeError(`${kind}: ${name} must be ${limit}, got ${value}`);
    const allowed = words[name];
    if (allowed && !allowed.includes(value as string)) {
      const list = allowed.map((word) => `"${word}"`).join(" or ");
      throw new TypeError(`${kind}: ${name} must be ${list}, got "${value}"`);
    }
    return [name, value];
  });
  return Object.fromEntries(entries) as StateOf<D>;
}

/** The scalars of a state as marked values. */
export function marked<S extends object>(
  state: S,
): { readonly [K in keyof S]: Value } {
  const entries = Object.entries(state)
    .filter(([, value]) => typeof value !== "object")
    .map(([name, value]) => [
      name,
      new Value(
        name,
        // A seed is an integer, however large.
        typeof value === "number" && name !== "seed"
          ? number(value)
          : String(value),
      ),
    ]);
  return Object.fromEntries(entries) as { [K in keyof S]: Value };
}

const braces = (language: Language): [string, string] =>
  language === "java" || language === "cpp" ? ["{", "}"] : ["[", "]"];

/** `[1, 2, 3]` or `{1, 2, 3}`. */
export function vector(language: Language, link: string, x: Vector): Value {
  const [open, close] = braces(language);
  return new Value(link, `${open}${x.map(number).join(", ")}${close}`);
}

/** The rows of a matrix, each in its line, between the language's brackets. */
export function rows(language: Language, link: string, x: Matrix): Fragment {
  return x.flatMap((row) => lines`${vector(language, link, row)},`);
}

/** The numbers of a matrix, a line for each row, without brackets. */
export function flat(link: string, x: Matrix): Fragment {
  return x.flatMap(
    (row) => lines`${new Value(link, row.map(number).join(", "))},`,
  );
}

/** `[2, 3]`: the shape of a matrix in JavaScript. */
export const shapeOf = (x: Matrix): string => `[${x.length}, ${x[0]?.length}]`;

/** A matrix as a tensor of the package. */
export const tensor = (
  x: Matrix,
  shape: readonly number[] = [x.length, x[0]?.length ?? 0],
): { data: Float32Array; shape: readonly number[] } => ({
  data: Float32Array.from(x.flat()),
  shape,
});

/** The numbers of an integer in a range, for values that must be whole. */
export const clamp = (x: number, low: number, high: number): number =>
  Math.min(Math.max(x, low), Math.max(low, high));
