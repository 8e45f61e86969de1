import { embeddingSinusoidalRange } from "./generated/border/embedding.js";
import {
  SinusoidalLayout,
  SinusoidalSpacing,
} from "./generated/border/enums/embedding.js";
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
    runtime.run("start", embeddingSinusoidalRange, {
      out: row.pointer,
      rows: 1,
      offset: 1,
      width: EXPECTED.length,
      base: 10000,
      layout: SinusoidalLayout.interleaved,
      spacing: SinusoidalSpacing.paper,
    });
    return row.take();
  });
  if (EXPECTED.some((x, i) => !(Math.abs((found[i] as number) - x) < 1e-6))) {
    throw new Error(
      `posenc: this engine computes WebAssembly SIMD wrongly (sin 1 came out as ${found[0]})`,
    );
  }
}
