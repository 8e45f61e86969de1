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

const STOP_WORDS = new Set(
  "a an and are as at be by can do does for from has have how i in is it its need needs of on or should that the their there these they this to was we what when where which who why with work works you your".split(
    " ",
  ),
);
const STOP_PHRASES =
  /请问|为什么|什么是|是什么|什么意思|有什么|是怎么|怎么做|怎么|怎样|如何|哪些|哪个|哪里|多少|我们|可以|应该|需要|什么|[的了吗呢吧么]/g;

/** A question without the words that say only that it is one, if any are left. */
export function withoutStopWords(question: string): string {
  const rest = question
    .replace(STOP_PHRASES, " ")
    .split(/\s+/)
    .filter((word) => !STOP_WORDS.has(normal(word).replace(/\W+$/, "")))
    .join(" ");
  return runsOf(rest).length > 0 ? rest : question;
}
