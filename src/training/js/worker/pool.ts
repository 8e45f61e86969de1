import {
  type AbortLike,
  ADDRESS,
  type Beginning,
  checkInteger,
  checkListeners,
  FUSED,
  type Host,
  isFusedModule,
  type OptionsOf,
  readConnect,
  refuseUnknown,
  SOURCE,
  Thread,
  table,
  tell,
  WORKERS,
} from "posenc/internal";
import type { Model } from "../model.js";
import type { Network } from "../network.js";
import {
  MOST_STEPS,
  type ModelOptions,
  type TrainerOptions,
} from "../options.js";
import type { Report, Trainer } from "../trainer.js";
import type { Kind } from "./messages.js";

/** Options of {@link RemoteTrainer.run}. */
export interface RunOptions {
  /** How many steps to make. */
  readonly steps: number;
  /**
   * Told of the steps since, some twenty times a second. Where it throws, the
   * run ends after the step at hand and is rejected with that.
   */
  readonly onProgress?: ((report: Report) => void) | undefined;
  /**
   * Ends the run after the step at hand: its promise is rejected with the
   * signal's reason, and the trainer keeps what it has learned.
   */
  readonly signal?: AbortLike | undefined;
}

/** Calls of T that another thread makes, as promises. */
export type Asked<T> = {
  readonly [Name in keyof T as T[Name] extends (...args: never) => unknown
    ? Name extends "dispose" | symbol
      ? never
      : Name
    : never]: T[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never;
};

/** A model in a thread. */
export interface RemoteModel extends Asked<Pick<Model, keyof Network>> {
  /** The names of all tokens. */
  readonly vocabulary: readonly string[];
  /** Frees it; what is pending is rejected. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** A trainer in a thread. */
export interface RemoteTrainer
  extends RemoteModel,
    Asked<Pick<Trainer, "save" | "step">> {
  /** The options that it was made with, as given, but for `data`. */
  readonly options: Trainer["options"];
  /** Steps that were made when it came here: 0, or those of a restored run. */
  readonly startStep: number;
  /**
   * Makes steps, and listens between them: other calls are answered while it
   * goes on. Ends early where the run diverges. What it answers is of all these
   * steps, as `step` of them answers it.
   */
  run(options: RunOptions): Promise<Report>;
  /** Holds a run after the step at hand, until {@link RemoteTrainer.resume}. */
  pause(): void;
  /** Goes on. */
  resume(): void;
}

/** Trainers in threads. */
export interface TrainingPool {
  /** How many threads there are at most. */
  readonly size: number;
  /** Whether the fused module runs. */
  isFused(): boolean;
  /**
   * Begins a run in a thread of its own; where all have one, in that with the
   * fewest, which takes turns between them.
   */
  trainer(options: TrainerOptions): Promise<RemoteTrainer>;
  /** Goes on with a run that was saved, here or anywhere. */
  restore(bytes: Uint8Array): Promise<RemoteTrainer>;
  /** A model with given weights. */
  model(options: ModelOptions): Promise<RemoteModel>;
  /** Ends all threads; what is pending is rejected. */
  close(): void;
}

export const CONNECT = table("connect", {
  /** How many threads at most. */
  workers: WORKERS,
  /**
   * Address of `posenc-training/dist/thread.js`, where tools do not bring that
   * file along by themselves.
   */
  url: ADDRESS,
  /** The module, as for `load` of `posenc-training`. */
  wasm: SOURCE,
  /**
   * Whether to run the package's fused module, as for `load` of `posenc-training`.
   */
  fused: FUSED,
});
/** Options of `connect`. */
export type ConnectOptions = OptionsOf<typeof CONNECT>;

const NAME = "posenc-training";

/** A thread, and how many trainers and models it has. */
class TrainingThread extends Thread {
  owned = 0;
}

const CALLS = [
  "evaluate",
  "logits",
  "attention",
  "generate",
  "example",
  "weights",
  "safetensors",
] as const;
/** Those that a model has not. */
const CALLS_OF_TRAINERS = ["save", "step"] as const;
const RUN_OPTIONS = ["steps", "onProgress", "signal"] as const;

class Pool implements TrainingPool {
  readonly #threads: TrainingThread[] = [];
  #id = 0;
  #owners = 0;
  #isClosed = false;

  constructor(
    readonly size: number,
    private readonly beginning: Beginning,
  ) {}

  /** A thread of its own, or that with the fewest trainers. */
  #thread(): TrainingThread {
    if (this.#isClosed) throw new Error(`${NAME}: the pool was closed`);
    for (const thread of this.#threads.filter(({ isGone }) => isGone)) {
      this.#threads.splice(this.#threads.indexOf(thread), 1);
    }
    const [least] = [...this.#threads].sort((a, b) => a.owned - b.owned);
    if (least && (least.owned === 0 || this.#threads.length >= this.size)) {
      return least;
    }
    const thread = new TrainingThread(this.beginning);
    this.#threads.push(thread);
    return thread;
  }

  async #begin(kind: Kind, given: unknown): Promise<RemoteTrainer> {
    const thread = this.#thread();
    this.#owners += 1;
    const owner = this.#owners;
    thread.owned += 1;
    const ask = (order: object, progress?: (report: Report) => void) => {
      this.#id += 1;
      return thread.ask({ ...order, id: this.#id } as never, progress);
    };
    let told: Pick<RemoteTrainer, "vocabulary" | "options" | "startStep">;
    try {
      told = (await ask({ type: "make", owner, kind, given })) as typeof told;
    } catch (error) {
      thread.owned -= 1;
      throw error;
    }
    let isOver = false;
    const dispose = () => {
      if (isOver) return;
      isOver = true;
      thread.owned -= 1;
      thread.tell({ type: "free", owner });
    };
    const isModel = kind === "model";
    const calls = [...CALLS, ...(isModel ? [] : CALLS_OF_TRAINERS)].map(
      (name) => [
        name,
        (...args: unknown[]) => ask({ type: "call", owner, name, args }),
      ],
    );
    const pause = (isPaused: boolean) => () =>
      thread.tell({ type: "pause", owner, isPaused });
    return Object.freeze({
      ...Object.fromEntries(calls),
      ...told,
      ...(!isModel && {
        run: (options: RunOptions) => this.#run(thread, owner, options),
        pause: pause(true),
        resume: pause(false),
      }),
      dispose,
      ...(Symbol.dispose && { [Symbol.dispose]: dispose }),
    }) as RemoteTrainer;
  }

  async #run(
    thread: Thread,
    owner: number,
    given: RunOptions,
  ): Promise<Report> {
    const { steps, onProgress, signal } = Object(given) as RunOptions;
    refuseUnknown("run", Object.keys(Object(given)), RUN_OPTIONS);
    checkInteger("run", "steps", steps, 1, MOST_STEPS);
    checkListeners("run", signal, onProgress);
    if (signal?.aborted) throw signal.reason;
    this.#id += 1;
    const id = this.#id;
    // Behind the order to begin, which waits for the thread.
    const stop = () => {
      const tellIt = () => thread.tell({ type: "stop", id });
      // never taken: a thread that cannot begin refuses the order itself
      thread.ready.then(tellIt, () => {});
    };
    let thrown: { readonly error: unknown } | undefined;
    const fail = (error: unknown) => {
      thrown ??= { error };
      stop();
    };
    const progress =
      onProgress &&
      ((report: Report) => {
        if (!thrown) tell(onProgress, report, fail);
      });
    signal?.addEventListener("abort", stop);
    try {
      const report = await thread.ask(
        { type: "run", id, owner, steps },
        progress,
      );
      if (thrown) throw (thrown as { readonly error: unknown }).error;
      if (signal?.aborted) throw signal.reason;
      return report as Report;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  isFused = () => isFusedModule(this.beginning.module);
  trainer = (options: TrainerOptions) => this.#begin("trainer", options);
  restore = (bytes: Uint8Array) => this.#begin("restore", bytes);
  model = (options: ModelOptions): Promise<RemoteModel> =>
    this.#begin("model", options);

  close = () => {
    this.#isClosed = true;
    for (const thread of this.#threads) thread.close("the pool was closed");
  };
}

/** `connect` of an environment. */
export const connecting =
  (host: Host) =>
  async (input: ConnectOptions = {}): Promise<TrainingPool> => {
    const { size, beginning } = await readConnect(CONNECT, NAME, host, input);
    return new Pool(size, beginning);
  };
