// Figures as guests: in boxes, text and print that other people's pages make.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { leaveBrowser, settle, useBrowser } from "./browser.js";
import { TAGS } from "./every-widget.js";
import { notesPage, openPage } from "./notes.js";

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await useBrowser();
});
after(leaveBrowser);

/**
 * Opens a page of these notes.
 *
 * @param {import("node:test").TestContext} t
 * @param {string} body
 * @param {{ html?: string, live?: number }} [notes] `live`: figures to wait for
 */
async function open(t, body, { html, live = 0 } = {}) {
  const { page } = await openPage(t, browser, notesPage({ html, body }), {
    viewport: { width: 1280, height: 800 },
  });
  await page.waitForFunction(
    (count) => document.querySelectorAll("[data-live]").length >= count,
    live,
    { timeout: 120_000 },
  );
  await settle(page);
  return page;
}

/** Boxes that are as wide as what is in them; F is the figure. */
const BOXES = {
  "a centred column":
    '<div style="display:flex;flex-direction:column;align-items:center">F</div>',
  "a row with what grows":
    '<div style="display:flex;gap:1em">F<p style="flex:1">Text beside it</p></div>',
  "a row": '<div style="display:flex;gap:1em">F<p>Short</p></div>',
  "a column of a grid":
    '<div style="display:grid;grid-template-columns:auto 1fr">F<p>Text</p></div>',
  "a centred grid": '<div style="display:grid;place-items:center">F</div>',
  "a float":
    '<div style="display:flow-root"><div style="float:left">F</div><p>Text</p></div>',
  "a figure with its caption":
    '<figure style="display:table;margin:auto">F<figcaption style="display:table-caption;caption-side:bottom">Figure 1</figcaption></figure>',
  "a cell of a table": "<table><tr><td>F<td>text</table>",
  "an inline block": '<div style="display:inline-block">F</div>',
  "a box that fits": '<div style="width:fit-content;margin:auto">F</div>',
  "a box of its own place":
    '<div style="position:relative;height:9px"><div style="position:absolute;left:50%;transform:translateX(-50%)">F</div></div>',
};

describe("a box as wide as what is in it", () => {
  for (const [width, least, most] of [
    [1280, 640, 640],
    [390, 300, 390],
  ]) {
    test(`shows every figure at ${width} px`, async (t) => {
      // Far below, they keep their room: loaded, not drawn.
      const boxes = Object.values(BOXES).flatMap((box) =>
        TAGS.map((tag) => box.replace("F", `<${tag}></${tag}>`)),
      );
      const page = await open(t, boxes.join("\n"));
      await page.setViewportSize({ width, height: 800 });
      await settle(page);
      const widths = await page.evaluate(
        (tags) =>
          [...document.querySelectorAll(tags.join(","))].map(
            (it) => it.offsetWidth,
          ),
        TAGS,
      );
      assert.equal(widths.length, boxes.length);
      const names = Object.keys(BOXES);
      const wrong = widths.flatMap((it, k) =>
        it >= least && it <= most
          ? []
          : [
              `${TAGS[k % TAGS.length]} in ${names[Math.floor(k / TAGS.length)]}: ${it}`,
            ],
      );
      assert.deepEqual(wrong, []);
    });
  }

  test("shows a figure that is drawn as one that waits, and a block is all of its column", async (t) => {
    const clock = '<pe-clock loading="eager"></pe-clock>';
    const boxes = Object.values(BOXES).map((box) => box.replace("F", clock));
    const page = await open(t, [...boxes, clock].join("\n"), {
      live: boxes.length + 1,
    });
    const widths = await page.evaluate(() =>
      [...document.querySelectorAll("pe-clock")].map((it) => it.offsetWidth),
    );
    assert.deepEqual(widths, [...boxes.map(() => 640), 1264]);
  });
});

/** Runs in the page: properties that children take from their parents, each with another value. */
function inherited() {
  const parent = document.createElement("span");
  const child = document.createElement("span");
  parent.append(child);
  document.body.append(parent);
  const words = [
    "rtl vertical-rl bold italic 7px 40px 3 0.25 right center hidden none all",
    "break-all break-word anywhere pre-wrap nowrap keep-all uppercase small-caps",
    "inside square circle end middle hanging rgb(1,2,3) crosshair auto collapse",
    "optimizeSpeed geometricPrecision pixelated crispEdges evenodd stroke round",
    "bevel condensed manual strict loose sideways upright under slow over dark",
    "balance both last ruby-base before exact only always never show hide text",
    "linearRGB contents compact '' 'a' 5 1px 2px cubic-bezier(0,0,1,1)",
  ]
    .join(" ")
    .split(" ");
  const found = [];
  for (const name of getComputedStyle(parent)) {
    if (name.startsWith("--")) continue;
    const was = getComputedStyle(child)[name];
    const value = words.find((word) => {
      if (!CSS.supports(name, word)) return false;
      parent.style.cssText = `${name}: ${word}`;
      const now = getComputedStyle(parent)[name];
      return now !== was && getComputedStyle(child)[name] === now;
    });
    parent.style.cssText = "";
    if (value !== undefined) found.push([name, value]);
  }
  parent.remove();
  return found;
}

/**
 * Runs in the page: sets each of these for all its text, and says what they
 * change in figures: in the style of what is outermost in them, from which all
 * else would take it, or in the place of anything.
 */
function comingIn(properties) {
  const outer = [];
  const boxes = [];
  for (const { shadowRoot } of document.querySelectorAll("[data-live]")) {
    const top = [...shadowRoot.children].filter((it) => !it.matches("style"));
    outer.push(...top.map((it) => getComputedStyle(it)));
    boxes.push([top[0], [...shadowRoot.querySelectorAll("*")]]);
  }
  const names = [...outer[0]].filter((name) => !name.startsWith("--"));
  const look = () => [
    ...outer.flatMap((style) =>
      names.map((name) => `${name}: ${style.getPropertyValue(name)}`),
    ),
    ...boxes.flatMap(([top, all]) => {
      const from = top.getBoundingClientRect();
      return all.flatMap((it) => {
        const { x, y, width, height } = it.getBoundingClientRect();
        if (width === 0 && height === 0) return [];
        // Glyphs are fitted to the pixels that they lie on.
        if (it.localName === "text") return [];
        const numbers = [x - from.x, y - from.y, width, height];
        return [
          `${it.localName} at ${numbers.map((n) => Math.round(8 * n) / 8)}`,
        ];
      });
    }),
  ];
  const plain = look();
  const wrong = [];
  for (const [name, value] of properties) {
    document.body.style.setProperty(name, value);
    const changed = look().flatMap((it, k) =>
      it === plain[k] ? [] : [`${plain[k]} → ${it}`],
    );
    if (changed.length > 0) {
      wrong.push(`${name}: ${value}: ${changed.slice(0, 3).join("; ")}`);
    }
    document.body.style.removeProperty(name);
  }
  return wrong;
}

/** Whether a figure is seen, and answers, is the page's to say. */
const OF_THE_PAGE = ["visibility", "pointer-events", "interactivity"];

test("what a page sets for all its text does not come into figures", async (t) => {
  const figures = ["heatmap", "clock", "formula", "config", "playground"];
  const page = await open(
    t,
    `<main>${figures.map((it) => `<pe-${it} style="width: 720px" loading="eager"></pe-${it}>`).join("")}</main>`,
    { live: figures.length },
  );
  const properties = await page.evaluate(inherited);
  assert.ok(properties.length > 60, `${properties.length} found`);
  const wrong = await page.evaluate(
    comingIn,
    properties.filter(([name]) => !OF_THE_PAGE.includes(name)),
  );
  assert.deepEqual(wrong, []);
});

/** Runs in the page: how all that is inside its figure looks and where it is. */
function inside() {
  const [host] = document.querySelectorAll("[data-live]");
  const from = host.getBoundingClientRect();
  return [...host.shadowRoot.querySelectorAll(".root, .root *")].map((at) => {
    const { x, y, width, height } = at.getBoundingClientRect();
    const style = getComputedStyle(at);
    const values = [...style]
      .filter((name) => !name.startsWith("--"))
      .map((name) => `${name}: ${style[name]}`);
    return [x - from.x, y - from.y, width, height, ...values].join("; ");
  });
}

for (const lang of ["en", "zh"]) {
  test(`in an Arabic page a figure is as in one of its language, ${lang}`, async (t) => {
    const clock = `<pe-clock lang="${lang}" loading="eager"></pe-clock>`;
    const look = async (html) => {
      const page = await open(t, clock, { html, live: 1 });
      return page.evaluate(inside);
    };
    const own = await look(`lang="${lang}"`);
    assert.deepEqual(await look('lang="ar" dir="rtl"'), own);
    // Fonts of signs that languages write in different ways go by it.
    const of = (it) => /-webkit-locale: "?([a-z]*)/.exec(it)?.[1];
    assert.deepEqual([...new Set(own.map(of))], [lang]);
  });
}

/**
 * Runs in the page: what is wrong in the plots of printed figures. All that lies
 * on a plot has one box, as large as what it was drawn for but for one factor,
 * and within the figure.
 */
function misprints() {
  const wrong = [];
  let seen = 0;
  for (const host of document.querySelectorAll("main *")) {
    const column = host.getBoundingClientRect();
    for (const plot of host.shadowRoot?.querySelectorAll(".plot") ?? []) {
      const pane = plot.closest(".pane, .heat, .dials, .waves");
      const parts = [...plot.children].filter((it) =>
        it.matches(".window, .curves, .marks, .hands"),
      );
      // What is folded away, or of another view, is not printed.
      if (pane === null || parts.length === 0 || pane.clientWidth === 0)
        continue;
      seen += 1;
      const name = `${host.localName} ${pane.className}`;
      const boxes = parts.map((it) => it.getBoundingClientRect());
      const [first] = boxes;
      const apart = (a, b) => Math.abs(a - b) > 0.75;
      const sides = ["left", "top", "right", "bottom"];
      for (const box of boxes) {
        if (sides.some((side) => apart(box[side], first[side]))) {
          wrong.push(
            `${name}: ${sides.map((it) => `${box[it]}/${first[it]}`)}`,
          );
        }
      }
      const svg = plot.querySelector(":scope > :is(.marks, .hands, .axes)");
      const drawn = svg.viewBox.baseVal;
      const own = svg.getBoundingClientRect();
      const [x, y] = [own.width / drawn.width, own.height / drawn.height];
      if (!(Math.abs(x / y - 1) < 0.02)) wrong.push(`${name}: ${x} × ${y}`);
      const texts = [...svg.querySelectorAll("text")];
      if (svg.childElementCount === 0) wrong.push(`${name}: empty`);
      for (const text of texts) {
        const box = text.getBoundingClientRect();
        if (box.left < column.left - 2 || box.right > column.right + 2) {
          wrong.push(`${name}: “${text.textContent}” is cut off`);
        }
      }
    }
  }
  return { seen, wrong };
}

/** Runs in the page: what looks as if it could be pressed or typed into. */
function controlsOnPaper() {
  return [...document.querySelectorAll("main *")].flatMap((host) => {
    const controls = host.shadowRoot?.querySelectorAll(
      'button, input, select, textarea, summary, [role="tab"], .grip',
    );
    return [...(controls ?? [])].flatMap((it) => {
      if (!it.checkVisibility()) return [];
      const { borderTopWidth, borderTopColor } = getComputedStyle(it);
      const isBare =
        borderTopWidth === "0px" || borderTopColor === "rgba(0, 0, 0, 0)";
      const isText =
        it.matches('.field, [aria-pressed="true"], [aria-current]') ||
        it.closest("table, li, .tokens") !== null;
      if (isBare && isText) return [];
      return [`${host.localName} ${it.outerHTML.slice(0, 80)}`];
    });
  });
}

/** Runs in the page: what would have to be scrolled. */
function cutOnPaper() {
  return [...document.querySelectorAll("main *")].flatMap((host) => {
    const parts =
      host.shadowRoot?.querySelectorAll(".html, .html :not(.said)") ?? [];
    return [...parts].flatMap((it) => {
      const isCut =
        it.checkVisibility() &&
        !/visible|clip/.test(getComputedStyle(it).overflowY) &&
        (it.scrollHeight > it.clientHeight + 1 ||
          it.scrollWidth > it.clientWidth + 1);
      return isCut ? [`${host.localName} ${it.outerHTML.slice(0, 80)}`] : [];
    });
  });
}

/** Runs in the page: number of a tick → the column of cells above its middle. */
function columnsAbove({ selector, columns }) {
  const root = document.querySelector(selector).shadowRoot;
  const cells = root.querySelector(".window").getBoundingClientRect();
  const svg = root.querySelector(".window ~ svg:is(.marks, .axes)");
  return [...svg.querySelectorAll("text")].flatMap((text) => {
    const { left, right, top } = text.getBoundingClientRect();
    if (top < cells.bottom || !/^\d+$/.test(text.textContent)) return [];
    const at = ((left + right) / 2 - cells.left) / cells.width;
    return [[Number(text.textContent), at * columns - 0.5]];
  });
}

describe("on paper", () => {
  const hidden = ["pe-shift", "pe-alibi"];
  const given = { "pe-heatmap": 'd-model="512" seq-len="64"' };
  const figure = (tag) => {
    const html = `<${tag} ${given[tag] ?? ""}></${tag}>`;
    return hidden.includes(tag) ? `<div class="tab">${html}</div>` : html;
  };
  const style =
    "<style>body { margin: 0 } @media screen { main { max-width: 44em } .tab { display: none } }</style>";
  test("cells and axes are one picture, at every width and of every screen", async (t) => {
    const page = await open(
      t,
      `${style}<main>${TAGS.map(figure).join("\n")}</main>`,
      { live: 1 },
    );
    for (const [paper, screen] of /** @type {const} */ ([
      ["A4", 1280],
      ["Letter", 1280],
      ["A4", 390],
    ])) {
      await page.setViewportSize({ width: screen, height: 800 });
      await settle(page);
      const widths = () =>
        page.evaluate(() =>
          [...document.querySelectorAll("main *")].flatMap(({ shadowRoot }) =>
            [...(shadowRoot?.querySelectorAll(".plot svg") ?? [])].map(
              (it) => it.getAttribute("style") ?? "",
            ),
          ),
        );
      // The browser says so while the page still has its width on the screen.
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      await page.emulateMedia({ media: "print" });
      await page.setViewportSize({
        width: paper === "A4" ? 718 : 740,
        height: 1000,
      });
      const { seen, wrong } = await page.evaluate(misprints);
      assert.ok(seen > TAGS.length, `${seen} plots`);
      assert.deepEqual(wrong, []);
      assert.deepEqual(await page.evaluate(controlsOnPaper), []);
      assert.deepEqual(await page.evaluate(cutOnPaper), []);
      for (const [selector, columns] of /** @type {const} */ ([
        ["pe-heatmap", 512],
        ["pe-shift", 16],
      ])) {
        const ticks = await page.evaluate(columnsAbove, { selector, columns });
        assert.ok(ticks.length > 2, `${selector}: ${ticks}`);
        for (const [number, at] of ticks) {
          const near = 0.5 + columns / 256;
          assert.ok(Math.abs(number - at) < near, `${selector}: ${ticks}`);
        }
      }
      await page.emulateMedia({ media: "screen" });
      await page.evaluate(() => dispatchEvent(new Event("afterprint")));
      assert.ok((await widths()).every((it) => it === ""));
    }
  });
});
