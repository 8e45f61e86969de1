// What figures say of runs that a reader makes, and of a text that one brings,
// without a run or a text.
import type { StateOf, Table } from "../element/state/attributes.ts";
import type { Lookup } from "../kit/own-words.ts";
import { partInWords } from "../kit/own-words.ts";
import type { AnyFigure, Shown } from "../kit/spec.ts";
import { ONE_AT_A_TIME } from "../kit/take-files.ts";
import { TEXT_INPUT_WORDS, tooManyBytes } from "../kit/text-input.ts";
import type { Work } from "../kit/work.ts";
import { FAULTS, NOT_OPENED } from "../kit/work-file.ts";
import { POINT } from "../trained/runs.ts";
import type { RunPlan, TrainingRun } from "../trained/training-run.ts";
import type { PlansOf } from "../trained/training-runs.ts";
import type { Text } from "../words/text.ts";

type State = StateOf<Table>;

const BEGUN: Omit<TrainingRun, "plan" | "phase"> = {
  step: 0,
  loss: [],
  accuracy: [],
  whole: [],
  testLoss: [],
  written: "",
  tokensPerSecond: 1000,
  secondsLeft: 9,
  fault: "",
};

/** A plan at every stage of its run. */
function stagesOf(plan: RunPlan): readonly TrainingRun[] {
  const { options, lengths } = plan;
  /** Results that are all alike; NaN stands for those of the shipped run. */
  const results = (value: number) => ({
    loss: Array(Math.ceil(options.steps / POINT)).fill(value),
    accuracy: lengths.map(() => value),
    whole: lengths.map(() => value),
  });
  const run = (phase: TrainingRun["phase"], more?: Partial<TrainingRun>) => ({
    ...BEGUN,
    plan,
    phase,
    ...more,
  });
  return [
    run("starting"),
    run("training"),
    run("training", { loss: [Number.NaN] }),
    run("training", { loss: [2.5] }),
    run("testing"),
    run("done", results(Number.NaN)),
    run("done", results(0)),
    run("diverged"),
    run("stopped"),
    run("failed"),
  ];
}

/** Asks a figure for what it says of its work at every stage. */
export function sayWork(
  { work, compute }: AnyFigure,
  first: State,
  heard: Lookup,
): void {
  if (!work) return;
  let plansOf: PlansOf<State> | undefined;
  class Plans {
    constructor(of: PlansOf<State>) {
      plansOf = of;
    }
  }
  work.make(Plans as never, () => {}) satisfies Work<State>;
  for (const run of ["one", "all"]) {
    for (const more of [{}, { trainSteps: 60 }]) {
      const state = { ...first, run, ...more } as State;
      const model = compute(state, undefined as never);
      const shown = { state, model, lang: "en", theme: "light", link: null };
      const say = (own?: readonly TrainingRun[]) => {
        const it = { ...shown, ...(own && { own }) } as Shown<State, unknown>;
        work.say(it, "idle");
        work.say(it, "going");
      };
      say();
      const [chosen, ...others] = plansOf?.(state) ?? [];
      for (const stage of chosen ? stagesOf(chosen) : []) {
        say([stage, ...others.map((plan) => ({ ...stage, plan }))]);
      }
    }
  }
  if (!work.files) return;
  for (const text of [NOT_OPENED, ...Object.values(FAULTS)]) {
    partInWords(heard, text.en, "below the picture");
  }
}

const NOT_UTF8 = new Uint8Array(2000).fill(255);

/** What figures say of texts that cannot be used. */
export async function faultsOf({ textInput }: AnyFigure) {
  if (!textInput) return [];
  const { most, read } = textInput;
  const faults: Text[] = [];
  for (const given of ["", NOT_UTF8, "a".repeat(most + 1)]) {
    const result = await read(given, () => false);
    if ("fault" in result) faults.push(result.fault);
  }
  return faults;
}

/** Asks a figure for what it says of a text that a reader brings. */
export function sayInput(
  { textInput }: AnyFigure,
  first: State,
  faults: readonly Text[],
  heard: Lookup,
): void {
  if (!textInput) return;
  textInput.say(first, undefined, "en");
  for (const text of [
    ...Object.values(TEXT_INPUT_WORDS),
    ONE_AT_A_TIME,
    tooManyBytes(2, 1),
    ...faults,
  ]) {
    partInWords(heard, text.en, "box for a text");
  }
}
