import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { root } from "../../tools/lib/paths.mjs";
import {
  missing,
  sentencesOf,
  tellsOfSource,
} from "../../tools/lib/quotations.mjs";

const table = JSON.parse(
  readFileSync(join(root, "web/site/claims/quotations.json"), "utf8"),
);

describe("a sentence needs a quotation", () => {
  const cases = [
    "The paper’s largest comparison is one of six.",
    "Shaw et al. (2018) write that convolutional networks benefit.",
    "GPT-3 had 2048 positions.",
    "GPT-2’s code adds the length of the past.",
    "CAPE (2021) shifts all positions.",
    "The abstract gives one pair of lengths.",
    "MPT’s makers show texts of 84 000.",
  ];
  for (const sentence of cases) {
    test(sentence, () => assert.ok(tellsOfSource(sentence)));
  }
});

describe("a sentence needs none", () => {
  const cases = [
    "Document 1 gives 2K and 11K tokens.",
    "GPT-2 has {rows} rows; see [chapter 3](~/a/1/) and section 3.5.",
    "In a table of 512 rows, 133 pairs meet new values.",
    "BERT and GPT-2 add them, number by number.",
  ];
  for (const sentence of cases) {
    test(sentence, () => assert.ok(!tellsOfSource(sentence)));
  }
  test("of a figure, which computes what it shows", () => {
    const sentence = "GPT-3, 2048 positions";
    assert.ok(tellsOfSource(sentence, "web/site/tutorial/a.ts"));
    assert.ok(!tellsOfSource(sentence, "web/widgets/figures/a.ts"));
  });
});

test("sentences end at their stops, not at an abbreviation or a number", () => {
  assert.deepEqual(
    sentencesOf("Shaw et al. (2018) cite it here. It has 3.5 points. Yes."),
    ["Shaw et al. (2018) cite it here.", "It has 3.5 points."],
  );
});

const text = (en, zh) =>
  `const a = { en: ${JSON.stringify(en)}, zh: "${zh}" };`;
const found = (source, quotations, own = []) =>
  missing([["web/site/tutorial/a.ts", source]], {
    sources: [{ source: "S", text: "T", read: ["", ""], quotations }],
    own,
  });
const quotation = (part, quote = "its own words") => ({
  at: "1",
  quote,
  for: [part],
});

describe("what is missing", () => {
  const told = "The paper reports nine of them here.";
  test("is named with its place, and not once it is quoted or known as ours", () => {
    const source = text(told, "论文报告了九个。");
    assert.deepEqual(found(source, []), [
      `web/site/tutorial/a.ts:1: no quotation stands behind this: ${told}`,
    ]);
    assert.deepEqual(found(source, [quotation("reports nine of")]), []);
    assert.deepEqual(found(source, [], ["reports nine of"]), []);
  });

  test("is a paper that only the Chinese names", () => {
    const [remark] = found(text("the curve of it", "论文里的曲线"), []);
    assert.match(remark, /论文里的曲线/);
    assert.deepEqual(found(text("of any length", "无论文本多长"), []), []);
  });

  test("is the row below a source in a table", () => {
    const rows = `${text("Press et al., 2021", "Press 等")}\n${text("perplexity 18.40", "困惑度")}`;
    assert.match(found(rows, [])[0], /perplexity 18.40/);
  });

  test("is a row of the dated models", () => {
    const row = 'row("BERT", "2018-10", 512, "learned", arxiv("1810.04805")),';
    /** @type {[file: string, text: string][]} */
    const files = [["web/widgets/figures/12-choosing/dated-models.ts", row]];
    assert.match(
      missing(files, { sources: [], own: [] })[0],
      /"BERT", "2018-10", 512/,
    );
  });

  test("is a sentence that is gone, and words where there are too many", () => {
    const source = text("Nothing is told.", "无");
    assert.match(found(source, [quotation("is gone")])[0], /in no text/);
    const long = "word ".repeat(26);
    const remarks = found(source, [quotation("Nothing is", long)]);
    assert.match(remarks[0], /more than 25 words/);
  });

  test("is not what a document claims", () => {
    const claim = `x = { claim: { en: ${JSON.stringify(told)}, zh: "九" } };`;
    assert.deepEqual(found(claim, []), []);
  });
});

test("every quotation says what was read, where, and when by both readers", () => {
  for (const { source, text: copy, read, quotations } of table.sources) {
    assert.ok(source && copy, source);
    assert.equal(read.length, 2, source);
    for (const date of read) assert.match(date, /^20\d\d-\d\d-\d\d$/, source);
    assert.ok(quotations.length > 0, source);
    for (const it of quotations) {
      assert.ok(it.at && it.quote.trim() && it.for.length > 0, source);
    }
  }
});

test("a part names one sentence: it is long enough", () => {
  const parts = [
    ...table.own,
    ...table.sources.flatMap((it) => it.quotations.flatMap((q) => q.for)),
  ];
  for (const part of parts) {
    const least = /\p{Script=Han}/u.test(part) ? 7 : 10;
    assert.ok(part.length >= least, part);
  }
  assert.deepEqual([...new Set(parts)], parts);
});
