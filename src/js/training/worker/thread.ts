import type { Answer, Order } from "./messages.js";

// A thread as the pool sees it.

/** Carries orders to a thread. */
export interface Port {
  post(order: Order, transfer?: ArrayBuffer[]): void;
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

const KINDS: Readonly<Record<string, new (message: string) => Error>> = {
  TypeError,
  RangeError,
};

/** A file that arrives and is not ours says nothing. */
const PATIENCE_MS = 20_000;

/** A thread, and what it was asked. */
export class Thread {
  #port: Port | undefined;
  readonly #waiting = new Map<number, Waiting>();
  /** Why it is no more. */
  #gone: string | undefined;
  /** How many trainers and models it has. */
  owned = 0;
  readonly ready: Promise<void>;

  constructor(open: Open, url: string | undefined, module: object) {
    this.ready = new Promise((resolve, reject) => {
      const patience = setTimeout(
        // never taken: no test waits for so long
        () => this.#end(`it said nothing for ${PATIENCE_MS / 1000} seconds`),
        PATIENCE_MS,
      );
      const settle = (work: () => void) => {
        clearTimeout(patience);
        work();
      };
      this.#waiting.set(-1, {
        resolve: () => settle(resolve),
        reject: (reason) => settle(() => reject(reason)),
      });
      try {
        this.#port = open(url, {
          answer: (answer) => this.#answer(answer),
          gone: (reason) => this.#end(reason),
        });
        this.#port.post({ type: "start", module });
      } catch (error) {
        // never taken: engines throw errors
        this.#end(error instanceof Error ? error.message : String(error));
      }
    });
    // Told to whoever asks the thread for something.
    this.ready.catch(() => {});
  }

  get isGone(): boolean {
    return this.#gone !== undefined;
  }

  #answer(answer: Answer): void {
    const id = "id" in answer ? answer.id : -1;
    if (answer.type === "failed") {
      this.#end(answer.message);
      return;
    }
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    if (answer.type === "progress") {
      waiting.progress?.(answer.report as never);
      return;
    }
    this.#settle(id);
    if (answer.type === "error") {
      const Kind = KINDS[answer.kind] ?? Error;
      const error = new Kind(answer.message);
      const { column } = answer;
      waiting.reject(column ? Object.assign(error, { column }) : error);
    } else waiting.resolve(answer.type === "done" ? answer.value : undefined);
  }

  #settle(id: number): void {
    this.#waiting.delete(id);
    this.#port?.hold(this.#waiting.size > 0);
  }

  #end(reason: string): void {
    if (this.isGone) return;
    this.#gone = reason;
    this.#port?.end();
    const error = new Error(`posenc/training: the thread ended: ${reason}`);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /** Asks for something. */
  async ask(
    order: Order & { readonly id: number },
    progress?: Waiting["progress"],
  ): Promise<unknown> {
    await this.ready;
    return new Promise((resolve, reject) => {
      if (this.#gone !== undefined) {
        const text = `posenc/training: the thread ended: ${this.#gone}`;
        return reject(new Error(text));
      }
      this.#waiting.set(order.id, { resolve, reject, progress });
      this.#port?.hold(true);
      try {
        this.#port?.post(order);
      } catch (error) {
        // What cannot be sent: a function among the options, say.
        this.#settle(order.id);
        reject(new TypeError(`posenc/training: ${(error as Error).message}`));
      }
    });
  }

  /** Tells it something that has no answer. */
  tell(order: Order): void {
    if (!this.isGone) this.#port?.post(order);
  }

  close(): void {
    this.#end("the pool was closed");
  }
}
