// The GitHub action that runs `posenc config` on a repository's files.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { inDist, inRoot } from "../../tools/lib/paths.mjs";
import { presets } from "../presets.js";

const ACTION = inRoot(".github/actions/config");

/** A command that answers as the real one does, by what a file says. */
const COMMAND = `
const text = require("node:fs").readFileSync(process.argv.at(-1), "utf8");
const { code } = JSON.parse(text);
console.log("warning factor: 100% \\\`of\\\` it");
process.exit(code);`;

function check(t, files, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), "posenc-action-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify(value));
  }
  const git = (...args) => spawnSync("git", args, { cwd: folder });
  git("init", "--quiet");
  git("add", "--all", "--force");
  writeFileSync(join(folder, "command.cjs"), COMMAND);
  const summary = join(folder, "summary.md");
  const command = [process.execPath, join(folder, "command.cjs")];
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(ACTION, "check.mjs")],
    {
      cwd: folder,
      encoding: "utf8",
      env: {
        ...process.env,
        FILES: "**/config.json",
        GITHUB_STEP_SUMMARY: summary,
        POSENC: JSON.stringify(command),
        ...env,
      },
    },
  );
  return { status, stdout, summary: () => readFileSync(summary, "utf8") };
}

test("the action fails where a config has warnings, and says in which file", (t) => {
  const files = {
    "a/config.json": { code: 0 },
    "b, c/config.json": { code: 1 },
    "other.json": { code: 1 },
  };
  const { status, stdout, summary } = check(t, files);
  assert.equal(status, 1);
  assert.match(
    stdout,
    /^::error file=b%2C c\/config\.json::warning factor: 100%25 `of` it$/m,
  );
  assert.match(stdout, /^2 checked, 1 failed$/m);
  assert.match(summary(), /^### a\/config\.json\n\n```text\nwarning/);
});

test("the action fails only as far as it is told", (t) => {
  const one = (code, fail) =>
    check(t, { "config.json": { code } }, { FAIL_ON: fail }).status;
  assert.deepEqual(
    [1, 2, 3].map((code) => one(code, "unknown")),
    [0, 1, 1],
  );
  assert.deepEqual(
    [1, 2, 3].map((code) => one(code, "never")),
    [0, 0, 0],
  );
  assert.equal(one(0, "sometimes"), 2);
  assert.equal(check(t, { "other.json": { code: 0 } }).status, 2);
});

test("the action runs the real command", (t) => {
  const command = [process.execPath, inDist("posenc", "cli/posenc.js")];
  const files = { "config.json": presets["qwen3-8b-yarn"] };
  const { status, stdout } = check(t, files, {
    POSENC: JSON.stringify(command),
  });
  assert.match(stdout, /qwen3: rotary, positions: 131072/);
  assert.equal(status, 0, stdout);
});

test("the action gives nothing from outside to a shell as text", () => {
  const text = readFileSync(join(ACTION, "action.yml"), "utf8");
  for (const [, command] of text.matchAll(/run: (.*)/g)) {
    assert.doesNotMatch(command, /\$\{\{/);
  }
});
