// A page of somebody's notes, with the one file of all figures.
import { readFileSync } from "node:fs";
import { ONE_FILE } from "../../tools/lib/paths.mjs";
import { settle } from "./browser.js";

export const NOTES = "http://notes.example/";

/** A page of them. */
export const notesPage = ({ html = 'lang="en"', head = "", body = "" }) =>
  `<!doctype html><html ${html}><head><meta charset="utf-8"><title>Notes</title>${head}<script defer src="auto.js"></script></head>${body.startsWith("<body") ? body : `<body>${body}</body>`}</html>`;

/**
 * Opens a page of this text; `said` is what its console has said, `asked` the
 * addresses that it has asked for.
 *
 * @param {import("node:test").TestContext} t
 * @param {import("playwright-core").Browser} browser
 * @param {string} text
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function openPage(t, browser, text, options) {
  const context = await browser.newContext(options);
  t.after(() => context.close());
  const page = await context.newPage();
  /** @type {string[]} */
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  /** @type {Set<string>} */
  const asked = new Set();
  page.on("request", (request) => asked.add(request.url()));
  await page.route(`${NOTES}**`, (route) => {
    const isScript = route.request().url().endsWith("auto.js");
    return route.fulfill({
      contentType: isScript ? "text/javascript" : "text/html",
      body: isScript ? readFileSync(ONE_FILE) : text,
    });
  });
  await page.goto(NOTES);
  return { page, said, asked };
}

/**
 * Opens notes once their first figure lives.
 *
 * @param {import("node:test").TestContext} t
 * @param {import("playwright-core").Browser} browser
 * @param {string} body
 * @param {string} [html] attributes of the page
 */
export async function openNotes(t, browser, body, html) {
  const opened = await openPage(t, browser, notesPage({ html, body }));
  await opened.page.waitForFunction(
    () => document.querySelector("[data-live]") !== null,
  );
  await settle(opened.page);
  return opened;
}
