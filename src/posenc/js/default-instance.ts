// The one instance that the named exports work with.
import type { TensorBuffer } from "./buffer.js";
import type { Runtime } from "./runtime.js";

let instance: Runtime | undefined;

/** Makes it the one instance. */
export function setDefaultInstance(runtime: Runtime): void {
  instance = runtime;
}

/**
 * A call of the instance instance, for an export of its own that bundlers drop
 * when nobody imports it.
 *
 * @internal
 * @param make - makes this call, and perhaps others, for an instance
 * @param name - of the call in what `make` returns
 */
export function named<Calls, Name extends keyof Calls>(
  make: (runtime: Runtime) => Calls,
  name: Name & string,
): Calls[Name] {
  let of: Runtime | undefined;
  let call: (...args: unknown[]) => unknown;
  const ask = (a: unknown, b: unknown, c: unknown, d: unknown): unknown => {
    if (of !== instance || of === undefined) {
      if (instance === undefined) {
        throw new Error("posenc: await init() before the first call");
      }
      of = instance;
      call = make(of)[name] as typeof call;
    }
    // No call takes more.
    return call(a, b, c, d);
  };
  return ask as Calls[Name];
}

const fused = (runtime: Runtime) => ({ isFused: () => runtime.isFused });
/** Whether the fused module runs: see {@link InitOptions.fused}. */
export const isFused: () => boolean = /* @__PURE__ */ named(fused, "isFused");

const buffers = (runtime: Runtime) => ({
  buffer: (shape: readonly number[]): TensorBuffer => runtime.buffer(shape),
});
/**
 * A tensor of zeros in the module's own memory, for calls without copying.
 *
 * @param shape - length of each axis
 * @returns the buffer; free it with `dispose()`
 * @throws RangeError when it does not fit, with the bytes asked for
 */
export const buffer: (shape: readonly number[]) => TensorBuffer =
  /* @__PURE__ */ named(buffers, "buffer");
