// The 151 claims of the five documents, in their order. The chapters read
// claims from here while the site is built; no page loads this module.
import { cardHistory } from "./documents/card-history.ts";
import { cardMethods } from "./documents/card-methods.ts";
import { cardTableAndUses } from "./documents/card-table-and-uses.ts";
import { introductionSection4 } from "./documents/introduction-section-4.ts";
import { introductionSections1To3 } from "./documents/introduction-sections-1-3.ts";
import { monographSections1To2 } from "./documents/monograph-sections-1-2.ts";
import { monographSections3To4 } from "./documents/monograph-sections-3-4.ts";
import { monographSections5To7 } from "./documents/monograph-sections-5-7.ts";
import { notesSections1To5 } from "./documents/notes-sections-1-5.ts";
import { notesSections6To9 } from "./documents/notes-sections-6-9.ts";
import { textbookAbsolute } from "./documents/textbook-absolute.ts";
import { textbookBeyond } from "./documents/textbook-beyond.ts";
import type { Claim, DocumentNumber } from "./types.ts";

export type { Claim, DocumentNumber, Kind, Verdict } from "./types.ts";

export const claims: readonly Claim[] = [
  ...monographSections1To2,
  ...monographSections3To4,
  ...monographSections5To7,
  ...cardMethods,
  ...cardHistory,
  ...cardTableAndUses,
  ...introductionSections1To3,
  ...introductionSection4,
  ...notesSections1To5,
  ...notesSections6To9,
  ...textbookAbsolute,
  ...textbookBeyond,
];

const byId = new Map(claims.map((claim) => [claim.id, claim]));

/** The claim of that id; an unknown one is a mistake of the page that asks. */
export function claim(id: string): Claim {
  const found = byId.get(id);
  if (!found) throw new Error(`there is no claim ${id}`);
  return found;
}

/** The document that a claim stands in. */
export function documentOf(id: string): DocumentNumber {
  return Number(id.slice(0, 3)) as DocumentNumber;
}

/** Anchor of a claim on the page of the ledger. */
export const anchorOf = (id: string): string => `claim-${id}`;
