// Where the module is taken from.
import { describe } from "./errors.js";
import { nodeBuiltin } from "./node-builtin.js";
import { refuseUnknown } from "./options.js";

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

/** Node's fetch has no `file:`. */
async function readFileUrl(
  url: URL,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const files = nodeBuiltin("node:fs/promises") as NodeFiles | undefined;
  return (await files?.readFile(url)) as Uint8Array<ArrayBuffer> | undefined;
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

/** What a user gives, as it is now. */
function readKnown<Given extends object>(
  call: string,
  given: Given,
  names: readonly string[],
): Given {
  if (typeof given !== "object" || given === null) {
    throw new TypeError(
      `${call}: options must be an object with ${names.join(", ")}, got ${describe(given)}`,
    );
  }
  refuseUnknown(call, Object.keys(given), names);
  return { ...given };
}

/** Refuses what is not exactly one of `names`. */
function checkOne<Read extends object>(
  call: string,
  read: Read,
  names: readonly (keyof Read & string)[],
): void {
  const given = names.filter((name) => read[name] !== undefined);
  if (given.length === 1) return;
  throw new TypeError(
    `${call}: exactly one of ${names.join(", ")} is required, got ${given.length ? given.join(" and ") : describe(read)}`,
  );
}

/**
 * The one source that a user gives, as it is now.
 *
 * @param call - name of the public call, for messages
 */
export function readSource(call: string, source: WasmSource): WasmSource {
  const read = readKnown(call, source, SOURCES);
  checkOne(call, read, SOURCES);
  return read;
}

/** Where a source is an option of its own. */
export const refusedBoth = (call: string): string =>
  `${call}: wasm and fused cannot both be given; fused starts a module of the package`;

/** What `init` and `load` take: one source, or which module of the package. */
export interface InitOptions extends WasmSource {
  /**
   * Whether to start the package's fused module, `posenc/fused.wasm`, a file that
   * only this fetches, in place of a source. Where the engine or the runtime can't
   * have it, the plain module starts ({@link Posenc.isFused} says which). The gain
   * depends on the processor: on AMD's Zen 5 attention takes as long; in a
   * prototype it took 0.76 to 0.85 of the time on Zen 3.
   *
   * It computes `a b + c` with relaxed SIMD (Chrome 114, Firefox 146 and Node 22
   * have it, Safari doesn't), rounded once where the processor can. A sum of n products has an error of at
   * most n 2⁻²⁴ Σ|a b|, as in the plain module, and every documented bound holds.
   * But the last bits depend on the processor, and calls that agree bit for bit
   * in the plain module, such as a token at a time and all at once, only agree
   * within these bounds.
   */
  readonly fused?: boolean | undefined;
}

const INIT = [...SOURCES, "fused"] as const;

/**
 * What a user gives `init` or `load`, as it is now: a source, or whether to start
 * the fused module of the package.
 */
export function readInit(
  call: string,
  options: InitOptions,
): WasmSource | boolean {
  const { fused, ...source } = readKnown(call, options, INIT);
  if (fused !== undefined && typeof fused !== "boolean") {
    throw new TypeError(
      `${call}: fused must be true or false, got ${describe(fused)}`,
    );
  }
  const hasSource = SOURCES.some((name) => source[name] !== undefined);
  if (fused === false && !hasSource) return false;
  const read: InitOptions = fused ? { ...source, fused } : source;
  checkOne(call, read, INIT);
  return fused || source;
}
