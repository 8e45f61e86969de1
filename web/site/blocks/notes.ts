// What stands in the margin beside the text that it belongs to; on narrow
// screens and on paper, below it.
import { anchorOf, claim as find } from "../../claims/index.ts";
import { VERDICTS } from "../../claims/types.ts";
import { verdictWords } from "../../claims/words.ts";
import type { WorkId } from "../../claims/works.ts";
import type { Lang, Text } from "../../words/text.ts";
import type { Block, Context } from "../page.ts";
import { citation } from "./cite.ts";
import { anchor, inline } from "./inline.ts";

const DOCUMENTS = { en: "What five documents say", zh: "五篇文档怎么说" };
/** Where they are introduced. */
const INTRODUCED = "~/why-position/#documents";
const SOURCE = { en: "Source", zh: "出处" };
/** On narrow screens notes stand in the text: closed there, but for a line. */
const IN_FULL = { en: "In full", zh: "全文" };

/** "3 true, 1 misleading": what became of all of them. */
function tally(ids: readonly string[], lang: Lang): string {
  const counts = VERDICTS.flatMap((verdict) => {
    const count = ids.filter((id) => find(id).verdict === verdict).length;
    const word = verdictWords[verdict];
    const said = {
      en: `${count} ${word.en.toLowerCase()}`,
      zh: `${word.zh} ${count} 条`,
    };
    return count > 0 ? [said[lang]] : [];
  });
  return counts.join(lang === "zh" ? "，" : ", ");
}

const note = (write: (context: Context) => string, className = "note"): Block =>
  Object.assign(
    (context: Context) =>
      `<aside class="${className}" role="note">${write(context)}</aside>`,
    { note: true },
  );

/** A remark in the margin. */
export const aside = (text: Text, heading?: Text): Block =>
  note(
    (context) =>
      `${heading ? `<p class="label">${inline(heading, context)}</p>` : ""}<p>${inline(text, context)}</p>`,
  );

/** Claims of the documents with their verdicts, such as "000-07". */
export const claims = (...ids: readonly string[]): Block =>
  note((context) => {
    const items = ids.map((id) => {
      const { verdict, claim, correct } = find(id);
      context.covers(id, context.place);
      const word = verdictWords[verdict][context.lang];
      const link = anchor(
        id,
        `~/questions/#${anchorOf(id)}`,
        context,
        "claim-id",
      );
      return `<p class="claim"><strong class="verdict" data-verdict="${verdict}">${word}</strong> ${inline(claim, context)} <span class="correct">${inline(correct, context)}</span> ${link}</p>`;
    });
    const { lang } = context;
    const whole = `<button type="button" class="in-full" aria-expanded="false">${IN_FULL[lang]}</button>`;
    const which = anchor(DOCUMENTS[lang], INTRODUCED, context);
    const all = `<span class="tally">${tally(ids, lang)}</span>`;
    return `<p class="label">${which} ${all} ${whole}</p>${items.join("")}`;
  }, "note said");

/**
 * The work that the text beside stands on.
 *
 * @param id - in web/claims/works.ts
 * @param place - within the work, such as `sectionOf("3.5")`
 */
export const source = (id: WorkId, place?: Text): Block =>
  note(
    (context) =>
      `<p><span class="label">${SOURCE[context.lang]}</span> ${citation(id, context, place)}</p>`,
  );

/** A place in a paper. */
export const sectionOf = (number: string): Text => ({
  en: `section ${number}`,
  zh: `第 ${number} 节`,
});
