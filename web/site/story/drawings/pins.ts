// From each tile of the sentence down to its position on the line.
import type { Mark } from "../../../widgets/plots/marks.ts";
import { mix, numberIn, presence, type StageState } from "../stage-state.ts";
import { placeOn, rulerOf } from "./ruler.ts";
import { faded } from "./shapes.ts";
import { tilePose } from "./tiles.ts";

export function pins(stage: StageState): Mark[] {
  const shown = presence(stage, 8, 9, 10);
  if (shown < 0.01) return [];
  const line = rulerOf(stage);
  const marks: Mark[] = [];
  for (let word = 0; word < 3; word += 1) {
    const tile = tilePose(stage, word);
    const position =
      word + mix(stage, (k) => (k < 8 ? 0 : k > 10 ? 60 : numberIn(stage, k)));
    const x = placeOn(line, position);
    const from = tile.y + tile.height / 2 + 10;
    const middle = (from + line.y) / 2;
    marks.push(
      {
        kind: "path",
        draw(pen) {
          pen.moveTo(tile.x, from);
          pen.bezierCurveTo(tile.x, middle, x, middle, x, line.y - 2);
        },
        stroke: "ink3",
        width: 1.5,
      },
      {
        kind: "path",
        draw(pen) {
          pen.moveTo(x + 3.5, line.y);
          pen.arc(x, line.y, 3.5, 0, 2 * Math.PI);
        },
        fill: "ink",
      },
    );
  }
  return faded(shown, marks);
}
