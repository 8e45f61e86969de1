import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { launch } from "./browser.js";
import { importSource } from "./figure.js";

let blocks;
let inline;
let prerender;
before(async () => {
  blocks = await importSource("site/build/blocks.ts");
  ({ inline } = await importSource("site/build/inline.ts"));
  ({ prerender } = await importSource("widgets/prerender.ts"));
});

const context = (lang) => ({ lang, href: (target) => `to:${target}` });

describe("the page build", () => {
  test("a text without one of the languages stops it and is named", () => {
    for (const text of [{ en: "Only English" }, { en: "Empty", zh: " " }]) {
      assert.throws(() => inline(text, context("zh")), {
        message: `a text has no zh: ${JSON.stringify(text)}`,
      });
    }
  });

  test("running text may emphasise, quote code, link and name quantities", () => {
    const en =
      "*a* **b** `c < d` [e](~/x/#y) [p](link:pos) [10](link:base) <f> & g";
    assert.equal(
      inline({ en, zh: en }, context("en")),
      '<em>a</em> <strong>b</strong> <code lang="en">c &lt; d</code> <a href="to:~/x/#y">e</a> <span class="symbol letter" data-link="pos">p</span> <span class="symbol" data-link="base">10</span> &lt;f&gt; &amp; g',
    );
  });

  test("a wrong attribute of a figure stops it", () => {
    assert.throws(() => prerender("pe-playground", "en", { base: "1" }), {
      message:
        /^<pe-playground>: base must be a number from 2 to 1.000.000.000, not “1”/,
    });
    assert.throws(() => prerender("pe-nothing", "en", {}), {
      message: "there is no widget <pe-nothing>",
    });
  });

  test("blocks escape what they are given", () => {
    const html = blocks.listing("a < b && c")(context("en"));
    assert.match(html, /a &lt; b &amp;&amp; c/);
  });

  test("style sheet and drawn pictures have the same colours", async () => {
    const { PALETTES } = await importSource("widgets/palette.ts");
    const css = readFileSync(
      new URL("../../web/widgets/style.css", import.meta.url),
      "utf8",
    );
    const rule = (selector) =>
      new RegExp(`^${selector} \\{([^}]*)\\}`, "m").exec(css)[1];
    for (const [theme, selector] of [
      ["light", "\\.root"],
      ["dark", '\\.root\\[data-theme="dark"\\]'],
    ]) {
      for (const [ink, color] of Object.entries(PALETTES[theme])) {
        const value = new RegExp(`--_${ink}: var\\([^,]+, (#\\w+)\\)`);
        assert.equal(value.exec(rule(selector))[1], color, `${theme} ${ink}`);
      }
    }
  });

  test("a drawn PNG is read back as it was", async (t) => {
    const { pngAddress } = await importSource("site/build/png.ts", "node");
    const pixels = Uint32Array.of(
      0xff0000ff,
      0xff00ff00,
      0xffff0000,
      0xff123456,
    );
    const browser = await launch();
    t.after(() => browser.close());
    const page = await browser.newPage();
    const read = await page.evaluate(
      async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        const context = new OffscreenCanvas(2, 2).getContext("2d");
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, 2, 2);
        return [...new Uint32Array(data.buffer)];
      },
      pngAddress(pixels, 2, 2),
    );
    assert.deepEqual(read, [...pixels]);
  });

  test("widgets can be imported where there is no DOM", async () => {
    assert.equal(typeof globalThis.HTMLElement, "undefined");
    const { Playground } = await importSource("widgets/playground.ts");
    assert.equal(Playground.tag, "pe-playground");
    assert.ok(Playground.observedAttributes.includes("seq-len"));
  });
});
