// The three words: the same tiles from the first step to the last.
import { clamp } from "../../../widgets/plots/easing.ts";
import type { Mark } from "../../../widgets/plots/marks.ts";
import { STEP } from "../moments.ts";
import {
  isSwap,
  mixed,
  numberIn,
  passingOf,
  presence,
  type StageState,
  sentenceIn,
  slotOf,
  stepNow,
} from "../stage-state.ts";
import { wordOf } from "../stage-words.ts";
import { APART_FROM } from "../story-numbers.ts";
import { columnAt, columnsTop } from "./number-columns.ts";
import { placeOn, rulerAt } from "./ruler.ts";
import { type Box, tile } from "./shapes.ts";
import { rowY, tableOf } from "./stripes.ts";

/** A tile and how much of it is there. */
export interface TilePose extends Box {
  readonly opacity: number;
  readonly [name: string]: number;
}

const pose = (
  x: number,
  y: number,
  width: number,
  height: number,
  opacity = 1,
): TilePose => ({ x, y, width, height, opacity });

/** How wide the big tiles are, and the distance of their middles. */
function bigTile({ frame, lang }: StageState) {
  const width = Math.min(lang === "zh" ? 118 : 132, frame.width * 0.26);
  return { width, pitch: width + 18, height: 68 };
}

/** From the first big tile to the last. */
export function rowWidth(stage: StageState): number {
  const { width, pitch } = bigTile(stage);
  return 2 * pitch + width;
}

/** The y of the two headlines of step 0, and of the row later. */
export const rowsY = ({ frame }: StageState) => ({
  first: frame.height / 2 - 150,
  second: frame.height / 2 + 60,
  attention: frame.height / 2 + 20,
  payoff: frame.height / 2 - 110,
});

/** The tiles of the sentence on the line: their middle and size. */
function slidingTile(
  stage: StageState,
  step: number,
): { width: number; y: number } {
  const { y } = rulerAt(stage, step);
  const width = stage.lang === "zh" ? 64 : 82;
  return { width, y: y - 62 };
}

/** Whether the sentence stands on the line in a step. */
const isOnLine = (step: number): boolean =>
  step >= STEP.own && step <= STEP.models;

/** The position of a word on the line. */
export function placeIn(stage: StageState, step: number, word: number): number {
  if (!isOnLine(step)) return word + (step < STEP.own ? 0 : 60);
  const value = numberIn(stage, step);
  // Here the second noun goes away from the first.
  return step === STEP.formula ? APART_FROM + (word / 2) * value : value + word;
}

/** A word's tile in one step. */
export function poseOf(
  stage: StageState,
  step: number,
  word: number,
): TilePose {
  const { width: W, height: H } = stage.frame;
  const middle = W / 2;
  const slot = slotOf(stage, step, word);
  const big = bigTile(stage);
  const bigX = middle + (slot - 1) * big.pitch;
  const passing = passingOf(stage, step, word);
  const rows = rowsY(stage);
  switch (step) {
    case STEP.news:
      return pose(bigX, rows.first + passing, big.width, big.height);
    case STEP.inside:
      return pose(bigX, rows.attention + passing, big.width, big.height);
    case STEP.count:
    case STEP.shares: {
      const { x, width } = columnAt(stage, step, word);
      const height = clamp(width * 0.6, 5, 54);
      return pose(x, columnsTop(stage, step) - height / 2 - 10, width, height);
    }
    case STEP.switches:
    case STEP.hands: {
      const { x } = columnAt(stage, 4, word);
      return pose(x, columnsTop(stage, 4) - 24, 30, 20, 0);
    }
    case STEP.stripes: {
      const table = tableOf(stage.frame);
      const row = numberIn(stage, STEP.stripes);
      const y = clamp(
        rowY(table, row + 1) + (word - 1) * 38,
        40 + word * 38,
        H - 40 - (2 - word) * 38,
      );
      return pose(table.left - 62, y, stage.lang === "zh" ? 54 : 68, 32);
    }
    case STEP.sinusoids:
      return pose(bigX, rows.payoff + passing, big.width, big.height);
    case STEP.formula: {
      const { width, y } = slidingTile(stage, step);
      const line = rulerAt(stage, step);
      const room = placeOn(line, 2) - line.left - 6;
      const x = placeOn(line, placeIn(stage, step, word));
      // The verb is none of the two that are compared.
      return pose(x, y, Math.min(width, room), 42, word === 1 ? 0 : 1);
    }
    case STEP.own:
    case STEP.look:
    case STEP.turn:
    case STEP.models: {
      const { width, y } = slidingTile(stage, step);
      const line = rulerAt(stage, step);
      const half = 1.5 * (width + 6);
      const x = clamp(
        placeOn(line, placeIn(stage, step, 1)),
        half + 4,
        W - half - 4,
      );
      return pose(x + (word - 1) * (width + 6), y, width, 42);
    }
    default:
      return pose(middle + (word - 1) * 88, H - 150, 82, 42, 0);
  }
}

/** Where a word's tile is now. */
export const tilePose = (stage: StageState, word: number): TilePose =>
  mixed(stage, (step) => poseOf(stage, step, word));

/** The second headline of step 0, whose words join the first row's. */
function secondPose(stage: StageState, step: number, word: number): TilePose {
  if (step > STEP.news) return { ...poseOf(stage, step, word), opacity: 0 };
  const big = bigTile(stage);
  const slot = 2 - slotOf(stage, STEP.news, word);
  const passing = -passingOf(stage, STEP.news, word);
  return pose(
    stage.frame.width / 2 + (slot - 1) * big.pitch,
    rowsY(stage).second + passing,
    big.width,
    big.height,
  );
}

/** Blue outlines have all that is to be touched, and nothing else. */
function strokeOf(stage: StageState, word: number): "accent" | "rule" {
  const now = stepNow(stage);
  const isTouched =
    now === STEP.inside ||
    (isSwap(now) && word !== 1) ||
    (now === STEP.formula ? word === 2 : isOnLine(now));
  return isTouched ? "accent" : "rule";
}

export function tiles(stage: StageState): Mark[] {
  const marks: Mark[] = [];
  const { step } = stage.moment;
  const now = stepNow(stage);
  const shades = presence(stage, STEP.inside);
  for (const [word, token] of sentenceIn(stage, now).entries()) {
    const text = wordOf(token);
    if (step === STEP.news) {
      const second = mixed(stage, (k) => secondPose(stage, k, word));
      const { opacity } = second;
      marks.push(...tile(second, text[stage.lang], { opacity }));
    }
    const own = tilePose(stage, word);
    marks.push(
      ...tile(own, text[stage.lang], {
        opacity: own.opacity,
        stroke: strokeOf(stage, word),
        // The one whose lines are blue.
        soft: word === 1 ? shades : 0,
      }),
    );
  }
  return marks;
}
