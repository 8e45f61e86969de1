// Every command says what it does, and refuses what it does not know, at once.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";

const { scripts } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
/** Those that npm runs by itself. */
const HOOKS = ["prepack", "prepublishOnly"];
/** By their files: one may stand under two names. */
const FILES = new Set([
  ...Object.keys(scripts)
    .filter((name) => !HOOKS.includes(name))
    .map((name) => /^node (\S+)/.exec(scripts[name])?.[1] ?? name),
  ...[
    "setup",
    "heights",
    "sizes",
    "screenshots",
    "release",
    "changed-layers",
  ].map((name) => `tools/${name}.mjs`),
]);

const run = (file, option) =>
  new Promise((done) => {
    execFile(
      process.execPath,
      [file, option],
      { cwd: inRoot(), timeout: 60_000 },
      (error, stdout, stderr) => {
        done({ code: error ? error.code : 0, stdout, stderr });
      },
    );
  });

test("all scripts of package.json are programs of ours", () => {
  for (const [name, command] of Object.entries(scripts)) {
    assert.match(command, /^node (tools|tests)\/\S+\.m?js( --\w+)?$/, name);
  }
});

for (const file of FILES) {
  test(`${file} has its help`, async () => {
    const { code, stdout, stderr } = await run(file, "--help");
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /^(Usage: )?(npm|node) /);
    assert.match(stdout, /^ {2}(-h, )?--help {2,}\w/m);
    for (const line of stdout.split("\n")) assert.ok(line.length <= 80, line);
  });

  test(`${file} refuses an option that it does not have`, async () => {
    const { code, stdout, stderr } = await run(file, "--nonsense");
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /--nonsense/);
    assert.match(stderr, /What to do: .*--help/);
    assert.ok(!stderr.includes("    at "), "a stack");
  });
}
