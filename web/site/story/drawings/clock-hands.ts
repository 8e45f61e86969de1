// Steps 5 and 6: the hands, and where they stand.
import { circle, type Mark } from "../../../widgets/plots/marks.ts";
import { onStage } from "../stage-words.ts";
import { angleOf, HANDS } from "../story-numbers.ts";
import { mix, numberIn, presence, type Take } from "../take.ts";
import { knob, placeOn, rulerOf } from "./ruler.ts";
import { hand, said, wedge } from "./shapes.ts";
import { tableOf } from "./stripes.ts";

/** Where a dial is: large in step 5, above its columns in step 6. */
export function dialOf(take: Take, index: number) {
  const { width, height } = take.frame;
  const pitch = Math.min(168, (width - 36) / HANDS.length);
  const table = tableOf(take.frame);
  const cell = table.width / table.columns;
  const pair = HANDS[index] as number;
  const radius = mix(take, (k) => (k <= 5 ? pitch * 0.42 : 17));
  return {
    x: mix(take, (k) =>
      k <= 5
        ? width / 2 + (index - (HANDS.length - 1) / 2) * pitch
        : table.left + (2 * pair + 1) * cell,
    ),
    y: mix(take, (k) => (k <= 5 ? height / 2 - 60 : table.top - 30)),
    radius,
  };
}

/** The position that the hands show. */
const positionIn = (take: Take): number =>
  mix(take, (k) => (k <= 5 ? numberIn(take, 5) : numberIn(take, 6) + 1));

export function dials(take: Take): Mark[] {
  const shown = presence(take, 5, 6);
  if (shown < 0.01) return [];
  const position = positionIn(take);
  const large = presence(take, 5);
  const marks: Mark[] = [];
  for (const [index, pair] of HANDS.entries()) {
    const { x, y, radius } = dialOf(take, index);
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
    const { x, y, radius } = dialOf(take, k * (HANDS.length - 1));
    marks.push(
      said(x, y + radius + 30, word[take.lang], "ink3", {
        anchor: "middle",
        opacity: large,
        size: 18,
      }),
    );
  }
  const line = rulerOf(take);
  const at = placeOn(line, numberIn(take, 5));
  return [...marks, ...knob(at, line.y, large)];
}
