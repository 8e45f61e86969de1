// npm test as it is typed, and how it shows what ran.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import test from "node:test";
import { inRoot, root } from "../../tools/lib/paths.mjs";
import { apart, say, step } from "../../tools/lib/steps.mjs";
import { chooseLayers, readArguments } from "../../tools/test/arguments.mjs";

const LAYERS = [
  { name: "core", folders: ["tests/posenc/core"] },
  { name: "js", folders: ["tests/posenc/js", "tests/tools"] },
  { name: "web", folders: ["tests/web"] },
];

function command(...args) {
  const script = inRoot("tools", "test.mjs");
  return spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
}

const choose = async (...args) => {
  const asked = readArguments(args, LAYERS);
  return (await chooseLayers(asked, LAYERS))
    .map(({ name, files }) => [name, ...files].join(" "))
    .join("; ");
};

test("--help tells every layer, where it is, and the options", () => {
  const { status, stdout } = command("--help");
  assert.equal(status, 0);
  for (const layer of ["core", "js", "code", "web", "consumers"]) {
    assert.match(stdout, new RegExp(`^  ${layer} [^]*?\\(tests/`, "m"));
  }
  assert.match(stdout, /-t, --title TEXT/);
});

test("an option that does not exist is refused", () => {
  const { status, stderr } = command("--grep", "x");
  assert.equal(status, 1);
  assert.match(stderr, /Unknown option '--grep'/);
  assert.match(stderr, /What to do: see npm test -- --help/);
  assert.match(command("-t", "").stderr, /--title needs a part of a title/);
});

test("a file that does not exist is refused with the nearest name", () => {
  const { status, stderr } = command("js", "tests/posenc/js/bais.test.js");
  assert.equal(status, 1);
  assert.match(
    stderr,
    /There is no test file tests\/posenc\/js\/bais\.test\.js; is tests\/posenc\/js\/bias\.test\.js meant\?/,
  );
});

test("without words all layers run, with layers these", async () => {
  assert.equal(await choose(), "core; js; web");
  assert.equal(await choose("web", "core"), "core; web");
});

test("files bring their layer; a layer of which files are named runs only these", async () => {
  const [bias, t5] = [
    "tests/posenc/js/bias.test.js",
    "tests/posenc/core/bias/t5_test.cpp",
  ];
  assert.equal(await choose(bias), `js ${bias}`);
  assert.equal(await choose("js", bias), `js ${bias}`);
  assert.equal(await choose("web", bias, t5), `core ${t5}; js ${bias}; web`);
  const relative = await choose("tests/posenc/core/relative");
  assert.match(relative, /^core tests\/posenc\/core\/relative\/\S+_test\.cpp /);
  assert.doesNotMatch(relative, /bias/);
});

test("a file may be named by its end, or from the folder that npm was called in", async () => {
  const bias = "tests/posenc/js/bias.test.js";
  assert.equal(await choose("bias.test.js"), `js ${bias}`);
  assert.equal(
    await choose("bias/t5_test.cpp"),
    "core tests/posenc/core/bias/t5_test.cpp",
  );
  const before = process.env.INIT_CWD;
  process.env.INIT_CWD = inRoot("tests", "web");
  try {
    assert.equal(await choose("../posenc/js/bias.test.js"), `js ${bias}`);
    assert.equal(await choose(bias), `js ${bias}`);
  } finally {
    if (before === undefined) delete process.env.INIT_CWD;
    else process.env.INIT_CWD = before;
  }
  await assert.rejects(choose("resize_test.cpp", "bench.test.js"), {
    message:
      "bench.test.js is tests/tools/bench.test.js or tests/web/bench.test.js",
  });
});

const MODULE = new URL("../../tools/test/node-tests.mjs", import.meta.url);
const SUITE = `
import assert from "node:assert/strict";
import { describe, test } from "node:test";
describe("Keyboard", () => {
  test("arrows move (a.b)", () => {});
  test("home goes back", () => assert.equal(1, 2));
});
test("arrows", () => {});
test("never tried", { skip: "no reason" }, () => {});
`;

test("a title chooses tests by a part of theirs or of their group's", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "posenc-titles-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "suite.test.js");
  writeFileSync(file, SUITE);
  const script = join(folder, "run.mjs");
  const run = (named) => {
    const options = { title: "Titles", files: [relative(root, file)], named };
    // Inside a test, node:test runs no files.
    const env = { ...process.env };
    delete env.NODE_TEST_CONTEXT;
    writeFileSync(
      script,
      `import { runNodeTests } from ${JSON.stringify(MODULE)};
const counts = await runNodeTests(".", ${JSON.stringify(options)});
console.log(JSON.stringify(counts));`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, [script], {
      env,
      encoding: "utf8",
    });
    assert.equal(stderr, "");
    const [, text, counts] = /^(.*?)(\{.*\})\n$/s.exec(stdout);
    return { ...JSON.parse(counts), text };
  };
  const all = run();
  assert.deepEqual([all.passed, all.failed], [2, 1]);
  assert.match(all.text, /Left out: never tried \(no reason\)/);
  assert.match(all.text, /^✗ home goes back .*suite\.test\.js:6/m);
  const arrows = run("ARROWS");
  assert.deepEqual([arrows.passed, arrows.failed], [2, 0]);
  // What was not chosen is not told of.
  assert.doesNotMatch(arrows.text, /Left out|home/);
  const group = run("keyboard");
  assert.deepEqual([group.passed, group.failed], [1, 1]);
  const dotted = run("(a.b)");
  assert.deepEqual([dotted.passed, dotted.failed], [1, 0]);
  const none = run("no such title");
  assert.deepEqual([none.passed, none.failed], [0, 0]);
});

test("what runs side by side keeps its lines together", async () => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const part = (name, ms) =>
    apart(() =>
      step(name, async () => {
        say(`${name} begins`);
        await wait(ms);
        await step("inner", async () => say(`${name} goes on`));
        return { failed: 1 };
      }),
    );
  const parts = await Promise.all([part("a", 5), part("b", 1)]);
  for (const [k, name] of ["a", "b"].entries()) {
    const { result, text } = parts[k];
    assert.deepEqual(result, { failed: 1 });
    const lines = text.replace(/ {2}[\d.]+ s/, "").split("\n");
    const expected = [`${name} begins`, `${name} goes on`, `✗ ${name}`, ""];
    assert.deepEqual(lines, expected);
  }
});

test("--times lists what each file took of a processor, with all that it started", () => {
  const file = "tests/posenc/js/half.test.js";
  const env = { ...process.env };
  delete env.NODE_TEST_CONTEXT;
  const { stdout, status } = spawnSync(
    process.execPath,
    [inRoot("tools", "test.mjs"), file, "--times"],
    { env, encoding: "utf8" },
  );
  assert.equal(status, 0, stdout);
  const [, total] =
    /^Seconds of a processor, (\d+) in all:$/m.exec(stdout) ?? [];
  const [, own] =
    /^ +(\d+\.\d) {2}tests\/posenc\/js\/half\.test\.js$/m.exec(stdout) ?? [];
  assert.ok(Number(own) > 0 && Number(own) <= Number(total) + 1, stdout);
});

test("files that took most stand first, the sum of one that several engines ran apart", async () => {
  const { listTimes } = await import("../../tools/test/times.mjs");
  const times = [
    { file: "a", seconds: 1 },
    { file: "b", seconds: 2, engine: "firefox" },
    { file: "b", seconds: 4, engine: "webkit" },
    { file: "a", seconds: 1.5 },
  ];
  assert.equal(
    listTimes(times),
    "     4.0  b (webkit)\n     2.5  a\n     2.0  b (firefox)",
  );
  const many = Array.from({ length: 62 }, (_, n) => ({
    file: `file ${n}`,
    seconds: 100 - n,
  }));
  assert.match(listTimes(many), /\n {4}79\.0 {2}2 others$/);
});
