// posenc-training: refusals and forms that runs seldom meet, each in full.
import assert from "node:assert/strict";
import test from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { load } from "posenc-training";

/** Tests give it what its types refuse. @type {any} */
const training = await load();
/** @type {any} */
const BACK = {
  layers: 1,
  dModel: 32,
  numHeads: 2,
  batch: 4,
  seed: 3,
  task: "back",
  position: "rope",
  trainLen: 12,
};
const TEXT = "abcabcabdabcabcabd".repeat(6);
const LEARNED = { ...BACK, task: undefined, data: TEXT, trainLen: 6 };
const TASKS =
  '"back", "copy", "reverse", "sort", "induction", "ends", "count", "flipFlop", "brackets", "parity", "addition", "hintedAddition", "sentence"';

/** A trainer that is gone after the test. */
function made(t, options) {
  const trainer = training.trainer(options);
  t.after(() => trainer.dispose());
  return trainer;
}

const refuses = (call, name, message) =>
  assert.throws(call, (/** @type {any} */ error) => {
    assert.equal(error.message, message);
    assert.equal(error.name, name);
    return true;
  });

const refusesTrainer = (options, name, message) =>
  refuses(
    () => training.trainer({ ...BACK, ...options }),
    name,
    `training.trainer: ${message}`,
  );

test("lengths that no text has are refused by name", (t) => {
  const sentence = made(t, { ...BACK, task: "sentence", trainLen: 6 });
  refuses(
    () => sentence.evaluate({ lengths: [6, 2] }),
    "RangeError",
    "evaluate: lengths[1] must be a length that the task has, got 2",
  );
  const copy = made(t, { ...BACK, task: "copy", maxLen: 64 });
  refuses(
    () => copy.evaluate({ lengths: [40] }),
    "RangeError",
    "evaluate: lengths[0] must be of at most 64 tokens, got 40 (80 tokens)",
  );
  const text = made(t, LEARNED);
  // 108 characters, of which the last 10 are kept.
  assert.equal(text.evaluate({ lengths: [8], texts: 2 })[0].length, 8);
  refuses(
    () => text.evaluate({ lengths: [9] }),
    "RangeError",
    "evaluate: lengths[0] must be below 9, for data keeps so few tokens for tests, got 9",
  );
  refuses(
    () => text.example(),
    "TypeError",
    "example: there is none where data is learned",
  );
});

test("a task's chance is told of lengths that it has", (t) => {
  const run = made(t, { ...BACK, task: "sentence", trainLen: 6 });
  const refused = (length, name, allowed) =>
    refuses(
      () => training.chance("sentence", length),
      name,
      `training.chance: length must be ${allowed}, got ${length}`,
    );
  assert.ok(training.chance("sentence", 2048) > 0);
  refused(2, "RangeError", "a length that the task has");
  const range = "an integer from 1 to 2048";
  // The last would be 6 in 32 bits.
  for (const length of [0, 2049, 6.5, Number.NaN, 2 ** 32 + 6]) {
    refused(length, "RangeError", range);
    refuses(
      () => run.example(1, length),
      "RangeError",
      `example: length must be ${range}, got ${length}`,
    );
  }
  refused(null, "TypeError", range);
});

test("what is learned from text is written as text", (t) => {
  const { text, tokens } = made(t, LEARNED).generate({
    prompt: "abc",
    length: 4,
  });
  assert.equal(text.length, 7);
  assert.ok(text.startsWith("abc"));
  assert.deepEqual([...tokens.slice(0, 3)], [0, 1, 2]);
});

test("characters are sorted by their code points", (t) => {
  // The last one's halves come before the third one.
  const data = "b\uff21a\u{1f600}".repeat(30);
  const run = made(t, { ...LEARNED, data });
  assert.deepEqual(run.vocabulary, ["a", "b", "\uff21", "\u{1f600}"]);
});

test("tokens by number are named by number", (t) => {
  const data = Int32Array.from({ length: 100 }, (_, n) => n % 5);
  const run = made(t, { ...LEARNED, data });
  assert.deepEqual(run.vocabulary, ["0", "1", "2", "3", "4"]);
  // A fifth of what is kept is each of them.
  assert.equal(run.evaluate({ lengths: [6], texts: 2 })[0].chance, 0.2);
});

test("what a trainer is not told has the defaults that it had", (t) => {
  const least = { task: "back", position: "learned", trainLen: 4 };
  const told = {
    layers: 2,
    dModel: 64,
    numHeads: 4,
    causal: true,
    tied: true,
    maxLen: 2048,
    seed: 0,
    minLen: 4,
    batch: 32,
    dropout: 0,
    learningRate: 3e-3,
    warmup: 50,
    steps: 1000,
    finalRate: 0.1,
    weightDecay: 0.01,
    clip: 1,
    beta1: 0.9,
    beta2: 0.98,
    epsilon: 1e-8,
  };
  const learned = (options) => {
    const run = made(t, { ...least, ...options });
    run.step(3);
    return run.weights();
  };
  assert.deepEqual(learned({}), learned(told));
  assert.notDeepEqual(learned({}), learned({ ...told, beta1: 0.8 }));
});

test("a single step is told, seen in the weights, and over with the run", () => {
  const [run, other] = [training.trainer(BACK), training.trainer(BACK)];
  const begin = performance.now();
  const told = run.step();
  const seconds = (performance.now() - begin) / 1000;
  assert.ok(told.tokensPerSecond >= told.tokens / seconds);
  assert.notDeepEqual(run.weights(), other.weights());
  other.step();
  assert.deepEqual(run.weights(), other.weights());
  for (const it of [run, other]) it.dispose();
  refuses(() => run.steps, "TypeError", "steps: it has been disposed of");
});

test("columns that are learned are fewer than there are", (t) => {
  const hybrid = (learnedWidth) => ({
    position: { type: "hybrid", learnedWidth },
  });
  made(t, { ...BACK, ...hybrid(31) });
  refusesTrainer(
    hybrid(32),
    "RangeError",
    "position.learnedWidth must be below dModel, 32, got 32",
  );
});

test("symbols past z are numbered", (t) => {
  const named = (symbols) =>
    made(t, { ...BACK, task: { type: "back", symbols } }).vocabulary;
  assert.equal(named(26).join(""), "abcdefghijklmnopqrstuvwxyz");
  assert.deepEqual(named(27).slice(0, 2), ["s0", "s1"]);
  assert.equal(named(30)[29], "s29");
});

test("data that is too long is refused before anything is made of it", () => {
  const task = undefined;
  const limit = "data must be at most 5000000";
  const size = "5.7 MiB (6000000 bytes)";
  refusesTrainer(
    { task, data: new Uint8Array(6e6) },
    "RangeError",
    `${limit} bytes, got ${size}`,
  );
  for (const data of ["a".repeat(6e6), "é".repeat(3e6)]) {
    refusesTrainer(
      { task, data },
      "RangeError",
      `${limit} bytes of UTF-8, got ${size}`,
    );
  }
  refusesTrainer(
    { task, data: new Int32Array(6e6) },
    "RangeError",
    `${limit} tokens, got 6000000`,
  );
});

test("as much data as is allowed is read, one more is not", () => {
  const task = undefined;
  // What is refused for its contents has not been refused for its size.
  const most = 5_000_000;
  const bytes = new Uint8Array(most + 1).fill(0xff);
  const size = "4.8 MiB (5000001 bytes)";
  refusesTrainer(
    { task, data: bytes.subarray(1) },
    "RangeError",
    "data must be UTF-8, got 255 at byte 0",
  );
  refusesTrainer(
    { task, data: bytes },
    "RangeError",
    `data must be at most ${most} bytes, got ${size}`,
  );
  // 3 bytes a sign, and as many for half a pair.
  const signs = (most - 5) / 3;
  const text = `${"€".repeat(signs)}\ud800ab`;
  refusesTrainer(
    { task, data: text },
    "RangeError",
    `data must be text, got half a surrogate pair at ${signs}`,
  );
  refusesTrainer(
    { task, data: `a${text}` },
    "RangeError",
    `data must be at most ${most} bytes of UTF-8, got ${size}`,
  );
  const tokens = new Int32Array(most + 1);
  tokens[1] = 65536;
  refusesTrainer(
    { task, data: tokens.subarray(1) },
    "RangeError",
    "data must be tokens from 0 to 65535, got 65536 at 0",
  );
  refusesTrainer(
    { task, data: tokens },
    "RangeError",
    `data must be at most ${most} tokens, got ${most + 1}`,
  );
});

test("the byte at which data is no UTF-8 is told, soon in a long text", () => {
  // Characters of one to four bytes; a byte that begins none.
  const bytes = [...new TextEncoder().encode("aé€😀"), 0xff, 97];
  const data = Uint8Array.from(bytes);
  const message = (at) => `data must be UTF-8, got 255 at byte ${at}`;
  refusesTrainer({ task: undefined, data }, "RangeError", message(10));
  // The first and the last character of each length, and of two ranges.
  for (const character of [
    "\0",
    "\x7f",
    "\x80",
    "\u07ff",
    "\u0800",
    "\u0fff",
    "\uffff",
    "\u{10000}",
    "\u{10ffff}",
  ]) {
    const own = [...new TextEncoder().encode(character)];
    refusesTrainer(
      { task: undefined, data: Uint8Array.from([...own, 0xff]) },
      "RangeError",
      message(own.length),
    );
  }
  // A byte that only goes on, where nothing has begun.
  refusesTrainer(
    { task: undefined, data: Uint8Array.from([0x80, 97, 97, 97, 97, 97]) },
    "RangeError",
    "data must be UTF-8, got 128 at byte 0",
  );
  // A character without its end, where a power of two of bytes ends.
  for (const length of [2 ** 16, 2 ** 17]) {
    const cut = new Uint8Array(length).fill(97);
    cut[length - 1] = 0xc3;
    refusesTrainer(
      { task: undefined, data: cut },
      "RangeError",
      `data must be UTF-8, got 195 at byte ${length - 1}`,
    );
  }
  const long = new TextEncoder().encode("é€".repeat(9e5));
  long[long.length - 3] = 0xff;
  const begin = performance.now();
  refusesTrainer(
    { task: undefined, data: long },
    "RangeError",
    message(4499997),
  );
  assert.ok(performance.now() - begin < 1000);
});

test("tasks and schemes are told by name", () => {
  refusesTrainer(
    { task: undefined },
    "TypeError",
    `task is required (one of ${TASKS}, or an object with such a type)`,
  );
  refusesTrainer(
    { task: 3 },
    "TypeError",
    `task must be one of ${TASKS}, or an object with such a type, got 3`,
  );
  for (const [task, name] of [
    ["zzz", "task"],
    [{ type: "zzz" }, "task.type"],
  ]) {
    refusesTrainer(
      { task },
      "RangeError",
      `${name} must be one of ${TASKS}, got "zzz" (a string)`,
    );
  }
  const { batch, ...model } = BACK;
  assert.equal(batch, 4);
  refuses(
    () => training.model({ ...model, weights: 3 }),
    "TypeError",
    "training.model: weights must be an object with all tensors by name, got 3",
  );
});

test("an open end of a range is told as such", () => {
  refusesTrainer(
    { beta1: 1 },
    "RangeError",
    "beta1 must be a finite number from 0 below 1, got 1",
  );
});

test("rope is rotary, by name and as a type", (t) => {
  const loss = (position) => made(t, { ...BACK, position }).step().loss;
  assert.equal(
    loss({ type: "rope", base: 100 }),
    loss({ type: "rotary", base: 100 }),
  );
  assert.notEqual(loss({ type: "rope", base: 100 }), loss("rope"));
});

test("biases of one's own are made of what an encoder sees too", (t) => {
  const loss = (bias, causal) =>
    made(t, {
      ...BACK,
      causal,
      maxLen: 32,
      position: { type: "custom", bias },
    }).step(3).loss;
  assert.equal(loss("+abs(i-j)", true), loss("abs(i-j)", true));
  // By distance, and by both positions: the same numbers.
  assert.equal(loss("abs(i-j)", false), loss("abs(i-j) + 0*i", false));
  assert.notEqual(loss("abs(i-j)", false), loss("max(i-j, 0)", false));
});

test("biases by distance and by both positions are the same to their ends", (t) => {
  // Something on the diagonal, and at the largest distance of a text.
  const bias = "3*max(0, 1 - abs(i-j)) + 5*max(0, abs(i-j) - 10) - (i-j)/9";
  for (const causal of [true, false]) {
    const loss = (formula) =>
      made(t, {
        ...BACK,
        causal,
        maxLen: 12,
        position: { type: "custom", bias: formula },
      }).step(3).loss;
    assert.equal(loss(bias), loss(`${bias} + 0*i`));
    assert.notEqual(loss(bias), loss("-(i-j)/9"));
  }
});

test("a decoder's bias is asked for what it sees, and for nothing else", (t) => {
  // No logarithm of the tokens that follow.
  for (const [bias, told] of [
    ["log(i-j + 1)", "NaN at i − j = -11"],
    ["log(i-j + 1) + 0*i", "-Infinity at i = 0, j = 1"],
  ]) {
    const options = { maxLen: 12, position: { type: "custom", bias } };
    assert.ok(made(t, { ...BACK, ...options }).step().loss > 0);
    refusesTrainer(
      { ...options, causal: false },
      "RangeError",
      `position.bias must be a number of at most ±1000000000, got ${told}, h = 1`,
    );
  }
  // No distance of as many tokens as there are positions.
  for (const bias of ["1/(12 - (i-j))", "1/(12 - i) + 1/(12 - j)"]) {
    made(t, { ...BACK, maxLen: 12, position: { type: "custom", bias } });
  }
});

test("a model has the formulas that its weights were trained with", (t) => {
  const asked = { lengths: [12], texts: 8 };
  for (const position of [
    { type: "custom", bias: "-3*abs(i-j)/h" },
    { type: "custom", frequencies: "1/(1 + i)" },
  ]) {
    const run = made(t, { ...BACK, maxLen: 16, position });
    run.step(3);
    const { batch, ...shape } = { ...BACK, maxLen: 16, position };
    const model = training.model({ ...shape, weights: run.weights() });
    t.after(() => model.dispose());
    assert.deepEqual(model.evaluate(asked), run.evaluate(asked));
  }
});

test("frequencies are asked for all pairs of a head, and no more", (t) => {
  const custom = (frequencies) => ({ type: "custom", frequencies });
  made(t, { ...BACK, position: custom("1/(8 - i)") });
  refusesTrainer(
    { position: custom("1/(7 - i)") },
    "RangeError",
    "position.frequencies must be a number of at most ±1048576, got Infinity at i = 7",
  );
});

test("T of a formula is how many tokens a text has", (t) => {
  // Of a task with as many answers as symbols, and of data.
  for (const [options, tokens] of /** @type {[any, number][]} */ ([
    [{ ...BACK, task: "copy" }, 24],
    [LEARNED, 6],
  ])) {
    const loss = (frequencies) =>
      made(t, {
        ...options,
        position: { type: "custom", frequencies },
      }).step(3).loss;
    assert.equal(loss("T/(50 + i)"), loss(`${tokens}/(50 + i)`));
    assert.notEqual(loss("T/(50 + i)"), loss(`${tokens - 1}/(50 + i)`));
  }
});

test("what a formula comes to is taken up to its bound, and told past it", (t) => {
  const taken = (position, more = {}) =>
    made(t, { ...BACK, ...more, position: { type: "custom", ...position } });
  const refused = (position, message, more = {}) =>
    refusesTrainer(
      { ...more, position: { type: "custom", ...position } },
      "RangeError",
      `position.${message}`,
    );
  for (const sign of ["", "-"]) {
    taken({ bias: `${sign}1000000000` });
    // By distance and by both positions: the first that is too large.
    refused(
      { bias: `${sign}((i-j) + 1000000000)` },
      `bias must be a number of at most ±1000000000, got ${sign}1000000001 at i − j = 1, h = 1`,
    );
    refused(
      { bias: `${sign}(999999998 + i*j + h)` },
      `bias must be a number of at most ±1000000000, got ${sign}1000000001 at i = 2, j = 1, h = 1`,
    );
    taken({ frequencies: `${sign}2^20` });
    refused(
      { frequencies: `${sign}(2^20 + i)` },
      `frequencies must be a number of at most ±1048576, got ${sign}1048577 at i = 1`,
    );
  }
  const square = { bias: "i*j" };
  taken(square, { maxLen: 512 });
  for (const bias of [
    square.bias,
    "i + j",
    "i - i",
    "d - i + j",
    "d - j + i",
  ]) {
    refused(
      { bias },
      "bias reads i and j otherwise than as (i - j): maxLen must be at most 512, got 513",
      { maxLen: 513 },
    );
  }
  for (const bias of ["i - j", "j - i", "abs(j - i)/2 + (i - j)"]) {
    taken({ bias }, { maxLen: 513 });
  }
});

test("a run that diverges stops, and says so", (t) => {
  // Without a mean of squares, steps grow as gradients vanish.
  const run = made(t, {
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
  const told = run.step(400);
  assert.equal(told.state, "diverged");
  assert.ok(told.step < 400);
  assert.equal(run.step(3).state, "diverged");
  assert.equal(run.steps, told.step);
});

/** Parts of a saved run: options, text and run. */
function partsOf(bytes) {
  const view = new DataView(bytes.buffer);
  let at = 28;
  return [16, 20, 24].map((place) => {
    const size = view.getUint32(place, true);
    at += size;
    return bytes.slice(at - size, at);
  });
}

/** The bytes of these parts, with the sum over them. */
function join(like, parts) {
  const size = parts.reduce((sum, { length }) => sum + length, 28);
  const bytes = new Uint8Array(size);
  bytes.set(like.subarray(0, 12));
  const view = new DataView(bytes.buffer);
  let at = 28;
  parts.forEach((part, n) => {
    view.setUint32(16 + 4 * n, part.length, true);
    bytes.set(part, at);
    at += part.length;
  });
  let sum = 0x811c9dc5;
  for (const byte of bytes.subarray(16)) {
    sum = Math.imul(sum ^ byte, 0x01000193);
  }
  view.setUint32(12, sum >>> 0, true);
  return bytes;
}

test("a run that is put together of two is refused by what it holds", (t) => {
  const one = made(t, BACK).save();
  const other = made(t, { ...BACK, dModel: 64 }).save();
  const [options, text, run] = partsOf(one);
  training.restore(join(one, [options, text, run])).dispose();
  const refused = (parts, what) =>
    refuses(
      () => training.restore(join(one, parts)),
      "RangeError",
      `training.restore: bytes must be ${what}`,
    );
  refused(
    [options, text, partsOf(other)[2]],
    "of the model that its options make",
  );
  const cut = run.subarray(0, run.length - 4);
  refused([options, text, cut], "whole: it is cut short, or too long");
});

test("no text is longer than xpos goes, whose powers end", (t) => {
  const xpos = (scaleBase, more = {}) => ({
    ...BACK,
    position: { type: "xpos", scaleBase },
    trainLen: 65,
    ...more,
  });
  const one = made(t, xpos(1));
  one.step();
  assert.equal(one.evaluate({ lengths: [65], texts: 2 })[0].length, 65);
  refuses(
    () => one.evaluate({ lengths: [66] }),
    "RangeError",
    "evaluate: lengths[0] must be of at most 65 tokens, got 66 (66 tokens)",
  );
  const tokens = Array.from({ length: 66 }, () => 0);
  refuses(
    () => one.logits(tokens),
    "RangeError",
    "logits: tokens must make at most 65 tokens, got 66",
  );
  refusesTrainer(
    xpos(1, { trainLen: 66 }),
    "RangeError",
    "trainLen must be of at most 65 tokens, got 66 (66 tokens)",
  );
  refusesTrainer(
    xpos(1, { maxLen: 66 }),
    "RangeError",
    "maxLen must be at most 64·scaleBase + 1 = 65, as far as xpos goes, got 66",
  );
  // Positions are whole: 64 · 1.01 and 64 · 1.02 lie on two sides of 65.
  made(t, xpos(1.01, { maxLen: 65 }));
  made(t, xpos(1.02, { maxLen: 66, trainLen: 66 })).step();
  assert.doesNotThrow(() => made(t, xpos(512, { maxLen: 2048 })));
});

test("what memory has no room for is refused, and nothing is left of it", async (t) => {
  const own = /** @type {any} */ (await load());
  const { grow } = WebAssembly.Memory.prototype;
  t.after(() => {
    WebAssembly.Memory.prototype.grow = grow;
  });
  // 65536 tokens with a row of 128 columns each.
  const data = Int32Array.from({ length: 200 }, (_, n) => 65535 * (n % 2));
  const large = { ...LEARNED, data, dModel: 128 };
  const { batch, ...model } = { ...large, weights: {} };
  WebAssembly.Memory.prototype.grow = () => {
    throw new RangeError("no more");
  };
  const message = "needs more memory than the module can get";
  refuses(() => own.model(model), "RangeError", `training.model: ${message}`);
  refuses(
    () => own.trainer(large),
    "RangeError",
    `training.trainer: ${message}`,
  );
  WebAssembly.Memory.prototype.grow = grow;
  const run = own.trainer(large);
  assert.equal(run.step().step, 1);
  run.dispose();
});

test("what is forgotten without being disposed of is freed", async () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc");
  const { batch, ...shape } = BACK;
  const run = training.trainer(BACK);
  const weights = run.weights();
  run.dispose();
  // One that goes while the next is measured would hide what that keeps.
  const kept = [];
  for (const make of [
    (own) => own.trainer(BACK),
    (own) => own.model({ ...shape, weights }),
  ]) {
    // A module whose memory nobody else has enlarged.
    const own = await load();
    kept.push(own);
    make(own).dispose();
    const { external } = process.memoryUsage();
    // Never freed, trainers are over 130 MB and models 36.
    for (let n = 1; n <= 600; n += 1) {
      make(own);
      if (n % 5 > 0) continue;
      gc();
      await turn();
    }
    const grown = process.memoryUsage().external - external;
    assert.ok(grown < 2e7, `${make}: ${grown} bytes`);
  }
});
