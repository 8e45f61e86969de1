import { type Answers, type Channel, serving } from "../../threads/channel.js";
import { createTraining, type Training } from "../api.js";
import type { Model } from "../model.js";
import { startModule } from "../module.js";
import { type Report, Trainer } from "../trainer.js";
import type { Order } from "./messages.js";

// What a thread does: runs, in slices between which it listens, and calls.

/** Time between two looks at what has been asked, and two reports. */
const SLICE_MS = 50;

interface Run {
  readonly id: number;
  readonly owner: number;
  readonly trainer: Trainer;
  left: number;
  isStopped: boolean;
  last: Report | undefined;
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

  #own(owner: number): Trainer | Model {
    const it = this.#owned.get(owner);
    if (it === undefined) throw new TypeError("it has been disposed of");
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
    const it = this.#own(owner) as unknown as Record<
      string,
      (...args: readonly unknown[]) => unknown
    >;
    return it[name]?.(...args);
  }

  #begin({ id, owner, steps }: Extract<Order, { type: "run" }>): void {
    const trainer = this.#own(owner) as Trainer;
    this.#runs.push({
      ...{ id, owner, trainer, left: steps },
      ...{ isStopped: false, last: undefined },
    });
    void this.#turn();
  }

  #free(owner: number): void {
    this.#owned.get(owner)?.dispose();
    this.#owned.delete(owner);
    this.#paused.delete(owner);
    for (const run of this.#runs.filter((it) => it.owner === owner)) {
      this.#answers.failed(run.id, new TypeError("it has been disposed of"));
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
    const end = performance.now() + SLICE_MS;
    let tokens = 0;
    const begin = performance.now();
    while (run.left > 0 && !run.isStopped && performance.now() < end) {
      run.last = run.trainer.step();
      tokens += run.last.tokens;
      run.left -= 1;
      if (run.last.state === "diverged") run.left = 0;
    }
    if (run.last === undefined) return;
    const seconds = (performance.now() - begin) / 1000;
    // never taken: the clock of Node is not so coarse
    const tokensPerSecond = seconds > 0 ? tokens / seconds : 0;
    if (tokens > 0) run.last = { ...run.last, tokens, tokensPerSecond };
    const { id, last: report } = run;
    this.#answers.progress(id, report);
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
          this.#answers.done(run.id, run.last);
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
