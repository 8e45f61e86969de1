// A step of training, beside the same step in PyTorch (tools/training/twin.py)
// and a product of matrices alone, all on one thread and in one run:
//
//     npm run build && node tools/training-speed.mjs
//
// Times are of the processor, so that others who use it count little.
import { execFileSync } from "node:child_process";
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

/** Milliseconds of the fastest of `times` calls. */
function fastest(times, call) {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i += 1) {
    const start = process.cpuUsage().user;
    call();
    best = Math.min(best, (process.cpuUsage().user - start) / 1000);
  }
  return best;
}

/** GFLOP a second of a linear layer that is large enough to be nothing else. */
async function productRate() {
  const { transformer } = await load();
  const size = 512;
  const ones = new Float32Array(size * size).fill(1);
  const x = { data: ones, shape: [size, size] };
  const ms = fastest(8, () => transformer.linear(x, x));
  return (2 * size ** 3) / ms / 1e6;
}

/**
 * Milliseconds of a step.
 *
 * @param training - the module
 * @param {(typeof SIZES)[number]} size
 */
function stepTime(training, [layers, width, batch, length]) {
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
  trainer.step(3);
  const ms = fastest(12, () => trainer.step(1));
  trainer.delete();
  return ms;
}

await buildTraining();
const { default: start } = await import(inRoot(TRAINING[0]));
const training = await start();
const rate = await productRate();
const ours = SIZES.map((size) => stepTime(training, size));
const twin = execFileSync(
  "python3",
  [inRoot("tools", "training", "twin.py"), "--speed"],
  { encoding: "utf8" },
);
const theirs = [...twin.matchAll(/([\d.]+) ms/g)].map(([, ms]) => Number(ms));
console.log(`a product alone: ${rate.toFixed(1)} GFLOP/s`);
for (const [n, [layers, width, batch, length]] of SIZES.entries()) {
  // Forward once, back twice; the scores of half the pairs do not exist.
  const flops =
    3 *
    batch *
    length *
    (layers * (24 * width ** 2 + 2 * length * width) + 2 * SYMBOLS * width);
  const own = flops / ours[n] / 1e6;
  console.log(
    `${layers} x ${width}, ${batch} x ${length}: ${ours[n].toFixed(1)} ms, ` +
      `PyTorch ${theirs[n].toFixed(1)} ms (${(theirs[n] / ours[n]).toFixed(1)} times), ` +
      `${own.toFixed(1)} GFLOP/s (${((100 * own) / rate).toFixed(0)} % of the product)`,
  );
}
