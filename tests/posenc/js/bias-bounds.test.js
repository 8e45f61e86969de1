import assert from "node:assert/strict";
import test from "node:test";
import {
  BASE,
  bounded,
  FAR,
  inList,
  LENGTH,
  POSITION,
  positive,
  WIDTH,
  whole,
} from "./bounds.js";
import { noise, pe } from "./helpers.js";

const { bias } = pe;

const GRID = { queryLen: 2, keyLen: 2 };
bounded(
  "bias.alibi",
  {
    numHeads: WIDTH,
    maxBias: positive(1000),
    queryLen: LENGTH,
    keyLen: LENGTH,
    offset: POSITION,
  },
  (it) => bias.alibi({ numHeads: 2, ...GRID, ...it }),
);
bounded("bias.alibi", { keyPositions: inList(whole(-FAR, FAR - 1), 1) }, (it) =>
  bias.alibi({ numHeads: 1, ...it }),
);
bounded("bias.alibi", { queryLen: whole(1, 3) }, (it) =>
  bias.alibi({ numHeads: 1, keyPositions: [0, 1, 2], ...it }),
);
bounded("bias.sandwich", { dim: { ...whole(2, 65536) }, base: BASE }, (it) =>
  bias.sandwich({ numHeads: 2, ...GRID, ...it }),
);

/** numBuckets of 4 to 65536, or 2 to 65536 in one direction. */
test("T5's numbers of buckets have bounds by direction", () => {
  for (const [bidirectional, least, step] of /** @type {const} */ ([
    [true, 4, 2],
    [false, 2, 1],
  ])) {
    const bucket = (numBuckets) =>
      bias.t5Bucket([0], { numBuckets, bidirectional, maxDistance: 70000 })[0];
    for (const count of [least, 65536]) assert.equal(bucket(count), 0);
    for (const count of [least - step, 65536 + step]) {
      assert.throws(() => bucket(count), {
        message: `bias.t5Bucket: numBuckets must be an ${bidirectional ? "even " : ""}integer from ${least} to 65536 when bidirectional is ${bidirectional}, got ${count}`,
      });
    }
  }
});

bounded("bias.t5Bucket", { maxDistance: whole(9, FAR - 1) }, (it) =>
  bias.t5Bucket([0], { numBuckets: 32, ...it }),
);
// Of 34 buckets 17 for each side, of which 8 are exact.
bounded("bias.t5Bucket", { maxDistance: whole(9, FAR - 1) }, (it) =>
  bias.t5Bucket([0], { numBuckets: 34, ...it }),
);

test("T5's maxDistance is 128 unless told", () => {
  const far = Array.from({ length: 300 }, (_, i) => -i);
  assert.deepEqual(
    bias.t5Bucket(far),
    bias.t5Bucket(far, { maxDistance: 128 }),
  );
  assert.notDeepEqual(
    bias.t5Bucket(far),
    bias.t5Bucket(far, { maxDistance: 127 }),
  );
});

test("KERPLE and FIRE take every eps above 0", () => {
  const kerple = (eps) =>
    bias.kerple({ kind: "log", a: [1], p: [1], ...GRID, eps });
  const one = { data: [1], shape: [1] };
  const fire = (eps) =>
    bias.fire({
      weights: {
        hiddenWeight: one,
        hiddenBias: one,
        outputBias: one,
        outputWeight: { data: [1], shape: [1, 1] },
      },
      ...GRID,
      eps,
    });
  for (const [name, call] of Object.entries({ kerple, fire })) {
    call(1e-300);
    assert.throws(() => call(0), {
      message: `bias.${name}: eps must be a finite number above 0, got 0`,
    });
  }
});

bounded("bias.relativePositionIndex", { windowSize: inList(WIDTH, 2) }, (it) =>
  bias.relativePositionIndex(it),
);

const fire = (width, options) =>
  bias.fire({
    weights: {
      hiddenWeight: noise([width, 1], 1),
      hiddenBias: noise([width], 2),
      outputWeight: noise([1, width], 3),
      outputBias: noise([1], 4),
    },
    ...GRID,
    ...options,
  }).data;

test("FIRE's perceptron has at most 4096 hidden units", () => {
  assert.equal(fire(4096).length, 4);
  assert.throws(() => fire(4097), {
    name: "RangeError",
    message:
      "bias.fire: weights.hiddenBias must have shape [W] with W at most 4096, got [4097]",
  });
});

test("FIRE's L is 512 unless told", () => {
  assert.deepEqual(fire(8), fire(8, { L: 512 }));
  for (const L of [511, 513]) assert.notDeepEqual(fire(8), fire(8, { L }));
});

test("a trained window of no size is the window itself, one of half is refused", () => {
  const coords = (pretrainedWindowSize) =>
    bias.relativeCoords({ windowSize: [4, 4], pretrainedWindowSize });
  assert.deepEqual(coords([0, 0]), coords(undefined));
  assert.deepEqual(coords([0, 0]), coords([4, 4]));
  for (const window of [
    [0, 1],
    [1, 0],
    [0, 2],
  ]) {
    assert.throws(() => coords(window), {
      name: "RangeError",
      message: `bias.relativeCoords: pretrainedWindowSize must be two sides of at least 1, or [0, 0], got [${window.join(", ")}]`,
    });
  }
});
