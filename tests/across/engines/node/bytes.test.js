import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../../../src/posenc/dist/index.js";
import { expected } from "../expected.js";
import { fingerprint, fingerprints, noise, results } from "../results.js";

test("results have the bytes that all engines agree on, in Node", async () => {
  assert.ok(results.length >= 40);
  assert.deepEqual(fingerprints(await load()), expected());
});

test("a fingerprint is FNV-1a of the bytes, and one bit changes it", () => {
  const ascii = (text) => Uint8Array.from(Buffer.from(text));
  // From the authors' list of test vectors.
  assert.equal(fingerprint(ascii("")).hash, "cbf29ce484222325");
  assert.equal(fingerprint(ascii("a")).hash, "af63dc4c8601ec8c");
  assert.equal(fingerprint(ascii("foobar")).hash, "85944171f73967e8");
  const one = noise([3, 5], 1);
  const other = { ...one, data: one.data.slice() };
  new Uint32Array(other.data.buffer)[14] ^= 1;
  assert.equal(fingerprint(one).shape, "3×5");
  assert.notEqual(fingerprint(one).hash, fingerprint(other).hash);
});
