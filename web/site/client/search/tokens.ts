// Words to search by. Chinese has no spaces: runs of Han characters are cut
// into words where the browser can, and into single characters and pairs
// always, so that any piece of a word is found.

const RUNS = /\p{Script=Han}+|[\p{L}\p{N}]+/gu;

const segmenter =
  "Segmenter" in Intl
    ? new Intl.Segmenter("zh", { granularity: "word" })
    : undefined;

const isHan = (run: string): boolean => /^\p{Script=Han}/u.test(run);

/** Without case and accents: "Naïve" → "naive". */
const normal = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .normalize("NFKC")
    .toLowerCase();

function pairs(run: string): string[] {
  const signs = [...run];
  return signs.slice(1).map((sign, k) => `${signs[k]}${sign}`);
}

/** Latin letters and Han characters side by side: "RoPE编码". */
function runsOf(text: string): string[] {
  return [...normal(text).matchAll(RUNS)].flatMap(
    ([run]) => run.match(/\p{Script=Han}+|\P{Script=Han}+/gu) ?? [],
  );
}

/** All words that a text is found by. */
export function indexTokens(text: string): string[] {
  return runsOf(text).flatMap((run) => {
    if (!isHan(run)) return [run];
    const words = segmenter
      ? [...segmenter.segment(run)].map(({ segment }) => segment)
      : [];
    return [...new Set([...words, ...pairs(run), ...run])];
  });
}

/** The words of a question: pairs of characters stand for Chinese words. */
export function queryTokens(text: string): string[] {
  return runsOf(text).flatMap((run) =>
    isHan(run) && [...run].length > 1 ? pairs(run) : [run],
  );
}
