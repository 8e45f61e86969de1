import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { faultsOf } from "../../tools/release.mjs";

const MANIFEST = {
  version: "1.2.3",
  homepage: "https://p.test/",
  repository: { url: "git+https://p.test/a/b.git" },
};
const WANTED = { tag: "v1.2.3", repository: "a/b" };
const CHANGELOG = "# Changelog\n\n## 1.2.3 (2026-01-01)\n";

test("a release wants its tag, its addresses, a changelog and kept snippets", () => {
  assert.deepEqual(
    faultsOf(MANIFEST, CHANGELOG, WANTED, () => true),
    [],
  );
  assert.deepEqual(
    faultsOf(
      MANIFEST,
      "## 1.2.30\n",
      { tag: "v1.2.4", repository: "a/c" },
      () => false,
    ),
    [
      "the tag must be v1.2.3, the version in package.json, got v1.2.4",
      "repository in package.json must be that of a/c, got https://p.test/a/b",
      'CHANGELOG.md must have a section "## 1.2.3"',
      "tests/web/pinned must have 1.2.3.json, the snippets of this version",
    ],
  );
  const nowhere = { ...MANIFEST, homepage: "https://example.org/posenc/" };
  assert.deepEqual(
    faultsOf(nowhere, CHANGELOG, WANTED, () => true),
    [
      "homepage and repository in package.json must be real addresses, got example.org",
    ],
  );
});

test("workflows name other people's actions by the hash of a commit, and get no more rights than they need", () => {
  const folder = ".github/workflows";
  const names = readdirSync(inRoot(folder));
  assert.ok(names.length >= 3);
  for (const name of names) {
    const text = readFileSync(inRoot(folder, name), "utf8");
    for (const [, used] of text.matchAll(/uses: (.*)/g)) {
      assert.match(used, /^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, name);
    }
    assert.match(text, /^permissions:\n {2}contents: read\n(?! )/m, name);
    // What comes from outside reaches no shell as text.
    for (const [, command] of text.matchAll(/run: (.*)/g)) {
      assert.doesNotMatch(command, /\$\{\{/, name);
    }
  }
});
