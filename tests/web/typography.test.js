// Lines of text as they are set: no number and no short formula is broken, no
// formula is cut off, and hardly a paragraph ends in a line of one or two signs.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { useSite } from "./browser.js";
import { importSource } from "./figure.js";
import { variedPagesOf } from "./site-pages.js";

const site = useSite();
/** Down to a telephone, where tables are looked at as well. */
const WIDTHS = [1280, 768, 360];

/**
 * Opens each page of a language in turn, as it is built: lines are set by style
 * sheets alone, and scripts would take most of the time.
 *
 * @param {{ after: (end: () => Promise<void>) => unknown }} t
 * @param {string} lang
 * @param {(page: import("playwright-core").Page, name: string) => Promise<void>} look
 */
async function onEachPage(t, lang, look) {
  const { page } = await site.open(t, `${lang}/`);
  await page.route("**/*.js", (route) => route.abort());
  for (const path of variedPagesOf(lang)) {
    await page.goto(new URL(`${lang}/${path}`, site.url).href, {
      waitUntil: "domcontentloaded",
    });
    await look(page, `${lang}/${path}`);
  }
}

/** Runs in the page: what is wrong with its lines, and how many blocks there are. */
function measured() {
  const BLOCKS = "p, li, dd, dt, h1, h2, h3, td, th, caption, summary";
  // Numbers in groups, with powers of ten, and equations as short as "k = 10".
  const WHOLE =
    /\d{1,3}(?:\u202f\d{3})+(?:\.\d+)?|\d[\d.]*[ \u00a0]×[ \u00a0]10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|(?<![\p{L}\d])[\p{sc=Latin}\p{sc=Greek}′]{1,2}[ \u00a0][=≈][ \u00a0][−-]?\d[\d\u202f.]*|第[ \u00a0]\d+[ \u00a0][章级节对行列维步位个圈]|\d\.\d+/gu;
  const found = { broken: [], orphans: [], cut: [], blocks: 0 };
  const range = document.createRange();
  const isSeen = (element) =>
    element.checkVisibility({ contentVisibilityAuto: true }) &&
    element.getClientRects().length > 0;
  for (const block of document.querySelectorAll(
    `main :is(${BLOCKS}), footer p`,
  )) {
    if (!isSeen(block) || block.querySelector(BLOCKS)) continue;
    const nodes = [];
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    let text = "";
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement.closest("math, svg, button, select, .hidden")) {
        continue;
      }
      nodes.push({ node, from: text.length });
      text += node.nodeValue;
    }
    if (text.trim() === "") continue;
    /** @returns {[Node, number]} */
    const place = (at) => {
      const { node, from } = nodes.findLast((it) => it.from <= at);
      return [node, at - from];
    };
    const rects = (from, to) => {
      range.setStart(...place(from));
      const [node, at] = place(to - 1);
      range.setEnd(node, at + 1);
      return [...range.getClientRects()].filter(({ width }) => width > 0);
    };
    for (const match of text.matchAll(WHOLE)) {
      const lines = rects(match.index, match.index + match[0].length);
      const [first] = lines;
      if (lines.some(({ top }) => Math.abs(top - first.top) > 12)) {
        found.broken.push(match[0]);
      }
    }
    // Of cells and terms a short second line is no orphan.
    if (!/^(P|LI|DD)$/.test(block.tagName)) continue;
    found.blocks += 1;
    const all = rects(0, text.length);
    const low = Math.max(...all.map(({ bottom }) => bottom));
    const high = Math.min(...all.map(({ top }) => top));
    const style = getComputedStyle(block);
    const line = Number.parseFloat(style.lineHeight) || 24;
    if (low - high < 1.6 * line) continue;
    const ends = text.trimEnd();
    let count = 0;
    for (let at = ends.length - 1; at >= 0 && count < 3; at -= 1) {
      const [rect] = rects(at, at + 1);
      if (rect && rect.top < low - 1.1 * line) break;
      count += 1;
    }
    const last = block.lastElementChild;
    const endsInMath =
      last?.localName === "math" && !last.nextSibling?.data?.trim();
    if (count < 3 && !endsInMath) found.orphans.push(ends.slice(-24));
  }
  for (const math of document.querySelectorAll("main math")) {
    if (!isSeen(math)) continue;
    const { left, right } = math.getBoundingClientRect();
    let box = math.parentElement;
    while (
      box &&
      !/auto|scroll|hidden|clip/.test(getComputedStyle(box).overflowX)
    ) {
      box = box.parentElement;
    }
    const within = box?.getBoundingClientRect() ?? {
      left: 0,
      right: document.documentElement.clientWidth,
    };
    const scrolls = box && /auto|scroll/.test(getComputedStyle(box).overflowX);
    const hasEdge = scrolls && getComputedStyle(box).backgroundImage !== "none";
    const isOut = right > within.right + 1 || left < within.left - 1;
    if (isOut && !hasEdge) found.cut.push(math.textContent.slice(0, 40));
  }
  return found;
}

/**
 * Runs in the page, unfolding it: cells of tables that nobody can read, and what
 * has no edge.
 */
function narrow() {
  for (const it of document.querySelectorAll("main details")) {
    it.toggleAttribute("open", true);
  }
  const tables = document.querySelectorAll("main .table > table");
  const found = [];
  for (const table of tables) {
    if (!table.checkVisibility() || table.closest(".editor")) continue;
    const box = table.parentElement;
    const name = table.caption?.textContent ?? "";
    if (
      table.scrollWidth > box.clientWidth + 1 &&
      getComputedStyle(box).backgroundImage === "none"
    ) {
      found.push(`${name}: no edge`);
    }
    for (const cell of table.querySelectorAll("th, td:not(.number)")) {
      const style = getComputedStyle(cell);
      const room = cell.clientWidth - Number.parseFloat(style.paddingRight);
      const text = cell.textContent.trim();
      const signs = text.length + (text.match(/\p{sc=Han}/gu)?.length ?? 0);
      // The heads of a table that is stacked are not seen.
      if (cell.clientWidth < 2) continue;
      // Six letters, or three Chinese signs, are a line at least.
      if (signs > 12 && room < 52) found.push(`${name}: ${text}, ${room} px`);
    }
  }
  return { seen: tables.length, faults: found };
}

describe("every page", () => {
  /** What is found at each width: a page is opened once for all of them. */
  const all = new Map(
    WIDTHS.map((width) => [
      width,
      { broken: [], orphans: [], cut: [], blocks: 0 },
    ]),
  );
  const tables = { seen: 0, faults: [] };

  before(async () => {
    const ends = [];
    const t = { after: (end) => ends.push(end) };
    for (const lang of ["en", "zh"]) {
      await onEachPage(t, lang, async (page, name) => {
        await page.evaluate(() => document.fonts.ready);
        const named = (faults) => faults.map((it) => `${name}: ${it}`);
        for (const [width, sums] of all) {
          await page.setViewportSize({ width, height: 900 });
          const found = await page.evaluate(measured);
          sums.blocks += found.blocks;
          for (const kind of ["broken", "orphans", "cut"]) {
            sums[kind].push(...named(found[kind]));
          }
        }
        const { seen, faults } = await page.evaluate(narrow);
        tables.seen += seen;
        tables.faults.push(...named(faults));
      });
    }
    for (const end of ends) await end();
  });

  for (const width of WIDTHS) {
    test(`breaks no number, cuts no formula and leaves hardly an orphan at ${width} px`, (t) => {
      const { broken, orphans, cut, blocks } = all.get(width);
      t.diagnostic(
        `${blocks} blocks, ${orphans.length} orphans, ${broken.length} broken, ${cut.length} cut`,
      );
      assert.ok(blocks > 1500, `${blocks} blocks`);
      assert.deepEqual(broken, []);
      assert.deepEqual(cut, []);
      assert.ok(orphans.length / blocks < 0.01, `${orphans.join("\n")}`);
    });
  }

  test("has tables on a telephone whose columns can be read, with an edge where they go on", () => {
    assert.ok(tables.seen > 30, `${tables.seen} tables`);
    assert.deepEqual(tables.faults, []);
  });
});

describe("a quantity", () => {
  test("is found in running text, and what is no quantity is not", async () => {
    const { labelHtml, markQuantities } = await importSource(
      "widgets/words/quantity.ts",
      "node",
    );
    const marked = (text) =>
      markQuantities(
        text,
        (it) => `<${it}>`,
        (it) => it,
      );
    for (const [text, wanted] of [
      ["Give position p the number p.", "Give position <p> the number <p>."],
      ["from 0 to d/2 − 1", "from 0 to <d>/2 − 1"],
      ["2i and 2k + 1", "2<i> and 2<k> + 1"],
      ["cos ω(i − j)", "cos <ω>(<i> − <j>)"],
      ["位置 m 上的查询转 mθ", "位置 <m> 上的查询转 <mθ>"],
      ["best a, b and sin ωk", "best <a>, <b> and sin <ωk>"],
      ["[B, T, d]", "[<B>, <T>, <d>]"],
      ["q·a beside a word", "<q>·<a> beside a word"],
      ["between Rq and Rk", "between <Rq> and <Rk>"],
      ["cos mθ · cos nθ", "cos <mθ> · cos <nθ>"],
      ["at distance πd, Lθ/2π", "at distance <πd>, <Lθ>/2<π>"],
      ["by a score of a: the one", "by a score of <a>: the one"],
      ["分数为 a：它", "分数为 <a>：它"],
    ]) {
      assert.equal(marked(text), wanted);
    }
    assert.equal(
      labelHtml("entre k y\u2060 q"),
      "entre <var>k</var> y\u2060\u00a0<var>q</var>",
    );
    for (const text of [
      "a word, I and A",
      "Swap A and B",
      "C++ and C",
      "row E",
      "LLaMA 7B reads 128k tokens",
      "e.g. T5’s n-gram",
      "don’t",
    ]) {
      assert.equal(marked(text), text);
    }
  });

  test("has one italic in text and in formulas, whose signs have tall forms", async (t) => {
    const { page } = await site.open(t, "en/derivations/");
    const found = await page.evaluate(() => {
      const look = (selector) => {
        const { fontFamily, fontStyle } = getComputedStyle(
          document.querySelector(selector),
        );
        return `${fontStyle} ${fontFamily}`;
      };
      const of = getComputedStyle(document.querySelector("main math"));
      const family = (it) => it.family.replaceAll(/["']/g, "");
      return {
        text: look("main p var"),
        formula: look("main math .v"),
        first: of.fontFamily.split(",")[0].replaceAll(/["']/g, ""),
        families: [...document.fonts].map(family),
      };
    });
    assert.match(found.text, /^italic "?Source Serif 4/);
    assert.equal(found.formula, found.text);
    assert.ok(found.families.includes(found.first), `${found.families}`);
    const heights = await page.evaluate(async () => {
      const name = '"Formula signs"';
      const loaded = await document.fonts.load(`20px ${name}`, "(");
      const box = document.createElement("div");
      box.innerHTML =
        '<math><mrow><mo id="low">⌊</mo><mi>x</mi></mrow><mrow><mo id="tall">⌊</mo><mi>x</mi><mspace height="60px" width="1px"></mspace></mrow></math>';
      document.querySelector("main").append(box);
      const math = /** @type {MathMLElement} */ (box.firstElementChild);
      math.style.fontFamily = name;
      const height = (id) =>
        document.getElementById(id).getBoundingClientRect().height;
      return { faces: loaded.length, low: height("low"), tall: height("tall") };
    });
    assert.equal(heights.faces, 1);
    assert.ok(heights.tall > 55, JSON.stringify(heights));
    assert.ok(heights.low < 40, JSON.stringify(heights));
  });
});
