import { tell } from "../threads/host.js";
import type { Rows } from "./messages.js";
import { Payload, unpack } from "./payload.js";
import { join, planOf, sharesOf } from "./splits.js";
import type { CallSettings } from "./types.js";

/** One call, in one part or several. */
export class Job {
  readonly path: string;
  readonly payload: Payload;
  /** Memory of its arguments that nobody else has. */
  readonly own: ArrayBuffer[];
  readonly shares: readonly (readonly Rows[])[];
  /** Steps that all parts have together. */
  readonly total: number;
  readonly answer: Promise<unknown>;
  readonly tells: boolean;
  readonly #settings: CallSettings;
  readonly #done: number[];
  readonly #parts: unknown[];
  #left: number;
  #isOver = false;
  // never taken: they are set before anybody waits
  #resolve: (value: unknown) => void = () => {};
  #reject: (reason: unknown) => void = () => {};
  /** What is done when nobody waits for it any more. */
  // never taken: a pool sets it
  whenOver: () => void = () => {};

  constructor(
    path: string,
    args: readonly unknown[],
    settings: CallSettings,
    size: number,
  ) {
    this.path = path;
    this.#settings = settings;
    this.payload = new Payload(args);
    const tells = settings.onProgress !== undefined;
    const plan = planOf(path, () =>
      this.payload.args.map((arg) => unpack(arg)),
    );
    const shares = plan ? sharesOf(plan, size, tells) : [];
    const { steps } = plan ?? { steps: 1 };
    const isWhole = shares.length === 1 && shares[0]?.length === 1;
    this.shares = isWhole && !(tells && steps > 1) ? [] : shares;
    this.tells = tells;
    const pieces = this.shares.reduce((sum, it) => sum + it.length, 0);
    this.total = Math.max(1, pieces * steps);
    this.#left = Math.max(1, this.shares.length);
    this.#parts = Array(this.#left);
    this.#done = Array(this.#left).fill(0);
    const isShared =
      this.shares.length > 1 && typeof SharedArrayBuffer === "function";
    const { transfer = false } = settings;
    const moving = isShared ? "share" : transfer ? "move" : "copy";
    this.own = this.payload.load(moving, transfer);
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.answer.catch(() => {});
    settings.signal?.addEventListener("abort", this.#abort);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  readonly #abort = (): void => {
    try {
      this.fail(this.#settings.signal?.reason);
    } catch (error) {
      this.fail(error);
    }
  };

  /** Settles the answer, once. */
  #end(settle: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    try {
      this.#settings.signal?.removeEventListener("abort", this.#abort);
      settle();
    } catch (error) {
      this.#reject(error);
    }
    this.whenOver();
  }

  readonly fail = (reason: unknown): void =>
    this.#end(() => this.#reject(reason));

  succeed(value: unknown): void {
    // never taken: a call that was given up, for a moment
    if (this.#isOver) return;
    this.#tell(this.total);
    // An async listener that throws has told of it by then.
    queueMicrotask(() => this.#end(() => this.#resolve(value)));
  }

  /** So many steps of a part are done. */
  tell(part: number, steps: number): void {
    // never taken: what a thread says of a call that was given up, for a moment
    if (this.#isOver) return;
    this.#done[part] = steps;
    const done = this.#done.reduce((sum, n) => sum + n, 0);
    if (done < this.total) this.#tell(done);
  }

  #tell(done: number): void {
    const { onProgress } = this.#settings;
    const { total } = this;
    if (onProgress) tell(onProgress, { done, total }, this.fail);
  }

  /** A part has come. */
  take(part: number, value: unknown): void {
    this.#parts[part] = value;
    this.#left -= 1;
    if (this.#left > 0 || this.#isOver) return;
    try {
      const args = this.payload.args.map((arg) => unpack(arg));
      this.succeed(join(this.path, args, this.#parts));
      // never taken: there is memory for what was computed
    } catch (error) {
      this.fail(error);
    }
  }
}
