// The home page's story as a block, with what only pages can write: links and
// formulas.

import { NOUNS, VERBS, WORDS } from "../../widgets/trained/known-words.ts";
import { runOf, STEPS as TRAINING } from "../../widgets/trained/setup.ts";
import type { Lang, Text } from "../../widgets/words/text.ts";
import { inline } from "../blocks/inline.ts";
import { displayMath } from "../blocks/tex.ts";
import type { Block, Card, Context } from "../page.ts";
import { cardSvg, storyMarkup } from "../story/markup.ts";
import { type Answers, NO_ANSWERS } from "../story/model-answers.ts";
import { exactAnswers } from "../story/models.ts";
import { anchorOf, STEP, STEPS } from "../story/moments.ts";
import { DOG_BITES_MAN } from "../story/stage-words.ts";
import { CARDS, FORMULA, labels } from "../story/story-cards.ts";
import { chapters } from "./chapters.ts";

/** For the still pictures. */
let answers: Answers = NO_ANSWERS;

/** Asks the trained models what the still pictures show. */
export async function prepare(): Promise<void> {
  answers = await exactAnswers();
}

/** The ways on from the end of the story. */
const WAYS: readonly (readonly [name: Text, about: Text, target: string])[] = [
  [
    { en: "Learn it", zh: "学下去" },
    {
      en: `${chapters.length} chapters, each with one question`,
      zh: `${chapters.length} 章，每章一个问题`,
    },
    "~/contents/",
  ],
  [
    { en: "Teach with it", zh: "拿去教" },
    {
      en: "any figure in your own notes and slides",
      zh: "任何一张图都能放进自己的讲义和幻灯片",
    },
    "~/teach/",
  ],
  [
    { en: "Build with it", zh: "拿去用" },
    { en: "npm install posenc", zh: "npm install posenc" },
    "/api/",
  ],
];

function waysOn(context: Context): string {
  const { lang } = context;
  const items = WAYS.map(
    ([name, about, target]) =>
      `<li><a href="${context.href(target)}"><b>${name[lang]}</b> ${about[lang]}</a></li>`,
  );
  return `<ul class="ways">${items.join("")}</ul>`;
}

/** The reader's own sentence: two nouns and a verb that the models know. */
function picker(lang: Lang): string {
  const parts = [
    [NOUNS, 0, { en: "Who does it", zh: "谁做" }],
    [VERBS, NOUNS.length, { en: "What is done", zh: "做什么" }],
    [NOUNS, 0, { en: "To whom", zh: "对谁做" }],
  ] as const;
  const selects = parts.map(([words, first, name], k) => {
    const options = words.map((word, n) => {
      const token = first + n;
      const chosen = DOG_BITES_MAN[k] === token ? " selected" : "";
      return `<option value="${token}"${chosen}>${word[lang]}</option>`;
    });
    return `<select data-word="${k}" aria-label="${name[lang]}">${options.join("")}</select>`;
  });
  return `<div class="own">${selects.join("")}</div>`;
}

/** What the models are, for who asks. */
function about(lang: Lang): string {
  const { layers, dModel, numHeads, batch, trainLen } = runOf("none", 0);
  const name = { en: "What are these models?", zh: "这些是什么模型？" };
  const text = {
    en: `All models here are small Transformers: ${layers} layer, ${numHeads} heads, ${dModel} numbers for a word. They know ${WORDS.length} words, and learned in ${TRAINING} steps of ${batch} texts, each ${trainLen} words long, to say who did it. The same weights run in your browser.`,
    zh: `这里的模型都是小 Transformer：${layers} 层，${numHeads} 个头，每个词 ${dModel} 个数。它们认得 ${WORDS.length} 个词，训练了 ${TRAINING} 步，每步 ${batch} 条文本，每条 ${trainLen} 个词，学的是回答“谁做的”。这些权重就在你的浏览器里运行。`,
  };
  return `<details class="about"><summary aria-label="${name[lang]}" title="${name[lang]}">?</summary><div>${text[lang]}</div></details>`;
}

const formula = (): string =>
  `<div class="formula" tabindex="0">${displayMath(FORMULA)}</div>`;

/** What stands below the text of a card. */
function below(step: number, context: Context): string {
  switch (step) {
    case STEP.inside:
      return about(context.lang);
    case STEP.own:
      return picker(context.lang);
    case STEP.formula:
      return formula();
    case STEP.on:
      return waysOn(context);
    default:
      return "";
  }
}

/** What links to the page show. */
export const card: Card = {
  svg: () => cardSvg(answers),
  alt: {
    en: "Three models answer the same sentence anywhere in 90 words: two lose it, RoPE doesn’t",
    zh: "同一句话移遍 90 个词的文本，三个模型作答：两个答错，RoPE 始终答对",
  },
};

/** The story. */
export const story: Block = (context) => {
  const { lang } = context;
  const id = context.anchor("story");
  for (let step = 0; step < STEPS; step += 1) context.anchor(anchorOf(step));
  const inside = storyMarkup(lang, answers, {
    text: (step) => inline(CARDS[step]?.text ?? { en: "", zh: "" }, context),
    found: (step) => inline(CARDS[step]?.found ?? { en: "", zh: "" }, context),
    below: (step) => below(step, context),
  });
  return `<section id="${id}" class="story" aria-label="${labels.story[lang]}">${inside}</section>`;
};
