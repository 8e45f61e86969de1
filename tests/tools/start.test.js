import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { fileURLToPath } from "node:url";

const TOOLS = fileURLToPath(new URL("../../tools", import.meta.url));

function script(name, ...args) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`${TOOLS}/${name}.mjs`, ...args],
    { encoding: "utf8" },
  );
  return { status, stdout, stderr };
}

test("npm start explains itself", () => {
  const { status, stdout } = script("start", "--help");
  assert.equal(status, 0);
  assert.match(stdout, /--port N/);
});

test("npm start refuses a port that is none, and says what is allowed", () => {
  for (const port of ["abc", "-1", "65536", "80.5"]) {
    const { status, stderr } = script("start", `--port=${port}`);
    assert.equal(status, 1);
    assert.ok(
      stderr.includes(`--port must be an integer from 0 to 65535, got ${port}`),
    );
    assert.ok(stderr.includes("What to do: see npm start -- --help"));
  }
});

test("npm test refuses a layer that does not exist", () => {
  const { status, stderr } = script("test", "cor");
  assert.equal(status, 1);
  assert.ok(stderr.includes("There is no test layer cor"));
  assert.match(stderr, /npm test -- \[core\|[a-z|]+\|consumers\]/);
});
