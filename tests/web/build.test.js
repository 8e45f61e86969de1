import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { launch } from "../../tools/browser/site.mjs";
import { importSource } from "./figure.js";

let blocks;
let inline;
let prerender;
before(async () => {
  blocks = await importSource("site/blocks/blocks.ts");
  ({ inline } = await importSource("site/blocks/inline.ts"));
  ({ prerender } = await importSource("widgets/prerender.ts"));
});

/** What blocks need to know, as the page build tells them. */
const context = (lang, more = {}) => ({
  lang,
  root: "../",
  place: "",
  values: {},
  href: (target) => `to:${target}`,
  anchor: (id) => id,
  term: () => {},
  ...more,
});

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
      '<em>a</em> <strong><var>b</var></strong> <code lang="en">c &lt; d</code> <a href="to:~/x/#y"><var>e</var></a> <span class="symbol" data-link="pos"><var>p</var></span> <span class="symbol" data-link="base">10</span> &lt;<var>f</var>&gt; &amp; <var>g</var>',
    );
  });

  test("running text may hold formulas, indices and computed numbers", () => {
    const both = (text) => ({ en: text, zh: text });
    const en = context("en", {
      values: { n: () => 47117.4, word: () => ({ en: "yes", zh: "是" }) },
    });
    assert.equal(
      inline(both("x_{i}^{2}"), en),
      "<var>x</var><sub><var>i</var></sub><sup>2</sup>",
    );
    assert.match(inline(both("$p_i$"), en), /^<math><msub>.*<\/math>$/);
    assert.equal(
      inline(both("{n} {word}"), en).replace(/<[^>]*>/g, ""),
      "47\u202f117 yes",
    );
    assert.equal(inline(both("\\$ \\* \\{n}"), en), "$ * {<var>n</var>}");
    assert.throws(() => inline(both("{m}"), en), /\{m\} is not among the/);
    assert.throws(() => inline(both("$\\nonsense$"), en), /the formula .nonse/);
    const bad = context("en", { values: { n: () => Number.NaN } });
    assert.throws(() => inline(both("{n}"), bad), /\{n\} is NaN/);
  });

  test("formulas carry no style of their own, and link their parts", async () => {
    const { displayMath } = await importSource("site/blocks/tex.ts");
    for (const tex of [
      "\\frac{\\link{pos}{p}}{10000^{2i/d}}",
      "\\begin{bmatrix} a & b & c \\\\ d & e & f \\end{bmatrix}",
      "\\begin{cases} 1 & x > 0 \\\\ 0 \\end{cases}",
      "\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}",
      "\\sum_{k=0}^{n} \\sqrt{d_k} \\hat{y} \\bar{x} \\lfloor z \\rfloor",
      "\\operatorname{softmax}\\left(\\frac{QK^\\top}{\\sqrt{d}}\\right)",
    ]) {
      const html = displayMath(tex);
      assert.match(html, /^<math display="block"/);
      assert.doesNotMatch(html, /\sstyle=/, tex);
    }
    assert.match(displayMath("\\link{pos}{p}"), /data-link="pos"/);
    assert.throws(() => displayMath("\\color{red} x"), /needs the style/);
    assert.throws(() => displayMath("\\overline{x}"), /draws <menclose>/);
  });

  test("a note stands beside the block before it", () => {
    const { aside, group, paragraph } = blocks;
    const say = (text) => ({ en: text, zh: text });
    const html = group(
      "x",
      paragraph(say("one")),
      aside(say("note")),
      paragraph(say("two")),
    )(context("en"));
    assert.match(
      html,
      /^<section id="x"><div class="noted"><div class="beside-notes"><p>one<\/p><\/div><aside[^>]*><p>note<\/p><\/aside><\/div>\n<p>two<\/p><\/section>$/,
    );
  });

  test("a wrong table or question stops it", () => {
    const say = (text) => ({ en: text, zh: text });
    const table = { caption: say("T"), columns: ["a", "b"], rows: [["1"]] };
    assert.throws(
      () => blocks.dataTable(table)(context("en")),
      /table “T”: a row of 1 cells below 2 columns/,
    );
    assert.throws(
      () => blocks.dataTable({ ...table, columns: [() => ""] })(context("en")),
      /table “T”: a column has no heading/,
    );
    const choices = [
      { text: say("a"), why: say("b") },
      { text: say("c"), why: say("d") },
    ];
    assert.throws(
      () => blocks.quiz("q", { question: say("?"), choices })(context("en")),
      /quiz q: needs two choices, one of them right/,
    );
    const asked = { question: say("?"), tolerance: 0.1, why: say("w") };
    assert.throws(
      () => blocks.guess("q", { ...asked, check: "none" })(context("en")),
      /quiz q: there is no check none/,
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
    const { PALETTES } = await importSource("widgets/element/look/palette.ts");
    const css = readFileSync(
      new URL("../../web/widgets/element/look/style.css", import.meta.url),
      "utf8",
    );
    const rule = (selector) =>
      new RegExp(`^${selector} \\{([^}]*)\\}`, "m").exec(css)[1];
    for (const [theme, selector] of [
      ["light", "\\.root"],
      ["dark", '\\.root\\[data-theme="dark"\\]'],
    ]) {
      for (const [ink, color] of Object.entries(PALETTES[theme])) {
        const value = new RegExp(
          `--_${ink}: var\\([^,]+, (?:var\\(--_ground, )?(#\\w+)\\)`,
        );
        assert.equal(value.exec(rule(selector))[1], color, `${theme} ${ink}`);
      }
    }
  });

  test("a drawn PNG is read back as it was", async (t) => {
    const { pngAddress } = await importSource("widgets/plots/png.ts");
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
    const { Playground } = await importSource("widgets/playground/element.ts");
    assert.equal(Playground.tag, "pe-playground");
    assert.ok(Playground.observedAttributes.includes("seq-len"));
  });
});
