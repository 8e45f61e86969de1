import { describe } from "../errors.js";
import { checkEngine, explain } from "../load.js";
import type { Options } from "../options.js";
import type { Own } from "../own.js";
import {
  type Fields,
  flag,
  given,
  integer,
  optional,
  type Table,
} from "../schema.js";
import {
  compileFrom,
  readSource,
  refusedBoth,
  type WasmSource,
} from "../source.js";
import type { Beginning, Open } from "./thread.js";

// What threads are begun with, whatever they do.

/** What is read of an `AbortSignal`. */
export interface AbortLike {
  readonly aborted: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: anything, as engines have it
  readonly reason: any;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Refuses what cannot end long work, or be told of it. */
export function checkListeners(
  call: string,
  signal: unknown,
  onProgress: unknown,
): void {
  const refuse = (name: string, what: string, got: unknown): never => {
    throw new TypeError(
      `${call}: ${name} must be ${what}, got ${describe(got)}`,
    );
  };
  const isSignal = typeof Object(signal).addEventListener === "function";
  if (signal !== undefined && !isSignal) {
    refuse("signal", "an AbortSignal", signal);
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    refuse("onProgress", "a function", onProgress);
  }
}

/**
 * Tells a listener of the caller's. Nobody awaits it: what it throws, or what
 * the promise of an async one is rejected with, goes to `fail`.
 */
export function tell<Report>(
  listener: (report: Report) => unknown,
  report: Report,
  fail: (error: unknown) => void,
): void {
  try {
    Promise.resolve(listener(report)).catch(fail);
  } catch (error) {
    fail(error);
  }
}

const MOST = 64;

/** How many threads at most. */
export const WORKERS = optional(
  integer({ min: 1, max: MOST }),
  "as many as the machine has cores",
);
/** The address of a thread's file. */
export const ADDRESS = optional(
  given<string | { readonly href: string }>("an address"),
  "the package's own",
);
/** Where the module comes from. */
export const SOURCE = optional(
  given<WasmSource>("a source"),
  "the package's own",
);

/** Whether the fused module is to run, as for `init` of `posenc`. */
export const FUSED = flag(false);

/** What the environment gives. */
export interface Host {
  readonly cores: number;
  readonly open: Open;
  /** Whether there are threads at all. */
  readonly hasThreads: boolean;
  /** Compiles a module of the package. */
  readonly compile: Own;
}

function readUrl(options: Options): string | undefined {
  const url: unknown = options.get("url");
  if (url === undefined) return undefined;
  if (typeof url === "string") return url;
  // A URL, of this page or of another: told by its address.
  const href: unknown = Reflect.get(Object(url), "href");
  if (typeof href === "string") return href;
  return options.required("url", "an address, a string or a URL");
}

/** The options of a `connect`: how many threads, and what begins each. */
export async function readConnect<
  F extends Fields & {
    readonly workers: typeof WORKERS;
    readonly fused: typeof FUSED;
  },
>(
  table: Table<F>,
  name: string,
  host: Host,
  input: unknown,
): Promise<{
  readonly size: number;
  readonly beginning: Beginning;
  readonly options: ReturnType<Table<F>["open"]>;
}> {
  const { wasm, ...rest } = Object(input) as { readonly wasm?: WasmSource };
  const isObject = typeof input === "object" && input !== null;
  const options = table.open(isObject ? rest : input);
  const url = readUrl(options);
  const source =
    wasm === undefined ? undefined : readSource("connect: wasm", wasm);
  const isFused = options.read("fused") as boolean;
  if (source && isFused) throw new TypeError(refusedBoth("connect"));
  const size =
    (options.read("workers") as number | undefined) ??
    Math.min(Math.max(host.cores, 1), MOST);
  if (!host.hasThreads) {
    // never taken: Node has threads
    throw new Error(
      `${name}: this runtime has no threads (Worker); load() of ${name.replace("/worker", "")} has the same calls without them`,
    );
  }
  checkEngine();
  let module: object;
  try {
    module = await (source ? compileFrom(source) : host.compile(isFused));
  } catch (cause) {
    throw explain(cause);
  }
  const beginning = { name, open: host.open, url, module };
  return { size, beginning, options };
}
