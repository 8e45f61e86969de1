// Groups of figures, without a page: what they share, and what they say of what
// they cannot share.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { importSource } from "./figure.js";

let Store;
let Sync;
let attributes;
let agreed;
before(async () => {
  ({ Store } = await importSource("widgets/element/state/state.ts"));
  ({ Sync } = await importSource("widgets/element/state/sync.ts"));
  ({ agreed } = await importSource("widgets/element/state/agreed.ts"));
  attributes = await importSource("widgets/element/state/attributes.ts");
});

/** A table of so many rows, one of which is shown. */
function rows(length, pos) {
  const { integer } = attributes;
  const table = {
    pos: integer({ default: pos, min: 0, max: 1000 }),
    "seq-len": integer({ default: length, min: 1, max: 200 }),
  };
  const settle = (state) => ({
    ...state,
    pos: Math.min(state.pos, state.seqLen - 1),
  });
  return new Store(table, settle);
}

describe("what a figure cannot share", () => {
  test("is a number that its lengths do not allow, with its own in place", () => {
    const store = rows(40, 3);
    assert.deepEqual(store.unmet({ pos: 39 }), []);
    assert.deepEqual(store.unmet({ pos: 75 }), [
      { name: "pos", theirs: 75, ours: 39 },
    ]);
    // Out of range by itself: it goes as far as it can.
    assert.deepEqual(store.unmet({ pos: 2000 }), [
      { name: "pos", theirs: 2000, ours: 39 },
    ]);
    // With the length it has room.
    assert.deepEqual(store.unmet({ pos: 75, seqLen: 100 }), []);
    // Words of one name may mean different things.
    assert.deepEqual(store.unmet({ pos: "far", other: 7 }), []);
    assert.equal(store.now.pos, 3, "nothing is taken");
  });
});

describe("what a group begins with", () => {
  /** An offer of the member that stands at a place of the document. */
  const offer = (place, values, more = {}) => ({
    element: {
      place,
      compareDocumentPosition: (other) => (other.place > place ? 4 : 2),
    },
    values,
    limits: {},
    written: [],
    locked: [],
    ...more,
  });

  test("is what the page has written, else what its first member has", () => {
    const first = offer(1, { pos: 12, dim: 3, name: "a" });
    const second = offer(2, { pos: 20, dim: 5 }, { written: ["dim"] });
    const third = offer(3, { pos: 7, own: 1 }, { written: ["own"] });
    for (const order of [
      [first, second, third],
      [third, first, second],
      [second, third, first],
    ]) {
      assert.deepEqual(agreed(order), { pos: 12, dim: 5, name: "a", own: 1 });
    }
    const both = offer(4, { pos: 9, dim: 9 }, { written: ["pos", "dim"] });
    assert.deepEqual(agreed([both, second, first]), {
      pos: 9,
      dim: 5,
      name: "a",
    });
  });

  test("is a number that all can have, where there is one", () => {
    const long = offer(1, { pos: 75 }, { limits: { pos: [0, 99] } });
    const short = offer(2, { pos: 3 }, { limits: { pos: [0, 50] } });
    const far = offer(3, { pos: 200 }, { limits: { pos: [100, 300] } });
    assert.deepEqual(agreed([long, short]), { pos: 50 });
    assert.deepEqual(agreed([long, far]), { pos: 75 });
  });

  test("stays what was chosen before", () => {
    const store = rows(40, 3);
    store.set({ pos: 8 });
    store.agree({ pos: 30, seqLen: 20 });
    assert.deepEqual(store.now, { pos: 8, seqLen: 20 });
  });
});

describe("a group", () => {
  /**
   * A member that writes down what it hears.
   *
   * @param {{ place?: number, values?: object, locked?: string[] }} [options]
   */
  function member(t, group, options = {}) {
    const { place = 1, ...given } = options;
    const heard = { agreed: [], taken: [], compared: [], relocked: 0 };
    const element = {
      place,
      isConnected: true,
      compareDocumentPosition: (other) => (other.place > place ? 4 : 2),
    };
    const offer = {
      element,
      values: {},
      limits: {},
      written: [],
      locked: [],
      ...given,
    };
    const sync = new Sync({
      element,
      group: () => group,
      offer: () => offer,
      agree: (values) => heard.agreed.push(values),
      take: (values) => heard.taken.push(values),
      follow() {},
      takeHover() {},
      compare: (values) => heard.compared.push(values),
      relock() {
        heard.relocked += 1;
      },
    });
    const leave = sync.join();
    t.after(leave);
    return { sync, heard, leave };
  }

  /** A page of its own, of which groups need the events alone. */
  const inPage = () => {
    Object.assign(globalThis, { document: new EventTarget() });
  };

  test("agrees on what it begins with, whoever came first", async (t) => {
    inPage();
    const second = member(t, "g", { place: 2, values: { pos: 75, dim: 4 } });
    const first = member(t, "g", { place: 1, values: { pos: 3 } });
    const other = member(t, "h", { values: { pos: 9 } });
    await undefined;
    assert.deepEqual(first.heard.agreed, [{ pos: 3, dim: 4 }]);
    assert.deepEqual(second.heard.agreed, [{ pos: 3, dim: 4 }]);
    assert.deepEqual(other.heard.agreed, [{ pos: 9 }]);
    // Who comes after a choice takes it.
    first.sync.tell({ pos: 30 });
    const late = member(t, "g", { place: 0, values: { pos: 1 } });
    await undefined;
    assert.deepEqual(late.heard.taken, [{ pos: 30 }]);
    assert.deepEqual(late.heard.agreed, []);
  });

  test("holds what one of it locks, until that one is gone", async (t) => {
    inPage();
    const locks = { values: { pos: 3, dim: 4 }, locked: ["pos"] };
    const locker = member(t, "g", { place: 1, ...locks });
    const free = member(t, "g", { place: 2, values: { pos: 8 } });
    await undefined;
    assert.deepEqual(free.sync.held, { pos: 3 });
    assert.deepEqual(locker.sync.held, {});
    assert.equal(free.heard.relocked, 1);
    // Others cannot move it, the one that locks it can.
    free.sync.tell({ pos: 50, dim: 7 });
    assert.deepEqual(locker.heard.taken, [{ dim: 7 }]);
    locker.sync.tell({ pos: 10, dim: 7 });
    assert.deepEqual(free.heard.taken, [{ pos: 10, dim: 7 }]);
    assert.deepEqual(free.sync.held, { pos: 10 });
    locker.leave();
    await undefined;
    assert.deepEqual(free.sync.held, {});
    assert.equal(free.heard.relocked, 2);
  });

  test("compares what it takes, too", (t) => {
    inPage();
    const [first, second] = [member(t, "g"), member(t, "g")];
    first.sync.tell({ pos: 8 });
    assert.deepEqual(second.heard.taken, [{ pos: 8 }]);
    assert.deepEqual(second.heard.compared, [{ pos: 8 }]);
    assert.deepEqual(first.heard.taken, []);
    assert.deepEqual(first.heard.compared, []);
  });
});
