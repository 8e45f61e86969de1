// A figure drawn in Node is the one that the browser saves.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  describe as describeAll,
  renderSVG,
  undrawn,
} from "posenc-widgets/render";
import { useSite } from "./browser.js";

const site = useSite();
const REGISTRY = fileURLToPath(
  new URL("../../web/site/registry.ts", import.meta.url),
);

/** Runs in the page: the file that "SVG" would save, once it can be drawn. */
async function exported(tag) {
  for (;;) {
    try {
      const figure = document.querySelector(tag);
      if (figure.hasAttribute("data-live")) return figure.exportSVG();
    } catch {
      // What draws files comes after the figure.
    }
    await new Promise((done) => setTimeout(done, 25));
  }
}

/** Runs in the page: the pixels of pictures, each as one text. */
async function pixelsOf(addresses) {
  const all = [];
  for (const address of addresses) {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    all.push(`${width}×${height}: ${data.join()}`);
  }
  return all;
}

/** Two encoders write the same pixels in different bytes. */
const withoutPictures = (svg) => svg.replace(/ href="[^"]*"/g, ' href=""');
const pictures = (svg) =>
  [...svg.matchAll(/ href="([^"]*)"/g)].map(([, address]) => address);

const STATES = /** @type {const} */ ([
  ["pe-playground", { "d-model": "32", layout: "halves", pos: "9" }],
  ["pe-heatmap", { "d-model": "48", "seq-len": "24", show: "steps" }],
  ["pe-wavelengths", {}],
  ["pe-shaw", { causal: "true" }],
  ["pe-alibi", {}],
  ["pe-layers", { source: "a cat & <a> dog" }],
  ["pe-rope", {}],
  ["pe-lookup", { text: "one two one" }],
  ["pe-bias-curves", {}],
]);

describe("renderSVG", () => {
  for (const [k, [tag, attributes]] of STATES.entries()) {
    const lang = k % 2 ? "zh" : "en";
    const theme = k % 3 ? "light" : "dark";
    test(`draws <${tag}> as its exportSVG() does (${lang}, ${theme})`, async (t) => {
      const query = new URLSearchParams({ ...attributes, lang, theme });
      const name = tag.replace(/^pe-/, "");
      const { page } = await site.open(t, `embed/${name}.html?${query}`);
      const saved = await page.evaluate(exported, tag);
      const drawn = await renderSVG(tag, attributes, { lang, theme });
      assert.equal(withoutPictures(drawn), withoutPictures(saved));
      assert.deepEqual(
        await page.evaluate(pixelsOf, pictures(drawn)),
        await page.evaluate(pixelsOf, pictures(saved)),
      );
    });
  }

  test("draws all widgets of the site but those that are named as undrawn", async () => {
    const registry = readFileSync(REGISTRY, "utf8");
    const own = [...registry.matchAll(/^ {2}"(pe-[a-z-]+)":/gm)].map(
      ([, tag]) => tag,
    );
    const drawable = new Set((await describeAll()).map(({ tag }) => tag));
    assert.ok(own.includes("pe-playground"));
    assert.deepEqual(
      own.filter((tag) => !drawable.has(tag)).sort(),
      [...undrawn].sort(),
    );
  });
});
