// Which options go together. A rule lists the ways in which a call may be given
// what several of its options say; the public type is a union of them
// (`OptionsOf`, and tools/lib/options.mjs for the declarations), and the tests
// hold every call to its rules.
import type { Options } from "./options.js";

type Fixed = Readonly<Record<string, string | boolean>>;

/**
 * One way: what of a rule's options is given. All others are left out. Ways may
 * overlap, and take any word where one will do: a variable has to fit one way
 * as a whole.
 */
export interface Way {
  /** Options that cannot be left out. */
  readonly needs?: readonly string[];
  /** Options that may be given. */
  readonly takes?: readonly string[];
  /** Options that have to be given, as this. */
  readonly is?: Fixed;
  /** Options that are left out or given as this, their default. */
  readonly stays?: Fixed;
}

/** Options of which a call takes only some together. */
export interface Rule<W extends Way = Way> {
  readonly ways: readonly W[];
  /** Refuses what goes none of the ways; without it the call itself does. */
  readonly refuse?: (options: Options) => void;
}

/** A rule that the call itself checks. */
export const ways = <const W extends readonly Way[]>(
  ...all: W
): Rule<W[number]> => ({ ways: all });

/**
 * Options that say the same thing: `one`, or all of the others. Refuses the
 * first of the others that is given beside `one`.
 *
 * @param words - the others, where they belong together: "std with seed"
 * @param needed - which of the others cannot be left out without `one`
 */
export function either<
  const One extends string,
  const Others extends readonly string[],
  const Needed extends readonly Others[number][] = readonly [],
>(one: One, others: Others, words?: string, needed?: Needed) {
  const refuse = (options: Options): void => {
    if (!options.has(one)) return;
    const other = others.find((name) => options.has(name));
    if (other === undefined) return;
    throw new TypeError(
      words === undefined
        ? `${options.call}: give either ${one} or ${other}, not both`
        : `${options.call}: give either ${one} or ${words}, not ${one} and ${other}`,
    );
  };
  const needs: readonly string[] = needed ?? [];
  const takes = others.filter((name) => !needs.includes(name));
  // Where nothing has to be given, a `one` that is perhaps undefined fits too.
  const first = needs.length > 0 ? { needs: [one] } : { takes: [one] };
  return {
    ways: [first, { needs, takes }],
    refuse,
  } as unknown as Rule<
    | (Needed extends readonly []
        ? { readonly takes: readonly [One] }
        : { readonly needs: readonly [One] })
    | {
        readonly needs: Needed;
        readonly takes: readonly Exclude<Others[number], Needed[number]>[];
      }
  > & { readonly refuse: typeof refuse };
}

type Listed<W, Key extends "needs" | "takes"> = W extends {
  readonly [K in Key]: readonly (infer Name extends string)[];
}
  ? Name
  : never;
type Said<W, Key extends "is" | "stays"> = W extends {
  readonly [K in Key]: infer Values;
}
  ? Values
  : unknown;
type SaidNames<W, Key extends "is" | "stays"> = W extends {
  readonly [K in Key]: infer Values;
}
  ? keyof Values & string
  : never;

/** The options that ways speak of. */
type NamesIn<W> =
  | Listed<W, "needs">
  | Listed<W, "takes">
  | SaidNames<W, "is">
  | SaidNames<W, "stays">;

type Along<Given, W, All extends string> = W extends Way
  ? {
      readonly [K in Listed<W, "needs"> & keyof Given]: Given[K];
    } & {
      readonly [K in Listed<W, "takes"> & keyof Given]?: Given[K] | undefined;
    } & {
      readonly [K in keyof Said<W, "is">]: Said<W, "is">[K];
    } & {
      readonly [K in keyof Said<W, "stays">]?: Said<W, "stays">[K] | undefined;
    } & { readonly [K in Exclude<All, NamesIn<W>>]?: undefined }
  : never;

/** The options that rules speak of. */
export type RuledNames<R extends readonly Rule[]> =
  R[number] extends Rule<infer W> ? NamesIn<W> : never;

/** What callers give by rules: `Given` has the type of each option. */
export type Ruled<Given, R extends readonly Rule[]> = R extends readonly [
  Rule<infer W>,
  ...infer Rest extends readonly Rule[],
]
  ? Along<Given, W, NamesIn<W>> & Ruled<Given, Rest>
  : unknown;
