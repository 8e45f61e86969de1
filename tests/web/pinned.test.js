// Notes that people have: the snippets that each version gave, word for word,
// with the package and the site of today. They stay as they are for ever; a new
// version adds a file.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch } from "../../tools/browser/site.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { CONTENT_SECURITY_POLICY } from "../../tools/lib/serve.mjs";
import { importSource } from "../../tools/lib/web-source.mjs";

const FOLDER = inRoot("tests", "web", "pinned");
const NOTES = "https://notes.test/";
const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
const read = (name) => JSON.parse(readFileSync(join(FOLDER, name), "utf8"));

const TYPES = { js: "text/javascript", css: "text/css", html: "text/html" };

/** Answers with a file, with the headers of the host that would have it. */
function give(route, file, headers = {}) {
  if (!existsSync(file)) return route.fulfill({ status: 404, body: file });
  const type = TYPES[file.split(".").pop()];
  return route.fulfill({
    path: file,
    ...(type && { contentType: `${type}; charset=utf-8` }),
    headers: { "Access-Control-Allow-Origin": "*", ...headers },
  });
}

/** What a page has in its head and body, of the steps of a recipe. */
function pageOf({ from, code }) {
  if (from !== "myst") return code.join("\n");
  const [, address, body] = /\{anywidget\} (\S+)\n([\s\S]*)\n```/.exec(code[0]);
  return `<div id="cell"></div><script type="module">
import widget from "${address}";
const values = ${body};
const model = { get: (name) => values[name], set() {}, save_changes() {}, on() {}, off() {} };
widget.render({ model, el: document.querySelector("#cell") });
</script>`;
}

/** Serves the notes, the CDN and the site at the addresses that they name. */
async function openNotes(browser, snippet) {
  const page = await browser.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.route("**/*", (route) => {
    const { origin, pathname } = new URL(route.request().url());
    if (`${origin}${pathname}` === NOTES) {
      return route.fulfill({
        contentType: "text/html; charset=utf-8",
        body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Notes</title><link rel="icon" href="data:,">\n${pageOf(snippet)}`,
      });
    }
    const [, inPackage] =
      /(?:\/posenc-widgets@[\d.]+|^\/posenc-widgets)\/(dist\/.*)/.exec(
        pathname,
      ) ?? [null, undefined];
    if (inPackage)
      return give(route, inRoot("build", "npm", "posenc-widgets", inPackage));
    if (origin === "https://example.org") {
      return give(route, inRoot("web", "dist", pathname.slice(1)), {
        "Content-Security-Policy": CONTENT_SECURITY_POLICY,
      });
    }
    return route.abort();
  });
  await page.goto(NOTES);
  return { page, problems };
}

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

for (const name of readdirSync(FOLDER)) {
  describe(`snippets of ${name.replace(".json", "")}`, () => {
    for (const [k, snippet] of read(name).entries()) {
      const { from, figure, state } = snippet;
      test(`${k + 1}: ${from}, <${figure}>`, async (t) => {
        const { page, problems } = await openNotes(browser, snippet);
        t.after(() => page.close());
        const frame = from === "iframe" ? page.frameLocator("iframe") : page;
        const it = frame.locator(figure).first();
        await it.locator(".finding b").first().waitFor();
        const now = await it.evaluate((element) => element.state);
        for (const [key, value] of Object.entries(state)) {
          assert.equal(now[key], value, key);
        }
        if (from === "iframe") {
          // embed.js has made it as tall as its figure.
          const element = page.locator("iframe");
          await page.waitForFunction(
            () => document.querySelector("iframe").style.height !== "",
          );
          const box = await element.boundingBox();
          const inner = await it.boundingBox();
          assert.ok(box.height >= inner.height, `${box.height}`);
        }
        assert.deepEqual(problems, []);
      });
    }
  });
}

test("the snippets of this version are those that the recipes and the README give", async () => {
  const { recipes } = await importSource("widgets/element/embed/recipes.ts");
  const readme = readFileSync(inRoot("web/widgets/README.md"), "utf8");
  const pinned = read(`${version}.json`);
  for (const { from, figure, code } of pinned) {
    if (from === "README") {
      assert.ok(readme.includes(code[0]), code[0]);
      continue;
    }
    // The attributes are read from what is pinned.
    const text = code.join("\n").replaceAll("&amp;", "&");
    const query = new URLSearchParams(/\.html\?([^"]*)"/.exec(text)?.[1]);
    const pairs = text.includes("{anywidget}")
      ? Object.entries(JSON.parse(/\n(\{[\s\S]*\})\n/.exec(text)[1]))
      : from === "iframe"
        ? [...query]
        : [...text.matchAll(/ ([\w-]+)="([^"]*)"/g)]
            .map(([, key, value]) => [key, value])
            .filter(([key]) => key !== "src");
    const { lang, widget, ...attributes } = Object.fromEntries(pairs);
    const steps = recipes
      .find(({ id }) => id === from)
      .steps({
        tag: figure,
        attributes,
        lang,
        title: `The figure ${figure}`,
        version,
        integrity: "",
        site: "https://example.org/",
      });
    // A frame without embed.js may be given more room, or less.
    const shape = (text) => text.replace(/height="\d+"/, 'height=""');
    assert.deepEqual(
      steps.map((step) => shape(step.code)),
      code.map(shape),
    );
  }
  assert.deepEqual([...new Set(pinned.map(({ from }) => from))].sort(), [
    "README",
    "html",
    "iframe",
    "myst",
  ]);
});
