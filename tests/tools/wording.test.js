import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { root } from "../../tools/lib/paths.mjs";
import {
  oneLanguage,
  remarks,
  tableOf,
  wordingOf,
} from "../../tools/lib/wording.mjs";

const table = tableOf(root);
const said = (text, lang) => remarks(text, lang, table).join("; ");

describe("a rule names what is worded badly, and lets the rest be", () => {
  /** @type {[rule: string, lang: "en" | "zh", bad: string, good: string][]} */
  const cases = [
    ["terms", "zh", "每个得分都变小", "每个分数都变小"],
    ["terms", "zh", "快对很快就重复", "高频维度很快就重复，慢慢地对齐"],
    ["terms", "zh", "宽 512 时", "维数为 512 时，核宽 3"],
    ["terms", "zh", "融合的计算核", "融合算子"],
    ["terms", "zh", "每行后移三位", "每行向后平移三个位置"],
    ["terms", "zh", "Vaswani et al.，2017", "Vaswani 等，2017"],
    ["terms", "en", "Whoever counts on", "If you count on"],
    ["terms", "en", "behind random projections", "after random projections"],
    ["terms", "en", "layer normalization", "layer normalisation"],
    ["document numbers", "zh", "第二篇文档说", "文档 2 说"],
    ["document numbers", "zh", "文档 002 的表", "文档 2 的表"],
    ["document numbers", "en", "The second document says", "Document 2 says"],
    ["document numbers", "en", "in document 5", "in document 4"],
    ["full-width punctuation", "zh", "这里,那里", "这里，那里 f(x, y)"],
    ["full-width punctuation", "zh", "第一行(见下)", "第一行（见下）"],
    ["a space between Chinese", "zh", "第2章", "第 2 章"],
    ["a space between Chinese", "zh", "用RoPE旋转", "用 RoPE 旋转，占 5%。"],
    ["no space within Chinese", "zh", "512 维 各一", "512 维各一"],
    ["English in a Chinese text", "zh", "按 searched 的因子", "按 softmax"],
    ["English in a Chinese text", "zh", "global layers", "RoPE"],
    ["Chinese in an English text", "en", "the word 钥匙", "the word “钥匙”"],
    ["1/n", "zh", "上界至少小 600 倍", "上界至多为 1/600，是它的 3 倍"],
    ["1/n", "zh", "恰好放慢 s 倍", "转速降为 1/s"],
    ["1/n", "en", "10 times fewer tokens", "a tenth of the tokens"],
  ];
  for (const [rule, lang, bad, good] of cases) {
    test(`${rule}: ${bad}`, () => {
      const remark = said(bad, lang);
      assert.notEqual(remark, "");
      if (!/^terms/.test(rule)) {
        const name = rule === "document numbers" ? "documents are|文档" : rule;
        assert.match(remark, new RegExp(name), remark);
      }
      assert.equal(said(good, lang), "");
    });
  }
});

test("texts are read without their markup and their values", () => {
  for (const text of [
    "见[第 4 章](~/sinusoids/)的`register`与$d_k$，*只看*偏移 {value}。",
    `\`每对 \${all} 个，\${name}：<b>\${bold(value)}</b> 个\``,
    `(n) => (n === "left" ? "左边" : \`第 \${n} 行\`)`,
  ]) {
    assert.equal(said(text, "zh"), "", text);
  }
  assert.match(said(`\`共\${all}个，按 searched\``, "zh"), /searched/);
  assert.match(said('(n) => (n ? "第2行" : "没有")', "zh"), /第2/);
});

test("a sentence that a figure begins with is in both languages", () => {
  const one = 'x;\ntext: words({\n default: "the cat sat", max: 3 }),';
  assert.deepEqual(oneLanguage("a.ts", one), [
    "a.ts:2: “the cat sat”: a sentence to begin with is { en, zh }",
  ]);
  assert.deepEqual(
    oneLanguage("a.ts", one.replace("the cat sat", "1 2 3")),
    [],
  );
  const both = one.replace('"the cat sat"', '{ en: "the cat", zh: "猫" }');
  assert.deepEqual(oneLanguage("a.ts", both), []);
});

test("file and line are named, once each", () => {
  const text = '\nconst a = { en: "Fine", zh: "得分" };';
  const [remark, ...more] = wordingOf([["web/a.ts", text]], table);
  assert.match(remark, /^web\/a\.ts:2: “得分”: say 分数 \(/);
  assert.deepEqual(more, []);
});

test("every term of the table is a rule that can fail, with its reason", () => {
  for (const [lang, terms] of Object.entries(table.terms)) {
    for (const { never, say, why } of terms) {
      assert.ok(never && say && why, `${lang}: ${never}`);
      assert.doesNotMatch("", new RegExp(never, "u"));
    }
  }
});
