// What the trained models are, and how they were trained: read by those who train
// them (npm run experiments -- models) and by those who ask them.
import type { TrainerOptions } from "posenc-training";
import { FILLERS, NOUNS, VERBS } from "./known-words.ts";

/** How positions enter each of them. */
export const TRAINED = {
  none: "none",
  learned: "learned",
  sinusoidal: "sinusoidal",
  rope: "rotary",
  alibi: "alibi",
  t5: "t5",
} as const;

export type TrainedName = keyof typeof TRAINED;

/** Words of a text that they were trained on: no place from here on was seen. */
export const TRAINED_PLACES = 20;
/** Words of the longest text that they read. */
export const MOST_WORDS = 256;

/** The task with sentences that begin at a place or later. */
export const sentenceTask = (earliest = 0) =>
  ({
    type: "sentence",
    nouns: NOUNS.length,
    verbs: VERBS.length,
    fillers: FILLERS.length,
    earliest,
  }) as const;

/** Steps of training, of 64 texts each. */
export const STEPS = 1500;

/** The run that makes a model. */
export const runOf = (name: TrainedName, seed: number) =>
  ({
    task: sentenceTask(),
    position: TRAINED[name],
    layers: 1,
    dModel: 32,
    numHeads: 4,
    causal: false,
    maxLen: MOST_WORDS,
    trainLen: TRAINED_PLACES,
    batch: 64,
    steps: STEPS,
    seed,
  }) satisfies TrainerOptions;
