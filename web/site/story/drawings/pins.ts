// From each tile of the sentence down to its position on the line.
import type { Mark } from "../../../widgets/plots/marks.ts";
import { STEP } from "../moments.ts";
import { mix, type StageState } from "../stage-state.ts";
import { placeOn, rulerOf } from "./ruler.ts";
import { faded } from "./shapes.ts";
import { placeIn, tilePose } from "./tiles.ts";

export function pins(stage: StageState): Mark[] {
  const shown = mix(stage, (k) => (k >= STEP.own && k <= STEP.models ? 1 : 0));
  if (shown < 0.01) return [];
  const line = rulerOf(stage);
  const marks: Mark[] = [];
  for (let word = 0; word < 3; word += 1) {
    const tile = tilePose(stage, word);
    const position = mix(stage, (k) => placeIn(stage, k, word));
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
        opacity: tile.opacity,
      },
      {
        kind: "path",
        draw(pen) {
          pen.moveTo(x + 3.5, line.y);
          pen.arc(x, line.y, 3.5, 0, 2 * Math.PI);
        },
        fill: "ink",
        opacity: tile.opacity,
      },
    );
  }
  return faded(shown, marks);
}
