import type { Text } from "../../widgets/words/text.ts";
import type { WorkId } from "./works.ts";

/** Number of a document: the first three digits of a claim's id. */
export type DocumentNumber = 0 | 1 | 2 | 3 | 4;

/** What sort of statement a claim is. */
export const KINDS = [
  "property",
  "formula",
  "numeric",
  "model-fact",
  "history",
  "performance",
] as const;
export type Kind = (typeof KINDS)[number];

/** What became of a claim. `words.ts` says what each one means. */
export const VERDICTS = [
  "true",
  "true-with-conditions",
  "misleading",
  "false",
  "unverifiable",
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What the verdict of a claim rests on that no computation decides. */
export const GROUNDS = [
  "paper",
  "code",
  "reading",
  "report",
  "opinion",
] as const;
export type Ground = (typeof GROUNDS)[number];

/** A published work, and the place in it. */
export interface Citation {
  readonly work: WorkId;
  readonly place?: Text;
}

/** A statement of one of the documents, in our own words. */
export interface Claim {
  /** Document and running number: "000-07". */
  readonly id: string;
  /** Where in the document. */
  readonly section: Text;
  readonly kind: Kind;
  readonly verdict: Verdict;
  readonly claim: Text;
  /** What is right, or what is to be added. */
  readonly correct: Text;
  /** Numbers and sources that decide. */
  readonly evidence: Text;
  /** For claims that no computation decides: what decides them. */
  readonly ground?: Ground;
  readonly sources?: readonly Citation[];
}
