// Steps 5 and 6: the hands, and where they stand.
import { circle, type Mark } from "../../../widgets/plots/marks.ts";
import { mix, numberIn, presence, type StageState } from "../stage-state.ts";
import { onStage } from "../stage-words.ts";
import { angleOf, HANDS } from "../story-numbers.ts";
import { knob, placeOn, rulerOf } from "./ruler.ts";
import { hand, said, wedge } from "./shapes.ts";
import { tableOf } from "./stripes.ts";

/** Where a dial is: large in step 5, above its columns in step 6. */
export function dialOf(stage: StageState, index: number) {
  const { width, height } = stage.frame;
  const pitch = Math.min(168, (width - 36) / HANDS.length);
  const table = tableOf(stage.frame);
  const cell = table.width / table.columns;
  const pair = HANDS[index] as number;
  const radius = mix(stage, (k) => (k <= 5 ? pitch * 0.42 : 17));
  return {
    x: mix(stage, (k) =>
      k <= 5
        ? width / 2 + (index - (HANDS.length - 1) / 2) * pitch
        : table.left + (2 * pair + 1) * cell,
    ),
    y: mix(stage, (k) => (k <= 5 ? height / 2 - 60 : table.top - 30)),
    radius,
  };
}

/** The position that the hands show. */
const positionIn = (stage: StageState): number =>
  mix(stage, (k) => (k <= 5 ? numberIn(stage, 5) : numberIn(stage, 6) + 1));

export function dials(stage: StageState): Mark[] {
  const shown = presence(stage, 5, 6);
  if (shown < 0.01) return [];
  const position = positionIn(stage);
  const large = presence(stage, 5);
  const marks: Mark[] = [];
  for (const [index, pair] of HANDS.entries()) {
    const { x, y, radius } = dialOf(stage, index);
    const angle = angleOf(pair, position);
    const turn = 2 * Math.PI;
    marks.push(
      wedge(x, y, radius, Math.max(0, angle - turn * 0.96), angle, {
        fill: "accent",
        opacity: 0.14 * shown,
      }),
      circle(x, y, radius, { stroke: "ink3", width: 1.5, opacity: shown }),
      hand(x, y, radius * 0.96, angle, {
        stroke: index === 0 ? "accent" : "ink",
        width: 2 + 2 * large,
        opacity: shown,
      }),
      circle(x, y, 2 + 2 * large, {
        fill: index === 0 ? "accent" : "ink",
        opacity: shown,
      }),
    );
  }
  const words = [onStage.fast, onStage.slow];
  for (const [k, word] of words.entries()) {
    const { x, y, radius } = dialOf(stage, k * (HANDS.length - 1));
    marks.push(
      said(x, y + radius + 30, word[stage.lang], "ink3", {
        anchor: "middle",
        opacity: large,
        size: 18,
      }),
    );
  }
  const line = rulerOf(stage);
  const at = placeOn(line, numberIn(stage, 5));
  return [...marks, ...knob(at, line.y, large)];
}
