import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { useSite } from "./browser.js";
import { importSource } from "./figure.js";
import { buildFixture } from "./fixture/build.js";

const site = useSite({ mount: "/deep/", folder: buildFixture });
let tokens;
let query;
let search;
before(async () => {
  tokens = await importSource("site/client/search/tokens.ts");
  query = await importSource("site/client/search/query.ts");
  search = await importSource("site/pages/search-index.ts");
});

async function ask(page, text) {
  await page.locator(".search [type=search]").fill(text);
}
const results = (page) => page.locator(".search [role=option]");

describe("words to search by", () => {
  test("Chinese is found by any piece of a word, Latin by words", () => {
    const found = tokens.indexTokens("RoPE旋转位置编码，Naïve");
    for (const word of ["rope", "旋转", "转位", "位", "编码", "naive"]) {
      assert.ok(found.includes(word), word);
    }
    assert.deepEqual(tokens.queryTokens("旋转位 RoPE"), [
      "旋转",
      "转位",
      "rope",
    ]);
    assert.deepEqual(tokens.queryTokens("波"), ["波"]);
    assert.deepEqual(tokens.queryTokens(" ，。 / "), []);
  });

  test("words that only ask are left out, unless nothing else is asked", () => {
    const rest = (text) => tokens.queryTokens(tokens.withoutStopWords(text));
    assert.deepEqual(rest("What is a RoPE, and why?"), ["rope"]);
    assert.deepEqual(rest("为什么需要位置"), ["位置"]);
    assert.deepEqual(rest("what is it"), ["what", "is", "it"]);
    assert.deepEqual(rest("的"), ["的"]);
  });

  test("all words come first, some words else, and nothing for nonsense", async () => {
    const entry = (at, heading, text) => ({ at, page: "P", heading, text });
    const finder = await query.Finder.of([
      entry("a", "Clock", "second hand and hour hand"),
      entry("b", "Waves", "one clock only; 位置编码"),
      entry("c", "Else", "extrapolation"),
    ]);
    const at = (text) => finder.find(text).hits.map((hit) => hit.at);
    assert.deepEqual(at("clock hour"), ["a"]);
    assert.deepEqual(at("clock nonsense"), ["a", "b"]);
    assert.deepEqual(at("extrapol"), ["c"]);
    assert.deepEqual(at("extrapolatoin"), ["c"]);
    assert.deepEqual(at("位置"), ["b"]);
    assert.deepEqual(at("置位"), []);
    assert.deepEqual(at("qqqq"), []);
    assert.deepEqual(at(""), []);
    const rope = await query.Finder.of([
      entry("text", "Else", `rope ${"rope rope ".repeat(9)}`),
      entry("ropes", "Ropes", "of a ship, rope by rope"),
      entry("heading", "What rope turns", "a rope"),
      entry("term", "RoPE", "rotary"),
      entry("other", "Properties", "properties of ropes"),
    ]);
    assert.deepEqual(
      rope.find("rope").hits.map((hit) => hit.at),
      ["term", "heading", "ropes", "text", "other"],
    );
    const many = await query.Finder.of(
      Array.from({ length: 30 }, (_, k) => entry(`${k}`, "Clock", "again")),
    );
    const { hits, total } = many.find("clock");
    assert.deepEqual([hits.length, total], [20, 30]);
  });

  test("of a long question the beginning is searched for, in bounded time", async (t) => {
    const { letters, words } = query.LONGEST;
    const long = [
      "a".repeat(50_000),
      "ab ".repeat(17_000),
      "position ".repeat(5_000),
      "a b c d e f g h i j k l m n o p q r s t u v w x y z ".repeat(900),
      "位置编码".repeat(12_000),
      "👍 ".repeat(20_000),
    ];
    for (const lang of ["en", "zh"]) {
      const index = new URL(
        `../../web/dist/${lang}/search.json`,
        import.meta.url,
      );
      const finder = await query.Finder.of(
        JSON.parse(readFileSync(index, "utf8")),
      );
      for (const question of long) {
        const start = performance.now();
        const found = finder.find(question);
        const time = performance.now() - start;
        t.diagnostic(`${lang}, ${question.slice(0, 9)}…: ${time.toFixed()} ms`);
        // Without a bound some of these take a minute.
        assert.ok(time < 2000, `${question.slice(0, 9)}…: ${time} ms`);
        assert.ok(found.isCut);
      }
      const usual = Array.from({ length: words }, () => "wave").join(" ");
      const found = finder.find(usual);
      assert.ok(usual.length <= letters && found.total > 0 && !found.isCut);
      assert.ok(finder.find(`${usual} wave`).isCut);
      assert.deepEqual(finder.find(`${usual} clock`).hits, found.hits);
    }
  });

  test("an excerpt shows the match, marked, within its surroundings", () => {
    const text = `${"word ".repeat(40)}needle ${"rest ".repeat(60)}`;
    const pieces = query.excerptOf(text, ["needle"]);
    assert.deepEqual(
      pieces.filter(({ marked }) => marked).map((piece) => piece.text),
      ["needle"],
    );
    const whole = pieces.map((piece) => piece.text).join("");
    assert.ok(whole.startsWith("…word"), whole);
    assert.ok(whole.endsWith("…") && whole.length < 220, whole);
    assert.deepEqual(
      query
        .excerptOf("A property of RoPE, 旋转编码", ["rope", "编码"])
        .filter(({ marked }) => marked)
        .map((piece) => piece.text),
      ["RoPE", "编码"],
    );
    assert.deepEqual(query.excerptOf("short", ["none"]), [
      { text: "short", marked: false },
    ]);
  });

  test("the places of a page come from its HTML, without figures and answers", () => {
    const html = `<nav>x</nav><h1>T</h1><p class="lede">L &amp; M</p>
<section id="s"><h2>H</h2><p>a<b>b</b> 10<sup>2i/d</sup> 10<sup>−4</sup> x<sub>k</sub></p><pe-x><template>no</template></pe-x><pe-quiz id="q"><p>secret</p></pe-quiz><div class="subsection" id="u"><h3>U</h3><p>c</p></div></section>
<div id="term-t" data-search="term"><dt>Word</dt><dd>Meaning</dd></div>`;
    assert.deepEqual(search.searchEntries("p/", html), [
      { at: "p/", page: "T", heading: "", text: "L & M" },
      { at: "p/#s", page: "T", heading: "H", text: "ab 10^(2i/d) 10^−4 x_k" },
      { at: "p/#u", page: "T", heading: "U", text: "c" },
      { at: "p/#term-t", page: "T", heading: "Word", text: "Meaning" },
    ]);
  });
});

/** What people ask, and a place that must be among the first three. */
const ASKED = {
  en: {
    "context extension": "long-context/#too-long",
    PI: "long-context/#interpolation",
    NTK: "long-context/#ntk",
    "NTK-aware": "long-context/#ntk",
    YaRN: "long-context/#yarn",
    ReRoPE: "derivations/#window",
    "sliding window": "derivations/#window",
    "local attention": "derivations/#window",
    logn: "derivations/#entropy",
    "log-n": "derivations/#entropy",
    entropy: "derivations/#entropy",
    temperature: "derivations/#entropy",
    Taylor: "derivations/#origins",
    Abel: "derivations/#bound",
    "number base": "derivations/#base",
    "direct extrapolation": "derivations/#base",
    "length extrapolation": "glossary/#term-extrapolation",
    "position embedding": "glossary/#term-positional-encoding",
    "long-term decay": "glossary/#term-decay",
    "2D RoPE": "derivations/#plane",
    rotary: "glossary/#term-rope",
    "KV cache": "in-practice/#cache",
    "trainable position": "glossary/#term-learned-encoding",
    "what is RoPE?": "rope/#start",
    "why do we need position": "why-position/#start",
    "What is attention": "why-position/#attention",
    "how do I choose the base": "derivations/#base",
    sinusoidal: "glossary/#term-sinusoidal-encoding",
  },
  zh: {
    内插: "long-context/#interpolation",
    位置嵌入: "documents/1/#what",
    长度外推: "glossary/#term-extrapolation",
    直接外推: "derivations/#base",
    进制: "derivations/#base",
    NTK: "long-context/#ntk",
    PI: "long-context/#interpolation",
    ReRoPE: "derivations/#window",
    滑动窗口: "derivations/#window",
    局部注意力: "derivations/#window",
    logn: "derivations/#entropy",
    熵: "derivations/#entropy",
    泰勒: "derivations/#origins",
    阿贝尔: "derivations/#bound",
    远程衰减: "what-waves-can-do/#decay",
    旋转式位置编码: "glossary/#term-rope",
    上下文扩展: "long-context/#start",
    置换不变: "glossary/#term-permutation-equivariance",
    三角函数: "sinusoids/#start",
    二维: "derivations/#plane",
    科学空间: "derivations/#reading-on",
    什么是旋转位置编码: "rope/#start",
    "RoPE 是什么？": "rope/#start",
    波长是什么意思: "sinusoids/#wavelengths",
    注意力: "why-position/#attention",
  },
};

describe("the names that people use", () => {
  for (const [lang, asked] of Object.entries(ASKED)) {
    test(`lead to the right place (${lang})`, async () => {
      const index = new URL(
        `../../web/dist/${lang}/search.json`,
        import.meta.url,
      );
      const finder = await query.Finder.of(
        JSON.parse(readFileSync(index, "utf8")),
      );
      for (const [question, wanted] of Object.entries(asked)) {
        const first = finder
          .find(question)
          .hits.slice(0, 3)
          .map(({ at }) => at);
        assert.ok(first.includes(wanted), `${question}: ${first.join(" ")}`);
      }
    });
  }

  test("are searched for as well, after what was asked itself", async () => {
    const { meanings } = await importSource("site/client/search/synonyms.ts");
    const ask = (text) =>
      meanings(tokens.queryTokens(text)).map((words) => words.join(" "));
    assert.equal(ask("内插")[0], "内插");
    assert.ok(ask("内插").includes("interpolation"));
    // Within a longer question, and the longest of names within each other.
    assert.ok(ask("why interpolation works").includes("why 内插 works"));
    assert.ok(!ask("position interpolation").includes("position pi"));
    assert.deepEqual(ask("clock"), ["clock"]);
  });
});

describe("the search box", () => {
  for (const [lang, question, wanted] of [
    ["en", "clock hand", /one\/#clock$/],
    ["zh", "指针", /one\/#clock$/],
    ["zh", "外推", /glossary\/#term-extrapolation$/],
    ["en", "extrapolation", /glossary\/#term-extrapolation$/],
  ]) {
    test(`finds “${question}” by keys alone and goes there`, async (t) => {
      const { page, problems } = await site.open(t, `${lang}/two/`);
      await page.keyboard.press("/");
      const input = page.locator(".search [type=search]");
      await input.waitFor();
      await page.keyboard.type(question);
      await results(page).first().waitFor();
      assert.equal(
        await input.getAttribute("aria-activedescendant"),
        "search-result-0",
      );
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      await page.waitForURL(wanted);
      assert.deepEqual(problems, []);
    });
  }

  test("says what it has found, and that it has found nothing", async (t) => {
    const { page } = await site.open(t, "en/one/");
    const status = page.locator(".search-status");
    await page.locator("#search").click();
    await page.waitForFunction(() =>
      document
        .querySelector(".search-status")
        ?.textContent.startsWith("A word"),
    );
    await ask(page, "qqqqqqq <zzzz>");
    await page.waitForFunction(() =>
      /Nothing/.test(document.querySelector(".search-status").textContent),
    );
    assert.equal(
      await status.textContent(),
      "Nothing found for “qqqqqqq <zzzz>”.",
    );
    assert.equal(await results(page).count(), 0);
    await ask(page, "slowest");
    await results(page).first().waitFor();
    assert.equal(
      await status.textContent(),
      `${await results(page).count()} found`,
    );
    await ask(page, "wave");
    await page.waitForFunction(() =>
      /^\d+ found; the best 20 are listed$/.test(
        document.querySelector(".search-status").textContent,
      ),
    );
    assert.equal(await results(page).count(), 20);
    await ask(page, "wave ".repeat(10_000));
    await page.waitForFunction(() =>
      /Only/.test(document.querySelector(".search-status").textContent),
    );
    assert.match(
      await status.textContent(),
      /^\d+ found.*\. Only its beginning was searched for: 200 characters, 24 words at most\.$/,
    );
    await ask(page, "q".repeat(50_000));
    await page.waitForFunction(() =>
      /Nothing/.test(document.querySelector(".search-status").textContent),
    );
    assert.match(
      await status.textContent(),
      /^Nothing found for “q{60}…”\. Only its beginning was searched for: /,
    );
    await page.keyboard.press("Escape");
    assert.equal(await status.isVisible(), false);
  });

  test("says when the index cannot be had, and tries again", async (t) => {
    const { page } = await site.open(t, "zh/one/");
    let broken = true;
    await page.route("**/search.json", (route) =>
      broken ? route.fulfill({ status: 500 }) : route.continue(),
    );
    await page.locator("#search").click();
    const again = page.locator(".search-again");
    await again.waitFor();
    assert.match(
      await page.locator(".search-status").textContent(),
      /索引未能载入/,
    );
    broken = false;
    await ask(page, "波长");
    await results(page).first().waitFor();
    assert.equal(await again.isVisible(), false);
  });

  test("follows the language of the page, without reloading", async (t) => {
    const { page } = await site.open(t, "en/one/");
    await page.locator("#search").click();
    await ask(page, "waves");
    await results(page).first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator('[data-language="zh"]').click();
    await page.waitForFunction(() => document.documentElement.lang === "zh-CN");
    await page.locator("#search").click();
    await ask(page, "波");
    await results(page).first().waitFor();
    const href = await results(page).first().locator("a").getAttribute("href");
    assert.match(href, /\/deep\/zh\//);
  });

  test("leaves the slash to those who type it, and can leave it for good", async (t) => {
    const { page } = await site.open(t, "en/one/");
    await page.locator("#longest input").focus();
    await page.keyboard.type("1/2");
    assert.equal(await page.locator("dialog.search").count(), 0);
    await page.locator("#longest input").blur();
    await page.keyboard.press("Control+k");
    await page.locator(".search-slash input").uncheck();
    await page.keyboard.press("Escape");
    await page.reload();
    await page.waitForFunction(() => !document.querySelector("#search").hidden);
    await page.keyboard.press("/");
    await page.waitForTimeout(200);
    assert.equal(await page.locator("dialog.search").count(), 0);
  });

  test("loads nothing before it is opened", async (t) => {
    const { page } = await site.open(t, "en/");
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.reload();
    await page.waitForLoadState("networkidle");
    assert.equal(asked.filter((url) => /search|dialog/.test(url)).length, 0);
    await page.locator("#search").click();
    await page.locator(".search-status").waitFor();
    assert.ok(asked.some((url) => url.endsWith("/en/search.json")));
  });
});
