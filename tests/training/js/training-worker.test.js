// posenc-training/worker: the same runs in threads.
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { load } from "posenc-training";
import { connect } from "posenc-training/worker";
import { untyped } from "../../untyped.js";

/** @type {any} */
const BACK = {
  task: "back",
  position: "rope",
  trainLen: 12,
  batch: 4,
  layers: 1,
  dModel: 32,
  numHeads: 2,
  seed: 3,
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

test("a run answers what as many steps answer, and tells of those since", async (t) => {
  const threads = await pool(t, { workers: 1 });
  const here = (await load()).trainer(BACK);
  const there = await threads.trainer(BACK);
  const told = [];
  const steps = 1000;
  const begin = performance.now();
  const { signal } = new AbortController();
  const { tokensPerSecond: rate, ...all } = await there.run({
    steps,
    signal,
    onProgress: (report) => told.push(report),
  });
  assert.deepEqual(getEventListeners(signal, "abort"), []);
  const seconds = (performance.now() - begin) / 1000;
  const { tokensPerSecond, ...expected } = here.step(steps);
  assert.ok(tokensPerSecond > 0);
  assert.deepEqual(all, expected);
  assert.ok(rate >= all.tokens / seconds, `${rate}`);
  assert.ok(rate < (50 * all.tokens) / seconds, `${rate}`);
  // Reports are of all steps, each of its own: together they are the whole.
  assert.ok(told.length > 1);
  const sums = { loss: 0, gradientNorm: 0, accuracy: 0, tokens: 0 };
  let last = 0;
  for (const report of told) {
    const made = report.step - last;
    last = report.step;
    assert.equal(report.tokens, made * 4 * 12);
    for (const name of ["loss", "gradientNorm", "accuracy"]) {
      sums[name] += (made / steps) * report[name];
    }
    sums.tokens += report.tokens;
  }
  for (const [name, sum] of Object.entries(sums)) {
    assert.ok(Math.abs(sum / all[name] - 1) < 1e-9, `${name}: ${sum}`);
  }
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
  /** @type {number[]} */
  const told = [];
  const running = run.run({
    steps: 1e6,
    signal: stop.signal,
    onProgress: ({ step }) => {
      last = step;
      told.push(step);
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
  // No step is told of twice.
  assert.equal(new Set(told).size, told.length);
  await assert.rejects(
    run.run({ steps: 5, signal: AbortSignal.abort(new Error("before")) }),
    /before/,
  );
});

test("a run ends with what its listener throws, once, and the trainer goes on", async (t) => {
  const threads = await pool(t, { workers: 1 });
  const run = await threads.trainer(BACK);
  const loose = [];
  const note = (error) => loose.push(error);
  for (const event of ["uncaughtException", "unhandledRejection"]) {
    process.on(event, note);
    t.after(() => process.off(event, note));
  }
  let made = 0;
  for (const isAsync of [false, true]) {
    const error = new Error("of the listener");
    let told = 0;
    const running = run.run({
      steps: 1e6,
      onProgress: ({ step }) => {
        told += 1;
        made = step;
        if (isAsync) return Promise.reject(error);
        throw error;
      },
    });
    await assert.rejects(running, (reason) => reason === error);
    assert.equal(told, 1);
    // It keeps what it has learned.
    const { step } = await run.step();
    assert.ok(step > made, `${step} ${made}`);
  }
  await new Promise((done) => setTimeout(done, 50));
  assert.deepEqual(loose, []);
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
});

test("what was disposed of says so, and what is beside it goes on", async (t) => {
  const threads = await pool(t, { workers: 1 });
  const refused = (name) => ({
    name: "TypeError",
    message: `${name}: it has been disposed of`,
  });
  const [gone, other] = [
    await threads.trainer(BACK),
    await threads.trainer(BACK),
  ];
  const waiting = assert.rejects(gone.run({ steps: 1e6 }), refused("run"));
  const going = other.run({ steps: 300 });
  await gone.logits([1]);
  gone.dispose();
  gone.dispose();
  await waiting;
  await assert.rejects(gone.step(), refused("step"));
  await assert.rejects(gone.run({ steps: 1 }), refused("run"));
  assert.equal((await going).step, 300);
  if (Symbol.dispose) {
    other[Symbol.dispose]();
    await assert.rejects(other.save(), refused("save"));
  }
});

test("a thread that dies or never answers rejects what waits for it", async (t) => {
  const file = join(tmpdir(), `posenc-thread-${process.pid}.mjs`);
  t.after(() => rmSync(file, { force: true }));
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

/** A pool of threads, one by default, that run this file. */
function odd(t, name, text, workers = 1) {
  const file = join(tmpdir(), `posenc-${name}-${process.pid}.mjs`);
  writeFileSync(file, text);
  t.after(() => rmSync(file, { force: true }));
  return pool(t, untyped({ workers, url: pathToFileURL(file) }));
}

test("a thread whose file fails ends, and so does the next one", async (t) => {
  const threads = await odd(t, "throws", 'throw new Error("no such day");\n');
  const message = "posenc-training: the thread ended: no such day";
  await assert.rejects(threads.trainer(BACK), { message });
  // It is gone: another one is made.
  await assert.rejects(threads.trainer(BACK), { message });
});

/** Says of what it makes, or refuses, which thread it is; ends when called. */
const NUMBERED = `import { parentPort, threadId } from "node:worker_threads";
parentPort.on("message", ({ type, id, given }) => {
  const name = String(threadId);
  const fault = { kind: "RangeError", message: name };
  if (type === "call") process.exit(4);
  if (type === "start") parentPort.postMessage({ type: "ready" });
  else if (given === "bad") parentPort.postMessage({ type: "error", id, fault });
  else if (type === "make") {
    parentPort.postMessage({ type: "done", id, value: { vocabulary: [name] } });
  }
});
`;

/** Makes trainers in such threads, and says in which. */
async function numbered(t, name, workers) {
  const threads = await odd(t, name, NUMBERED, workers);
  return {
    async make() {
      const made = await threads.trainer(BACK);
      return { made, thread: made.vocabulary[0] };
    },
    /** The thread that refused one. */
    refused: () =>
      threads.trainer(untyped("bad")).catch(({ message }) => message),
  };
}

test("a trainer goes to the thread that has the fewest", async (t) => {
  const { make } = await numbered(t, "spread", 2);
  const all = [];
  for (let n = 0; n < 4; n += 1) all.push(await make());
  const [one, two, three, four] = all;
  assert.notEqual(one.thread, two.thread);
  assert.deepEqual([three.thread, four.thread], [one.thread, two.thread]);
  two.made.dispose();
  four.made.dispose();
  const [five, six] = [await make(), await make()];
  assert.deepEqual([five.thread, six.thread], [two.thread, two.thread]);
  // Disposed of twice, it is one less.
  one.made.dispose();
  one.made.dispose();
  assert.equal((await make()).thread, one.thread);
  five.made.dispose();
  assert.equal((await make()).thread, two.thread);
});

test("a thread without a trainer is taken before another one begins", async (t) => {
  const { make, refused } = await numbered(t, "idle", 3);
  const first = await refused();
  assert.equal(await refused(), first);
  const { made, thread } = await make();
  assert.equal(thread, first);
  made.dispose();
  assert.equal((await make()).thread, first);
  const second = await refused();
  assert.notEqual(second, first);
  assert.equal((await make()).thread, second);
});

test("a thread that has ended makes room for another", async (t) => {
  const { make } = await numbered(t, "ended", 2);
  const [one, two] = [await make(), await make()];
  await assert.rejects(one.made.step(), /its exit code is 4/);
  const three = await make();
  assert.ok(![one.thread, two.thread].includes(three.thread));
  // The other is still there, and no third one begins.
  assert.equal((await make()).thread, two.thread);
});

test("an error of a kind that nobody knows is an error", async (t) => {
  const threads = await odd(
    t,
    "odd",
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
  const threads = await pool(t, untyped({}));
  const run = await threads.trainer(BACK);
  const { batch, ...shape } = BACK;
  assert.equal(batch, 4);
  const weights = await run.weights();
  const model = await threads.model({ ...shape, weights });
  assert.deepEqual(await model.logits([1, 2]), await run.logits([1, 2]));
  // It does not learn, and has no call that would be of learning.
  const ofTrainers = Object.keys(run).filter((name) => !(name in model));
  assert.deepEqual(ofTrainers.sort(), [
    "options",
    "pause",
    "resume",
    "run",
    "save",
    "startStep",
    "step",
  ]);
  model.dispose();
  await assert.rejects(model.logits([1]), {
    message: "logits: it has been disposed of",
  });
  const wild = await threads.trainer({
    ...BACK,
    position: "none",
    trainLen: 6,
    learningRate: 1,
    warmup: 0,
    clip: 1e300,
    beta1: 0.99,
    beta2: 0,
    epsilon: 1e-300,
  });
  const { step, state } = await wild.run({ steps: 300 });
  assert.equal(state, "diverged");
  assert.ok(step < 300);
});

test("what connect and run are given is read before anything begins", async (t) => {
  const bytes = readFileSync(
    new URL(import.meta.resolve("posenc-training/training.wasm")),
  );
  const own = await pool(t, untyped({ workers: 1, wasm: { bytes } }));
  const run = await own.trainer(BACK);
  await assert.rejects(run.run(untyped({ steps: 3, onProgress: 3 })), {
    name: "TypeError",
    message: "run: onProgress must be a function, got 3",
  });
  await assert.rejects(run.run(untyped({ steps: 3, signal: 3 })), {
    name: "TypeError",
    message: "run: signal must be an AbortSignal, got 3",
  });
  await assert.rejects(run.run(untyped({ steps: 3, onprogress() {} })), {
    name: "TypeError",
    message:
      'run: unknown option "onprogress", did you mean onProgress? (known: steps, onProgress, signal)',
  });
  await assert.rejects(
    run.run(untyped(undefined)),
    /^TypeError: run: steps must be an integer from 1 to 4294967296, got undefined$/,
  );
  await assert.rejects(connect(untyped(3)), {
    name: "TypeError",
    message:
      "connect: options must be an object with workers, url, wasm, fused, got 3",
  });
  await assert.rejects(connect(untyped({ wasm: 3 })), {
    name: "TypeError",
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
    t,
    "failing",
    `import { parentPort } from "node:worker_threads";
parentPort.on("message", () =>
  parentPort.postMessage({ type: "failed", message: "no memory" }),
);
`,
  );
  await assert.rejects(failing.trainer(BACK), {
    message: "posenc-training: the thread ended: no memory",
  });
  // Node has no threads of the net.
  const url = "https://example.org/thread.mjs";
  const nowhere = await pool(t, untyped({ workers: 1, url }));
  await assert.rejects(
    nowhere.trainer(BACK),
    /^Error: posenc-training: the thread ended: The URL must be/,
  );
});

test("a trainer whose thread has ended says so each time", async (t) => {
  const threads = await odd(
    t,
    "brief",
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
  const message = "posenc-training: the thread ended: its exit code is 4";
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

test("an engine without SIMD is told so before a thread begins", async (t) => {
  const { validate } = WebAssembly;
  t.after(() => {
    WebAssembly.validate = validate;
  });
  WebAssembly.validate = () => false;
  for (const begin of [load, connect]) {
    await assert.rejects(begin(), {
      message:
        "posenc: this engine has no WebAssembly SIMD (needed: Chrome 91, Firefox 89, Safari 16.4, Node 16.4 or newer)",
    });
  }
});
