// The three words: the same tiles from the first step to the last.
import { clamp } from "../../../widgets/plots/easing.ts";
import type { Mark } from "../../../widgets/plots/marks.ts";
import { SENTENCE } from "../stage-words.ts";
import { mixed, numberIn, passingOf, slotOf, type Take } from "../take.ts";
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
function bigTile({ frame, lang }: Take) {
  const width = Math.min(lang === "zh" ? 118 : 132, frame.width * 0.26);
  return { width, pitch: width + 18, height: 68 };
}

/** From the first big tile to the last. */
export function rowWidth(take: Take): number {
  const { width, pitch } = bigTile(take);
  return 2 * pitch + width;
}

/** The y of the two headlines of step 0, and of the row later. */
export const rowsY = ({ frame }: Take) => ({
  first: frame.height / 2 - 150,
  second: frame.height / 2 + 60,
  attention: frame.height / 2 + 20,
  payoff: frame.height / 2 - 110,
});

/** The tiles of the sentence on the line: their middle and size. */
function slidingTile(take: Take, step: number): { width: number; y: number } {
  const { y } = rulerAt(take, step);
  const width = take.lang === "zh" ? 64 : 82;
  return { width, y: y - 62 };
}

/** Position of the sentence's first word, where it slides. */
export const placeIn = (take: Take, step: number): number =>
  numberIn(take, step);

/** A word's tile in one step. */
export function poseOf(take: Take, step: number, word: number): TilePose {
  const { width: W, height: H } = take.frame;
  const middle = W / 2;
  const slot = slotOf(take, step, word);
  const big = bigTile(take);
  const bigX = middle + (slot - 1) * big.pitch;
  const passing = passingOf(take, step, word);
  const rows = rowsY(take);
  switch (step) {
    case 0:
      return pose(bigX, rows.first + passing, big.width, big.height);
    case 1:
      return pose(bigX, rows.attention + passing, big.width, big.height);
    case 2:
    case 3: {
      const { x, width } = columnAt(take, step, word);
      const height = clamp(width * 0.6, 5, 54);
      return pose(x, columnsTop(take, step) - height / 2 - 10, width, height);
    }
    case 4:
    case 5: {
      const { x } = columnAt(take, 4, word);
      return pose(x, columnsTop(take, 4) - 24, 30, 20, 0);
    }
    case 6: {
      const table = tableOf(take.frame);
      const row = numberIn(take, 6);
      const y = clamp(
        rowY(table, row + 1) + (word - 1) * 38,
        40 + word * 38,
        H - 40 - (2 - word) * 38,
      );
      return pose(table.left - 62, y, take.lang === "zh" ? 54 : 68, 32);
    }
    case 7:
      return pose(bigX, rows.payoff + passing, big.width, big.height);
    case 8:
    case 9:
    case 10: {
      const { width, y } = slidingTile(take, step);
      const line = rulerAt(take, step);
      const half = 1.5 * (width + 6);
      const x = clamp(
        placeOn(line, placeIn(take, step) + 1),
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
export const tilePose = (take: Take, word: number): TilePose =>
  mixed(take, (step) => poseOf(take, step, word));

/** The second headline of step 0, whose words join the first row's. */
function secondPose(take: Take, step: number, word: number): TilePose {
  if (step > 0) return { ...poseOf(take, step, word), opacity: 0 };
  const big = bigTile(take);
  const slot = 2 - slotOf(take, 0, word);
  const passing = -passingOf(take, 0, word);
  return pose(
    take.frame.width / 2 + (slot - 1) * big.pitch,
    rowsY(take).second + passing,
    big.width,
    big.height,
  );
}

/** Steps whose tiles are to be touched. */
const TOUCH = new Set([0, 1, 7]);

/** Tiles of query and key have the colours of their arrows. */
const strokeOf = (take: Take, word: number) => {
  const { step, morph } = take.moment;
  const now = morph > 0.5 ? step + 1 : step;
  if (now === 9) return (["ink2", "rule", "accent"] as const)[word] ?? "rule";
  if (now === 8 || now === 10) return "accent";
  return TOUCH.has(now) && word !== 1 ? "accent" : "rule";
};

export function tiles(take: Take): Mark[] {
  const marks: Mark[] = [];
  const { step } = take.moment;
  for (const [word, text] of SENTENCE.entries()) {
    if (step === 0) {
      const second = mixed(take, (k) => secondPose(take, k, word));
      const { opacity } = second;
      marks.push(...tile(second, text[take.lang], { opacity }));
    }
    const own = tilePose(take, word);
    marks.push(
      ...tile(own, text[take.lang], {
        opacity: own.opacity,
        stroke: strokeOf(take, word),
      }),
    );
  }
  return marks;
}
