import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { keptInputs } from "../../tools/fuzz/corpus.mjs";
import { targets } from "../../tools/fuzz/targets.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";

/** Contents of the files below `folder` with an ending, one behind the other. */
const read = (folder, ending) =>
  readdirSync(inRoot(...folder), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(inRoot(...folder), name), "utf8"))
    .join("\n");

const withoutComments = (text) => text.replace(/\/\/.*$/gm, "");
const matches = (text, pattern) =>
  [...text.matchAll(pattern)].map((found) => found[1]);

test("every export of src/wasm is called by a fuzz target", () => {
  const exports = matches(
    read(["src", "wasm"], ".cpp"),
    /^POSENC_EXPORT \w+ (\w+)\(/gm,
  );
  assert.ok(exports.length > 80, `${exports.length} exports found`);
  const called = withoutComments(read(["tests", "fuzz", "border"], ".cpp"));
  const missing = exports.filter(
    (name) => !new RegExp(`\\bwasm::${name}\\(`).test(called),
  );
  assert.deepEqual(missing, []);
});

test("every function of src/core that can refuse, or tells a size, is called by a fuzz target", () => {
  const headers = withoutComments(read(["src", "core"], ".hpp"));
  const names = new Set(
    matches(
      headers,
      /\b(?:Status|Count|ExactScratchSize|std::size_t)\s+(\w+)\(/g,
    ).filter((name) => {
      // Of the rest, those that tell the memory of another.
      const refuses = new RegExp(`\\bStatus\\s+${name}\\(`).test(headers);
      return refuses || /_size$/.test(name);
    }),
  );
  assert.ok(names.size > 80, `${names.size} functions found`);
  const called = withoutComments(read(["tests", "fuzz"], "pp"));
  const missing = [...names].filter(
    (name) => !new RegExp(`\\b${name}[(<]`).test(called),
  );
  // What the others are made of.
  const inner = [
    "state_size",
    "check_length",
    "check_scratch",
    "check_sizes",
    "check_size",
  ];
  assert.deepEqual(
    missing.filter((name) => !inner.includes(name)),
    [],
  );
});

test("every target has inputs to begin with, and all of them are small", () => {
  for (const target of targets()) {
    const inputs = keptInputs(target);
    assert.ok(inputs.length > 50, `${target}: ${inputs.length} inputs`);
  }
  const folder = inRoot("tests", "fuzz", "corpus");
  const sizes = readdirSync(folder).map(
    (it) => statSync(join(folder, it)).size,
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(bytes < 600_000, `${bytes} bytes`);
});
