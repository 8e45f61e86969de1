// How far into texts longer than those of training the models that say who did
// it are right: the same questions for those who ship the results
// (npm run experiments -- reach) and for those who check them.
import type { ModelOptions, Training } from "posenc-training";
import { runOf, sentenceTask, type TrainedName } from "./setup.ts";

export const REACH = {
  designs: ["learned", "sinusoidal", "rope"],
  /** Words of the texts, each of which its sentence ends. */
  lengths: Array.from({ length: 40 }, (_, k) => 3 * (k + 1)),
  /** Texts of each length, other ones for each seed. */
  texts: 512,
} as const satisfies {
  readonly designs: readonly TrainedName[];
  readonly lengths: readonly number[];
  readonly texts: number;
};

/** Words of a sentence. */
const SENTENCE = 3;

/**
 * Share of sentences that a model has right at the end of so many words.
 *
 * @param seed - of the run that made the weights, and of the texts
 */
export function rightAt(
  training: Training,
  design: TrainedName,
  seed: number,
  weights: ModelOptions["weights"],
  words: number,
): number {
  const { batch: _, steps: __, ...shape } = runOf(design, seed);
  const task = sentenceTask(words - SENTENCE);
  const model = training.model({ ...shape, task, weights });
  const [score] = model.evaluate({ lengths: [words], texts: REACH.texts });
  model.dispose();
  return Number((score?.accuracy ?? 0).toFixed(3));
}
