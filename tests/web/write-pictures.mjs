// npm run pictures: writes down how every figure looks.
import { buildWidgets } from "../../tools/build-widgets.mjs";
import { readCommand } from "../../tools/lib/command.mjs";
import { main, step } from "../../tools/lib/steps.mjs";
import { needNodePackages } from "../../tools/setup/node-packages.mjs";

const HELP = `Usage: npm run pictures

Draws every figure in the states of tests/web/pictures.js and writes their
checksums into tests/web/pictures.json, which a test compares with. Says which
figures look otherwise than before.

  --help  this text
`;

await main(async () => {
  if (!readCommand("npm run pictures --", HELP)) return;
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
