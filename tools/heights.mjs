// node tools/heights.mjs: how high a frame around each figure must be.
import { writeFileSync } from "node:fs";
import { measureHeights } from "./browser/embed-heights.mjs";
import { buildSite } from "./build-site.mjs";
import { readCommand } from "./lib/command.mjs";
import { inRoot } from "./lib/paths.mjs";
import { main, step } from "./lib/steps.mjs";
import { needBrowser } from "./setup/system-packages.mjs";

/** Fonts of other systems change more, and every figure's code has the list. */
const STEP = 20;

const HELP = `Usage: node tools/heights.mjs

Measures every figure as a frame shows it, in Chromium, and writes it, rounded
up to ${STEP} px, into web/widgets/element/embed/heights.json. Builds the site before
where it is out of date.

  --help  this text
`;

await main(async () => {
  if (!readCommand("node tools/heights.mjs", HELP)) return;
  await needBrowser();
  await buildSite();
  const heights = await step("Measure the figures", measureHeights);
  const file = inRoot("web", "widgets", "element", "embed", "heights.json");
  const inSteps = Object.entries(heights).map(([tag, height]) => [
    tag,
    Math.ceil(height / STEP) * STEP,
  ]);
  const text = JSON.stringify(Object.fromEntries(inSteps), null, 2);
  writeFileSync(file, `${text}\n`);
});
