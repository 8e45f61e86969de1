// How often each design is right, against the length: results that the site
// ships, several runs a curve.
import type { Ink } from "../../widgets/plots/marks.ts";
import reach from "../../widgets/trained/reach-results.json" with {
  type: "json",
};
import { TRAINED_PLACES } from "../../widgets/trained/setup.ts";
import type { Text } from "../../widgets/words/text.ts";
import { onStage } from "./stage-words.ts";

/** At a length: the mean of all runs, the worst and the best of them. */
export interface Point {
  readonly at: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export interface Curve {
  readonly name: Text;
  readonly color: Ink;
  readonly points: readonly Point[];
}

/** What was measured on one task. */
export interface Task {
  readonly name: Text;
  /** Words of the texts that its models were trained on. */
  readonly trained: number;
  /** Runs of each design, and texts at each point. */
  readonly runs: number;
  readonly texts: number;
  readonly curves: readonly Curve[];
}

/** The designs that are compared. */
export const DESIGNS = [
  { design: "learned", color: "warm" },
  { design: "sinusoidal", color: "ink3" },
  { design: "rope", color: "accent" },
] as const;

const pointOf = (at: number, shares: readonly number[]): Point => ({
  at,
  mean: shares.reduce((sum, it) => sum + it) / shares.length,
  low: Math.min(...shares),
  high: Math.max(...shares),
});

const rightOf = (name: string): readonly (readonly number[])[] =>
  reach.runs.filter(({ design }) => design === name).map(({ right }) => right);

/** The task of the story: who bites? */
export const whoDidIt: Task = {
  name: onStage.whoDidIt,
  trained: TRAINED_PLACES,
  runs: rightOf("rope").length,
  texts: reach.texts,
  curves: DESIGNS.map(({ design, color }) => ({
    name: onStage[design],
    color,
    points: reach.lengths.map((at, k) =>
      pointOf(
        at,
        rightOf(design).map((run) => run[k] as number),
      ),
    ),
  })),
};
