// Step 6: the hands leave trails, and the trails are the table; each word then
// takes its row along.
import { clamp } from "../../../widgets/plots/easing.ts";
import type { Mark } from "../../../widgets/plots/marks.ts";
import { STEP } from "../moments.ts";
import {
  type Frame,
  mix,
  mixed,
  numberIn,
  presence,
  type StageState,
} from "../stage-state.ts";
import { onStage } from "../stage-words.ts";
import { cellOf, HANDS, ROWS, TABLE } from "../story-numbers.ts";
import { faded, rounded, said } from "./shapes.ts";
import { poseOf, tilePose } from "./tiles.ts";

/** Where the table is. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly columns: number;
}

export function tableOf({ width, height }: Frame): Place {
  const tall = Math.min(height - 150, 460);
  const wide = Math.min(width - 152, tall * 1.15);
  return {
    left: (width - wide) / 2 + 44,
    top: (height - tall) / 2 + 20,
    width: wide,
    height: tall,
    columns: TABLE.dModel,
  };
}

/** The middle of a row. */
export const rowY = ({ top, height }: Place, row: number): number =>
  top + ((row + 0.5) / ROWS) * height;

/** Shades of each colour: cells of the same shade are one path. */
const SHADES = 10;

/** Cells in so many paths as there are shades. */
function cells(
  boxes: Iterable<readonly [value: number, x: number, y: number]>,
  width: number,
  height: number,
): Mark[] {
  const shades = new Map<number, (readonly [number, number])[]>();
  for (const [value, x, y] of boxes) {
    const shade = Math.round(value * SHADES);
    const own = shades.get(shade) ?? [];
    own.push([x, y]);
    shades.set(shade, own);
  }
  return [...shades]
    .filter(([shade]) => shade !== 0)
    .map(([shade, places]) => ({
      kind: "path",
      draw(pen) {
        for (const [x, y] of places) pen.rect(x, y, width, height);
      },
      fill: shade > 0 ? "warm" : "accent",
      opacity: Math.abs(shade) / SHADES,
    }));
}

function* tableCells(place: Place, rows: number) {
  const [w, h] = [place.width / place.columns, place.height / ROWS];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < place.columns; column += 1) {
      const at = [place.left + column * w, place.top + row * h] as const;
      yield [cellOf(column, row), ...at] as const;
    }
  }
}

/** The whole table; it does not change, so its marks are kept by size. */
const kept = new Map<string, Mark[]>();

function wholeTable(place: Place): Mark[] {
  const key = `${place.width} ${place.height} ${place.left}`;
  const known = kept.get(key);
  if (known) return known;
  const [w, h] = [place.width / place.columns, place.height / ROWS];
  const marks = cells(tableCells(place, ROWS), w + 0.3, h + 0.3);
  kept.clear();
  kept.set(key, marks);
  return marks;
}

function table(stage: StageState): Mark[] {
  const { step, morph } = stage.moment;
  if (step < 5 || step > 6) return [];
  const place = tableOf(stage.frame);
  if (step === 6) return faded(1 - morph, wholeTable(place));
  const rows = Math.floor(morph * ROWS);
  const [w, h] = [place.width / place.columns, place.height / ROWS];
  return rows === 0 ? [] : cells(tableCells(place, rows), w + 0.3, h + 0.3);
}

/** A row on its way from the table to the foot of its tile. */
function stripBox(stage: StageState, step: number, word: number) {
  const place = tableOf(stage.frame);
  if (step <= 6) {
    return {
      x: place.left + place.width / 2,
      y: rowY(place, numberIn(stage, 6) + word),
      width: place.width,
      height: place.height / ROWS,
    };
  }
  // The row belongs to the place, not to the word that happens to stand there.
  const tile = slotPose(stage, step, word);
  const gap = step === 7 ? 16 : 5;
  const height = step === 7 ? 26 : 8;
  return {
    x: tile.x,
    y: tile.y + tile.height / 2 + gap + height / 2 - (step === 7 ? 0 : 2),
    width: tile.width,
    height,
  };
}

/** The pose of a slot: of the word that stands there when nothing is swapped. */
function slotPose(stage: StageState, step: number, slot: number) {
  const touched = stage.touched.map((value, k) =>
    k === STEP.sinusoids ? 0 : value,
  );
  return poseOf({ ...stage, touched }, step, slot);
}

/** The position of a row in a step. */
const positionOf = (stage: StageState, step: number, word: number): number =>
  word +
  (step === 7 ? 0 : step <= 6 ? numberIn(stage, 6) : numberIn(stage, step));

function strips(stage: StageState): Mark[] {
  const shown = presence(stage, STEP.stripes, STEP.sinusoids, STEP.own);
  const { step } = stage.moment;
  if (shown < 0.01 || step < 5) return [];
  const marks: Mark[] = [];
  for (let word = 0; word < 3; word += 1) {
    const box = mixed(stage, (k) => stripBox(stage, k, word));
    const position = mix(stage, (k) => positionOf(stage, k, word));
    const w = box.width / TABLE.dModel;
    const [left, top] = [box.x - box.width / 2, box.y - box.height / 2];
    function* own() {
      for (let column = 0; column < TABLE.dModel; column += 1) {
        yield [cellOf(column, position), left + column * w, top] as const;
      }
    }
    marks.push(
      rounded(box, 2, { fill: "paper" }),
      ...cells(own(), w + 0.3, box.height),
      rounded({ ...box, width: box.width + 4, height: box.height + 4 }, 3, {
        stroke: "ink",
        width: 2,
        opacity: presence(stage, 6, 7),
      }),
    );
  }
  return faded(shown, marks);
}

/** From each tile to its row. */
function threads(stage: StageState): Mark[] {
  const shown = presence(stage, 6);
  const { step, morph } = stage.moment;
  if (shown < 0.01 || (step === 5 && morph < 0.5)) return [];
  const marks: Mark[] = [];
  for (let word = 0; word < 3; word += 1) {
    const tile = tilePose(stage, word);
    const strip = mixed(stage, (k) => stripBox(stage, k, word));
    const [x1, x2] = [tile.x + tile.width / 2, strip.x - strip.width / 2 - 2];
    const bend = (x1 + x2) / 2;
    marks.push({
      kind: "path",
      draw(pen) {
        pen.moveTo(x1, tile.y);
        pen.bezierCurveTo(bend, tile.y, bend, strip.y, x2, strip.y);
      },
      stroke: "accent",
      width: 1.5,
      opacity: clamp(shown),
    });
  }
  return marks;
}

/** From each dial to the two columns it is written in, and numbers of rows. */
function readings(stage: StageState): Mark[] {
  const shown = presence(stage, 6);
  if (shown < 0.01) return [];
  const place = tableOf(stage.frame);
  const cell = place.width / place.columns;
  const edge = place.left + place.width;
  const marks: Mark[] = HANDS.map((pair) => ({
    kind: "path",
    draw(pen) {
      const middle = place.left + (2 * pair + 1) * cell;
      for (const side of [-1, 1]) {
        pen.moveTo(middle, place.top - 13);
        pen.lineTo(middle + (side * cell) / 2, place.top - 2);
      }
    },
    stroke: "ink3",
    width: 1.5,
  }));
  for (let row = 0; row < ROWS; row += 10) {
    marks.push(
      said(edge + 7, rowY(place, row) + 5, `${row}`, "ink3", { size: 16 }),
    );
  }
  marks.push(
    said(edge + 27, place.top - 12, onStage.position[stage.lang], "ink3", {
      anchor: "end",
      size: 16,
    }),
  );
  return faded(shown, marks);
}

export const stripes = (stage: StageState): Mark[] => [
  ...table(stage),
  ...strips(stage),
  ...threads(stage),
  ...readings(stage),
];
