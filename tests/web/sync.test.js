// Groups of figures, without a page: what they share, and what they say of what
// they cannot share.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { importSource } from "./figure.js";

let Store;
let Sync;
let attributes;
before(async () => {
  ({ Store } = await importSource("element/state/state.ts"));
  ({ Sync } = await importSource("element/state/sync.ts"));
  attributes = await importSource("element/state/attributes.ts");
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
    // Out of range by itself: it stays where it is.
    assert.deepEqual(store.unmet({ pos: 2000 }), [
      { name: "pos", theirs: 2000, ours: 3 },
    ]);
    // With the length it has room.
    assert.deepEqual(store.unmet({ pos: 75, seqLen: 100 }), []);
    // Words of one name may mean different things.
    assert.deepEqual(store.unmet({ pos: "far", other: 7 }), []);
    assert.equal(store.now.pos, 3, "nothing is taken");
  });
});

describe("a group", () => {
  /** A member that writes down what it hears. */
  function member(t, group) {
    const heard = { taken: [], compared: [] };
    const sync = new Sync({
      element: {},
      group: () => group,
      take: (values) => heard.taken.push(values),
      follow() {},
      takeHover() {},
      compare: (values) => heard.compared.push(values),
    });
    t.after(sync.join());
    return { sync, heard };
  }

  /** A page of its own, of which groups need the events alone. */
  const inPage = () => {
    Object.assign(globalThis, { document: new EventTarget() });
  };

  test("compares what its members begin with, whoever came first, and takes nothing", (t) => {
    inPage();
    const first = member(t, "g");
    first.sync.begin({ pos: 75 });
    const second = member(t, "g");
    const other = member(t, "h");
    second.sync.begin({ pos: 3 });
    assert.deepEqual(first.heard, { taken: [], compared: [{ pos: 3 }] });
    assert.deepEqual(second.heard, { taken: [], compared: [{ pos: 75 }] });
    assert.deepEqual(other.heard, { taken: [], compared: [] });
  });

  test("compares what it takes, too", (t) => {
    inPage();
    const [first, second] = [member(t, "g"), member(t, "g")];
    first.sync.tell({ pos: 8 });
    assert.deepEqual(second.heard, {
      taken: [{ pos: 8 }],
      compared: [{ pos: 8 }],
    });
    assert.deepEqual(first.heard, { taken: [], compared: [] });
  });
});
