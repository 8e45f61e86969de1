// A step of training, beside the same step in PyTorch (tools/training/twin.py)
// and products of matrices alone, all on one thread and in one run:
//
//     npm run build && node tools/training-speed.mjs
//
// Times are of the processor, a step and the products it is held against in
// turns, so that others who use the machine count little. A product is
// transformer.linear, which also copies what it is given and its result.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { load } from "../dist/index.js";
import { buildTraining, TRAINING } from "./build-training.mjs";
import { inRoot } from "./lib/paths.mjs";

/**
 * Layers, width, batch, length.
 *
 * @type {readonly (readonly [number, number, number, number])[]}
 */
const SIZES = [
  [2, 64, 32, 44],
  [3, 96, 16, 64],
  [4, 128, 16, 124],
];
const HEADS = 4;
const SYMBOLS = 16;
const ROTARY = 16;
/** A product that is large enough to be nothing else. */
const LARGE = 512;
const ROUNDS = 25;

/** @param {() => unknown} call */
function milliseconds(call) {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const median = (values) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const matrix = (rows, columns) => ({
  data: Float32Array.from({ length: rows * columns }, (_, n) => Math.sin(n)),
  shape: [rows, columns],
});

/** Floating-point operations of a step: forward once, back twice. */
function operations([layers, width, batch, length]) {
  // The scores of half the pairs do not exist.
  const ofToken =
    layers * (24 * width ** 2 + 2 * length * width) + 2 * SYMBOLS * width;
  return 3 * batch * length * ofToken;
}

/** The four products of a layer, forward: as a call, and its operations. */
function productsOf(transformer, [, width, batch, length]) {
  const rows = batch * length;
  const pairs = [
    [width, 3 * width],
    [width, width],
    [width, 4 * width],
    [4 * width, width],
  ].map(([into, out]) => [matrix(rows, into), matrix(out, into)]);
  return {
    call: () => pairs.map(([x, weight]) => transformer.linear(x, weight)),
    flops: 24 * width ** 2 * rows,
  };
}

/** A trainer of one of the sizes. */
function trainerOf(training, [layers, width, batch, length]) {
  const trainer = new training.Trainer({
    layers,
    width,
    heads: HEADS,
    vocabulary: SYMBOLS,
    positions: 128,
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
  });
  const status = trainer.begin({
    source: {
      task: 0,
      symbols: SYMBOLS,
      back: 3,
      classes: 16,
      hints: 64,
      verbs: 4,
      fillers: 16,
      earliest: 0,
      fromCorpus: false,
    },
    size: length,
    least: 0,
    batch,
    randomized: false,
    seed: 0,
    rate: 1e-3,
    beta1: 0.9,
    beta2: 0.98,
    epsilon: 1e-8,
    decay: 0.01,
    clip: 1,
    warmup: 10,
    steps: 1000,
    finalRate: 0.1,
  });
  if (status !== 0) throw new Error(`begin: status ${status}`);
  return trainer;
}

/** Milliseconds of a step, and its rate as shares of that of products. */
function measure(training, transformer, size) {
  const trainer = trainerOf(training, size);
  const flops = operations(size);
  const own = productsOf(transformer, size);
  const square = matrix(LARGE, LARGE);
  const large = {
    call: () => transformer.linear(square, square),
    flops: 2 * LARGE ** 3,
  };
  trainer.step(5);
  own.call();
  large.call();
  /** @type {number[][]} */
  const [steps, rates, ofLarge, ofOwn] = [[], [], [], []];
  for (let n = 0; n < ROUNDS; n += 1) {
    const step = milliseconds(() => trainer.step(1));
    const rate = large.flops / milliseconds(large.call);
    const ownRate = own.flops / milliseconds(own.call);
    steps.push(step);
    rates.push(rate / 1e6);
    ofLarge.push(flops / step / rate);
    ofOwn.push(flops / step / ownRate);
  }
  trainer.delete();
  return {
    ms: median(steps),
    rate: flops / median(steps) / 1e6,
    product: median(rates),
    ofLarge: median(ofLarge),
    ofOwn: median(ofOwn),
  };
}

/** The module, which asks whoever starts it for its bytes. */
async function startTraining() {
  await buildTraining();
  const { default: start } = await import(inRoot(TRAINING[0]));
  const bytes = readFileSync(inRoot(TRAINING[1]));
  return start({
    instantiateWasm(imports, receive) {
      const module = new WebAssembly.Module(bytes);
      receive(new WebAssembly.Instance(module, imports), module);
      return {};
    },
  });
}

/** Milliseconds of the twin's steps; undefined where there is no PyTorch. */
function twinTimes() {
  const script = inRoot("tools", "training", "twin.py");
  const { status, stdout, stderr } = spawnSync("python3", [script, "--speed"], {
    encoding: "utf8",
  });
  if (status !== 0) {
    if (/No module named 'torch'/.test(stderr ?? "")) return undefined;
    throw new Error(`${script}: ${stderr}`);
  }
  return [...stdout.matchAll(/([\d.]+) ms/g)].map(([, ms]) => Number(ms));
}

const training = await startTraining();
const { transformer } = await load();
const ours = SIZES.map((size) => measure(training, transformer, size));
const theirs = twinTimes();
if (theirs === undefined) {
  console.log("No PyTorch to compare with (Debian: python3-torch).");
}
const percent = (share) => `${(100 * share).toFixed(0)} %`;
for (const [n, [layers, width, batch, length]] of SIZES.entries()) {
  const { ms, rate, product, ofLarge, ofOwn } = ours[n];
  const twin = theirs?.[n];
  const beside =
    twin === undefined
      ? ""
      : `, PyTorch ${twin.toFixed(1)} ms (${(twin / ms).toFixed(1)} times)`;
  console.log(
    `${layers} x ${width}, ${batch} x ${length}: ${ms.toFixed(1)} ms${beside}; ` +
      `${rate.toFixed(1)} GFLOP/s, ${percent(ofLarge)} of ${product.toFixed(1)}, ` +
      `that of a product of ${LARGE} x ${LARGE}, ${percent(ofOwn)} of its own products'`,
  );
}
