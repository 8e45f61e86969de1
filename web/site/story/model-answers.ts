// What the trained models say, kept: a scene asks in every frame, and a model
// that is asked in a thread answers later.
import type { Task } from "./reach-curves.ts";
import type { Sentence } from "./stage-words.ts";

export type ModelName = "none" | "learned" | "sinusoidal" | "rope";

/** P(first noun), P(second noun) for "who did it?". */
export type Answer = readonly [first: number, second: number];

/** From word to word, for the three words in their order in the sentence. */
export type Weights = readonly (readonly number[])[];

/** A trained model, as far as the story asks it. */
export interface Model<Kind extends "here" | "remote" = "here"> {
  /**
   * @param swapped - the nouns have changed places
   * @param place - where the first word stands
   */
  answer(
    sentence: Sentence,
    swapped: boolean,
    place: number,
  ): Kind extends "here" ? Answer : Promise<Answer>;
  /** @param places - of the three words, alone in their text */
  attention(
    places: readonly number[],
  ): Kind extends "here" ? Weights : Promise<Weights>;
}

/** What scenes read. */
export interface Answers {
  /** The results of the second task, once they are there. */
  readonly backwards: Task | undefined;
  ask(
    name: ModelName,
    sentence: Sentence,
    swapped: boolean,
    place: number,
  ): Answer | undefined;
  attention(places: readonly number[]): Weights | undefined;
}

export const NO_ANSWERS: Answers = {
  backwards: undefined,
  ask: () => undefined,
  attention: () => undefined,
};

const mixed = (a: Answer, b: Answer, share: number): Answer => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
];

/** Answers that are there at once: for still pictures and for tests. */
export class ExactAnswers implements Answers {
  readonly backwards: Task;
  readonly #models: ReadonlyMap<ModelName, Model>;

  constructor(models: ReadonlyMap<ModelName, Model>, backwards: Task) {
    this.#models = models;
    this.backwards = backwards;
  }

  ask(name: ModelName, sentence: Sentence, swapped: boolean, place: number) {
    return this.#models.get(name)?.answer(sentence, swapped, Math.round(place));
  }

  attention(places: readonly number[]) {
    return this.#models.get("none")?.attention(places);
  }
}

/** Places about one without an answer whose answers stand in for it. */
const NEAR = 8;

/** Answers that arrive: `tell` is called when there are new ones. */
export class KeptAnswers implements Answers {
  readonly #models = new Map<ModelName, Model<"remote">>();
  readonly #known = new Map<string, Answer | Weights>();
  readonly #wanted = new Map<string, () => Promise<Answer | Weights>>();
  readonly #tell: () => void;
  #isWorking = false;
  #work = Promise.resolve();
  #backwards: Task | undefined;

  /** @param tell - there is something new */
  constructor(tell: () => void) {
    this.#tell = tell;
  }

  add(name: ModelName, model: Model<"remote">): void {
    this.#models.set(name, model);
    this.#tell();
  }

  get backwards(): Task | undefined {
    return this.#backwards;
  }

  set backwards(task: Task) {
    this.#backwards = task;
    this.#tell();
  }

  ask(
    name: ModelName,
    sentence: Sentence,
    swapped: boolean,
    place: number,
  ): Answer | undefined {
    const at = (it: number): string => `${name} ${sentence} ${swapped} ${it}`;
    const model = this.#models.get(name);
    const answer = (it: number): Answer | undefined =>
      this.#find(at(it), model && (() => model.answer(sentence, swapped, it)));
    const low = Math.floor(place + 1e-6);
    const before = answer(low);
    const after = place - low < 1e-3 ? before : answer(low + 1);
    if (before && after) return mixed(before, after, place - low);
    return before ?? after ?? this.#near(at, low);
  }

  attention(places: readonly number[]): Weights | undefined {
    const model = this.#models.get("none");
    return this.#find(`${places}`, model && (() => model.attention(places)));
  }

  /** The nearest place that is known, until this one is. */
  #near(at: (place: number) => string, place: number): Answer | undefined {
    for (let far = 1; far < NEAR; far += 1) {
      for (const it of [place - far, place + far]) {
        const known = this.#known.get(at(it));
        if (known) return known as Answer;
      }
    }
    return undefined;
  }

  #find<T extends Answer | Weights>(
    key: string,
    ask: (() => Promise<T>) | undefined,
  ): T | undefined {
    const known = this.#known.get(key);
    if (known || !ask) return known as T | undefined;
    // What was wanted last is what is looked at.
    this.#wanted.delete(key);
    this.#wanted.set(key, ask);
    if (!this.#isWorking) this.#work = this.#answer();
    return undefined;
  }

  /** Once all that has been asked is answered. */
  answered(): Promise<void> {
    return this.#work;
  }

  async #answer(): Promise<void> {
    this.#isWorking = true;
    for (;;) {
      const last = [...this.#wanted].at(-1);
      if (!last) break;
      const [key, ask] = last;
      this.#wanted.delete(key);
      this.#known.set(key, await ask());
      this.#tell();
    }
    this.#isWorking = false;
  }
}
