// The trained models as the story asks them: the sentence among other words, as
// in the texts that they were trained on.
import { textAround } from "../../widgets/trained/known-words.ts";
import { TRAINED_PLACES } from "../../widgets/trained/setup.ts";
import { connectThreads } from "../../widgets/trained/threads.ts";
import {
  type RemoteTrainedModel,
  remoteModel,
  type TrainedModel,
  trainedModel,
} from "../../widgets/trained/trained-model.ts";
import { backwards } from "./backwards.ts";
import {
  type Answer,
  ExactAnswers,
  type KeptAnswers,
  type Model,
  type ModelName,
  type Weights,
} from "./model-answers.ts";
import { DOG_BITES_MAN, type Sentence } from "./stage-words.ts";

/** In the order in which the story asks them. */
const MODELS: readonly ModelName[] = ["none", "sinusoidal", "learned", "rope"];

const VERB = 1;

/** The text with the sentence at a place, as long as a trained one or longer. */
function question(
  sentence: Sentence,
  swapped: boolean,
  place: number,
): [text: number[], where: number] {
  const order = swapped ? sentence.toReversed() : sentence;
  const words = Math.max(TRAINED_PLACES, place + order.length);
  return [textAround(order, place, words), place + VERB];
}

const sharesOf = (nouns: Float64Array, [first, , second]: Sentence): Answer => [
  nouns[first] as number,
  nouns[second] as number,
];

/** The three words alone, in an order. */
const ordered = (places: readonly number[]): number[] =>
  [0, 1, 2].map((slot) => DOG_BITES_MAN[places.indexOf(slot)] as number);

/** Weights among them, the mean of all heads. */
function weightsOf(
  { heads, length, weights }: ReturnType<TrainedModel["attention"]>,
  places: readonly number[],
): Weights {
  const mean = (from: number, to: number): number => {
    let sum = 0;
    for (let head = 0; head < heads; head += 1) {
      sum += weights[(head * length + from) * length + to] as number;
    }
    return sum / heads;
  };
  return places.map((from) => places.map((to) => mean(from, to)));
}

const model = (trained: TrainedModel): Model => ({
  answer: (sentence, ...at) =>
    sharesOf(trained.answer(...question(sentence, ...at)), sentence),
  attention: (places) => weightsOf(trained.attention(ordered(places)), places),
});

const remote = (trained: RemoteTrainedModel): Model<"remote"> => ({
  answer: async (sentence, ...at) =>
    sharesOf(await trained.answer(...question(sentence, ...at)), sentence),
  attention: async (places) =>
    weightsOf(await trained.attention(ordered(places)), places),
});

/** Begins a thread and loads the models into what is kept, one after another. */
export async function loadModels(answers: KeptAnswers): Promise<void> {
  const pool = await connectThreads({ workers: 1 });
  for (const name of MODELS) {
    answers.add(name, remote(await remoteModel(name, pool)));
  }
  answers.backwards = backwards();
}

/** All answers, in this thread: for the pictures of a build. */
export async function exactAnswers(): Promise<ExactAnswers> {
  const models = await Promise.all(
    MODELS.map(
      async (name) => [name, model(await trainedModel(name))] as const,
    ),
  );
  return new ExactAnswers(new Map(models), backwards());
}
