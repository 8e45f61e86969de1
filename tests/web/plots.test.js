import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { importSource } from "./figure.js";

let axes;
let color;
let lines;
let marks;
let panel;
let paint;
let svg;
before(async () => {
  axes = await importSource("widgets/plots/axes.ts");
  color = await importSource("widgets/plots/color.ts");
  lines = await importSource("widgets/plots/lines.ts");
  marks = await importSource("widgets/kit/highlights.ts");
  panel = await importSource("widgets/kit/panel.ts");
  paint = await importSource("widgets/plots/pixels.ts");
  svg = await importSource("widgets/plots/marks-svg.ts");
});

const rgb = (pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];

/** Relative luminance, as WCAG defines it. */
function luminance(pixel) {
  const [r, g, b] = rgb(pixel).map((c) => {
    const s = c / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe("colour maps", () => {
  test("a map has 256 opaque pixels", () => {
    for (const name of ["diverging", "sequential"]) {
      for (const theme of ["light", "dark"]) {
        const map = color.colorMap(name, theme);
        assert.equal(map.length, 256);
        assert.ok(map.every((pixel) => pixel >>> 24 === 255));
      }
    }
  });

  test("sequential maps go one way in lightness, on dark paper the other", () => {
    for (const [theme, sign] of /** @type {const} */ ([
      ["light", -1],
      ["dark", 1],
    ])) {
      const levels = [...color.colorMap("sequential", theme)].map(luminance);
      for (let k = 1; k < 256; k += 1) {
        assert.ok((levels[k] - levels[k - 1]) * sign >= -1e-3, `${theme} ${k}`);
      }
    }
  });

  test("diverging maps have the paper in the middle and leave it both ways", () => {
    for (const [theme, sign] of /** @type {const} */ ([
      ["light", -1],
      ["dark", 1],
    ])) {
      const levels = [...color.colorMap("diverging", theme)].map(luminance);
      for (let k = 1; k < 128; k += 1) {
        assert.ok((levels[128 + k - 1] - levels[127 + k]) * sign <= 2e-3);
        assert.ok((levels[128 - k] - levels[127 - k]) * sign <= 2e-3);
      }
    }
  });

  test("minus and plus differ for readers who see no red or no green", () => {
    // Machado et al. 2009, severity 1, on linear RGB.
    const kinds = {
      protanopia: [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
      ],
      deuteranopia: [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.01182, 0.04294, 0.968881],
      ],
    };
    const linear = (pixel) =>
      rgb(pixel).map((c) =>
        c / 255 <= 0.04045
          ? c / 255 / 12.92
          : ((c / 255 + 0.055) / 1.055) ** 2.4,
      );
    for (const theme of ["light", "dark"]) {
      const map = color.colorMap("diverging", theme);
      for (const matrix of Object.values(kinds)) {
        const seen = (pixel) =>
          matrix.map((row) =>
            row.reduce((sum, w, k) => sum + w * linear(pixel)[k], 0),
          );
        const [minus, plus] = [seen(map[0]), seen(map[255])];
        assert.ok(Math.hypot(...minus.map((x, k) => x - plus[k])) > 0.2);
      }
    }
  });
});

describe("heatmap", () => {
  test("a value falls into the nearest of 256 bins, outliers into the last", () => {
    const table = Uint32Array.from({ length: 256 }, (_, k) => k);
    const values = [-1, -0.5, 0, 0.5, 1, 7, -7, 1e30, -1e30];
    const ends = [Infinity, -Infinity, Number.NaN];
    const pixels = new Uint32Array(12);
    const all = Float32Array.of(...values, ...ends);
    paint.paintPixels(pixels, all, table, [-1, 1]);
    assert.deepEqual(
      [...pixels],
      [0, 64, 128, 191, 255, 255, 0, 255, 0, 255, 0, 0],
    );
  });

  test("large matrices fall into the same bin or the next", () => {
    const table = Uint32Array.from({ length: 256 }, (_, k) => k);
    const count = 1 << 17;
    const painter = new paint.PixelPainter();
    const domains = [
      [-1, 1],
      [0, 3],
      [-2, 0.5],
      [1000, 1001],
    ];
    for (const [low, high] of domains) {
      const step = (1.2 * (high - low)) / count;
      const from = low - 0.1 * (high - low);
      const values = Float32Array.from({ length: count }, (_, k) =>
        k === 0 ? Infinity : k === 1 ? Number.NaN : from + k * step,
      );
      const [exact, fast] = [new Uint32Array(count), new Uint32Array(count)];
      paint.paintPixels(exact, values, table, [low, high]);
      painter.paint(fast, values, table, [low, high]);
      const far = fast.map((bin, k) => Math.abs(bin - exact[k]));
      assert.equal(Math.max(...new Set(far)), low === 1000 ? 0 : 1);
      assert.deepEqual([...fast.slice(0, 2)], [255, 0]);
      assert.deepEqual([fast[2], fast.at(-1)], [0, 255]);
    }
  });

  test("a pointer finds its cell by ratio, and never leaves the matrix", () => {
    const box = { width: 200, height: 100 };
    const size = { rows: 50, columns: 64 };
    const at = (x, y) => panel.cellAtPoint(size, box, { x, y });
    assert.deepEqual(at(0, 0), { row: 0, column: 0 });
    assert.deepEqual(at(100, 50), { row: 25, column: 32 });
    assert.deepEqual(at(999, 999), { row: 49, column: 63 });
    assert.deepEqual(at(-9, -9), { row: 0, column: 0 });
  });
});

describe("axes and marks", () => {
  test("ticks of an axis of cells are whole numbers inside the table", () => {
    assert.deepEqual(
      axes.integerTicks(0, 49, 340, 48),
      [0, 5, 10, 15, 20, 25, 30, 35, 40, 45],
    );
    assert.deepEqual(axes.integerTicks(0, 1, 700, 72), [0, 1]);
    assert.deepEqual(axes.integerTicks(0, 0, 700, 72), [0]);
  });

  test("rows are named where their names stay apart, the chosen one always", () => {
    const named = (count, length, chosen) =>
      Array.from({ length: count }, (_, row) => row).filter(
        axes.namedRows(count, length, chosen),
      );
    assert.deepEqual(named(4, 64), [0, 1, 2, 3]);
    assert.deepEqual(named(4, 26), [0, 2]);
    assert.deepEqual(named(11, 96, 3), [0, 3, 6, 8, 10]);
    assert.deepEqual(named(11, 96, 4), [0, 2, 4, 6, 8, 10]);
  });

  test("a line denser than the screen is the band that its samples fill", () => {
    const wave = (period, count) =>
      Array.from({ length: count }, (_, k) =>
        Math.sin((2 * Math.PI * k) / period),
      );
    const pointsOf = (draw) => {
      const points = [];
      const add = (x, y) => points.push([x, y]);
      draw({ moveTo: add, lineTo: add, closePath() {} });
      return points;
    };
    const line = (data, width) => {
      const samples = { data, start: 0, stride: 1, count: data.length };
      const x = (k) => (k * width) / (data.length - 1);
      const style = { stroke: "accent", width: 2 };
      return lines.lineMark(samples, x, (v) => v, style);
    };
    const sparse = line(wave(6, 200), 400);
    assert.equal(sparse.fill, undefined);
    // Its pieces are the line: each begins where the last one ends.
    const pieces = sparse.pieces.map(pointsOf);
    assert.ok(pieces.length > 1);
    pieces.slice(1).forEach((piece, k) => {
      assert.deepEqual(piece[0], pieces[k].at(-1));
    });
    assert.deepEqual(
      pieces.flatMap((piece, k) => piece.slice(k > 0 ? 1 : 0)),
      pointsOf(sparse.draw),
    );
    for (const period of [6.3, 900, 60_000]) {
      const data = wave(period, 4096);
      const mark = line(data, 500);
      assert.equal(mark.fill, "accent");
      assert.equal(mark.stroke, undefined);
      const points = pointsOf(mark.draw);
      // There along the upper edge, back along the lower one, half of the
      // line's width away; with the line's own ends.
      assert.equal(points.length, 2 * (1 + 500 + 1));
      const [upper, lower] = [
        points.slice(0, 502),
        points.slice(502).reverse(),
      ];
      assert.deepEqual([upper[0][0], upper.at(-1)[0]], [0, 500]);
      upper.forEach(([x, y], c) => {
        assert.ok(c === 0 || c === 501 || (x > c - 1 && x < c));
        assert.equal(x, lower[c][0]);
        assert.ok(y < lower[c][1]);
        assert.ok(data.includes(y + 1) || data.some((v) => v - 1 === y));
      });
      data.forEach((value, k) => {
        const c = 1 + Math.min(499, Math.floor((k * 500) / 4095));
        assert.ok(value - 1 >= upper[c][1] && value + 1 <= lower[c][1]);
      });
      // Its pieces overlap in one column at most, and leave none out.
      const parts = mark.pieces.map(pointsOf);
      assert.ok(parts.length > 1);
      parts.slice(1).forEach((part, k) => {
        const end = parts[k].length / 2 - 1;
        assert.deepEqual(part[0], parts[k][end]);
      });
    }
  });

  test("cells have numbers where all of them have room, else none", () => {
    const values = Float32Array.of(0, 0.5, -0.25, 1);
    const matrix = { rows: 2, columns: 2, values, domain: [-1, 1] };
    const numbers = (width, height) =>
      marks.cellNumbers(
        { ...matrix, format: (value) => value.toFixed(2) },
        { width, height },
        "light",
      );
    for (const [width, height, count] of [
      [200, 100, 4],
      [64, 60, 4],
      [60, 60, 0],
      [200, 30, 0],
    ]) {
      assert.equal(numbers(width, height).length, count, `${width}×${height}`);
    }
    const [{ size }] = numbers(64, 60);
    assert.ok(size >= 9 && size * 0.6 * 5 <= 28.001, `${size}`);
    assert.deepEqual(marks.cellNumbers(matrix, { width: 200 }, "light"), []);
  });

  test("text in SVG is escaped", () => {
    const palette = { ink: '"red"' };
    const mark = { kind: "text", x: 1, y: 2, text: "<tea & jam>", fill: "ink" };
    assert.equal(
      svg.svgMarks([mark], palette),
      '<text x="1" y="2" fill="&quot;red&quot;" font-size="12">&lt;tea &amp; jam&gt;</text>',
    );
  });

  test("quantities in labels are italic, names of things are not", () => {
    const written = (text) =>
      svg
        .svgMarks([{ kind: "text", x: 0, y: 0, text, fill: "ink" }], {
          ink: "#000",
        })
        .replace(/^<text[^>]*>|<\/text>$/g, "")
        .replace(/<tspan font-style="italic"[^>]*>(.+?)<\/tspan>/g, "[$1]");
    assert.equal(written("distance i − j"), "distance [i] − [j]");
    assert.equal(written("q·a / √d"), "[q]·[a] / √[d]");
    assert.equal(written("距离 k"), "距离 [k]");
    assert.equal(written("Rq"), "[Rq]");
    assert.equal(written("k"), "[k]");
    for (const text of [
      "B",
      "gpt-oss 120b",
      "a word",
      "64k tokens",
      "48 B",
      "",
    ]) {
      assert.equal(written(text), text);
    }
  });
});
