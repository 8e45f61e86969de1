// What a finger takes hold of in a picture is 44 px each way. What it presses
// beside the picture is looked at in pages.test.js.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { importSource } from "../../tools/lib/web-source.mjs";
import { describeFigure } from "./spec.js";
import { FINGER } from "./touch-targets.js";

const [{ figures }, { heightOf, marginOf }] = await Promise.all(
  ["widgets/figures/list.ts", "widgets/kit/panel.ts"].map((path) =>
    importSource(path),
  ),
);

/** px of a figure's own on a telephone of 390. */
const COLUMN = 358;

/** px between the points that are asked. */
const GRID = 4;

/**
 * Sizes of the parts of a panel where a press takes something. It listens in
 * its margins, too.
 */
function partsOf(panel, shown, box) {
  const { left, right, top, bottom } = marginOf(panel);
  const [across, down] = [
    box.width + left + right,
    box.height + top + bottom,
  ].map((length) => Math.floor(length / GRID));
  const taken = Array.from({ length: across * down }, (_, k) => {
    const at = {
      x: ((k % across) + 0.5) * GRID - left,
      y: (Math.floor(k / across) + 0.5) * GRID - top,
    };
    const how = { from: at, first: true, memory: new Map() };
    return panel.pointing.drag(shown, at, box, how) !== undefined;
  });
  const parts = [];
  taken.forEach((is, first) => {
    if (!is) return;
    const [xs, ys] = [new Set(), new Set()];
    let aimedAt = false;
    const open = [first];
    taken[first] = false;
    while (open.length > 0) {
      const k = open.pop();
      const [x, y] = [k % across, Math.floor(k / across)];
      xs.add(x);
      ys.add(y);
      const [inX, inY] = [x * GRID - left, y * GRID - top];
      aimedAt ||= inX >= 0 && inY >= 0 && inX < box.width && inY < box.height;
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ]) {
        const near = k + dx + dy * across;
        const inside = x + dx >= 0 && x + dx < across && taken[near];
        if (!inside) continue;
        taken[near] = false;
        open.push(near);
      }
    }
    // Nobody aims at what is in the margin alone.
    if (aimedAt) parts.push({ width: GRID * xs.size, height: GRID * ys.size });
  });
  return parts;
}

describe("every picture that can be dragged", () => {
  for (const tag of Object.keys(figures)) {
    test(`${tag} is taken hold of by a finger`, async (t) => {
      const { spec, shown } = await describeFigure(tag.slice(3));
      const dragged = spec.panels.filter((it) => it.pointing?.drag);
      if (dragged.length === 0) return t.skip("nothing is dragged");
      for (const panel of dragged) {
        const { left, right } = marginOf(panel);
        const width = COLUMN - left - right;
        const box = { width, height: heightOf(panel, width, true) };
        const parts = partsOf(panel, shown, box);
        assert.ok(parts.length > 0, panel.id);
        for (const part of parts) {
          const least = Math.min(part.width, part.height);
          assert.ok(
            least >= FINGER,
            `${panel.id}: ${part.width} × ${part.height}`,
          );
        }
      }
    });
  }
});
