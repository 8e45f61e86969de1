// What a hand sets in pictures that are taken hold of where they mean something:
// the end of a branch, the edge of a table, the end of a text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { importSource } from "./figure.js";
import { describeFigure } from "./spec.js";

const BOX = { width: 600, height: 300 };

/** A press there, or a drag that began elsewhere. */
const drag = ({ panel, shown }, id, at, how = {}) =>
  panel(id).pointing.drag(shown, at, BOX, {
    from: at,
    first: true,
    memory: new Map(),
    ...how,
  });

/** The way through the tree of questions: lengths only as longer or not. */
const wayOf = ({ start, tuning, far, trainLen, testLen }) => {
  const longer = testLen > trainLen;
  const last = longer && { new: far, rope: tuning }[start];
  return [start, longer, last || "none"].join();
};

test("each end of the tree is reached by a hand, and by one arrow after another", async () => {
  const first = await describeFigure("decision");
  const { state } = first;
  const reached = new Set();
  for (let y = 0; y <= BOX.height; y += 2) {
    reached.add(wayOf({ ...state, ...drag(first, "tree", { x: 9, y }) }));
  }
  assert.equal(reached.size, 8);
  let now = { ...state, start: "new", testLen: state.trainLen };
  const walked = [wayOf(now)];
  for (let k = 0; k < 8; k += 1) {
    const { panel, shown } = await describeFigure("decision", now);
    now = {
      ...now,
      ...panel("tree").pointing.key(shown, { key: "ArrowDown" }),
    };
    walked.push(wayOf(now));
  }
  assert.deepEqual(new Set(walked), reached);
  assert.equal(walked.at(-1), walked.at(-2), "the last end is the last");
});

test("lengths of the reader's own stay where they already lead to the end", async () => {
  const own = await describeFigure("decision", { testLen: 5000 });
  for (let y = 0; y <= BOX.height; y += 5) {
    const { testLen } = drag(own, "tree", { x: 9, y });
    assert.ok([5000, own.state.trainLen].includes(testLen), `${testLen}`);
  }
});

test("the glass goes to the position that is nearest to the hand", async () => {
  const it = await describeFigure("log-steps");
  for (const pos of [0, 1, 7, 40, 300]) {
    const x = it.model.values[pos] * BOX.width;
    assert.equal(drag(it, "steps", { x, y: 20 }).pos, pos);
  }
});

test("the end of a text is dragged, its positions are pointed at", async () => {
  for (const number of ["index", "share"]) {
    const it = await describeFigure("rung-number", { number, seqLen: 20 });
    const x = (position) => ((position + 0.5) / 128) * BOX.width;
    assert.equal(drag(it, "codes", { x: x(63), y: 9 }).seqLen, 64);
    const hover = (p) =>
      it.panel("codes").pointing.hover(it.shown, { x: x(p), y: 9 }, BOX).pos;
    assert.equal(hover(12), 12);
    assert.equal(hover(90), 19, "there are 20 positions");
  }
});

test("the pairs of a printed row say how far they are from the middle", async () => {
  for (const [pos, wanted] of /** @type {const} */ ([
    [0, "0.00, 0.00"],
    [1, "0.86, 1.00"],
    [3, "0.99, 1.24"],
  ])) {
    const { panel, shown } = await describeFigure("checker", { pos });
    assert.equal(panel("circles").title(shown).split(": ")[1], wanted);
  }
});

test("what a hand sets has no more digits than its control", async () => {
  const { figures } = await importSource("widgets/figures/list.ts");
  for (const tag of Object.keys(figures)) {
    const it = await describeFigure(tag.slice(3));
    for (const { key, logarithmic, step = 1 } of it.spec.controls) {
      if (logarithmic) continue;
      for (const { id, pointing } of it.spec.panels) {
        if (!pointing?.drag) continue;
        const memory = new Map();
        for (let n = 0; n < 40; n += 1) {
          const at = { x: 5.3 + 14.7 * n, y: 289.1 - 7.3 * n };
          const set = drag(it, id, at, { first: n === 0, memory });
          // Nothing has been taken hold of.
          if (n === 0 && set === undefined) break;
          const value = set?.[key];
          if (typeof value !== "number") continue;
          const steps = value / step;
          assert.ok(
            Math.abs(steps - Math.round(steps)) < 1e-9,
            `${tag} ${id}: ${key} = ${value}`,
          );
        }
      }
    }
  }
});

test("positions of an old address are whole ones", async () => {
  const { state } = await describeFigure("rope", { pos: 6.6, distance: 12.25 });
  assert.deepEqual([state.pos, state.distance], [7, 12]);
});

test("the query stays where it is while the key alone is dragged", async () => {
  const memory = new Map();
  let it = await describeFigure("rope");
  const query = it.state.pos + it.state.distance;
  const y = BOX.height - 40;
  const key = 16 + (it.state.pos / 128) * (BOX.width - 32);
  for (let x = key; x < key + 60; x += 1.3) {
    const set = drag(it, "scene", { x, y }, { first: x === key, memory });
    it = await describeFigure("rope", { ...it.state, ...set });
    assert.equal(it.state.pos + it.state.distance, query);
  }
  assert.ok(it.state.pos > 20, `${it.state.pos}`);
});

/** px along the line of positions of <pe-rope>. */
const along = (position) => 16 + (position / 128) * (BOX.width - 32);

test("of handles upon each other the way of the hand takes the one or the other", async () => {
  const it = await describeFigure("rope", { pos: 30, distance: 0 });
  const y = BOX.height - 40;
  for (const [to, pos, distance] of [
    [20, 20, 10],
    [38, 30, 8],
  ]) {
    const memory = new Map();
    drag(it, "scene", { x: along(30), y }, { memory });
    const at = { x: along(to), y };
    const set = drag(it, "scene", at, { first: false, memory });
    assert.deepEqual([set.pos ?? 30, set.distance], [pos, distance]);
  }
});

test("the grip above the handles slides both, however near they are", async () => {
  for (const distance of [0, 3, 12, 60]) {
    const it = await describeFigure("rope", { pos: 20, distance });
    const at = it.panel("scene").pointing.sign(it.shown, BOX);
    const memory = new Map();
    drag(it, "scene", at, { memory });
    const on = { x: at.x + along(9) - along(0), y: at.y };
    const set = drag(it, "scene", on, { first: false, memory });
    assert.equal(set.pos, 29, `${distance}`);
    assert.ok(!("distance" in set));
  }
});

test("the answer of a scene is shown by its button, and gone back from", async () => {
  for (const [answer, said, set] of /** @type {const} */ ([
    [false, "Answer", "answer=true view=0"],
    [true, "Hide", "answer=false view=50"],
  ])) {
    const { panel, shown } = await describeFigure("rope", { step: 4, answer });
    const html = panel("steps").html(shown);
    assert.match(html, new RegExp(`data-set="${set}">${said}</button>`));
  }
});

test("the piece of the table stays while a cell of the formula is dragged", async () => {
  const at = async (/** @type {object} */ values) => {
    const { model } = (await describeFigure("formula", values)).shown;
    return [model.firstPos, model.firstDim, model.matrix.columns];
  };
  for (const pos of [0, 12, 23])
    assert.deepEqual(await at({ pos }), [0, 0, 32]);
  assert.deepEqual(await at({ pos: 24 }), [24, 0, 32]);
  // The last columns of a width that no piece fills.
  assert.deepEqual(await at({ pair: 17, dModel: 40 }), [0, 32, 8]);
  const it = await describeFigure("formula", { pos: 30, pair: 4 });
  const { rows, columns } = it.model.matrix;
  for (const [row, column] of [
    [0, 0],
    [rows - 1, columns - 1],
  ]) {
    const set = drag(it, "cells", {
      x: ((column + 0.5) / columns) * BOX.width,
      y: ((row + 0.5) / rows) * BOX.height,
    });
    assert.deepEqual([set.pos, set.pair], [24 + row, column >> 1]);
    const { pos, pair } = set;
    assert.deepEqual(await at({ pos, pair }), [24, 0, 32]);
  }
});

test("the sign of a shift stands on the grey hand, off the blue one, and turns it", async () => {
  const it = await describeFigure("shift");
  const { sign } = it.panel("rows").pointing;
  const at = sign(it.shown, BOX);
  const memory = new Map();
  assert.equal(drag(it, "rows", at, { memory }).dim, 0);
  // The first of the marks is the rim of the dial.
  const [rim] = it.panel("rows").marks(it.shown, BOX);
  const dial = { x: 0, y: 0, r: 0 };
  rim.draw({
    moveTo() {},
    arc(
      /** @type {number} */ x,
      /** @type {number} */ y,
      /** @type {number} */ r,
    ) {
      Object.assign(dial, { x, y, r });
    },
  });
  const angle = (/** @type {{ x: number, y: number }} */ { x, y }) =>
    Math.atan2(x - dial.x, dial.y - y);
  const turns = (angle(at) - 12) / (2 * Math.PI);
  assert.ok(Math.abs(turns - Math.round(turns)) < 1e-6, `${angle(at)}`);
  assert.ok(Math.hypot(at.x - dial.x, at.y - dial.y) > 0.8 * dial.r);
  // A quarter of a turn on, by the hand of one radian a position.
  const on = { x: dial.x + dial.y - at.y, y: dial.y + at.x - dial.x };
  const set = drag(it, "rows", on, { first: false, memory });
  assert.equal(set.pos, Math.round(12 + Math.PI / 2));
});
