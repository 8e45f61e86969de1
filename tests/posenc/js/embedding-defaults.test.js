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

test("binary has as many bits as the largest position needs", () => {
  for (const [seqLen, bits] of [
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 3],
    [8, 3],
    [9, 4],
    [16, 4],
    [17, 5],
    [256, 8],
    [257, 9],
  ]) {
    assert.deepEqual(embedding.binary({ seqLen }).shape, [seqLen, bits]);
  }
});

test("logarithmic counts to one past the largest position, at least to 2", () => {
  const rows = (options) => embedding.logarithmic({ dModel: 4, ...options });
  for (const seqLen of [1, 2, 3, 9]) {
    const maxLen = Math.max(seqLen, 2);
    assert.deepEqual(rows({ seqLen }), rows({ seqLen, maxLen }));
  }
  const beyond = rows({ seqLen: 2, maxLen: 3 });
  assert.notDeepEqual(rows({ seqLen: 2 }).data, beyond.data);
});

test("axial takes 1 to 3 axes", () => {
  const axial = (shape) => embedding.axial({ shape, dModel: 12 });
  for (const shape of [[2], [2, 3], [2, 3, 4]]) {
    assert.equal(
      axial(shape).shape[0],
      shape.reduce((a, b) => a * b),
    );
  }
  for (const [shape, given] of [
    [[], "[]"],
    [[1, 1, 1, 1], "[1, 1, 1, 1]"],
    ["11", '"11" (a string)'],
    [2, "2"],
  ]) {
    refuses(
      () => axial(shape),
      RangeError,
      `embedding.axial: shape must be an array of 1 to 3 axes, got ${given}`,
    );
  }
});

test("axial with reverseCoord is the grid of reversed axes", () => {
  const timm = (options) =>
    embedding.axial({ dModel: 8, convention: "timm", ...options });
  const reversed = timm({ shape: [2, 3], reverseCoord: true });
  assert.deepEqual(reversed, timm({ shape: [3, 2] }));
  assert.notDeepEqual(reversed.data, timm({ shape: [2, 3] }).data);
});
