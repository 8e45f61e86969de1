import { startCompiled } from "../load.js";
import type { Runtime } from "../runtime.js";
import { type Answers, type Channel, serving } from "../threads/channel.js";
import { byHead } from "./by-head.js";
import { type Call, callsByPath } from "./calls.js";
import type { Order } from "./messages.js";
import { unpack } from "./payload.js";
import { join, type Plan, planOf } from "./splits.js";

/** Told no oftener than anybody can look. */
const QUIET_MS = 15;

class Server {
  readonly #answers: Answers;
  readonly #calls: ReturnType<typeof callsByPath>;
  #step: (() => void) | undefined;

  constructor(answers: Answers, runtime: Runtime) {
    this.#answers = answers;
    byHead(runtime, () => this.#step);
    this.#calls = callsByPath(runtime);
  }

  /** What is told after each step of a call. */
  #telling(id: number): () => void {
    let [done, last] = [0, performance.now()];
    return () => {
      done += 1;
      const now = performance.now();
      if (now - last < QUIET_MS) return;
      last = now;
      this.#answers.progress(id, done);
    };
  }

  take(order: Order): void {
    const { id } = order;
    if (order.type === "calls") {
      this.#answers.done(id, [...this.#calls.keys()]);
      return;
    }
    const { path, pieces, tells } = order;
    const call = this.#calls.get(path) as Call;
    try {
      const args = (order.args as unknown[]).map((arg) => unpack(arg));
      if (pieces === undefined) {
        this.#answers.done(id, call(...args));
        return;
      }
      const { cut, steps } = planOf(path, () => args) as Plan;
      const tell = tells ? this.#telling(id) : undefined;
      const parts = pieces.map((rows) => {
        if (steps > 1) this.#step = tell;
        const part = call(...cut(rows));
        if (steps === 1) tell?.();
        return part;
      });
      this.#answers.done(id, join(path, args, parts));
    } catch (error) {
      this.#answers.failed(id, error);
    } finally {
      this.#step = undefined;
    }
  }
}

/** Serves a pool. */
export const serve = (channel: Channel<Order>): void =>
  serving(channel, async (module, answers) => {
    const server = new Server(answers, await startCompiled(async () => module));
    return (order) => server.take(order);
  });
