// npm run endurance [-- --calls N] [--instances N] [--mounts N] [--from TAG]:
// before a release, a million mixed calls, ten thousand instances and a
// thousand mounts of every widget leave memory as it was. npm test runs a
// shortened form.
import { spawn } from "node:child_process";
import { buildWidgets } from "./build-widgets.mjs";
import { readCommand } from "./lib/command.mjs";
import { inRoot } from "./lib/paths.mjs";
import { Failure, main } from "./lib/steps.mjs";
import { needNodePackages } from "./setup/node-packages.mjs";
import { needBrowser } from "./setup/system-packages.mjs";

const HELP = `Usage: npm run endurance [-- options]

  --calls N       mixed calls of one instance (default 1000000)
  --instances N   instances that are made and forgotten (default 10000)
  --mounts N      mounts of every widget in Chromium (default 1000)
  --from TAG      the widget to begin with, where a run was ended before
  --help          this text

0 leaves a part out.
`;

const OPTIONS = /** @type {const} */ ({
  calls: { type: "string", default: "1000000" },
  instances: { type: "string", default: "10000" },
  mounts: { type: "string", default: "1000" },
  from: { type: "string" },
});

function readCount(name, text) {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Failure(`--${name} must be an integer from 0, got ${text}`, {
    hint: "see npm run endurance -- --help",
  });
}

/** Runs the tests of a file with this in their title, as long as they take. */
function runTests(file, title, env) {
  const args = ["--test", `--test-name-pattern=${title}`, inRoot(file)];
  return new Promise((done) => {
    spawn(process.execPath, ["--test-reporter=spec", ...args], {
      cwd: inRoot(),
      env: { ...process.env, ...env },
      stdio: "inherit",
    }).on("close", (code) => done(code === 0));
  });
}

await main(async () => {
  const read = readCommand("npm run endurance --", HELP, { options: OPTIONS });
  if (!read) return 0;
  const { values } = read;
  const [calls, instances, mounts] = ["calls", "instances", "mounts"].map(
    (name) => readCount(name, values[name]),
  );
  await needNodePackages();
  if (mounts > 0) await needBrowser();
  if (values.from) process.env.POSENC_FROM = String(values.from);
  await buildWidgets();
  const parts = [
    [
      calls,
      "tests/posenc/js/endurance.test.js",
      "calls of all",
      "POSENC_CALLS",
    ],
    [
      instances,
      "tests/posenc/js/endurance.test.js",
      "instances",
      "POSENC_INSTANCES",
    ],
    [mounts, "tests/web/endurance.test.js", "mounts of each", "POSENC_MOUNTS"],
  ];
  let failed = 0;
  for (const [count, file, title, name] of parts) {
    if (count === 0) continue;
    const isWell = await runTests(file, title, { [name]: String(count) });
    if (!isWell) failed += 1;
  }
  return failed;
});
