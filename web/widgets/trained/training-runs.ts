// The runs of a figure: those that its state asks for are made side by side, a
// thread for each as long as there are cores; what was made is kept.

import type { RemoteTrainer, TrainingPool } from "posenc-training/worker";
import { connectThreads } from "./threads.ts";
import {
  isOver,
  isWhole,
  RunInThread,
  type RunPlan,
  shareOf,
  type TrainingRun,
} from "./training-run.ts";

/**
 * What a state has made.
 *
 * @param brought - what has been read of a text of the reader's
 */
export type PlansOf<S> = (
  state: Readonly<S>,
  brought?: unknown,
) => readonly RunPlan[];

/** Runs in threads, which begin with the first and end with the last. */
export class TrainingRuns<S> {
  readonly #plansOf: PlansOf<S>;
  readonly #told: () => void;
  readonly #made = new Map<string, RunInThread>();
  /** What is asked for now. */
  #plans: readonly RunPlan[] = [];
  #pool: Promise<TrainingPool> | undefined;
  /** How many saved runs are being opened. */
  #opening = 0;
  #isPaused = false;
  #result: readonly TrainingRun[] | undefined;

  /** @param told - called whenever there is more of them */
  constructor(plansOf: PlansOf<S>, told: () => void) {
    this.#plansOf = plansOf;
    this.#told = () => {
      this.#result = undefined;
      told();
    };
  }

  /** All runs so far, of former states too. */
  get result(): readonly TrainingRun[] {
    this.#result ??= [...this.#made.values()].map(({ run }) => run);
    return this.#result;
  }

  get #asked(): readonly TrainingRun[] {
    const ids = new Set(this.#plans.map(({ id }) => id));
    return this.result.filter(({ plan }) => ids.has(plan.id));
  }

  get progress() {
    const asked = this.#asked;
    const share =
      asked.reduce((sum, run) => sum + shareOf(run), 0) / (asked.length || 1);
    const isGoing = asked.some((run) => !isOver(run));
    const phase = isGoing
      ? this.#isPaused
        ? "paused"
        : "going"
      : asked.length > 0 && asked.every(({ phase }) => phase === "failed")
        ? "failed"
        : asked.some(isWhole)
          ? "done"
          : "idle";
    return { phase, share } as const;
  }

  #threads = (): Promise<TrainingPool> => {
    this.#pool ??= connectThreads();
    return this.#pool;
  };

  #begin(plan: RunPlan, opened?: RemoteTrainer): void {
    const run = new RunInThread(plan, this.#told, opened);
    this.#made.set(plan.id, run);
    void run.make(this.#threads).then(() => this.#rest());
  }

  /** Ends the threads when nothing is left for them. */
  #rest(): void {
    if (this.#opening > 0) return;
    if ([...this.#made.values()].some(({ run }) => !isOver(run))) return;
    this.#end();
  }

  #end(): void {
    void this.#pool?.then((pool) => pool.close()).catch(() => {});
    this.#pool = undefined;
  }

  /** Makes what a state asks for, and ends what it does not; undefined: all. */
  follow(state: Readonly<S> | undefined, brought?: unknown): void {
    this.#plans = state === undefined ? [] : this.#plansOf(state, brought);
    const ids = new Set(this.#plans.map(({ id }) => id));
    this.pause(false);
    for (const [id, made] of this.#made) if (!ids.has(id)) made.stop();
    for (const plan of this.#plans) {
      const run = this.#made.get(plan.id)?.run;
      if (run === undefined || (isOver(run) && !isWhole(run))) {
        this.#begin(plan);
      }
    }
    this.#rest();
    this.#told();
  }

  /**
   * Goes on with a run that was saved. Its message rejects what is none.
   *
   * @param planOf - what a state asks for that is to have it; undefined: there
   *   is no such state, and nothing is begun
   * @returns what was begun
   */
  async restore(
    bytes: Uint8Array,
    planOf: (options: RemoteTrainer["options"]) => RunPlan | undefined,
  ): Promise<RunPlan | undefined> {
    this.#opening += 1;
    try {
      const trainer = await (await this.#threads()).restore(bytes);
      const plan = planOf(trainer.options);
      if (plan) {
        this.#made.get(plan.id)?.stop();
        this.#begin(plan, trainer);
        this.pause(false);
      } else trainer.dispose();
      return plan;
    } finally {
      this.#opening -= 1;
      this.#rest();
    }
  }

  /** A run in bytes, and how many steps it has; undefined: it has none yet. */
  async bytesOf(id: string | undefined) {
    const made = this.#made.get(id ?? "");
    const bytes = await made?.save();
    return bytes && { bytes, step: made?.run.step ?? 0 };
  }

  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    for (const made of this.#made.values()) made.pause(isPaused);
    this.#told();
  }

  /** Ends all threads at once and forgets what was made. */
  close(): void {
    for (const made of this.#made.values()) made.stop();
    this.#end();
    this.#made.clear();
    this.#result = undefined;
  }
}
