// The three words: the same tiles from the first step to the last.
import { clamp } from "../../../widgets/plots/easing.ts";
import type { Mark } from "../../../widgets/plots/marks.ts";
import {
  mixed,
  numberIn,
  passingOf,
  type StageState,
  slotOf,
} from "../stage-state.ts";
import { SENTENCE } from "../stage-words.ts";
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

/** Position of the sentence's first word, where it slides. */
export const placeIn = (stage: StageState, step: number): number =>
  numberIn(stage, step);

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
    case 0:
      return pose(bigX, rows.first + passing, big.width, big.height);
    case 1:
      return pose(bigX, rows.attention + passing, big.width, big.height);
    case 2:
    case 3: {
      const { x, width } = columnAt(stage, step, word);
      const height = clamp(width * 0.6, 5, 54);
      return pose(x, columnsTop(stage, step) - height / 2 - 10, width, height);
    }
    case 4:
    case 5: {
      const { x } = columnAt(stage, 4, word);
      return pose(x, columnsTop(stage, 4) - 24, 30, 20, 0);
    }
    case 6: {
      const table = tableOf(stage.frame);
      const row = numberIn(stage, 6);
      const y = clamp(
        rowY(table, row + 1) + (word - 1) * 38,
        40 + word * 38,
        H - 40 - (2 - word) * 38,
      );
      return pose(table.left - 62, y, stage.lang === "zh" ? 54 : 68, 32);
    }
    case 7:
      return pose(bigX, rows.payoff + passing, big.width, big.height);
    case 8:
    case 9:
    case 10: {
      const { width, y } = slidingTile(stage, step);
      const line = rulerAt(stage, step);
      const half = 1.5 * (width + 6);
      const x = clamp(
        placeOn(line, placeIn(stage, step) + 1),
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
  if (step > 0) return { ...poseOf(stage, step, word), opacity: 0 };
  const big = bigTile(stage);
  const slot = 2 - slotOf(stage, 0, word);
  const passing = -passingOf(stage, 0, word);
  return pose(
    stage.frame.width / 2 + (slot - 1) * big.pitch,
    rowsY(stage).second + passing,
    big.width,
    big.height,
  );
}

/** Steps whose tiles are to be touched. */
const TOUCH = new Set([0, 1, 7]);

/** Tiles of query and key have the colours of their arrows. */
const strokeOf = (stage: StageState, word: number) => {
  const { step, morph } = stage.moment;
  const now = morph > 0.5 ? step + 1 : step;
  if (now === 9) return (["ink2", "rule", "accent"] as const)[word] ?? "rule";
  if (now === 8 || now === 10) return "accent";
  return TOUCH.has(now) && word !== 1 ? "accent" : "rule";
};

export function tiles(stage: StageState): Mark[] {
  const marks: Mark[] = [];
  const { step } = stage.moment;
  for (const [word, text] of SENTENCE.entries()) {
    if (step === 0) {
      const second = mixed(stage, (k) => secondPose(stage, k, word));
      const { opacity } = second;
      marks.push(...tile(second, text[stage.lang], { opacity }));
    }
    const own = tilePose(stage, word);
    marks.push(
      ...tile(own, text[stage.lang], {
        opacity: own.opacity,
        stroke: strokeOf(stage, word),
      }),
    );
  }
  return marks;
}
