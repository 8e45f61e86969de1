// "Train it now": the models of a claim, trained in threads of their own, and the
// check by what came of them. Loaded by the press that asks for it.

import type { TrainingRun } from "../../widgets/trained/training-run.ts";
import { TrainingRuns } from "../../widgets/trained/training-runs.ts";
import { plansOf, type Trained } from "../claims/trainings.ts";
import { Checker, type Computed } from "./check-run.ts";

/** What there is to say of it. */
export type TrainingNews =
  | { readonly kind: "going"; readonly share: number }
  | { readonly kind: "done"; readonly computed: Computed }
  | { readonly kind: "fault"; readonly message: string };

/** What the runs came to; what kept one from its end is thrown. */
const trainedOf = (
  id: string,
  runs: readonly TrainingRun[],
): readonly Trained[] =>
  plansOf(id).map(({ task, scheme, plan }) => {
    const run = runs.find((one) => one.plan.id === plan.id);
    if (run?.phase !== "done") throw new Error(run?.fault || run?.phase);
    const [near = Number.NaN, far = Number.NaN] = run.accuracy;
    return { task, scheme, near, far };
  });

/** Trains for one claim. */
export class TrainNow {
  readonly #id: string;
  readonly #tell: (news: TrainingNews) => void;
  readonly #runs: TrainingRuns<string>;
  readonly #checker: Checker;
  #began = 0;
  #isOver = false;

  /** @param tell gets what is new, "done" or "fault" last */
  constructor(id: string, tell: (news: TrainingNews) => void) {
    this.#id = id;
    this.#tell = tell;
    const plans = plansOf(id).map(({ plan }) => plan);
    this.#runs = new TrainingRuns(
      () => plans,
      () => this.#told(),
    );
    this.#checker = new Checker(() => this.#checked());
  }

  start(): void {
    this.#began = performance.now();
    this.#runs.follow(this.#id);
  }

  /** Ends it, at once; nothing more is told. */
  stop(): void {
    this.#isOver = true;
    this.#runs.close();
    this.#checker.stop();
  }

  #told(): void {
    if (this.#isOver || this.#checker.going) return;
    const { phase, share } = this.#runs.progress;
    if (phase === "going") this.#tell({ kind: "going", share });
    // Idle are those that have not begun.
    else if (phase !== "idle") this.#judge();
  }

  #judge(): void {
    try {
      const own = trainedOf(this.#id, this.#runs.result);
      this.#checker.start([this.#id], own);
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  #checked(): void {
    if (this.#isOver) return;
    const { results, faults, run } = this.#checker;
    const found = results.get(this.#id);
    const fault = faults.get(this.#id);
    if (found) {
      const ms = performance.now() - this.#began;
      this.stop();
      this.#tell({ kind: "done", computed: { shown: found.shown, ms } });
    } else if (fault !== undefined) this.#fail(fault);
    else if (run.kind === "fault") this.#fail(run.message);
  }

  #fail(message: string): void {
    this.stop();
    this.#tell({ kind: "fault", message });
  }
}
