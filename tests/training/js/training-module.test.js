// The second module as it is built: Embind's objects, before any API of ours.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { TRAINING } from "../../../tools/build-training.mjs";
import { inRoot } from "../../../tools/lib/paths.mjs";

const [glue, wasm] = TRAINING.map((path) => inRoot(path));
const { default: start } = await import(glue);
const compiled = await WebAssembly.compile(readFileSync(wasm));
const training = await start({
  instantiateWasm(imports, receive) {
    WebAssembly.instantiate(compiled, imports).then(receive);
    return {};
  },
});

const ROTARY = 16;
const BACK = 0;
const MODEL = {
  layers: 1,
  width: 32,
  heads: 2,
  vocabulary: 6,
  positions: 64,
  causal: true,
  tied: true,
  scheme: ROTARY,
  dropout: 0,
  base: 10000,
  learnedWidth: 0,
  clip: 16,
  shawValues: true,
  span: 16,
  copePositions: 64,
  buckets: 32,
  maxDistance: 128,
  fireWidth: 32,
  fireLength: 32,
  sandwichWidth: 128,
  rotaryWidth: 0,
  xposScaleBase: 512,
};
const SOURCE = {
  task: BACK,
  symbols: 6,
  back: 3,
  classes: 16,
  hints: 64,
  verbs: 4,
  fillers: 16,
  earliest: 0,
  fromCorpus: false,
};
const RUN = {
  source: SOURCE,
  size: 16,
  least: 0,
  batch: 8,
  randomized: false,
  seed: 0,
  rate: 3e-3,
  beta1: 0.9,
  beta2: 0.98,
  epsilon: 1e-8,
  decay: 0.01,
  clip: 1,
  warmup: 10,
  steps: 200,
  finalRate: 0.1,
};
const TEST = {
  randomized: false,
  seed: 0,
  scaling: 0,
  factor: 1,
  originalLength: 0,
};

/** A run that has begun. */
function trainer(t, run = RUN, model = MODEL) {
  const made = new training.Trainer(model);
  t.after(() => made.delete());
  assert.equal(made.status, 0);
  assert.equal(made.begin(run), 0);
  return made;
}

test("the module and its JavaScript stay below 90 KB gzipped, and make no code", () => {
  const text = readFileSync(glue, "utf8");
  const sizes = [wasm, glue].map((file) => gzipSync(readFileSync(file)).length);
  assert.ok(sizes[0] + sizes[1] < 90_000, sizes.join(" + "));
  assert.doesNotMatch(text, /new Function|\beval\(/);
});

test("a model is trained, graded, looked at, and writes", (t) => {
  const run = trainer(t);
  const { loss, state, status, tokens } = run.step(90);
  assert.deepEqual(
    { state, status, tokens },
    { state: 0, status: 0, tokens: 90 * 8 * 16 },
  );
  assert.ok(loss > 0.1 && loss < 1.8, `${loss}`);
  assert.equal(run.steps, 90);

  const model = new training.Model(MODEL, 0);
  t.after(() => model.delete());
  const before = model.evaluate(SOURCE, 16, 32, TEST);
  assert.equal(run.give(model), true);
  const after = model.evaluate(SOURCE, 16, 32, TEST);
  assert.ok(before.accuracy < 0.5, `${before.accuracy}`);
  assert.ok(after.accuracy > 0.97, `${after.accuracy}`);
  assert.equal(after.scored, 32 * 13);

  model.tokens(10).set([0, 1, 2, 3, 4, 5, 4, 3, 2, 1]);
  assert.equal(model.look(TEST), 0);
  const weights = model.weights();
  assert.equal(weights.length, 2 * 10 * 10);
  for (let row = 0; row < 20; row += 1) {
    const sum = weights
      .subarray(10 * row, 10 * row + 10)
      .reduce((a, b) => a + b);
    assert.ok(Math.abs(sum - 1) < 1e-5);
  }
  // Behind the token that it is to say: four back from there.
  const text = model.tokens(12);
  text.set([0, 1, 2, 3, 4, 5]);
  assert.equal(model.generate(6, TEST), 0);
  assert.equal(model.logits().length, 10 * 6);
  for (let i = 6; i < 12; i += 1) assert.equal(text[i], text[i - 4]);
});

test("a saved run goes on bit for bit in another trainer", (t) => {
  const first = trainer(t);
  first.step(4);
  const bytes = first.save().slice();
  const { loss } = first.step(3);
  const second = trainer(t);
  second.saved(bytes.length).set(bytes);
  assert.equal(second.restore(), 0);
  assert.equal(second.steps, 4);
  assert.equal(second.step(3).loss, loss);
  bytes[500] ^= 1;
  second.saved(bytes.length).set(bytes);
  assert.equal(second.restore(), 5);
});

test("a run leaves the bytes that it leaves natively", (t) => {
  // As in tests/training/core/trainer_test.cpp, "the same bytes".
  const options = { ...MODEL, positions: 96, dropout: 0.1 };
  const run = trainer(t, { ...RUN, size: 12, seed: 7 }, options);
  run.step(10);
  const model = new training.Model(options, 0);
  t.after(() => model.delete());
  run.give(model);
  const { buffer, byteOffset, byteLength } = model.params();
  let hash = 0xcbf29ce484222325n;
  for (const byte of new Uint8Array(buffer, byteOffset, byteLength)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  assert.equal(hash, 7683757556630523432n);
});

test("tensors have names, shapes and places", (t) => {
  const run = trainer(t);
  const names = new Map();
  let numbers = 0;
  for (let n = 0; n < run.tensors; n += 1) {
    const tensor = run.tensor(n);
    assert.equal(tensor.offset, numbers);
    numbers += tensor.rows * tensor.columns;
    names.set(new TextDecoder().decode(run.name(n)), tensor);
  }
  assert.equal(numbers, run.numbers);
  assert.equal(names.size, run.tensors);
  const { rows, columns, decays } = names.get("layers.0.attention.qkv.weight");
  assert.deepEqual(
    { rows, columns, decays },
    { rows: 96, columns: 32, decays: true },
  );
});

test("tasks tell their sizes and the level of guessing", (t) => {
  const told = training.task(SOURCE, 16);
  assert.deepEqual(
    { ...told, chance: 0 },
    { status: 0, vocabulary: 6, length: 16, scored: 16, chance: 0 },
  );
  assert.ok(Math.abs(told.chance - 1 / 6) < 0.03, `${told.chance}`);
  assert.equal(training.task(SOURCE, 0).status, 2);
  const example = new training.Example(SOURCE, 16, 1, 2);
  t.after(() => example.delete());
  assert.deepEqual(
    [...example.targets()].slice(3),
    [...example.tokens()].slice(0, -3),
  );
});

test("text is learned from a corpus", (t) => {
  const run = new training.Trainer({ ...MODEL, vocabulary: 4 });
  t.after(() => run.delete());
  const text = Int32Array.from({ length: 200 }, (_, i) => i % 4);
  run.corpus(200).set(text);
  const options = { ...RUN, source: { ...SOURCE, fromCorpus: true } };
  assert.equal(run.begin(options), 0);
  run.step(40);
  assert.ok(run.step(1).accuracy > 0.9);
});

test("what makes no model or no run has a status, and nothing breaks", (t) => {
  const none = new training.Trainer({ ...MODEL, width: 20 });
  t.after(() => none.delete());
  assert.equal(none.status, 2);
  assert.equal(none.begin(RUN), 2);
  assert.equal(none.step(1).status, 2);
  assert.equal(none.save().length, 0);
  const made = new training.Trainer(MODEL);
  t.after(() => made.delete());
  assert.equal(made.begin({ ...RUN, size: 65 }), 3);
  assert.equal(made.begin({ ...RUN, rate: Number.NaN }), 2);
  assert.equal(made.begin({ ...RUN, batch: 0 }), 2);
  assert.equal(made.begin(RUN), 0);
  const other = new training.Model({ ...MODEL, layers: 2 }, 0);
  t.after(() => other.delete());
  assert.equal(made.give(other), false);
  other.tokens(65);
  assert.equal(other.look(TEST), 3);
  assert.equal(other.generate(1, TEST), 3);
  other.tokens(2).set([0, 6]);
  assert.equal(other.look(TEST), 2);
  assert.equal(other.evaluate(SOURCE, 65, 4, TEST).status, 3);
  assert.equal(other.evaluate(SOURCE, 16, 0, TEST).status, 2);
});

test("a thousand trainers, made and deleted, leave memory as it was", () => {
  const make = () => {
    const run = new training.Trainer(MODEL);
    assert.equal(run.begin(RUN), 0);
    run.delete();
  };
  for (let i = 0; i < 10; i += 1) make();
  const { length } = trainerMemory();
  for (let i = 0; i < 1000; i += 1) make();
  assert.equal(trainerMemory().length, length);
});

/** All memory of the module. */
function trainerMemory() {
  const example = new training.Example(SOURCE, 16, 1, 2);
  const { buffer } = example.tokens();
  example.delete();
  return new Uint8Array(buffer);
}
