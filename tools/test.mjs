// npm test [-- core|js|code|web|consumers]: sets up and builds what is missing, runs the
// layers, and ends with the line "N passed, N failed".
import { buildPackage } from "./build-package.mjs";
import { buildSite } from "./build-site.mjs";
import { Failure, main, report, showTime } from "./lib/steps.mjs";
import { needNodePackages } from "./setup/node-packages.mjs";
import {
  needBrowser,
  needListingTools,
  needNoteBuilders,
} from "./setup/system-packages.mjs";
import { runDoctest } from "./test/doctest.mjs";
import { runNodeTests } from "./test/node-tests.mjs";

/** The parts of each layer: title and a function that gives the counts. */
const LAYERS = {
  core: () => [
    ["core, native with sanitizers", () => runDoctest("native-sanitize")],
    ["core, wasm in Node", () => runDoctest("wasm-check")],
  ],
  js: () => [
    ["js, package in Node", testPackage],
    ["js, build scripts", testTools],
  ],
  code: () => [["code, five languages", testListings]],
  web: async () => {
    const { engines } = await import("../tests/web/engines.js");
    return Object.keys(engines).map((engine) => [
      `web, ${engine}`,
      () => testSite(engine),
    ]);
  },
  consumers: () => [["consumers, in other people's notes", testConsumers]],
};

async function testPackage() {
  await buildPackage();
  return runNodeTests("tests/js", { title: "Run the JavaScript tests" });
}

const testTools = () =>
  runNodeTests("tests/tools", { title: "Run the build scripts' tests" });

async function testListings() {
  await needListingTools();
  await buildPackage();
  return runNodeTests("tests/code", {
    title: "Run the tutorial's programs",
    oneByOne: true,
  });
}

async function testSite(engine) {
  await needBrowser();
  await buildSite();
  process.env.POSENC_ENGINE = engine;
  return runNodeTests("tests/web", {
    title: `Run the browser tests in ${engine}`,
    oneByOne: true,
  });
}

async function testConsumers() {
  await needBrowser();
  await buildSite();
  await needNodePackages("tests/consumers");
  try {
    await needNoteBuilders();
  } catch (error) {
    // Their tests are left out; what to install stands here.
    report(error);
  }
  return runNodeTests("tests/consumers", {
    title: "Build other people's notes with the package",
    oneByOne: true,
  });
}

async function runPart([title, test]) {
  const start = performance.now();
  let counts;
  try {
    counts = await test();
  } catch (error) {
    report(error);
    counts = { passed: 0, failed: 1 };
  }
  return { title, ...counts, time: performance.now() - start };
}

function printSummary(parts) {
  const width = Math.max(...parts.map(({ title }) => title.length));
  console.log(`\n${"".padEnd(width)}  passed  failed      time`);
  for (const { title, passed, failed, time } of parts) {
    const numbers = [passed, failed].map((n) => String(n).padStart(6));
    console.log(
      `${title.padEnd(width)}  ${numbers.join("  ")}  ${showTime(time).padStart(8)}`,
    );
  }
}

function chosenLayers(names) {
  for (const name of names) {
    if (!(name in LAYERS)) {
      throw new Failure(`There is no test layer ${name}`, {
        hint: `npm test -- [${Object.keys(LAYERS).join("|")}]`,
      });
    }
  }
  return names.length > 0 ? names : Object.keys(LAYERS);
}

await main(async () => {
  const names = chosenLayers(process.argv.slice(2));
  await needNodePackages();
  const parts = [];
  for (const name of names) {
    for (const part of await LAYERS[name]()) parts.push(await runPart(part));
  }
  printSummary(parts);
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
  const failed = sum("failed");
  console.log(`\n${sum("passed")} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
});
