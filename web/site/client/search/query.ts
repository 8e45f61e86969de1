// The index of one language and what it finds.
import MiniSearch, { type SearchResult } from "minisearch";
import type { Entry } from "../../pages/search-index.ts";
import { meanings } from "./synonyms.ts";
import { indexTokens, queryTokens, withoutStopWords } from "./tokens.ts";

/** Letters and words of a question that are searched for: enough for a line. */
export const LONGEST = { letters: 200, words: 24 } as const;

export interface Hit extends Entry {
  /** The part of the text around the first match, in pieces. */
  readonly excerpt: readonly Piece[];
}

/** What a question finds: the best places, and how many there are in all. */
export interface Found {
  readonly hits: readonly Hit[];
  readonly total: number;
  /** Whether only its beginning was searched for. */
  readonly isCut: boolean;
}

/** A piece of an excerpt; marked ones match. */
export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

const MOST = 20;
const BEFORE = 40;
const LENGTH = 160;

/** Finds places by words. */
export class Finder {
  readonly #entries: readonly Entry[];
  readonly #index = new MiniSearch({
    fields: ["heading", "page", "text"],
    tokenize: indexTokens,
    processTerm: (term) => term,
    searchOptions: {
      boost: { heading: 4, page: 2 },
      tokenize: queryTokens,
      // Han pairs are whole already.
      prefix: (term) => !/\p{Script=Han}/u.test(term),
      fuzzy: (term) => (/^[a-z]{5,}$/.test(term) ? 0.2 : false),
    },
  });

  private constructor(entries: readonly Entry[]) {
    this.#entries = entries;
  }

  /** Takes in the entries piece by piece: the page stays alive meanwhile. */
  static async of(entries: readonly Entry[]): Promise<Finder> {
    const finder = new Finder(entries);
    await finder.#index.addAllAsync(
      entries.map((entry, id) => ({ ...entry, id })),
      { chunkSize: 10 },
    );
    return finder;
  }

  /** The best places for a question, and how many there are. */
  find(question: string): Found {
    const start = [...question.slice(0, 2 * LONGEST.letters)]
      .slice(0, LONGEST.letters)
      .join("");
    const words = queryTokens(withoutStopWords(start));
    const isCut =
      start.length < question.length || words.length > LONGEST.words;
    if (words.length === 0) return { hits: [], total: 0, isCut };
    const asked = words.slice(0, LONGEST.words);
    const ranked = this.#ranked(asked);
    const hits = ranked.slice(0, MOST).map(({ id, terms }) => {
      const entry = this.#entries[id] as Entry;
      return { ...entry, excerpt: excerptOf(entry.text, terms) };
    });
    return { hits, total: ranked.length, isCut };
  }

  /** Places by how near they come to a question, under any of its names. */
  #ranked(asked: readonly string[]): readonly SearchResult[] {
    const best = new Map<number, { hit: SearchResult; rank: number }>();
    const variants = meanings(asked);
    const add = (words: readonly string[], combineWith: "AND" | "OR") => {
      for (const hit of this.#index.search(words.join(" "), { combineWith })) {
        const own = words === variants[0];
        // What was asked comes before what else it is called.
        const rank = rankOf(hit, this.#entries, words) - (own ? 0 : 0.25);
        const known = best.get(hit.id);
        if (!known || rank > known.rank) best.set(hit.id, { hit, rank });
      }
    };
    for (const words of variants) add(words, "AND");
    if (best.size === 0) add(asked, "OR");
    // The sort is stable: within a rank the index has its say.
    return [...best.values()]
      .sort((a, b) => b.rank - a.rank || b.hit.score - a.hit.score)
      .map(({ hit }) => hit);
  }
}

/** What lists things explains none of them. */
const LISTS = /^(?:teach|embed|questions\/#ledger)/;

/**
 * How near a place comes to what was asked: a heading that is the question
 * before one that holds its words, and that before whole words of the text;
 * beginnings of words and misspelt ones come last.
 */
function rankOf(
  { id, match }: SearchResult,
  entries: readonly Entry[],
  words: readonly string[],
): number {
  const { heading, page, at } = entries[id] as Entry;
  if (LISTS.test(at)) return 0;
  // A chapter’s title without its number.
  const title = queryTokens(
    withoutStopWords(heading || page.replace(/^\d+\s+/, "")),
  );
  const isChapter = /^\d+\s/.test(page);
  // A whole chapter before a section of the same name.
  if (title.join(" ") === words.join(" ")) return isChapter ? 3.5 : 3;
  // The top of a page is headed by the page's title.
  const fields = heading ? ["heading"] : ["heading", "page"];
  const levels = words.map((word): number => {
    const found = match[word];
    if (!found) return 0;
    return found.some((field) => fields.includes(field)) ? 2 : 1;
  });
  const level = levels.reduce((sum, it) => sum + it, 0) / levels.length;
  if (level < 2) return level;
  // Of headings that hold all words, those of chapters first, where the thing is
  // explained, then definitions, then short ones.
  const explains = isChapter ? 0.3 : at.includes("#term-") ? 0.2 : 0;
  return level + explains + (0.2 * words.length) / title.length;
}

/** Where words occur in a text, as they are written there: whole words. */
function matcher(words: readonly string[]): RegExp {
  const escaped = [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const isHan = (word: string): boolean => /\p{Script=Han}/u.test(word);
  const [han, other] = [true, false].map((of) =>
    escaped.filter((word) => isHan(word) === of).join("|"),
  );
  const letter = "[\\p{sc=Latin}\\p{N}]";
  const whole = other && `(?<!${letter})(?:${other})(?!${letter})`;
  const either = [han, whole].filter(Boolean).join("|");
  return new RegExp(either || "(?!)", "giu");
}

/** The text around the first match. */
export function excerptOf(
  text: string,
  words: readonly string[],
): readonly Piece[] {
  const first = text.search(matcher(words));
  let start = Math.max(0, first - BEFORE);
  // Not within a word, nor within a pair of surrogates.
  while (
    start > 0 &&
    /[\p{sc=Latin}\p{N}\p{Cs}]/u.test(text[start - 1] ?? "")
  ) {
    start -= 1;
  }
  const cut = text.slice(start, start + LENGTH).replace(/[\uD800-\uDBFF]$/, "");
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of cut.matchAll(matcher(words))) {
    pieces.push({ text: cut.slice(end, match.index), marked: false });
    pieces.push({ text: match[0], marked: true });
    end = match.index + match[0].length;
  }
  pieces.push({ text: cut.slice(end), marked: false });
  if (start > 0) pieces.unshift({ text: "…", marked: false });
  if (start + cut.length < text.length) {
    pieces.push({ text: "…", marked: false });
  }
  return pieces.filter((piece) => piece.text !== "");
}
