// A step of training, beside the same step in PyTorch (tools/training/twin.py)
// and products of matrices alone, all on one thread and in turns:
//
//     npm run build && node tools/training-speed.mjs
//
// Times are of the processor, so that others who use the machine count little; a
// ratio is the median over the rounds. A product is transformer.linear, which
// also copies what it is given and its result.
import { readFileSync } from "node:fs";
import { load } from "posenc";
import { buildTraining, TRAINING } from "./build-training.mjs";
import { inRoot } from "./lib/paths.mjs";
import { configurationText, RATE_NOTE, tooSlow } from "./lib/peer-rate.mjs";
import { loadTorch } from "./pytorch/peer.mjs";

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

/** The same step in PyTorch, a contender of its process. */
const twinOf = (torch, size) =>
  torch.contender(`
import sys
sys.path.insert(0, ${JSON.stringify(inRoot("tools", "training"))})
import twin
run = twin.stepper(${size.join(", ")})
`);

/** Milliseconds of a step, beside PyTorch's and as shares of products. */
async function measure(training, transformer, torch, size) {
  const trainer = trainerOf(training, size);
  const flops = operations(size);
  const own = productsOf(transformer, size);
  const square = matrix(LARGE, LARGE);
  const large = {
    call: () => transformer.linear(square, square),
    flops: 2 * LARGE ** 3,
  };
  const twin = torch && twinOf(torch, size);
  await twin?.time(3);
  trainer.step(5);
  own.call();
  large.call();
  /** @type {number[][]} */
  const [steps, rates, ofLarge, ofOwn, theirs, ratios] = Array.from(
    { length: 6 },
    () => [],
  );
  for (let n = 0; n < ROUNDS; n += 1) {
    const step = milliseconds(() => trainer.step(1));
    const rate = large.flops / milliseconds(large.call);
    const ownRate = own.flops / milliseconds(own.call);
    steps.push(step);
    const other = await twin?.time(1);
    if (other !== undefined) {
      theirs.push(other);
      ratios.push(step / other);
    }
    rates.push(rate / 1e6);
    ofLarge.push(flops / step / rate);
    ofOwn.push(flops / step / ownRate);
  }
  trainer.delete();
  twin?.close();
  return {
    ...(twin && { theirs: median(theirs), ratio: median(ratios) }),
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

/** PyTorch, if it is here and is what its name says. */
async function findTorch() {
  try {
    const torch = await loadTorch();
    const why = tooSlow(torch.rate);
    if (why === undefined) return torch;
    console.log(`PyTorch ${configurationText(torch)} is left out: ${why}`);
  } catch (/** @type {any} */ error) {
    console.log(`Without PyTorch: ${error.message}`);
  }
  return undefined;
}

const training = await startTraining();
const { transformer } = await load();
const torch = await findTorch();
const percent = (share) => `${(100 * share).toFixed(0)} %`;
for (const size of SIZES) {
  const [layers, width, batch, length] = size;
  const found = await measure(training, transformer, torch, size);
  const { ms, rate, product, ofLarge, ofOwn, theirs, ratio } = found;
  const beside =
    theirs === undefined
      ? ""
      : `, ${ratio.toFixed(2)} of PyTorch's ${theirs.toFixed(1)} ms`;
  console.log(
    `${layers} x ${width}, ${batch} x ${length}: ${ms.toFixed(1)} ms${beside}; ` +
      `${rate.toFixed(1)} GFLOP/s, ${percent(ofLarge)} of ${product.toFixed(1)}, ` +
      `that of a product of ${LARGE} x ${LARGE}, ${percent(ofOwn)} of its own products'`,
  );
}
if (torch) console.log(`PyTorch ${configurationText(torch)}. ${RATE_NOTE}.`);
torch?.close();
