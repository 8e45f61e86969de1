// <pe-quiz> of the package: questions that people write into their own pages.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { leaveBrowser, settle, useBrowser } from "./browser.js";
import { openNotes } from "./notes.js";

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await useBrowser();
});
after(leaveBrowser);

/** Notes with a figure, whose answers are kept in `answers`. */
async function open(t, body, html) {
  const notes = await openNotes(t, browser, body, html);
  await notes.page.evaluate(() => {
    const kept = /** @type {any} */ (window);
    kept.answers = [];
    addEventListener("pe-answer", (/** @type {any} */ { detail }) =>
      kept.answers.push(detail),
    );
  });
  const quiz = notes.page.locator("pe-quiz");
  const told = () =>
    notes.page.evaluate(() => /** @type {any} */ (window).answers);
  return { ...notes, quiz, told };
}

const FIGURE = `<pe-heatmap id="map" loading="eager" seq-len="40"></pe-heatmap>`;
const CHOICES = `<pe-quiz id="q" for="map" lock><p>How many are quiet?</p>
<details><summary>None</summary>Look at the right.</details>
<details data-right><summary>Most</summary>They turn slowly.</details></pe-quiz>`;

describe("choices", () => {
  test("the figure keeps its finding back, and its values, until an answer", async (t) => {
    const { page, quiz, told, said } = await open(t, CHOICES + FIGURE);
    const finding = page.locator("pe-heatmap .finding");
    assert.equal(await finding.isVisible(), false);
    const box = page.locator("pe-heatmap #pos");
    assert.equal(await box.isDisabled(), true);
    await quiz.getByText("None").click();
    await settle(page);
    assert.equal(await finding.isVisible(), true);
    assert.equal(await box.isDisabled(), false);
    assert.deepEqual(await told(), [{ id: "q", answer: "A", right: false }]);
    assert.equal(await quiz.locator(".outcome").textContent(), "Not so.");
    // Others can be read, and are no second answer.
    await quiz.getByText("Most").click();
    assert.equal((await told()).length, 1);
    assert.deepEqual(said, []);
  });

  test("the right one, by keyboard, and once more", async (t) => {
    const { page, quiz, told } = await open(t, FIGURE + CHOICES);
    await quiz.getByText("Most").focus();
    await page.keyboard.press("Enter");
    await settle(page);
    assert.equal((await told())[0].right, true);
    await quiz.getByRole("button", { name: "Answer again" }).click();
    assert.equal(await quiz.locator("details[open]").count(), 0);
    assert.equal(
      await quiz.evaluate((/** @type {any} */ it) => it.answer),
      undefined,
    );
  });

  test("shown without an answer", async (t) => {
    const { page, quiz, told } = await open(t, FIGURE + CHOICES);
    await quiz.getByRole("button", { name: "Show me" }).click();
    await settle(page);
    assert.deepEqual(await told(), [{ id: "q", answer: null, right: false }]);
    assert.equal(await quiz.getByText("They turn slowly").isVisible(), true);
    assert.equal(await page.locator("pe-heatmap .finding").isVisible(), true);
  });
});

describe("a number", () => {
  const number = (answer, more = "") =>
    `${FIGURE}<pe-quiz id="q" for="map" answer="${answer}" ${more}><p>How many?</p></pe-quiz>`;
  const guess = async (quiz, text) => {
    await quiz.locator("input").fill(text);
    await quiz.locator("input").press("Enter");
  };

  test("of the figure's state, as it is then", async (t) => {
    const { page, quiz, told } = await open(t, number("{seq-len}"));
    await page.evaluate(() =>
      document.querySelector("pe-heatmap").setState({ seqLen: 32 }),
    );
    await guess(quiz, "32.5");
    await settle(page);
    assert.deepEqual(await told(), [{ id: "q", answer: "32.5", right: true }]);
    assert.equal(
      await quiz.locator(".outcome").textContent(),
      "Close: you said 32.5. It is 32.",
    );
  });

  test("of its finding, exact, with an explanation", async (t) => {
    const { page, quiz, told } = await open(
      t,
      `${FIGURE}<pe-quiz id="q" for="map" answer="{2}" tolerance="0"><p>How many?</p><details><summary>Why</summary>All of them.</details></pe-quiz>`,
    );
    assert.equal(await quiz.getByText("Why").isVisible(), false);
    await guess(quiz, "500");
    await settle(page);
    assert.equal((await told())[0].right, false);
    assert.equal(await quiz.getByText("All of them.").isVisible(), true);
    assert.equal(
      await quiz.locator(".outcome").textContent(),
      "You said 500, off by a factor of 1.02.",
    );
  });

  test("what is no number is said, and asked for again", async (t) => {
    const { quiz, told } = await open(t, number("12"));
    await guess(quiz, "twelve");
    assert.match(
      await quiz.locator(".fault").textContent(),
      /number is needed/,
    );
    assert.deepEqual(await told(), []);
    await guess(quiz, "12");
    assert.equal((await told())[0].right, true);
    assert.equal(await quiz.locator(".fault").textContent(), "");
  });
});

describe("a goal", () => {
  test("is checked against the figure", async (t) => {
    const { page, quiz, told } = await open(
      t,
      `${FIGURE}<pe-quiz id="q" for="map" goal="pos=12 seq-len>20 show=steps"><p>Go to the steps of position 12.</p></pe-quiz>`,
    );
    const check = quiz.getByRole("button", { name: "Check" });
    await check.click();
    await settle(page);
    assert.equal(await quiz.locator(".outcome").textContent(), "Not yet.");
    assert.deepEqual(await told(), []);
    await page.evaluate(() =>
      document.querySelector("pe-heatmap").setState({ pos: 12, show: "steps" }),
    );
    await check.click();
    assert.deepEqual(await told(), [
      { id: "q", answer: "pos=12 seq-len=40 show=steps", right: true },
    ]);
  });
});

describe("what an author has got wrong", () => {
  for (const [what, html, message] of /** @type {const} */ ([
    [
      "no figure of that id",
      '<pe-quiz for="x" answer="1"></pe-quiz>',
      /no figure with id="x"/,
    ],
    [
      "no right answer",
      "<pe-quiz><details><summary>A</summary></details></pe-quiz>",
      /two <details>/,
    ],
    [
      "an answer that is none",
      '<pe-quiz answer="many"></pe-quiz>',
      /must be a number or \{name\}/,
    ],
    [
      "a goal that is none",
      '<pe-quiz for="map" goal="pos:12"></pe-quiz>',
      /goal must be like/,
    ],
  ])) {
    test(`${what} is said in the console`, async (t) => {
      const { said } = await open(t, FIGURE + html);
      assert.ok(
        said.some((it) => message.test(it)),
        said.join(),
      );
    });
  }

  test("a value that the figure has not is said to the reader too", async (t) => {
    const { quiz } = await open(
      t,
      `${FIGURE}<pe-quiz for="map" answer="{rows}"></pe-quiz>`,
    );
    await quiz.locator("input").fill("3");
    await quiz.locator("input").press("Enter");
    assert.match(
      await quiz.locator(".fault").textContent(),
      /no value rows \(known: seqLen/,
    );
  });
});

test("in another language", async (t) => {
  const { page, quiz } = await open(
    t,
    `${FIGURE}${CHOICES}<script>addEventListener("DOMContentLoaded", () => posencWidgets.addWords("es", { "pe-quiz": { "Show me": "Enséñame", "Right.": "Correcto." } }))</script>`,
    'lang="es"',
  );
  await quiz.getByRole("button", { name: "Enséñame" }).waitFor();
  await quiz.getByText("Most").click();
  await settle(page);
  assert.equal(await quiz.locator(".outcome").textContent(), "Correcto.");
});

test("without a script it is a question with answers to unfold", async (t) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.setContent(CHOICES);
  await page.getByText("Most").click();
  assert.equal(await page.getByText("They turn slowly").isVisible(), true);
});
