// Runs that learn a text character by character: the same for those who ship
// results (npm run experiments -- texts) and for those who repeat one.
import { firstKept, HELD_OUT, MORE } from "posenc-training/internal";
import { type ExampleName, exampleText } from "./example-texts.ts";
import {
  MULTIPLES,
  optionsWith,
  type RunResult,
  SCHEMES,
  type SchemeName,
} from "./runs.ts";
import results from "./text-results.json" with { type: "json" };

/** Characters of a training text. */
export const TEXT_LENGTH = 64;
export const TEXT_STEPS = 400;
/** Texts that a step learns from. */
const BATCH = 16;
/** Characters that a model goes on with, and of what there is then. */
const PROMPT = 24;
export const WRITTEN = 3 * TEXT_LENGTH;

export const TEXT_LENGTHS: readonly number[] = MULTIPLES.map((multiple) =>
  Math.round(multiple * TEXT_LENGTH),
);
/** Fewest characters that can be learned and tested. */
export const FEWEST = HELD_OUT * (TEXT_LENGTH + MORE);

/** How many of the lengths have a test in a text of so many characters. */
export const lengthsIn = (characters: number): number[] =>
  TEXT_LENGTHS.filter(
    (length) => length + MORE <= characters - firstKept(characters),
  );

/** What a model of a text goes on with: how the part begins that it never saw. */
export const writesFrom = (kept: readonly string[]) => ({
  prompt: kept.slice(0, PROMPT).join(""),
  length: WRITTEN - PROMPT,
});

/** The options of a run. */
export const textOptions = (
  data: string | Uint8Array<ArrayBuffer>,
  scheme: SchemeName,
  seed: number,
  steps: number = TEXT_STEPS,
) => {
  const { task: _, ...model } = optionsWith(
    "copy",
    SCHEMES[scheme],
    seed,
    steps,
  );
  return {
    ...model,
    data,
    trainLen: TEXT_LENGTH,
    batch: BATCH,
    maxLen: TEXT_LENGTHS.at(-1) as number,
  };
};

/** The same of an example, with all that is asked of it. */
export function examplePlan(
  name: ExampleName,
  scheme: SchemeName,
  seed: number,
) {
  const text = exampleText(name);
  const characters = [...text];
  return {
    options: textOptions(text, scheme, seed),
    lengths: lengthsIn(characters.length),
    writes: writesFrom(characters.slice(firstKept(characters.length))),
  };
}

/** What came of a run. */
export interface TextResult
  extends Pick<RunResult, "scheme" | "seed" | "loss" | "accuracy" | "whole"> {
  readonly text: ExampleName;
  /** Loss at each of the lengths, in nats. */
  readonly testLoss: readonly number[];
  /** The prompt and how the model goes on. */
  readonly written: string;
}

const RUNS = results.runs as readonly TextResult[];

/** The run of an example that is shipped with a seed. */
export const shippedText = (
  text: string,
  scheme: SchemeName,
  seed: number,
): TextResult | undefined =>
  RUNS.find(
    (run) => run.text === text && run.scheme === scheme && run.seed === seed,
  );
