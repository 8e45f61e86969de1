import { type Answers, type Channel, serving } from "posenc/internal";
import { createTraining, type Training } from "../api.js";
import { disposedOf } from "../memory.js";
import type { Model } from "../model.js";
import { startModule } from "../module.js";
import { type Report, Trainer } from "../trainer.js";
import type { Order } from "./messages.js";

// What a thread does: runs, in slices between which it listens, and calls.

/** Time between two looks at what has been asked, and two reports. */
const SLICE_MS = 50;

/** What single steps came to, as one report of all of them. */
class Steps {
  readonly #sums = { loss: 0, gradientNorm: 0, accuracy: 0, tokens: 0 };
  #made = 0;
  #seconds = 0;
  #last: Report | undefined;

  add(step: Report, ms: number): void {
    this.#sums.loss += step.loss;
    this.#sums.gradientNorm += step.gradientNorm;
    this.#sums.accuracy += step.accuracy;
    this.#sums.tokens += step.tokens;
    this.#made += 1;
    this.#seconds += ms / 1000;
    this.#last = step;
  }

  /** Undefined where none was made. */
  get report(): Report | undefined {
    const { loss, gradientNorm, accuracy, tokens } = this.#sums;
    return (
      this.#last && {
        ...this.#last,
        loss: loss / this.#made,
        gradientNorm: gradientNorm / this.#made,
        accuracy: accuracy / this.#made,
        tokens,
        // never taken: the clock of Node is not so coarse
        tokensPerSecond: this.#seconds > 0 ? tokens / this.#seconds : 0,
      }
    );
  }
}

interface Run {
  readonly id: number;
  readonly owner: number;
  readonly trainer: Trainer;
  readonly made: Steps;
  left: number;
  isStopped: boolean;
}

class Server {
  readonly #answers: Answers;
  readonly #training: Training;
  readonly #owned = new Map<number, Trainer | Model>();
  readonly #paused = new Set<number>();
  /** Each in its turn. */
  #runs: Run[] = [];
  #isTurning = false;

  constructor(answers: Answers, training: Training) {
    this.#answers = answers;
    this.#training = training;
  }

  #own(call: string, owner: number): Trainer | Model {
    const it = this.#owned.get(owner);
    if (it === undefined) throw disposedOf(call);
    return it;
  }

  /** Makes an object, and tells what never changes of it. */
  #make({ owner, kind, given }: Extract<Order, { type: "make" }>): unknown {
    const make = this.#training[kind] as (given: unknown) => Trainer | Model;
    const it = make(given);
    this.#owned.set(owner, it);
    return {
      vocabulary: it.vocabulary,
      ...(it instanceof Trainer && {
        options: it.options,
        startStep: it.steps,
      }),
    };
  }

  #call({ owner, name, args }: Extract<Order, { type: "call" }>): unknown {
    const it = this.#own(name, owner) as unknown as Record<
      string,
      (...args: readonly unknown[]) => unknown
    >;
    return it[name]?.(...args);
  }

  #begin({ id, owner, steps }: Extract<Order, { type: "run" }>): void {
    const trainer = this.#own("run", owner) as Trainer;
    this.#runs.push({
      id,
      owner,
      trainer,
      made: new Steps(),
      left: steps,
      isStopped: false,
    });
    void this.#turn();
  }

  #free(owner: number): void {
    this.#owned.get(owner)?.dispose();
    this.#owned.delete(owner);
    this.#paused.delete(owner);
    for (const run of this.#runs.filter((it) => it.owner === owner)) {
      this.#answers.failed(run.id, disposedOf("run"));
    }
    this.#runs = this.#runs.filter((it) => it.owner !== owner);
  }

  take(order: Order): void {
    switch (order.type) {
      case "make":
        this.#answers.done(order.id, this.#make(order));
        break;
      case "call":
        this.#answers.done(order.id, this.#call(order));
        break;
      case "run":
        this.#begin(order);
        break;
      case "stop":
        for (const run of this.#runs) run.isStopped ||= run.id === order.id;
        void this.#turn();
        break;
      case "pause":
        if (order.isPaused) this.#paused.add(order.owner);
        else this.#paused.delete(order.owner);
        void this.#turn();
        break;
      case "free":
        this.#free(order.owner);
        break;
      // never taken: these are all orders but the first
      default:
    }
  }

  /** Steps for the time of a slice. */
  #slice(run: Run): void {
    const made = new Steps();
    let now = performance.now();
    const end = now + SLICE_MS;
    while (run.left > 0 && !run.isStopped && now < end) {
      const begin = now;
      const step = run.trainer.step();
      now = performance.now();
      for (const it of [made, run.made]) it.add(step, now - begin);
      run.left -= 1;
      if (step.state === "diverged") run.left = 0;
    }
    // A run that is given up has told of its steps.
    const { report } = made;
    if (report) this.#answers.progress(run.id, report);
  }

  /** Goes round the runs, each a slice, until none is left that may go on. */
  async #turn(): Promise<void> {
    if (this.#isTurning) return;
    this.#isTurning = true;
    for (;;) {
      const run = this.#runs.find(
        ({ owner, isStopped }) => isStopped || !this.#paused.has(owner),
      );
      if (run === undefined) break;
      // To the end of the queue.
      this.#runs = [...this.#runs.filter((it) => it !== run), run];
      try {
        this.#slice(run);
        if (run.left === 0 || run.isStopped) {
          this.#runs = this.#runs.filter((it) => it !== run);
          this.#answers.done(run.id, run.made.report);
        }
        // never taken: a step fails for nothing that began
      } catch (error) {
        this.#runs = this.#runs.filter((it) => it !== run);
        this.#answers.failed(run.id, error);
      }
      // Orders are read between two slices.
      await new Promise((resolve) => setTimeout(resolve));
    }
    this.#isTurning = false;
  }
}

/** Serves a pool. */
export const serve = (channel: Channel<Order>): void =>
  serving(channel, async (module, answers) => {
    const training = createTraining(await startModule(async () => module));
    const server = new Server(answers, training);
    return (order) => server.take(order);
  });
