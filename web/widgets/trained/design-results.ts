// Results of the runs by a formula that are shipped.

import { DESIGNS, type Design, type DesignName } from "./by-formula.ts";
import results from "./design-results.json" with { type: "json" };
import type { RunResult, TaskName } from "./runs.ts";

interface DesignResult extends Omit<RunResult, "scheme"> {
  readonly design: DesignName;
}

const RUNS = results.runs as readonly DesignResult[];

/** The run of a formula with a seed, if it is one of those that are shipped. */
export const shippedDesign = (
  task: TaskName,
  { kind, formula }: Design,
  seed: number,
): DesignResult | undefined =>
  RUNS.find((run) => {
    const own = DESIGNS[run.design];
    return (
      run.task === task &&
      run.seed === seed &&
      own.kind === kind &&
      own.formula === formula.trim()
    );
  });
