/**
 * `posenc/training` in threads: the same trainers, asynchronous, with progress,
 * pause and AbortSignal.
 *
 * ```ts
 * import { connect } from "posenc/training/worker";
 * const training = await connect();
 * const trainer = await training.trainer({ task: "back", position: "rope", trainLen: 24 });
 * await trainer.run({ steps: 500, onProgress: ({ loss }) => draw(loss) });
 * await trainer.evaluate({ lengths: [24, 48] });
 * training.close();
 * ```
 *
 * @module posenc/training/worker
 */
export type * from "./training/types.js";

import { compileInline } from "./training/inline.js";
import type { Answer } from "./training/worker/messages.js";
import {
  type ConnectOptions,
  connecting,
  type TrainingPool,
} from "./training/worker/pool.js";

export type {
  AbortLike,
  Asked,
  ConnectOptions,
  RemoteModel,
  RemoteTrainer,
  RunOptions,
  TrainingPool,
} from "./training/worker/pool.js";

const AS_MODULE = { type: "module" } as const;

const connectHere = /* @__PURE__ */ connecting({
  get cores() {
    const { navigator } = globalThis as { navigator?: Navigator };
    return navigator?.hardwareConcurrency ?? 2;
  },
  compile: compileInline,
  open(url, listener) {
    const worker =
      url === undefined
        ? // Written so that bundlers see it.
          new Worker(new URL("./training-thread.js", import.meta.url), {
            type: "module",
          })
        : new Worker(url, AS_MODULE);
    worker.onmessage = ({ data }: MessageEvent<Answer>) =>
      listener.answer(data);
    worker.onmessageerror = () => listener.gone("a message cannot be read");
    worker.onerror = (event) => {
      // Told by what follows from it; not to the page as well.
      event.preventDefault();
      listener.gone(event.message || "its script cannot be loaded");
    };
    return {
      post: (order, transfer = []) => worker.postMessage(order, transfer),
      end: () => worker.terminate(),
      hold() {},
    };
  },
});

/**
 * Makes ready to train in threads, which begin with the trainers that need them.
 * Bundlers take the thread's file along (Vite, webpack, Parcel); others are told
 * where a copy of `posenc/dist/training-thread.js` is, by `url`.
 *
 * @throws TypeError or RangeError for options that are not allowed
 * @throws Error with the reason where the engine or a Content-Security-Policy
 * allows no WebAssembly
 */
export function connect(options?: ConnectOptions): Promise<TrainingPool> {
  return connectHere(options);
}
