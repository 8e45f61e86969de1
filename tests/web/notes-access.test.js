// Every figure in a page of somebody's notes: what axe finds, what a finger and
// who can't see it need, and stillness where it is wanted.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findings } from "./axe.js";
import { leaveBrowser, settle, TELEPHONE, useBrowser } from "./browser.js";
import { TAGS } from "./every-widget.js";
import { notesPage, openPage } from "./notes.js";
import { FINGER, small } from "./touch-targets.js";

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await useBrowser();
});
after(leaveBrowser);

// A quiz asks about a figure, and is none.
const FIGURES = TAGS.filter((tag) => tag !== "pe-quiz" && tag !== "pe-code");

/** All of them below each other, each live, in the hand of whoever wants stillness. */
async function open(t) {
  const figures = FIGURES.map(
    (tag) => `<${tag} loading="eager" url-state="off"></${tag}>`,
  );
  const body = `<main><h1>Notes</h1>${figures.join("\n")}</main>`;
  const { page, said } = await openPage(t, browser, notesPage({ body }), {
    ...TELEPHONE,
    reducedMotion: "reduce",
  });
  await page.waitForFunction(
    (count) => document.querySelectorAll("main > [data-live]").length === count,
    FIGURES.length,
    { timeout: 120_000 },
  );
  await settle(page);
  return { page, said };
}

/** Runs in the page: figures whose table doesn't say what the picture shows. */
async function withoutTable() {
  const figures = [...document.querySelectorAll("main > [data-live]")];
  const panelOf = (it) => it.shadowRoot.getElementById("table-panel");
  const press = () => {
    for (const it of figures) {
      it.shadowRoot.querySelector('[data-tool="table"]').click();
    }
  };
  press();
  // What answers is loaded by the first press.
  const isThere = (it) => panelOf(it)?.querySelector("table");
  const end = performance.now() + 10_000;
  while (!figures.every(isThere) && performance.now() < end) {
    await new Promise(requestAnimationFrame);
  }
  const wrong = figures.flatMap((it) => {
    const table = panelOf(it)?.querySelector("table");
    const rows = table?.querySelectorAll("tbody tr").length ?? 0;
    const heads = table?.querySelectorAll('th[scope="row"]').length ?? 0;
    const isNamed = Boolean(table?.querySelector("caption")?.textContent);
    const isWhole = !/NaN|undefined/.test(table?.textContent ?? "");
    if (rows > 0 && heads >= rows && isNamed && isWhole) return [];
    return [`${it.localName}: ${rows} rows, ${heads} heads`];
  });
  press();
  return wrong;
}

/** Runs in the page: figures that a key sets by more than one drawing, and animations. */
async function moving() {
  const figures = [...document.querySelectorAll("main > [data-live]")];
  const drawn = ({ shadowRoot }) =>
    [...shadowRoot.querySelectorAll(".plot svg")]
      .map((svg) => svg.innerHTML)
      .join();
  const wrong = [];
  // Few at once: frames are to be shorter than what moves.
  for (let k = 0; k < figures.length; k += 6) {
    const few = figures
      .slice(k, k + 6)
      .map((it) => ({ it, seen: [drawn(it)] }));
    for (const { it } of few) {
      it.shadowRoot.querySelector(".plot[tabindex]")?.dispatchEvent(
        new KeyboardEvent("keydown", {
          key: "ArrowRight",
          bubbles: true,
          cancelable: true,
        }),
      );
    }
    const end = performance.now() + 250;
    while (performance.now() < end) {
      await new Promise(requestAnimationFrame);
      for (const { it, seen } of few) {
        const now = drawn(it);
        if (now !== seen.at(-1)) seen.push(now);
      }
    }
    for (const { it, seen } of few) {
      if (seen.length > 2) wrong.push(`${it.localName}: ${seen.length - 1}`);
    }
  }
  const animated = document
    .getAnimations()
    .map(({ effect }) => /** @type {KeyframeEffect} */ (effect)?.target)
    .map((target) => `${target?.className} is animated`);
  return [...wrong, ...animated];
}

test("every figure can be read, reached and held still in anybody's notes", async (t) => {
  const { page, said } = await open(t);
  await t.test("axe finds nothing", async () => {
    assert.deepEqual(await findings(page), []);
  });
  await t.test("where stillness is wanted nothing is on its way", async () => {
    assert.deepEqual(await page.evaluate(moving), []);
  });
  await t.test("each has a table of its data, with names", async () => {
    assert.deepEqual(await page.evaluate(withoutTable), []);
  });
  await t.test("a finger finds targets of 44 px", async () => {
    await page.evaluate(() => {
      for (const { shadowRoot } of document.querySelectorAll("main > *")) {
        shadowRoot?.querySelector("details.more")?.setAttribute("open", "");
      }
    });
    await settle(page);
    const { seen, faults } = await page.evaluate(small, FINGER);
    assert.ok(seen > 3 * FIGURES.length, `${seen} targets`);
    assert.deepEqual(faults, []);
  });
  assert.deepEqual(said, []);
});
