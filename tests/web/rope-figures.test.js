// What the figures on RoPE and ALiBi say, computed again by other means.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { useSite } from "./browser.js";
import { describeFigure, programOf, takeFigure } from "./spec.js";

const near = (a, b, error = 1e-6) => {
  assert.ok(Math.abs(a - b) <= error, `${a} is not ${b}`);
};

const nearAll = (found, wanted, error) => {
  assert.equal(found.length, wanted.length);
  for (let k = 0; k < wanted.length; k += 1) near(found[k], wanted[k], error);
};

/** A plane rotation, as the paper has it. */

describe("the wedges of a head", () => {
  test("make the score of what the library has turned", async () => {
    for (const content of ["same", "different"]) {
      for (const [pos, distance] of [
        [0, 0],
        [10, 12],
        [37, 41],
      ]) {
        const given = { content, pos, distance };
        const { model } = await describeFigure("rope", given);
        near(model.score, model.turned, 3e-6);
        near(
          model.parts.reduce((sum, part) => sum + part, 0),
          model.score,
          1e-12,
        );
      }
    }
  });

  test("do not change while both slide, to the last bit", async () => {
    const at = async (pos) => {
      const { model } = await describeFigure("rope", { pos });
      return [model.score, ...model.parts];
    };
    assert.deepEqual(await at(0), await at(64));
    const { model } = await describeFigure("rope", { distance: 13 });
    assert.notEqual((await at(0))[0], model.score);
  });

  test("follow their curve, and ALiBi its line", async () => {
    const { model } = await describeFigure("rope", { distance: 20 });
    assert.equal(model.curve.data[80], model.score);
    assert.equal(model.alibi.slope, 1 / 16);
    near(model.curve.data[0], 4, 1e-12);
  });
});

test("a wedge is green where it adds to the score", async () => {
  const fillOf = ({ panel, shown }, id, read) =>
    panel(id)
      [read](shown, { width: 400, height: 360 })
      .map((mark) => mark.fill)
      .find((fill) => fill === "good" || fill === "warm");
  for (const distance of [12, 30]) {
    const rope = await describeFigure("rope", { distance });
    const wanted = rope.model.parts[rope.state.pair] > 0 ? "good" : "warm";
    assert.equal(fillOf(rope, "scene", "canvas"), wanted);
  }
});

test("wedges further on in the text do not lie upon each other", async () => {
  for (const [distance, echoes] of [
    [12, 2],
    [20, 2],
    [25, 1],
    [30, 1],
  ]) {
    const { panel, shown } = await describeFigure("rope", {
      distance,
      answer: true,
    });
    const marks = panel("scene").canvas(shown, { width: 400, height: 360 });
    const pale = marks.filter(({ opacity }) => opacity === 0.1);
    assert.equal(pale.length, echoes, `${distance}`);
  }
});

test("added rows make a score wander, rotations do not", async () => {
  const { model } = await describeFigure("rope-additive");
  assert.ok(model.spreads.additive > 1);
  assert.ok(model.spreads.rotary < 1e-5);
  // At distance 0 a rotation leaves the plain product.
  const together = await describeFigure("rope-additive", { distance: 0 });
  const other = await describeFigure("rope-additive", { distance: 1 });
  assert.ok(together.model.spreads.rotary < 1e-5);
  assert.notEqual(together.model.rotary[0], other.model.rotary[0]);
});

describe("the layout of pairs", () => {
  const widths = [
    { headDim: 8, rotaryDim: 8 },
    { headDim: 16, rotaryDim: 4 },
    { headDim: 2, rotaryDim: 2 },
  ];

  test("mixed up gives other scores, but for a single pair", async () => {
    for (const width of widths) {
      const { model } = await describeFigure("rotary-layout", width);
      if (width.rotaryDim === 2) assert.equal(model.error, 0);
      else assert.ok(model.error > 0.5, `${model.error}`);
    }
  });

  test("is repaired by the permutation, whatever turns", async () => {
    for (const width of widths) {
      const { model, state } = await describeFigure("rotary-layout", {
        ...width,
        port: "converted",
      });
      assert.ok(model.error < 1e-6, `${model.error}`);
      // Evens first, then odds; what does not turn stays.
      const { headDim, rotaryDim } = state;
      const half = rotaryDim / 2;
      const want = Array.from({ length: headDim }, (_, c) =>
        c >= rotaryDim ? c : c < half ? 2 * c : 2 * (c - half) + 1,
      );
      assert.deepEqual(model.from, want);
    }
  });
});

test("shifted keys give the scores of keys rotated anew", async () => {
  for (const layout of ["halves", "interleaved"]) {
    const { model } = await describeFigure("key-shift", { layout });
    assert.ok(model.shiftedError < 2e-6, `${model.shiftedError}`);
    assert.ok(model.leftError > 0.5);
  }
  const many = await describeFigure("key-shift", { steps: 64 });
  const one = await describeFigure("key-shift");
  assert.ok(many.model.shiftedError > one.model.shiftedError);
  const none = await describeFigure("key-shift", { dropped: 0 });
  assert.equal(none.model.leftError, 0);
});

describe("ALiBi’s slopes", () => {
  const geometric = (n) =>
    Array.from({ length: n }, (_, h) => 2 ** ((-8 * (h + 1)) / n));

  /** The authors' rule. */
  const reference = (n) => {
    const c = 2 ** Math.floor(Math.log2(n));
    const rest = geometric(2 * c).filter((_, h) => h % 2 === 0);
    return [...geometric(c), ...rest.slice(0, n - c)];
  };

  /** MPT's: the next larger power, every second one first. */
  const mpt = (n) => {
    const all = geometric(2 ** Math.ceil(Math.log2(n)));
    if (all.length === n) return all;
    const odd = all.filter((_, h) => h % 2 === 1);
    const even = all.filter((_, h) => h % 2 === 0);
    return [...odd, ...even].slice(0, n);
  };

  test("follow the three rules for any number of heads, two of them alike", async () => {
    for (const heads of [1, 2, 6, 8, 12, 20, 40]) {
      for (const [order, rule] of Object.entries({
        reference,
        mpt,
        geometric,
      })) {
        const { model } = await describeFigure("alibi", { heads, order });
        nearAll(model.slopes, rule(heads), 1e-7);
        assert.equal(model.mptDiffers, 0);
      }
      assert.deepEqual(mpt(heads), reference(heads));
    }
  });

  test("make the penalties, on one side or on both", async () => {
    for (const symmetric of [false, true]) {
      const { model } = await describeFigure("alibi", { symmetric, heads: 8 });
      model.penalties.forEach(({ values, columns: n }, h) => {
        for (let i = 0; i < n; i += 1) {
          for (let j = 0; j < n; j += 1) {
            const distance = symmetric ? Math.abs(i - j) : Math.max(0, i - j);
            near(values[i * n + j], distance * 2 ** -(h + 1));
          }
        }
      });
    }
  });
});

describe("attention over the distance", () => {
  const softmax = (scores) => {
    const top = Math.max(...scores);
    const e = Array.from(scores, (v) => Math.exp(v - top));
    const sum = e.reduce((a, b) => a + b, 0);
    return e.map((v) => v / sum);
  };

  test("is the softmax of the scores shown", async () => {
    for (const content of ["equal", "random"]) {
      const { model } = await describeFigure("distance-profile", { content });
      for (const { scores, weights } of [model.alibi, model.rotary]) {
        nearAll(weights, softmax(scores), 1e-5);
      }
    }
  });

  test("falls by e^−m a step under ALiBi, and like a sum of cosines under RoPE", async () => {
    const { model, state } = await describeFigure("distance-profile");
    const { scores } = model.alibi;
    near(scores[0] - scores[100], 100 * model.slope, 1e-4);
    // With equal tokens half of the weight lies within ln 2 / m keys or so.
    near(model.alibi.half, Math.ceil(Math.LN2 / model.slope), 1);
    assert.equal(state.head, 3);
    assert.ok(model.rotary.scores[0] > model.rotary.scores[200]);
  });

  test("does not fall under RoPE when the tokens are random", async () => {
    let [near_, far] = [0, 0];
    for (let seed = 0; seed < 12; seed += 1) {
      const { model } = await describeFigure("distance-profile", {
        content: "random",
        seed,
      });
      const size = (part) => part.reduce((sum, v) => sum + v * v, 0);
      near_ += size(model.rotary.scores.subarray(0, 128));
      far += size(model.rotary.scores.subarray(384));
    }
    assert.ok(far / near_ > 0.85 && far / near_ < 1.15, `${far / near_}`);
  });
});

test("the programs offered in five languages compute what the figures show", async () => {
  const alibi = await describeFigure("alibi", { heads: 12, head: 9 });
  const [slopes, ...rows] = await programOf(alibi);
  nearAll(slopes, alibi.model.slopes, 1e-7);
  near(-rows[12][4], 8 * slopes[9], 1e-5);
  // No program of the literal rule is there, and none is offered.
  const given = { heads: 12, order: "geometric" };
  const literal = await describeFigure("alibi", given);
  assert.equal(await programOf(literal), undefined);
});

describe("in the reader’s hands", () => {
  const site = useSite();
  /** Where figures stand that the chapter doesn’t have. */
  const PAGES = {
    "cached-keys": "in-practice/",
    slopes: "long-context/",
    profile: "in-practice/",
  };
  const open = (t, id) => takeFigure(site, t, PAGES[id] ?? "rope/", id);

  test("the wedge is slid, opened and answered by hand and by keys", async (t) => {
    const it = await open(t, "rope");
    const { width } = await it.figure.evaluate((at) => {
      const box = at.shadowRoot.querySelector(".pane-scene .marks");
      return { width: box.clientWidth };
    });
    const share = (position) => (16 + (position / 128) * (width - 32)) / width;
    const height = 0.9;
    await it.drag("scene", [share(16), height], [share(46), height]);
    const slid = await it.state();
    assert.equal(slid.pos, 40);
    assert.equal(slid.distance, 12);
    assert.equal(slid.answer, true);
    await it.drag("scene", [share(slid.pos + 12), height], [share(72), height]);
    const opened = await it.state();
    assert.equal(opened.pos, slid.pos);
    assert.equal(opened.pos + opened.distance, 72);
    await it.focus("scene");
    await it.page.keyboard.press("ArrowRight");
    near((await it.state()).pos, opened.pos + 1, 1e-9);
    await it.page.keyboard.press("ArrowUp");
    near((await it.state()).distance, opened.distance + 1, 1e-9);
    assert.deepEqual(it.problems, []);
  });

  test("a scene becomes the next one by frames, and at once where motion is reduced", async (t) => {
    for (const reducedMotion of ["no-preference", "reduce"]) {
      const it = await open(t, "rope");
      await it.page.emulateMedia({ reducedMotion });
      const frames = await it.figure.evaluate(async (at) => {
        const canvas = at.shadowRoot.querySelector(".curves");
        const seen = new Set();
        at.shadowRoot.querySelector('[data-set^="step=2"]').click();
        for (let n = 0; n < 40; n += 1) {
          await new Promise((done) => requestAnimationFrame(done));
          seen.add(canvas.toDataURL());
        }
        return seen.size;
      });
      if (reducedMotion === "reduce") assert.ok(frames <= 3, `${frames}`);
      else assert.ok(frames > 6, `${frames}`);
      assert.equal((await it.state()).step, 2);
      assert.deepEqual(it.problems, []);
    }
  });

  test("the two tokens are moved by dragging and by keys", async (t) => {
    const it = await open(t, "slide-both");
    await it.press("lines", 0.5, 0.5);
    assert.equal((await it.state()).slide, 500);
    await it.focus("lines");
    await it.page.keyboard.press("ArrowRight");
    assert.equal((await it.state()).slide, 501);
    assert.deepEqual(it.problems, []);
  });

  test("the wrong layout is repaired from the menu", async (t) => {
    const it = await open(t, "pairing");
    assert.match(await it.finding(), /wrong by up to 2\.\d+/);
    await it.figure.locator("select").selectOption("converted");
    assert.match(await it.finding(), /difference is (0|\d\.\d\s×\s10⁻[78])/);
    await it.press("ported", 0.99, 0.01);
    const { query, key } = await it.state();
    assert.deepEqual([query, key], [0, 13]);
    assert.deepEqual(it.problems, []);
  });

  test("keys are dropped by arrow keys, and the chosen one stays in the cache", async (t) => {
    const it = await open(t, "cached-keys");
    await it.press("scores", 0.32, 0.5);
    assert.equal((await it.state()).key, 12);
    await it.focus("scores");
    await it.page.keyboard.press("ArrowUp");
    const { dropped, key } = await it.state();
    assert.deepEqual([dropped, key], [13, 13]);
    assert.deepEqual(it.problems, []);
  });

  test("a head of ALiBi is chosen among the dots and among the rows", async (t) => {
    const it = await open(t, "slopes");
    await it.press("slopes", 0.71, 0.5);
    assert.equal((await it.state()).head, 8);
    await it.press("distance", 0.5, 0.05);
    assert.equal((await it.state()).head, 0);
    await it.focus("slopes");
    await it.page.keyboard.press("ArrowUp");
    assert.match(await it.finding(), /^13 heads/);
    assert.deepEqual(it.problems, []);
  });

  test("a distance is chosen in either curve", async (t) => {
    const it = await open(t, "profile");
    await it.press("weights", 0.5, 0.5);
    const { distance } = await it.state();
    assert.ok(Math.abs(distance - 256) < 2, `${distance}`);
    await it.figure.locator('input[value="random"]').check();
    assert.equal((await it.state()).content, "random");
    assert.deepEqual(it.problems, []);
  });
});
