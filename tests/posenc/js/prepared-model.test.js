// Whatever a loop over tokens does with a cache, in whatever order, and whatever
// its tensors do while they are read: the cache is the list of tokens that it
// should be, and gives what attention over that list gives.
import assert from "node:assert/strict";
import test from "node:test";
import { whole } from "./calls/drawing.js";
import { drawing } from "./calls.js";
import { startGuarded } from "./guarded-heap.js";

const { pe, heap } = await startGuarded();

const [HEADS, GROUPS, WIDTH, VALUE] = [2, 1, 4, 3];
const SIZES = {
  numHeads: HEADS,
  numKeyValueHeads: GROUPS,
  headDim: WIDTH,
  valueDim: VALUE,
};

const POSITIONS = [
  undefined,
  { type: "alibi" },
  { type: "sandwich", dim: 8 },
  { type: "rotary" },
  {
    type: "shaw",
    clip: 2,
    keyTable: { data: Array(20).fill(0.3), shape: [5, 4] },
  },
  { type: "cope", embeddings: { data: Array(12).fill(0.2), shape: [3, 4] } },
];

/** Tokens as lists of numbers, and what the cache must have of them. */
class Model {
  /** Pairs of a key's numbers and a value's. */
  tokens = [];
  /** Whether keys were turned more than once: then bits may differ. */
  isShifted = false;

  append(k, v) {
    const count = k.shape[0];
    for (let t = 0; t < count; t += 1) {
      this.tokens.push([
        k.numbers.slice(t * GROUPS * WIDTH, (t + 1) * GROUPS * WIDTH),
        v.numbers.slice(t * GROUPS * VALUE, (t + 1) * GROUPS * VALUE),
      ]);
    }
  }

  attend(q, options) {
    const side = (at, width) => ({
      data: Float32Array.from(this.tokens.flatMap((token) => token[at])),
      shape: [this.tokens.length, GROUPS, width],
    });
    return pe.attention({
      causal: true,
      ...options,
      q: { data: q.numbers, shape: q.shape },
      k: side(0, WIDTH),
      v: side(1, VALUE),
    }).output.data;
  }
}

function check(found, expected, isShifted) {
  assert.equal(found.length, expected.length);
  for (let i = 0; i < found.length; i += 1) {
    const far = Math.abs(found[i] - expected[i]);
    assert.ok(far <= (isShifted ? 1e-5 : 0), `${far} at ${i}`);
  }
}

/** One life of a cache, drawn at random. */
function live(seed) {
  const d = drawing(whole(seed), pe, []);
  const position = d.pick(POSITIONS);
  const options = /** @type {any} */ ({
    position,
    ...d.some({ window: () => d.int(1, 90), scale: () => d.real(0.1, 1) }),
  });
  const cache = pe.attention.prepare({ ...SIZES, ...options });
  const model = new Model();

  /** A tensor; reading it may do something. */
  const tensor = (count, heads, width, effect = () => {}) => {
    const numbers = d.list(count * heads * width);
    return {
      numbers,
      shape: [count, heads, width],
      get data() {
        effect();
        return numbers;
      },
    };
  };
  const plain = ({ numbers, shape }) => ({ data: numbers, shape });

  /** What may happen while an argument is read. */
  const effect = () =>
    d.pick([
      () => {},
      () => heap.grow(),
      () => {
        pe.embedding.sinusoidal({ seqLen: 40, dModel: 64 });
      },
      () => {
        // The cache itself: what was read before it counts after it.
        const [k, v] = [tensor(1, GROUPS, WIDTH), tensor(1, GROUPS, VALUE)];
        cache.append(plain(k), plain(v));
        model.append(k, v);
      },
      () => {
        throw new Error("thrown by a getter");
      },
    ]);

  for (let n = d.int(3, 14); n > 0; n -= 1) {
    const count = d.pick([1, 1, 2, d.int(1, 70), d.int(1, 300)]);
    const doing = d.pick(["step", "step", "append", "attend", "cut", "shift"]);
    const calm = d.int(0, 2) > 0;
    const run = calm ? () => {} : effect();
    const k = tensor(count, GROUPS, WIDTH, run);
    const v = tensor(count, GROUPS, VALUE);
    const q = tensor(count, HEADS, WIDTH);
    try {
      if (doing === "step") {
        const { data } = cache.step(q, k, v);
        model.append(k, v);
        check(data, model.attend(q, options), model.isShifted);
      } else if (doing === "append") {
        cache.append(k, v);
        model.append(k, v);
      } else if (doing === "attend" && model.tokens.length > 0) {
        const most = Math.min(count, model.tokens.length);
        const few = tensor(most, HEADS, WIDTH);
        const { data } = cache.attend(few);
        check(data, model.attend(few, options), model.isShifted);
      } else if (doing === "cut") {
        const length = d.int(0, model.tokens.length);
        cache.truncate(length);
        model.tokens.length = length;
      } else if (doing === "shift") {
        const gone = d.int(0, model.tokens.length);
        const keep = d.int(0, model.tokens.length - gone);
        cache.shift(gone, keep);
        model.tokens.splice(keep, gone);
        const isTurned = position?.type === "rotary";
        // A window's tiles begin elsewhere, after what was given up.
        model.isShifted ||= isTurned || options.window !== undefined;
      }
    } catch (/** @type {any} */ error) {
      if (error.code === "ERR_ASSERTION") throw error;
      assert.match(
        error.message,
        /thrown by a getter|must be at most the last|must be an integer from/,
      );
    }
    assert.equal(cache.length, model.tokens.length);
  }
  cache.dispose();
  heap.check();
  assert.equal(heap.live, 0);
}

test("a cache is the list of its tokens, whatever is done with it", () => {
  for (let seed = 0; seed < 400; seed += 1) {
    try {
      live(seed);
    } catch (/** @type {any} */ error) {
      error.message = `seed ${seed}: ${error.message}`;
      throw error;
    }
  }
});
