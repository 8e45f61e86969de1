// Every page as a new reader has it, opened once for all that is asked of it:
// it lives below a sub-path without an error or a request to others, tells no
// answer before its question, and shows picture and main controls of a figure
// together, on a laptop and on a telephone.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { importSource } from "../../tools/lib/web-source.mjs";
import { inHand, settle, TELEPHONE, useSite } from "./browser.js";
import { pages } from "./site-pages.js";

const { chapters } = await importSource("site/tutorial/chapters.ts", "node");
const site = useSite({ mount: "/some/sub/path/" });

const LAPTOP = { width: 1280, height: 800 };

/** Runs in the page: what each figure takes, and the room that there is. */
function measured() {
  const header = document.querySelector("header");
  const sticky = getComputedStyle(header).position === "sticky";
  const room = innerHeight - (sticky ? header.offsetHeight : 0);
  const figures = [...document.querySelectorAll("[url-state]")].map((it) => {
    const root = it.shadowRoot;
    const parts = [
      root.querySelector(".stage, .plots"),
      root.querySelector(":not(details) > .controls"),
    ];
    const boxes = parts
      .filter((at) => at !== null)
      .map((at) => at.getBoundingClientRect());
    const top = Math.min(...boxes.map((box) => box.top));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    const seen = (/** @type {Element} */ at) =>
      at.getClientRects().length > 0 && !at.closest("details:not([open])");
    const controls = [...root.querySelectorAll("[data-control]")].filter(seen);
    return {
      id: it.id,
      height: Math.round(bottom - top),
      picture: Math.round(boxes[0].height),
      controls: controls.map((at) => at.getAttribute("data-control")),
      tools: [...root.querySelectorAll(".tools button")].filter(seen).length,
    };
  });
  return { room, figures };
}

/** Runs in the page: what stands above each question for a number. */
function told() {
  const plain = (/** @type {string} */ text) => text.replace(/[\s\u202f]/g, "");
  const before = (/** @type {Element} */ a, /** @type {Element} */ b) =>
    Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING);
  const texts = [
    ...[...document.querySelectorAll("h1, h2, h3, .lede")].map((at) => ({
      at,
      text: at.textContent,
    })),
    ...[...document.querySelectorAll("[url-state]")].map((at) => {
      const finding = at.shadowRoot.querySelector(".finding");
      const seen = getComputedStyle(finding).visibility === "visible";
      return { at, text: seen ? finding.textContent : "" };
    }),
  ];
  return [...document.querySelectorAll('pe-quiz[kind="guess"]')].map((quiz) => {
    const value = plain(
      quiz.querySelector('[data-value="value"], .why')?.textContent ?? "",
    );
    const number = value.match(/^[−\d.×⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/)?.[0].replace(/\.$/, "");
    const says = (/** @type {string} */ text) =>
      (plain(text).match(/[\d.]+(×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?|10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/g) ?? [])
        .map((it) => it.replace(/\.$/, ""))
        .includes(number);
    const near = texts.filter(({ at }) => before(at, quiz));
    return {
      id: quiz.id,
      number,
      by: near
        .filter(({ at, text }) => {
          const here = at.closest("section") === quiz.closest("section");
          // A small number elsewhere counts something else.
          return (here || number.length > 3) && says(text);
        })
        .map(({ at, text }) => at.id || text),
    };
  });
}

/** What each figure takes fits the screen, with few controls beside it. */
async function allFit(page) {
  await settle(page);
  const { room, figures } = await page.evaluate(measured);
  const tall = figures.filter(({ height }) => height > room);
  assert.deepEqual(
    tall.map(({ id, height }) => `${id}: ${height} of ${room} px`),
    [],
  );
  for (const { id, picture, controls, tools } of figures) {
    assert.ok(picture >= 100, `${id}: a picture ${picture} px high`);
    // A sentence of one's own comes with the menu that offers it.
    assert.ok(controls.length <= 3, `${id}: ${controls}`);
    assert.ok(!controls.some((key) => /seed/i.test(key)), id);
    assert.equal(tools, 1, `${id}: tools in view`);
  }
}

for (const path of pages) {
  const chapter = chapters.find((it) => it.path === path.slice(3));
  describe(path, () => {
    const shared = site.share(path, {
      eager: true,
      asNew: true,
      viewport: LAPTOP,
    });

    test("opens without an error or a request to others", async () => {
      const { page, problems } = await shared();
      await page.waitForLoadState("networkidle");
      assert.ok((await page.locator("h1").textContent()).length > 1);
      assert.deepEqual(problems, []);
    });
    if (chapter === undefined) return;
    const { answers = {}, opening } = chapter;

    test("gives no answer away in a finding or a heading", async () => {
      const { page } = await shared();
      await settle(page);
      for (const { id, number, by } of await page.evaluate(told)) {
        assert.ok(number, `${id} has no number`);
        assert.deepEqual(by, [], `${id}: ${number} is told by`);
      }
      for (const [figure, questions] of Object.entries(answers)) {
        const state = await page.locator(`#${figure}`).evaluate((it) => {
          const root = it.shadowRoot;
          const { visibility } = getComputedStyle(
            root.querySelector(".finding"),
          );
          return [visibility, root.querySelectorAll(".ask").length];
        });
        assert.deepEqual(state, ["hidden", 1], figure);
        for (const id of questions.split(" ")) {
          const local = await page.locator(`pe-quiz#${id}`).count();
          assert.equal(local, 1, `${figure} answers ${id}`);
        }
      }
    });

    test("has figures that fit a laptop with their main controls", async () => {
      await allFit((await shared()).page);
    });

    test("has figures that fit a telephone with their main controls", async () => {
      const { page } = await shared();
      const putDown = await inHand(page);
      await allFit(page);
      await putDown();
    });

    if (!opening?.ask || !path.startsWith("en/")) return;
    test("asks what there is to find out, and tells it when asked", async () => {
      const { page, problems } = await shared();
      const figure = page.locator("#start [url-state]");
      const finding = figure.locator(".finding");
      const ask = figure.locator(".ask");
      const inSight = () =>
        finding.evaluate((it) => getComputedStyle(it).visibility);
      assert.equal(await inSight(), "hidden");
      assert.match(
        await ask.textContent(),
        new RegExp(opening.ask.en.slice(0, 20)),
      );
      // It has room above the picture, at the widths of telephones too.
      for (const width of [1280, 390, 360]) {
        await page.setViewportSize({ width, height: 844 });
        await settle(page);
        const [a, b] = [await ask.boundingBox(), await finding.boundingBox()];
        assert.ok(a.y + a.height <= b.y + b.height + 1, `at ${width} px`);
      }
      await page.evaluate(() =>
        document.querySelector('a[data-language="zh"]').click(),
      );
      await ask.getByText(opening.ask.zh).waitFor();
      await ask.getByRole("button").click();
      assert.equal(await inSight(), "visible");
      assert.equal(await ask.isVisible(), false);
      assert.deepEqual(problems, []);
    });
  });
}

test("while a further control is moved, the picture stays in view", async (t) => {
  for (const options of [{ viewport: LAPTOP }, TELEPHONE]) {
    const { page } = await site.open(t, "en/rope/", {
      eager: true,
      asNew: true,
      ...options,
    });
    const figure = page.locator("#slide-both");
    const summary = figure.locator(".more > summary");
    await summary.scrollIntoViewIfNeeded();
    const before = await summary.boundingBox();
    await summary.click();
    await settle(page);
    // Opening alone holds nothing and moves nothing.
    assert.deepEqual(await summary.boundingBox(), before);
    assert.equal(await figure.locator("[data-held]").count(), 0);
    for (const control of await figure.locator(".more .control").all()) {
      await control.scrollIntoViewIfNeeded();
      await control.locator(".slider").press("ArrowRight");
      await settle(page);
      const [stage, box] = [
        await figure.locator(".stage").boundingBox(),
        await control.boundingBox(),
      ];
      assert.ok(stage.y >= -1, `the picture begins at ${stage.y}`);
      assert.ok(box.y >= stage.y + stage.height - 1, "the control is covered");
      const { height } = page.viewportSize();
      assert.ok(box.y + box.height <= height + 1);
    }
  }
});
