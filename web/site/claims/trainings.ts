// Claims that a reader can decide by models of their own, trained in seconds:
// which models. Their results take the place of the shipped runs in the check.
import {
  optionsWith,
  SCHEMES,
  type SchemeName,
  TASKS,
  type TaskName,
} from "../../widgets/trained/runs.ts";

/** Steps of such a training: those that "token 3 back" is learned in. */
export const STEPS_NOW = 160;

/** What is trained for a claim: each scheme for each task. */
export interface Training {
  readonly schemes: readonly SchemeName[];
  readonly tasks: readonly TaskName[];
}

const SINUSOIDS: Training = { schemes: ["sinusoidal"], tasks: ["back"] };
// It holds in one of them.
const ROPE: Training = { schemes: ["rope"], tasks: ["back", "sort"] };

/** By the id of the claim. */
export const TRAININGS: Readonly<Record<string, Training>> = {
  "000-09": SINUSOIDS,
  "000-33": SINUSOIDS,
  "001-09": SINUSOIDS,
  "003-01": SINUSOIDS,
  "001-27": ROPE,
  "004-17": ROPE,
  "004-12": { schemes: ["sinusoidal", "learned"], tasks: ["back"] },
};

/** What came of one. */
export interface Trained {
  readonly task: TaskName;
  readonly scheme: SchemeName;
  /** Shares of right answers at the trained length, and at twice it. */
  readonly near: number;
  readonly far: number;
}

/** The runs of a claim, with what each of them is. */
export const plansOf = (id: string) => {
  const { schemes, tasks } = TRAININGS[id] ?? { schemes: [], tasks: [] };
  return tasks.flatMap((task) =>
    schemes.map((scheme) => ({
      task,
      scheme,
      plan: {
        id: `${id}-${task}-${scheme}`,
        options: optionsWith(task, SCHEMES[scheme], 0, STEPS_NOW),
        lengths: [TASKS[task].trainLen, 2 * TASKS[task].trainLen],
      },
    })),
  );
};
