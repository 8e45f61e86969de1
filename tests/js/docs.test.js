import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test("links between the documents lead to files", () => {
  const pages = [
    ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/features.md"],
    ...["docs/hosting.md", "docs/versioning.md"],
  ];
  for (const page of pages) {
    const text = readFileSync(join(ROOT, page), "utf8");
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
    for (const [, target] of links) {
      const file = join(ROOT, dirname(page), target);
      assert.ok(existsSync(file), `${page} links to ${target}`);
    }
  }
  const features = readFileSync(join(ROOT, "docs/features.md"), "utf8");
  assert.ok((features.match(/\[yes\]\(/g) ?? []).length > 40);
});
