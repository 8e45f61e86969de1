// Marks on their way from where they were to where they are set, and the sign
// of what can be dragged: for all figures.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { importSource } from "./figure.js";
import { describeFigure } from "./spec.js";

const [
  { MarkTransition },
  { holdOf },
  { circle, segment, textMark },
  { svgMarks },
  { LIVE_PALETTE },
  { heightOf },
  { figures },
] = await Promise.all(
  [
    "widgets/kit/mark-transition.ts",
    "widgets/kit/grip.ts",
    "widgets/plots/marks.ts",
    "widgets/plots/marks-svg.ts",
    "widgets/element/look/palette.ts",
    "widgets/kit/panel.ts",
    "widgets/figures/list.ts",
  ].map((path) => importSource(path)),
);

const BOX = { width: 400, height: 200 };
const svg = (marks) => svgMarks(marks, LIVE_PALETTE);

/** What is drawn at each of so many frames after a change. */
function frames(before, after, box = BOX, count = 14) {
  const way = new MarkTransition();
  way.at(before, box, 1000, true);
  return Array.from({ length: count }, (_, k) =>
    svg(way.at(after, box, 5000 + 16 * k, false)),
  );
}

const hand = (angle, [x, y] = [100, 100], size = 50) => {
  const [u, v] = [x + size * Math.cos(angle), y + size * Math.sin(angle)];
  const style = { stroke: "ink" };
  return [segment(x, y, u, v, style), circle(u, v, 3, { fill: "ink" })];
};

const numbers = (text) => text.match(/-?\d+(\.\d+)?/g).map(Number);

test("a hand turns at its full length, its dot at its tip", () => {
  const all = frames(hand(0), hand(1.2));
  assert.equal(all[0], svg(hand(0)));
  assert.equal(all.at(-1), svg(hand(1.2)));
  let last = 0;
  for (const frame of all.slice(1, 10)) {
    const [[x, y, u, v], [dotX, dotY]] = [
      ...frame.matchAll(/ d="([^"]+)"/g),
    ].map(([, d]) => numbers(d));
    assert.ok(Math.abs(Math.hypot(u - x, v - y) - 50) < 0.05, frame);
    assert.ok(Math.hypot(dotX - 3 - u, dotY - v) < 0.05, frame);
    const angle = Math.atan2(v - y, u - x);
    assert.ok(angle > last && angle < 1.2, `${angle} after ${last}`);
    last = angle;
  }
});

test("what has changed sides goes straight, an arc keeps to its circle", () => {
  const [half] = numbers(
    frames(hand(0), hand(Math.PI))[5].match(/L([^"]+)/)[1],
  );
  assert.ok(half > 50 && half < 150, `${half}`);
  const arc = (from, to) => [
    { kind: "path", stroke: "ink", draw: (pen) => pen.arc(0, 0, 10, from, to) },
  ];
  // Across the place where angles begin anew.
  for (const frame of frames(arc(3, 3.5), arc(-3, -2.5))) {
    const points = numbers(frame.match(/ d="([^"]+)"/)[1]).slice(0, 2);
    assert.ok(Math.abs(Math.hypot(...points) - 10) < 0.05, frame);
    assert.ok(points[0] < -9, `not around the other way: ${points}`);
  }
});

test("words are the new ones at once, and move", () => {
  const [first, , , , , , middle] = frames(
    [textMark(0, 0, "7")],
    [textMark(100, 0, "8")],
  );
  assert.match(first, /x="0".*>8</);
  const x = Number(middle.match(/x="([\d.]+)"/)[1]);
  assert.ok(x > 20 && x < 80, `${x}`);
});

test("words that have changed places go to their new ones", () => {
  const line = (...words) => words.map((it, k) => textMark(80 * k, 0, it));
  const all = frames(line("dog", "bites", "man"), line("man", "bites", "dog"));
  const places = (word) =>
    all.map((it) => Number(it.match(`x="([\\d.]+)"[^>]*>${word}<`)[1]));
  assert.deepEqual(new Set(places("bites")), new Set([80]));
  const [first, , , , , , middle, , , , , , , last] = places("dog");
  assert.deepEqual([first, last], [0, 160]);
  assert.ok(middle > 30 && middle < 140, `${middle}`);
});

test("where marks come or go, the others still move", () => {
  const line = (x) => segment(x, 0, x, 9, { stroke: "warm" });
  const before = [textMark(0, 9, "0"), line(10)];
  const after = [textMark(0, 9, "0"), textMark(50, 9, "5"), line(90)];
  const drawn = new Set(frames(before, after));
  assert.ok(drawn.size > 6, `${drawn.size} drawings`);
});

test("stillness, another size and too many marks are drawn at once", () => {
  const [a, b] = [hand(0), hand(1)];
  const way = new MarkTransition();
  way.at(a, BOX, 0, true);
  assert.equal(way.at(b, BOX, 900, true), b);
  assert.equal(way.at(a, { width: 401, height: 200 }, 901, false), a);
  const many = (angle) => Array.from({ length: 900 }, () => hand(angle)).flat();
  const [from, to] = [many(0), many(1)];
  const second = new MarkTransition();
  second.at(from, BOX, 0, true);
  assert.equal(second.at(to, BOX, 900, false), to);
  assert.equal(second.moving, false);
});

test("steps that follow each other at once become one motion", () => {
  const way = new MarkTransition();
  const at = (x, now) => {
    const [{ x: drawn }] = way.at([textMark(x, 0, "p")], BOX, now, false);
    return drawn;
  };
  way.at([textMark(0, 0, "p")], BOX, 0, true);
  at(10, 1000);
  // A step every 80 ms: ten px each, drawn as they pass.
  const seen = [];
  for (let k = 0; k < 40; k++) {
    seen.push(at(10 + 10 * Math.floor((k * 16) / 80), 1200 + 16 * k));
  }
  const steps = seen.slice(16).map((x, k) => x - seen[15 + k]);
  assert.ok(Math.max(...steps) < 4, `${steps}`);
  assert.ok(Math.min(...steps) > 0.5, `${steps}`);
});

/** Figures where keys choose one thing of the picture, by its colour alone. */
const JUMP = new Set(["pe-chain", "pe-layers", "pe-shuffle"]);

const KEYS = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"];
const isPlot = ({ kind }) => kind !== "html";

/** What the figure shows after the first key that changes anything. */
async function stepped(name, panel, { state, shown }) {
  for (const key of KEYS) {
    const values = panel.pointing.key(shown, { key });
    const now = values && (await describeFigure(name, { ...state, ...values }));
    if (now && JSON.stringify(now.state) !== JSON.stringify(state)) return now;
  }
  return undefined;
}

const boxOf = (panel) => ({ width: 600, height: heightOf(panel, 600, false) });

describe("every figure that keys step", () => {
  for (const tag of Object.keys(figures)) {
    const name = tag.slice(3);
    test(`${tag} moves to where it is set`, async (t) => {
      const before = await describeFigure(name);
      const { panels } = before.spec;
      const keyed = panels.find((it) => isPlot(it) && it.pointing?.key);
      const after = keyed && (await stepped(name, keyed, before));
      if (!after) return t.skip("no key steps it");
      const most = Math.max(
        ...panels.filter(isPlot).map((panel) => {
          const box = boxOf(panel);
          const [old, now] = [before, after].map(
            ({ shown }) => panel.marks?.(shown, box) ?? [],
          );
          return new Set(frames(old, now, box)).size;
        }),
      );
      t.diagnostic(`${most} drawings`);
      assert.equal(most > 5, !JUMP.has(tag), `${most} drawings`);
    });
  }
});

describe("every figure that can be dragged", () => {
  for (const tag of Object.keys(figures)) {
    const name = tag.slice(3);
    test(`${tag} has its sign where a hand takes hold`, async (t) => {
      const { spec, shown } = await describeFigure(name);
      const dragged = spec.panels.filter((it) => it.pointing?.drag);
      if (dragged.length === 0) return t.skip("nothing is dragged");
      for (const panel of dragged) {
        const box = boxOf(panel);
        const { at } = holdOf(panel, shown, box) ?? {};
        if (!at) continue;
        // A sign 24 px wide; for a finger the picture itself, 44 px around.
        for (const [dx, dy] of [
          [0, 0],
          [-11, 0],
          [0, -11],
        ]) {
          const from = { x: at.x + dx, y: at.y + dy };
          const how = { from, first: true, memory: new Map() };
          assert.ok(panel.pointing.drag(shown, from, box, how), panel.id);
        }
        assert.ok(at.x >= 0 && at.x <= box.width, `${panel.id}: ${at.x}`);
        assert.ok(at.y >= 0 && at.y <= box.height, `${panel.id}: ${at.y}`);
      }
    });
  }
});

/** Distance from a place to what is written, reckoned narrow. */
function written(marks, at) {
  const all = marks.map((mark) => {
    if (mark.kind === "group") {
      return written(mark.marks, { x: at.x - mark.x, y: at.y - mark.y });
    }
    if (mark.kind !== "text" || mark.text === "") return Infinity;
    const { x, y, text, anchor = "start", size = 12 } = mark;
    const width = 0.45 * size * text.length;
    const left = x - { start: 0, middle: 0.5, end: 1 }[anchor] * width;
    return Math.hypot(
      Math.max(0, left - at.x, at.x - left - width),
      Math.max(0, y - 0.7 * size - at.y, at.y - y),
    );
  });
  return Math.min(Infinity, ...all);
}

for (const [name, id] of [
  ["chain", "chain"],
  ["clock", "hands"],
  ["layers", "diagram"],
  ["rope", "scene"],
]) {
  test(`the sign in ${name} hides nothing that is written`, async () => {
    const { spec, shown } = await describeFigure(name);
    const panel = spec.panels.find((it) => it.id === id);
    for (const width of [288, 328, 352]) {
      const box = { width, height: heightOf(panel, width, width < 560) };
      const { at } = holdOf(panel, shown, box);
      const far = written(panel.marks(shown, box), at);
      assert.ok(far >= 14, `${width} px: ${far} px from a text`);
    }
  });
}
