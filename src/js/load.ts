import { describe } from "./errors.js";
import { refuseUnknown } from "./options.js";
import { Runtime } from "./runtime.js";
import { selfTest } from "./self-test.js";

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

// (module (func (result v128) i32.const 0 i8x16.splat)): valid with SIMD only.
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6,
  0, 65, 0, 253, 15, 11,
]);

function checkEngine(): void {
  if (typeof WebAssembly !== "object") {
    throw new Error("posenc: this engine has no WebAssembly");
  }
  if (!WebAssembly.validate(SIMD_PROBE)) {
    throw new Error(
      "posenc: this engine has no WebAssembly SIMD (needed: Chrome 91, Firefox 89, Safari 16.4, Node 16.4 or newer)",
    );
  }
}

/** Says what to do about a Content-Security-Policy, if that is the cause. */
function explain(cause: unknown): Error {
  const text = cause instanceof Error ? cause.message : String(cause);
  return /content security policy|unsafe-eval|CSP/i.test(text)
    ? new Error(
        `posenc: the page's Content-Security-Policy forbids WebAssembly; add 'wasm-unsafe-eval' to script-src (${text})`,
        { cause },
      )
    : new Error(`posenc: the WebAssembly module does not start: ${text}`, {
        cause,
      });
}

interface NodeFiles {
  readFile(path: URL): Promise<Uint8Array>;
}

/** Node's fetch has no `file:`. No import, so that bundlers see nothing. */
async function readFileUrl(
  url: URL,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const node = (
    globalThis as {
      process?: { getBuiltinModule?: (name: string) => unknown };
    }
  ).process;
  const files = node?.getBuiltinModule?.("node:fs/promises") as
    | NodeFiles
    | undefined;
  return files && ((await files.readFile(url)) as Uint8Array<ArrayBuffer>);
}

async function fetchModule(
  url: NonNullable<WasmSource["url"]>,
): Promise<WebAssembly.Module> {
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

/** Compiles and starts the module from the one source that is given. */
export async function startFrom(source: WasmSource): Promise<Runtime> {
  checkEngine();
  const { url, bytes, module, response } = source;
  let runtime: Runtime;
  try {
    const compiled =
      module ??
      (bytes !== undefined
        ? await WebAssembly.compile(bytes as BufferSource)
        : response !== undefined
          ? await streamModule(await response)
          : await fetchModule(url as string));
    runtime = await Runtime.start(compiled);
  } catch (cause) {
    throw explain(cause);
  }
  selfTest(runtime);
  return runtime;
}

const SOURCES = ["url", "bytes", "module", "response"] as const;

/**
 * The same for what a user gives.
 *
 * @param call - name of the public call, for messages
 */
export function startChecked(
  call: string,
  source: WasmSource,
): Promise<Runtime> {
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
  return startFrom(read);
}
