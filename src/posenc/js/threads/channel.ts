import { type Answer, faultOf, messageOf, type Start } from "./messages.js";

// The side of a thread.

/** Where orders come from, and answers go. */
export interface Channel<Order> {
  post(answer: Answer, transfer?: ArrayBuffer[]): void;
  listen(take: (order: Order | Start) => void): void;
}

/** Memory of a result's arrays, which nobody else has. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()) {
  if (ArrayBuffer.isView(value)) found.add(value.buffer as ArrayBuffer);
  else if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) buffersOf(part, found);
  }
  return found;
}

/** What a thread can say. */
export class Answers {
  readonly #channel: Pick<Channel<object>, "post">;

  constructor(channel: Pick<Channel<object>, "post">) {
    this.#channel = channel;
  }

  /** Arrays of a result leave the thread: they are not copied. */
  done(id: number, value: unknown): void {
    this.#channel.post({ type: "done", id, value }, [...buffersOf(value)]);
  }

  failed(id: number, error: unknown): void {
    this.#channel.post({ type: "error", id, fault: faultOf(error) });
  }

  progress(id: number, report: unknown): void {
    this.#channel.post({ type: "progress", id, report });
  }
}

/**
 * Serves whoever began this thread.
 *
 * @param start - makes of the module what takes all other orders
 */
export function serving<Order extends { readonly type: string }>(
  channel: Channel<Order>,
  start: (module: object, answers: Answers) => Promise<(order: Order) => void>,
): void {
  const answers = new Answers(channel);
  let take: ((order: Order) => void) | undefined;
  channel.listen((order) => {
    if (!("module" in order)) {
      try {
        take?.(order);
      } catch (error) {
        // never taken: every order that can fail has an id
        answers.failed("id" in order ? (order.id as number) : -1, error);
      }
      return;
    }
    start(order.module, answers)
      .then((made) => {
        take = made;
        channel.post({ type: "ready" });
      })
      .catch((error: unknown) => {
        channel.post({ type: "failed", message: messageOf(error) });
      });
  });
}

/** The channel of a thread in a browser. */
export function channelOfScope<Order>(): Channel<Order> {
  const scope = self as unknown as Worker;
  return {
    post: (answer, transfer = []) => scope.postMessage(answer, transfer),
    listen(take) {
      scope.onmessage = ({ data }: MessageEvent<Order | Start>) => take(data);
    },
  };
}
