import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { sourcesBelow } from "../../tools/lib/imports.mjs";
import { inRoot, root } from "../../tools/lib/paths.mjs";
import { textsOf } from "../../tools/lib/texts.mjs";
import {
  checkTranslations,
  complaint,
  staleOf,
  strays,
} from "../../tools/lib/translations.mjs";

const pairsOf = (text, file = "a.ts") => textsOf([[file, text]]).pairs;
const sides = (pairs) => pairs.map(({ shown: { en, zh } }) => [en, zh]);

/** What is said when sources are changed. */
function said(was, is) {
  const stale = staleOf(textsOf(is).pairs, textsOf(was).pairs);
  return stale.length > 0 ? complaint(stale) : "";
}

/** The same for one source. */
const change = (was, is) => said([["a.ts", was]], [["b.ts", is]]);

test("all Chinese has English beside it", () => {
  const { count } = checkTranslations(root);
  assert.ok(count > 4000, `${count}`);
});

/** Sources that match one of the patterns, with what is in them. */
const sourcesOf = (...patterns) =>
  sourcesBelow(["src", "web"])
    .filter((file) => patterns.some((pattern) => pattern.test(file)))
    .map((file) => [file, readFileSync(inRoot(file), "utf8")]);

describe("a change of one language is noticed in", () => {
  const isPlain = ({ en, zh, shown }) => en === shown.en && zh === shown.zh;
  const isTemplate = ({ shown }) => /^`.*\$\{/.test(shown.en);

  /** @type {[what: string, isOne: (pair: any) => boolean, ...patterns: RegExp[]][]} */
  const texts = [
    ["a text of a figure", isPlain, /\/clock\.ts$/],
    ["a text of a figure with values", isTemplate, /\/heatmap\.ts$/],
    ["a claim", isPlain, /\/claims\/documents\/.*\.ts$/],
    ["a check", isTemplate, /\/checks\/kit\.ts$/, /\/checks\/bias\.ts$/],
    ["a listing", isPlain, /\/code\/kinds\/.*\.ts$/],
    ["a mistake", isPlain, /\/code\/mistakes\/.*\.ts$/],
    ["the benchmark", isPlain, /\/bench\/strings\.ts$/],
    ["a kernel", isTemplate, /\/bench\/kernels\/.*\.ts$/],
    ["a script of the page", isPlain, /\/search\/search-dialog\.ts$/],
    ["the glossary's kinds", isPlain, /\/glossary\/.*\.ts$/],
    ["the page for teachers", isPlain, /\/teach\/.*\.ts$/],
    ["the recipes", isPlain, /\/embed\/recipes\.ts$/],
    ["a chapter", isPlain, /\/02-ladder\/.*\.ts$/],
    ["the catalog", isPlain, /^src\/posenc\/js\/catalog\/.*\.ts$/],
    ["a finding", isPlain, /^src\/posenc\/js\/config\/(findings|zh)\.ts$/],
  ];
  for (const [what, isOne, ...patterns] of texts) {
    test(what, () => {
      const was = new Map(sourcesOf(...patterns));
      const inOnePlace = ({ shown, places }, lang) =>
        was.get(places[lang].split(":")[0]).split(shown[lang]).length === 2;
      const pair = textsOf([...was]).pairs.find(
        (it) => isOne(it) && inOnePlace(it, "en") && inOnePlace(it, "zh"),
      );
      assert.ok(pair, "there is such a text");
      assert.equal(said([...was], [...was]), "");
      for (const [lang, other, verdict] of /** @type {const} */ ([
        ["en", "zh", "the English was changed, the Chinese was not"],
        ["zh", "en", "the Chinese was changed, the English was not"],
      ])) {
        const old = pair.shown[lang];
        const text = old.replace(/.$/u, (last) => `!${last}`);
        const file = pair.places[lang].split(":")[0];
        const is = new Map(was);
        is.set(
          file,
          was.get(file).replace(old, () => text),
        );
        const { en, zh } = Object.assign({}, pair.shown, { [lang]: text });
        const named = `  ${pair.places[other]}: ${verdict}:\n    ${en}\n    ${zh}`;
        const answer = said([...was], [...is]);
        assert.ok(answer.includes(named), `${answer}\n\nlacks\n${named}`);
      }
    });
  }
});

describe("texts in two languages are found", () => {
  test("side by side, in lists and in tables", () => {
    assert.deepEqual(
      sides(
        pairsOf(`
          const strings = { name: { en: "Clock", zh: "钟" } } as const;
          const heads = { zh: ["行", "列"], en: ["row", "column"], more: 1 };
          const words = { en: { a: "one", b: "two" }, zh: { b: "二", a: "一" } };`),
      ),
      [
        ["Clock", "钟"],
        ["row", "行"],
        ["column", "列"],
        ["one", "一"],
        ["two", "二"],
      ],
    );
  });

  test("as templates, as functions and as constants", () => {
    assert.deepEqual(
      sides(
        pairsOf(`
          const chinese = \`第 \${i} 行\`;
          const a = { en: \`row \${i}\`, zh: chinese };
          const b = { en: (n) => \`\${n} rows\`, zh: (n) => \`\${n} 行\` };
          const c = { en(n) { return "no " + n; }, zh(n) { return "无" + n; } };`),
      ),
      [
        [`\`row \${i}\``, `\`第 \${i} 行\``],
        [`(n) => \`\${n} rows\``, `(n) => \`\${n} 行\``],
        ['en(n) { return "no " + n; }', 'zh(n) { return "无" + n; }'],
      ],
    );
  });

  test("behind questions for the language", () => {
    for (const [question, turned] of /** @type {const} */ ([
      ['lang === "zh"', false],
      ['shown.lang !== "en"', false],
      ["zh", false],
      ["(zh)", false],
      ["!zh", true],
      ['lang === "en"', true],
      ['"zh" !== lang', true],
    ])) {
      const [first, second] = turned ? ["row", "行"] : ["行", "row"];
      const text = `const a = ${question} ? "${first}" : "${second}";`;
      assert.deepEqual(sides(pairsOf(text)), [["row", "行"]], question);
    }
    assert.deepEqual(
      sides(pairsOf('const [a, b] = zh ? ["，", "："] : [", ", ": "];')),
      [
        [", ", "，"],
        [": ", "："],
      ],
    );
    assert.deepEqual(pairsOf('const zh = many ? "rows" : "row";'), []);
  });

  test("as arguments of functions that take both", () => {
    const kit =
      "const part = (role) => (passed, en, zh) => ({ role, en, zh });\nexport const core = part('core');";
    const use =
      'import { core } from "../kit.ts";\ncore(true, "is zero", "为零");\nother(true, "a", "b");';
    assert.deepEqual(
      sides(
        textsOf([
          ["x/kit.ts", kit],
          ["x/y/use.ts", use],
        ]).pairs,
      ),
      [["is zero", "为零"]],
    );
    const own =
      'const say = (en: string, zh: string) => ({ en, zh });\nsay("yes", "是");';
    assert.deepEqual(sides(pairsOf(own)), [["yes", "是"]]);
  });

  test("in a file of Chinese tables, with their places in both files", () => {
    const english =
      'const GONE = "gone";\nconst TEXTS = { error: { gone: GONE }, info: { here: "here" } };';
    const chinese =
      'const TEXTS = { gone: "没有了", here: "在此" };\nconst WORDS = { "a number": "数字" };';
    const { pairs, alone } = textsOf([
      ["b/zh.ts", chinese],
      ["b/findings.ts", english],
      ["c/findings.ts", 'const WORDS = { "a number": "no" };'],
    ]);
    assert.deepEqual(
      pairs.map(({ shown, places }) => [
        shown.en,
        places.en,
        shown.zh,
        places.zh,
      ]),
      [
        ["gone", "b/findings.ts:1", "没有了", "b/zh.ts:1"],
        ["here", "b/findings.ts:2", "在此", "b/zh.ts:1"],
        ["a number", "b/zh.ts:2", "数字", "b/zh.ts:2"],
      ],
    );
    assert.deepEqual(alone, []);
  });

  test("unless neither has a text, or they only name the language", () => {
    const text = `
      const a = { en: name, zh: name };
      const b = { en: say("en"), zh: say("zh") };
      const c = { en: name.en, zh: name.zh };
      const d = { en: [2, 1], zh: [1, 2] };
      const e = lang === "en" ? "zh" : "en";`;
    assert.deepEqual(pairsOf(text), []);
  });
});

describe("a pair of texts", () => {
  const two = 'const a = { en: "One", zh: "一" }, b = { en: "Two", zh: "二" };';

  test("is stale when one language was changed alone", () => {
    assert.equal(
      change(two, two.replace("One", "One more").replace("二", "两")),
      `translations that may be stale:
  b.ts:1: the English was changed, the Chinese was not:
    One more
    一
  b.ts:1: the Chinese was changed, the English was not:
    Two
    两`,
    );
  });

  test("is not stale when both were changed, or it is new, gone or the same", () => {
    for (const is of [
      two,
      'const a = { en: "One", zh: "一" };',
      two.replace("One", "Three").replace("一", "三"),
      `${two} const c = { en: "Three", zh: "三" };`,
      // The same Chinese for two English texts is no change of one.
      `${two} const c = { en: "Single", zh: "一" };`,
    ]) {
      assert.equal(change(two, is), "", is);
    }
  });

  test("is stale in one place though it stands unchanged in another", () => {
    const twice = two + two.replaceAll("const", "export const");
    assert.match(
      change(twice, twice.replace("二", "两")),
      /the Chinese was changed, the English was not:\n {4}Two\n {4}两$/,
    );
  });

  test("that says the same in both languages is stale like any other", () => {
    const same = 'const a = { en: "RoPE", zh: "RoPE" };';
    assert.match(
      change(same, same.replace("RoPE", "Rotary")),
      /the English was changed, the Chinese was not:\n {4}Rotary\n {4}RoPE$/,
    );
    assert.equal(change(same, same.replaceAll("RoPE", "Rotary")), "");
  });

  test("may be laid out anew", () => {
    assert.equal(
      change(
        `f({ en: (n) => (n ? \`a \${g(n)}\` : 'b'), zh: (n) => (n ? \`甲 \${g(n)}\` : 'c') });`,
        `f({
          zh: (n) =>
            n
              ? \`甲 \${g(
                  n,
                )}\`
              : "c",
          en: (n) => (n ? \`a \${g(n)}\` : "b"),
        });`,
      ),
      "",
    );
  });
});

test("Chinese beside no English is named, and so is what is listed in vain", () => {
  const { alone } = textsOf([
    ["a.ts", `/[，]/.test(x);\n// 注\nf("名", "不");\nconst a = \`第 \${i}\`;`],
  ]);
  const listed = { 不: "a word", 没: "another" };
  assert.deepEqual(strays(alone, listed), [
    "a.ts:3: Chinese without English beside it: 名\n  Write { en, zh }, or, if it has no English, list it in tools/chinese-alone.json",
    `a.ts:4: Chinese without English beside it: \`第 \${i}\`\n  Write { en, zh }, or, if it has no English, list it in tools/chinese-alone.json`,
    "tools/chinese-alone.json: this is in no source: 没",
  ]);
});

test("changed texts are compared with those of the last commit", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "posenc-translations-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const git = (...args) => {
    const who = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
    const { status, stderr } = spawnSync("git", [...who, ...args], {
      cwd: folder,
    });
    assert.equal(status, 0, `${stderr}`);
  };
  for (const name of ["src", "web/old", "web/new", "tools"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  const write = (file, text) => writeFileSync(join(folder, file), text);
  write("tools/chinese-alone.json", "{}");
  write("web/old/a.ts", 'const a = { en: "One", zh: "一" };\n');
  write("src/b.ts", 'const b = { en: "Two", zh: "二" };\n');
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message=a");
  assert.deepEqual(checkTranslations(folder), { count: 2, warning: undefined });

  // A file that was moved is none that was changed.
  renameSync(join(folder, "web/old/a.ts"), join(folder, "web/new/a.ts"));
  assert.equal(checkTranslations(folder).warning, undefined);

  write("src/b.ts", 'const b = { en: "Two", zh: "两" };\n');
  assert.match(
    checkTranslations(folder).warning ?? "",
    /^translations that may be stale:\n {2}src\/b\.ts:1: the Chinese was changed, the English was not:\n {4}Two\n {4}两$/,
  );
  git("commit", "--quiet", "--all", "--message=b");
  assert.equal(checkTranslations(folder).warning, undefined);

  write("src/b.ts", 'const b = "两";\n');
  assert.throws(() => checkTranslations(folder), {
    message: /^src\/b\.ts:1: Chinese without English beside it: 两\n/,
  });
});
