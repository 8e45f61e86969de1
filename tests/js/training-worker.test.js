// posenc/training/worker: the same runs in threads.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { load } from "posenc/training";
import { connect } from "posenc/training/worker";
import { wrong } from "../wrong.js";

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
  assert.deepEqual(there.options, BACK);
  assert.equal(there.startStep, 0);
  const again = await threads.restore(here.save());
  assert.deepEqual(again.options, BACK);
  assert.equal(again.startStep, 30);
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

/** A pool of one thread that runs this file. */
function odd(t, name, text) {
  const file = join(tmpdir(), `posenc-${name}-${process.pid}.mjs`);
  writeFileSync(file, text);
  return pool(t, wrong({ workers: 1, url: pathToFileURL(file) }));
}

test("a thread whose file fails ends, and so does the next one", async (t) => {
  const threads = await odd(t, "throws", 'throw new Error("no such day");\n');
  const message = "posenc/training: the thread ended: no such day";
  await assert.rejects(threads.trainer(BACK), { message });
  // It is gone: another one is made.
  await assert.rejects(threads.trainer(BACK), { message });
});

test("an error of a kind that nobody knows is an error", async (t) => {
  const threads = await odd(
    ...[t, "odd"],
    `import { parentPort } from "node:worker_threads";
parentPort.on("message", ({ type, id }) => {
  const error = { type: "error", id, fault: { kind: "OddError", message: "odd" } };
  parentPort.postMessage(type === "start" ? { type: "ready" } : error);
});
`,
  );
  await assert.rejects(threads.trainer(BACK), {
    name: "Error",
    message: "odd",
  });
});

test("a thread has models, and tells a run that diverges", async (t) => {
  const threads = await pool(t, wrong({}));
  const run = await threads.trainer(BACK);
  const { batch, ...shape } = BACK;
  assert.equal(batch, 4);
  const weights = await run.weights();
  const model = await threads.model({ ...shape, weights });
  assert.deepEqual(await model.logits([1, 2]), await run.logits([1, 2]));
  const wild = await threads.trainer({
    ...{ ...BACK, position: "none", trainLen: 6 },
    ...{ learningRate: 1, warmup: 0, clip: 1e300 },
    ...{ beta1: 0.99, beta2: 0, epsilon: 1e-300 },
  });
  const { step, state } = await wild.run({ steps: 300 });
  assert.equal(state, "diverged");
  assert.ok(step < 300);
});

test("what connect and run are given is read before anything begins", async (t) => {
  const bytes = readFileSync(
    new URL("../../dist/training.wasm", import.meta.url),
  );
  const own = await pool(t, wrong({ workers: 1, wasm: { bytes } }));
  const run = await own.trainer(BACK);
  await assert.rejects(run.run(wrong({ steps: 3, onProgress: 3 })), {
    ...{ name: "TypeError" },
    message: "run: onProgress must be a function, got 3",
  });
  await assert.rejects(connect(wrong(3)), {
    ...{ name: "TypeError" },
    message:
      "connect: options must be an object with workers, url, wasm, got 3",
  });
  await assert.rejects(connect(wrong({ wasm: 3 })), {
    ...{ name: "TypeError" },
    message:
      "connect: wasm: options must be an object with url, bytes, module, response, got 3",
  });
  await assert.rejects(
    connect({ wasm: { bytes: new Uint8Array(8) } }),
    /^Error: posenc: the WebAssembly module does not start: /,
  );
});

test("a thread that fails while it starts, or cannot be opened, has ended", async (t) => {
  const failing = await odd(
    ...[t, "failing"],
    `import { parentPort } from "node:worker_threads";
parentPort.on("message", () =>
  parentPort.postMessage({ type: "failed", message: "no memory" }),
);
`,
  );
  await assert.rejects(failing.trainer(BACK), {
    message: "posenc/training: the thread ended: no memory",
  });
  // Node has no threads of the net.
  const url = "https://example.org/thread.mjs";
  const nowhere = await pool(t, wrong({ workers: 1, url }));
  await assert.rejects(
    nowhere.trainer(BACK),
    /^Error: posenc\/training: the thread ended: The URL must be/,
  );
});

test("a trainer whose thread has ended says so each time", async (t) => {
  const threads = await odd(
    ...[t, "brief"],
    `import { parentPort } from "node:worker_threads";
parentPort.on("message", ({ type, id }) => {
  if (type === "call") process.exit(4);
  const made = { type: "done", id, value: { vocabulary: ["a"] } };
  parentPort.postMessage(type === "start" ? { type: "ready" } : made);
});
`,
  );
  const run = await threads.trainer(BACK);
  assert.deepEqual(run.vocabulary, ["a"]);
  const message = "posenc/training: the thread ended: its exit code is 4";
  await assert.rejects(run.step(), { message });
  await assert.rejects(run.step(), { message });
});

test("a run that is given up before its first step has no report", async (t) => {
  const threads = await pool(t, { workers: 1 });
  const run = await threads.trainer(BACK);
  run.pause();
  const stop = new AbortController();
  const ended = assert.rejects(
    run.run({ steps: 5, signal: stop.signal }),
    /enough/,
  );
  stop.abort(new Error("enough"));
  await ended;
  run.resume();
  assert.equal((await run.run({ steps: 2 })).step, 2);
});
