// The story as it stands in the page: cards, the stage's frame, and a still
// picture for each step, for paper and for readers without scripts.

import { PALETTES } from "../../widgets/element/look/palette.ts";
import type { Palette } from "../../widgets/plots/marks.ts";
import { sceneSvg, svgMarks } from "../../widgets/plots/marks-svg.ts";
import { wordless } from "../../widgets/thumbnail.ts";
import { escapeHtml, type Lang } from "../../widgets/words/text.ts";
import type { Answers } from "./model-answers.ts";
import { anchorOf, LAST, STEP, stillOf } from "./moments.ts";
import { scene } from "./scene.ts";
import { spoken } from "./spoken.ts";
import type { Frame, StageState } from "./stage-state.ts";
import { DOG_BITES_MAN } from "./stage-words.ts";
import { PLAYED, UNTOUCHED } from "./step-gestures.ts";
import { labels, stepName } from "./story-labels.ts";

/** Still pictures are drawn in the colours of the page. */
const OF_THE_PAGE: Palette = {
  paper: "var(--paper)",
  ink: "var(--ink)",
  ink2: "var(--ink-2)",
  ink3: "var(--ink-3)",
  rule: "var(--rule)",
  accent: "var(--accent)",
  soft: "var(--accent-soft)",
  warm: "var(--warm)",
  good: "var(--good)",
};

const FRAME = { width: 620, height: 520 } as const;
/** Pictures on other sites have 1200 × 630 pixels. */
const CARD = { width: 1085, height: 570 } as const;

/** A step that has played, untouched. */
const played = (
  step: number,
  lang: Lang,
  answers: Answers,
  frame: Frame = FRAME,
): StageState => ({
  frame,
  lang,
  moment: stillOf(step),
  touched: UNTOUCHED,
  seen: PLAYED,
  sentence: DOG_BITES_MAN,
  answers,
});

/** The three models as a picture without words, for links to the story. */
export const cardSvg = (answers: Answers): string =>
  sceneSvg(
    {
      ...CARD,
      marks: wordless(scene(played(STEP.models, "en", answers, CARD))),
    },
    PALETTES.light,
    stepName(STEP.models).en,
  );

/** A step as a still picture. */
function still(step: number, lang: Lang, answers: Answers): string {
  const stage = played(step, lang, answers);
  const { width, height } = FRAME;
  const name = escapeHtml(spoken(stage, step)[lang]);
  // The last one shows all the others, which stand above it.
  if (step === LAST) return "";
  return `<svg class="still" viewBox="0 0 ${width} ${height}" role="img" aria-label="${name}">${svgMarks(scene(stage), OF_THE_PAGE)}</svg>`;
}

/** A card as HTML. */
export interface Card {
  /** "" where it has none. */
  readonly title: string;
  readonly text: string;
  /** What to do; there is nothing to do at the end. */
  readonly hint: string;
  /** What it tells once that has been found. */
  readonly found: string;
  /** Below the text: a formula, the ways on. */
  readonly below: string;
}

function cardHtml(step: number, lang: Lang, card: Card): string {
  const { title, text, hint, found, below } = card;
  const heading = step === 0 ? "h1" : "h2";
  const name = title
    ? `<${heading}>${title}</${heading}>`
    : `<h2 class="hidden">${stepName(step)[lang]}</h2>`;
  const doing = hint
    ? `<button type="button" class="hint">${hint}</button>`
    : "";
  const loop =
    step === STEP.models
      ? ` <button type="button" class="loop" data-loop>${labels.loop[lang]}</button>`
      : "";
  const told = found ? `<p class="found">${found}${loop}</p>` : "";
  const begin =
    step === 0
      ? `<a class="go" href="#${anchorOf(1)}">${labels.begin[lang]} <span aria-hidden="true">↓</span></a>`
      : "";
  return `<div class="card">${name}<p>${text}</p>${below}${doing}${told}${begin}</div>`;
}

/** The whole story. */
export function storyMarkup(
  lang: Lang,
  answers: Answers,
  cards: readonly Card[],
): string {
  const items = cards.map(
    (card, step) =>
      `<li id="${anchorOf(step)}">${cardHtml(step, lang, card)}${still(step, lang, answers)}</li>`,
  );
  const dots = cards.map(
    (_, step) =>
      `<a href="#${anchorOf(step)}" aria-label="${stepName(step)[lang]}"></a>`,
  );
  const button = (name: "previous" | "next", by: number, sign: string) =>
    `<button type="button" data-go="${by}" aria-label="${labels[name][lang]}" title="${labels[name][lang]}">${sign}</button>`;
  return `<div class="stage"><div class="board"><canvas aria-hidden="true"></canvas>
<div class="touch"></div></div>
<p class="said hidden" role="status"></p>
<nav class="dots" aria-label="${labels.story[lang]}">${dots.join("")}</nav>
<div class="moves">${button("previous", -1, "←")}${button("next", 1, "→")}</div>
</div>
<ol class="cards">${items.join("\n")}</ol>`;
}
