// A run of training that a reader makes: steps, then tests, in a thread.
import type { TrainerOptions } from "posenc-training";
import type { RemoteTrainer, TrainingPool } from "posenc-training/worker";
import { POINT, rounded, TEST_TEXTS } from "./runs.ts";

/** What is to be run. */
export interface RunPlan {
  /** Unlike that of any other run. */
  readonly id: string;
  readonly options: TrainerOptions & { readonly steps: number };
  /** Lengths of the tests. */
  readonly lengths: readonly number[];
  /** What it goes on with in the end, and by how many tokens. */
  readonly writes?: { readonly prompt: string; readonly length: number };
}

export type RunPhase =
  | "starting"
  | "training"
  | "testing"
  | "done"
  | "diverged"
  | "stopped"
  | "failed";

/** What there is of it so far. */
export interface TrainingRun {
  readonly plan: RunPlan;
  readonly phase: RunPhase;
  /** Steps made. */
  readonly step: number;
  /** Mean loss of each `POINT` steps; NaN of those made before it was opened. */
  readonly loss: readonly number[];
  /** Share of right answers at each of the lengths, those tested so far. */
  readonly accuracy: readonly number[];
  /** The same of whole texts. */
  readonly whole: readonly number[];
  /** Loss at each of the lengths, in nats. */
  readonly testLoss: readonly number[];
  /** The prompt and how the model goes on; "" until then. */
  readonly written: string;
  readonly tokensPerSecond: number;
  /** Until the last step is made. */
  readonly secondsLeft: number;
  /** What the reader is told of a failure. */
  readonly fault: string;
}

/** Phases in which nothing more comes. */
const OVER: readonly RunPhase[] = ["done", "diverged", "stopped", "failed"];

export const isOver = ({ phase }: TrainingRun): boolean => OVER.includes(phase);

/** Whether it need not be made again. */
export const isWhole = ({ phase }: TrainingRun): boolean =>
  phase === "done" || phase === "diverged";

/** Tests take about as long as so many of a hundred steps. */
const TESTS_SHARE = 0.08;

/** How much of it is made, 0 to 1. */
export function shareOf({ plan, phase, step, accuracy }: TrainingRun): number {
  if (phase === "done" || phase === "diverged") return 1;
  const steps = step / plan.options.steps;
  const tests = accuracy.length / plan.lengths.length;
  return (1 - TESTS_SHARE) * steps + TESTS_SHARE * tests;
}

/** Makes a run, a few steps at a time. */
export class RunInThread {
  run: TrainingRun;
  readonly #told: () => void;
  #trainer: RemoteTrainer | undefined;
  /** The run as it was when its last step was made. */
  #saved: Uint8Array | undefined;
  #isPaused = false;
  /** Lets go on what was paused. */
  #goOn: (() => void) | undefined;

  /**
   * @param told - called whenever there is more of it
   * @param opened - a run that was saved, which it goes on with
   */
  constructor(plan: RunPlan, told: () => void, opened?: RemoteTrainer) {
    this.#told = told;
    this.#trainer = opened;
    const step = opened?.startStep ?? 0;
    const loss = Array<number>(Math.floor(step / POINT)).fill(Number.NaN);
    this.run = {
      plan,
      phase: "starting",
      step,
      loss,
      accuracy: [],
      whole: [],
      testLoss: [],
      written: "",
      tokensPerSecond: 0,
      secondsLeft: Number.NaN,
      fault: "",
    };
  }

  #add(more: Partial<TrainingRun>): void {
    this.run = { ...this.run, ...more };
    this.#told();
  }

  /** Waits while it is paused; answers whether it was stopped. */
  async #mayGoOn(): Promise<boolean> {
    while (this.#isPaused && !isOver(this.run)) {
      await new Promise<void>((resolve) => {
        this.#goOn = resolve;
      });
    }
    return !isOver(this.run);
  }

  async #train(trainer: RemoteTrainer): Promise<void> {
    const { steps } = this.run.plan.options;
    const { step: start } = this.run;
    let seconds = 0;
    while (this.run.step < steps && (await this.#mayGoOn())) {
      const begin = performance.now();
      const { step } = this.run;
      // Points are of the same steps however a run was saved.
      const count = Math.min(POINT - (step % POINT), steps - step);
      const report = await trainer.step(count);
      // With others in the same thread, its turns are not all it waits for.
      const took = (performance.now() - begin) / 1000;
      if (isOver(this.run)) return;
      if (report.state === "diverged") {
        this.#add({ phase: "diverged", step: report.step });
        return;
      }
      seconds += took;
      this.#add({
        phase: "training",
        step: report.step,
        loss: [
          ...this.run.loss,
          // The steps before it was opened would belong to its mean.
          step % POINT === 0 ? rounded(report.loss) : Number.NaN,
        ],
        tokensPerSecond: took > 0 ? report.tokens / took : 0,
        secondsLeft: (seconds / (report.step - start)) * (steps - report.step),
      });
    }
  }

  async #test(trainer: RemoteTrainer): Promise<void> {
    for (const length of this.run.plan.lengths) {
      if (!(await this.#mayGoOn())) return;
      this.#add({ phase: "testing" });
      const [score] = await trainer.evaluate({
        lengths: [length],
        texts: TEST_TEXTS,
      });
      if (isOver(this.run) || score === undefined) return;
      this.#add({
        accuracy: [...this.run.accuracy, rounded(score.accuracy)],
        whole: [...this.run.whole, rounded(score.wholeAccuracy)],
        testLoss: [...this.run.testLoss, rounded(score.loss)],
      });
    }
    const { writes } = this.run.plan;
    if (writes) {
      const { text } = await trainer.generate(writes);
      if (isOver(this.run)) return;
      this.#add({ written: text });
    }
    this.#add({ phase: "done" });
  }

  /** Makes it; what goes wrong is its last phase. */
  async make(pool: () => Promise<TrainingPool>): Promise<void> {
    try {
      const trainer =
        this.#trainer ?? (await (await pool()).trainer(this.run.plan.options));
      this.#trainer = trainer;
      if (isOver(this.run)) return;
      this.#add({ phase: "training" });
      await this.#train(trainer);
      if (isOver(this.run)) return;
      this.#saved = await trainer.save();
      await this.#test(trainer);
    } catch (error) {
      if (isOver(this.run)) return;
      const fault = error instanceof Error ? error.message : String(error);
      this.#add({ phase: "failed", fault });
    } finally {
      this.#trainer?.dispose();
      this.#trainer = undefined;
    }
  }

  /** The run in bytes; undefined before it began, and when it was stopped. */
  async save(): Promise<Uint8Array | undefined> {
    if (this.#saved) return this.#saved;
    // It may be stopped, and its thread ended, while it is asked.
    return await this.#trainer?.save().catch(() => undefined);
  }

  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (!isPaused) this.#goOn?.();
  }

  /** Ends it; what there is stays. */
  stop(): void {
    if (isOver(this.run)) return;
    this.#add({ phase: "stopped" });
    this.#goOn?.();
  }
}
