// What the trained models say, kept: a scene asks in every frame, and a model
// takes longer than that. What is not known yet is asked for in idle time.

import type { Ink } from "../../widgets/plots/marks.ts";
import type { Text } from "../../widgets/words/text.ts";
import { onStage, SENTENCE } from "./stage-words.ts";

export type ModelName = "none" | "learned" | "sinusoidal" | "rope";

/** P(dog), P(man) for "who bites?". */
export type Answer = readonly [dog: number, man: number];

/** A trained model, as far as the story asks it. */
export interface Model {
  /** @param swapped - man bites dog; `place` is where its first word stands */
  answer(swapped: boolean, place: number): Answer;
  /** Weights from word to word, for dog, bites, man in the order of `places`. */
  attention(places: readonly number[]): readonly (readonly number[])[];
  /** Share of other sentences that it has right with their first word there. */
  right(place: number): number;
}

/** How often a design is right, by the words up to the end of the sentence. */
export interface Curve {
  readonly name: Text;
  readonly color: Ink;
  readonly points: readonly (readonly [at: number, right: number])[];
}

/** What was measured on one task. */
export interface Task {
  readonly name: Text;
  readonly curves: readonly Curve[];
}

/** What scenes read. */
export interface Answers {
  /** What step 11 shows, as far as it has been measured. */
  readonly task: Task | undefined;

  ask(name: ModelName, swapped: boolean, place: number): Answer | undefined;
  attention(
    places: readonly number[],
  ): readonly (readonly number[])[] | undefined;
}

export const NO_ANSWERS: Answers = {
  task: undefined,
  ask: () => undefined,
  attention: () => undefined,
};

/** The designs that step 11 compares. */
const DESIGNS: readonly {
  readonly model: ModelName;
  readonly color: Ink;
}[] = [
  { model: "learned", color: "warm" },
  { model: "sinusoidal", color: "ink3" },
  { model: "rope", color: "accent" },
];

/** Words up to the end of the sentence, where they are measured. */
const LENGTHS = [
  3, 9, 15, 20, 22, 25, 29, 33, 39, 47, 55, 63, 73, 83, 93, 103, 113, 120,
];

/** How often a model is right where the sentence ends a text of so many words. */
const rightAfter = (model: Model, words: number): number =>
  model.right(words - SENTENCE.length);

/** What was measured, as a task. */
const taskOf = (
  of: (name: ModelName) => readonly (readonly [number, number])[],
): Task => ({
  name: onStage.task,
  curves: DESIGNS.map(({ model, color }) => ({
    name: onStage[model],
    color,
    points: of(model),
  })),
});

const mixed = (a: Answer, b: Answer, share: number): Answer => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
];

/** Answers that are there at once: for still pictures and for tests. */
export class ExactAnswers implements Answers {
  readonly task: Task;
  readonly #models: ReadonlyMap<ModelName, Model>;

  constructor(models: ReadonlyMap<ModelName, Model>) {
    this.#models = models;
    this.task = taskOf((name) => {
      const model = models.get(name);
      return model
        ? LENGTHS.map((words) => [words, rightAfter(model, words)] as const)
        : [];
    });
  }

  ask(name: ModelName, swapped: boolean, place: number) {
    return this.#models.get(name)?.answer(swapped, Math.round(place));
  }

  attention(places: readonly number[]) {
    return this.#models.get("none")?.attention(places);
  }
}

/** Answers that arrive: `tell` is called when there are new ones. */
export class KeptAnswers implements Answers {
  readonly #models = new Map<ModelName, Model>();
  readonly #known = new Map<string, Answer>();
  readonly #wanted = new Map<string, () => void>();
  readonly #weights = new Map<string, readonly (readonly number[])[]>();
  readonly #soon: (act: () => void) => void;
  readonly #tell: () => void;
  #working = false;
  readonly #points = new Map<ModelName, (readonly [number, number])[]>();
  #isMeasuring = false;
  #hasTurn = false;

  /**
   * @param soon - does something when there is time
   * @param tell - there is something new
   */
  constructor(soon: (act: () => void) => void, tell: () => void) {
    this.#soon = soon;
    this.#tell = tell;
  }

  add(name: ModelName, model: Model): void {
    this.#models.set(name, model);
    if (this.#isMeasuring) this.#measureNext();
    this.#tell();
  }

  /** What has been measured by now. */
  get task(): Task | undefined {
    return this.#points.size === 0
      ? undefined
      : taskOf((name) => this.#points.get(name) ?? []);
  }

  /** Begins to measure, point by point, when there is time. */
  measure(): void {
    this.#isMeasuring = true;
    this.#measureNext();
  }

  #measureNext(): void {
    const next = DESIGNS.map(({ model }) => model)
      .filter((name) => this.#models.has(name))
      .map((name) => ({ name, points: this.#points.get(name) ?? [] }))
      .filter(({ points }) => points.length < LENGTHS.length)
      .sort((a, b) => a.points.length - b.points.length)[0];
    if (!next || this.#hasTurn) return;
    this.#hasTurn = true;
    this.#soon(() => {
      this.#hasTurn = false;
      const { name, points } = next;
      const words = LENGTHS[points.length] as number;
      const model = this.#models.get(name);
      const right = model ? rightAfter(model, words) : 0;
      this.#points.set(name, [...points, [words, right]]);
      this.#tell();
      this.#measureNext();
    });
  }

  ask(name: ModelName, swapped: boolean, place: number): Answer | undefined {
    const low = Math.floor(place + 1e-6);
    const before = this.#at(name, swapped, low);
    if (place - low < 1e-3) return before ?? this.#near(name, swapped, low);
    const after = this.#at(name, swapped, low + 1);
    if (before && after) return mixed(before, after, place - low);
    return before ?? after ?? this.#near(name, swapped, low);
  }

  attention(places: readonly number[]) {
    const model = this.#models.get("none");
    if (!model) return undefined;
    const key = places.join(" ");
    const weights = this.#weights.get(key) ?? model.attention(places);
    this.#weights.set(key, weights);
    return weights;
  }

  /** Exactly there, now or never: for words that are read out, and for stills. */
  exactly(name: ModelName, swapped: boolean, place: number) {
    const key = `${name} ${swapped} ${place}`;
    const known =
      this.#known.get(key) ?? this.#models.get(name)?.answer(swapped, place);
    if (known) this.#known.set(key, known);
    return known;
  }

  /** The nearest place that is known, until this one is. */
  #near(name: ModelName, swapped: boolean, place: number): Answer | undefined {
    for (let far = 1; far < 8; far += 1) {
      for (const at of [place - far, place + far]) {
        const known = this.#known.get(`${name} ${swapped} ${at}`);
        if (known) return known;
      }
    }
    return undefined;
  }

  #at(name: ModelName, swapped: boolean, place: number): Answer | undefined {
    const key = `${name} ${swapped} ${place}`;
    const known = this.#known.get(key);
    if (known || !this.#models.has(name)) return known;
    // What was wanted last is what is looked at.
    this.#wanted.delete(key);
    this.#wanted.set(key, () => this.exactly(name, swapped, place));
    this.#work();
    return undefined;
  }

  #work(): void {
    if (this.#working) return;
    this.#working = true;
    this.#soon(() => {
      this.#working = false;
      const last = [...this.#wanted].at(-1);
      if (!last) return;
      this.#wanted.delete(last[0]);
      last[1]();
      this.#tell();
      if (this.#wanted.size > 0) this.#work();
    });
  }
}
