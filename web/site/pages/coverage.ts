// Where the tutorial treats each thing of the documents, and each claim.
import { claims } from "../claims/index.ts";
import type { Covered } from "./write.ts";

/** How many things the inventory names in each document: "S0-01" … "S4-21". */
const THINGS = [42, 39, 23, 26, 21];

/** Everything that the tutorial has to treat, in order. */
export const expected: readonly string[] = [
  ...THINGS.flatMap((count, document) =>
    Array.from(
      { length: count },
      (_, k) => `S${document}-${String(k + 1).padStart(2, "0")}`,
    ),
  ),
  ...claims.map(({ id }) => id),
];

/** Id → the place that treats it; the same anchor in both languages. */
export type Coverage = Readonly<
  Record<string, { readonly chapter: string; readonly anchor: string }>
>;

/** The first place of each, in the order of `expected`. */
export function coverageOf(covered: readonly Covered[]): Coverage {
  const known = new Set(expected);
  const places = new Map<string, { chapter: string; anchor: string }>();
  for (const { id, page, anchor } of covered) {
    if (!known.has(id)) {
      throw new Error(`~/${page}#${anchor} covers ${id}, which is unknown`);
    }
    if (anchor === "") {
      throw new Error(`~/${page}: ${id} is covered outside of any section`);
    }
    if (!places.has(id)) places.set(id, { chapter: page, anchor });
  }
  return Object.fromEntries(
    expected.flatMap((id) => {
      const place = places.get(id);
      return place ? [[id, place]] : [];
    }),
  );
}

/** What is treated nowhere. */
export const missing = (coverage: Coverage): readonly string[] =>
  expected.filter((id) => !(id in coverage));
