// Boxes for the values of a program.

import { type Kind, kinds, type Listing } from "../../code/index.ts";
import { number } from "../../code/listing.ts";
import type { Entry } from "../../code/program-state.ts";
import { escapeHtml, type Lang } from "../../words/text.ts";
import { strings } from "./strings.ts";
import { words as inChinese } from "./zh.ts";

/** A value as the box shows it: `1, 2; 3, 4` for rows. */
export function textOfEntry(entry: Entry): string {
  if (typeof entry === "number") return number(entry);
  if (typeof entry !== "object") return String(entry);
  return entry
    .map((row) =>
      typeof row === "number" ? number(row) : row.map(number).join(", "),
    )
    .join(typeof entry[0] === "number" ? ", " : "; ");
}

/** The values that programs have in them. */
export const usedIn = (all: readonly Listing[]): ReadonlySet<string> =>
  new Set(
    all.flatMap(({ lines }) =>
      lines.flatMap(({ values = [] }) => values.map(({ link }) => link)),
    ),
  );

function select(
  name: string,
  words: readonly string[],
  labels = words,
): string {
  const options = words.map(
    (word, k) =>
      `<option value="${escapeHtml(word)}">${escapeHtml(labels[k] ?? word)}</option>`,
  );
  return `<select name="${name}">${options.join("")}</select>`;
}

/** A word as the program has it, in Chinese after its meaning. */
const labelsOf = (words: readonly string[], lang: Lang): readonly string[] =>
  lang === "en"
    ? words
    : words.map((word) => {
        const meaning = inChinese[word];
        return meaning ? `${meaning} ${word}` : word;
      });

function field(name: string, like: Entry, kind: Kind, lang: Lang): string {
  const words = kind.words[name];
  const input =
    typeof like === "boolean"
      ? select(name, ["true", "false"], [strings.yes[lang], strings.no[lang]])
      : words
        ? select(name, words, labelsOf(words, lang))
        : `<input class="box" name="${name}" inputmode="${typeof like === "number" ? "decimal" : "text"}" autocomplete="off" spellcheck="false"${typeof like === "object" ? " data-list" : ""}>`;
  return `<label class="field" data-links="${name}"><code lang="en" translate="no">${name}</code>${input}</label>`;
}

/** The boxes of a kind. */
export const editorHtml = (kind: Kind, lang: Lang): string =>
  Object.entries(kind.defaults)
    .map(([name, like]) => field(name, like, kind, lang))
    .join("");

/** All programs to choose from. */
export function chooserHtml(kind: string, lang: Lang): string {
  const options = Object.entries(kinds).map(
    ([id, { name }]) =>
      `<option value="${id}"${id === kind ? " selected" : ""}>${escapeHtml(name[lang])}</option>`,
  );
  return `<label class="field chooser"><span data-t="choose">${strings.choose[lang]}</span><select name="kind">${options.join("")}</select></label>`;
}
