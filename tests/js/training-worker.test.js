// posenc/training/worker: the same runs in threads.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { load } from "posenc/training";
import { connect } from "posenc/training/worker";

/** @type {any} */
const BACK = {
  ...{ task: "back", position: "rope", trainLen: 12, batch: 4 },
  ...{ layers: 1, dModel: 32, numHeads: 2, seed: 3 },
};

async function pool(t, options = { workers: 2 }) {
  const made = await connect(options);
  t.after(() => made.close());
  return made;
}

test("threads come to the bytes that the page comes to", async (t) => {
  const threads = await pool(t);
  const here = (await load()).trainer(BACK);
  const there = await threads.trainer(BACK);
  assert.deepEqual(there.vocabulary, here.vocabulary);
  here.step(30);
  const { step } = await there.run({ steps: 30 });
  assert.equal(step, 30);
  assert.deepEqual(await there.save(), here.save());
  const asked = { lengths: [12, 30], texts: 8 };
  assert.deepEqual(await there.evaluate(asked), here.evaluate(asked));
  assert.deepEqual(await there.attention([1, 2]), here.attention([1, 2]));
  assert.deepEqual(await there.weights(), here.weights());
  const again = await threads.restore(here.save());
  assert.equal((await again.step()).loss, here.step().loss);
  here.dispose();
});

test("more trainers than threads take turns, and all tell how far they are", async (t) => {
  const threads = await pool(t);
  const runs = await Promise.all(
    [1, 2, 3, 4].map((seed) => threads.trainer({ ...BACK, seed })),
  );
  const told = runs.map(() => []);
  await Promise.all(
    runs.map((run, n) =>
      run.run({ steps: 400, onProgress: ({ step }) => told[n].push(step) }),
    ),
  );
  for (const steps of told) {
    assert.equal(steps.at(-1), 400);
    assert.deepEqual(
      steps,
      [...steps].sort((a, b) => a - b),
    );
  }
});

test("a run is held, goes on, and is given up with all it has learned", async (t) => {
  const threads = await pool(t);
  const run = await threads.trainer(BACK);
  const stop = new AbortController();
  let last = 0;
  const running = run.run({
    steps: 1e6,
    signal: stop.signal,
    onProgress: ({ step }) => {
      last = step;
    },
  });
  const ended = assert.rejects(running, /enough/);
  while (last === 0) await run.evaluate({ lengths: [4], texts: 1 });
  run.pause();
  // What was sent before has come when this has.
  await run.logits([1]);
  await run.logits([1]);
  const held = last;
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(last, held);
  run.resume();
  while (last === held) await run.logits([1]);
  stop.abort(new Error("enough"));
  await ended;
  assert.ok((await run.step()).step > held);
  await assert.rejects(
    run.run({ steps: 5, signal: AbortSignal.abort(new Error("before")) }),
    /before/,
  );
});

test("what a thread refuses is told as on the page, and others go on", async (t) => {
  const threads = await pool(t);
  const good = await threads.trainer(BACK);
  const position = { type: "custom", bias: "i+" };
  await assert.rejects(
    threads.trainer({ ...BACK, position }),
    (/** @type {any} */ error) => {
      assert.ok(error instanceof RangeError);
      assert.match(
        error.message,
        /^training\.trainer: position\.bias, column 3/,
      );
      assert.equal(/** @type {any} */ (error).column, 3);
      return true;
    },
  );
  await assert.rejects(threads.restore(new Uint8Array(9)), RangeError);
  await assert.rejects(
    good.run({ steps: 0 }),
    /run: steps must be an integer from 1 to 4294967296, got 0/,
  );
  await assert.rejects(good.evaluate({ lengths: [0] }), /lengths\[0\]/);
  // What no message carries.
  const data = /** @type {any} */ (() => {});
  await assert.rejects(threads.trainer({ ...BACK, data }), TypeError);
  const waiting = assert.rejects(good.run({ steps: 1e6 }), /disposed of/);
  await good.logits([1]);
  good.dispose();
  await waiting;
  await assert.rejects(good.step(), /disposed of/);
});

test("a thread that dies or never answers rejects what waits for it", async (t) => {
  const file = join(tmpdir(), `posenc-thread-${process.pid}.mjs`);
  writeFileSync(file, "process.exit(3);\n");
  const threads = await pool(t, { workers: 1, url: pathToFileURL(file).href });
  await assert.rejects(
    threads.trainer(BACK),
    /the thread ended: its exit code is 3/,
  );
  const closed = await pool(t);
  const run = await closed.trainer(BACK);
  const ended = assert.rejects(run.run({ steps: 1e6 }), /the pool was closed/);
  await run.logits([1]);
  closed.close();
  await ended;
  await assert.rejects(closed.trainer(BACK), /the pool was closed/);
  await assert.rejects(connect({ workers: 0 }), /workers must be an integer/);
  await assert.rejects(connect({ url: /** @type {any} */ (5) }), /url/);
});
