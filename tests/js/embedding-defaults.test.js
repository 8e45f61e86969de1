import assert from "node:assert/strict";
import test from "node:test";
import { pe, refuses } from "./helpers.js";

const { embedding } = pe;
const text = { paragraphs: [12], sentences: [12], dModel: 2 };
const localBias = (options) =>
  embedding.document({ ...text, ...options }).localBias;

test("a document's window is 8 tokens on each side unless told", () => {
  assert.deepEqual(localBias({}), localBias({ window: 8 }));
  for (const window of [7, 9]) {
    assert.notDeepEqual(localBias({ window }).data, localBias({}).data);
  }
});

test("a document takes a strength, or a table of any window, not both", () => {
  assert.deepEqual(localBias({ strength: 1 }), localBias({}));
  assert.notDeepEqual(localBias({ strength: 2 }).data, localBias({}).data);
  for (const window of [0, 1]) {
    const localTable = Array(2 * window + 1).fill(1);
    assert.equal(localBias({ window, localTable }).data[0], 1);
    refuses(
      () => localBias({ window, localTable, strength: 1 }),
      TypeError,
      "embedding.document: give either localTable or strength, not both",
    );
  }
});
