import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(
  // Half as much to send to each page, and to parse there.
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

const TAGS = [
  "wcag2a",
  "wcag2aa",
  "wcag21a",
  "wcag21aa",
  "wcag22aa",
  "best-practice",
];
/** All rules of `TAGS` that look at colours (axe's category "cat.color"). */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds, as text.
 *
 * @param [within] a selector; the whole page without it
 */
export const findings = (page, within) => run(page, within, TAGS);

/**
 * The same of colours alone, for a page that differs in nothing else from one
 * that was looked at whole.
 */
export const findingsOfColours = (page) =>
  run(page, undefined, { type: "rule", values: OF_COLOURS });

async function run(page, within, runOnly) {
  // Through the debugger: the page's policy allows no inline script.
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    await page.evaluate(axe);
  }
  const { violations } = await page.evaluate(
    ([selector, rules]) =>
      globalThis.axe.run(selector ?? document, {
        runOnly: rules,
        // Of what is well, the number is enough.
        resultTypes: ["violations"],
      }),
    [within, runOnly],
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`,
  );
}
