// Words of a sentence: cut by the browser's own segmenter, which knows where
// Chinese words end, or by hand with "|".

/** Most words of a sentence in any figure. */
export const MOST_WORDS = 12;

let segmenter: Intl.Segmenter | undefined;

/** Without a segmenter: runs of letters, and each Han character by itself. */
const PLAIN = /\p{Script=Han}|[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;

/** The words of a text, without punctuation. */
export function cut(text: string): string[] {
  if (/[|｜]/.test(text)) {
    return text
      .split(/[|｜]/)
      .map((word) => word.trim())
      .filter((word) => word !== "");
  }
  if (!("Segmenter" in Intl)) return text.match(PLAIN) ?? [];
  segmenter ??= new Intl.Segmenter("zh", { granularity: "word" });
  return [...segmenter.segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
}

/** Words as a line of text: Han characters close up, others keep a space. */
export function joined(words: readonly string[]): string {
  return words.reduce((line, word) => {
    const close =
      line === "" ||
      (/\p{Script=Han}$/u.test(line) && /^\p{Script=Han}/u.test(word));
    return line + (close ? "" : " ") + word;
  }, "");
}
