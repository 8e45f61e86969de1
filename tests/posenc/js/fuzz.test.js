// Every public call with good and with hostile arguments, on a heap that
// notices whatever is read or written outside of its blocks.
//
// POSENC_FUZZ_RUNS is how many cases each call gets, POSENC_FUZZ_SEED where
// they begin.
import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { CALLS, drawing, pathsOf, run } from "./calls.js";
import { startGuarded } from "./guarded-heap.js";
import { spoil, viewsIn } from "./hostile-values.js";

const RUNS = Number(process.env.POSENC_FUZZ_RUNS ?? 1300);
const SEED = Number(process.env.POSENC_FUZZ_SEED ?? 20_260);

/**
 * Bytes of memory above which the next call has a new module. Hostile getters
 * make it grow, and the more there is, the longer takes each time.
 */
const MOST = 2 ** 26;
const start = () => startGuarded(2 ** 24);
let { pe, heap } = await start();
const probe = () => pe.embedding.sinusoidal({ seqLen: 3, dModel: 4 });
const known = probe();

/** What a getter may do behind the library's back. */
const EFFECTS = [
  () => {},
  () => heap.grow(),
  () => probe(),
  (_, buffers) => buffers.at(-1)?.dispose(),
  (views) => {
    const view = views.at(-1);
    if (
      view?.buffer instanceof ArrayBuffer &&
      view.buffer.byteLength < 2 ** 16
    ) {
      structuredClone(view.buffer, { transfer: [view.buffer] });
    }
  },
  () => {
    throw new Error("thrown by a getter");
  },
];

/** Every tensor and array of a result; NaN is an error unless `any`. */
/** @param {any} result */
function checkResult(result, any) {
  if (ArrayBuffer.isView(result)) {
    assert.ok(
      any || !(/** @type {any} */ (result).some(Number.isNaN)),
      "NaN of finite input",
    );
    return;
  }
  if (typeof result !== "object" || result === null || result.isDisposed)
    return;
  if (result.data && result.shape) {
    const size = result.shape.reduce((a, b) => a * b, 1);
    assert.equal(result.data.length, size, "data and shape");
  }
  for (const part of Object.values(result)) checkResult(part, any);
}

function checkError(path, error) {
  assert.ok(
    error instanceof TypeError || error instanceof RangeError,
    `${path} threw ${error?.stack ?? String(error)}`,
  );
  assert.ok(error.message.startsWith(path), `${path}: ${error.stack}`);
}

/** One case: draws arguments, spoils them two times out of three, calls. */
function attempt(path, int) {
  const buffers = [];
  const before = heap.live;
  const d = drawing(int, pe, buffers);
  const args = CALLS[path](d);
  const state = { reads: [], effect() {} };
  const isGood = d.int(0, 2) === 0;
  if (!isGood) {
    const effect = d.pick(EFFECTS);
    spoil(d, args, state);
    const views = viewsIn(args);
    // Spoiling a second place may have read the first.
    for (const read of state.reads) read.times = 0;
    state.effect = () => effect(views, buffers);
  }
  try {
    const result = run(pe, path, args, d);
    checkResult(result, !isGood);
  } catch (/** @type {any} */ error) {
    if (isGood || error.code === "ERR_ASSERTION") throw error;
    checkError(path, error);
  } finally {
    state.effect = () => {};
    for (const buffer of buffers) buffer.dispose();
  }
  const again = state.reads.find(({ times }) => times > 1);
  assert.equal(again, undefined, `read more than once: ${String(again?.name)}`);
  heap.check();
  assert.equal(heap.live, before, "blocks were left");
  assert.deepEqual(probe(), known);
}

test("every public call is attacked", () => {
  assert.deepEqual(Object.keys(CALLS).sort(), pathsOf(pe).sort());
  assert.ok(RUNS * Object.keys(CALLS).length >= 100_000 || RUNS !== 1300);
});

const BUILDERS = new Map();

/** A builder for each range: fast-check would look for it among all others. */
function integersFrom(min, max) {
  const name = `${min} ${max}`;
  if (!BUILDERS.has(name)) {
    const arbitrary = fc.integer({ min, max });
    BUILDERS.set(name, () => arbitrary);
  }
  return BUILDERS.get(name);
}

for (const path of Object.keys(CALLS)) {
  test(`${path} answers rightly or refuses, whatever it is given`, async () => {
    if (heap.size > MOST) ({ pe, heap } = await start());
    fc.assert(
      fc.property(fc.gen(), (draw) => {
        attempt(path, (min, max) => draw(integersFrom(min, max)));
      }),
      {
        numRuns: RUNS,
        seed: SEED,
        endOnFailure: true,
        includeErrorInReport: true,
      },
    );
  });
}
