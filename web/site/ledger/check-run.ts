// Has a worker run checks, and keeps what came of them.
import type { Shown } from "./template.ts";
import type { Answer, Asked } from "./worker.ts";

/** How the last run stands. */
export type Run =
  | { readonly kind: "none" }
  | { readonly kind: "going"; readonly started: boolean }
  | { readonly kind: "done"; readonly seconds: number }
  | { readonly kind: "stopped" }
  | { readonly kind: "fault"; readonly message: string };

/** A result, and the milliseconds it took. */
export interface Computed {
  readonly shown: Shown;
  readonly ms: number;
}

export class Checker {
  readonly results = new Map<string, Computed>();
  /** Messages of the checks that failed, by claim. */
  readonly faults = new Map<string, string>();
  run: Run = { kind: "none" };
  /** The claims of the last run. */
  asked: readonly string[] = [];
  /** How many of them have answered. */
  done = 0;
  #began = 0;
  #worker: Worker | undefined;

  /** @param changed gets the claim that was computed, if it was one */
  constructor(readonly changed: (id?: string) => void) {}

  get going(): boolean {
    return this.run.kind === "going";
  }

  /** Starts a run; one that is going ends. */
  start(ids: readonly string[], own?: Asked["own"]): void {
    this.#worker?.terminate();
    for (const id of ids) this.faults.delete(id);
    this.asked = ids;
    this.done = 0;
    this.#began = performance.now();
    this.run = { kind: "going", started: false };
    this.changed();
    try {
      const worker = new Worker(new URL("./worker.ts", import.meta.url), {
        type: "module",
      });
      this.#worker = worker;
      worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#got(data);
      worker.onerror = (event) => {
        this.#end({ kind: "fault", message: event.message || "Worker" });
      };
      worker.postMessage({ ids, ...(own && { own }) } satisfies Asked);
    } catch (error) {
      this.#end({ kind: "fault", message: String(error) });
    }
  }

  stop(): void {
    if (this.going) this.#end({ kind: "stopped" });
  }

  #got(answer: Answer): void {
    if ("started" in answer) {
      this.run = { kind: "going", started: true };
      this.changed();
    } else if ("done" in answer) {
      const seconds = (performance.now() - this.#began) / 1000;
      this.#end({ kind: "done", seconds });
    } else if ("result" in answer) {
      const { id, result, ms } = answer;
      this.results.set(id, { shown: result, ms });
      this.#one(id);
    } else if (answer.id !== undefined) {
      this.faults.set(answer.id, answer.fault);
      this.#one(answer.id);
    } else {
      this.#end({ kind: "fault", message: answer.fault });
    }
  }

  #one(id: string): void {
    this.done += 1;
    this.changed(id);
  }

  #end(run: Run): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.run = run;
    this.changed();
  }
}
