import { type Answer, type Asking, errorOf, messageOf } from "./messages.js";

// A thread as the one who asks it sees it.

/** Carries orders to a thread. */
export interface Port {
  post(order: object, transfer?: ArrayBuffer[]): void;
  end(): void;
  /** Whether the process is to stay for it. */
  hold(isBusy: boolean): void;
}

/** Takes what comes from it. */
export interface Listener {
  answer(answer: Answer): void;
  /** It is no more, or cannot be used. */
  gone(reason: string): void;
}

/** Begins a thread, from an address or the package's own file. */
export type Open = (url: string | undefined, listener: Listener) => Port;

interface Waiting {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
  progress?: ((report: never) => void) | undefined;
}

/** What begins a thread. */
export interface Beginning {
  /** The entry of the package, for messages. */
  readonly name: string;
  readonly open: Open;
  readonly url: string | undefined;
  readonly module: object;
}

/** A file that arrives and is not ours says nothing. */
const PATIENCE_MS = 20_000;
/** Of the answer to the start. */
const START = -1;

/** A thread, and what it was asked. */
export class Thread {
  #port: Port | undefined;
  readonly #name: string;
  readonly #waiting = new Map<number, Waiting>();
  /** Why it is no more. */
  #gone: string | undefined;
  readonly ready: Promise<void>;

  constructor({ name, open, url, module }: Beginning) {
    this.#name = name;
    this.ready = new Promise((resolve, reject) => {
      const patience = setTimeout(
        // never taken: no test waits for so long
        () => this.close(`it said nothing for ${PATIENCE_MS / 1000} seconds`),
        PATIENCE_MS,
      );
      const settle = (work: () => void) => {
        clearTimeout(patience);
        work();
      };
      this.#waiting.set(START, {
        resolve: () => settle(resolve),
        reject: (reason) => settle(() => reject(reason)),
      });
      try {
        this.#port = open(url, {
          answer: (answer) => this.#answer(answer),
          gone: (reason) => this.close(reason),
        });
        this.#port.post({ type: "start", module });
      } catch (error) {
        // never taken: engines throw errors
        this.close(messageOf(error));
      }
    });
    // Told to whoever asks the thread for something.
    this.ready.catch(() => {});
  }

  get isGone(): boolean {
    return this.#gone !== undefined;
  }

  #error(): Error {
    return new Error(`${this.#name}: the thread ended: ${this.#gone}`);
  }

  #answer(answer: Answer): void {
    if (answer.type === "failed") {
      this.close(answer.message);
      return;
    }
    const id = "id" in answer ? answer.id : START;
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    if (answer.type === "progress") {
      waiting.progress?.(answer.report as never);
      return;
    }
    this.#settle(id);
    if (answer.type === "error") waiting.reject(errorOf(answer.fault));
    else waiting.resolve(answer.type === "done" ? answer.value : undefined);
  }

  #settle(id: number): void {
    this.#waiting.delete(id);
    this.#port?.hold(this.#waiting.size > 0);
  }

  /** Asks for something. */
  async ask<Order extends Asking>(
    order: Order,
    progress?: Waiting["progress"],
    transfer?: ArrayBuffer[],
  ): Promise<unknown> {
    await this.ready;
    return new Promise((resolve, reject) => {
      if (this.isGone) return reject(this.#error());
      this.#waiting.set(order.id, { resolve, reject, progress });
      this.#port?.hold(true);
      try {
        this.#port?.post(order, transfer);
      } catch (error) {
        // What cannot be sent: a function among the options, say.
        this.#settle(order.id);
        reject(new TypeError(`${this.#name}: ${messageOf(error)}`));
      }
    });
  }

  /** Tells it something that has no answer. */
  tell(order: object): void {
    if (!this.isGone) this.#port?.post(order);
  }

  /** Ends it; what waits for it is rejected with the reason. */
  close(reason: string): void {
    if (this.isGone) return;
    this.#gone = reason;
    this.#port?.end();
    const error = this.#error();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
