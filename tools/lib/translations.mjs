// Notices when one language of a text was changed and the other was not, by
// comparing the sources with those of an earlier commit. Which file a text is in
// does not matter, so files can be moved.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sourcesBelow } from "./imports.mjs";
import { Failure } from "./steps.mjs";
import { textsOf } from "./texts.mjs";

/** Texts that are Chinese alone, and why. */
const ALONE = "tools/chinese-alone.json";
const FOLDERS = ["src", "web"];

const keyOf = ({ en, zh }) => JSON.stringify([en, zh]);

/**
 * Pairs of which only one language differs from the earlier texts.
 *
 * @param {import("./texts.mjs").Pair[]} pairs
 * @param {import("./texts.mjs").Pair[]} earlier
 * @returns {{pair: import("./texts.mjs").Pair, lang: "en" | "zh"}[]} with the
 *   language that was not changed
 */
export function staleOf(pairs, earlier) {
  const left = new Map();
  for (const pair of earlier) {
    const key = keyOf(pair);
    left.set(key, { pair, count: (left.get(key)?.count ?? 0) + 1 });
  }
  const fresh = pairs.filter((pair) => {
    const known = left.get(keyOf(pair));
    if (!known || known.count === 0) return true;
    known.count -= 1;
    return false;
  });
  // Texts that were there, in both languages, and are no longer.
  const gone = [...left.values()].filter(({ count }) => count > 0);
  const english = new Set(gone.map(({ pair }) => pair.en));
  const chinese = new Set(gone.map(({ pair }) => pair.zh));
  /** @returns {{pair: import("./texts.mjs").Pair, lang: "en" | "zh"}[]} */
  const stale = (pair) => {
    if (chinese.has(pair.zh)) return [{ pair, lang: "zh" }];
    return english.has(pair.en) ? [{ pair, lang: "en" }] : [];
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
  return `translations that may be stale:\n${lines.join("\n")}`;
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

/** @returns {string | undefined} what git prints, or nothing where it fails */
function git(root, ...args) {
  const options = { cwd: root, maxBuffer: 1 << 28 };
  const { status, stdout } = spawnSync("git", args, options);
  return status === 0 ? stdout.toString("utf8") : undefined;
}

/** Where this branch left the published one; there, the last commit. */
function baseOf(root) {
  for (const upstream of ["@{upstream}", "origin/main", "main"]) {
    const base = git(root, "merge-base", upstream, "HEAD")?.trim();
    if (base) return base;
  }
  return git(root, "rev-parse", "HEAD")?.trim();
}

const isSource = (file) => !/\.[ch]pp$/.test(file);

/** The texts of all sources, and the pairs of the changed ones before and now. */
function read(root) {
  const files = sourcesBelow(FOLDERS, root).filter(isSource);
  const source = (file) => [file, readFileSync(join(root, file), "utf8")];
  const sources = files.map(source);
  const base = baseOf(root);
  const names =
    base && git(root, "diff", "--name-only", base, "--", ...FOLDERS);
  const changed = new Set(names?.split("\n").filter(isSource));
  /** @type {(file: string) => [file: string, text: string][]} */
  const committed = (file) => {
    const text = git(root, "show", `${base}:${file}`);
    return text === undefined ? [] : [[file, text]];
  };
  const before = [...changed].flatMap(committed);
  return {
    all: textsOf(sources),
    now: textsOf(sources.filter(([file]) => changed.has(file))).pairs,
    before: textsOf(before).pairs,
  };
}

/**
 * Fails on Chinese without English.
 *
 * @returns the count of pairs, and what to say of those of which one language
 *   was changed alone: nothing that must be wrong, so it stops nobody
 */
export function checkTranslations(root) {
  const { all, now, before } = read(root);
  const listed = JSON.parse(readFileSync(join(root, ALONE), "utf8"));
  const wrong = strays(all.alone, listed);
  if (wrong.length > 0) throw new Failure(wrong.join("\n"));
  const stale = staleOf(now, before);
  return {
    count: all.pairs.length,
    warning: stale.length > 0 ? complaint(stale) : undefined,
  };
}
