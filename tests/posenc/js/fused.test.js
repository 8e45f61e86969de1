import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { load } from "posenc";
import { connect } from "posenc/worker";
import { runGolden } from "../../across/golden/run.js";
import { testFused, withoutRelaxed } from "../../fused.js";
import { untyped } from "../../untyped.js";
import { maxError, noise } from "./helpers.js";

const file = (name) =>
  new URL(`../../../src/posenc/dist/${name}.wasm`, import.meta.url);
const FILE = file("fused");
const plain = await load();

const attended = (shape) => {
  const [q, k, v] = [1, 2, 3].map((seed) => noise(shape, seed));
  return { q, k, v, causal: true };
};

test("starts the plain module where the engine has no relaxed SIMD", async () => {
  const pe = await withoutRelaxed(() => load({ fused: true }));
  assert.equal(pe.isFused(), false);
  const input = attended([1, 40, 2, 16]);
  const [found, same] = [pe, plain].map((it) => it.attention(input));
  assert.deepEqual(found, same);
});

test("starts the plain module for fused: false", async () => {
  assert.equal((await load({ fused: false })).isFused(), false);
  const source = { fused: false, bytes: await readFile(file("posenc")) };
  assert.equal((await load(source)).isFused(), false);
});

test("refuses fused beside a source, and what is neither true nor false", async () => {
  await assert.rejects(load({ fused: true, url: FILE }), {
    name: "TypeError",
    message:
      "load: exactly one of url, bytes, module, response, fused is required, got url and fused",
  });
  await assert.rejects(load({ fused: untyped("yes") }), {
    name: "TypeError",
    message: 'load: fused must be true or false, got "yes" (a string)',
  });
  await assert.rejects(connect({ fused: true, wasm: { url: FILE } }), {
    name: "TypeError",
    message:
      "connect: wasm and fused cannot both be given; fused starts a module of the package",
  });
});

testFused(import.meta.url, {
  "starts the fused module, from the package or a source": async () => {
    assert.equal(plain.isFused(), false);
    for (const options of [{ fused: true }, { url: FILE }]) {
      assert.equal((await load(options)).isFused(), true);
    }
  },

  "the fused module passes all golden cases": async () => {
    const results = await runGolden(await load({ fused: true }));
    assert.ok(results.length > 300, `${results.length}`);
    assert.deepEqual(
      results.filter(({ faults }) => faults.length > 0),
      [],
    );
  },

  "a fused sum of n products is within n 2⁻²⁴ Σ|a b|": async () => {
    const pe = await load({ fused: true });
    for (const [rows, width, out] of [
      [9, 1, 5],
      [17, 64, 33],
      [8, 1000, 12],
    ]) {
      const [x, weight] = [noise([rows, width], 1), noise([out, width], 2)];
      const { data } = pe.transformer.linear(x, weight);
      for (let i = 0; i < rows * out; i += 1) {
        let [sum, size] = [0, 0];
        for (let k = 0; k < width; k += 1) {
          const product =
            x.data[Math.floor(i / out) * width + k] *
            weight.data[(i % out) * width + k];
          sum += product;
          size += Math.abs(product);
        }
        const bound = width * 2 ** -24 * size;
        assert.ok(Math.abs(data[i] - sum) <= bound, `${width}, ${i}`);
      }
    }
  },

  "fused attention is as near to attention in float64 as the plain one":
    async () => {
      const pe = await load({ fused: true });
      for (const shape of [
        [2, 65, 3, 24],
        [1, 300, 2, 64],
        [1, 4, 4, 128],
      ]) {
        const input = attended(shape);
        const right = plain.attention({ ...input, returnWeights: true });
        const [a, b] = [pe, plain].map((it) =>
          maxError(it.attention(input).output.data, right.output.data),
        );
        assert.ok(a > 0 && a <= 2 * b, `${shape}: ${a}, plain ${b}`);
      }
    },

  "threads run the fused module": async () => {
    const threads = await connect({ workers: 1, fused: true });
    try {
      assert.equal(threads.isFused(), true);
      const input = attended([1, 40, 2, 16]);
      const pe = await load({ fused: true });
      assert.deepEqual(await threads.attention(input), pe.attention(input));
    } finally {
      threads.dispose();
    }
  },
});
