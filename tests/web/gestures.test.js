// What a figure declares of hands, keys and limits, and what the kit makes of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { importSource } from "./figure.js";

const [{ figure }, { EVEN }, { tracked }, { integer, real, defaults }] =
  await Promise.all([
    importSource("widgets/kit/spec.ts"),
    importSource("widgets/kit/bounds.ts"),
    importSource("widgets/kit/tracked.ts"),
    importSource("widgets/element/state/attributes.ts"),
  ]);

const BOX = { width: 100, height: 100 };
const table = {
  "seq-len": integer({ default: 10, min: 2, max: 50 }),
  "d-model": integer({ default: 8, min: 2, max: 64 }),
  pos: integer({ default: 3, min: 0, max: 49 }),
  share: real({ default: 0.5, min: 0, max: 1 }),
};

/** The only panel of a figure with these gestures. */
function panelOf(pointing) {
  const spec = figure({
    table,
    strings: { keys: { en: "Arrow keys step.", zh: "方向键移动。" } },
    bounds: { dModel: EVEN, pos: { max: ({ seqLen }) => seqLen - 1 } },
    controls: [{ key: "pos" }, { key: "dModel", max: () => 32 }],
    panels: [{ kind: "plot", id: "one", pointing }],
  });
  const usual = defaults(table);
  const shown = (given = {}) => ({ state: { ...usual, ...given } });
  const [{ pointing: made }] = spec.panels;
  const press = (key, given) => made.key(shown(given), { key });
  return { spec, made, shown, press };
}

const across = { pick: (_, { x }) => ({ pos: x / 10 }) };

test("hovering and dragging pick alike, whole numbers within the bounds", () => {
  const { made, shown } = panelOf(across);
  for (const [x, pos] of [
    [-40, 0],
    [26, 3],
    [400, 9],
  ]) {
    assert.deepEqual(made.hover(shown(), { x, y: 0 }, BOX), { pos });
    assert.deepEqual(made.drag(shown(), { x, y: 0 }, BOX, {}), { pos });
  }
  const longer = shown({ seqLen: 50 });
  assert.deepEqual(made.drag(longer, { x: 400, y: 0 }, BOX, {}), { pos: 40 });
});

test("where nothing is picked, nothing is chosen", () => {
  const { made, shown } = panelOf({ pick: () => undefined });
  assert.equal(made.hover(shown(), { x: 1, y: 1 }, BOX), undefined);
  assert.equal(made.drag(shown(), { x: 1, y: 1 }, BOX, {}), undefined);
});

test("own handlers stand beside a pick, and are kept within the bounds", () => {
  const { made, shown } = panelOf({ ...across, drag: () => ({ dModel: 9.2 }) });
  assert.deepEqual(made.hover(shown(), { x: 20, y: 0 }, BOX), { pos: 2 });
  assert.deepEqual(made.drag(shown(), { x: 20, y: 0 }, BOX, {}), { dModel: 8 });
});

test("real numbers are not rounded", () => {
  const { made, shown } = panelOf({ pick: () => ({ share: 0.123 }) });
  assert.deepEqual(made.hover(shown(), { x: 0, y: 0 }, BOX), { share: 0.123 });
});

test("arrows step by what the bound allows, pages by tenths, ends to the ends", () => {
  const { press } = panelOf({ steps: { x: "dModel", y: "pos" } });
  assert.deepEqual(press("ArrowRight"), { dModel: 10 });
  assert.deepEqual(press("ArrowLeft", { dModel: 2 }), { dModel: 2 });
  assert.deepEqual(press("End"), { dModel: 64 });
  assert.deepEqual(press("ArrowDown"), { pos: 4 });
  assert.deepEqual(press("ArrowDown", { pos: 9 }), { pos: 9 });
  assert.deepEqual(press("PageDown", { seqLen: 41 }), { pos: 7 });
  assert.equal(press("a"), undefined);
});

test("one axis takes pages and ends; all arrows step any; up is more", () => {
  const { press } = panelOf({ steps: { x: "pos", up: "dModel" } });
  assert.deepEqual(press("PageUp"), { pos: 2 });
  assert.deepEqual(press("End"), { pos: 9 });
  assert.deepEqual(press("ArrowUp"), { dModel: 10 });
  assert.deepEqual(press("ArrowDown"), { dModel: 6 });
  const any = panelOf({ steps: { any: "pos" } });
  assert.deepEqual(any.press("ArrowDown"), { pos: 4 });
  assert.deepEqual(any.press("ArrowRight"), { pos: 4 });
});

test("keys that no step takes are the panel's own", () => {
  const key = (_, event) => (event.key === "Enter" ? { pos: 0 } : undefined);
  const { press } = panelOf({ steps: { x: "pos" }, key });
  assert.deepEqual(press("Enter"), { pos: 0 });
  assert.deepEqual(press("ArrowRight"), { pos: 4 });
  assert.equal(press("ArrowUp"), undefined);
});

test("keys are told in the figure's words, or in the panel's own", () => {
  const keys = { en: "Own.", zh: "自有。" };
  assert.match(panelOf({ steps: { x: "pos" } }).made.keys.en, /step/);
  assert.equal(panelOf({ steps: { x: "pos" }, keys }).made.keys, keys);
});

test("a state is settled by the bounds, and controls end there", () => {
  const { spec, shown } = panelOf(across);
  const { state } = shown({ pos: 40, dModel: 7, seqLen: 5 });
  const settled = spec.settle(state);
  assert.deepEqual(settled, { ...state, pos: 4, dModel: 6 });
  const [pos, dModel] = spec.controls;
  assert.equal(pos.max(settled), 4);
  // A slider that is shorter than what is allowed stays so.
  assert.equal(dModel.max(settled), 32);
});

test("a model depends on what it reads, in the branch that it takes, also later", () => {
  const pick = (own) => {
    const { state, read } = tracked({ own, word: 1, usual: 2 });
    const later = state.own ? () => state.word : () => state.usual;
    const before = [...read.keys()];
    later();
    return [before, Object.fromEntries(read)];
  };
  assert.deepEqual(pick(true), [["own"], { own: true, word: 1 }]);
  assert.deepEqual(pick(false), [["own"], { own: false, usual: 2 }]);
});
