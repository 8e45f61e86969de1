// A derivation that the reader opens line by line. Without scripts, and on
// paper, all lines are there.
import type { Text } from "../../widgets/words/text.ts";
import type { Block, Words } from "../page.ts";
import { displayFormula } from "./blocks.ts";
import { inline } from "./inline.ts";

const words = {
  name: { en: "Derivation, line by line", zh: "逐行推导" },
  next: { en: "Next line", zh: "下一行" },
  all: { en: "All lines", zh: "全部显示" },
} as const satisfies Readonly<Record<string, Text>>;

/** One line: a formula in TeX, and why it follows. */
export type Line = readonly [tex: string, reason: Words];

/** Lines that follow from each other. */
export const derivation =
  (id: string, ...lines: readonly Line[]): Block =>
  (context) => {
    const { lang } = context;
    const items = lines.map(
      ([tex, reason]) =>
        `<li>${displayFormula(tex)(context)}<p>${inline(reason, context)}</p></li>`,
    );
    return `<div class="derivation" id="${context.anchor(id)}"><p class="label">${words.name[lang]}</p>
<ol>${items.join("")}</ol>
<p class="derivation-go"><button type="button" data-lines="next">${words.next[lang]}</button> <button type="button" data-lines="all">${words.all[lang]}</button> <span class="derivation-count">1 / ${lines.length}</span></p></div>`;
  };
