import { checkInteger, disposable } from "posenc/internal";
import { State } from "./generated/enums.js";
import { alive, Held, release, watch } from "./memory.js";
import { designOf, makeModel, takeDesign } from "./model.js";
import type { Raw, RawModel, RawRun, RawTrainer } from "./module.js";
import { done, Network } from "./network.js";
import {
  MOST_STEPS,
  readShape,
  type Shape,
  TRAINER,
  type TrainerOptions,
  WARMUP,
} from "./options.js";
import { givenOf, pack, refuseSaved, type SavedRun } from "./saved.js";
import { MAX_TEXT, noLength } from "./tasks.js";
import { MORE, partsOf } from "./text.js";

/** What steps came to. */
export interface Report {
  /** Steps made since the beginning. */
  readonly step: number;
  /** Cross-entropy in nats, a mean over the steps. */
  readonly loss: number;
  /** Norm of the gradient before clipping, a mean over the steps. */
  readonly gradientNorm: number;
  /** Share of the answers that were right, a mean over the steps. */
  readonly accuracy: number;
  /** The rate of the last step. */
  readonly learningRate: number;
  /** Tokens learned from in these steps, prompts included. */
  readonly tokens: number;
  /** The same in a second; 0 where the clock is too coarse to tell. */
  readonly tokensPerSecond: number;
  /**
   * `"diverged"`: loss or gradient was no number. The weights are those of the
   * step before, and no more steps are made.
   */
  readonly state: "running" | "diverged";
}

type ReadTrainer = ReturnType<typeof TRAINER.open>;

function readRun(options: ReadTrainer, shape: Shape): RawRun {
  const { trainLen, source, position, seed } = shape;
  const least = options.read("minLen");
  if (least !== undefined && least > trainLen) {
    options.fail("minLen", `at most trainLen, ${trainLen}`);
  }
  const steps = options.read("steps");
  const warmup = options.read("warmup") ?? Math.min(WARMUP, steps);
  if (warmup > steps) options.fail("warmup", `at most steps, ${steps}`);
  return {
    source,
    seed,
    size: trainLen,
    least: least ?? 0,
    batch: options.read("batch"),
    randomized: position.randomized,
    rate: options.read("learningRate"),
    beta1: options.read("beta1"),
    beta2: options.read("beta2"),
    epsilon: options.read("epsilon"),
    decay: options.read("weightDecay"),
    clip: options.read("clip"),
    warmup,
    steps,
    finalRate: options.read("finalRate"),
  };
}

/** Refuses a training length that no text has. */
function checkLength(raw: Raw, shape: Shape, run: RawRun): void {
  const { call, corpus, plan, source } = shape;
  const fail = (name: string, allowed: string, got: unknown): never => {
    throw new RangeError(`${call}: ${name} must be ${allowed}, got ${got}`);
  };
  const most = Math.min(plan.positions, MAX_TEXT);
  if (corpus) {
    const [own] = partsOf(corpus);
    const longest = Math.min(own.length - MORE, most);
    if (run.size > longest) {
      fail(
        "trainLen",
        `at most ${longest}, for data has ${own.length} tokens to learn from and maxLen is ${plan.positions}`,
        run.size,
      );
    }
    return;
  }
  for (const [name, size] of [
    ["minLen", run.least],
    ["trainLen", run.size],
  ] as const) {
    if (size === 0) continue;
    const { status, length } = raw.task(source, size);
    if (status !== 0) throw noLength(call, name, size);
    if (length > most) {
      fail(name, `of at most ${most} tokens`, `${size} (${length} tokens)`);
    }
  }
}

/** A model that learns. */
export class Trainer extends Network {
  readonly #held = new Held();
  readonly #options: ReadTrainer;
  readonly #trainer: RawTrainer;
  readonly #model: RawModel;
  /** Steps of the weights that the model has. */
  #given = -1;

  /** @internal Use `training.trainer(…)` or `training.restore(…)`. */
  constructor(raw: Raw, input: TrainerOptions, call = TRAINER.call) {
    const options = TRAINER.open(input, {}, call);
    const shape = readShape(options, options.read("dropout"));
    super(raw, shape);
    this.#options = options;
    const run = readRun(options, shape);
    checkLength(raw, shape, run);
    watch(this, this.#held);
    try {
      this.#model = makeModel(raw, shape, this.#held);
      const trainer = this.#held.add(new raw.Trainer(shape.plan));
      done(call, trainer.status);
      const design = designOf(raw, shape);
      takeDesign(this.#model, design);
      takeDesign(trainer, design);
      if (shape.corpus) {
        const [own] = partsOf(shape.corpus);
        trainer.corpus(own.length).set(own);
      }
      done(call, trainer.begin(run));
      this.#trainer = trainer;
    } catch (error) {
      release(this.#held);
      throw error;
    }
  }

  /** @internal */
  protected model(call: string): RawModel {
    alive(call, this.#held);
    if (this.#given !== this.#trainer.steps) {
      this.#trainer.give(this.#model);
      this.#given = this.#trainer.steps;
    }
    return this.#model;
  }

  /** The options that it was made with, as given, but for `data`. */
  get options(): Omit<TrainerOptions, "data"> {
    // As a run has them: plain objects, and the caller's own.
    return JSON.parse(JSON.stringify(givenOf(this.#options)));
  }

  /** Steps made since the beginning. */
  get steps(): number {
    alive("steps", this.#held);
    return this.#trainer.steps;
  }

  /**
   * Makes some steps, 1 by default; ends where the run diverges.
   *
   * A step of the default model takes about 40 ms with 32 texts of 32 tokens.
   * Work grows with their number, and with the square of their length: a step
   * with 1024 texts of 2048 tokens takes minutes. The call returns when all its
   * steps are made; in a worker (`posenc-training/worker`) nobody waits for it.
   */
  step(count = 1): Report {
    const call = "step";
    alive(call, this.#held);
    checkInteger(call, "count", count, 1, MOST_STEPS);
    const begin = performance.now();
    const told = this.#trainer.step(count);
    const seconds = (performance.now() - begin) / 1000;
    done(call, told.status);
    return {
      step: this.#trainer.steps,
      loss: told.loss,
      gradientNorm: told.norm,
      accuracy: told.accuracy,
      learningRate: told.rate,
      tokens: told.tokens,
      // never taken: the clock of Node is not so coarse
      tokensPerSecond: seconds > 0 ? told.tokens / seconds : 0,
      state: told.state === State.diverged ? "diverged" : "running",
    };
  }

  /**
   * The run in bytes: its options, its text, its weights and what the optimiser
   * keeps. `training.restore` goes on with it bit for bit, in every engine.
   */
  save(): Uint8Array {
    const call = "save";
    alive(call, this.#held);
    const run = this.#trainer.save();
    // never taken: the memory for it is that of a model
    if (run.length === 0) done(call, 4);
    return pack(this.#options, this.shape.corpus, run);
  }

  /** @internal */
  static restore(raw: Raw, call: string, saved: SavedRun): Trainer {
    const trainer = new Trainer(raw, saved.options as TrainerOptions, call);
    try {
      const own = trainer.#trainer;
      own.saved(saved.run.length).set(saved.run);
      refuseSaved(call, own.restore());
    } catch (error) {
      trainer.dispose();
      throw error;
    }
    return trainer;
  }

  dispose(): void {
    release(this.#held);
  }

  declare [Symbol.dispose]: () => void;

  static {
    disposable(Trainer.prototype);
  }
}
