// A figure in somebody's page has the colours of that page, not of the reader's
// system.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { launch } from "../../tools/browser/site.mjs";
import { ONE_FILE } from "../../tools/lib/paths.mjs";
import { importSource } from "../../tools/lib/web-source.mjs";
import { NOTES, notesPage, openPage } from "./notes.js";

const { lightnessOf } = await importSource("widgets/element/look/backdrop.ts");

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const CLOCK = '<pe-clock lang="en" loading="eager"></pe-clock>';

/**
 * Opens a page of these notes and waits until its figures live.
 *
 * @param t
 * @param {{ head?: string, html?: string, body?: string, system?: "light" | "dark" }} notes
 */
async function open(
  t,
  { head = "", html = "", body = CLOCK, system = "dark" },
) {
  const text = notesPage({ html, head, body });
  const { page } = await openPage(t, browser, text, { colorScheme: system });
  await page.locator("pe-clock[data-live]").first().waitFor();
  return page;
}

const themeOf = (page) =>
  page.locator("pe-clock .root").first().getAttribute("data-theme");

const becomes = (page, theme) =>
  page.waitForFunction(
    (wanted) =>
      document.querySelector("pe-clock").shadowRoot.querySelector(".root")
        .dataset.theme === wanted,
    theme,
  );

describe("the theme of the page", () => {
  const both = '<meta name="color-scheme" content="light dark">';
  const style = (css) => `<style>${css}</style>`;
  /** @type {[name: string, notes: Parameters<typeof open>[1], theme: string][]} */
  const cases = [
    ["a page that says nothing is light", {}, "light"],
    ["a page that takes both follows the system", { head: both }, "dark"],
    [
      "so does one that says it in its style sheet",
      { head: style(":root { color-scheme: light dark }") },
      "dark",
    ],
    [
      "a page that takes both and is white all the same is light",
      { head: both + style("body { background: #fff }") },
      "light",
    ],
    [
      "a dark ground is dark, whatever the system",
      { head: style("body { background: #181818 }"), system: "light" },
      "dark",
    ],
    [
      "a colour of another notation",
      { head: style("html { background: oklch(20% 0.02 250) }") },
      "dark",
    ],
    [
      "a veil that one sees through does not count",
      {
        head: style("body { background: #fff } main { background: #0003 }"),
        body: `<main>${CLOCK}</main>`,
      },
      "light",
    ],
    [
      "a dark panel in a light page",
      {
        head: style("body { background: #fff } main { background: #222 }"),
        body: `<main>${CLOCK}</main>`,
      },
      "dark",
    ],
    [
      "a page that is dark by its scheme alone",
      { head: style(":root { color-scheme: dark }"), system: "light" },
      "dark",
    ],
    [
      "what the page says in an attribute outranks what it looks like",
      {
        html: 'data-bs-theme="light"',
        head: style("body { background: #181818 }"),
      },
      "light",
    ],
    [
      "so does what it says in a class",
      {
        html: 'class="light"',
        head: style("body { background: #181818 }"),
      },
      "light",
    ],
    [
      "a slide of Reveal whose dark ground is painted behind it",
      {
        html: 'data-theme="light"',
        head: style("body { background: #fff }"),
        body: `<section class="has-dark-background">${CLOCK}</section>`,
      },
      "dark",
    ],
    [
      "and one with a light ground in a dark deck",
      {
        head: style("body { background: #191919 }"),
        body: `<section class="has-light-background">${CLOCK}</section>`,
      },
      "light",
    ],
    [
      "the figure's own attribute outranks all",
      {
        head: style("body { background: #fff }"),
        body: '<pe-clock theme="dark" lang="en" loading="eager"></pe-clock>',
      },
      "dark",
    ],
  ];
  for (const [name, notes, theme] of cases) {
    test(name, async (t) => {
      assert.equal(await themeOf(await open(t, notes)), theme);
    });
  }

  test("a switch of the page is followed", async (t) => {
    const page = await open(t, {
      head: style(
        "body { background: #fff; transition: background-color 0.2s } body.night { background: #111 } .dim { background: #222 }",
      ),
      body: `<body><main>${CLOCK}</main></body>`,
    });
    assert.equal(await themeOf(page), "light");
    await page.evaluate(() => document.body.classList.add("night"));
    await becomes(page, "dark");
    await page.evaluate(() => document.body.classList.remove("night"));
    await becomes(page, "light");
    await page.evaluate(() =>
      document.querySelector("main").classList.add("dim"),
    );
    await becomes(page, "dark");
    await page.evaluate(() => {
      document.querySelector("main").removeAttribute("class");
      const sheet = document.createElement("style");
      sheet.textContent = "html, body { background: #000 !important }";
      document.head.append(sheet);
    });
    await becomes(page, "dark");
    await page.evaluate(() =>
      document.querySelector("head > style:last-of-type").remove(),
    );
    await becomes(page, "light");
  });

  test("so is one that comes slowly, from within another component", async (t) => {
    const page = await open(t, {
      html: 'class="dark"',
      head: style(
        "body { background: #fff; transition: background-color 0.2s } .dark body { background: #111 }",
      ),
    });
    assert.equal(await themeOf(page), "dark");
    await page.evaluate(() => {
      const host = document.createElement("div");
      host.attachShadow({ mode: "open" });
      document.body.append(host);
      host.shadowRoot.append(document.querySelector("pe-clock"));
      globalThis.inner = host.shadowRoot.querySelector("pe-clock");
    });
    const becomesInside = (theme) =>
      page.waitForFunction(
        (wanted) =>
          globalThis.inner.shadowRoot.querySelector(".root").dataset.theme ===
          wanted,
        theme,
      );
    await page.evaluate(() =>
      document.documentElement.removeAttribute("class"),
    );
    await becomesInside("light");
    await page.evaluate(() => document.documentElement.classList.add("dark"));
    await becomesInside("dark");
  });

  test("so is a style sheet that is switched by its rel and imports a font out of reach", async (t) => {
    const sheet = `${NOTES}night.css`;
    const page = await open(t, {
      head: `${style("body { background: #fff }")}<link rel="prefetch" href="${sheet}" as="style">`,
    });
    await page.route("http://fonts.example/**", (route) => route.abort());
    await page.route(sheet, (route) =>
      route.fulfill({
        contentType: "text/css",
        body: '@import "http://fonts.example/a.css"; body { background: #222 !important }',
      }),
    );
    assert.equal(await themeOf(page), "light");
    for (const [rel, theme] of [
      ["stylesheet", "dark"],
      ["prefetch", "light"],
    ]) {
      await page.evaluate((value) => {
        document.querySelector("link").rel = value;
      }, rel);
      await becomes(page, theme);
    }
  });

  test("a change of the system is followed where the page follows it", async (t) => {
    for (const [head, theme] of [
      [both, "light"],
      [style(":root { color-scheme: dark }"), "dark"],
    ]) {
      const page = await open(t, { head });
      assert.equal(await themeOf(page), "dark");
      await page.emulateMedia({ colorScheme: "light" });
      await becomes(page, theme);
    }
  });

  test("twenty figures share one observer", async (t) => {
    const context = await browser.newContext();
    t.after(() => context.close());
    const page = await context.newPage();
    await page.addInitScript(() => {
      globalThis.made = 0;
      globalThis.MutationObserver = class extends MutationObserver {
        constructor(act) {
          super(act);
          if (new Error().stack.includes("auto.js")) globalThis.made += 1;
        }
      };
    });
    await page.route(`${NOTES}**`, (route) => {
      const isScript = route.request().url().endsWith("auto.js");
      return route.fulfill({
        contentType: isScript ? "text/javascript" : "text/html",
        body: isScript
          ? readFileSync(ONE_FILE)
          : `<!doctype html><script defer src="auto.js"></script>${CLOCK.repeat(20)}`,
      });
    });
    await page.goto(NOTES);
    await page.waitForFunction(
      () => document.querySelectorAll("pe-clock[data-live]").length === 20,
    );
    assert.equal(await page.evaluate(() => globalThis.made), 1);
  });
});

describe("how light a colour is", () => {
  for (const [color, least, most] of /** @type {const} */ ([
    ["rgb(255, 255, 255)", 1, 1],
    ["rgb(0, 0, 0)", 0, 0],
    ["rgba(20, 20, 30, 0.9)", 0.05, 0.12],
    ["color(srgb 0.9 0.9 0.9)", 0.89, 0.91],
    ["color(display-p3 0.1 0.1 0.1 / 0.8)", 0.09, 0.11],
    ["oklch(0.2 0.05 250)", 0.2, 0.2],
    ["oklch(0.9 none none)", 0.9, 0.9],
    ["lab(92 0 0)", 0.92, 0.92],
  ])) {
    test(color, () => {
      const lightness = lightnessOf(color);
      assert.ok(
        lightness >= least - 1e-9 && lightness <= most + 1e-9,
        `${lightness}`,
      );
    });
  }

  test("one sees through some", () => {
    for (const color of [
      "transparent",
      "rgba(0, 0, 0, 0)",
      "rgba(0, 0, 0, 0.2)",
      "color(srgb 0 0 0 / 0.3)",
      "oklch(0 0 0 / 0)",
    ]) {
      assert.equal(lightnessOf(color), undefined, color);
    }
  });
});

describe("the ground of the page", () => {
  const paperOf = (page) =>
    page
      .locator("pe-clock .root")
      .evaluate((root) => [
        getComputedStyle(root).backgroundColor,
        root.hasAttribute("data-card"),
      ]);
  const DARK = '<pe-clock theme="dark" lang="en" loading="eager"></pe-clock>';
  /** @type {[name: string, css: string, paper: string, isCard: boolean, body?: string][]} */
  const cases = [
    ["nothing painted is white", "", "rgb(255, 255, 255)", false],
    [
      "a figure has the ground of the page",
      "body { background: #f4f6ff }",
      "rgb(244, 246, 255)",
      false,
    ],
    [
      "on a ground that its lines are not told from it is a card of its own",
      "body { background: #e8d8b0 }",
      "rgb(252, 251, 248)",
      true,
    ],
    [
      "so it is in the other theme",
      "body { background: #fff }",
      "rgb(21, 22, 23)",
      true,
      DARK,
    ],
    [
      "what the page sets outranks its ground",
      "body { background: #fff } pe-clock { --pe-paper: #fffef0 }",
      "rgb(255, 254, 240)",
      false,
    ],
  ];
  for (const [name, css, paper, isCard, body = CLOCK] of cases) {
    test(name, async (t) => {
      const page = await open(t, { head: `<style>${css}</style>`, body });
      assert.deepEqual(await paperOf(page), [paper, isCard]);
    });
  }

  test("a ground that changes takes the figure along", async (t) => {
    const page = await open(t, {});
    await page.evaluate(() => {
      document.body.style.background = "#f4f6ff";
    });
    await page.waitForFunction(
      () =>
        getComputedStyle(
          document.querySelector("pe-clock").shadowRoot.querySelector(".root"),
        ).backgroundColor === "rgb(244, 246, 255)",
    );
  });
});
