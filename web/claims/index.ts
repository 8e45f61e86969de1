// The 151 claims of the five documents, in their order. The chapters read
// claims from here while the site is built; no page loads this module.
import { document0a } from "./documents/document-0a.ts";
import { document0b } from "./documents/document-0b.ts";
import { document0c } from "./documents/document-0c.ts";
import { document1a } from "./documents/document-1a.ts";
import { document1b } from "./documents/document-1b.ts";
import { document1c } from "./documents/document-1c.ts";
import { document2a } from "./documents/document-2a.ts";
import { document2b } from "./documents/document-2b.ts";
import { document3a } from "./documents/document-3a.ts";
import { document3b } from "./documents/document-3b.ts";
import { document4a } from "./documents/document-4a.ts";
import { document4b } from "./documents/document-4b.ts";
import type { Claim, DocumentNumber } from "./types.ts";

export type { Claim, DocumentNumber, Kind, Verdict } from "./types.ts";

export const claims: readonly Claim[] = [
  ...document0a,
  ...document0b,
  ...document0c,
  ...document1a,
  ...document1b,
  ...document1c,
  ...document2a,
  ...document2b,
  ...document3a,
  ...document3b,
  ...document4a,
  ...document4b,
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
