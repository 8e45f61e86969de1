import assert from "node:assert/strict";
import test from "node:test";
import { measure, median } from "../bench/measure.js";
import { attribute, model, node } from "../bench/peers/onnx.js";
import { plainResults, terminalTable, withTable } from "../bench/report.js";

const RESULTS = [
  {
    kernel: "attention",
    shape: "8 × 512",
    flops: 4e9,
    ms: 20,
    min: 19,
    max: 30,
    peers: { other: { ms: 40, min: 39, max: 41, ratio: 0.5 } },
  },
  {
    kernel: "table",
    shape: "4096",
    bytes: 8e6,
    ms: 0.5,
    min: 0.4,
    max: 1,
    peers: { "memory fill": { ms: 0.4, min: 0.3, max: 0.5, ratio: 1.25 } },
  },
];

test("measure takes turns, waits for promises and answers medians", async () => {
  const calls = { fast: 0, slow: 0 };
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const times = await measure({
    fast() {
      calls.fast += 1;
    },
    async slow() {
      calls.slow += 1;
      await wait(30);
    },
  });
  assert.deepEqual(Object.keys(times), ["fast", "slow"]);
  assert.ok(times.fast.ms < 5);
  assert.ok(times.slow.min >= 25 && times.slow.max >= times.slow.ms);
  assert.ok(calls.fast > calls.slow);
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
});

test("the terminal's table has a line for every contender, with its rate", () => {
  const lines = terminalTable(RESULTS).split("\n");
  assert.equal(lines.length, 5);
  assert.match(
    lines[1],
    /^attention +8 × 512 +posenc +20\.00 +19\.00 +30\.00 +200\.0 GFLOP\/s$/,
  );
  assert.match(lines[2], /other +40\.00 .*100\.0 GFLOP\/s +0\.50 ×$/);
  assert.match(lines[3], /0\.500 .* 16\.0 GB\/s$/);
});

test("--json has the shape that readers of it expect", () => {
  assert.deepEqual(plainResults(RESULTS)[0], {
    kernel: "attention",
    shape: "8 × 512",
    ms: 20,
    peers: { other: { ms: 40, ratio: 0.5 } },
  });
});

test("--readme replaces what stands between its markers, and only that", () => {
  const begin = "<!-- bench: written by npm run bench -- --readme -->";
  const text = `before\n${begin}\nold\n<!-- /bench -->\nafter\n`;
  const found = withTable(text, RESULTS, { other: "1.2.3" });
  assert.equal(
    found,
    `before
${begin}

| kernel | shape | other | memory fill |
| --- | --- | ---: | ---: |
| attention | 8 × 512 | 0.50 |  |
| table | 4096 |  | 1.25 |

other 1.2.3.

<!-- /bench -->
after
`,
  );
  assert.equal(withTable(found, RESULTS, { other: "1.2.3" }), found);
  assert.throws(() => withTable("no markers", RESULTS, {}), {
    message: `README.md has no lines ${begin} and <!-- /bench -->`,
  });
});

test("an ONNX model of one node is the bytes that onnx.proto says", () => {
  const bytes = model(
    [node("Softmax", ["x"], ["y"], [attribute("axis", 300)])],
    [["x", [2]]],
    [["y", [2]]],
  );
  const hex = [...bytes].map((x) => x.toString(16).padStart(2, "0")).join("");
  assert.equal(
    hex,
    // IR version 8; the graph: 72 bytes
    "08083a48" +
      // node: x, y, Softmax, attribute axis = 300 of type INT
      "0a1d0a01781201792207536f66746d61782a0c0a046178697318ac02a00102" +
      // its name
      "12056772617068" +
      // input x and output y: float32 of shape [2]
      "5a0f0a0178120a0a08080112040a020802" +
      "620f0a0179120a0a08080112040a020802" +
      // operator set 17
      "42021011",
  );
});
