// Results of the runs that are shipped: which cells there are, and what their
// seeds come to.
import type { TrainerOptions } from "posenc-training";
import results from "./results.json" with { type: "json" };
import {
  type RunResult,
  SCHEMES,
  type SchemeName,
  TASKS,
  type TaskName,
} from "./runs.ts";

const RUNS = results.runs as readonly RunResult[];

export const SCHEME_NAMES = Object.keys(SCHEMES) as readonly SchemeName[];

const runsOf = (task: TaskName, scheme: SchemeName): readonly RunResult[] =>
  RUNS.filter((run) => run.task === task && run.scheme === scheme);

/** The run that is shipped with a seed. */
export const shippedRun = (
  task: TaskName,
  scheme: SchemeName,
  seed: number,
): RunResult | undefined =>
  runsOf(task, scheme).find((run) => run.seed === seed);

/** Tasks that every scheme has been trained for. */
export const TASK_NAMES = (Object.keys(TASKS) as TaskName[]).filter((task) =>
  SCHEME_NAMES.every((scheme) => runsOf(task, scheme).length > 0),
);

/** Runs of these tasks. */
export const RUN_COUNT = RUNS.filter(({ task }) =>
  TASK_NAMES.includes(task),
).length;

/** Seeds at each point of a curve. */
export interface Band {
  readonly mean: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
}

function bandOf(curves: readonly (readonly number[])[]): Band {
  const points = Math.min(...curves.map((curve) => curve.length));
  const at = (join: (values: readonly number[]) => number) =>
    Array.from({ length: points }, (_, n) =>
      join(curves.map((curve) => curve[n] as number)),
    );
  return {
    mean: at((values) => values.reduce((a, b) => a + b) / values.length),
    low: at((values) => Math.min(...values)),
    high: at((values) => Math.max(...values)),
  };
}

/** What came of a scheme in a task. */
export interface Cell {
  readonly scheme: SchemeName;
  readonly seeds: readonly number[];
  readonly loss: Band;
  readonly accuracy: Band;
  readonly whole: Band;
  readonly chance: number;
}

/** All schemes in a task. */
export const cellsOf = (task: TaskName): readonly Cell[] =>
  SCHEME_NAMES.map((scheme) => {
    const runs = runsOf(task, scheme);
    return {
      scheme,
      seeds: runs.map(({ seed }) => seed),
      loss: bandOf(runs.map(({ loss }) => loss)),
      accuracy: bandOf(runs.map(({ accuracy }) => accuracy)),
      whole: bandOf(runs.map(({ whole }) => whole)),
      chance: runs[0]?.chance ?? 0,
    };
  });

/** The options of a run as a program writes them. */
export const written = (options: TrainerOptions) =>
  JSON.stringify(options, null, 2).replace(/"(\w+)":/g, "$1:");

const COUNTS = TASK_NAMES.flatMap((task) =>
  SCHEME_NAMES.map((scheme) => runsOf(task, scheme).length),
);

/** Seeds of a cell, the fewest and the most. */
export const SEED_COUNTS = [Math.min(...COUNTS), Math.max(...COUNTS)] as const;
