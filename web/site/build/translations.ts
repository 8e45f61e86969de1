// Notices when one language of a text was changed and the other was not. Each
// page has a file in tutorial/translations/ that lists its pairs of texts as
// they were when someone last said that they agree.
import { createHash } from "node:crypto";
import { LANGUAGES, type Lang, type Text } from "../../widgets/text.ts";

/** Pairs of texts as "hash of the English:hash of the Chinese". */
export type Lock = readonly string[];

/** A text that no longer says what its twin says, as far as one can tell. */
export interface Stale {
  readonly page: string;
  /** The language that was not changed. */
  readonly lang: Lang;
  readonly text: Text;
}

const hash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 12);

const pairOf = ({ en, zh }: Text): string => `${hash(en)}:${hash(zh)}`;

/** Name of a page's file: "" is "home", "rope-and-alibi/" "rope-and-alibi". */
export const lockName = (page: string): string =>
  `${page.replace(/\/$/, "").replace(/\//g, "--") || "home"}.json`;

/** What there is to translate: numbers and names are the same in both. */
const translated = (texts: readonly Text[]): readonly Text[] =>
  texts.filter(({ en, zh }) => en !== zh);

/** The list of a page's pairs, in an order that merges well. */
export function lockOf(texts: readonly Text[]): Lock {
  return [...new Set(translated(texts).map(pairOf))].sort();
}

/** Texts of a page of which only one language differs from the list. */
export function staleTexts(
  page: string,
  texts: readonly Text[],
  lock: Lock,
): readonly Stale[] {
  const now = new Set(lockOf(texts));
  const locked = new Set(lock);
  // A text that was there, in both languages, and is no longer.
  const gone = lock.filter((pair) => !now.has(pair));
  const found = new Map<string, Stale>();
  for (const text of translated(texts)) {
    const pair = pairOf(text);
    if (locked.has(pair)) continue;
    LANGUAGES.forEach((lang, side) => {
      const same = pair.split(":")[side];
      if (gone.some((old) => old.split(":")[side] === same)) {
        found.set(pair, { page, lang, text });
      }
    });
  }
  return [...found.values()];
}

const NAMES: Readonly<Record<Lang, string>> = { en: "English", zh: "Chinese" };

/** What to say of stale texts. */
export function complaint(stale: readonly Stale[]): string {
  const lines = stale.map(({ page, lang, text }) => {
    const name = lockName(page).replace(".json", "");
    const other = lang === "en" ? "zh" : "en";
    return `  ${name}: the ${NAMES[other]} was changed, the ${NAMES[lang]} was not:\n    ${text.en}\n    ${text.zh}`;
  });
  return `translations that may be stale:\n${lines.join("\n")}\nCorrect the other language, or, if they agree: npm run translations -- --accept`;
}
