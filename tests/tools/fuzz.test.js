import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { seeds } from "../../tools/fuzz/corpus.mjs";
import { targets } from "../../tools/fuzz/targets.mjs";
import { inRoot, namesBelow } from "../../tools/lib/paths.mjs";

/** Contents of the files below `folder` with an ending, one behind the other. */
const read = (folder, ending) =>
  namesBelow(inRoot(...folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(inRoot(...folder), name), "utf8"))
    .join("\n");

const withoutComments = (text) => text.replace(/\/\/.*$/gm, "");
const matches = (text, pattern) =>
  [...text.matchAll(pattern)].map((found) => found[1]);

test("every export of src/posenc/wasm is called by a fuzz target", () => {
  const exports = matches(
    read(["src", "posenc", "wasm"], ".cpp"),
    /^POSENC_EXPORT \w+ (\w+)\(/gm,
  );
  assert.ok(exports.length > 80, `${exports.length} exports found`);
  const called = withoutComments(
    read(["tests", "posenc", "fuzz", "border"], ".cpp"),
  );
  const missing = exports.filter(
    (name) => !new RegExp(`\\bwasm::${name}\\(`).test(called),
  );
  const advice = missing.map(
    (name) =>
      `tests/posenc/fuzz/border/*.cpp, beside the other exports of its file in src/posenc/wasm: add a call of wasm::${name}(…) and its line to POSENC_FUZZ_BORDER`,
  );
  assert.deepEqual(advice, []);
});

/** Functions of src/posenc/core, as `folder::name` or `folder::Type::name`. */
function coreFunctions() {
  const found = new Set();
  for (const folder of readdirSync(inRoot("src", "posenc", "core"))) {
    if (!statSync(inRoot("src", "posenc", "core", folder)).isDirectory())
      continue;
    let type = "";
    const headers = withoutComments(
      read(["src", "posenc", "core", folder], ".hpp"),
    );
    for (const line of headers.split("\n")) {
      type = /^(?:class|struct) (\w+)/.exec(line)?.[1] ?? type;
      if (line.startsWith("}")) type = "";
      // A friend is a function of the folder, which declares it elsewhere.
      if (/^ *friend /.test(line)) continue;
      // What tells the memory of another is a size.
      const declared = /\b(?:Status (\w+)|\w+ (\w+_size))\(/.exec(line);
      const name = declared?.[1] ?? declared?.[2];
      if (name) found.add([folder, type, name].filter(Boolean).join("::"));
    }
  }
  return [...found];
}

/** Whether `text` calls such a function, by its full or its using name. */
function calls(text, name) {
  const [folder, ...rest] = name.split("::");
  // A scheme is checked where it is made.
  const forms =
    rest[1] === "check"
      ? `make<(?:${folder}::)?${rest[0]}>`
      : `(?:${folder}::)?${rest.join("::")}[(<]`;
  const isUsed = text.includes(`using namespace posenc::${folder};`);
  return [...text.matchAll(new RegExp(`(?<![\\w.>:])${forms}`, "g"))].some(
    ([call]) => isUsed || call.includes(`${folder}::`),
  );
}

test("every function of src/posenc/core that can refuse, or tells a size, is called by a fuzz target", () => {
  const names = coreFunctions();
  assert.ok(names.length > 110, `${names.length} functions found`);
  // A border file may also call the core, whose headers it has.
  const files = ["core", "border"].flatMap((layer) => {
    const folder = inRoot("tests", "posenc", "fuzz", layer);
    return readdirSync(folder).map((name) =>
      withoutComments(readFileSync(join(folder, name), "utf8")),
    );
  });
  const missing = names.filter((name) => !files.some((it) => calls(it, name)));
  // What the others are made of, and what the kernel asks a scheme; the objects
  // of training are called by their names (tests/posenc/fuzz/core/training.cpp).
  const inner =
    /^embedding::check_sinusoidal$|^attention::(check(_mask|_sizes)?|few_scratch_size)$|::state_size$|^training::(Model::(check|model_memory_size|prepare(_rows|_turns)?|run)|Plan::make_plan|Trainer::(saved_size|step))$/;
  const advice = missing
    .filter((name) => !inner.test(name))
    .map(
      (name) =>
        `tests/posenc/fuzz/core/${name.split("::")[0]}.cpp, or beside its export in tests/posenc/fuzz/border: add a call of ${name}(…) and its line to the list of targets`,
    );
  assert.deepEqual(advice, []);
});

test("a call counts for the function of its own folder", () => {
  const used = "using namespace posenc::rotary;\naxial(out);";
  assert.ok(calls(used, "rotary::axial"));
  assert.ok(!calls(used, "embedding::axial"));
  assert.ok(calls("x = embedding::axial(out);", "embedding::axial"));
  assert.ok(!calls("x = rotary::axial(out);", "embedding::axial"));
  assert.ok(!calls(used, "rotary::axial_scratch_size"));
  assert.ok(calls("make<relative::Shaw>(to)", "relative::Shaw::check"));
  assert.ok(!calls("make<relative::Cope>(to)", "relative::Shaw::check"));
});

test("seeds belong to targets, and all of them are small", () => {
  const folder = inRoot("tests", "posenc", "fuzz", "seeds");
  const names = readdirSync(folder).map((name) => name.replace(/\.txt$/, ""));
  const known = targets();
  assert.deepEqual(
    names.filter((name) => !known.includes(name)),
    [],
  );
  for (const name of names) {
    for (const { length } of seeds(name)) assert.ok(length < 8192, name);
  }
});
