// node tools/heights.mjs: measures every figure as a frame shows it and writes
// web/element/embed/heights.json. The site must have been built.
import { writeFileSync } from "node:fs";
import { measureHeights } from "./browser/embed-heights.mjs";
import { inRoot } from "./lib/paths.mjs";
import { main } from "./lib/steps.mjs";

await main(async () => {
  const heights = await measureHeights();
  const file = inRoot("web", "element", "embed", "heights.json");
  writeFileSync(file, `${JSON.stringify(heights, null, 2)}\n`);
});
