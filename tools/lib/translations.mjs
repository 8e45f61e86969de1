// Notices when one language of a text was changed and the other was not.
// tools/translations.txt has a line for every pair of texts as it was when
// someone last said that the two agree: hashes of both. Which file a text is
// in does not matter, so that files may be moved; a pair that stands in several
// places has a line for each.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { sourcesBelow } from "./imports.mjs";
import { Failure } from "./steps.mjs";
import { textsOf } from "./texts.mjs";

const LOCK = "tools/translations.txt";
/** Texts that are Chinese alone, and why. */
const ALONE = "tools/chinese-alone.json";
const FOLDERS = ["src", "web"];

const hash = (text) =>
  createHash("sha256").update(text).digest("hex").slice(0, 12);

const lineOf = ({ en, zh }) => `${hash(en)}:${hash(zh)}`;

/** The lines of the pairs, in an order that merges well. */
export const lockOf = (pairs) => pairs.map(lineOf).sort();

/**
 * Pairs of which only one language differs from the lock.
 *
 * @param {import("./texts.mjs").Pair[]} pairs
 * @param {string[]} lock
 * @returns {{pair: import("./texts.mjs").Pair, lang: "en" | "zh"}[]} with the
 *   language that was not changed
 */
export function staleOf(pairs, lock) {
  const left = new Map();
  for (const line of lock) left.set(line, (left.get(line) ?? 0) + 1);
  const fresh = pairs.filter((pair) => {
    const count = left.get(lineOf(pair)) ?? 0;
    left.set(lineOf(pair), count - 1);
    return count <= 0;
  });
  // Texts that were there, in both languages, and are no longer.
  const gone = [...left].filter(([, count]) => count > 0);
  const [english, chinese] = [0, 1].map(
    (side) => new Set(gone.map(([line]) => line.split(":")[side])),
  );
  /** @returns {{pair: import("./texts.mjs").Pair, lang: "en" | "zh"}[]} */
  const stale = (pair) => {
    if (chinese.has(hash(pair.zh))) return [{ pair, lang: "zh" }];
    return english.has(hash(pair.en)) ? [{ pair, lang: "en" }] : [];
  };
  return fresh.flatMap(stale);
}

const NAMES = { en: "English", zh: "Chinese" };

/** What to say of stale texts. */
export function complaint(stale) {
  const lines = stale.map(({ pair: { shown, places }, lang }) => {
    const other = lang === "en" ? "zh" : "en";
    return `  ${places[lang]}: the ${NAMES[other]} was changed, the ${NAMES[lang]} was not:\n    ${shown.en}\n    ${shown.zh}`;
  });
  return `translations that may be stale:\n${lines.join("\n")}\nCorrect the other language, or, if they agree: npm run translations -- --accept`;
}

/** Chinese that is not known to stand alone, and what is listed in vain. */
export function strays(alone, listed) {
  const met = new Set(alone.map(({ text }) => text));
  return [
    ...alone
      .filter(({ text }) => !Object.hasOwn(listed, text))
      .map(
        ({ text, place }) =>
          `${place}: Chinese without English beside it: ${text}\n  Write { en, zh }, or, if it has no English, list it in ${ALONE}`,
      ),
    ...Object.keys(listed)
      .filter((text) => !met.has(text))
      .map((text) => `${ALONE}: this is in no source: ${text}`),
  ];
}

/** The texts of the sources, and the lines of the lock. */
function read(root) {
  const sources = sourcesBelow(FOLDERS, root).filter(
    (file) => !/\.[ch]pp$/.test(file),
  );
  const texts = textsOf(
    sources.map((file) => [file, readFileSync(join(root, file), "utf8")]),
  );
  const listed = JSON.parse(readFileSync(join(root, ALONE), "utf8"));
  const wrong = strays(texts.alone, listed);
  if (wrong.length > 0) throw new Failure(wrong.join("\n"));
  const file = join(root, LOCK);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return { pairs: texts.pairs, lock: text.split("\n").filter(Boolean) };
}

/** Fails, too, when the list is not that of the texts. */
export function refuseOld(root) {
  const { pairs, lock } = refuseStale(root);
  if (!isDeepStrictEqual(lock, lockOf(pairs))) {
    throw new Failure(`${LOCK} is not up to date`, {
      hint: "run: npm run translations",
    });
  }
  return pairs;
}

/** Fails when a text was changed in one language only. */
export function refuseStale(root) {
  const { pairs, lock } = read(root);
  const stale = staleOf(pairs, lock);
  if (stale.length > 0) throw new Failure(complaint(stale));
  return { pairs, lock };
}

/**
 * Takes down the pairs as they are.
 *
 * @param {string} root
 * @param {boolean} [accept] changes of one language too
 * @returns `{ pairs, accepted }`
 */
export function update(root, accept) {
  const { pairs, lock } = accept ? read(root) : refuseStale(root);
  const lines = lockOf(pairs).map((line) => `${line}\n`);
  writeFileSync(join(root, LOCK), lines.join(""));
  return { pairs, accepted: staleOf(pairs, lock) };
}
