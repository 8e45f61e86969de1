import type { Exports } from "./buffer.js";
import { Runtime } from "./runtime.js";
import { selfTest } from "./self-test.js";

// (module (func (result v128) i32.const 0 i8x16.splat)): valid with SIMD only.
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6,
  0, 65, 0, 253, 15, 11,
]);

// (module (func (result v128) …)) with f32x4.relaxed_madd of three such.
const RELAXED_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1,
  17, 0, 65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 11,
]);

/** Whether the engine compiles the fused module. */
export const canFuse = (): boolean => WebAssembly.validate(RELAXED_PROBE);

/** Whether a compiled module is a fused one: the build has marked it. */
export const isFusedModule = (module: object): boolean =>
  WebAssembly.Module.customSections(module as WebAssembly.Module, "fused")
    .length > 0;

export function checkEngine(): void {
  if (typeof WebAssembly !== "object") {
    throw new Error("posenc: this engine has no WebAssembly");
  }
  if (!WebAssembly.validate(SIMD_PROBE)) {
    throw new Error(
      "posenc: this engine has no WebAssembly SIMD (needed: Chrome 91, Firefox 89, Safari 16.4, Node 16.4 or newer)",
    );
  }
}

/** Says what to do about a failed start, where its cause is known. */
export function explain(cause: unknown): Error {
  const text = cause instanceof Error ? cause.message : String(cause);
  const told = (message: string) => new Error(`posenc: ${message}`, { cause });
  if (/content security policy|unsafe-eval|CSP/i.test(text)) {
    return told(
      `the page's Content-Security-Policy forbids WebAssembly; add 'wasm-unsafe-eval' to script-src (${text})`,
    );
  }
  // Cloudflare Workers and their like, when a bundler took the entry of others.
  if (/disallowed by embedder/i.test(text)) {
    return told(
      `this runtime compiles no WebAssembly from bytes; import the module and give it to init({ module }): import module from "posenc/posenc.wasm" (${text})`,
    );
  }
  return told(`the WebAssembly module does not start: ${text}`);
}

/**
 * Starts the module that `compile` gives, which is asked when the engine is known
 * to be able: one that is refused before may lack what it needs.
 */
export async function startCompiled(
  compile: () => PromiseLike<object>,
): Promise<Runtime> {
  checkEngine();
  let runtime: Runtime;
  try {
    const module = (await compile()) as WebAssembly.Module;
    const { exports } = await WebAssembly.instantiate(module);
    runtime = new Runtime(exports as unknown as Exports, isFusedModule(module));
  } catch (cause) {
    throw explain(cause);
  }
  selfTest(runtime);
  return runtime;
}
