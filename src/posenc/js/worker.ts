/**
 * The library in threads: the same calls, as promises of the same results, with
 * progress and AbortSignal. Long attention is shared out over the cores.
 *
 * ```ts
 * import { connect } from "posenc/worker";
 * const pe = await connect();
 * const { output } = await pe.attention({ q, k, v, causal: true });
 * const { signal } = new AbortController();
 * const told = pe.with({ signal, onProgress: ({ done, total }) => show(done / total) });
 * await told.attention({ q, k, v });
 * pe.dispose();
 * ```
 *
 * @module posenc/worker
 */
export type * from "./types.js";

import { AS_MODULE, inBrowser } from "./threads/web-worker.js";
import { compileOwn } from "./worker/inline.js";
import { type ConnectOptions, connecting } from "./worker/pool.js";
import type { ThreadedPosenc } from "./worker/types.js";

export type { AbortLike } from "./threads/host.js";
export type { Bound } from "./worker/not-in-threads.js";
export type { ConnectOptions } from "./worker/pool.js";
export type {
  AskedCall,
  AskedPosenc,
  AskedRoom,
  CallProgress,
  CallSettings,
  Sent,
  ThreadedPosenc,
  WithoutOut,
} from "./worker/types.js";

const connectHere = /* @__PURE__ */ connecting(
  /* @__PURE__ */ inBrowser(
    (url) =>
      url === undefined
        ? // Written so that bundlers see it.
          new Worker(new URL("./worker-thread.js", import.meta.url), {
            type: "module",
          })
        : new Worker(url, AS_MODULE),
    compileOwn,
  ),
);

/**
 * Begins a thread with the library; others begin with the calls that need them.
 * Bundlers take the thread's file along (Vite, webpack, Parcel); others are told
 * where a copy of `posenc/dist/worker-thread.js` is, by `url`.
 *
 * @throws TypeError or RangeError for options that are not allowed
 * @throws Error with the reason where there are no threads, or the engine or a
 * Content-Security-Policy allows no WebAssembly
 */
export function connect(options?: ConnectOptions): Promise<ThreadedPosenc> {
  return connectHere(options);
}
