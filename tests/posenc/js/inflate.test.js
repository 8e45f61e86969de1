// The module as text, for engines without DecompressionStream.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import test from "node:test";
import { constants, deflateSync } from "node:zlib";
import { inflate } from "../../../src/posenc/js/inflate.ts";

const words = "rope_theta rope_scaling rope_parameters rotary ".repeat(500);
const inputs = [
  Buffer.alloc(0),
  Buffer.from("a"),
  Buffer.alloc(70_000, 7),
  randomBytes(70_000),
  Buffer.from(words),
  Buffer.from(Array.from({ length: 40_000 }, (_, i) => (i * i) >> 3)),
];
const { Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = constants;

test("inflates blocks of every kind as zlib does", () => {
  for (const input of inputs) {
    for (const level of [0, 1, 6, 9]) {
      for (const strategy of [
        Z_DEFAULT_STRATEGY,
        Z_FIXED,
        Z_HUFFMAN_ONLY,
        Z_RLE,
      ]) {
        const stream = deflateSync(input, { level, strategy });
        assert.deepEqual(Buffer.from(inflate(stream)), input);
      }
    }
  }
});

test("refuses a stream that ends too early, and a code of no symbol", () => {
  const stream = deflateSync(Buffer.from(words));
  for (const length of [0, 2, 3, 20, stream.length - 6]) {
    assert.throws(() => inflate(stream.subarray(0, length)), {
      name: "RangeError",
      message: "inflate: no more bytes",
    });
  }
  // A block with its own code, whose lengths have none.
  const empty = Uint8Array.of(0x78, 0x9c, 0b101, 0, 0, 0, 0, 0, 0, 0, 0);
  assert.throws(() => inflate(empty), {
    name: "RangeError",
    message: "inflate: no such code",
  });
});
