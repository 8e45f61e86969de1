// node tools/heights.mjs: how tall each figure is, in a frame and without.
import { writeFileSync } from "node:fs";
import { measureHeights } from "./browser/embed-heights.mjs";
import { buildSite } from "./build-site.mjs";
import { readCommand } from "./lib/command.mjs";
import { inRoot } from "./lib/paths.mjs";
import { main, step } from "./lib/steps.mjs";
import { needBrowser } from "./setup/system-packages.mjs";

/** Fonts of other systems change more. */
const STEP = 20;

const HELP = `Usage: node tools/heights.mjs

Measures every figure in Chromium: as a frame shows it, rounded up to ${STEP} px, for
web/widgets/element/embed/heights.json, and what it takes without one, for
web/widgets/element/rooms.json. Builds the site before where it is out of date.

  --help  this text
`;

await main(async () => {
  if (!readCommand("node tools/heights.mjs", HELP)) return;
  await needBrowser();
  await buildSite();
  const { frames, rooms } = await step("Measure the figures", measureHeights);
  const inSteps = Object.entries(frames).map(([tag, height]) => [
    tag,
    Math.ceil(height / STEP) * STEP,
  ]);
  const write = (text, ...path) =>
    writeFileSync(inRoot("web", "widgets", "element", ...path), `${text}\n`);
  const text = JSON.stringify(Object.fromEntries(inSteps), null, 2);
  write(text, "embed", "heights.json");
  const lines = Object.entries(rooms).map(
    ([tag, room]) => `  "${tag}": [${room.join(", ")}]`,
  );
  write(`{\n${lines.join(",\n")}\n}`, "rooms.json");
});
