// The home page's story as a block, with what only pages can write: links and
// formulas.

import { NOUNS, VERBS, WORDS } from "../../widgets/trained/known-words.ts";
import { runOf, STEPS as TRAINING } from "../../widgets/trained/setup.ts";
import { escapeHtml, type Lang, type Text } from "../../widgets/words/text.ts";
import { inline } from "../blocks/inline.ts";
import { displayMath } from "../blocks/tex.ts";
import type { Block, Card, Context, Values } from "../page.ts";
import { type Entry, readEntries } from "../pages/markdown-text.ts";
import { cardSvg, storyMarkup } from "../story/markup.ts";
import { type Answers, NO_ANSWERS } from "../story/model-answers.ts";
import { exactAnswers } from "../story/models.ts";
import { anchorOf, STEP, STEPS } from "../story/moments.ts";
import { whoDidIt } from "../story/reach-curves.ts";
import { DOG_BITES_MAN } from "../story/stage-words.ts";
import { TRAINED } from "../story/step-gestures.ts";
import { FORMULA, labels } from "../story/story-labels.ts";
import { chapters } from "./chapters.ts";
import { textsOf } from "./texts.ts";

const TEXTS = textsOf("story/story");
/** Where its texts are: a card for each step, and what the models are. */
export const files = [TEXTS.en.file, TEXTS.zh.file];

/** A word that RoPE's model has right with any sentence, and all before it. */
const HOLDS = 90;

const { layers, dModel, numHeads, batch, trainLen } = runOf("none", 0);

const values: Values = {
  trained: () => TRAINED,
  holds: () => HOLDS,
  texts: () => whoDidIt.texts,
  layers: () => layers,
  heads: () => numHeads,
  width: () => dModel,
  words: () => WORDS.length,
  steps: () => TRAINING,
  batch: () => batch,
  length: () => trainLen,
};

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
function about({ name, words: [text] }: Entry, context: Context): string {
  const title = name[context.lang];
  return `<details class="about"><summary aria-label="${title}" title="${title}">?</summary><div>${text ? inline(text, context) : ""}</div></details>`;
}

const formula = (): string =>
  `<div class="formula" tabindex="0">${displayMath(FORMULA)}</div>`;

/** What stands below the text of a card. */
function below(step: number, models: Entry, context: Context): string {
  switch (step) {
    case STEP.inside:
      return about(models, context);
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

/** The story, as its texts are now. */
export function story(): Block {
  const entries = new Map(readEntries(TEXTS, 3).map((it) => [it.id, it]));
  const entry = (id: string): Entry => {
    const found = entries.get(id);
    if (!found) throw new Error(`${TEXTS.en.file} has no heading #${id}`);
    return found;
  };
  const steps = Array.from({ length: STEPS }, (_, step) =>
    entry(anchorOf(step)),
  );
  const models = entry("models");
  if (entries.size > STEPS + 1) {
    throw new Error(`${TEXTS.en.file} has more cards than there are steps`);
  }
  return (outer) => {
    const context = { ...outer, values };
    const { lang } = context;
    const id = context.anchor("story");
    for (const { id } of steps) context.anchor(id);
    const cards = steps.map(({ name, words }, step) => {
      const [text = "", hint = "", found = ""] = words.map((it) =>
        inline(it, context),
      );
      const title = escapeHtml(name[lang]);
      return { title, text, hint, found, below: below(step, models, context) };
    });
    const inside = storyMarkup(lang, answers, cards);
    return `<section id="${id}" class="story" aria-label="${labels.story[lang]}">${inside}</section>`;
  };
}
