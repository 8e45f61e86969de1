// A page of somebody's notes, with the one file of all figures.
import { readFileSync } from "node:fs";
import { ONE_FILE } from "../../tools/lib/paths.mjs";
import { settle } from "./browser.js";

const NOTES = "http://notes.example/";

/**
 * Opens it once its first figure lives; `said` is what its console has said.
 *
 * @param {import("node:test").TestContext} t
 * @param {import("playwright-core").Browser} browser
 * @param {string} body
 * @param {string} html attributes of the page
 */
export async function openNotes(t, browser, body, html = 'lang="en"') {
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  /** @type {string[]} */
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  const text = `<!doctype html><html ${html}><meta charset="utf-8"><title>Notes</title><script defer src="auto.js"></script><body>${body}</body></html>`;
  await page.route(`${NOTES}**`, (route) => {
    const isScript = route.request().url().endsWith("auto.js");
    return route.fulfill({
      contentType: isScript ? "text/javascript" : "text/html",
      body: isScript ? readFileSync(ONE_FILE) : text,
    });
  });
  await page.goto(NOTES);
  await page.waitForFunction(() => document.querySelector("[data-live]"));
  await settle(page);
  return { page, said };
}
