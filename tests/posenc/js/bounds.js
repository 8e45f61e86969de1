// Tests of bounds: a number is taken at the bound, and refused at the very next
// one.
import assert from "node:assert/strict";
import test from "node:test";

export const FAR = 2 ** 31;

/** The next float64 above or below. */
export function beside(x, up) {
  if (x === 0) return up ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  view.setBigInt64(0, view.getBigInt64(0) + (up === x > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

export const real = (min, max) => ({
  allowed: `a finite number from ${min} to ${max}`,
  taken: [min, max],
  refused: [beside(min, false), beside(max, true)],
});

export const positive = (max) => ({
  allowed: `a finite number above 0 and at most ${max}`,
  taken: [1e-9, max],
  refused: [0, beside(max, true)],
});

export const whole = (min, max) => ({
  allowed: `an integer from ${min} to ${max}`,
  taken: [min, max],
  // 2⁵³ + 1 is no number.
  refused: [min - 1, max + (max === 2 ** 53 ? 2 : 1)],
});

export const inList = (range, length = 1) => ({
  allowed: range.allowed,
  at: "[0]",
  make: (value) => [value, ...Array(length - 1).fill(1)],
  taken: range.taken,
  refused: range.refused,
});

/** What is taken may still be too large for the memory of the module. */
function takes(call, name) {
  try {
    call();
  } catch (/** @type {any} */ error) {
    assert.match(error.message, /: needs .* of memory, more than/, name);
  }
}

/**
 * @param name of the call
 * @param bounds option → bounds
 * @param call takes the one option under test
 */
export function bounded(name, bounds, call) {
  test(`${name} takes its bounds and nothing beyond`, () => {
    for (const [path, limits] of Object.entries(bounds)) {
      const { allowed, taken, refused, at = "" } = limits;
      const { make = (value) => value } = limits;
      const given = (value) =>
        path
          .split(".")
          .reduceRight((inner, key) => ({ [key]: inner }), make(value));
      for (const value of taken) {
        takes(() => call(given(value)), `${name} ${path} ${value}`);
      }
      for (const value of refused) {
        assert.throws(() => call(given(value)), {
          name: "RangeError",
          message: `${name}: ${path}${at} must be ${allowed}, got ${value}`,
        });
      }
    }
  });
}

export const BASE = real(1, 1e12);
export const SEED = {
  ...whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  refused: [-(2 ** 53), 2 ** 53],
};
export const WIDTH = whole(1, 65536);
export const LENGTH = whole(1, FAR);
export const POSITION = real(-FAR, FAR);
