// npm run bench: how long the kernels take, beside those of other libraries.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { buildPackage } from "../../tools/build-package.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { Failure, main, showProgressOn } from "../../tools/lib/steps.mjs";
import { needNodePackages } from "../../tools/setup/node-packages.mjs";

const USAGE = `npm run bench [-- options]

Times the kernels beside plain JavaScript, other libraries and memory itself,
in turns within one run. "posenc takes" is the median over the rounds of our
time divided by the other's: 0.5 is half the time. In Node, times are of the
processor.

  --filter TEXT  only kernels whose name or shape contains TEXT
  --token        calls of a token at a time, beside plain JavaScript alone
  --threads      long calls on two threads of posenc/worker, beside one thread
  --browser      in Chromium instead of Node
  --json         print [{ kernel, shape, ms, peers: { name: { ms, ratio } } }]
  --readme       also rewrite the table of README.md, of all kernels or, with
                 --token, of the calls of a token
  --help         print this

Peers: plain JS, tfjs-wasm, onnxruntime-web (installed for this alone, in
tests/bench), and PyTorch when a Python here has torch; Debian's is given
OpenBLAS, in your cache folder. The last line says what each of them is. One
that cannot be installed or started, or multiplies matrices below 10 GFLOP/s,
is named on standard error, and the others are measured.
Numbers are steadier on a quiet machine: the load is printed, too.
`;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        filter: { type: "string" },
        token: { type: "boolean", default: false },
        threads: { type: "boolean", default: false },
        browser: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        readme: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    if (values.readme && values.filter !== undefined) {
      throw new Error("--readme needs all kernels, so it takes no --filter");
    }
    if (values.token && values.browser) {
      throw new Error("--token measures in Node, so it takes no --browser");
    }
    const { browser, token, json, readme } = values;
    if (values.threads && (browser || token || json || readme)) {
      throw new Error("--threads goes with --filter alone");
    }
    return values;
  } catch (/** @type {any} */ error) {
    throw new Failure(error.message, { hint: "npm run bench -- --help" });
  }
}

/** The other libraries; without them the rest is measured all the same. */
async function installPeers() {
  try {
    await needNodePackages("tests/bench");
  } catch (/** @type {any} */ error) {
    process.stderr.write(
      `The other libraries could not be installed: ${error.message}\n`,
    );
  }
}

const load = () => loadavg()[0].toFixed(1);

/** The machine, and how busy it was. */
function machineText(before) {
  const all = cpus();
  const processor = all[0]?.model.trim() ?? "unknown";
  return `${processor}, ${all.length} threads (load ${before} before, ${load()} after)`;
}

function rewriteReadme(report, shared, { results, absent }, all, token) {
  const missing = Object.keys(absent);
  if (missing.length > 0) {
    throw new Failure(
      `README.md stays as it is: the run had no ${missing.join(", ")}`,
    );
  }
  const file = inRoot("src/posenc/README.md");
  const text = readFileSync(file, "utf8");
  const { [token ? "token" : "kernels"]: lines } = report.TABLES;
  writeFileSync(file, report.withTable(shared, text, results, all, lines));
}

/** One thread beside two. */
async function benchThreads({ filter }) {
  showProgressOn(process.stderr);
  await buildPackage();
  const { measureThreads } = await import("./threads.js");
  const before = load();
  const results = await measureThreads({ filter });
  for (const { kernel, shape, one, two, ratio } of results) {
    const times = [one, two].map((ms) => `${ms.toFixed(1)} ms`).join(" → ");
    console.log(`${kernel}, ${shape}: ${times}, ${ratio.toFixed(2)} ×`);
  }
  console.log(`load ${before} before, ${load()} after, ${cpus().length} cpus`);
  return 0;
}

async function bench({ filter, token, browser, json, readme }) {
  // Standard output is for results.
  showProgressOn(process.stderr);
  await needNodePackages();
  if (!token) await installPeers();
  await buildPackage();
  const run = browser
    ? (await import("./browser.js")).runInBrowser
    : (await import("./node.js")).runInNode;
  const report = await import("./report.js");
  const { importSource } = await import("../../tools/lib/web-source.mjs");
  const shared = await importSource("site/bench/index.ts");
  const before = load();
  const found = await run({
    filter,
    // The README has a table for each.
    token: token || (readme ? false : undefined),
    onCase: ({ kernel, shape }) =>
      process.stderr.write(`${kernel.en}, ${shape}\n`),
  });
  const { results, configurations, absent } = found;
  const all = { ...configurations, processor: machineText(before) };
  if (results.length === 0) {
    throw new Failure(`no kernel or shape contains ${filter}`);
  }
  if (json) {
    console.log(JSON.stringify(shared.plainResults(results), null, 2));
  } else {
    console.log(report.terminalTable(shared, results));
    console.log(report.configurationLine(all));
  }
  const troubles = report.troubles(results, absent);
  for (const line of troubles) process.stderr.write(`${line}\n`);
  if (readme) rewriteReadme(report, shared, found, all, token);
  return results.some(({ failures }) => Object.keys(failures).length > 0)
    ? 1
    : 0;
}

await main(async () => {
  const options = readOptions();
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  return options.threads ? benchThreads(options) : bench(options);
});
