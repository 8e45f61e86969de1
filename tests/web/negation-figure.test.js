import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { useSite } from "./browser.js";
import { importSource } from "./figure.js";

let spec;
before(async () => {
  ({ spec } = await importSource("widgets/figures/13-questions/negation.ts"));
});

const read = (lang) =>
  readFileSync(
    new URL(`../../web/dist/${lang}/questions/index.html`, import.meta.url),
    "utf8",
  );

/** The computed numbers of the page by name, the first of each. */
const numbers = (html) =>
  Object.fromEntries(
    [...html.matchAll(/data-value="(\w+)">([^<]*)</g)]
      .reverse()
      .map(([, name, text]) => [name, text.replace(/\u202f/g, "")]),
  );

describe("the head that looks one place on", () => {
  const model = (state) =>
    spec.compute({
      pair: "say",
      positions: true,
      look: 1,
      sharp: 80,
      from: 0,
      own: false,
      ...state,
    });

  test("finds the word behind the negation, and nothing without positions", () => {
    for (const pair of ["say", "find"]) {
      for (const { words, query, best, weights } of model({ pair }).sentences) {
        assert.ok(["not", "不"].includes(words[query]));
        assert.equal(best, query + 1, words.join(" "));
        assert.ok(weights[best] > 0.9, `${weights[best]}`);
      }
      const [a, b] = model({ pair }).sentences;
      assert.deepEqual([...a.words].sort(), [...b.words].sort());
      const none = model({ pair, positions: false }).sentences;
      for (const { weights } of none) {
        for (const w of weights) {
          assert.ok(Math.abs(w - 1 / weights.length) < 1e-6);
        }
      }
    }
  });

  test("weighs words as the softmax of the cosines of their distances", () => {
    const [{ weights, query }] = model({}).sentences;
    const rates = Array.from({ length: 32 }, (_, i) => 100 ** (-i / 32));
    const scores = weights.map(
      (_, j) =>
        (80 / 32) *
        rates.reduce((sum, w) => sum + Math.cos(w * (j - query - 1)), 0),
    );
    const most = Math.max(...scores);
    const parts = scores.map((score) => Math.exp(score - most));
    const all = parts.reduce((a, b) => a + b);
    parts.forEach((part, j) => {
      assert.ok(Math.abs(part / all - weights[j]) < 1e-4, `${j}`);
    });
  });
});

describe("sentences of the reader's own", () => {
  const words = (text, more = {}) =>
    spec.compute({
      pair: "yours",
      words: text,
      positions: true,
      look: 1,
      sharp: 80,
      from: 0,
      own: false,
      ...more,
    }).sentences;

  test("are cut into words, and the negation is found in each", () => {
    const [a, b] = words("I never said it. / I can’t say it never");
    assert.deepEqual(a.words, ["I", "never", "said", "it"]);
    assert.equal(a.words[a.best], "said");
    assert.equal(b.words[b.query], "can’t");
    const [c, d] = words("我|没有|说|他|对／我|说|他|不|对");
    assert.deepEqual([c.words[c.best], d.words[d.best]], ["说", "对"]);
    // Without any the first word looks.
    assert.equal(words("dog bites man / man bites dog")[0].query, 0);
  });

  test("that are too long, too short or not two are refused", () => {
    const check = (text) => spec.table.words.read(text) !== undefined;
    assert.ok(check("a b / b a"));
    for (const text of [
      "a b",
      "a b / c",
      "a b / c d / e f",
      "a b c d e f g h / a b",
      "/",
    ]) {
      assert.equal(check(text), false, text);
    }
  });
});

describe("the chapter of questions", () => {
  const site = useSite();

  test("answers with numbers that hold without the library", () => {
    const said = numbers(read("en"));
    const wave = (base) => 2 * Math.PI * base ** (255 / 256);
    assert.equal(said.slow100, wave(100).toFixed(0));
    assert.equal(said.slow500000, wave(500000).toFixed(0));
    assert.equal(said.rowNorm, "16.0");
    assert.equal(said.kept, "88");
    // bfloat16 keeps 8 bits: all up to 256, then every second, every fourth.
    assert.equal(said.counters, String(257 + 128 + 128));
    assert.equal(said.half, String(257 + 128));
    const near = Math.exp(-10 / 256);
    assert.equal(said.flatNear, near.toFixed(3));
    assert.equal(new Set(said.slide.split(", ")).size, 1);
    assert.ok(Number(said.stepWrong) > 0.1, said.stepWrong);
    assert.equal(said.distances, "127");
    assert.equal(said.buckets, "5, 10, 26, 15");
    assert.equal(numbers(read("zh")).buckets, "5、10、26、15");
  });

  test("has twelve questions, ten exercises and six quizzes at least", () => {
    for (const lang of ["en", "zh"]) {
      const html = read(lang);
      const count = (pattern) => html.match(pattern)?.length ?? 0;
      const faq = html.slice(
        html.indexOf('<section id="faq"'),
        html.indexOf('<section id="translation"'),
      );
      assert.ok((faq.match(/<summary/g)?.length ?? 0) >= 12);
      assert.ok(count(/id="exercise-\d+"/g) >= 10);
      assert.ok(count(/<pe-quiz /g) >= 6);
    }
  });

  test("lets the reader choose the word that looks by keys", async (t) => {
    const { page, problems } = await site.open(t, "en/questions/", {
      eager: true,
    });
    await page.waitForFunction(() => {
      const at = document.getElementById("negation");
      at.scrollIntoView();
      return at.state && at.shadowRoot.querySelector("svg.marks path");
    });
    await page.locator("#negation [role=application]").first().focus();
    await page.keyboard.press("ArrowRight");
    const state = await page.evaluate(
      () => document.getElementById("negation").state,
    );
    assert.equal(state.from, 3);
    assert.equal(state.own, true);
    assert.deepEqual(problems, []);
  });
});
