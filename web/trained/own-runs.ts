// The runs of a figure: those that its state asks for are made side by side, a
// thread for each as long as there are cores; what was made is kept.
import type { TrainingPool } from "posenc/training/worker";
import {
  isOver,
  isWhole,
  type OwnRun,
  RunInThread,
  type RunPlan,
  shareOf,
} from "./own-run.ts";
import { threadAddress } from "./thread-address.ts";

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
export class OwnRuns<S> {
  readonly #plansOf: PlansOf<S>;
  readonly #told: () => void;
  readonly #made = new Map<string, RunInThread>();
  /** What is asked for now. */
  #plans: readonly RunPlan[] = [];
  #pool: Promise<TrainingPool> | undefined;
  #isPaused = false;
  #result: readonly OwnRun[] | undefined;

  /** @param told - called whenever there is more of them */
  constructor(plansOf: PlansOf<S>, told: () => void) {
    this.#plansOf = plansOf;
    this.#told = () => {
      this.#result = undefined;
      told();
    };
  }

  /** All runs so far, of former states too. */
  get result(): readonly OwnRun[] {
    this.#result ??= [...this.#made.values()].map(({ run }) => run);
    return this.#result;
  }

  get #asked(): readonly OwnRun[] {
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
    this.#pool ??= Promise.all([
      import("virtual:posenc-training-pool"),
      threadAddress(),
    ]).then(([{ connectByUrl }, url]) => connectByUrl({ url }));
    return this.#pool;
  };

  #begin(plan: RunPlan): void {
    const run = new RunInThread(plan, this.#told);
    this.#made.set(plan.id, run);
    void run.make(this.#threads).then(() => this.#rest());
  }

  /** Ends the threads when nothing is left for them. */
  #rest(): void {
    if ([...this.#made.values()].some(({ run }) => !isOver(run))) return;
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

  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    for (const made of this.#made.values()) made.pause(isPaused);
    this.#told();
  }

  /** Ends all threads at once and forgets what was made. */
  close(): void {
    for (const made of this.#made.values()) made.stop();
    this.#rest();
    this.#made.clear();
    this.#result = undefined;
  }
}
