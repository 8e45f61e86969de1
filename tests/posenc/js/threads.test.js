// What tests/asked.js has, each answered by one command on the config.json.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { THREADS } from "../../asked.js";
import { posencHere, temporary } from "./cli-helpers.js";

for (const [threads, config, code, check] of THREADS) {
  test(`posenc config answers ${threads.join(", ")}`, async (t) => {
    const cwd = temporary(t);
    writeFileSync(join(cwd, "config.json"), JSON.stringify(config));
    const { status, stdout, stderr } = await posencHere(
      ["config", "config.json", "--json"],
      { cwd },
    );
    const told = JSON.parse(stdout);
    assert.equal(status, code, `${stdout.slice(0, 2000)}${stderr}`);
    check({ ...told.plan, ...told });
  });
}

test("at least fifteen threads are answered", () => {
  const all = new Set(THREADS.flatMap(([threads]) => threads));
  assert.ok(all.size >= 15, `${all.size}`);
});
