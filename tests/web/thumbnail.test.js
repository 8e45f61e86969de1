// The pictures that stand for chapters in lists and on other sites.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Resvg } from "@resvg/resvg-js";
import { importSource } from "./figure.js";

const [{ chapters }, { thumbnailSvg }] = await Promise.all([
  importSource("site/tutorial/chapters.ts", "node"),
  importSource("widgets/thumbnail.ts"),
]);

const svgs = await Promise.all(
  chapters.map(async ({ path, thumbnail }) => {
    assert.ok(thumbnail, `${path} has no thumbnail`);
    return { path, svg: await thumbnailSvg(thumbnail) };
  }),
);

/** The pixels of it, as large as in a list: four bytes each. */
function pixels(svg) {
  const fitTo = { mode: /** @type {const} */ ("width"), value: 120 };
  const font = { loadSystemFonts: false };
  return new Resvg(svg, { fitTo, font }).render().pixels;
}

/** Share of pixels that differ clearly. */
function difference(a, b) {
  let count = 0;
  for (let k = 0; k < a.length; k += 4) {
    const far = [0, 1, 2].some((c) => Math.abs(a[k + c] - b[k + c]) > 48);
    count += Number(far);
  }
  return count / (a.length / 4);
}

const pictures = svgs.map(({ path, svg }) => ({ path, all: pixels(svg) }));

test("a thumbnail has shapes without words, on paper", () => {
  for (const { path, svg } of svgs) assert.doesNotMatch(svg, /<text/, path);
  for (const { path, all } of pictures) {
    const paper = Uint8Array.from(all, (_, k) => all[k % 4]);
    const share = difference(all, paper);
    assert.ok(share > 0.02, `${path}: ${(100 * share).toFixed(1)} %`);
  }
});

test("no two chapters look alike", () => {
  pictures.forEach((a, k) => {
    for (const b of pictures.slice(k + 1)) {
      const share = difference(a.all, b.all);
      assert.ok(share > 0.04, `${a.path}, ${b.path}: ${share.toFixed(3)}`);
    }
  });
});
