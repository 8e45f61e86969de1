import assert from "node:assert/strict";
import test from "node:test";
import { load } from "posenc-training";
import { connect } from "posenc-training/worker";
import { testFused, withoutRelaxed } from "../../fused.js";
import { untyped } from "../../untyped.js";

/** @type {import("posenc-training").TrainerOptions} */
const OPTIONS = {
  task: "back",
  position: "rope",
  trainLen: 12,
  layers: 2,
  dModel: 32,
  numHeads: 4,
  batch: 16,
  seed: 3,
};
const lossesOf = (training, steps) => {
  const trainer = training.trainer(OPTIONS);
  const losses = Array.from({ length: steps }, () => trainer.step().loss);
  trainer.dispose();
  return losses;
};

test("trains with the plain module where the engine has no relaxed SIMD", async () => {
  const training = await withoutRelaxed(() => load({ fused: true }));
  assert.equal(training.isFused(), false);
  assert.deepEqual(lossesOf(training, 3), lossesOf(await load(), 3));
});

test("load refuses fused with wasm, what is no flag, and unknown options", async () => {
  for (const [options, message] of /** @type {const} */ ([
    [
      { fused: true, wasm: { bytes: new Uint8Array() } },
      "load: wasm and fused cannot both be given; fused starts a module of the package",
    ],
    [{ fused: 1 }, "load: fused must be true or false, got 1"],
    [
      { fussed: true },
      'load: unknown option "fussed", did you mean fused? (known: wasm, fused)',
    ],
  ])) {
    await assert.rejects(load(untyped(options)), {
      name: "TypeError",
      message,
    });
  }
});

testFused(import.meta.url, {
  "the fused module trains as the plain one does, within rounding":
    async () => {
      const training = await load({ fused: true });
      assert.equal(training.isFused(), true);
      const fused = lossesOf(training, 20);
      const plain = lossesOf(await load(), 20);
      assert.notDeepEqual(fused, plain);
      for (const [i, loss] of plain.entries()) {
        assert.ok(Math.abs(fused[i] - loss) <= 1e-4 * loss, `step ${i}`);
      }
    },

  "threads train with the fused module": async () => {
    const pool = await connect({ workers: 1, fused: true });
    try {
      assert.equal(pool.isFused(), true);
      const trainer = await pool.trainer(OPTIONS);
      const { loss } = await trainer.step();
      assert.equal(loss, lossesOf(await load({ fused: true }), 1)[0]);
    } finally {
      pool.close();
    }
  },
});
