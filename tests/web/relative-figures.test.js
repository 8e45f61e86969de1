// What the figures on relative positions say, computed again by other means.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { useSite } from "./browser.js";
import { describeFigure, programOf, takeFigure } from "./spec.js";

const TABLE = [
  [-0.1, 0.2, 0.3],
  [0.4, -0.5, 0.6],
  [0, 0, 0],
  [-0.4, 0.5, -0.6],
  [0.1, -0.2, -0.3],
];
const near = (a, b, error = 1e-6) => {
  assert.ok(Math.abs(a - b) <= error, `${a} is not ${b}`);
};
const nearAll = (found, wanted, error) => {
  assert.equal(found.length, wanted.length);
  for (let k = 0; k < wanted.length; k += 1) near(found[k], wanted[k], error);
};
const dot = (a, b) => a.reduce((sum, v, k) => sum + v * b[k], 0);

describe("the table of offsets", () => {
  test("serves three tokens, and fails two pairs of four", async () => {
    const three = await describeFigure("offsets", { seqLen: 3 });
    assert.equal(three.model.missing, 0);
    const four = await describeFigure("offsets");
    assert.match(four.finding, /7 rows.*has 5; 2 of 16/);
  });

  test("gives a₁₃ of the document by either sign, one the negative of the other", async () => {
    for (const [sign, row] of [
      ["key-minus-query", 4],
      ["query-minus-key", 0],
    ]) {
      const { model } = await describeFigure("offsets", { sign });
      nearAll(model.vector(0, 2), TABLE[row]);
    }
  });

  test("clips every offset into the table, by either sign", async () => {
    for (const sign of ["key-minus-query", "query-minus-key"]) {
      const { model } = await describeFigure("offsets", {
        sign,
        clipped: true,
        seqLen: 9,
      });
      for (let i = 0; i < 9; i += 1) {
        for (let j = 0; j < 9; j += 1) {
          const offset = sign === "key-minus-query" ? j - i : i - j;
          const row = Math.min(2, Math.max(-2, offset)) + 2;
          nearAll(model.vector(i, j), TABLE[row]);
        }
      }
    }
  });
});

describe("the forms of a score", () => {
  test("are those of the evidence: three numbers, or (1.5 − 0.4)/√3", async () => {
    const { model, sentence } = await describeFigure("score-forms");
    near(model.content, 1.5);
    near(model.relative[4], -0.4);
    near(model.scores[4], 0.6351, 5e-5);
    assert.match(sentence, /0\.924, 0\.751, 0\.693/);
    assert.equal(model.alone, 1);
    assert.match(model.refused, /shape.*got \[5, 5, 3\]/);
  });

  test("hold for any vectors and offsets", async () => {
    const [q, k] = [
      [2, -1, 0.5],
      [0.25, 3, -2],
    ];
    for (let offset = -2; offset <= 2; offset += 1) {
      const { model, table } = await describeFigure("score-forms", {
        q: q.join(" "),
        k: k.join(", "),
        offset,
      });
      const a = TABLE[offset + 2];
      near(model.relative[offset + 2], dot(q, a), 1e-5);
      near(model.other[offset + 2], dot(k, a), 1e-5);
      const deberta = (dot(q, k) + dot(q, a) + dot(k, a)) / 3;
      const said = table.rows[4].cells[1].replace("−", "-");
      near(Number(said), deberta, 6e-4);
    }
  });
});

test("Shaw’s rows end at the clip: the position term is flat beyond it", async () => {
  const { model, state } = await describeFigure("shaw", { clip: 3 });
  const { values, columns } = model.position;
  const row = [...values.slice(state.query * columns).slice(0, columns)];
  const far = row.filter((_, key) => key - state.query <= -3);
  assert.ok(far.length > 3);
  assert.ok(far.every((v) => v === far[0]));
  assert.notEqual(row[state.query - 2], far[0]);
  let clipped = 0;
  for (let i = 0; i < 16; i += 1) {
    for (let j = 0; j < 16; j += 1) clipped += Math.abs(j - i) > 3 ? 1 : 0;
  }
  assert.equal(model.clipped, clipped);
});

test("the shift of Transformer-XL is the library’s, and puts each distance in its place", async () => {
  for (const [queryLen, memory] of [
    [1, 0],
    [4, 2],
    [8, 6],
    [5, 0],
  ]) {
    const { model } = await describeFigure("shift-trick", { queryLen, memory });
    assert.equal(model.same, true, `${queryLen}, ${memory}`);
    const [keys, end] = [queryLen + memory, model.stages[4]];
    let past = 0;
    for (let i = 0; i < queryLen; i += 1) {
      for (let j = 0; j <= memory + i; j += 1) {
        past += 1;
        const from = end.from[i * keys + j];
        assert.equal(model.distance[from], memory + i - j);
        assert.equal(Math.floor(from / keys), i, "its own query");
      }
    }
    assert.equal(model.right, past);
  }
});

test("buckets of T5 are those of the formula, and the last begins at 91 or 113", async () => {
  for (const [bidirectional, size, end] of /** @type {const} */ ([
    [true, 16, 91],
    [false, 32, 113],
  ])) {
    const { model } = await describeFigure("buckets", { bidirectional });
    assert.equal(model.end, end);
    const half = size / 2;
    assert.equal(model.exact - 1, half - 1);
    for (let n = 0; n < 1000; n += 1) {
      // Away from the edges, where logarithms may round either way.
      const log =
        half + (Math.log(n / half) / Math.log(128 / half)) * (size - half);
      if (n >= half && Math.abs(log - Math.round(log)) < 1e-9) continue;
      const want = n < half ? n : Math.min(size - 1, Math.floor(log));
      assert.equal(model.buckets[model.reach - n], want, `distance ${n}`);
    }
  }
});

test("the programs offered in five languages compute what the figures show", async () => {
  const forms = await describeFigure("score-forms", { q: "2 0 -1" });
  const weights = (await programOf(forms))[2];
  nearAll(weights, forms.model.weights, 1e-6);
  const buckets = await describeFigure("buckets", { offset: -9 });
  const { model } = buckets;
  const rows = await programOf(buckets);
  // The last of ten queries: keys from offset −9 to 0.
  const wanted = [...model.buckets.slice(model.reach - 9, model.reach + 1)];
  assert.deepEqual([...rows[9]], wanted);
});

describe("in the reader’s hands", () => {
  const site = useSite();
  /** Where figures stand that the chapter doesn’t have. */
  const PAGES = { "relative-shift": "other-designs/" };
  const open = (t, id) =>
    takeFigure(site, t, PAGES[id] ?? "relative-positions/", id);

  test("a cell of the offsets is chosen by mouse and by keys", async (t) => {
    const it = await open(t, "offset-matrix");
    await it.press("pairs", 0.9, 0.1);
    assert.equal((await it.state()).key, 3);
    assert.match(await it.text(".pane-table"), /finds no row/);
    await it.focus("pairs");
    await it.page.keyboard.press("ArrowLeft");
    assert.equal((await it.state()).key, 2);
    assert.deepEqual(it.problems, []);
  });

  test("the vector of an offset is chosen by a hand and by keys", async (t) => {
    const it = await open(t, "score-forms");
    await it.drag("vectors", [0.9, 0.8], [0.3, 0.8]);
    assert.equal((await it.state()).offset, -1);
    await it.focus("vectors");
    await it.page.keyboard.press("ArrowRight");
    assert.equal((await it.state()).offset, 0);
    await it.figure.locator("#q").fill("1 1");
    assert.match(await it.text("#q-note"), /three/);
    assert.equal((await it.state()).q, "1 1 1");
    assert.deepEqual(it.problems, []);
  });

  test("the dashed line of Shaw’s profile is dragged", async (t) => {
    const it = await open(t, "shaw-terms");
    await it.drag("profile", [19 / 30, 0.3], [23 / 30, 0.3]);
    assert.equal((await it.state()).clip, 8);
    assert.deepEqual(it.problems, []);
  });

  test("arrow keys walk through the shift", async (t) => {
    const it = await open(t, "relative-shift");
    await it.focus("now");
    await it.page.keyboard.press("ArrowLeft");
    await it.page.keyboard.press("ArrowDown");
    const { step, query } = await it.state();
    assert.deepEqual([step, query], [3, 2]);
    assert.deepEqual(it.problems, []);
  });

  test("the strip of buckets is read by dragging", async (t) => {
    const it = await open(t, "bucket-strip");
    await it.press("strip", 0.99, 0.5);
    assert.match(await it.finding(), /bucket 31/);
    assert.deepEqual(it.problems, []);
  });
});
