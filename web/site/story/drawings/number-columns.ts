// Steps 2 to 5: a bar below each word is its position; bars become shares,
// shares become switches, and all switches of a row become one hand.
import { clamp, lerp } from "../../../widgets/plots/easing.ts";
import type { Mark } from "../../../widgets/plots/marks.ts";
import { mix, numberIn, presence, type StageState } from "../stage-state.ts";
import { flipsText, onStage } from "../stage-words.ts";
import {
  flipsTo,
  SWITCHES,
  shareOf,
  switchOf,
  wordsShare,
} from "../story-numbers.ts";
import { dialOf } from "./clock-hands.ts";
import { faded, rounded, said, tile } from "./shapes.ts";

/** Positions with switches. */
const COLUMNS = 12;

/** How many columns there are, not always whole. */
function countOf(stage: StageState, step: number): number {
  if (step === 2 || step === 3) return numberIn(stage, step);
  return step < 2 ? 3 : COLUMNS;
}

function countNow(stage: StageState): number {
  const { step, morph } = stage.moment;
  const [here, there] = [countOf(stage, step), countOf(stage, step + 1)];
  return here * (there / here) ** morph;
}

const pitchFor = (stage: StageState, count: number): number =>
  Math.min(118, (stage.frame.width - 48) / count);

/** A column of a step: its middle, and how wide a tile on it is. */
export function columnAt(stage: StageState, step: number, column: number) {
  // The tiles go along with the columns while their number changes.
  const count =
    step === stage.moment.step || step === stage.moment.step + 1
      ? countNow(stage)
      : countOf(stage, step);
  return placed(stage, count, column);
}

function placed(stage: StageState, count: number, column: number) {
  const pitch = pitchFor(stage, count);
  const shown = Math.max(count, 1);
  // A text that grows keeps its beginning where it is.
  const left = stage.frame.width / 2 - (shown * pitch) / 2;
  return {
    x: left + (column + 0.5) * pitch,
    width: Math.max(1.2, pitch * 0.86),
    pitch,
  };
}

export const columnsTop = ({ frame }: StageState, step: number): number =>
  step >= 4 ? frame.height / 2 - 120 : Math.max(128, frame.height * 0.26);

/** How tall a bar is that is all of 1. */
const FULL = (stage: StageState): number =>
  Math.min(250, stage.frame.height * 0.44);
/** What a raw position is in the measure of words: they are 1. */
const UNIT = 24;

const CELL = 30;

/** The rectangle of a switch of a column on its way from a bar to a hand. */
function cellBox(
  stage: StageState,
  column: number,
  row: number,
  count: number,
) {
  const { x, width, pitch } = placed(stage, count, column);
  const top = mix(stage, (k) => columnsTop(stage, k));
  // As far as the stage goes: the rest is not seen.
  const raw = Math.min(column * UNIT, stage.frame.height - top - UNIT);
  const share = Math.min(1, shareOf(column, count)) * FULL(stage);
  const bar = mix(stage, (k) => (k <= 1 ? 0 : k === 2 ? raw : share));
  const split = mix(stage, (k) => (k >= 4 ? 1 : 0));
  const part = bar / SWITCHES;
  const cell = Math.min(CELL, pitch - 7);
  return {
    x,
    y: lerp(top + part * (row + 0.5), top + 26 + row * 46, split),
    width: lerp(width * 0.6, cell, split),
    height: lerp(part + 0.5, cell, split),
    split,
  };
}

/** Bars of steps 2 and 3, all as one path. */
function bars(stage: StageState, count: number): Mark[] {
  const split = mix(stage, (k) => (k >= 4 ? 1 : 0));
  if (split > 0) return [];
  const whole = Math.ceil(count - 1e-6);
  const word = UNIT * presence(stage, 2);
  const top = mix(stage, (k) => columnsTop(stage, k)) + word;
  return [
    {
      kind: "path",
      draw(pen) {
        for (let column = 0; column < whole; column += 1) {
          const { x, width, height } = cellBox(stage, column, 0, count);
          const there = clamp(count - column);
          pen.rect(x - width / 2, top, width, height * SWITCHES * there);
        }
      },
      fill: "ink",
    },
    ...(word > 0 ? wordBars(stage, count, whole, word) : []),
  ];
}

/** Above each bar of step 2, what it is added to: the word, of size 1. */
function wordBars(
  stage: StageState,
  count: number,
  whole: number,
  height: number,
): Mark[] {
  const top = columnsTop(stage, 2);
  const first = placed(stage, count, 0);
  return [
    {
      kind: "path",
      draw(pen) {
        for (let column = 0; column < whole; column += 1) {
          const { x, width } = placed(stage, count, column);
          pen.rect(x - width * 0.3, top, width * 0.6, height);
        }
      },
      fill: "accent",
    },
    said(
      first.x - first.width * 0.3 - 8,
      top + UNIT / 2 + 6,
      onStage.word[stage.lang],
      "accent",
      { anchor: "end", size: 17, opacity: clamp((first.pitch - 60) / 30) },
    ),
  ];
}

function switches(stage: StageState, count: number): Mark[] {
  const split = mix(stage, (k) => (k >= 4 ? 1 : 0));
  const toHand = presence(stage, 5, 6);
  if (split === 0 || toHand >= 1) return [];
  const marks: Mark[] = [];
  const chosen = Math.round(numberIn(stage, 4));
  const lit = mix(stage, (k) => (k === 4 ? 1 : 0));
  for (let column = 0; column < Math.min(16, Math.ceil(count)); column += 1) {
    const near = column === chosen || column === chosen - 1;
    for (let row = 0; row < SWITCHES; row += 1) {
      const box = cellBox(stage, column, row, count);
      const dial = dialOf(stage, SWITCHES - 1 - row);
      const flown = {
        x: lerp(box.x, dial.x, toHand),
        y: lerp(box.y, dial.y, toHand),
        width: lerp(box.width, 2 * dial.radius, toHand),
        height: lerp(box.height, 2 * dial.radius, toHand),
      };
      const corner = lerp(7 * split, dial.radius, toHand);
      const on = lerp(1, switchOf(column, row), split);
      const flips = near && switchOf(chosen, row) !== switchOf(chosen - 1, row);
      const color = flips && lit > 0.5 ? "accent" : "ink";
      const there = 1 - toHand;
      marks.push(
        rounded(flown, corner, {
          stroke: color === "accent" ? "accent" : "rule",
          width: color === "accent" ? 2.5 : 1.5,
          opacity: split * Math.max(there, 0.15),
        }),
      );
      if (on > 0.01) {
        marks.push(
          rounded(flown, corner, { fill: color, opacity: on * there }),
        );
      }
    }
  }
  return marks;
}

/** Numbers above the columns, which then go down to the line. */
function numbers(stage: StageState, count: number): Mark[] {
  const shown = presence(stage, 4);
  if (shown < 0.01) return [];
  const chosen = Math.round(numberIn(stage, 4));
  const top = columnsTop(stage, 4);
  const marks: Mark[] = [];
  for (let column = 0; column < COLUMNS; column += 1) {
    const { x } = placed(stage, count, column);
    const near = column === chosen || column === chosen - 1;
    marks.push(
      said(x, top - 16, String(column), near ? "accent" : "ink3", {
        anchor: "middle",
        size: 19,
        bold: near,
      }),
    );
  }
  if (chosen > 0) {
    const [a, b] = [chosen - 1, chosen].map((at) => placed(stage, count, at).x);
    const y = top + 26 + SWITCHES * 46 - 12;
    const [from, to] = [a as number, b as number];
    marks.push(
      {
        kind: "path",
        draw(pen) {
          pen.moveTo(from, y);
          pen.bezierCurveTo(from, y + 22, to, y + 22, to, y);
        },
        stroke: "accent",
        width: 2.5,
      },
      said(
        (from + to) / 2,
        y + 46,
        flipsText(flipsTo(chosen))[stage.lang],
        "accent",
        { anchor: "middle", bold: true, size: 19 },
      ),
    );
  }
  return faded(shown, marks);
}

/** Words of the text beyond the three, and what is left of each. */
function others(stage: StageState, count: number): Mark[] {
  const marks: Mark[] = [];
  const top = mix(stage, (k) => columnsTop(stage, k));
  const shown = presence(stage, 2, 3);
  if (shown < 0.01) return [];
  for (let column = 3; column < Math.min(count, 40); column += 1) {
    const { x, width } = placed(stage, count, column);
    const height = clamp(width * 0.6, 5, 54);
    const left = mix(stage, (k) => (k === 2 ? wordsShare(column) : 1));
    marks.push(
      ...tile({ x, y: top - height / 2 - 10, width, height }, "", {
        opacity: shown * clamp(count - column) * Math.max(0.12, left),
      }),
    );
  }
  return marks;
}

/** The shares in numbers, below their bars. */
function shares(stage: StageState, count: number): Mark[] {
  const shown = presence(stage, 3);
  if (shown < 0.01) return [];
  const top = columnsTop(stage, 3);
  const marks: Mark[] = [];
  for (let column = 0; column < count - 0.5; column += 1) {
    const { x, pitch } = placed(stage, count, column);
    const share = Math.min(1, shareOf(column, count));
    const text = share.toFixed(pitch > 58 ? 2 : 1);
    marks.push(
      said(x, top + share * FULL(stage) + 24, text, "ink2", {
        anchor: "middle",
        size: clamp(pitch * 0.4, 13, 19),
      }),
    );
  }
  return faded(shown, marks);
}

/** What is added to the last word of step 2. */
function last(stage: StageState, count: number): Mark[] {
  const shown = presence(stage, 2);
  if (shown < 0.01) return [];
  const { x, y } = plusBox(stage);
  return faded(shown, [
    said(
      x - 42,
      y + 9,
      `${onStage.word[stage.lang]} + ${Math.round(count) - 1}`,
      "ink",
      {
        anchor: "end",
        bold: true,
        size: 26,
      },
    ),
  ]);
}

/** The tile that makes the text longer. */
export function plusBox(stage: StageState) {
  const count = countNow(stage);
  const { x, pitch } = placed(stage, count, Math.ceil(count - 1e-6) - 1);
  const top = mix(stage, (k) => columnsTop(stage, k));
  return {
    x: Math.min(x + pitch / 2 + 34, stage.frame.width - 46),
    y: top - 98,
    width: 50,
    height: 44,
  };
}

/** How much of the foot of the stage fades, in bands of so many units. */
const FADE = { bands: 9, tall: 8 } as const;

/** Bars go on below the stage, which shows no end of them. */
function beyond(stage: StageState): Mark[] {
  const { width, height } = stage.frame;
  const shown = presence(stage, 2);
  const { bands, tall } = FADE;
  return Array.from({ length: shown < 0.01 ? 0 : bands }, (_, k) =>
    rounded(
      { x: width / 2, y: height - (k + 0.5) * tall, width, height: tall },
      0,
      { fill: "paper", opacity: shown * (1 - k / bands) },
    ),
  );
}

function plus(stage: StageState): Mark[] {
  const shown = presence(stage, 2, 3);
  if (shown < 0.01) return [];
  return faded(shown, tile(plusBox(stage), "+", { stroke: "accent" }));
}

export function columns(stage: StageState): Mark[] {
  const { step, morph } = stage.moment;
  if (step > 4 || (step === 1 && morph === 0) || step < 1) return [];
  const count = countNow(stage);
  const shown = presence(stage, 2, 3, 4, 5);
  return [
    ...faded(shown, [
      ...bars(stage, count),
      ...switches(stage, count),
      ...others(stage, count),
    ]),
    ...beyond(stage),
    ...numbers(stage, count),
    ...shares(stage, count),
    ...last(stage, count),
    ...plus(stage),
  ];
}
