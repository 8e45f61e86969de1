// npm run bench: how long the kernels take, beside those of other libraries.
//
//   npm run bench [-- --filter TEXT] [--browser] [--json | --readme]
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { buildPackage } from "./build-package.mjs";
import { inRoot } from "./lib/paths.mjs";
import { main } from "./lib/steps.mjs";
import { needNodePackages } from "./setup/node-packages.mjs";

const { values } = parseArgs({
  options: {
    filter: { type: "string" },
    browser: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    readme: { type: "boolean", default: false },
  },
});

await main(async () => {
  await needNodePackages();
  await needNodePackages("tests/bench");
  await buildPackage();
  const run = values.browser
    ? (await import("../tests/bench/browser.js")).runInBrowser
    : (await import("../tests/bench/node.js")).runInNode;
  const report = await import("../tests/bench/report.js");
  const { results, versions } = await run({
    filter: values.filter,
    onCase: ({ kernel, shape }) =>
      process.stderr.write(`${kernel}, ${shape}\n`),
  });
  if (values.json) {
    console.log(JSON.stringify(report.plainResults(results), null, 2));
    return;
  }
  const named = { ...versions, processor: cpus()[0]?.model.trim() };
  console.log(report.terminalTable(results));
  for (const [name, version] of Object.entries(named)) {
    console.log(`${name} ${version}`);
  }
  if (values.readme) {
    const file = inRoot("README.md");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, report.withTable(text, results, versions));
  }
});
