// The figures look as they did: their SVG files have the recorded checksums.
import assert from "node:assert/strict";
import { test } from "node:test";
import { renderSVG } from "posenc-widgets/render";
import { differenceOf, recorded, recordOf, states } from "./pictures.js";

const WANTED =
  "if this is wanted, look at the figure and run: npm run pictures";

const known = recorded();
const all = await states();

test("the figures that are recorded are those that can be drawn", () => {
  assert.deepEqual(Object.keys(known), Object.keys(all), WANTED);
});

for (const [tag, wanted] of Object.entries(all)) {
  test(`<${tag}> looks as recorded`, async () => {
    const now = wanted.map(({ state }) => state);
    const old = Object.keys(known[tag] ?? {});
    assert.deepEqual(now, old, `other attributes than recorded; ${WANTED}`);
    for (const { state, attributes, look } of wanted) {
      const svg = await renderSVG(tag, attributes, look);
      const difference = differenceOf(svg, known[tag][state]);
      const where = `<${tag}>, ${state}\n${difference}\n${WANTED}`;
      assert.equal(difference, undefined, where);
    }
  });
}

test("a picture that differs is told by its first other line", () => {
  const svg = "<svg><title>a</title><g><path/></g></svg>";
  const old = recordOf(svg);
  assert.equal(differenceOf(svg, old), undefined);
  for (const [other, told] of [
    [svg.replace("<path/>", "<rect/>"), "line 4 (of 6, 6 recorded): <rect/>"],
    [svg.replace("a<", "b<"), "line 2 (of 6, 6 recorded): <title>b</title>"],
    [
      "<svg><title>a</title><g>",
      "line 4 (of 3, 6 recorded): the end is missing",
    ],
    [`${svg}<a/>`, "line 7 (of 7, 6 recorded): <a/>"],
  ]) {
    assert.equal(differenceOf(other, old), told);
  }
});
