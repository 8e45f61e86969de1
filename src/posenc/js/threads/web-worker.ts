import type { Host } from "./host.js";
import type { Answer } from "./messages.js";
import type { Listener, Port } from "./thread.js";

// A thread of a browser.

/** What is used of a `Worker`, a type of the DOM's library. */
interface WebWorker {
  onmessage: ((event: never) => unknown) | null;
  onmessageerror: ((event: never) => unknown) | null;
  onerror: ((event: never) => unknown) | null;
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): void;
}

/** Begins the worker of an address; without one, that of the package. */
type Begin = (url: Parameters<Host["open"]>[0]) => WebWorker;

/** As many threads as the machine has cores, and the module of the package. */
export const inBrowser = (begin: Begin, compile: Host["compile"]): Host => ({
  get cores() {
    const { navigator } = globalThis as { navigator?: Navigator };
    return navigator?.hardwareConcurrency ?? 2;
  },
  get hasThreads() {
    return typeof Worker === "function";
  },
  compile,
  open: (url, listener) => portOf(begin(url), listener),
});

/** Browsers tell no more of a script that does not load. */
const UNLOADED =
  "its script cannot be loaded; a Content-Security-Policy has to allow it in worker-src";

/** How its file is run. */
export const AS_MODULE = { type: "module" } as const;

/** Carries orders to it and answers from it. */
function portOf(worker: WebWorker, listener: Listener): Port {
  worker.onmessage = ({ data }: { data: Answer }) => listener.answer(data);
  worker.onmessageerror = () => listener.gone("a message cannot be read");
  worker.onerror = (event: ErrorEvent) => {
    // Told by what follows from it; not to the page as well.
    event.preventDefault();
    listener.gone(event.message || UNLOADED);
  };
  return {
    post: (order, transfer = []) => worker.postMessage(order, transfer),
    end: () => worker.terminate(),
    hold() {},
  };
}
