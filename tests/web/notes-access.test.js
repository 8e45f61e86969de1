// Every figure in a page of somebody's notes: what axe finds, what a finger and
// who can't see it need, and stillness where it is wanted.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findings } from "./axe.js";
import { leaveBrowser, settle, TELEPHONE, useBrowser } from "./browser.js";
import { TAGS } from "./every-widget.js";
import { NOTES, notesPage, openPage } from "./notes.js";
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
  const { page, said, asked } = await openPage(
    t,
    browser,
    notesPage({ body }),
    {
      ...TELEPHONE,
      reducedMotion: "reduce",
    },
  );
  await page.waitForFunction(
    (count) => document.querySelectorAll("main > [data-live]").length === count,
    FIGURES.length,
    { timeout: 120_000 },
  );
  await settle(page);
  return { page, said, asked };
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

/** Runs in the page: notes where the keyboard comes to. */
function watchFocus() {
  const reached = new Set();
  globalThis.reached = reached;
  const note = ({ target }) => reached.add(target);
  document.addEventListener("focusin", note);
  // From one place of a figure to another, focus is news inside of it alone.
  for (const { shadowRoot } of document.querySelectorAll("main > *")) {
    shadowRoot?.addEventListener("focusin", note);
  }
}

/** Runs in the page: what the keyboard has to reach in each figure, and has not. */
function notReached() {
  const stops = "a[href], button, input, select, textarea, summary, [tabindex]";
  const isStop = (it) =>
    it.tabIndex >= 0 &&
    !it.disabled &&
    it.checkVisibility({ visibilityProperty: true });
  const all = [...document.querySelectorAll("main > [data-live]")];
  let seen = 0;
  const missed = all.flatMap(({ localName, shadowRoot }) =>
    [...shadowRoot.querySelectorAll(stops)].filter(isStop).flatMap((it) => {
      seen += 1;
      const { name } = it;
      // Arrow keys go through radio buttons, Tab to one of them.
      const those =
        it.type === "radio"
          ? [...shadowRoot.querySelectorAll("input[type=radio]")].filter(
              (other) => other.name === name,
            )
          : [it];
      if (those.some((other) => globalThis.reached.has(other))) return [];
      const said = it.getAttribute("aria-label") ?? it.textContent.trim();
      return [`${localName}: ${it.localName} ${it.className} ${said}`];
    }),
  );
  return { seen, missed };
}

/** Runs in the page: the state and the drawing of a figure. */
const looks = (tag) => {
  const it = /** @type {any} */ (document.querySelector(tag));
  const drawn = [...it.shadowRoot.querySelectorAll(".plot svg")]
    .map((svg) => svg.innerHTML)
    .join();
  return JSON.stringify(it.state) + drawn;
};

/** Runs in the page: focuses the k-th of its pictures, or else of its controls. */
const focusMain = ([tag, k]) => {
  const { shadowRoot } = document.querySelector(tag);
  const pictures = '.plot[tabindex="0"]';
  const controls = "input[type=range], select, input[type=radio]:checked";
  const all = [pictures, controls].flatMap((it) => [
    ...shadowRoot.querySelectorAll(it),
  ]);
  all[k]?.focus();
  return k < all.length;
};

/** Figures of which no arrow key moves a picture or a control. */
async function deafToArrows(page) {
  const isMoved = async (tag) => {
    const before = await page.evaluate(looks, tag);
    for (let k = 0; await page.evaluate(focusMain, [tag, k]); k += 1) {
      for (const key of ["Right", "Left", "Down", "Up"]) {
        await page.keyboard.press(`Arrow${key}`);
        await settle(page);
        if ((await page.evaluate(looks, tag)) !== before) return true;
      }
    }
    return false;
  };
  const deaf = [];
  for (const tag of FIGURES) if (!(await isMoved(tag))) deaf.push(tag);
  return deaf;
}

/** Tab from the top to the end of the page: how often; 0: it never got there. */
async function tabThrough(page, most) {
  await page.evaluate(watchFocus);
  await page.evaluate(() => {
    const main = document.querySelector("main");
    for (const id of ["start", "end"]) {
      const button = document.createElement("button");
      button.textContent = button.id = id;
      if (id === "start") main.prepend(button);
      else main.append(button);
    }
    document.getElementById("start").focus();
  });
  const isThrough = () =>
    globalThis.reached.has(document.getElementById("end"));
  for (let k = 1; k < most; k += 1) {
    await page.keyboard.press("Tab");
    // Asking takes as long as ten presses.
    if (k % 10 === 0 && (await page.evaluate(isThrough))) return k;
  }
  return 0;
}

test("every figure can be read, reached and held still in anybody's notes", async (t) => {
  const { page, said, asked } = await open(t);
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
  await t.test(
    "Tab goes through every control of all figures and out again",
    async (t) => {
      // With what is behind “More”, which stands open now.
      const presses = await tabThrough(page, 60 * FIGURES.length);
      assert.ok(presses > 5 * FIGURES.length, `${presses} presses`);
      const { seen, missed } = await page.evaluate(notReached);
      t.diagnostic(`${seen} stops, ${presses} presses`);
      assert.deepEqual(missed, []);
    },
  );
  await t.test(
    "arrow keys move each picture, or its first control",
    async () => {
      assert.deepEqual(await deafToArrows(page), []);
    },
  );
  await t.test("all of them work without a network", () => {
    const outside = [...asked].filter((url) => !/^(blob|data):/.test(url));
    assert.deepEqual(outside, [NOTES, `${NOTES}auto.js`]);
  });
  assert.deepEqual(said, []);
});
