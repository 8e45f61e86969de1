// The home page's story as a block, with what only pages can write: links and
// formulas.

import type { Text } from "../../widgets/words/text.ts";
import { inline } from "../blocks/inline.ts";
import { displayMath } from "../blocks/tex.ts";
import type { Block, Context } from "../page.ts";
import type { Stop } from "../pages/short-way.ts";
import { storyMarkup } from "../story/markup.ts";
import {
  type Answers,
  ExactAnswers,
  NO_ANSWERS,
} from "../story/model-answers.ts";
import { allModels } from "../story/models.ts";
import { anchorOf, LAST, STEPS } from "../story/moments.ts";
import { CARDS, FORMULA, labels } from "../story/story-cards.ts";
import { shortWay } from "./stops.ts";

/** For the still pictures. */
let answers: Answers = NO_ANSWERS;

/** Asks the trained models what the still pictures show. */
export async function prepare(): Promise<void> {
  answers = new ExactAnswers(await allModels());
}

const [firstStop] = shortWay.stops as readonly [Stop];

/** The ways on from the end of the story. */
const WAYS: readonly (readonly [name: Text, about: Text, target: string])[] = [
  [
    { en: "Learn it", zh: "学" },
    {
      en: "13 chapters, from the first question to today’s models",
      zh: "十三章，从第一个问题到如今的模型",
    },
    "~/contents/",
  ],
  [
    { en: "Take the short way", zh: "走捷径" },
    {
      en: `${shortWay.stops.length} stops: RoPE in a quarter of an hour`,
      zh: `${shortWay.stops.length} 站：一刻钟到 RoPE`,
    },
    `~/${firstStop.path}#${firstStop.from}`,
  ],
  [
    { en: "Teach with it", zh: "教" },
    {
      en: "any figure in your own notes and slides",
      zh: "任何一张图都能放进自己的讲义和幻灯片",
    },
    "~/teach/",
  ],
  [
    { en: "Build with it", zh: "用" },
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

const formula = (): string =>
  `<div class="formula" tabindex="0">${displayMath(FORMULA)}</div>`;

/** The story of 13 steps. */
export const story: Block = (context) => {
  const { lang } = context;
  const id = context.anchor("story");
  for (let step = 0; step < STEPS; step += 1) context.anchor(anchorOf(step));
  const inside = storyMarkup(lang, answers, {
    text: (step) => inline(CARDS[step]?.text ?? { en: "", zh: "" }, context),
    below: (step) =>
      step === 9 ? formula() : step === LAST ? waysOn(context) : "",
  });
  return `<section id="${id}" class="story" aria-label="${labels.story[lang]}">${inside}</section>`;
};
