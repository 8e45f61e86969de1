// An encoding that lacks a part is told which, and where its line goes.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { catalog } from "../../src/posenc/dist/catalog.js";
import { missingExportHint } from "../../tools/build-package.mjs";
import { camel, readBorder } from "../../tools/lib/border.mjs";
import { undefinedHint } from "../../tools/lib/cmake.mjs";
import { FOLDERS, optionTables } from "../../tools/lib/encodings.mjs";
import { evidenceOf } from "../../tools/lib/features-page.mjs";
import { inRoot, namesBelow } from "../../tools/lib/paths.mjs";

const read = (...path) => readFileSync(inRoot(...path), "utf8");

const sources = (folder, ending) =>
  readdirSync(inRoot(folder)).filter((name) => name.endsWith(ending));

test("each kernel has a test that includes its header", () => {
  for (const folder of FOLDERS) {
    const tests = sources(`tests/posenc/core/${folder}`, ".cpp").map((name) =>
      read("tests/posenc/core", folder, name),
    );
    for (const file of sources(`src/posenc/core/${folder}`, ".cpp")) {
      const name = file.replace(".cpp", "");
      assert.ok(
        existsSync(inRoot("src/posenc/core", folder, `${name}.hpp`)),
        `src/posenc/core/${folder}/${name}.hpp: add the header of ${file}`,
      );
      assert.ok(
        tests.some((text) => text.includes(`#include "${folder}/${name}.hpp"`)),
        `tests/posenc/core/${folder}/${name}_test.cpp: add #include "${folder}/${name}.hpp" and TEST_CASEs with values of the paper`,
      );
    }
  }
});

test("each encoding has a test in JavaScript and a line in the changelog", () => {
  const changelog = read("CHANGELOG.md");
  for (const { calls } of catalog) {
    const [room] = calls[0].split(".");
    assert.ok(
      evidenceOf(calls).test,
      `tests/posenc/js/${room}*.test.js: add test("${calls[0].split(".")[1]} …", …) with values of the paper`,
    );
    for (const call of calls) {
      const [, name] = call.split(".");
      assert.ok(
        changelog.includes(`\`${call}\``) || changelog.includes(`\`${name}\``),
        `CHANGELOG.md: add a line on \`${call}\` under "Unreleased"`,
      );
    }
  }
});

test("each table of options is found by its call", () => {
  const calls = optionTables().map(({ call }) => call);
  assert.equal(new Set(calls).size, calls.length);
  const without = catalog
    .flatMap((entry) => entry.calls)
    .filter((call) => !calls.includes(call) && call !== "rotary.axial2d");
  assert.deepEqual(
    without.map(
      (call) =>
        `src/posenc/js/${call.replace(".", "/")}.ts: add export const … = table("${call}", …)`,
    ),
    [],
  );
});

test("each export of the module has a caller in JavaScript", () => {
  const scripts = namesBelow(inRoot("src/posenc/js"))
    .filter((name) => name.endsWith(".ts") && !name.startsWith("generated"))
    .map((name) => read("src/posenc/js", name))
    .join("\n");
  const called = new Set(scripts.match(/\w+/g));
  const missing = readBorder()
    .exports.map(({ name }) => name)
    .filter((name) => !called.has(camel(name)));
  assert.deepEqual(
    missing.map(
      (name) =>
        `src/posenc/js/${name.split("_")[0]}/: add the call that runs ${camel(name)}`,
    ),
    [],
  );
});

test("a kernel or an export that a build looks for in vain is named with its place", () => {
  for (const said of [
    "wasm-ld: error: x.o: undefined symbol: posenc::embedding::learned(std::span<float>)",
    "x.cpp:(.text+0x1): undefined reference to `posenc::embedding::learned(std::span<float>)'",
  ]) {
    assert.equal(
      undefinedHint(said),
      "src/posenc/core/embedding/learned.cpp, or the file of its kin there: add the definition of learned(…)",
    );
  }
  assert.equal(undefinedHint("error: expected ';'"), undefined);
  assert.equal(
    missingExportHint(
      'src/posenc/js/x.ts:2:9: ERROR: No matching export in "src/posenc/js/generated/border/bias.ts" for import "biasLogCpb"',
    ),
    "src/posenc/wasm/bias*.cpp: add POSENC_EXPORT int bias_log_cpb(…)",
  );
  assert.equal(missingExportHint("unexpected token"), undefined);
});
