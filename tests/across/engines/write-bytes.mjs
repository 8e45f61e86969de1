// npm run bytes: writes down which bytes come out of every engine.
import { buildPackage } from "../../../tools/build-package.mjs";
import { buildPreset } from "../../../tools/lib/cmake.mjs";
import { readCommand } from "../../../tools/lib/command.mjs";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { run } from "../../../tools/lib/run.mjs";
import { main, step } from "../../../tools/lib/steps.mjs";
import { needNodePackages } from "../../../tools/setup/node-packages.mjs";
import {
  ENGINES,
  needEngines,
  needNativeTools,
} from "../../../tools/setup/system-packages.mjs";
import { needToolchain } from "../../../tools/setup/toolchain.mjs";

const NAMES = { chromium: "Chromium", firefox: "Firefox", webkit: "WebKitGTK" };

/** Runs the results in one engine; resolves with its version and hashes. */
async function inEngine(engine) {
  const [{ launch }, { copySite }, { Page }, { PACKAGE, pageOfResults }] =
    await Promise.all([
      import("./engine.js"),
      import("./copy.js"),
      import("./page.js"),
      import("./page-of-results.js"),
    ]);
  const { serve } = await import("../../../tools/lib/serve.mjs");
  const copy = copySite(PACKAGE, { files: pageOfResults() });
  const server = await serve(copy.folder);
  const browser = await launch(engine);
  try {
    const page = new Page(await browser.open(), server);
    await page.goto("results.html");
    const found = await page.until(() => globalThis.found);
    return { version: `${NAMES[engine]} ${browser.version}`, found };
  } finally {
    await browser.close();
    await server.close();
    copy.remove();
  }
}

/** The hashes that the core gives natively, of the results it makes there. */
async function natively() {
  await needNativeTools();
  await buildPreset("native-sanitize", await needToolchain());
  const { output } = await run(
    inRoot("build", "native-sanitize", "posenc_tests"),
    ["--test-case=results have the bytes*"],
    { cwd: inRoot(), env: { POSENC_PRINT_BYTES: "1" } },
  );
  const lines = output.matchAll(/^bytes: (.+) ([0-9a-f]{16})$/gm);
  const [, compiler] = /^compiler: (.+)$/m.exec(output);
  const found = Object.fromEntries(
    [...lines].map(([, name, hash]) => [name, { hash }]),
  );
  return { version: compiler, found };
}

const HELP = `Usage: npm run bytes

Computes the results of tests/across/engines/results.js in Node, the browser
engines and natively, and writes down which bytes came out: those of Node into
tests/across/engines/bytes.inc, which tests compare with, and all of them into
tests/across/engines/recorded.json, from which the reference makes its table.

  --help  this text
`;

await main(async () => {
  if (!readCommand("npm run bytes --", HELP)) return;
  await needNodePackages();
  await needEngines();
  await buildPackage();
  const { load } = await import("../../../src/posenc/dist/index.js");
  const { fingerprints } = await import("./results.js");
  const { writeExpected } = await import("./expected.js");
  const { writeRecord } = await import("./record.js");
  const found = fingerprints(await load());
  writeExpected(found);
  const runs = { node: { version: `Node ${process.versions.node}`, found } };
  for (const engine of ENGINES) {
    runs[engine] = await step(`Compute in ${NAMES[engine]}`, () =>
      inEngine(engine),
    );
  }
  runs.native = await step("Compute natively", natively);
  const all = Object.entries(runs);
  writeRecord({
    engines: Object.fromEntries(all.map(([key, it]) => [key, it.version])),
    hashes: Object.fromEntries(
      Object.keys(found).map((name) => [
        name,
        Object.fromEntries(
          all
            .filter(([, it]) => name in it.found)
            .map(([key, it]) => [key, it.found[name].hash]),
        ),
      ]),
    ),
  });
});
