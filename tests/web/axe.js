import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(
  createRequire(import.meta.url).resolve("axe-core"),
  "utf8",
);

/**
 * What axe finds, as text.
 *
 * @param within a selector; the whole page without it
 */
export async function findings(page, within) {
  // Through the debugger: the page's policy allows no inline script.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(
    (selector) =>
      globalThis.axe.run(selector ?? document, {
        runOnly: [
          "wcag2a",
          "wcag2aa",
          "wcag21a",
          "wcag21aa",
          "wcag22aa",
          "best-practice",
        ],
      }),
    within,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`,
  );
}
