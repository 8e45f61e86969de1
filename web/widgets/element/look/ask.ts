// What stands in place of a finding that is kept back: see withheld.ts.
import { common } from "../../words/strings.ts";
import { escapeHtml, type Lang, type Text } from "../../words/text.ts";
import { translated } from "./frame.ts";

/**
 * @param isQuiz - there is a question on the page that can be answered
 * @param own - what is asked of this very figure
 */
export function askHtml(lang: Lang, isQuiz = true, own?: Text): string {
  const button = (key: "toQuestion" | "showMe", act: string): string =>
    ` <button type="button" data-${act} data-t="${key}">${common[key][lang]}</button>`;
  const asked = own
    ? `<span data-en="${escapeHtml(own.en)}" data-zh="${escapeHtml(own.zh)}">${escapeHtml(own[lang])}</span>`
    : translated(common, "ask", lang);
  return `<p class="ask" part="ask">${asked}${isQuiz ? button("toQuestion", "question") : ""}${button("showMe", "show")}</p>`;
}
