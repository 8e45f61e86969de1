// Pages whose texts are Markdown files, and the companions, which are such pages.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { inspectSite } from "../../tools/lib/web-source.mjs";
import { pythonPath } from "../../tools/setup/system-packages.mjs";
import { importSource } from "./figure.js";

const LANGS = /** @type {const} */ (["en", "zh"]);
const NUMBERS = [0, 1, 2, 3, 4];

const textOf = (number, lang) =>
  readFileSync(
    new URL(
      `../../web/site/tutorial/documents/${number}.${lang}.md`,
      import.meta.url,
    ),
    "utf8",
  );

const HEAD = "# Title\n::description[About.]\n\nFirst words.\n";

let pages;
let site;

/** The page of two texts. */
const page = (en, zh = en, values = {}) =>
  pages.markdownPage({
    path: "p/",
    en: { file: "p.en.md", text: HEAD + en },
    zh: { file: "p.zh.md", text: HEAD + zh },
    values,
  });

/** What it writes in a language. */
function html(made, lang = "en") {
  const covered = [];
  const anchors = new Set();
  const context = {
    lang,
    root: "../",
    place: "",
    values: {},
    answers: {},
    anchor(id) {
      assert.ok(!anchors.has(id), `two anchors are called ${id}`);
      anchors.add(id);
      return id;
    },
    href: (target) => {
      if (target.includes("nowhere")) throw new Error(`${target} is dead`);
      return target;
    },
    covers: (id, anchor) => covered.push([id, anchor]),
  };
  const body = made.body.map((block) => block(context)).join("");
  return { body, covered };
}

const section = (text) => `\n## One :anchor{#one}\n\n${text}\n`;

describe("a page in Markdown", () => {
  before(async () => {
    pages = await importSource("site/pages/markdown-page.ts", "node");
  });

  test("has its title, description and sections", () => {
    const made = page(section("Text.\n\n### Two *now* :anchor{#two}\n\nMore."));
    assert.equal(made.title.en, "Title · posenc");
    assert.equal(made.description.zh, "About.");
    const { body } = html(made);
    assert.match(body, /<p class="lede">First words\.<\/p>/);
    assert.match(body, /<section id="one"><h2>One<\/h2>\s*<p>Text\.<\/p>/);
    assert.match(body, /id="two"><h3>Two <em>now<\/em><\/h3>\s*<p>More\./);
    assert.match(body, /<li><a href="#one">One<\/a>/);
  });

  test("computes values, sets formulas, links and tables as other pages do", () => {
    const text =
      "It is :value[big], $x_i$ and `a_b`, see [there](~/there/#a).\n\n:::table[Two]{heads=rows}\n| a | b |\n| --- | --- |\n| one | 2 |\n:::\n";
    const { body } = html(page(section(text), undefined, { big: () => 12345 }));
    assert.match(body, /data-value="big">12\u202f345</);
    assert.match(body, /<math><msub>/);
    assert.match(body, /<code lang="en">a_b<\/code>/);
    assert.match(body, /<a href="~\/there\/#a">there<\/a>/);
    assert.match(body, /<caption>Two<\/caption>.*<th scope="row">one<\/th>/);
  });

  test("asks questions whose ticked choice is right", () => {
    const text =
      ":::quiz{#q}\nWhich?\n\n- [ ] this\n\n  No, it isn’t.\n\n- [x] that\n\n  Yes, it is.\n:::\n";
    const { body } = html(page(section(text)));
    assert.match(body, /<pe-quiz id="q" kind="choice">/);
    assert.match(body, /data-right="false".*this.*data-right="true".*that/s);
    assert.match(body, /Answer B: Yes, it is\./);
  });

  test("has margin notes, terms, derivations, exercises and works to read", () => {
    const text = `Words. x_{i} and 10^{−3}.

::source[vaswani]{at="table 3, row E"}

:::aside[Note]
Beside.
:::

:::terms
- Word

  What it means.
:::

:::derivation{#lines}
$$
x
$$

It is given.

$$
y
$$

It follows.
:::

:::formula{#named}
$$
z
$$
:::

:::exercises{#exercise}
1. Ask?

   Answer.
:::

:::reading
- :work[vaswani] The formula.
:::

::mistakes[odd]
`;
    const { body } = html(page(section(text)));
    assert.match(body, /<var>x<\/var><sub><var>i<\/var><\/sub> and 10<sup>−3/);
    assert.match(
      body,
      /<div class="beside-notes"><p>Words.*2017, table 3, row E: <cite.*<p class="label">Note<\/p><p>Beside\./,
    );
    assert.match(body, /<dt>Word<\/dt><dd>What it means\.<\/dd>/);
    assert.match(body, /id="lines">.*It is given\..*It follows\..*1 \/ 2/s);
    assert.match(body, /<div class="formula" tabindex="0" id="named">/);
    assert.match(body, /<li id="exercise-1"><p>Ask\?.*<p>Answer\.<\/p>/);
    assert.match(body, /class="reading"><li>.*<br>The formula\.<\/li>/);
    assert.match(body, /id="mistake-odd"/);
  });

  test("puts in what is made by code, and folds what is optional", () => {
    const text = "\n## One :anchor{#one optional}\n\n::made[table]\n";
    const made = pages.markdownPage({
      path: "p/",
      ...both(HEAD + text),
      made: { table: ({ lang }) => `<i>${lang}</i>` },
    });
    const { body } = html(made, "zh");
    assert.match(body, /<h2>One<\/h2>\s*<details class="more" id="one-text">/);
    assert.match(body, /<\/summary><i>zh<\/i><\/details>/);
  });

  test("opens a chapter with a question and ends it with what to keep", () => {
    const figure = "::pe-clock{#clock}";
    const parts = (opening, recap) =>
      `# T\n::description[D.]\n\n:::opening\n${opening}\n:::\n\nLede.\n\nGoals.\n${section("Text.")}\n:::recap\n${recap}\n:::\n`;
    const chapter = (text) =>
      pages.markdownChapter(both(text), { number: 1, path: "p/" });
    const made = chapter(
      parts(`Why?\n\nTurn it.\n\n${figure}`, "- Keep.\n\nGo on."),
    );
    assert.deepEqual(made.opening.ask, { en: "Turn it.", zh: "Turn it." });
    const said = (words) => words({ lang: "en", values: {} });
    assert.equal(said(made.opening.puzzle), "Why?");
    assert.equal(said(made.goals), "Goals.");
    assert.deepEqual(made.recap.map(said), ["Keep."]);
    assert.equal(said(made.onward), "Go on.");
    assert.deepEqual(
      made.sections.map(({ id }) => id),
      ["one"],
    );
    assert.throws(() => chapter(parts("Why?", "- Keep.")), {
      message:
        "p.en.md:4: :::opening holds a question, what to do with the figure, and the figure",
    });
    assert.throws(() => chapter(parts(`Why?\n\n${figure}`, "Keep.")), {
      message:
        "p.en.md:18: :::recap holds a list, and a paragraph on what is still missing",
    });
    assert.throws(() => chapter(HEAD), {
      message:
        "p.en.md: a chapter has :::opening with a question, two paragraphs below, and :::recap",
    });
  });

  test("joins lines of Chinese without a space", () => {
    const { body } = html(page(section("第一行\n第二行 one\ntwo")), "zh");
    assert.match(body, /第一行第二行 one two/);
  });

  test("tells the place of what it treats, of claims and of things", () => {
    const { body, covered } = html(
      page(section("A. :covers[S0-01]\n\n::claim[000-04]")),
    );
    assert.deepEqual(covered, [
      ["S0-01", "s0-01"],
      ["000-04", "said-000-04"],
    ]);
    assert.match(body, /data-verdict="true">True\.</);
    assert.match(body, /href="~\/questions\/#claim-000-04">000-04</);
  });

  for (const [what, text, message] of [
    ["a dead link", "[a](~/nowhere/)", "p.en.md:8: ~/nowhere/ is dead"],
    ["an unknown value", ":value[x]", "p.en.md:8: {x} is not among the values"],
    [
      "an unknown claim",
      "::claim[000-99]",
      "p.en.md:8: there is no claim 000-99",
    ],
    [
      "an unknown work",
      "::source[nobody]",
      "p.en.md:8: there is no work nobody",
    ],
    ["what nothing makes", "::made[x]", "p.en.md:8: there is no ::made[x]"],
    [
      "half a term",
      ":::terms\n- Word\n:::",
      "p.en.md:9: an item has a term and, below it, what is said of it",
    ],
    [
      "a line without a reason",
      ":::derivation{#d}\n$$\nx\n$$\n:::",
      "p.en.md:9: a line of a derivation has a formula and, below it, a reason",
    ],
    ["an unknown directive", "::figure[x]", "p.en.md:8: there is no ::figure"],
    [
      "a colon before a word",
      "a:b",
      "p.en.md:8: there is no :b; a colon that is meant is written \\:",
    ],
    ["HTML", "<b>x</b>", "p.en.md:8: html is not used in running text"],
    ["an image", "![a](b)", "p.en.md:8: image is not used in running text"],
    [
      "a bare table",
      "| a |\n| --- |\n| b |",
      "p.en.md:8: a table stands in :::table[its caption]",
    ],
  ]) {
    test(`refuses ${what}, with file and line`, () => {
      assert.throws(() => html(page(section(text))), { message });
    });
  }

  test("refuses languages whose parts differ, with files and lines", () => {
    const message =
      "p.zh.md:8: ::claim[000-05] stands here, but in p.en.md line 8 has ::claim[000-04]";
    assert.throws(
      () => page(section("::claim[000-04]"), section("::claim[000-05]")),
      { message },
    );
    assert.throws(() => page(section("$$\nx\n$$"), section("x")), {
      message:
        "p.zh.md:8: a paragraph stands here, but in p.en.md line 8 has a formula",
    });
    assert.throws(() => page(section("- a\n- b"), section("- a")), {
      message:
        "p.zh.md:8: a list of 1 stands here, but in p.en.md line 8 has a list of 2",
    });
    assert.throws(() => page(section(":value[a]"), section(":value[b]")), {
      message:
        "p.zh.md:8: a paragraph with :value[b] stands here, but in p.en.md line 8 has a paragraph with :value[a]",
    });
    const order = (first, second) =>
      section(`:value[${first}] :value[${second}]`);
    assert.doesNotThrow(() => page(order("a", "b"), order("b", "a")));
    assert.throws(
      () => page(section("a"), section("a").replace("#one", "#two")),
      /p\.zh\.md:6: .*#?id=two.* but in p\.en\.md line 6/,
    );
  });

  test("refuses one without a title, a description or a heading’s name", () => {
    assert.throws(
      () => pages.markdownPage({ path: "p/", ...both("Text.") }),
      /p\.en\.md:1: a file begins with # Title/,
    );
    assert.throws(
      () => pages.markdownPage({ path: "p/", ...both("# T\n\nText.") }),
      /p\.en\.md:3: ::description/,
    );
    assert.throws(() => page("\n## One\n\nText."), {
      message: "p.en.md:6: a heading ends with :anchor{#its-name}",
    });
  });
});

const both = (text) => ({
  en: { file: "p.en.md", text },
  zh: { file: "p.zh.md", text },
});

describe("headings with paragraphs, and nothing else", () => {
  const TWO =
    "## A *b* :anchor{#a}\n\nOne.\n\nTwo.\n\n## C :anchor{#c}\n\nOne.\n";
  let readEntries;
  before(async () => {
    ({ readEntries } = await importSource(
      "site/pages/markdown-text.ts",
      "node",
    ));
  });

  test("are read with their names and words", () => {
    const [first, second] = readEntries(both(TWO), 2);
    assert.deepEqual(first.name, { en: "A b", zh: "A b" });
    const context = { lang: "en", values: {} };
    assert.deepEqual(
      first.words.map((it) => it(context)),
      ["One.", "Two."],
    );
    assert.equal(second.id, "c");
  });

  for (const [what, text, message] of [
    ["too many", TWO, "p.en.md:5: below a heading stands one paragraph"],
    [
      "none",
      "## A :anchor{#a}\n",
      "p.en.md:1: below a heading stands one paragraph",
    ],
    [
      "a list",
      "## A :anchor{#a}\n\n- One.\n",
      "p.en.md:3: below a heading stands one paragraph",
    ],
    [
      "what no heading names",
      `One.\n\n${TWO}`,
      "p.en.md:1: a heading comes first",
    ],
    [
      "a name twice",
      "## A :anchor{#a}\n\nOne.\n\n## B :anchor{#a}\n\nTwo.\n",
      "p.en.md:5: two headings are called #a",
    ],
  ]) {
    test(`refuse ${what}, with file and line`, () => {
      assert.throws(() => readEntries(both(text), 1), { message });
    });
  }

  test("refuse languages that differ, with files and lines", () => {
    const zh = { file: "p.zh.md", text: TWO.replace("#c", "#d") };
    assert.throws(
      () => readEntries({ en: both(TWO).en, zh }, 2),
      /p\.zh\.md:7: .*id=d.* but in p\.en\.md line 7/,
    );
  });
});

/** What a reader sees of HTML. */
const seen = (body) =>
  body
    .replace(/<template[\s\S]*?<\/template>/g, "")
    .replace(/<[^>]*>/g, "")
    .trim();

describe("pages in Markdown", () => {
  test("compute no value that their text does not have", async () => {
    const { chapters, shelves } = await importSource(
      "site/tutorial/chapters.ts",
      "node",
    );
    const { bodies } = await inspectSite();
    for (const { path, values = {} } of [...chapters, ...shelves]) {
      const body = bodies.get(`en/${path}`);
      for (const name of Object.keys(values)) {
        assert.ok(body.includes(`data-value="${name}"`), `${path}: ${name}`);
      }
    }
  });
});

describe("the companions", () => {
  before(async () => {
    site = await inspectSite();
  });

  test("treat every thing and every claim of their document, and no other", () => {
    const treated = site.covered.filter(({ page }) =>
      page.startsWith("documents/"),
    );
    assert.deepEqual(
      treated.map(({ id }) => id).sort(),
      [...site.expected].sort(),
    );
    assert.equal(treated.length, site.covered.length);
    for (const { id, page } of treated) {
      const number = Number(id.replace(/^S(\d).*/, "$1").slice(0, 3));
      assert.equal(page, `documents/${number}/`, id);
    }
  });

  test("say something where they treat it, in both languages", () => {
    for (const { id, page, anchor } of site.covered) {
      for (const lang of LANGS) {
        const body = site.bodies.get(`${lang}/${page}`);
        const at = body.indexOf(` id="${anchor}"`);
        assert.ok(at >= 0, `${id} in ${lang}`);
        // The paragraph or item that the mark ends, or that is the claim.
        const from = Math.max(
          ...["<p", "<li"].map((tag) => body.lastIndexOf(tag, at)),
        );
        const [p, li] = ["</p>", "</li>"].map((tag) => body.indexOf(tag, at));
        const ends = [p, li].filter((it) => it > 0);
        const text = seen(body.slice(from, Math.min(...ends)));
        const least = lang === "en" ? 25 : 10;
        assert.ok(text.length >= least, `${id} in ${lang}: ${text}`);
      }
    }
  });

  test("have verdicts that chapters leave to them", () => {
    for (const { path, layout } of site.site.pages) {
      if (layout !== "chapter") continue;
      const body = site.bodies.get(`en/${path}`);
      assert.doesNotMatch(body, /class="verdict"/, path);
      assert.match(body, /The five documents on this: <a href=/, path);
    }
  });
});

/** Listings of a language, each with what its last comments say it prints. */
function listings(number, lang, language) {
  const fence = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``, "g");
  return [...textOf(number, lang).matchAll(fence)].map(([, code]) => {
    const printed = /(?:^# .*\n?)+$/m.exec(code)?.[0] ?? "";
    return { code, printed: printed.replace(/^# /gm, "").trim() };
  });
}

/** Stands in for matplotlib: writes down what is drawn. */
const PLOTS = `import json
import sys
import types
calls = []
plt = types.ModuleType("matplotlib.pyplot")
def record(name):
    def call(*args, **named):
        calls.append([name, [getattr(a, "tolist", lambda: a)() for a in args]])
    return call
for name in ("imshow", "plot", "xlabel", "ylabel", "colorbar", "legend"):
    setattr(plt, name, record(name))
plt.show = lambda: print(json.dumps(calls))
sys.modules["matplotlib"] = types.ModuleType("matplotlib")
sys.modules["matplotlib.pyplot"] = plt
`;

function python(code) {
  const options = { input: code, encoding: /** @type {const} */ ("utf8") };
  const { status, stdout, stderr } = spawnSync(pythonPath(), ["-"], options);
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

describe("the listings of the companions", () => {
  for (const number of NUMBERS) {
    test(`of document ${number} print what they say, in both languages`, () => {
      const all = LANGS.map((lang) => listings(number, lang, "python"));
      assert.deepEqual(
        all[0].map(({ printed }) => printed),
        all[1].map(({ printed }) => printed),
      );
      for (const { code, printed } of all.flat()) {
        if (printed) assert.equal(python(code), printed);
      }
    });
  }

  test("that draw, draw the table of the formula", async () => {
    const { sinusoidal } = await import("posenc");
    let count = 0;
    for (const number of NUMBERS) {
      for (const { code } of LANGS.flatMap((it) =>
        listings(number, it, "python"),
      )) {
        if (!code.includes("matplotlib")) continue;
        count += 1;
        const calls = JSON.parse(python(PLOTS + code));
        for (const [name, [x, y]] of calls) {
          if (name === "imshow") {
            const [seqLen, dModel] = [x.length, x[0].length];
            const { data } = sinusoidal({ seqLen, dModel });
            x.flat().forEach((value, k) => {
              assert.ok(Math.abs(value - data[k]) < 1e-6);
            });
          } else if (name === "plot") {
            const dim = calls
              .filter((it) => it[0] === "plot")
              .findIndex((it) => it[1][1] === y);
            const { data } = sinusoidal({ seqLen: x.length, dModel: 512 });
            y.forEach((value, pos) => {
              assert.ok(Math.abs(value - data[pos * 512 + dim]) < 1e-6);
            });
          }
        }
      }
    }
    assert.equal(count, 6);
  });

  test("in Java draw four curves into a file", () => {
    const [{ code }] = listings(4, "en", "java");
    const folder = mkdtempSync(join(tmpdir(), "curves-"));
    try {
      writeFileSync(join(folder, "Curves.java"), code);
      const args = ["-Djava.awt.headless=true", "Curves.java"];
      const { status, stderr } = spawnSync("java", args, {
        cwd: folder,
        encoding: "utf8",
      });
      assert.equal(status, 0, stderr);
      const png = readFileSync(join(folder, "curves.png"));
      assert.equal(png.readUInt32BE(16), 900);
      assert.ok(png.length > 5000, `${png.length}`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
