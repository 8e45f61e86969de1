// Positions of texts of different lengths, and of texts with images and videos.
import assert from "node:assert/strict";
import test from "node:test";
import { untyped } from "../../untyped.js";
import { maxError, noise, pe, refuses } from "./helpers.js";

const { packedPositions, batchedPositions } = pe.embedding;
const { multimodalPositions } = pe.rotary;

test("packed texts count from the beginning each", () => {
  const found = packedPositions({ lengths: [3, 0, 4] });
  assert.deepEqual([...found], [0, 1, 2, 0, 1, 2, 3]);
  const later = packedPositions({ lengths: [2, 1], offset: 5 });
  assert.deepEqual([...later], [5, 6, 5]);
});

test("a packed text is turned as it is turned alone", () => {
  const frequencies = pe.rotary.frequencies({ headDim: 8 });
  const x = noise([7, 1, 8]);
  const positions = packedPositions({ lengths: [3, 4] });
  const packed = pe.rotary.apply(x, { frequencies, positions });
  const alone = pe.rotary.apply(
    { data: x.data.subarray(24), shape: [4, 1, 8] },
    { frequencies },
  );
  assert.deepEqual(packed.data.subarray(24), alone.data);
});

test("padded rows have positions and a mask, on either side", () => {
  const right = batchedPositions({ lengths: [2, 3], seqLen: 4 });
  assert.deepEqual(right.positions, {
    data: Int32Array.of(0, 1, 0, 0, 0, 1, 2, 0),
    shape: [2, 4],
  });
  assert.deepEqual(right.mask, {
    data: Uint8Array.of(1, 1, 0, 0, 1, 1, 1, 0),
    shape: [2, 1, 1, 4],
  });
  const left = batchedPositions({
    lengths: [2, 3],
    side: "left",
    padding: 1,
    offset: 2,
  });
  assert.deepEqual([...left.positions.data], [1, 2, 3, 2, 3, 4]);
  assert.deepEqual([...left.mask.data], [0, 1, 1, 1, 1, 1]);
});

test("attention over padded rows is that of each text alone", () => {
  const lengths = [2, 5, 3];
  for (const side of /** @type {const} */ (["left", "right"])) {
    const { positions, mask } = batchedPositions({ lengths, side });
    const [q, k, v] = [1, 2, 3].map((seed) => noise([3, 5, 2, 8], seed));
    const at = { queryPositions: positions, keyPositions: positions };
    const { output } = pe.attention({
      q,
      k,
      v,
      causal: true,
      mask,
      position: { type: "rotary", ...at },
    });
    for (const [b, length] of lengths.entries()) {
      const first = side === "left" ? 5 - length : 0;
      const own = ({ data }) => ({
        data: data.subarray(
          (b * 5 + first) * 16,
          (b * 5 + first + length) * 16,
        ),
        shape: [length, 2, 8],
      });
      const alone = pe.attention({
        q: own(q),
        k: own(k),
        v: own(v),
        causal: true,
        position: { type: "rotary" },
      }).output;
      assert.ok(maxError(own(output).data, alone.data) < 1e-6);
    }
  }
});

// By hand from get_rope_index of Qwen2-VL: text of 3, an image of 4 × 6 patches
// (2 × 3 tokens), text of 2.
test("M-RoPE positions of text and an image", () => {
  const { positions, next, delta } = multimodalPositions({
    spans: [
      { type: "text", length: 3 },
      { type: "image", grid: [1, 4, 6] },
      { type: "text", length: 2 },
    ],
  });
  assert.deepEqual(
    positions.map((row) => [...row]),
    [
      [0, 1, 2, 3, 3, 3, 3, 3, 3, 6, 7],
      [0, 1, 2, 3, 3, 3, 4, 4, 4, 6, 7],
      [0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7],
    ],
  );
  assert.deepEqual([next, delta], [8, -3]);
});

// The example in the doc comment of Qwen2.5-VL's get_rope_index: 3 grids of
// 4 × 4 patches, 25 tokens a second, 2 seconds apart, text of 5 behind.
test("M-RoPE positions of a video by seconds (Qwen2.5-VL)", () => {
  const spans = [
    { type: "video", grid: [3, 4, 4], secondsPerFrame: 2 },
    { type: "text", length: 5 },
  ];
  const { positions, next } = multimodalPositions(
    untyped({ spans, tokensPerSecond: 25 }),
  );
  const [time, rows, columns] = positions.map((row) => [...row]);
  const text = [101, 102, 103, 104, 105];
  assert.deepEqual(time, [
    0,
    0,
    0,
    0,
    50,
    50,
    50,
    50,
    100,
    100,
    100,
    100,
    ...text,
  ]);
  assert.deepEqual(rows, [0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, ...text]);
  assert.deepEqual(columns, [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, ...text]);
  assert.equal(next, 106);
  // Qwen2-VL counts frames.
  const counted = multimodalPositions({
    spans: [{ type: "video", grid: [3, 4, 4] }],
  });
  assert.deepEqual(
    [...counted.positions[0]],
    [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2],
  );
  assert.equal(counted.next, 3);
});

test("frames between timestamps (Qwen3-VL), handed on to multimodal", () => {
  const frame = { type: "image", grid: [1, 2, 4] };
  const stamp = { type: "text", length: 2 };
  const { positions } = multimodalPositions(
    untyped({ spans: [stamp, frame, stamp, frame] }),
  );
  assert.deepEqual([...positions[0]], [0, 1, 2, 2, 4, 5, 6, 6]);
  assert.deepEqual([...positions[2]], [0, 1, 2, 3, 4, 5, 6, 7]);
  const { cos } = pe.rotary.multimodal({
    frequencies: pe.rotary.frequencies({ headDim: 8 }),
    sections: [2, 1, 1],
    interleaved: true,
    positions,
  });
  assert.deepEqual(cos.shape, [8, 4]);
});

test("lengths and spans that cannot be are refused", () => {
  refuses(
    () => packedPositions({ lengths: [0] }),
    RangeError,
    "embedding.packedPositions: lengths must be one above 0 at least, got [0]",
  );
  refuses(
    () => packedPositions({ lengths: [2 ** 26, 1] }),
    RangeError,
    "embedding.packedPositions: lengths must come to at most 67108864 tokens, got 67108865",
  );
  refuses(
    () => batchedPositions({ lengths: [3], seqLen: 2 }),
    RangeError,
    "embedding.batchedPositions: seqLen must be at least 3, the longest of lengths, got 2",
  );
  const call = "rotary.multimodalPositions";
  const spans =
    (...list) =>
    () =>
      multimodalPositions(untyped({ spans: list }));
  refuses(
    spans(),
    RangeError,
    `${call}: spans must be a list of at least one span, got []`,
  );
  refuses(
    spans({ type: "text" }),
    TypeError,
    `${call}: spans[0]: length is required (an integer from 0 to 67108864)`,
  );
  refuses(
    spans({ type: "text", length: 1 }, { type: "text", grid: [1, 2, 2] }),
    TypeError,
    `${call}: spans[1]: grid does not belong to type "text"`,
  );
  refuses(
    spans({ type: "image", grid: [1, 3, 2] }),
    RangeError,
    `${call}: spans[0]: grid must be rows and columns that mergeSize, 2, divides, got [1, 3, 2]`,
  );
  refuses(
    spans({ type: "video", grid: [1, 2, 2], secondsPerFrame: 1 }),
    TypeError,
    `${call}: spans[0]: secondsPerFrame needs the option tokensPerSecond`,
  );
  refuses(
    spans({ type: "text", length: 0 }),
    RangeError,
    `${call}: spans must come to 1 to 67108864 tokens, got 0`,
  );
});
