// What stands in the margin beside the text that it belongs to; on narrow
// screens and on paper, below it.

import type { Text } from "../../widgets/words/text.ts";
import { anchorOf, claim as find } from "../claims/index.ts";
import { verdictWords } from "../claims/words.ts";
import type { WorkId } from "../claims/works.ts";
import type { Block, Context, Words } from "../page.ts";
import { citation } from "./cite.ts";
import { anchor, inline } from "./inline.ts";

const SOURCE = { en: "Source", zh: "出处" };

export type { WorkId };

/**
 * A claim in the text: what the document says, what became of it, what is
 * right where something is to be added.
 */
export const said =
  (id: string): Block =>
  (context) => {
    const { verdict, claim, correct } = find(id);
    const { lang } = context;
    const place = context.anchor(`said-${id}`);
    context.covers(id, place);
    const word = verdictWords[verdict][lang];
    // A mark of Chinese has its space within it.
    const [stop, space] = lang === "zh" ? ["。", ""] : [".", " "];
    const right =
      verdict === "true"
        ? ""
        : `${space}<span class="correct">${inline(correct, context)}</span>`;
    const proof = anchor(
      id,
      `~/questions/#${anchorOf(id)}`,
      context,
      "claim-id",
    );
    return `<p class="said-here" id="${place}"><span class="says">${inline(claim, context)}</span>${space}<strong class="verdict" data-verdict="${verdict}">${word}${stop}</strong>${right}${space}${proof}</p>`;
  };

const note = (write: (context: Context) => string): Block =>
  Object.assign(
    (context: Context) =>
      `<aside class="note" role="note">${write(context)}</aside>`,
    { note: true },
  );

/** A remark in the margin. */
export const aside = (text: Words, heading?: Words): Block =>
  note(
    (context) =>
      `${heading ? `<p class="label">${inline(heading, context)}</p>` : ""}<p>${inline(text, context)}</p>`,
  );

/**
 * The work that the text beside stands on.
 *
 * @param id - in web/site/claims/works.ts
 * @param place - within the work, such as `sectionOf("3.5")`
 */
export const source = (id: WorkId, place?: Words): Block =>
  note(
    (context) =>
      `<p><span class="label">${SOURCE[context.lang]}</span> ${citation(id, context, place)}</p>`,
  );

/** A place in a paper. */
export const sectionOf = (number: string): Text => ({
  en: `section ${number}`,
  zh: `第 ${number} 节`,
});
