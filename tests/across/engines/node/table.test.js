// The reference's table of bytes, and the record it is made from.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ENGINES } from "../../../../tools/setup/system-packages.mjs";
import { SITE } from "../engine.js";
import { expected } from "../expected.js";
import { recorded } from "../record.js";

const { engines, hashes } = recorded();

test("the record is of the results and hashes that the tests compare with", () => {
  const hashOf = Object.entries(expected()).map(([name, it]) => [
    name,
    it.hash,
  ]);
  const ofNode = Object.entries(hashes).map(([name, it]) => [name, it.node]);
  assert.deepEqual(ofNode, hashOf, "npm run bytes records them anew");
  assert.ok(ofNode.length >= 40);
});

test("every engine gave the same bytes, the core natively too", () => {
  assert.deepEqual(Object.keys(engines), ["node", ...ENGINES, "native"]);
  for (const [name, found] of Object.entries(hashes)) {
    for (const engine of ENGINES) assert.ok(found[engine], `${name} ${engine}`);
    assert.equal(new Set(Object.values(found)).size, 1, name);
  }
  const native = Object.values(hashes).filter((found) => found.native);
  assert.ok(native.length >= 15, `${native.length}`);
});

test("the reference shows a row for each, and the engines' versions", () => {
  const html = readFileSync(
    `${SITE}api/documents/The_same_bytes_in_every_engine.html`,
    "utf8",
  );
  const cells = (row) =>
    [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell]) =>
      cell.replace(/<[^>]*>/g, ""),
    );
  const rows = html.split("<tr>").map(cells);
  for (const version of Object.values(engines)) {
    assert.ok(html.includes(version), version);
  }
  for (const [name, found] of Object.entries(hashes)) {
    const shown = Object.keys(engines).map((key) => (found[key] ? "same" : ""));
    const row = rows.find(([first]) => first === name);
    assert.deepEqual(row, [name, found.node, ...shown], name);
  }
});
