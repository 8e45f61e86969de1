// Which layers a change makes the tests run.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import test from "node:test";
import { layersFor } from "../../tools/changed-layers.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";

const ALL = ["core", "fuzz", "js", "code", "web", "engines", "consumers"];

const CASES = {
  "src/posenc/core/bias/alibi.cpp": ALL,
  "src/training/wasm/training.cpp": ALL,
  "cmake/flags.cmake": ALL,
  "package-lock.json": ALL,
  "tools/test.mjs": ALL,
  "src/posenc/js/bias/alibi.ts": ALL.slice(2),
  "src/training/package.json": ALL.slice(2),
  "tests/posenc/core/bias/alibi_test.cpp": ["core"],
  "tests/training/js/training.test.js": ["js"],
  "tests/across/engines/bytes.inc": ["core", "engines"],
  "tests/across/consumers/pages.test.js": ["consumers"],
  "web/widgets/code/kinds.ts": ALL.slice(2),
  "web/widgets/kit/element.ts": ["js", "web", "engines", "consumers"],
  "web/site/tutorial/documents/0.zh.md": ["js", "web", "engines"],
  "README.md": ["js"],
  "web/widgets/README.md": ["js"],
  "docs/hosting.md": ["js"],
  ".github/workflows/ci.yml": ["js"],
};

for (const [path, layers] of Object.entries(CASES)) {
  test(`a change of ${path} is seen by ${layers.join(", ")}`, () => {
    // A path that is gone would say nothing of those that are there.
    assert.ok(existsSync(inRoot(path)), path);
    assert.deepEqual(layersFor([path]), layers);
  });
}

test("several files have the layers of each, in one order; none have none", () => {
  assert.deepEqual(
    layersFor(["tests/web/site.test.js", "tests/code/states.js", "README.md"]),
    ["js", "code", "web"],
  );
  assert.deepEqual(layersFor([]), []);
});

test("a commit that is no commit is refused, and so is none", () => {
  const said = (...args) =>
    spawnSync(process.execPath, ["tools/changed-layers.mjs", ...args], {
      cwd: inRoot(),
      encoding: "utf8",
    });
  for (const args of [[], ["HEAD", "HEAD"], ["no-such-commit"], ["--", "-O"]]) {
    const { status, stdout, stderr } = said(...args);
    assert.deepEqual([status, stdout], [1, ""], args.join(" "));
    assert.match(stderr, /What to do: /);
  }
  const { status, stdout } = said("HEAD");
  assert.deepEqual([status, stdout], [0, "\n"]);
});
