// Where the module is taken from.
import { describe } from "./errors.js";
import { startCompiled } from "./load.js";
import { refuseUnknown } from "./options.js";
import type { Runtime } from "./runtime.js";

// What engines give, told by what it has: the names `Response`, `URL` and
// `WebAssembly` are types of the DOM's library, which not every user has.

/** What is read of a `Response`. */
export interface WasmResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Where `init` takes the bytes of `posenc.wasm` from: exactly one of these. */
export interface WasmSource {
  /** Address of `posenc.wasm`; in Node a `file:` URL works too. */
  readonly url?: string | { readonly href: string };
  /** The bytes themselves. */
  readonly bytes?: ArrayBuffer | ArrayBufferView;
  /**
   * A `WebAssembly.Module`, compiled already (Cloudflare Workers, a pool of
   * workers).
   */
  readonly module?: object;
  /** A response, or the promise of one, compiled while it streams in. */
  readonly response?: WasmResponse | PromiseLike<WasmResponse>;
}

interface NodeFiles {
  readFile(path: URL): Promise<Uint8Array>;
}

interface NodeProcess {
  readonly versions?: { readonly node?: string };
  getBuiltinModule?(name: string): unknown;
}

const FILES = "node:fs/promises";

/** Node's fetch has no `file:`. Nothing that bundlers would look for. */
async function readFileUrl(
  url: URL,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { process } = globalThis as { process?: NodeProcess };
  // never taken: browsers, whose tests are in tests/across/engines
  if (process?.versions?.node === undefined) return undefined;
  const files = (process.getBuiltinModule?.(FILES) ??
    // Before Node 20.16 and 22.3.
    (await import(
      /* webpackIgnore: true */ /* @vite-ignore */ FILES
    ))) as NodeFiles;
  return (await files.readFile(url)) as Uint8Array<ArrayBuffer>;
}

async function fetchModule(
  url: NonNullable<WasmSource["url"]>,
): Promise<WebAssembly.Module> {
  // never taken: a page has a base; tests/across/engines has pages
  const base = (globalThis as { document?: { baseURI: string } }).document
    ?.baseURI;
  const address = new URL(url as string, base);
  if (address.protocol === "file:") {
    const bytes = await readFileUrl(address);
    if (bytes !== undefined) return WebAssembly.compile(bytes);
  }
  return streamModule(await fetch(address));
}

async function streamModule(
  response: WasmResponse,
): Promise<WebAssembly.Module> {
  if (!response.ok) {
    throw new Error(
      `${response.url || "the response"} answered ${response.status} ${response.statusText}`,
    );
  }
  const type = response.headers.get("content-type") ?? "";
  // Streaming insists on this type; a host that does not send it still works.
  if (type.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response as Response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Compiles the module from the one source that is given. */
export async function compileFrom(source: WasmSource): Promise<object> {
  const { url, bytes, module, response } = source;
  if (module !== undefined) return module;
  if (bytes !== undefined) return WebAssembly.compile(bytes as BufferSource);
  if (response !== undefined) return streamModule(await response);
  return fetchModule(url as string);
}

const SOURCES = ["url", "bytes", "module", "response"] as const;

/**
 * The one source that a user gives, as it is now.
 *
 * @param call - name of the public call, for messages
 */
export function readSource(call: string, source: WasmSource): WasmSource {
  if (typeof source !== "object" || source === null) {
    throw new TypeError(
      `${call}: options must be an object with ${SOURCES.join(", ")}, got ${describe(source)}`,
    );
  }
  refuseUnknown(call, Object.keys(source), SOURCES);
  const { ...read } = source;
  const given = SOURCES.filter((name) => read[name] !== undefined);
  if (given.length !== 1) {
    throw new TypeError(
      `${call}: exactly one of ${SOURCES.join(", ")} is required, got ${given.length ? given.join(" and ") : describe(source)}`,
    );
  }
  return read;
}

/**
 * Starts the module from the one source that a user gives.
 *
 * @param call - name of the public call, for messages
 */
export async function startChecked(
  call: string,
  source: WasmSource,
): Promise<Runtime> {
  const read = readSource(call, source);
  return startCompiled(() => compileFrom(read));
}
