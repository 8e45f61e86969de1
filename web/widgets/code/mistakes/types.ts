import type { Text } from "../../words/text.ts";
import { type Language, saidIn } from "../listing.ts";

/** What a program does: it stops with a message, or it prints. */
export type Outcome =
  | {
      /** Kind of the error, such as "RuntimeError". */
      readonly error: string;
      /** What the message says, or a part of it. */
      readonly says: string;
    }
  | { readonly prints: string };

/** A mistake that code makes. */
export interface Mistake {
  readonly id: string;
  readonly title: Text;
  readonly language: Language;
  /** A complete program that makes it, with its comments in both languages. */
  readonly wrong: Text;
  readonly outcome: Outcome;
  /** Why it happens. */
  readonly why: Text;
  /** The same program mended. */
  readonly right: Text;
  /** What the mended one prints. */
  readonly prints: string;
  /** Why it holds now. */
  readonly repair: Text;
  /** Claims and things of the documents that it is about. */
  readonly about: readonly string[];
}

/**
 * A program without the indentation of the source around it; its comments are
 * `remark`s.
 */
export function program(
  texts: TemplateStringsArray,
  ...remarks: readonly string[]
): Text {
  const rows = String.raw(texts, ...remarks)
    .replace(/^\n/, "")
    .replace(/\n\s*$/, "");
  const lines = rows.split("\n");
  const margins = lines
    .filter((line) => line.trim() !== "")
    .map((line) => line.length - line.trimStart().length);
  const margin = Math.min(...margins);
  const all = `${lines.map((line) => line.slice(margin)).join("\n")}\n`;
  return { en: saidIn(all, "en"), zh: saidIn(all, "zh") };
}
