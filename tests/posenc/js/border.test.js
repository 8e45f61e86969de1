// The module itself, called past src/posenc/js: what it refuses it leaves unwritten.
import assert from "node:assert/strict";
import test from "node:test";
import { startBindings } from "./bindings.js";

const border = await startBindings();
const OK = 0;
const BAD_SHAPE = 1;
const BAD_ARGUMENT = 2;

/**
 * `numbers` in memory of the module, which stays theirs.
 *
 * @param {number[]} numbers
 * @param {Float64ArrayConstructor | Float32ArrayConstructor | Uint32ArrayConstructor} [Type]
 */
function put(numbers, Type = Float64Array) {
  const array = Type.from(numbers);
  const pointer = border.malloc(array.byteLength);
  new Type(border.memory.buffer, pointer, array.length).set(array);
  return pointer;
}

const read = (pointer, count) => [
  ...new Float64Array(border.memory.buffer, pointer, count),
];

/** A refused call answers `status` and leaves its results, an `ok` one not. */
function tells(name, count, status, call) {
  const sevens = Array(count).fill(7);
  const out = put(sevens);
  assert.equal(border[name](out, ...call.refused), status);
  assert.deepEqual(read(out, count), sevens);
  assert.equal(border[name](out, ...call.ok), OK);
  assert.ok(read(out, count).every((x) => x !== 7));
}

test("a fit that is refused writes nothing", () => {
  const curve = put([4, 3, 2, 1.5, 1]);
  tells("analysis_fit_decay", 3, BAD_ARGUMENT, {
    refused: [curve, 5, 4, 1e4],
    ok: [curve, 5, 2, 1e4],
  });
  tells("analysis_fit_decay", 3, BAD_SHAPE, {
    refused: [curve, 3, 2, 1e4],
    ok: [curve, 5, 2, 1e4],
  });
});

test("a shift whose error is refused writes nothing", () => {
  const rows = put([0, 1, 0.5, 0.5, 1, 0], Float32Array);
  tells("analysis_shift_error", 2, BAD_ARGUMENT, {
    refused: [rows, 3, 3, 2, 1e4, 0, 0],
    ok: [rows, 3, 1, 2, 1e4, 0, 0],
  });
});

test("collisions that are refused write nothing, and round nothing", () => {
  const table = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
  const rows = put(table);
  const scratch = put(Array(16).fill(0), Uint32Array);
  const call = (storage, slots) => [rows, 3, 2, storage, scratch, slots];
  /** @type {[status: number, args: number[]][]} */
  const refused = [
    [BAD_ARGUMENT, call(4, 16)],
    [BAD_SHAPE, call(3, 15)],
    [BAD_ARGUMENT, [rows, 1, 6, 3, scratch, 16]],
  ];
  for (const [status, args] of refused) {
    const out = put([7, 7, 7, 7]);
    assert.equal(border.analysis_collisions(out, ...args), status);
    assert.deepEqual(read(out, 4), [7, 7, 7, 7]);
    assert.deepEqual(read(rows, 6), table);
  }
  const out = put([7, 7, 7, 7]);
  assert.equal(border.analysis_collisions(out, ...call(3, 16)), OK);
  assert.equal(read(out, 1)[0], 3);
  assert.notDeepEqual(read(rows, 6), table);
});
