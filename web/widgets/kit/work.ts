// Work that a reader starts in a figure and that goes on by itself for a while:
// what a figure declares of it, and how it follows the figure's state.
import type { TrainingRuns } from "../trained/training-runs.ts";
import type { Shown } from "./spec.ts";
import type { SavedWork } from "./work-file.ts";
import type { WORK_LOOK } from "./work-markup.ts";

export type Phase = "idle" | "going" | "paused" | "done" | "failed";

/** How far it is. */
export interface Progress {
  readonly phase: Phase;
  /** 0 to 1. */
  readonly share: number;
}

/** Work of one figure. */
export interface Work<S> {
  readonly progress: Progress;
  /** What there is so far: `own` of what painters are shown. */
  readonly result: unknown;
  /**
   * Does what a state asks for, and no more what it does not; undefined: none.
   *
   * @param inputText - what has been read of a text of the reader's
   */
  follow(state: Readonly<S> | undefined, inputText?: unknown): void;
  pause(isPaused: boolean): void;
  /**
   * Goes on with what was saved, as soon as a state asks for it; undefined:
   * figures of this kind do not make it. Rejects what nobody saved.
   */
  open?(bytes: Uint8Array): Promise<Partial<S> | undefined>;
  /** What a state has been given so far, as a file; undefined: nothing. */
  save?(state: Readonly<S>): Promise<SavedWork | undefined>;
  /** Ends all at once and frees what it holds. */
  close(): void;
}

/** A button beside the progress. */
export interface Offer<S> {
  /** Of `strings`. */
  readonly text: string;
  /** What it sets. */
  readonly set: Partial<S>;
}

/** What a figure says of its work. */
export interface WorkSpec<S, M> {
  /** `WORK_LOOK`; only figures with such a line load it. */
  readonly look: typeof WORK_LOOK;
  /** What a state asks for, told from what others do; undefined: nothing. */
  readonly asks: (state: Readonly<S>, inputText: unknown) => string | undefined;
  /** Ends it. */
  readonly stop: Partial<S>;
  /**
   * Begins it. What trains is loaded by the line that is pressed, when it first
   * is: pictures without a page have no part in it.
   *
   * @param told - whenever there is more of it
   */
  readonly make: (runs: typeof TrainingRuns, told: () => void) => Work<S>;
  /** Buttons in a state, the most wanted first. */
  readonly offers: (
    state: Readonly<S>,
    phase: Phase,
    inputText: unknown,
  ) => readonly Offer<S>[];
  /** Texts of the buttons that save it and open what was saved: of `strings`. */
  readonly files?: { readonly save: string; readonly open: string };
  /**
   * One line: how it stands. Parts that differ from one another, such as the name
   * of a run, are apart, so that other words can be found for each.
   */
  readonly say: (shown: Shown<S, M>, phase: Phase) => readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: the state differs per figure
type Any = any;

/** Whoever goes through states has not asked for each of them. */
const QUIET_MS = 300;

/** Has the work of a figure follow its state. */
export class Attendant {
  readonly #spec: WorkSpec<Any, Any>;
  readonly #told: () => void;
  #work: Work<Any> | undefined;
  #loading: Promise<void> | undefined;
  #asked: string | undefined;
  #state: Any;
  #inputText: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How often it was closed. */
  #ends = 0;
  /** Why it could not be loaded. */
  fault = "";

  /** @param told - there is something new to be shown */
  constructor(spec: WorkSpec<Any, Any>, told: () => void) {
    this.#spec = spec;
    this.#told = told;
  }

  get result(): unknown {
    return this.#work?.result;
  }

  get progress(): Progress {
    if (this.fault !== "") return { phase: "failed", share: 0 };
    const progress = this.#work?.progress;
    const isNext = this.#timer !== undefined || this.#loading !== undefined;
    if (isNext && progress?.phase !== "going") {
      return { phase: "going", share: 0 };
    }
    return progress ?? { phase: "idle", share: 0 };
  }

  /** Told of the state at every drawing. */
  follow(state: Any, inputText: unknown): void {
    const asked = this.#spec.asks(state, inputText);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#state = state;
    this.#inputText = inputText;
    this.fault = "";
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (asked === undefined) this.#work?.follow(undefined);
    else this.#timer = setTimeout(() => void this.#begin(), QUIET_MS);
  }

  async #begin(): Promise<void> {
    this.#timer = undefined;
    this.fault = "";
    try {
      this.#loading ??= this.#load();
      await this.#loading;
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
    } finally {
      this.#loading = undefined;
    }
    // It may have been closed, or asked for something else, meanwhile.
    if (this.#asked !== undefined && this.#timer === undefined) {
      this.#work?.follow(this.#state, this.#inputText);
    }
    this.#told();
  }

  async #load(): Promise<void> {
    const { TrainingRuns } = await import("../trained/training-runs.ts");
    if (this.#asked !== undefined) this.#make(TrainingRuns);
  }

  #make(runs: Parameters<WorkSpec<Any, Any>["make"]>[0]): Work<Any> {
    this.#work ??= this.#spec.make(runs, this.#told);
    return this.#work;
  }

  /** Goes on with what was saved: answers the state that asks for it. */
  async open(bytes: Uint8Array): Promise<Any> {
    const ends = this.#ends;
    const { TrainingRuns } = await import("../trained/training-runs.ts");
    // The figure may have left the page meanwhile.
    if (ends !== this.#ends) return;
    return await this.#make(TrainingRuns).open?.(bytes);
  }

  async save(state: Any): Promise<SavedWork | undefined> {
    return await this.#work?.save?.(state);
  }

  pause(isPaused: boolean): void {
    this.#work?.pause(isPaused);
  }

  /** Asks again for what could not be done. */
  retry(): void {
    if (this.#asked !== undefined) void this.#begin();
  }

  /** Ends all of it: the figure has left the page. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#asked = undefined;
    this.#ends += 1;
    this.#work?.close();
    this.#work = undefined;
  }
}
