// Words of a sentence as numbers and vectors: the same word, the same vector.

import type { Tensor } from "posenc";
import * as pe from "posenc";
import { cut } from "../../words/cut.ts";

/** The first words of a text, without punctuation. */
export const tokensOf = (text: string, most: number): string[] =>
  cut(text).slice(0, most);

/** Each word's number: words are numbered as they first occur. */
export function numbered(words: readonly string[]): number[] {
  const seen: string[] = [];
  return words.map((word) => {
    const same = word.toLowerCase();
    const at = seen.indexOf(same);
    return at >= 0 ? at : seen.push(same) - 1;
  });
}

/** Random embeddings N(0, std²) of numbered words, `[T, D]`. */
export function embedded(
  numbers: readonly number[],
  { dModel, std, seed }: { dModel: number; std: number; seed: number },
): Tensor {
  const maxLen = Math.max(...numbers) + 1;
  const words = pe.learned({ maxLen, dModel, std, seed });
  return pe.embeddingLookup(words, numbers);
}
