// What every figure of the tutorial promises, tried on every figure there is.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { useSite } from "./browser.js";
import { printedBy } from "./run-program.js";
import { DIST, pagesOf } from "./site-pages.js";

/** Tags and ids of the figures that a page holds. */
function figuresOf(page) {
  const html = readFileSync(join(DIST, "en", page, "index.html"), "utf8");
  return [...html.matchAll(/<(pe-[a-z-]+) id="([^"]+)" url-state/g)].map(
    ([, tag, id]) => ({ tag, id }),
  );
}

const pages = pagesOf("en")
  .map((path) => ({ path, figures: figuresOf(path) }))
  .filter(({ figures }) => figures.length > 0);

/** Makes all figures of a page start, wherever they stand. */
async function wake(page) {
  const late = await page.evaluate(async () => {
    const drawn = (at) =>
      at.hasAttribute("data-live") &&
      at.shadowRoot?.querySelector(".finding")?.innerHTML &&
      at.shadowRoot.querySelector("svg *, .html *, canvas");
    // What draws files comes after the figure.
    const whole = (at) => {
      try {
        return drawn(at) && at.exportSVG() !== "";
      } catch {
        return false;
      }
    };
    const late = [];
    for (const at of document.querySelectorAll("[url-state]")) {
      at.scrollIntoView({ behavior: "instant" });
      for (let tries = 0; tries < 400 && !whole(at); tries += 1) {
        await new Promise((done) => setTimeout(done, 25));
      }
      if (!whole(at)) late.push(at.id);
    }
    return late;
  });
  assert.deepEqual(late, [], "figures that did not start");
}

/** What can be asked of a figure from outside. */
const ask = (page, id) =>
  page.evaluate(async (name) => {
    const figure = document.getElementById(name);
    const root = figure.shadowRoot;
    const names = [
      ...root.querySelectorAll('[role="img"], [role="application"]'),
    ]
      .filter((at) => at.getClientRects().length > 0)
      .map((at) => at.getAttribute("aria-label")?.trim() ?? "");
    const press = (tool) => root.querySelector(`[data-tool="${tool}"]`).click();
    root.querySelector("[data-menu]").click();
    // What the tools do comes when they are reached for.
    while (root.querySelector(".tool-menu").hidden) {
      await new Promise(requestAnimationFrame);
    }
    press("table");
    press("code");
    const text = (selector) => root.querySelector(selector)?.textContent ?? "";
    const png = await figure.exportPNG();
    return {
      finding: text(".finding"),
      faults: text(".faults"),
      names,
      table: text("#table-panel table"),
      code: figure.code(),
      svg: figure.exportSVG(),
      csv: figure.exportCSV(),
      png: png.size,
      unnamed: [...root.querySelectorAll("input, select, button")]
        .filter(
          (at) =>
            !at.getAttribute("aria-label") &&
            !at.labels?.length &&
            !at.textContent.trim(),
        )
        .map((at) => at.outerHTML),
    };
  }, id);

const CJK = /[\u4e00-\u9fff]/;

const site = useSite();

for (const { path, figures } of pages) {
  describe(`the figures of /${path}`, () => {
    const shared = {
      en: site.share(`en/${path}`, {}, wake),
      zh: site.share(
        `zh/${path}`,
        { viewport: { width: 360, height: 740 }, hasTouch: true },
        wake,
      ),
    };
    for (const lang of ["en", "zh"]) {
      test(`all say and export what they show, ${lang}`, async () => {
        const { page, problems } = await shared[lang]();
        for (const { id } of figures) {
          const said = await ask(page, id);
          assert.ok(said.finding.length > 20, `${id}: no finding`);
          assert.equal(CJK.test(said.finding), lang === "zh", said.finding);
          assert.match(said.finding, /\d/, `${id}: a finding has a number`);
          assert.equal(said.faults, "", id);
          assert.doesNotMatch(
            said.finding + said.table,
            /NaN|undefined|Infinity/,
            id,
          );
          assert.ok(said.names.length > 0 || said.table, `${id}: no name`);
          for (const name of said.names) {
            assert.ok(name.length > 8, `${id}: a picture has no name`);
          }
          assert.deepEqual(said.unnamed, [], `${id}: controls without a name`);
          assert.ok(said.table.length > 20, `${id}: no table`);
          assert.match(said.svg, /^<svg .*<\/svg>$/s, id);
          assert.doesNotMatch(said.svg, /NaN|undefined|var\(/, id);
          assert.ok(said.csv.split("\n").length > 1, `${id}: no CSV`);
          assert.ok(said.png > 1000, `${id}: no PNG`);
        }
        assert.deepEqual(problems, []);
      });
    }

    test("the code that each shows runs", async () => {
      const { page } = await shared.en();
      for (const { id } of figures) {
        const code = await page.evaluate(
          (name) => document.getElementById(name).code(),
          id,
        );
        const printed = await printedBy(code);
        assert.ok(printed.length > 0, `${id}: prints nothing`);
      }
    });

    test("every slider moves its figure, and reset brings it back", async () => {
      const { page, problems } = await shared.en();
      for (const { id } of figures) {
        const result = await page.evaluate(async (name) => {
          const figure = document.getElementById(name);
          const frame = () =>
            new Promise((done) =>
              requestAnimationFrame(() => requestAnimationFrame(done)),
            );
          const before = JSON.stringify(figure.state);
          const stuck = [];
          for (const slider of figure.shadowRoot.querySelectorAll(".slider")) {
            if (slider.closest("[hidden]")) continue;
            const old = slider.value;
            const [low, high] = [Number(slider.min), Number(slider.max)];
            for (const share of [0.137, 0.43, 0.871]) {
              slider.value = low + share * (high - low);
              slider.dispatchEvent(new Event("input"));
            }
            for (const end of [slider.min, slider.max]) {
              slider.value = end;
              slider.dispatchEvent(new Event("input"));
              await frame();
            }
            const label = slider.getAttribute("aria-label");
            const faults =
              figure.shadowRoot.querySelector(".faults").textContent;
            const finding =
              figure.shadowRoot.querySelector(".finding").textContent;
            if (slider.min === slider.max) continue;
            if (JSON.stringify(figure.state) === before && old !== slider.max) {
              stuck.push(`${label} moves nothing`);
            }
            if (faults) stuck.push(`${label}: ${faults}`);
            if (/NaN|undefined/.test(finding)) stuck.push(finding);
            figure.reset();
            await frame();
          }
          return { stuck, same: JSON.stringify(figure.state) === before };
        }, id);
        assert.deepEqual(result, { stuck: [], same: true }, id);
      }
      assert.deepEqual(problems, []);
    });

    test("arrow keys change the number in every box", async () => {
      const { page, problems } = await shared.en();
      for (const { id } of figures) {
        const stuck = await page.evaluate(async (name) => {
          const figure = document.getElementById(name);
          const now = () => JSON.stringify(figure.state);
          // Other tests may have left it elsewhere; sliders follow as it draws.
          figure.reset();
          await new Promise(requestAnimationFrame);
          await new Promise(requestAnimationFrame);
          const before = now();
          const found = [];
          for (const box of figure.shadowRoot.querySelectorAll(
            ".box, [data-field]",
          )) {
            if (box.closest("[hidden]")) continue;
            const moves = (key) => {
              box.dispatchEvent(new KeyboardEvent("keydown", { key }));
              const moved = now() !== before;
              figure.reset();
              return moved;
            };
            const slider = box.parentElement.querySelector(".slider");
            const { value, min, max } = slider ?? {};
            const [down, up] = [moves("ArrowDown"), moves("ArrowUp")];
            const { field } = box.dataset;
            if (field && !down && !up) found.push(field);
            if (slider && !down && value !== min) found.push(`${box.id} down`);
            if (slider && !up && value !== max) found.push(`${box.id} up`);
          }
          return found;
        }, id);
        assert.deepEqual(stuck, [], id);
      }
      assert.deepEqual(problems, []);
    });

    test("a key that is a member of every object is none", async () => {
      const { page, problems } = await shared.en();
      for (const { id } of figures) {
        const moved = await page.evaluate(async (name) => {
          const figure = document.getElementById(name);
          figure.reset();
          const before = JSON.stringify(figure.state);
          const places = figure.shadowRoot.querySelectorAll(
            "[tabindex], input, button, .box, [data-field]",
          );
          for (const at of places) {
            for (const key of ["constructor", "__proto__", "toString"]) {
              at.dispatchEvent(
                new KeyboardEvent("keydown", { key, bubbles: true }),
              );
            }
          }
          await new Promise(requestAnimationFrame);
          return JSON.stringify(figure.state) !== before;
        }, id);
        assert.equal(moved, false, id);
      }
      assert.deepEqual(problems, []);
    });

    test("a 360 px screen shows all of each without scrolling sideways", async () => {
      const { page } = await shared.zh();
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll("[url-state]")]
          .filter((at) => at.scrollWidth > at.clientWidth + 1)
          .map((at) => at.id),
      );
      assert.deepEqual(wide, []);
    });
  });
}
