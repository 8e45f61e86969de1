// The trained models as the story asks them: the sentence among other words, as
// in the texts that they were trained on.

import {
  NOUNS,
  textAround,
  tokenOf,
  VERBS,
} from "../../widgets/trained/known-words.ts";
import { TRAINED_PLACES } from "../../widgets/trained/setup.ts";
import { trainedModel } from "../../widgets/trained/trained-model.ts";
import type { Answer, Model, ModelName } from "./model-answers.ts";
import { SENTENCE } from "./stage-words.ts";

/** In the order in which the story asks them. */
export const MODELS: readonly ModelName[] = [
  "none",
  "sinusoidal",
  "learned",
  "rope",
];

const TOKENS = SENTENCE.map(({ en }) => tokenOf(en));
const [DOG, , MAN] = TOKENS as [number, number, number];

/** The text with the sentence at a place, as long as a trained one or longer. */
const textWith = (order: readonly number[], place: number): number[] =>
  textAround(order, place, Math.max(TRAINED_PLACES, place + order.length));

const VERB = 1;

type Trained = Awaited<ReturnType<typeof trainedModel>>;

/** Weights among the three words alone, the mean of all heads. */
function weightsOf(
  trained: Trained,
  places: readonly number[],
): readonly (readonly number[])[] {
  const order = [0, 1, 2].map((slot) => TOKENS[places.indexOf(slot)] as number);
  const { heads, length, weights } = trained.attention(order);
  const mean = (from: number, to: number): number => {
    let sum = 0;
    for (let head = 0; head < heads; head += 1) {
      sum += weights[(head * length + from) * length + to] as number;
    }
    return sum / heads;
  };
  const slots = places as readonly [number, number, number];
  return slots.map((from) => slots.map((to) => mean(from, to)));
}

/** Sentences with every noun, none of them the story's own. */
const OTHERS = NOUNS.map((_, noun) => [
  noun,
  NOUNS.length + (noun % VERBS.length),
  (noun + 5) % NOUNS.length,
]);

/** A trained model, as the story knows it. */
export const storyModel = (trained: Trained): Model => ({
  answer(swapped, place): Answer {
    const order = swapped ? TOKENS.toReversed() : TOKENS;
    const nouns = trained.answer(textWith(order, place), place + VERB);
    return [nouns[DOG] as number, nouns[MAN] as number];
  },
  right(place) {
    const found = OTHERS.filter((tokens) => {
      const nouns = trained.answer(textWith(tokens, place), place + VERB);
      const [agent] = tokens as [number];
      return nouns.indexOf(Math.max(...nouns)) === agent;
    });
    return found.length / OTHERS.length;
  },
  attention: (places) => weightsOf(trained, places),
});

/** Loads the models one after another into what is kept. */
export async function loadModels(answers: {
  add(name: ModelName, model: Model): void;
}): Promise<void> {
  for (const name of MODELS) {
    answers.add(name, storyModel(await trainedModel(name)));
  }
}

/** All models at once. */
export async function allModels(): Promise<ReadonlyMap<ModelName, Model>> {
  const models = new Map<ModelName, Model>();
  await loadModels({ add: (name, model) => models.set(name, model) });
  return models;
}
