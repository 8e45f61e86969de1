// The line of a claim from which its models are trained, as the page comes with it.
import type { Lang } from "../../widgets/words/text.ts";
import { fill } from "./strings.ts";
import { trainWords } from "./train-words.ts";

/** @param count - models of the claim */
export function trainHtml(id: string, count: number, lang: Lang): string {
  const note = fill(trainWords[count === 1 ? "trainOne" : "trainCount"][lang], {
    COUNT: count,
  });
  return `<div class="train" data-id="${id}"><button type="button" data-train="${id}">${trainWords.train[lang]}</button><progress max="1" value="0" aria-label="${trainWords.trainBar[lang]}" hidden></progress><span class="train-note">${note}</span><span class="train-told" role="status"></span></div>`;
}
