// The runs of the grid: tasks, schemes and lengths, the same for those who ship
// results (npm run experiments -- grid) and for those who repeat one.
import type { TrainerOptions } from "posenc-training";

/** Tasks, each with the length that models are trained at. */
export const TASKS = {
  back: { task: { type: "back", back: 3 }, trainLen: 40 },
  copy: { task: "copy", trainLen: 20 },
  sort: { task: "sort", trainLen: 16 },
  reverse: { task: "reverse", trainLen: 16 },
  "flip-flop": { task: "flipFlop", trainLen: 20 },
} as const satisfies Readonly<
  Record<string, Pick<TrainerOptions, "task" | "trainLen">>
>;
export type TaskName = keyof typeof TASKS;

/** Tokens of a training text, prompt and answer: T of formulas. */
export const TOKENS: Readonly<Record<TaskName, number>> = {
  back: 40,
  copy: 40,
  sort: 32,
  reverse: 32,
  "flip-flop": 40,
};

/** How positions enter, by the names that readers see. */
export const SCHEMES = {
  none: "none",
  learned: "learned",
  sinusoidal: "sinusoidal",
  rope: "rotary",
  alibi: "alibi",
  t5: "t5",
} as const;
export type SchemeName = keyof typeof SCHEMES;

/** Lengths of tests, as multiples of the training length. */
export const MULTIPLES = [0.5, 1, 1.25, 1.5, 2, 3, 4, 8] as const;
/** Texts of each length. */
export const TEST_TEXTS = 64;
/** Steps of a run, and how many a point of its curve of loss is a mean of. */
export const STEPS = 800;
export const POINT = 20;
/** Fewest steps of a run: the rate of learning rises for 50. */
export const LEAST_STEPS = 60;

export const testLengths = (task: TaskName): number[] =>
  MULTIPLES.map((multiple) => Math.round(multiple * TASKS[task].trainLen));

/** The options of a run with any position there is. */
export const optionsWith = (
  task: TaskName,
  position: TrainerOptions["position"],
  seed: number,
  steps = STEPS,
) =>
  ({
    ...TASKS[task],
    position,
    layers: 2,
    dModel: 64,
    numHeads: 4,
    maxLen: 400,
    batch: 32,
    steps,
    seed,
  }) satisfies TrainerOptions;

/** The options of a run. */
export const optionsOf = (
  task: TaskName,
  scheme: SchemeName,
  seed: number,
  steps?: number,
) => optionsWith(task, SCHEMES[scheme], seed, steps);

/** The task of options that `optionsWith` made. */
export const taskOf = ({
  task,
}: Pick<TrainerOptions, "task">): TaskName | undefined =>
  (Object.keys(TASKS) as TaskName[]).find(
    (name) => JSON.stringify(TASKS[name].task) === JSON.stringify(task),
  );

/** As results are kept: runs are compared to the last of these digits. */
export const rounded = (value: number): number => Number(value.toFixed(4));

/** What came of a run. */
export interface RunResult {
  readonly task: TaskName;
  readonly scheme: SchemeName;
  readonly seed: number;
  /** Mean loss of each `POINT` steps. */
  readonly loss: readonly number[];
  /** Share of right answers at each of `testLengths`. */
  readonly accuracy: readonly number[];
  /** The same of whole texts. */
  readonly whole: readonly number[];
  /** The level of guessing at the training length. */
  readonly chance: number;
}
