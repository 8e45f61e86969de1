// npm run pictures: draws every figure in the states of tests/web/pictures.js
// and writes their checksums into tests/web/pictures.json, which a test compares
// with. It says which figures look otherwise than before.
import { buildWidgets } from "../../tools/build-widgets.mjs";
import { main, step } from "../../tools/lib/steps.mjs";
import { needNodePackages } from "../../tools/setup/node-packages.mjs";

await main(async () => {
  await needNodePackages();
  await buildWidgets();
  const { record, recorded } = await import("./pictures.js");
  const before = recorded();
  const after = await step("Draw the figures", record);
  for (const tag of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old = {}, now = {}] = [before[tag], after[tag]];
    const states = new Set([...Object.keys(old), ...Object.keys(now)]);
    const differing = [...states].filter(
      (state) => old[state]?.sha256 !== now[state]?.sha256,
    );
    for (const state of differing) console.log(`  ${tag}, ${state}`);
  }
});
