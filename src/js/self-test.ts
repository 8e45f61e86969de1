import type { Runtime } from "./runtime.js";

/** sin and cos of position 1 at width 4. */
const EXPECTED = [0.84147098, 0.5403023, 0.00999983, 0.99995];

/**
 * Four numbers known by heart: some early engines get SIMD wrong.
 *
 * @throws Error when one of them comes out otherwise
 */
export function selfTest(runtime: Runtime): void {
  const found = runtime.frame("start", (frame) => {
    const row = frame.float32(EXPECTED.length);
    const [start, width, base, interleaved, paper] = [1, 4, 10000, 0, 0];
    runtime.run(
      "start",
      "embedding_sinusoidal_range",
      ...[row.pointer, 1, start, width, base, interleaved, paper],
    );
    return row.take();
  });
  if (EXPECTED.some((x, i) => !(Math.abs((found[i] as number) - x) < 1e-6))) {
    throw new Error(
      `posenc: this engine computes WebAssembly SIMD wrongly (sin 1 came out as ${found[0]})`,
    );
  }
}
