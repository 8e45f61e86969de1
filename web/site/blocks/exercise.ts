// Exercises: a program that goes wrong, to be read before it is run, and
// questions with a worked answer folded away.

import { mistakes } from "../../widgets/code/mistakes.ts";
import { escapeHtml, type Text } from "../../widgets/words/text.ts";
import { anchorOf } from "../claims/index.ts";
import type { Block, Context, Words } from "../page.ts";
import { anchor, inline } from "./inline.ts";
import { type Choice, quiz } from "./quiz.ts";

const NAMES: Readonly<Record<string, string>> = {
  pytorch: "PyTorch",
  numpy: "NumPy",
  java: "Java",
  cpp: "C++",
  javascript: "JavaScript",
};

const words = {
  ask: {
    en: "Read the program. What happens when it runs?",
    zh: "读一读这段程序：运行时会发生什么？",
  },
  meant: {
    en: "That is what the mended program below prints.",
    zh: "下面改好的程序才会这样输出。",
  },
  silent: {
    en: "Nothing stops it: shapes and types fit. That is why the mistake lives long.",
    zh: "没有什么会拦住它：形状和类型都对得上。这种错误正因如此才不易发现。",
  },
  stops: { en: "It stops with an error", zh: "报错停止" },
  mended: { en: "The program mended", zh: "改好的程序" },
  prints: { en: "It prints", zh: "输出" },
  answer: { en: "Answer", zh: "答案" },
} as const satisfies Readonly<Record<string, Text>>;

const code = (source: string, label: string): string =>
  `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code lang="en" translate="no">${escapeHtml(source.trim())}</code></pre>`;

/** What is printed: a short list, or one within a list, stays on one line. */
const unbrokenLists = (prints: string): string =>
  prints
    .replace(/\[[^[\]]{0,26}\]/g, (list) => list.replaceAll(" ", "\u00a0"))
    .replace(/^[^[]{0,20}$/, (line) => line.replaceAll(" ", "\u00a0"));

const both = (en: string, zh: string, sign: string): Text => ({
  en: `${en} \`${sign}\``,
  // A mark of Chinese is as wide as a character and has its space within it.
  zh: `${zh}${zh.endsWith("：") ? "" : " "}\`${sign}\``,
});

/** What may happen: what does, and what one might think. */
function choices(mistake: (typeof mistakes)[number], turn: number): Choice[] {
  const { outcome, prints, why } = mistake;
  const meant: Choice = {
    text: both("It prints", "输出", unbrokenLists(prints)),
    why: words.meant,
  };
  const all: Choice[] =
    "error" in outcome
      ? [
          {
            text: both(
              "It stops with an error:",
              "报错停止：",
              `${outcome.error}: ${outcome.says}`,
            ),
            right: true,
            why,
          },
          meant,
        ]
      : [
          {
            text: both("It prints", "输出", unbrokenLists(outcome.prints)),
            right: true,
            why,
          },
          meant,
          { text: words.stops, why: words.silent },
        ];
  // The right one is not always the first.
  const by = turn % all.length;
  return [...all.slice(by), ...all.slice(0, by)];
}

function one(id: string, context: Context): string {
  const turn = mistakes.findIndex((it) => it.id === id);
  const mistake = mistakes[turn];
  if (!mistake) throw new Error(`there is no mistake ${id}`);
  const { title, wrong, right, prints, repair, about } = mistake;
  const { lang } = context;
  const links = about
    .filter((it) => /^\d/.test(it))
    .map((it) =>
      anchor(it, `~/questions/#${anchorOf(it)}`, context, "claim-id"),
    );
  const language = NAMES[mistake.language] ?? mistake.language;
  const ask = quiz(`predict-${id}`, {
    question: words.ask,
    choices: choices(mistake, turn),
  });
  const name = inline(title, context);
  return `<details class="exercise"><summary><span class="exercise-title">${name}</span> <span class="exercise-language" lang="en">${language}</span></summary>
<div class="exercise-body" id="${context.anchor(`mistake-${id}`)}">
${code(wrong[lang], `${title[lang]}, ${language}`)}
${ask(context)}
<details class="mended"><summary>${words.mended[lang]}</summary>
${code(right[lang], words.mended[lang])}
<p>${inline(repair, context)}${lang === "zh" ? "" : " "}${words.prints[lang]} <code lang="en">${escapeHtml(unbrokenLists(prints))}</code>${lang === "zh" ? "。" : "."} ${links.join(" ")}</p>
</details>
</div>
</details>`;
}

/** Programs that go wrong, by their names in code/mistakes.ts. */
export const mistakeExercises =
  (...ids: readonly string[]): Block =>
  (context) =>
    `<div class="exercises">${ids.map((id) => one(id, context)).join("\n")}</div>`;

/** Questions to work out, each with its answer folded. */
export const exercises =
  (
    id: string,
    ...items: readonly { readonly ask: Words; readonly answer: Words }[]
  ): Block =>
  (context) => {
    const rows = items.map(({ ask, answer }, k) => {
      const anchor = context.anchor(`${id}-${k + 1}`);
      return `<li id="${anchor}"><p>${inline(ask, context)}</p><details class="mended"><summary>${words.answer[context.lang]}</summary><p>${inline(answer, context)}</p></details></li>`;
    });
    return `<ol class="questions">${rows.join("")}</ol>`;
  };
