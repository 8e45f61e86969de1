// What is on the stage: the same objects from the first moment to the last.
import type { Mark } from "../../widgets/plots/marks.ts";
import { attention } from "./drawings/attention.ts";
import { chart } from "./drawings/chart.ts";
import { dials } from "./drawings/clock-hands.ts";
import { columns } from "./drawings/number-columns.ts";
import { pins } from "./drawings/pins.ts";
import { ruler } from "./drawings/ruler.ts";
import { stripes } from "./drawings/stripes.ts";
import { thumbnails } from "./drawings/thumbnails.ts";
import { tiles } from "./drawings/tiles.ts";
import { twoHands } from "./drawings/two-hands.ts";
import { verdicts } from "./drawings/verdict.ts";
import { LAST } from "./moments.ts";
import type { StageState } from "./stage-state.ts";

/** Below the others first. */
const DRAWINGS = [
  ruler,
  columns,
  dials,
  stripes,
  attention,
  twoHands,
  chart,
  verdicts,
  pins,
  tiles,
];

const objects = (stage: StageState): Mark[] =>
  DRAWINGS.flatMap((draw) => draw(stage));

/** Everything on the stage at a moment. */
export function scene(stage: StageState): Mark[] {
  const { step, morph } = stage.moment;
  if (step === LAST || (step === LAST - 1 && morph > 0)) {
    return thumbnails(stage, objects);
  }
  return objects(stage);
}

/** For readers who want less motion: one step fades, then the next comes. */
export function fadingScene(stage: StageState): Mark[] {
  const { step, morph } = stage.moment;
  if (morph === 0) return scene(stage);
  const isLeft = morph < 0.5;
  const moment = { step: isLeft ? step : step + 1, play: 0, morph: 0 };
  const opacity = Math.abs(1 - 2 * morph);
  return [
    { kind: "group", x: 0, y: 0, opacity, marks: scene({ ...stage, moment }) },
  ];
}
