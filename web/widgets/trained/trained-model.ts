// Small Transformers, trained in advance to say who did it in "dog bites man"
// among other words. Library and weights come when they are first asked for.
import type { Attention, Model } from "posenc-training";
import type { TrainingPool } from "posenc-training/worker";
import { training } from "./engine.ts";
import { type KeptWeights, restore } from "./kept-weights.ts";
import { isVerb, NOUNS, tokenOf, WORDS } from "./known-words.ts";
import { runOf, type TrainedName } from "./setup.ts";

/** A file of models/. */
export interface TrainedFile {
  readonly posenc: string;
  readonly seed: number;
  readonly steps: number;
  readonly loss: number;
  readonly weights: KeptWeights;
}

type Loads = Readonly<Record<TrainedName, () => Promise<{ default: unknown }>>>;

const FILES: Loads = {
  none: () => import("./models/none.json"),
  learned: () => import("./models/learned.json"),
  sinusoidal: () => import("./models/sinusoidal.json"),
  rope: () => import("./models/rope.json"),
  alibi: () => import("./models/alibi.json"),
  t5: () => import("./models/t5.json"),
};

/** A text: tokens, or words in either language. */
export type Said = readonly (number | string)[];

export interface TrainedModel {
  readonly name: TrainedName;
  /**
   * Who did it? The probability of each noun, in the order of `NOUNS`; what is
   * missing to 1 went to words that are none.
   *
   * @param said - the text
   * @param where - place of the verb that is asked; the first one without it
   */
  answer(said: Said, where?: number): Float64Array;
  /** Attention weights [layers, heads, T, T] over a text; rows are queries. */
  attention(said: Said): Attention;
}

function tokensOf(said: Said): number[] {
  return said.map((word, at) => {
    const token = typeof word === "string" ? tokenOf(word) : word;
    if (WORDS[token]) return token;
    throw new RangeError(
      `said[${at}] must be a word of the trained models, got ${JSON.stringify(word)}`,
    );
  });
}

function placeOfVerb(tokens: readonly number[], where: number | undefined) {
  const place = where ?? tokens.findIndex(isVerb);
  if (tokens[place] !== undefined) return place;
  throw new RangeError(
    `where must be a place of the text, from 0 to ${tokens.length - 1}, got ${place}`,
  );
}

/** Probabilities of the nouns, of the logits of all words at a place. */
function nounsOf(
  logits: { readonly data: Float32Array },
  place: number,
): Float64Array {
  const { length } = WORDS;
  const all = Array.from(
    logits.data.subarray(place * length, (place + 1) * length),
  );
  const largest = Math.max(...all);
  const shares = all.map((logit) => Math.exp(logit - largest));
  const sum = shares.reduce((a, b) => a + b);
  return Float64Array.from(NOUNS, (_, noun) => (shares[noun] as number) / sum);
}

/** A model around weights. */
export const asked = (name: TrainedName, model: Model): TrainedModel => ({
  name,
  answer(said, where) {
    const tokens = tokensOf(said);
    const place = placeOfVerb(tokens, where);
    return nounsOf(model.logits(tokens), place);
  },
  attention: (said) => model.attention(tokensOf(said)),
});

/** What the library makes a model of. */
function optionsOf(name: TrainedName, { seed, weights }: TrainedFile) {
  const { batch: _, steps: __, ...shape } = runOf(name, seed);
  const numbers = Object.entries(weights).map(
    ([tensor, kept]) => [tensor, restore(kept)] as const,
  );
  return { ...shape, weights: Object.fromEntries(numbers) };
}

/** The library's model of a file. */
export const modelOf = async (
  name: TrainedName,
  file: TrainedFile,
): Promise<Model> => (await training()).model(optionsOf(name, file));

/** A trained model in a thread, asked the same. */
export type RemoteTrainedModel = {
  readonly [Call in "answer" | "attention"]: (
    ...said: Parameters<TrainedModel[Call]>
  ) => Promise<ReturnType<TrainedModel[Call]>>;
};

/** A trained model in a thread of a pool. */
export async function remoteModel(
  name: TrainedName,
  pool: TrainingPool,
): Promise<RemoteTrainedModel> {
  const { default: file } = await FILES[name]();
  const model = await pool.model(optionsOf(name, file as TrainedFile));
  return {
    async answer(said, where) {
      const tokens = tokensOf(said);
      const place = placeOfVerb(tokens, where);
      return nounsOf(await model.logits(tokens), place);
    },
    attention: async (said) => model.attention(tokensOf(said)),
  };
}

const models = new Map<TrainedName, Promise<TrainedModel>>();

async function loadModel(name: TrainedName): Promise<TrainedModel> {
  const [{ default: file }] = await Promise.all([FILES[name](), training()]);
  return asked(name, await modelOf(name, file as TrainedFile));
}

/** A trained model, loaded once; a failed load is tried again. */
export function trainedModel(name: TrainedName): Promise<TrainedModel> {
  const kept = models.get(name);
  if (kept) return kept;
  const model = loadModel(name).catch((error: unknown) => {
    models.delete(name);
    throw error;
  });
  models.set(name, model);
  return model;
}
