import assert from "node:assert/strict";
import { load } from "posenc";

export { noise } from "../../across/engines/results.js";

/** The built library, started once for all tests of a file. */
export const pe = await load();

/** Asserts kind and full message of an error, and that the next call works. */
export function refuses(call, Kind, message) {
  assert.throws(call, (/** @type {any} */ error) => {
    assert.equal(error.message, message);
    assert.equal(error.constructor, Kind);
    return true;
  });
  const { data } = pe.embedding.sinusoidal({ seqLen: 1, dModel: 2 });
  assert.deepEqual([...data], [0, 1]);
}

/** Largest absolute difference of two arrays of the same length. */
export function maxError(found, expected) {
  assert.equal(found.length, expected.length);
  let worst = 0;
  for (let i = 0; i < found.length; i += 1) {
    const error = Math.abs(found[i] - expected[i]);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}
