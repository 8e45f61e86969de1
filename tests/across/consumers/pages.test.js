// Pages that no builder makes: plain ones, strict ones, from disk.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ONE_FILE } from "../../../tools/lib/paths.mjs";
import { importSource } from "../../../tools/lib/web-source.mjs";
import { mainThread } from "./main-thread.js";
import { notes, open, openLab, page, proveAlive, recipe } from "./notes.js";

const { strictestPolicy } = await importSource(
  "widgets/element/embed/policy.ts",
);

/** What a page of notes may well have, of all kinds. */
const TWENTY = [
  "playground",
  "heatmap",
  "waves",
  "clock",
  "circle",
  "shift",
  "similarity",
  "repeats",
  "fusion",
  "ladder",
  "shuffle",
  "offsets",
  "buckets",
  "shaw",
  "rope",
  "alibi",
  "scaling",
  "precision",
  "formula",
  "comparison",
];
/** ms of a task; machines differ, so that a test may only notice a multiple. */
const LONGEST_TASK = 100;

/**
 * Runs in the page: how often a memory and a slice of the module come to be and a
 * canvas is lost.
 */
function countUses() {
  globalThis.uses = { made: 0, lost: 0 };
  const { instantiate, Instance } = WebAssembly;
  WebAssembly.instantiate = (/** @type {any} */ ...args) => {
    globalThis.uses.made += 1;
    return /** @type {any} */ (instantiate).apply(WebAssembly, args);
  };
  WebAssembly.Instance = class extends Instance {
    constructor(module, imports) {
      globalThis.uses.made += 1;
      super(module, imports);
    }
  };
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (
    /** @type {any} */ ...args
  ) {
    this.addEventListener("contextlost", () => {
      globalThis.uses.lost += 1;
    });
    return /** @type {any} */ (getContext).apply(this, args);
  };
}

const lab = openLab();

const plain = () => {
  const { heatmap, waves } = recipe("html", lab);
  return page(heatmap[0], `${heatmap[1]}\n<p>Text.</p>\n${waves[1]}`);
};

const elements = (tags) =>
  tags.map((tag) => `<${tag} lang="en" loading="eager"></${tag}>`).join("\n");

/** All widgets of the package. */
const allTags = () =>
  JSON.parse(
    readFileSync(join(lab.place, "dist/custom-elements.json"), "utf8"),
  ).modules[0].declarations.map(({ tagName }) => tagName);

/** Waits until each of these is drawn: a hundred, on a machine with other work. */
const allDrawn = (tab, tags) =>
  tab.waitForFunction(
    (names) =>
      names.every((name) =>
        [...document.querySelectorAll(name)].every(
          (it) => it.shadowRoot?.querySelector(".finding")?.textContent,
        ),
      ),
    tags,
    { timeout: 120_000 },
  );

describe("plain pages", () => {
  test("HTML, with the hash of the script checked by the browser", async (t) => {
    notes("html", { "index.html": plain() });
    const { tab, problems } = await open(t, lab, `${lab.url}html/`);
    await proveAlive(tab);
    assert.deepEqual(problems, []);
  });

  test("a script that was tampered with is refused", async (t) => {
    const wrong = plain().replace(/sha384-./, (start) =>
      start.endsWith("A") ? "sha384-B" : "sha384-A",
    );
    notes("tampered", { "index.html": wrong });
    const { tab } = await open(t, lab, `${lab.url}tampered/`);
    await tab.waitForLoadState("networkidle");
    const known = await tab.evaluate(() => customElements.get("pe-heatmap"));
    assert.equal(known, undefined);
    const text = await tab.locator("pe-heatmap").textContent();
    assert.equal(text, "The figure pe-heatmap");
  });

  test("a page from disk", async (t) => {
    const local = plain().replace(
      /<script[^>]*>/,
      '<script defer src="auto.js">',
    );
    const folder = notes("disk", { "index.html": local });
    const widgets = join(lab.place, "dist");
    mkdirSync(join(folder, "whole"));
    copyFileSync(ONE_FILE, join(folder, "whole", "widgets.js"));
    // With the file that all others name beside it, and then in its place.
    for (const script of [join(widgets, "auto.js"), ONE_FILE]) {
      copyFileSync(script, join(folder, "auto.js"));
      const address = pathToFileURL(join(folder, "index.html")).href;
      const { tab, problems } = await open(t, lab, address);
      await proveAlive(tab);
      assert.deepEqual(problems, []);
    }
  });

  const named = (src) =>
    plain().replace(/<script[^>]*>/, `<script src="${src}" defer>`);

  test("the package’s files on a disk say where the one file is", async (t) => {
    const widgets = join(lab.place, "dist");
    const src = pathToFileURL(join(widgets, "auto.js")).href;
    // A tag for each figure, as notes have it that were put together.
    const html = named(src)
      .replace("</head>", `<script src="${src}"></script></head>`)
      .replace("<pe-waves", '<pe-waves lang="zh"');
    const folder = notes("disk-modules", { "index.html": html });
    const address = pathToFileURL(join(folder, "index.html")).href;
    const { tab } = await open(t, lab, address);
    for (const [tag, lang, words] of /** @type {const} */ ([
      ["pe-heatmap", "en", /from a disk, because browsers take its modules/],
      ["pe-waves", "zh", /无法从硬盘载入/],
    ])) {
      const said = tab.locator(`${tag} > p[role=alert]`);
      await said.waitFor();
      assert.equal(await said.getAttribute("lang"), lang);
      assert.match(await said.textContent(), words);
      const archive = await said.locator("a").getAttribute("href");
      assert.match(archive, /^https:.*\/posenc-widgets\.zip$/);
    }
  });

  test("every widget draws under the strictest policy that the page for teachers names", async (t) => {
    const { heatmap } = recipe("html", lab);
    const tags = allTags();
    notes("strict", { "index.html": page(heatmap[0], elements(tags)) });
    const folder = heatmap[0].match(/src="([^"]+)dist\//)[1];
    const policy = strictestPolicy(folder).join("; ");
    lab.policies.set("/strict/", policy);
    const { tab, problems } = await open(t, lab, `${lab.url}strict/`);
    await allDrawn(tab, tags);
    const faults = await tab.evaluate(
      (names) =>
        names.filter(
          (name) =>
            document.querySelector(name).shadowRoot.querySelector(".faults")
              .textContent !== "",
        ),
      tags,
    );
    assert.deepEqual(faults, []);
    assert.deepEqual(problems, []);
  });

  test("no widget's text depends on what rem is on the page", async (t) => {
    const { heatmap } = recipe("html", lab);
    const tags = allTags();
    const sizes = async (style) => {
      const head = `<style>${style}</style>${heatmap[0]}`;
      notes("rem", { "index.html": page(head, elements(tags)) });
      const { tab } = await open(t, lab, `${lab.url}rem/`);
      await allDrawn(tab, tags);
      return tab.evaluate(
        (names) =>
          names.map((name) => {
            const shadow = document.querySelector(name).shadowRoot;
            const all = [...shadow.querySelectorAll("*")];
            const found = all.map((it) => getComputedStyle(it).fontSize);
            return [name, ...new Set(found)].join(" ");
          }),
        tags,
      );
    };
    const plainly = await sizes("");
    assert.match(plainly.join("\n"), /pe-heatmap .*14px.*17px/);
    // As Jupyter's classic notebook and pages on Bootstrap 3 have it.
    const small = "html { font-size: 10px } body { font: 24px monospace }";
    assert.deepEqual(await sizes(small), plainly);
    const large = await sizes("pe-heatmap { font-size: 32px }");
    assert.match(large.join("\n"), /pe-heatmap .*28px.*34px/);
  });

  test("without WebAssembly in the policy a figure says what to allow", async (t) => {
    notes("forbidden", { "index.html": plain() });
    lab.policies.set("/forbidden/", `script-src ${lab.cdn}`);
    const { tab } = await open(t, lab, `${lab.url}forbidden/`);
    const faults = tab.locator("pe-heatmap .faults p");
    await faults.first().waitFor();
    assert.match(await faults.first().textContent(), /'wasm-unsafe-eval'/);
  });

  test("figures train under that policy, and without threads in it say what to allow", async (t) => {
    const [script] = recipe("html", lab).heatmap;
    const folder = script.match(/src="([^"]+)dist\//)[1];
    const rules = strictestPolicy(folder);
    const withoutThreads = rules.filter((it) => !/^worker-src/.test(it));
    assert.equal(withoutThreads.length, rules.length - 1);
    notes("training", {
      "index.html": page(script, '<pe-train train-steps="60"></pe-train>'),
    });
    for (const [policy, says] of /** @type {const} */ ([
      [rules, /none is shipped with these settings/],
      [withoutThreads, /does not work here.*worker-src/],
    ])) {
      lab.policies.set("/training/", policy.join("; "));
      const { tab } = await open(t, lab, `${lab.url}training/`);
      const figure = tab.locator("pe-train[data-live]");
      await figure.locator("[data-work]").first().click();
      const told = figure.locator(".told", { hasText: says });
      await told.waitFor({ timeout: 60_000 });
    }
  });

  test("two versions on one page do not break each other", async (t) => {
    const { heatmap, waves } = recipe("html", lab);
    const { version } = JSON.parse(
      readFileSync(join(lab.place, "package.json"), "utf8"),
    );
    const text = readFileSync(ONE_FILE, "utf8");
    const older = text.replaceAll(`"${version}"`, '"0.0.1"');
    const other = older.replaceAll(`\`${version}\``, '"0.0.1"');
    assert.notEqual(other.replaceAll(`@${version}`, "@0.0.1"), text);
    const old = '<script src="old.js" defer></script>';
    notes("twice", {
      "old.js": other.replaceAll(`@${version}`, "@0.0.1"),
      "index.html": page(
        `${old}\n${heatmap[0]}\n${heatmap[0]}`,
        `${heatmap[1]}\n${waves[1]}`,
      ),
    });
    const { tab, problems } = await open(t, lab, `${lab.url}twice/`);
    await proveAlive(tab);
    assert.deepEqual(problems, []);
  });

  /** A page of twenty figures whose script is added once it is idle. */
  async function openTwenty(t, attributes) {
    const { heatmap } = recipe("html", lab);
    const body = TWENTY.map(
      (name) => `<p>Text.</p><pe-${name} lang="en"${attributes}></pe-${name}>`,
    );
    notes("twenty", { "index.html": page("", body.join("\n")) });
    const context = await lab.browser.newContext({
      viewport: { width: 1000, height: 800 },
    });
    t.after(() => context.close());
    const tab = await context.newPage();
    await tab.addInitScript(countUses);
    await tab.goto(`${lab.url}twenty/`);
    await tab.waitForTimeout(500);
    // Nothing of Playwright's runs in the page meanwhile: its questions cost
    // more than a figure.
    const begin = () =>
      tab.evaluate(
        (src) => {
          const script = document.createElement("script");
          script.src = src;
          setTimeout(() => document.head.append(script), 1000);
        },
        /src="([^"]+)"/.exec(heatmap[0])[1],
      );
    return { tab, begin };
  }

  test("twenty figures begin without holding up the page", async (t) => {
    const { tab, begin } = await openTwenty(t, "");
    await begin();
    const { total, longest } = await mainThread(tab, () =>
      tab.waitForTimeout(5000),
    );
    await tab.locator("pe-playground[data-live]").waitFor();
    const live = await tab.locator("[data-live]").count();
    const text = `${total.toFixed(0)} ms of the main thread, longest tasks ${longest.map((ms) => ms.toFixed(0)).join(", ")} ms, ${live} figures near`;
    t.diagnostic(text);
    assert.ok(live >= 1 && live < 12, text);
    assert.ok(longest[0] < LONGEST_TASK, text);
    // The others are drawn when the reader comes, or on paper.
    await tab.locator("pe-comparison").scrollIntoViewIfNeeded();
    await tab.locator("pe-comparison[data-live]").waitFor();
    await tab.evaluate(() => dispatchEvent(new Event("beforeprint")));
    const drawn = () =>
      tab.evaluate(() => document.querySelectorAll("[data-live]").length);
    assert.equal(await drawn(), TWENTY.length);
  });

  test("twenty figures at once share one instance of the module, and keep their canvases", async (t) => {
    const { tab, begin } = await openTwenty(t, ' loading="eager"');
    await begin();
    const { total, longest } = await mainThread(tab, () =>
      tab.waitForTimeout(7000),
    );
    await tab.waitForFunction(
      (count) => document.querySelectorAll("[data-live]").length === count,
      TWENTY.length,
    );
    t.diagnostic(
      `${total.toFixed(0)} ms of the main thread, longest tasks ${longest.map((ms) => ms.toFixed(0)).join(", ")} ms`,
    );
    const { made, lost } = await tab.evaluate(() => globalThis.uses);
    assert.equal(made, 1);
    assert.equal(lost, 0);
    assert.ok(longest[0] < LONGEST_TASK, `${longest[0]} ms`);
  });

  test("a wrong attribute is named in the widget, and nothing is thrown", async (t) => {
    const { heatmap } = recipe("html", lab);
    const wrong =
      '<pe-heatmap lang="en" d-model="-3" layout="both"></pe-heatmap>';
    notes("wrong", { "index.html": page(heatmap[0], wrong) });
    const { tab, problems } = await open(t, lab, `${lab.url}wrong/`);
    const faults = tab.locator("pe-heatmap .faults");
    await tab.locator("pe-heatmap .finding b").first().waitFor();
    const text = await faults.textContent();
    assert.match(text, /d-model must be a whole number from .* “-3”/);
    assert.match(text, /layout must be interleaved or halves/);
    assert.deepEqual(problems, []);
  });
});
