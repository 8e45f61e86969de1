// One run of the benchmark as the page sees it.
import type { Order, Report } from "./messages.ts";
import type { Result } from "./types.ts";

export type Phase = "idle" | "running" | "done" | "cancelled" | "failed";

/** What is known of the run. */
export interface State {
  readonly phase: Phase;
  /** Cases to run, in order. */
  readonly ids: readonly string[];
  /** The case that runs now, and how much of it is done. */
  readonly current?: string | undefined;
  readonly share: number;
  readonly results: readonly Result[];
  /** Cases that did not work, and why. */
  readonly skipped: Readonly<Record<string, string>>;
  readonly version?: string | undefined;
  readonly clockMs?: number | undefined;
  /** Why it failed. */
  readonly message?: string | undefined;
  /** The page was in the background, where browsers slow things down. */
  readonly hidden: boolean;
}

export const IDLE: State = {
  phase: "idle",
  ids: [],
  share: 0,
  results: [],
  skipped: {},
  hidden: false,
};

/** Cases that are over. */
export const finished = ({ results, skipped }: State): number =>
  results.length + Object.keys(skipped).length;

/**
 * Whether the machine did much else: for a third of the kernels the middle time
 * is half as long again as the least.
 */
export function isNoisy({ results }: State): boolean {
  const disturbed = results.filter(({ ms, min }) => ms > 1.5 * min);
  return results.length > 0 && disturbed.length >= results.length / 3;
}

/** The state after a report of the worker. */
export function after(state: State, report: Report): State {
  switch (report.type) {
    case "started":
      return { ...state, version: report.version, clockMs: report.clockMs };
    case "case":
      return { ...state, current: report.id, share: 0 };
    case "progress":
      return { ...state, share: report.share };
    case "result":
      return { ...state, results: [...state.results, report.result], share: 0 };
    case "skipped":
      return {
        ...state,
        skipped: { ...state.skipped, [report.id]: report.message },
        share: 0,
      };
    case "failed":
      return { ...state, phase: "failed", message: report.message };
    case "done":
      return { ...state, phase: "done", current: undefined };
  }
}

/** Runs cases in a worker of its own, one run at a time. */
export class Runner {
  #state = IDLE;
  #worker: Worker | undefined;
  readonly #changed: (state: State) => void;
  readonly #onVisibility = (): void => {
    if (document.hidden) this.#set({ ...this.#state, hidden: true });
  };

  constructor(changed: (state: State) => void) {
    this.#changed = changed;
  }

  get state(): State {
    return this.#state;
  }

  #set(state: State): void {
    this.#state = state;
    if (state.phase !== "running") this.#end();
    this.#changed(state);
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    document.removeEventListener("visibilitychange", this.#onVisibility);
  }

  /** Starts anew. */
  start(ids: readonly string[]): void {
    this.#end();
    const worker = new Worker(new URL("./worker.ts", import.meta.url), {
      type: "module",
    });
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<Report>) => {
      this.#set(after(this.#state, data));
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      const message = event.message || "worker";
      this.#set({ ...this.#state, phase: "failed", message });
    });
    document.addEventListener("visibilitychange", this.#onVisibility);
    const hidden = document.hidden;
    this.#set({ ...IDLE, phase: "running", ids, hidden });
    worker.postMessage({ ids } satisfies Order);
  }

  /** Ends it; what was measured stays. */
  cancel(): void {
    if (this.#state.phase !== "running") return;
    this.#set({ ...this.#state, phase: "cancelled", current: undefined });
  }
}
