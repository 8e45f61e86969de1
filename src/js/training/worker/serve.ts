import { createTraining, type Training } from "../api.js";
import { FormulaError } from "../formula.js";
import type { Model } from "../model.js";
import { startModule } from "../module.js";
import { type Report, Trainer } from "../trainer.js";
import type { Answer, Order } from "./messages.js";

// What a thread does: runs, in slices between which it listens, and calls.

/** Where orders come from, and answers go. */
export interface Channel {
  post(answer: Answer, transfer: ArrayBuffer[]): void;
  listen(take: (order: Order) => void): void;
}

/** Time between two looks at what has been asked, and two reports. */
const SLICE_MS = 50;

/** Memory of a result's arrays, which nobody else has. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()) {
  if (ArrayBuffer.isView(value)) found.add(value.buffer as ArrayBuffer);
  else if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) buffersOf(part, found);
  }
  return found;
}

const kindOf = (error: unknown): string =>
  error instanceof TypeError
    ? "TypeError"
    : error instanceof RangeError
      ? // never taken: our calls throw no others
        "RangeError"
      : "Error";

interface Run {
  readonly id: number;
  readonly owner: number;
  readonly trainer: Trainer;
  left: number;
  isStopped: boolean;
  last: Report | undefined;
}

class Server {
  readonly #channel: Channel;
  readonly #training: Training;
  readonly #owned = new Map<number, Trainer | Model>();
  readonly #paused = new Set<number>();
  /** Each in its turn. */
  #runs: Run[] = [];
  #isTurning = false;

  constructor(channel: Channel, training: Training) {
    this.#channel = channel;
    this.#training = training;
  }

  #done(id: number, value: unknown): void {
    this.#channel.post({ type: "done", id, value }, [...buffersOf(value)]);
  }

  #failed(id: number, error: unknown): void {
    // never taken: our calls throw nothing else
    const message = error instanceof Error ? error.message : String(error);
    const column = error instanceof FormulaError ? error.column : undefined;
    const kind = kindOf(error);
    this.#channel.post({ type: "error", id, kind, message, column }, []);
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
      steps: it instanceof Trainer ? it.steps : 0,
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
      this.#failed(run.id, new TypeError("it has been disposed of"));
    }
    this.#runs = this.#runs.filter((it) => it.owner !== owner);
  }

  take(order: Order): void {
    const id = "id" in order ? order.id : -1;
    try {
      this.#do(order);
    } catch (error) {
      this.#failed(id, error);
    }
  }

  #do(order: Order): void {
    switch (order.type) {
      case "make":
        this.#done(order.id, this.#make(order));
        break;
      case "call":
        this.#done(order.id, this.#call(order));
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
    this.#channel.post({ type: "progress", id, report }, []);
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
          this.#done(run.id, run.last);
        }
        // never taken: a step fails for nothing that began
      } catch (error) {
        this.#runs = this.#runs.filter((it) => it !== run);
        this.#failed(run.id, error);
      }
      // Orders are read between two slices.
      await new Promise((resolve) => setTimeout(resolve));
    }
    this.#isTurning = false;
  }
}

/** Serves a pool. */
export function serve(channel: Channel): void {
  let server: Server | undefined;
  channel.listen((order) => {
    if (order.type !== "start") {
      server?.take(order);
      return;
    }
    startModule(async () => order.module)
      .then((raw) => {
        server = new Server(channel, createTraining(raw));
        channel.post({ type: "ready" }, []);
      })
      // never taken: whoever sent the module has compiled it
      .catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        channel.post({ type: "failed", message }, []);
      });
  });
}
