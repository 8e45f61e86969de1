// <pe-own-text>: a text of the reader's is read, learned, tested and gone on with;
// it stays in the page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { useSite } from "./browser.js";
import { importSource } from "./figure.js";

const { EXAMPLE_NAMES } = await importSource(
  "widgets/trained/example-texts.ts",
);
const reading = await importSource("widgets/trained/text-reading.ts");
const plans = await importSource("widgets/trained/text-runs.ts");
const { firstKept } = await importSource("../src/training/js/text.ts");
const { POINT, rounded, SCHEMES } = await importSource(
  "widgets/trained/runs.ts",
);
const { runs } = JSON.parse(
  readFileSync(inRoot("web/widgets/trained/text-results.json"), "utf8"),
);

const { group } = await importSource("widgets/words/text.ts");

const never = () => false;
const bytesOf = (text) => new TextEncoder().encode(text);
const LONG = "One line of a text that is long enough to be learned. ".repeat(
  40,
);

describe("the texts that are offered", () => {
  test("have a shipped run of every scheme, with all lengths", () => {
    for (const text of EXAMPLE_NAMES) {
      for (const scheme of Object.keys(SCHEMES)) {
        const run = plans.shippedText(text, scheme, 0);
        assert.ok(run, `${text}, ${scheme}`);
        assert.equal(run.testLoss.length, plans.TEXT_LENGTHS.length);
        assert.equal([...run.written].length, plans.WRITTEN);
        const { prompt } = plans.examplePlan(text, scheme, 0).writes;
        assert.ok(run.written.startsWith(prompt));
      }
    }
    assert.equal(
      runs.length,
      EXAMPLE_NAMES.length * Object.keys(SCHEMES).length,
    );
  });

  test("are learned as the shipped curves begin", async () => {
    const { load } = await import("posenc-training");
    const training = await load();
    for (const [text, scheme] of [
      ["english", "rope"],
      ["chinese", "alibi"],
    ]) {
      const { options } = plans.examplePlan(text, scheme, 0);
      const trainer = training.trainer(options);
      const { loss } = trainer.step(POINT);
      assert.equal(rounded(loss), plans.shippedText(text, scheme, 0).loss[0]);
      trainer.dispose();
    }
  });
});

describe("reading a text", () => {
  test("counts characters however they are cut, as text and as bytes", async () => {
    // A piece ends within the second half of a pair, another within a character.
    const text = `${"😀字a".repeat(70_000)}😀`;
    const bits = -(2 * Math.log2(1 / 3) + Math.log2(1 / 3)) / 3;
    for (const data of [text, bytesOf(text), `b${text}`]) {
      const { value } = await reading.readBrought(data, never);
      const all = [...(typeof data === "string" ? data : text)];
      assert.equal(value.characters, all.length);
      assert.equal(value.distinct, new Set(all).size);
      assert.ok(Math.abs(value.bits - bits) < 1e-3);
      const first = firstKept(all.length);
      const { prompt } = value.writes;
      assert.equal(
        prompt,
        all.slice(first, first + [...prompt].length).join(""),
      );
    }
  });

  test("is told what cannot be learned, in both languages", async () => {
    const { FEWEST } = plans;
    const few = await reading.readBrought("a".repeat(FEWEST - 1), never);
    assert.match(few.fault.en, /^1 more characters? .*660 at least/);
    assert.match(few.fault.zh, /还差 1 个字符/);
    assert.ok((await reading.readBrought("a".repeat(FEWEST), never)).value);
    const bad = bytesOf(LONG);
    bad[1234] = 0xff;
    const { fault } = await reading.readBrought(bad, never);
    assert.match(fault.en, /byte 1234/);
    assert.match(fault.zh, /第 1234 个字节/);
    const big = new Uint8Array(reading.MAX_BYTES + 1).fill(65);
    assert.match(
      (await reading.readBrought(big, never)).fault.en,
      /5.000.001 bytes; at most 5.000.000/,
    );
    const most = "é".repeat(reading.MAX_BYTES / 2);
    assert.ok((await reading.readBrought(most, never)).value);
    assert.ok((await reading.readBrought(`${most}a`, never)).fault);
  });
});

const site = useSite();

async function open(t, query = "", lang = "en") {
  const { page, problems } = await site.open(
    t,
    `${lang}/in-practice/#own-text-one${query && `?${query}`}`,
  );
  const figure = page.locator("#own-text-one");
  await figure.scrollIntoViewIfNeeded();
  await page.locator("#own-text-one[data-live]").waitFor();
  await figure.locator(".text-input.live").waitFor();
  const told = (text) =>
    figure.locator("#text-input-told", { hasText: text }).waitFor();
  const box = figure.locator(".text-input textarea");
  const state = () => figure.evaluate((at) => at.state);
  return { page, problems, figure, told, box, state };
}

describe("the box of a text", () => {
  test("what is typed is learned, gone on with, and in no link", async (t) => {
    const { page, problems, figure, told, box, state } = await open(
      t,
      "train-steps=60&test-at=2",
    );
    await told("16 674 characters, 41 different ones".replace(" ", "\u202f"));
    await box.fill("too short");
    await told("651 more characters are needed");
    assert.equal((await state()).text, "own");
    assert.equal(await box.getAttribute("aria-invalid"), "true");
    assert.equal(await figure.locator(".work button").count(), 0);
    await box.fill(LONG);
    await told(/characters, \d+ different ones/);
    assert.equal(await box.getAttribute("aria-invalid"), "false");
    await figure
      .locator(".work button", { hasText: "Train it yourself" })
      .click();
    await figure
      .locator(".told", { hasText: "none is shipped with these settings" })
      .waitFor({ timeout: 60_000 });
    const written = await figure.locator(".writing").textContent();
    const { value } = await reading.readBrought(LONG, never);
    assert.ok(written.startsWith(value.writes.prompt));
    assert.equal([...written].length, plans.WRITTEN);
    assert.match(
      await figure.locator(".finding").textContent(),
      /costs sinusoids/,
    );
    await page.waitForURL(/own-text-one\?.*text=own.*run=one/);
    assert.doesNotMatch(page.url(), /learned/);
    // Typing ends what learns another text.
    await box.press("End");
    await box.pressSequentially("x");
    assert.equal((await state()).run, "off");
    assert.deepEqual(problems, []);
  });

  test("a link to one's own text asks for it, and offers no training", async (t) => {
    const { figure, box } = await open(t, "text=own&run=one", "zh");
    assert.equal(await box.inputValue(), "");
    assert.match(
      await figure.locator(".finding").textContent(),
      /链接不带文本/,
    );
    assert.equal(await figure.locator(".work button").count(), 0);
  });

  test("a file is dropped or chosen; one that is no text is refused in words", async (t) => {
    const { page, figure, told, box, state } = await open(t);
    const file = figure.locator("input[type=file]");
    const choose = (name, buffer) =>
      file.setInputFiles({ name, mimeType: "text/plain", buffer });
    await choose("big.txt", Buffer.alloc(5_000_001, 65));
    await told(
      "big.txt has 5\u202f000\u202f001 bytes; at most 5\u202f000\u202f000 can be read.",
    );
    assert.equal((await state()).text, "english", "what was there stays");
    await choose("bad.txt", Buffer.from([65, 66, 255, 67]));
    await told("byte 2 does not belong there");
    await choose("long.txt", Buffer.from(LONG.repeat(20)));
    await told("43\u202f200 characters");
    assert.equal(await box.getAttribute("readonly"), "");
    await figure.evaluate((at, text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "dropped.txt"));
      at.shadowRoot.querySelector(".text-input").dispatchEvent(
        new DragEvent("drop", {
          dataTransfer: data,
          bubbles: true,
          cancelable: true,
        }),
      );
    }, LONG);
    await told(`${LONG.length} characters`);
    assert.equal(await box.inputValue(), LONG);
    await figure
      .locator(".text-input button", { hasText: "Empty the box" })
      .click();
    await told("660 more characters are needed");
    // A long text is taken past the box, between what is around the caret.
    await box.fill("before after");
    await box.evaluate((at, text) => {
      at.setSelectionRange(6, 7);
      const data = new DataTransfer();
      data.setData("text/plain", text);
      const event = new ClipboardEvent("paste", {
        clipboardData: data,
        bubbles: true,
        cancelable: true,
      });
      if (at.dispatchEvent(event)) throw new Error("left to the box");
    }, LONG.repeat(20));
    await told(`${group(String(11 + 20 * LONG.length))} characters`);
    assert.match(await box.inputValue(), /^beforeOne line/);
    assert.equal(await box.getAttribute("readonly"), "");
    await figure.locator("select#text").selectOption("chinese");
    await told("14\u202f574 characters");
    assert.match(await box.inputValue(), /^狐狸/);
    await page.keyboard.press("Escape");
  });
});
