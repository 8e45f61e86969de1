/** Numbers of a golden file: non-finite ones are written as strings. */
export function numbers(array) {
  return Float64Array.from(array.data, (x) => (x === "NaN" ? NaN : Number(x)));
}

/** A golden array as a tensor that the API accepts. */
export function tensor(array) {
  return { data: numbers(array), shape: array.shape };
}

/**
 * The largest real number among a case's outputs, 1 at least: a floor where long
 * sums cancel, whose errors are as large as their terms.
 */
export function largestOutput({ outputs }) {
  let largest = 1;
  for (const output of Object.values(outputs)) {
    const reals = numbers(output).filter(Number.isFinite);
    if (reals.every(Number.isInteger)) continue;
    for (const x of reals) largest = Math.max(largest, Math.abs(x));
  }
  return largest;
}

/** Half a unit in the last place of a float32 at 1. */
export const HALF_ULP = 2 ** -24;

/**
 * Compares one output with the published numbers.
 *
 * The bound of a number x is `case.tolerance + case.rtol·|x|`, which the
 * golden file states for the reference itself, plus our own share
 * `ulps · 2⁻²⁴ · max(|x|, floor)`: the one rounding to float32 (ulps = 1,
 * floor = 0), or more where an adapter says why, for all its cases or in the
 * `bound` of one output. NaN of a reference, which divides by zero where a
 * query sees nothing, must be a number here.
 *
 * @returns undefined when all fit, else what is wrong
 */
export function compare(name, found, expected, testCase, limits) {
  const want = numbers(expected);
  if (found === undefined) return `${name}: the adapter gave no such output`;
  if (found.shape && found.shape.join() !== expected.shape.join()) {
    return `${name}: shape [${found.shape}], expected [${expected.shape}]`;
  }
  if (found.data.length !== want.length) {
    return `${name}: ${found.data.length} numbers, expected ${want.length}`;
  }
  const { ulps, floor } = { ...limits, ...found.bound };
  let worst = { excess: 0 };
  for (let i = 0; i < want.length; i += 1) {
    const x = want[i];
    const y = found.data[i];
    if (x === y || (Number.isNaN(x) && Number.isFinite(y))) continue;
    const error = Math.abs(y - x);
    const bound =
      testCase.tolerance +
      (testCase.rtol ?? 0) * Math.abs(x) +
      ulps * HALF_ULP * Math.max(Math.abs(x), floor);
    const excess =
      error <= bound ? 0 : Number.isNaN(error) ? 1e300 : error / bound;
    if (excess > worst.excess) worst = { excess, i, x, y, error, bound };
  }
  if (worst.excess === 0) return undefined;
  return `${name}[${worst.i}]: ${worst.y}, expected ${worst.x}: error ${worst.error.toExponential(2)}, bound ${worst.bound.toExponential(2)}`;
}
