// A question is asked before its answer is told.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { importSource } from "../../tools/lib/web-source.mjs";
import { settle, useSite } from "./browser.js";

const { chapters } = await importSource("tutorial/chapters.ts");
const site = useSite();

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

describe("no finding and no heading gives an answer away", () => {
  for (const { path, answers = {} } of chapters) {
    for (const lang of ["en", "zh"]) {
      test(`/${lang}/${path}`, async (t) => {
        const { page } = await site.open(t, `${lang}/${path}`, {
          eager: true,
          asNew: true,
        });
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
    }
  }
});

describe("a chapter that opens with something to find out", () => {
  for (const { path, opening } of chapters.filter((it) => it.opening?.ask)) {
    test(`asks, and tells when asked: ${path}`, async (t) => {
      const { page, problems } = await site.open(t, `en/${path}`, {
        eager: true,
        asNew: true,
      });
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
  }
});

describe("a finding that is kept back", () => {
  const visible = (page, id) =>
    page
      .locator(`#${id} .finding`)
      .evaluate((it) => getComputedStyle(it).visibility === "visible");

  test("is shown to those who ask, and stays shown", async (t) => {
    const { page, problems } = await site.open(t, "en/sinusoids/", {
      eager: true,
      asNew: true,
    });
    assert.equal(await visible(page, "ladder"), false);
    await page
      .locator("#ladder")
      .getByRole("button", { name: "Show me" })
      .click();
    assert.equal(await visible(page, "ladder"), true);
    assert.equal(await page.locator("#ladder .ask").isVisible(), false);
    await page.reload();
    await page.locator("#ladder[told]").waitFor({ state: "attached" });
    assert.equal(await visible(page, "ladder"), true);
    assert.deepEqual(problems, []);
  });

  test("is told to those who have guessed", async (t) => {
    const { page } = await site.open(t, "zh/learned-tables/", {
      eager: true,
      asNew: true,
    });
    assert.equal(await visible(page, "loudness"), false);
    await page
      .locator("#loudness")
      .getByRole("button", { name: "先猜一猜" })
      .click();
    const input = page.locator("#ratio input");
    assert.ok(await input.evaluate((it) => it === document.activeElement));
    await input.fill("20");
    await input.press("Enter");
    await page.locator("#loudness[told]").waitFor({ state: "attached" });
    assert.equal(await visible(page, "loudness"), true);
  });

  test("is there without scripts, and on paper", async (t) => {
    const plain = await site.open(t, "en/sinusoids/", {
      javaScriptEnabled: false,
      asNew: true,
    });
    const finding = plain.page.locator("#ladder .finding");
    assert.equal(await finding.isVisible(), true);
    assert.equal(await plain.page.locator("#ladder .ask").isVisible(), false);
    const { page } = await site.open(t, "en/sinusoids/", {
      eager: true,
      asNew: true,
    });
    await page.emulateMedia({ media: "print" });
    assert.equal(await visible(page, "ladder"), true);
  });
});
