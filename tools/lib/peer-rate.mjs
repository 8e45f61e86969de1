// Whether a library may stand in a table beside posenc. One that multiplies
// matrices slowly isn't what people know by its name: a debug build, no SIMD, or
// a PyTorch with the reference BLAS.

/** Side of the square float32 matrices that every peer multiplies. */
export const SIDE = 512;
/** 10⁹ operations a second on one thread: a third of what 128-bit SIMD gives. */
export const LEAST_RATE = 10;

/** Why a peer is left out; undefined where it may stay. */
export const tooSlow = (rate) =>
  rate >= LEAST_RATE
    ? undefined
    : `it multiplies float32 matrices of ${SIDE} × ${SIDE} at ${rate.toFixed(1)} GFLOP/s on one thread; below ${LEAST_RATE} it isn't what people know by its name`;

/**
 * Rate of that product in 10⁹ operations a second: the best of several, since
 * others who use the machine only ever slow it down.
 *
 * @param {() => unknown} product
 * @param {() => number} clock milliseconds
 */
export async function rateOf(product, clock) {
  let best = Infinity;
  for (let n = 0; n < 20; n += 1) {
    const start = clock();
    await product();
    best = Math.min(best, clock() - start);
  }
  return (2 * SIDE ** 3) / best / 1e6;
}

/** @param {{ version: string, details: readonly string[], rate?: number | undefined }} it */
export const configurationText = ({ version, details, rate }) => {
  const all = rate ? [...details, `${rate.toFixed(0)} GFLOP/s`] : details;
  return all.length > 0 ? `${version} (${all.join(", ")})` : version;
};

/** What the GFLOP/s of configurations are. */
export const RATE_NOTE = `GFLOP/s: a float32 product of ${SIDE} × ${SIDE} matrices`;
