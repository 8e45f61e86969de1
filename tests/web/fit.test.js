// Figures on slides: type that grows with the page's, and a height that is given.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { importSource } from "../../tools/lib/web-source.mjs";
import { leaveBrowser, settle, useBrowser } from "./browser.js";
import { openPage } from "./notes.js";

const { describe: describeAll } = await importSource(
  "widgets/package/describe.ts",
);
const widgets = await describeAll();

/** What a lecture begins with, and what is left out where two pictures are too many. */
const FIGURES = {
  "pe-shuffle": 'hide="finding cards outputs"',
  "pe-rung-digits": "",
  "pe-clock": "",
  "pe-heatmap": "",
  "pe-shift": "",
  "pe-rope": "",
  "pe-alibi": "",
  "pe-trained-attention": "",
  "pe-playground": 'hide="formula"',
  "pe-train": 'controls="task" hide="finding losses"',
};

/** Reveal's slide of 960 × 700, which it centres and pads. */
const slide = (body, { dark = false, css = "" } = {}) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Slides</title><style>
html, body { margin: 0; height: 100%; overflow: hidden; background: #fff; }
.slides { position: absolute; width: 960px; height: 700px; font-size: 42px; text-align: center; }
.slides > section { position: absolute; display: block; width: 100%; padding: 20px 0; box-sizing: border-box; }
${css}</style><script defer src="auto.js"></script>
<div class="slides"><section${dark ? ' class="has-dark-background"' : ""}>${body}</section></div>`;

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await useBrowser();
});
after(leaveBrowser);

async function open(t, html) {
  const { page, said } = await openPage(t, browser, html, {
    viewport: { width: 1000, height: 740 },
  });
  await page.waitForFunction(
    () => document.querySelector("[data-live]") !== null,
  );
  // What is laid out anew is drawn in the frame after.
  for (let k = 0; k < 4; k++) await settle(page);
  return { page, said };
}

/** Runs in the page. */
function measure(tag) {
  const host = document.querySelector(tag);
  const root = host.shadowRoot;
  const all = root.querySelector(".root");
  const stage = root.querySelector(".stage, .plots");
  const slides = document.querySelector(".slides") ?? document.body;
  const texts = [
    ...root.querySelectorAll(".plot svg:is(.marks, .axes, .hands) text"),
  ]
    .filter((it) => it.textContent.trim() !== "")
    .map((it) => ({
      text: it.textContent,
      box: it.getBoundingClientRect(),
      px: Number(it.getAttribute("font-size")) * it.getScreenCTM().d,
      anchor: it.getAttribute("text-anchor"),
    }))
    .filter(({ box }) => box.width > 0);
  const overlaps = texts.flatMap((a, k) =>
    texts.slice(k + 1).flatMap((b) => {
      const w =
        Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const h =
        Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      // Boxes are higher than what is written in them.
      const line = Math.min(a.box.height, b.box.height);
      return w > 1 && h > 0.4 * line ? [`${a.text} over ${b.text}`] : [];
    }),
  );
  const controls = root.querySelector(".hands-on > .controls");
  const plots = [...root.querySelectorAll(":is(.stage, .plots) .plot")].map(
    (it) => Math.round(it.getBoundingClientRect().bottom),
  );
  const bounds = slides.getBoundingClientRect();
  return {
    overlaps,
    height: host.offsetHeight,
    cut: all.scrollHeight - host.clientHeight,
    below: Math.round(host.getBoundingClientRect().bottom - bounds.bottom),
    outside: texts
      .filter(
        ({ box }) => box.right > bounds.right + 1 || box.left < bounds.left - 1,
      )
      .map(({ text }) => text),
    onControls:
      Math.max(...plots) -
      Math.round(controls?.getBoundingClientRect().top ?? Infinity),
    tall: stage ? stage.scrollHeight - stage.clientHeight : 0,
    least: Math.min(...texts.map(({ px }) => px)),
    count: texts.length,
    caption: root.querySelector("figcaption").offsetHeight,
  };
}

describe('fit="slide"', () => {
  for (const [tag, attributes] of Object.entries(FIGURES)) {
    for (const size of [28, 32]) {
      test(`${tag} fits a slide of 960 × 700 px, at ${size} px`, async (t) => {
        const { page } = await open(
          t,
          slide(
            `<${tag} fit="slide" ${attributes} style="font-size:${size}px"></${tag}>`,
            { dark: size === 28 },
          ),
        );
        const it = await page.evaluate(measure, tag);
        assert.equal(it.height, 660);
        assert.ok(it.cut <= 1, `${it.cut} px are cut`);
        assert.ok(it.below <= -20, `${it.below}`);
        assert.ok(it.tall <= 1, `${it.tall} px of the stage`);
        assert.ok(it.onControls <= 0, `${it.onControls} px over the controls`);
        assert.ok(it.count > 0);
        assert.ok(it.least >= 20, `letters of ${it.least} px`);
        assert.deepEqual(it.overlaps, []);
        assert.deepEqual(it.outside, []);
        assert.equal(it.caption, 0);
      });
    }
  }

  /** Where a question of so many choices and a figure stand, before and after an answer. */
  for (const [count, size] of [
    [2, 32],
    [3, 40],
    [4, 40],
  ]) {
    test(`leaves a figure its room beside a question of ${count} choices, at ${size} px`, async (t) => {
      const choices = Array.from(
        { length: count },
        (_, k) =>
          `<details${k === 1 ? " data-right" : ""}><summary>About ${k} in four</summary>Look at the right-hand side.</details>`,
      );
      const { page, said } = await open(
        t,
        slide(
          `<pe-quiz for="map"><p>How many dimensions hardly move?</p>${choices.join("")}</pe-quiz><pe-heatmap id="map" fit="slide"></pe-heatmap>`,
          {
            css: `.slides { font-size: ${size}px !important } .slides p { margin: 20px 0 }`,
          },
        ),
      );
      const quiz = page.locator("pe-quiz");
      const check = async (least) => {
        const { y = 0, height = 0 } = (await quiz.boundingBox()) ?? {};
        const letters = await quiz.evaluate((it) =>
          Number.parseFloat(getComputedStyle(it).fontSize),
        );
        assert.ok(letters >= 20, `letters of ${letters} px`);
        const it = await page.evaluate(measure, "pe-heatmap");
        assert.ok(it.height >= least, `${it.height} px beside ${height}`);
        assert.ok(it.cut <= 1, `${it.cut} px are cut`);
        assert.ok(y + height + it.height <= 680);
        assert.ok(it.below <= -19, `${it.below}`);
        assert.deepEqual(it.overlaps, []);
        assert.equal(it.caption, 0);
      };
      await check(480);
      // What is asked is not asked twice.
      assert.equal(await page.locator("pe-heatmap .ask").isVisible(), false);
      await quiz.getByText("About 1 in four").click();
      await page.locator("pe-heatmap .finding").waitFor();
      for (let k = 0; k < 4; k++) await settle(page);
      await check(360);
      assert.deepEqual(said, []);
    });
  }

  test("a question on another slide than its figure is as large as text", async (t) => {
    const { page } = await open(
      t,
      slide(
        `<div><pe-quiz for="map" answer="3"><p>How many?</p></pe-quiz></div><pe-clock id="map" fit="slide"></pe-clock>`,
      ),
    );
    const letters = await page
      .locator("pe-quiz")
      .evaluate((it) => getComputedStyle(it).fontSize);
    assert.equal(letters, "42px");
  });

  test("every figure shows all that the gallery promises", async (t) => {
    const crowded = new Set();
    const small = [];
    for (const lang of ["en", "zh"]) {
      const slides = widgets.map(
        ({ tag }) =>
          `<section><${tag} fit="slide" loading="eager"></${tag}></section>`,
      );
      const { page, said } = await openPage(
        t,
        browser,
        `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>Slides</title><style>
body { margin: 0; }
section { display: block; width: 960px; height: 700px; padding: 20px 0; box-sizing: border-box; overflow: hidden; font-size: 42px; }
</style><script defer src="auto.js"></script>${slides.join("")}`,
        { viewport: { width: 1000, height: 740 } },
      );
      await page.waitForFunction(
        (count) => document.querySelectorAll("[data-live]").length === count,
        widgets.length,
        { timeout: 120_000 },
      );
      for (let k = 0; k < 4; k++) await settle(page);
      for (const { tag } of widgets) {
        const it = await page.evaluate(measure, tag);
        const isShort = said.some((line) => line.includes(`<${tag}> `));
        assert.equal(it.height, 660, tag);
        if (isShort || it.cut > 1 || it.onControls > 0) crowded.add(tag);
        if (it.least < 12) small.push(`${lang} ${tag}: ${it.least} px`);
      }
    }
    const promised = widgets
      .filter(({ marks }) => marks.includes("slide"))
      .map(({ tag }) => tag);
    const kept = widgets
      .map(({ tag }) => tag)
      .filter((tag) => !crowded.has(tag));
    assert.deepEqual(promised, kept);
    assert.deepEqual(small, []);
  });

  test("takes what a heading, a stretched box or a flex column leaves", async (t) => {
    const figure = (more = "") => `<pe-clock fit="slide" ${more}></pe-clock>`;
    const places = {
      heading: [
        slide(
          `<h2 style="margin:0 0 20px;height:80px">Heading</h2>${figure()}`,
        ),
        560,
      ],
      stretched: [slide(figure('style="height:500px"')), 500],
      column: [
        `<!doctype html><title>x</title><script defer src="auto.js"></script><body style="margin:0"><div class="slides" style="display:flex;flex-direction:column;height:700px;width:960px"><p style="margin:0;height:100px">Text</p>${figure()}<p style="margin:0;height:50px">Text</p></div>`,
        550,
      ],
      grid: [
        `<!doctype html><title>x</title><script defer src="auto.js"></script><body style="margin:0"><div class="slides" style="display:table;height:700px;width:960px"><div style="display:table-cell"><div style="height:680px;overflow:hidden"><p style="margin:0;height:100px">Text</p>${figure()}</div></div></div>`,
        580,
      ],
    };
    for (const [
      name,
      [html, height],
    ] of /** @type {[string, [string, number]][]} */ (Object.entries(places))) {
      const { page } = await open(t, html);
      const it = await page.evaluate(measure, "pe-clock");
      assert.equal(it.height, height, name);
      assert.ok(it.cut <= 1, name);
    }
  });

  test("says what it has left out, and what would make room", async (t) => {
    const first = await open(
      t,
      slide('<pe-heatmap fit="slide" style="font-size:30px"></pe-heatmap>'),
    );
    assert.deepEqual(
      first.said.filter((it) => it.startsWith("posenc:")),
      [
        "posenc: <pe-heatmap> leaves out column row for want of room; hide and controls choose what stays instead",
      ],
    );
    const second = await open(
      t,
      slide('<pe-clock height="200" hide="caption toolbar"></pe-clock>'),
    );
    assert.match(
      second.said.join("\n"),
      /<pe-clock> needs \d+ px more than the 200 px it has: hide="finding" gives \d+ px; controls="" gives \d+ px/,
    );
  });
});

test("a figure takes its room before it is drawn", async (t) => {
  for (const lang of ["en", "zh"]) {
    for (const width of [960, 700, 358]) {
      const { page } = await openPage(
        t,
        browser,
        `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>x</title><script defer src="auto.js"></script><main style="width:${width}px"></main>`,
        { viewport: { width: 1000, height: 740 } },
      );
      for (const tag of ["pe-heatmap", "pe-clock", "pe-rope"]) {
        const heights = await page.evaluate(async (name) => {
          const main = document.querySelector("main");
          await customElements.whenDefined(name);
          const figure = document.createElement(name);
          figure.setAttribute("loading", "eager");
          main.replaceChildren(figure);
          const seen = [];
          while (!figure.hasAttribute("data-live")) {
            seen.push(figure.offsetHeight);
            await new Promise((done) => requestAnimationFrame(done));
          }
          seen.push(figure.offsetHeight);
          return seen;
        }, tag);
        const [least, most] = [Math.min(...heights), Math.max(...heights)];
        assert.ok(
          most - least <= 10,
          `${tag} ${lang} ${width}: ${heights.join(" ")}`,
        );
      }
    }
  }
});

test("height is that of the whole figure, in px or any CSS length", async (t) => {
  for (const [said, height] of /** @type {const} */ ([
    ["480px", 480],
    ["700", 700],
    ["40em", 640],
  ])) {
    const { page } = await open(
      t,
      slide(
        `<pe-clock height="${said}" hide="caption toolbar" style="font-size:16px"></pe-clock>`,
      ),
    );
    const it = await page.evaluate(measure, "pe-clock");
    assert.equal(it.height, height, said);
    assert.ok(it.cut <= 1, said);
  }
  const { said } = await open(t, slide('<pe-clock height="tall"></pe-clock>'));
  assert.match(said.join("\n"), /height="tall" must be a CSS length/);
});

describe("type in plots", () => {
  test("is 12 px at the usual size and grows with the element's", async (t) => {
    for (const [size, px] of [
      [14, 12],
      [16, 12],
      [24, 18],
      [32, 24],
    ]) {
      const { page } = await open(
        t,
        slide(
          `<pe-heatmap d-model="16" seq-len="16" style="font-size:${size}px"></pe-heatmap>`,
        ),
      );
      const it = await page.evaluate(measure, "pe-heatmap");
      assert.equal(Math.round(it.least * 100) / 100, px, `${size} px`);
    }
  });

  test("a press takes the cell that is below it", async (t) => {
    const { page } = await open(
      t,
      slide(
        '<pe-heatmap d-model="16" seq-len="16" fit="slide" style="font-size:30px"></pe-heatmap>',
      ),
    );
    const window = page.locator("pe-heatmap .window").first();
    const { x, y, width, height } = await window.boundingBox();
    for (const [dim, pos] of [
      [3, 5],
      [14, 12],
    ]) {
      await page.mouse.click(
        x + (width * (dim + 0.5)) / 16,
        y + (height * (pos + 0.5)) / 16,
      );
      await settle(page);
      const state = await page.evaluate(
        () => document.querySelector("pe-heatmap").state,
      );
      assert.deepEqual([state.dim, state.pos], [dim, pos]);
    }
    // The outline of the row stands where its cells are.
    const marks = await page.evaluate(() => {
      const root = document.querySelector("pe-heatmap").shadowRoot;
      const svg = root.querySelector(".marks").getBoundingClientRect();
      const cells = root.querySelector(".window").getBoundingClientRect();
      return [svg.x - cells.x, svg.y - cells.y, svg.right - cells.right];
    });
    assert.deepEqual(marks.map(Math.round), [0, 0, 0]);
  });
});

test("on a dark slide a figure on ground of its own has room around it", async (t) => {
  const { page } = await open(
    t,
    slide("<pe-clock></pe-clock>", {
      dark: true,
      css: "body { background: #191919 }",
    }),
  );
  const look = await page.evaluate(() => {
    const root = document.querySelector("pe-clock").shadowRoot;
    const { theme } = root.querySelector(".root").dataset;
    const { paddingLeft } = getComputedStyle(root.querySelector(".root"));
    return { theme, paddingLeft };
  });
  assert.deepEqual(look, { theme: "dark", paddingLeft: "16px" });
});
