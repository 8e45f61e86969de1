// The lesson of docs/lesson: built as its README says, every page and slide opened.
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { findings } from "../../web/axe.js";
import { build, HERE, notes, open, openLab } from "./notes.js";

const lab = openLab();
/** What is looked at in somebody else's page: the rest is not ours. */
const OURS = ":is(pe-quiz, [fit], [id][lang]:not(html))";
const PAGES = { "en/notes": 10, "zh/notes": 10, "es/rope": 1 };

/** The lesson's site, with the package and Reveal.js beside its pages. */
async function lesson(t, name) {
  const folder = notes(name, {});
  cpSync(inRoot("docs/lesson"), folder, { recursive: true });
  const pages = join(folder, "pages");
  cpSync(join(lab.place, "dist"), join(pages, "posenc-widgets"), {
    recursive: true,
  });
  const reveal = join(HERE, "node_modules/reveal.js/dist");
  cpSync(reveal, join(pages, "reveal"), { recursive: true });
  const args = ["build", "--quiet"];
  const built = await build(t, "mkdocs", args, { cwd: folder });
  return built ? `${lab.url}${name}/site/` : undefined;
}

/** Runs in the page: figures of these that have not drawn yet. */
const idle = (figures) =>
  figures
    .filter((it) => !it.shadowRoot?.querySelector("svg, canvas"))
    .map((it) => it.localName);

/** Runs in the page: what of the open slide is cut, or set too small to read. */
function unreadable(section) {
  const { width, height } = Reveal.getConfig();
  const box = document.querySelector(".slides").getBoundingClientRect();
  const scale = box.height / height;
  const found = [];
  for (const it of section.querySelectorAll("h2, h3, pe-quiz, [fit]")) {
    const at = it.getBoundingClientRect();
    const sides = [
      at.top - box.top,
      at.left - box.left,
      box.bottom - at.bottom,
      box.left + width * scale - at.right,
    ];
    if (Math.min(...sides) < -1) found.push(`${it.localName} is cut`);
    if (it.scrollHeight > it.clientHeight + 1 && it.matches("[fit]")) {
      found.push(`${it.localName} is higher than its box`);
    }
    for (const text of it.shadowRoot?.querySelectorAll("text, .finding") ??
      []) {
      if (text.getClientRects().length === 0 || !text.textContent.trim()) {
        continue;
      }
      // Plots are scaled as pictures; turned titles keep their area.
      const { width: w, height: h } = text.getBoundingClientRect();
      const own = text.getBBox?.();
      const zoom = own
        ? Math.sqrt((w * h) / (own.width * own.height)) / scale
        : 1;
      const size = zoom * Number.parseFloat(getComputedStyle(text).fontSize);
      if (size < 13.9) {
        found.push(`${it.localName}: ${text.textContent}, ${size}`);
      }
    }
  }
  return found;
}

describe("the lesson", () => {
  test("every figure of its pages lives, and questions answer", async (t) => {
    const site = await lesson(t, "lesson-pages");
    if (!site) return;
    for (const [path, count] of Object.entries(PAGES)) {
      const { tab, problems } = await open(t, lab, `${site}${path}.html`);
      const figures = tab.locator("[id][lang]:not(html, pe-quiz)");
      assert.equal(await figures.count(), count, path);
      for (const figure of await figures.all()) {
        await figure.scrollIntoViewIfNeeded();
        await figure.locator("svg, canvas").first().waitFor();
      }
      assert.deepEqual(await figures.evaluateAll(idle), [], path);
      assert.deepEqual(await findings(tab, OURS), [], path);
      for (const quiz of await tab.locator("pe-quiz").all()) {
        const right = await quiz.evaluate(async (it) => {
          const answered = new Promise((done) => {
            it.addEventListener("pe-answer", (event) =>
              done(/** @type {CustomEvent} */ (event).detail.right),
            );
          });
          const root = it.shadowRoot;
          const choice = it.querySelector("[data-right] summary");
          const figure = document.getElementById(it.getAttribute("for"));
          const answer = it.getAttribute("answer");
          const goal = it.getAttribute("goal");
          if (choice) choice.click();
          else if (answer) {
            const key = /\{d-model\}/.test(answer)
              ? figure.state.dModel
              : answer;
            root.querySelector(".guess").value = String(key);
            root.querySelector(".t-compare").click();
          } else {
            const [name, value] = goal.split("=");
            figure.setAttribute(name, value);
            root.querySelector(".check").click();
          }
          return answered;
        });
        assert.equal(right, true, await quiz.textContent());
      }
      assert.deepEqual(problems, [], path);
    }
  });

  for (const lang of ["en", "zh"]) {
    test(`nothing of its slides is cut, ${lang}`, async (t) => {
      const site = await lesson(t, `lesson-${lang}`);
      if (!site) return;
      const { tab, problems } = await open(
        t,
        lab,
        `${site}slides/${lang}.html`,
        { viewport: { width: 960, height: 700 } },
      );
      await tab.waitForFunction(
        () => typeof Reveal !== "undefined" && Reveal.isReady(),
      );
      const total = await tab.evaluate(() => Reveal.getTotalSlides());
      const found = [];
      for (let k = 0; k < total; k++) {
        await tab.evaluate((to) => Reveal.slide(to), k);
        const slide = tab.locator("section.present");
        const figure = slide.locator("[fit]");
        if (await figure.count()) {
          await figure.locator("svg, canvas").first().waitFor();
          assert.deepEqual(await figure.evaluateAll(idle), []);
        }
        await tab.waitForTimeout(250);
        if (process.env.POSENC_LESSON_PICTURES) {
          await tab.screenshot({
            path: join(process.env.POSENC_LESSON_PICTURES, `${lang}-${k}.png`),
          });
        }
        found.push(...(await slide.evaluate(unreadable)));
        if (lang === "en" && (await slide.locator(OURS).count())) {
          found.push(...(await findings(tab, `section.present ${OURS}`)));
        }
      }
      assert.deepEqual(found, []);
      assert.deepEqual(problems, []);
    });
  }
});
