import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import {
  homeless,
  namesakes,
  picture,
  violations,
} from "../../tools/lib/floors.mjs";
import {
  importsOf,
  namedInCpp,
  namedInScript,
  sourcesBelow,
} from "../../tools/lib/imports.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";

const read = (file) => readFileSync(inRoot(file), "utf8");
const declared = JSON.parse(read("tools/floors.json"));
const files = sourcesBelow(["src", "web", "tools"]);
const imports = importsOf(files);

test("every source stands on a floor", () => {
  assert.deepEqual(homeless(declared.houses, files), []);
});

test("no file uses one of a floor above, and no folders go in a circle", () => {
  assert.deepEqual(violations(declared, imports), []);
});

test("no two files of the site have one name for different things", () => {
  assert.deepEqual(namesakes(declared.names, files), []);
});

test("imports are found in every language of the project", () => {
  for (const [file, used] of [
    ["src/posenc/js/bias/alibi.ts", "src/posenc/js/schema.ts"],
    ["src/posenc/wasm/bias.cpp", "src/posenc/core/bias/alibi.hpp"],
    ["src/posenc/core/bias/alibi.cpp", "src/posenc/core/bias/alibi.hpp"],
    ["src/posenc/wasm/bias.cpp", "src/posenc/wasm/border.hpp"],
    ["tools/test.mjs", "tools/test/doctest.mjs"],
    ["web/site/bench/run.ts", "web/site/bench/worker.ts"],
  ]) {
    assert.ok(
      imports.some((pair) => pair[0] === file && pair[1] === used),
      `${file} uses ${used}`,
    );
  }
});

test("imports of types, dynamic ones, exports and workers are imports", () => {
  const found = namedInScript(`
    import type { A } from "./a.ts";
    export { b } from "./b.ts";
    export type * from "./c.ts";
    const d = await import("./d.ts");
    type E = import("./e.ts").E;
    import "./f.css";
    new Worker(new URL("./g.ts", import.meta.url));
    // import { no } from "./comment.ts";
    const text = 'import { no } from "./text.ts"';
  `);
  assert.deepEqual(
    found.sort(),
    ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts", "f.css", "g.ts"].map(
      (name) => `./${name}`,
    ),
  );
  assert.deepEqual(
    namedInCpp('#include "a.hpp"\n#include <vector>\n// #include "no.hpp"\n'),
    ["a.hpp"],
  );
});

const HOUSE = { in: "", floors: [["top"], ["b", "a"], ["low"]] };
const judge = (pairs, exceptions = []) =>
  violations({ houses: [HOUSE], exceptions }, pairs);

test("arrows down are allowed, over a floor too", () => {
  assert.deepEqual(
    judge([
      ["top/x.ts", "a/x.ts"],
      ["top/x.ts", "low/x.ts"],
      ["a/x.ts", "a/y.ts"],
      ["a/deep/x.ts", "low/x.ts"],
    ]),
    [],
  );
});

test("arrows up and sideways are told with both files", () => {
  assert.deepEqual(
    judge([
      ["low/x.ts", "top/y.ts"],
      ["a/x.ts", "b/y.ts"],
    ]),
    [
      "low/x.ts uses top/y.ts: top is above low",
      "a/x.ts uses b/y.ts: b is beside a",
    ],
  );
});

test("a circle of folders side by side is told with all its files", () => {
  const circle = [
    ["a/one/x.ts", "a/two/x.ts"],
    ["a/two/y.ts", "a/three/x.ts"],
    ["a/three/y.ts", "a/one/y.ts"],
  ];
  assert.deepEqual(judge(circle), [
    "a/one/x.ts uses a/two/x.ts: a/two comes round to a/one again",
    "a/two/y.ts uses a/three/x.ts: a/three comes round to a/two again",
    "a/three/y.ts uses a/one/y.ts: a/one comes round to a/three again",
  ]);
  assert.deepEqual(judge(circle.slice(1)), []);
  assert.deepEqual(judge(circle, [circle[2]]), []);
});

test("a folder and its parts may know each other", () => {
  assert.deepEqual(
    judge([
      ["a/x.ts", "a/part/x.ts"],
      ["a/part/x.ts", "a/y.ts"],
    ]),
    [],
  );
});

test("an exception is for one pair, and goes when it is mended", () => {
  const pair = ["low/x.ts", "top/y.ts"];
  assert.deepEqual(judge([pair], [pair]), []);
  assert.equal(judge([pair, ["low/x.ts", "top/z.ts"]], [pair]).length, 1);
  const gone =
    "low/x.ts uses top/y.ts no more, or may: take the pair out of the exceptions";
  assert.deepEqual(judge([], [pair]), [gone]);
  const down = ["top/x.ts", "low/y.ts"];
  assert.match(judge([down], [down])[0], /^top\/x.ts uses low\/y.ts no more/);
});

test("a source that no house places is told", () => {
  assert.deepEqual(homeless([HOUSE], ["attic/x.ts", "a/x.ts"]), [
    "attic/x.ts stands on no floor of the root",
  ]);
  const loose = { in: "a", floors: [["part"], ["."]] };
  assert.deepEqual(homeless([loose], ["a/x.ts", "a/part/x.ts", "b/x.ts"]), []);
  assert.equal(homeless([loose], ["a/other/x.ts"]).length, 1);
});

test("files of one name are told, but for names of folders and of subjects", () => {
  const names = {
    in: "a",
    perFolder: ["index.ts"],
    bySubject: ["kinds", "checks"],
  };
  const told = (...paths) => namesakes(names, paths);
  assert.deepEqual(told("a/x/controls.ts", "a/y/controls.ts"), [
    "a/x/controls.ts and a/y/controls.ts have one name",
  ]);
  assert.deepEqual(told("a/x/index.ts", "a/y/index.ts"), []);
  assert.deepEqual(told("a/x/one.ts", "b/x/one.ts"), []);
  assert.deepEqual(told("a/kinds/bias.ts", "a/checks/bias.ts"), []);
  assert.equal(told("a/kinds/bias.ts", "a/kinds/old/bias.ts").length, 1);
  assert.equal(told("a/kinds/bias.ts", "a/x/bias.ts").length, 1);
});

test("the READMEs draw the floors as they are declared", () => {
  for (const house of declared.houses) {
    const drawn = read(house.drawn).replace(/\s+/g, " ");
    assert.ok(
      drawn.includes(`\`${picture(house)}\``),
      `${house.drawn} has no \`${picture(house)}\``,
    );
  }
});

test("the drawings of figures and site have a line for every room", () => {
  for (const house of declared.houses) {
    if (!/^web\/(site|widgets)/.test(house.in)) continue;
    const [, drawing] = read(house.drawn).split("```");
    const indent = "  ".repeat(house.in.split("/").length - 2);
    for (const room of house.floors.flat().filter((name) => name !== ".")) {
      const line = new RegExp(`^${indent}${room}/ +\\S`, "gm");
      assert.equal(drawing.match(line)?.length, 1, `${house.in}/${room}`);
    }
  }
});
