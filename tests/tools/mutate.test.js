import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { run } from "../../tools/lib/run.mjs";
import { limitFor, tryRun } from "../../tools/mutate/child.mjs";
import { cppMutants } from "../../tools/mutate/cpp.mjs";
import { equivalents } from "../../tools/mutate/equivalents.mjs";
import { nearestTests } from "../../tools/mutate/javascript.mjs";
import { describe, mutated, numbersFor } from "../../tools/mutate/swaps.mjs";
import { typescriptMutants } from "../../tools/mutate/typescript.mjs";

const read = (file) => readFileSync(inRoot(file), "utf8");
const results = (mutants, source) =>
  mutants(source).map((mutant) => mutated(source, mutant));

test("numbers have neighbours of their own kind", () => {
  for (const [literal, others] of /** @type {const} */ ([
    ["0", ["1", "-1"]],
    ["0u", ["1u"]],
    ["2ULL", ["3ULL", "1ULL"]],
    ["0xff", ["256", "254"]],
    ["1'000", ["1001", "999"]],
    ["9007199254740993", ["9007199254740994", "9007199254740992"]],
    ["5.0", ["6.0", "4.0"]],
    ["0.5f", ["1.5f", "-0.5f"]],
    ["1e12", ["1000000000001", "999999999999"]],
    ["1e30", ["2e+30", "5e+29"]],
    ["0x1p-1", ["1.5", "-0.5"]],
    ["0x1p-80", [String(2 ** -79), String(2 ** -81)]],
  ])) {
    assert.deepEqual(numbersFor(literal), others, literal);
  }
});

test("a TypeScript source changes in one place at a time", () => {
  assert.deepEqual(results(typescriptMutants, "x = a + b;"), ["x = a - b;"]);
  assert.deepEqual(results(typescriptMutants, "x = a >>> 2;"), [
    "x = a >> 2;",
    "x = a >>> 3;",
    "x = a >>> 1;",
  ]);
  assert.deepEqual(results(typescriptMutants, "if (a.b()) free(c);"), [
    "if (!(a.b())) free(c);",
    "if (a.b()) ;",
  ]);
  assert.deepEqual(results(typescriptMutants, "x = Math.min(a, !b);"), [
    "x = Math.max(a, !b);",
    "x = Math.min(a, b);",
  ]);
  assert.deepEqual(results(typescriptMutants, "x = a ? true : -b;"), [
    "x = !(a) ? true : -b;",
    "x = a ? false : -b;",
    "x = a ? true : b;",
  ]);
});

test("what is no program of TypeScript stays: types, names, fillers", () => {
  for (const source of [
    'import { a } from "1 + 1";',
    "interface A { readonly b: 1 | 2 }",
    "type A = 3;",
    "// a + b\n/* 1 */",
    'x = "1 < 2";',
    "const [a = 0] = b;",
  ]) {
    assert.deepEqual(results(typescriptMutants, source), [], source);
  }
  // No endless loops for nothing.
  const loop = results(typescriptMutants, "for (; i < n; i += k) f;");
  assert.deepEqual(loop, [
    "for (; i <= n; i += k) f;",
    "for (; i >= n; i += k) f;",
  ]);
});

test("a C++ source changes in one place at a time", () => {
  assert.deepEqual(results(cppMutants, "x = a * b;"), ["x = a / b;"]);
  assert.deepEqual(results(cppMutants, "if (a < b) f(c);"), [
    "if (a <= b) f(c);",
    "if (a >= b) f(c);",
    "if (a < b) ;",
  ]);
  assert.deepEqual(results(cppMutants, "if (a && b) return -c;"), [
    "if (!(a && b)) return -c;",
    "if (a || b) return -c;",
    "if (a && b) return c;",
  ]);
  assert.deepEqual(results(cppMutants, "return Status::kBadShape;"), [
    "return Status::kOk;",
  ]);
  assert.deepEqual(results(cppMutants, "x = std::max(a, 1.0);"), [
    "x = std::min(a, 1.0);",
    "x = std::max(a, 2.0);",
    "x = std::max(a, 0.0);",
  ]);
  assert.deepEqual(results(cppMutants, "a.b::c->release(d, e);"), [";"]);
});

test("what is no program of C++ stays: templates, pointers, texts", () => {
  for (const source of [
    "#include <a/b.hpp>",
    "#define A \\\n  1 + 1",
    "std::array<float, 4> a;",
    "std::span<const double> a(T&& b, const char* c, int& d);",
    "return a(\"1 + 1\", '2');",
    "static_assert(sizeof(a) == 4);",
    "[[gnu::aligned(4)]] alignas(16) T x;",
    "// a + 1\n/* b * 2 */",
    "template <class V, int n> V f() noexcept(true);",
  ]) {
    assert.deepEqual(results(cppMutants, source), [], source);
  }
});

test("a mutant has its place, and its lines before and after", () => {
  const source = "int a;\n  f(\n    b);\nint c;\n";
  const [mutant] = cppMutants(source);
  assert.deepEqual(describe(source, mutant), {
    line: 2,
    column: 3,
    original: "f( b);",
    mutant: ";",
  });
});

test("every mutant changes its source, and stands where it says", () => {
  for (const [file, mutants] of /** @type {const} */ ([
    ["src/core/bias/t5.cpp", cppMutants],
    ["src/js/embedding/fourier.ts", typescriptMutants],
  ])) {
    const source = read(file);
    const all = mutants(source);
    assert.ok(all.length > 50);
    for (const { at, original, text } of all) {
      assert.equal(source.slice(at, at + original.length), original);
      assert.notEqual(original, text);
    }
  }
});

test("the nearest tests share the first word, and most words come first", () => {
  const names = [
    ...["attention.bias.test.js", "bias.test.js", "embedding-resize.test.js"],
    ...["embedding.test.js", "rotary-scaling.test.js", "rotary.test.js"],
  ];
  const nearest = (file) => nearestTests(file, names);
  assert.deepEqual(nearest("src/js/rotary/scaling.ts"), [
    "rotary-scaling.test.js",
    "rotary.test.js",
  ]);
  assert.deepEqual(nearest("src/js/bias-grid.ts"), [
    "attention.bias.test.js",
    "bias.test.js",
  ]);
  assert.deepEqual(nearest("src/js/options.ts"), names);
  const more = [...names, "needed-rows.test.js", "out.test.js"];
  assert.deepEqual(nearestTests("src/js/rows.ts", more), more.slice(-2));
  assert.deepEqual(nearestTests("src/js/rotary.ts", more), [
    "rotary-scaling.test.js",
    "rotary.test.js",
  ]);
});

test("a run that does not end is ended", async () => {
  const endless = ["-e", "for (;;);"];
  const ended = await tryRun(process.execPath, endless, { limit: 300 });
  assert.equal(ended.ok, false);
  assert.equal(ended.timedOut, true);
  const short = await tryRun(process.execPath, ["-e", "1"], { limit: 60_000 });
  assert.equal(short.ok, true);
  assert.ok(limitFor(short.time) > short.time);
});

test("each listed equivalent has its file and its reason, and stands once", () => {
  const list = JSON.parse(read("tests/mutants.json"));
  const seen = new Set();
  for (const { file, original, mutant, reason } of list) {
    assert.ok(read(file), file);
    assert.ok(read(file).includes(original), `${file} has: ${original}`);
    assert.ok(reason.length > 10, `${file}: ${original}`);
    const key = JSON.stringify([file, original, mutant]);
    assert.ok(!seen.has(key), key);
    seen.add(key);
    assert.ok(equivalents(file).has({ original, mutant }));
    assert.ok(!equivalents(file).has({ original, mutant: original }));
  }
});

test("npm run mutate tries mutants in a copy and tells what survived", async () => {
  const file = "src/js/schema.ts";
  const before = read(file);
  const line = before.split("\n").findIndex((it) => it.includes("1e12")) + 1;
  const mutate = async (pattern) => {
    const { stdout } = await run(process.execPath, [
      ...["tools/mutate.mjs", file, "--lines", `${line}-${line}`],
      ...["--limit", "2", "--test", pattern],
    ]);
    return stdout;
  };
  assert.match(
    await mutate("embedding-bounds"),
    /\n2 killed, 0 survived, 0 not/,
  );
  const blind = await mutate("/docs\\.test");
  assert.match(blind, /\n0 killed, 2 survived, 0 not/);
  assert.match(blind, new RegExp(`${file}:${line}:\\d+  1 → 2\n`));
  assert.equal(read(file), before);
});
