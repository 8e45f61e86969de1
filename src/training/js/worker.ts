/**
 * `posenc-training` in threads: the same trainers, asynchronous, with progress,
 * pause and AbortSignal.
 *
 * ```ts
 * import { connect } from "posenc-training/worker";
 * const training = await connect();
 * const trainer = await training.trainer({ task: "back", position: "rope", trainLen: 24 });
 * await trainer.run({ steps: 500, onProgress: ({ loss }) => draw(loss) });
 * await trainer.evaluate({ lengths: [24, 48] });
 * training.close();
 * ```
 *
 * @module posenc-training/worker
 */
export type * from "./types.js";

import { AS_MODULE, inBrowser } from "posenc/internal";
import { compileOwn } from "./inline.js";
import {
  type ConnectOptions,
  connecting,
  type TrainingPool,
} from "./worker/pool.js";

export type { AbortLike } from "posenc/internal";
export type {
  Asked,
  ConnectOptions,
  RemoteModel,
  RemoteTrainer,
  RunOptions,
  TrainingPool,
} from "./worker/pool.js";

const connectHere = /* @__PURE__ */ connecting(
  /* @__PURE__ */ inBrowser(
    (url) =>
      url === undefined
        ? // Written so that bundlers see it.
          new Worker(new URL("./thread.js", import.meta.url), {
            type: "module",
          })
        : new Worker(url, AS_MODULE),
    compileOwn,
  ),
);

/**
 * Makes ready to train in threads, which begin with the trainers that need them.
 * Bundlers take the thread's file along (Vite, webpack, Parcel); others are told
 * where a copy of `posenc-training/dist/thread.js` is, by `url`.
 *
 * @throws TypeError or RangeError for options that are not allowed
 * @throws Error with the reason where the engine or a Content-Security-Policy
 * allows no WebAssembly
 */
export function connect(options?: ConnectOptions): Promise<TrainingPool> {
  return connectHere(options);
}
