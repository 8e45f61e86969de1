import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { catalog } from "../../../src/posenc/dist/catalog.js";
import { FEATURES, featuresPage } from "../../../tools/lib/features-page.mjs";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

test("links between the documents lead to files", () => {
  const pages = [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    ...["posenc", "training"].flatMap((name) => [
      `src/${name}/README.md`,
      `src/${name}/CONTRIBUTING.md`,
    ]),
    "web/widgets/README.md",
    "docs/hosting.md",
    "docs/versioning.md",
  ];
  for (const page of pages) {
    const text = readFileSync(join(ROOT, page), "utf8");
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
    for (const [, target] of links) {
      const file = join(ROOT, dirname(page), target);
      assert.ok(existsSync(file), `${page} links to ${target}`);
    }
  }
});

test("the page beside other libraries has a cell for each, and files that exist", () => {
  const { libraries, rows } = JSON.parse(
    readFileSync(join(ROOT, FEATURES), "utf8"),
  );
  for (const { feature, here = [], others } of rows) {
    for (const code of Object.keys(others)) {
      assert.ok(code in libraries, `${FEATURES}: ${feature}: ${code}`);
    }
    for (const { test: name, golden } of here) {
      const files = [
        ...(name ? [`tests/posenc/js/${name}.test.js`] : []),
        ...(golden ? [`tests/across/golden/adapters/${golden}.js`] : []),
      ];
      for (const file of files) {
        assert.ok(existsSync(join(ROOT, file)), `${FEATURES}: no ${file}`);
      }
    }
  }
  const page = featuresPage(catalog);
  const lines = page.split("\n").filter((line) => line.startsWith("|"));
  assert.equal(lines.length, rows.length + 2);
  for (const line of lines) {
    const cells = line.replaceAll("\\|", "").split("|");
    assert.equal(cells.length, Object.keys(libraries).length + 4, line);
  }
  assert.ok((page.match(/\| (?:[^|]*: )?yes \(`/g) ?? []).length > 40);
  assert.match(page, /^\| Sandwich \| yes \(`bias\.test\.js`, golden `10c/m);
});
