// Which claims are shown. Everything is kept in the address.

import type { Values } from "../../widgets/element/state/url-state.ts";
import { KINDS, VERDICTS } from "../claims/types.ts";

/** What a reader asked for; an empty text means all. */
export interface Filters {
  readonly document: string;
  readonly verdict: string;
  readonly kind: string;
  readonly text: string;
}

export const ALL: Filters = { document: "", verdict: "", kind: "", text: "" };

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  document: ["0", "1", "2", "3", "4"],
  verdict: VERDICTS,
  kind: KINDS,
};

/** Filters as an address has them; what is not allowed is left out. */
export function fromAddress(values: Values | undefined): Filters {
  const take = (name: string): string => {
    const value = values?.[name] ?? "";
    return ALLOWED[name]?.includes(value) ? value : "";
  };
  return {
    document: take("document"),
    verdict: take("verdict"),
    kind: take("kind"),
    text: (values?.q ?? "").slice(0, 80),
  };
}

/** The inverse: only what differs from showing all. */
export function toAddress(filters: Filters): Values {
  const { document, verdict, kind, text } = filters;
  const values = { document, verdict, kind, q: text.trim() };
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== ""),
  );
}

/** A claim as its row tells it. */
export interface Facts {
  readonly document: string;
  readonly verdict: string;
  readonly kind: string;
  /** All words of the row, in small letters. */
  readonly words: string;
}

/** Whether a claim is asked for; every word of the search must occur. */
export function fits(facts: Facts, filters: Filters): boolean {
  for (const name of ["document", "verdict", "kind"] as const) {
    if (filters[name] !== "" && filters[name] !== facts[name]) return false;
  }
  return filters.text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => facts.words.includes(word));
}
