// Questions to answer before reading on. Written so that they work without a
// script: every answer unfolds what is to be said of it.

import { escapeHtml } from "../../widgets/words/text.ts";
import type { Block, Context, Words } from "../page.ts";
import { checks } from "../quiz/checks/index.ts";
import { inline } from "./inline.ts";

/** An answer to choose, and what is to be said of it. */
export interface Choice {
  readonly text: Words;
  readonly right?: boolean;
  readonly why: Words;
}

const PREDICT = { en: "Predict first", zh: "先猜一猜" };
const AGAIN = { en: "Answer again", zh: "重新作答" };
const RIGHT = { en: "Right.", zh: "答对了。" };
const WRONG = { en: "Not so.", zh: "不是这样。" };
const ON_PAPER = { en: "Answer", zh: "答案" };
const GUESS = { en: "Your guess", zh: "你的猜测" };
const COMPARE = { en: "Compare", zh: "对照" };
const ANSWER = { en: "Answer", zh: "答案" };

const letter = (k: number): string => String.fromCharCode(65 + k);

function frame(
  context: Context,
  id: string,
  attributes: string,
  question: Words,
  body: string,
): string {
  const { lang } = context;
  return `<pe-quiz id="${context.anchor(id)}" ${attributes}>
<div class="quiz-head"><span class="label">${PREDICT[lang]}</span> <button type="button" class="again">${AGAIN[lang]}</button></div>
<p class="question" id="${id}-question">${inline(question, context)}</p>
${body}
<p class="hidden" role="status"></p>
</pe-quiz>`;
}

/** A question with answers to choose from. */
export const quiz =
  (
    id: string,
    quiz: { readonly question: Words; readonly choices: readonly Choice[] },
  ): Block =>
  (context) => {
    const { question, choices } = quiz;
    const { lang } = context;
    const best = choices.findIndex(({ right }) => right);
    if (choices.length < 2 || best < 0) {
      throw new Error(`quiz ${id}: needs two choices, one of them right`);
    }
    const items = choices.map(({ text, right, why }, k) => {
      const word = right ? RIGHT[lang] : WRONG[lang];
      return `<details data-right="${right === true}"><summary><span class="choice-letter">${letter(k)}</span> <span class="choice">${inline(text, context)}</span></summary><p class="why"><strong>${word}</strong> ${inline(why, context)}</p></details>`;
    });
    const answer = choices[best] as Choice;
    const body = `<div role="group" aria-labelledby="${id}-question">${items.join("")}</div>
<p class="on-paper">${ON_PAPER[lang]} ${letter(best)}${lang === "zh" ? "：" : ": "}${inline(answer.why, context)}</p>`;
    return frame(context, id, 'kind="choice"', question, body);
  };

/**
 * A number to guess. The true one is computed by a check of that name, here
 * and again in the reader's browser; `{value}` in the explanation shows it.
 *
 * @param quiz.tolerance how far off a guess may be, relative to the value
 */
export const guess =
  (
    id: string,
    quiz: {
      readonly question: Words;
      readonly check: string;
      readonly tolerance: number;
      readonly why: Words;
    },
  ): Block =>
  (context) => {
    const { question, check, tolerance, why } = quiz;
    const compute = checks[check];
    if (!compute) throw new Error(`quiz ${id}: there is no check ${check}`);
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new Error(`quiz ${id}: tolerance must be between 0 and 1`);
    }
    const { lang } = context;
    const inner = { ...context, values: { ...context.values, value: compute } };
    const said = inline(why, inner);
    const body = `<form class="guess"><label for="${id}-guess">${GUESS[lang]}</label> <input id="${id}-guess" inputmode="decimal" autocomplete="off" aria-describedby="${id}-question ${id}-fault"> <button type="submit">${COMPARE[lang]}</button><p class="fault" id="${id}-fault" role="alert"></p></form>
<details><summary>${ANSWER[lang]}</summary><p class="why"><strong class="outcome"></strong> ${said}</p></details>
<p class="on-paper">${ON_PAPER[lang]}${lang === "zh" ? "：" : ": "}${said}</p>`;
    const attributes = `kind="guess" check="${escapeHtml(check)}" tolerance="${tolerance}"`;
    return frame(context, id, attributes, question, body);
  };
