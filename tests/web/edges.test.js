// What figures say at the ends of their sliders, where a phrase that holds
// elsewhere would not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "posenc";
import { describeFigure } from "./spec.js";

/** Figure, state, part, what it must say, and what it may not say. */
/** @type {[name: string, state: object, part: string, wanted: RegExp, unwanted?: RegExp][]} */
const EDGES = [
  [
    "stretch-table",
    { method: "hierarchical", seqLen: 64, newLen: 127, pos: 100 },
    "sentence",
    /old rows 1 and 36, since 100 = 1·64 \+ 36/,
    /lies at/,
  ],
  ["buckets", { maxDistance: 9 }, "finding", /begins at the maximum/, /, not/],
  [
    "overflow",
    { seqLen: 15, maxLen: 12, way: "clamp" },
    "finding",
    /: 4 can no longer/,
  ],
  [
    "overflow",
    { seqLen: 15, maxLen: 12, way: "wrap" },
    "finding",
    /: 6 can no longer/,
  ],
  ["scalings", { factor: 1 }, "finding", /at the trained length/, /slowed/],
  ["similarity", { weight: "shift", by: 1 }, "finding", /1 position back/],
  ["similarity", { weight: "shift", by: 0 }, "finding", /with themselves/],
  ["rotary-layout", { port: "wrong", rotaryDim: 2 }, "finding", /One pair is/],
  ["lookup", { rows: "printed" }, "finding", /stands at|different words, each/],
  ["too-long", { maxLen: 2 }, "finding", /\(99\.\d+%\)/, /\(100%\)/],
  [
    "document-ruler",
    { sentences: "8 8" },
    "finding",
    /have cosine \S+ within a paragraph\. /,
  ],
  ["document-ruler", { sentences: "1" }, "finding", /No two tokens are 3/],
  ["circle", { seqLen: 2, pair: 255 }, "finding", /nothing\.$/, /NaN/],
  ["fusion", { position: "1" }, "finding", /would add the one number/],
];

for (const [name, state, part, wanted, unwanted] of EDGES) {
  test(`${name} at ${JSON.stringify(state)}`, async () => {
    const said = (await describeFigure(name, state))[part];
    assert.match(said, wanted);
    if (unwanted) assert.doesNotMatch(said, unwanted);
  });
}

/** Steps of the pen in the marks of a panel of 600 × 240 px. */
function stepsOf({ panel, shown }, id) {
  let steps = 0;
  const pen = new Proxy({}, { get: () => () => (steps += 1) });
  for (const mark of panel(id).marks(shown, { width: 600, height: 240 })) {
    if (mark.kind === "path") mark.draw(pen);
  }
  return steps;
}

test("what is denser than the screen is drawn as the screen can show it", async () => {
  // A dot is two steps, and their circle 730 px long.
  for (const pair of [64, 182]) {
    const state = { seqLen: 5000, pair, pos: 12 };
    const dots = stepsOf(await describeFigure("circle", state), "circle");
    assert.ok(dots > 1000 && dots < 4000, `${dots} of 10000`);
  }
  const counting = await describeFigure("counting", { seqLen: 2048 });
  const curves = stepsOf(counting, "curves");
  assert.ok(curves < 3000, `${curves} of 4096`);
});

test("the circle has the numbers of its pair in the table, bit for bit", async () => {
  const pe = await load();
  for (const pair of [0, 64, 255]) {
    const { model } = await describeFigure("circle", { seqLen: 5000, pair });
    const { data } = pe.embedding.sinusoidal({ seqLen: 5000, dModel: 512 });
    const column = (dim) =>
      Float32Array.from(model.sin, (_, p) => data[512 * p + dim]);
    assert.deepEqual(model.sin, column(2 * pair));
    assert.deepEqual(model.cos, column(2 * pair + 1));
  }
});
