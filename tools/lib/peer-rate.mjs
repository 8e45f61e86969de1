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

/** So many runs that are no faster end the measurement: engines compile meanwhile. */
const PATIENCE = 40;

/**
 * Rate of that product in 10⁹ operations a second: that of the fastest run, since
 * others who use the machine only ever slow it down.
 *
 * @param {() => unknown} product
 * @param {() => number} clock milliseconds
 */
export async function rateOf(product, clock) {
  let best = Infinity;
  for (let since = 0; since < PATIENCE; since += 1) {
    const start = clock();
    await product();
    const time = clock() - start;
    // A hundredth is chance.
    if (time < 0.99 * best) since = 0;
    best = Math.min(best, time);
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
