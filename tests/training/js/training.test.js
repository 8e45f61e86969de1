// posenc-training as it is published: options, runs, saving, formulas.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import fc from "fast-check";
import { load } from "posenc-training";
import { inDist } from "../../../tools/lib/paths.mjs";

/** Tests give it what its types refuse. @type {any} */
const training = await load();
const SMALL = { layers: 1, dModel: 32, numHeads: 2, batch: 4, seed: 3 };
/** @type {any} */
const BACK = { ...SMALL, task: "back", position: "rope", trainLen: 12 };

/** A trainer that is gone after the test. */
function trainer(t, options = {}) {
  const made = training.trainer({ ...BACK, ...options });
  t.after(() => made.dispose());
  return made;
}

/** Options that a scheme cannot do without. */
const custom = (type) => (type === "custom" ? { bias: "-abs(i-j)/2^h" } : {});

test("every scheme learns something of tasks, and tells what it sees", (t) => {
  assert.equal(training.schemes.length, 19);
  for (const { type } of training.schemes) {
    const position = { type, ...custom(type) };
    const run = trainer(t, { position, task: "ends", trainLen: 6 });
    const first = run.step(5).loss;
    const last = run.step(60).loss;
    assert.ok(last < first, `${type}: ${first} ${last}`);
    const [score] = run.evaluate({ lengths: [9], texts: 8 });
    assert.ok(score.loss > 0 && score.accuracy <= 1, type);
    const { weights, length } = run.attention([0, 1, 2]);
    assert.equal(weights.length, 2 * length * length);
    const sum = weights[6] + weights[7] + weights[8];
    assert.ok(Math.abs(sum - 1) < 1e-5, type);
    run.dispose();
  }
});

test("every task can be trained on, tested and shown", (t) => {
  assert.equal(training.tasks.length, 13);
  for (const { type } of training.tasks) {
    const run = trainer(t, { task: type, position: "alibi" });
    run.step(2);
    const [{ chance, accuracy, loss }] = run.evaluate({
      lengths: [14],
      texts: 4,
    });
    assert.ok(chance > 0 && chance <= 1 && accuracy >= 0 && loss > 0, type);
    assert.equal(chance, training.chance(type, 14));
    const { tokens, targets } = run.example(1, 8);
    assert.equal(tokens.length, targets.length);
    assert.ok(
      targets.some((id) => id >= 0),
      type,
    );
    // Every token and every answer has a name.
    for (const id of [...tokens, ...targets]) {
      if (id >= 0) assert.equal(typeof run.vocabulary[id], "string", type);
    }
    assert.equal(run.logits(tokens).shape[1], run.vocabulary.length);
    run.dispose();
  }
});

test("lists tell every option with its range and default", () => {
  const back = training.tasks.find(({ type }) => type === "back");
  assert.deepEqual(back.options[0], {
    name: "back",
    kind: "integer",
    min: 0,
    max: 1024,
    default: 3,
    allowed: "an integer from 0 to 1024",
    instead: "3",
  });
  // Without an end that is a number of its own, and without a default.
  const fire = training.schemes.find(({ type }) => type === "fire");
  assert.deepEqual(fire.options[1], {
    name: "L",
    kind: "real",
    max: 1e9,
    default: 32,
    allowed: "a finite number above 0 and at most 1e9",
    instead: "32",
  });
  const hybrid = training.schemes.find(({ type }) => type === "hybrid");
  assert.deepEqual(hybrid.options[0], {
    name: "learnedWidth",
    kind: "integer",
    min: 1,
    max: 127,
    allowed: "an integer from 1 to 127",
    instead: "half of `dModel`",
  });
  const named = (is) => training.schemes.filter(is).map(({ type }) => type);
  assert.deepEqual(
    named((it) => it.stretches),
    ["rotary", "partialRotary", "xpos"],
  );
  assert.deepEqual(
    named((it) => it.causalOnly),
    ["forgetting"],
  );
  assert.ok(training.tasks.every(({ perfect }) => perfect === 1));
});

/** Ranges and defaults that a form is made of, and a saved run relies on. */
const BASE = "base: a finite number from 1 to 1e12; 10000";
const SYMBOLS = "symbols: an integer from 2 to 256; 16";
const CLASSES = "classes: an integer from 2 to 64; 16";
const OWN_OPTIONS = {
  none: [],
  sinusoidal: [BASE],
  learned: [],
  hybrid: ["learnedWidth: an integer from 1 to 127; half of `dModel`", BASE],
  perturbed: [BASE],
  shaw: ["clip: an integer from 1 to 1024; 16", "values: true"],
  transformerXL: [BASE],
  deberta: ["span: an integer from 1 to 1024; 16"],
  cope: ["positions: an integer from 2 to 1024; 64"],
  forgetting: [],
  t5: [
    "buckets: an even integer from 4 to 1024; 32",
    "maxDistance: an integer from 3 to 2³⁰; 128",
  ],
  alibi: [],
  kerple: [],
  fire: [
    "hidden: an integer from 1 to 1024; 32",
    "L: a finite number above 0 and at most 1e9; 32",
  ],
  sandwich: ["width: an even integer from 2 to 1024; 128", BASE],
  rotary: [BASE],
  partialRotary: [
    "rotaryDim: an even integer from 2 to 128; half of a head",
    BASE,
  ],
  xpos: ["scaleBase: a finite number from 1 to 2³¹; 512", BASE],
  custom: ["bias: none", "frequencies: none"],
  back: ["back: an integer from 0 to 1024; 3", SYMBOLS],
  copy: [SYMBOLS],
  reverse: [SYMBOLS],
  sort: [SYMBOLS],
  induction: [SYMBOLS],
  ends: [SYMBOLS],
  count: [CLASSES, SYMBOLS],
  flipFlop: [],
  brackets: [CLASSES],
  parity: [],
  addition: [],
  hintedAddition: ["hints: an integer from 2 to 256; 64"],
  sentence: [
    "nouns: an integer from 2 to 256; 16",
    "verbs: an integer from 1 to 256; 4",
    "fillers: an integer from 1 to 256; 16",
    "earliest: an integer from 0 to 2048; 0",
  ],
};

test("every option of schemes and tasks has the range and default it had", () => {
  const said = ({ name, allowed, instead }) =>
    `${name}: ${[allowed, instead].filter(Boolean).join("; ")}`;
  const own = ({ type, options }) => [
    type,
    options.map(said).filter((it) => it !== "randomized: false"),
  ];
  assert.deepEqual(
    Object.fromEntries([...training.schemes, ...training.tasks].map(own)),
    OWN_OPTIONS,
  );
  for (const { type, options } of training.schemes) {
    assert.equal(said(options.at(-1)), "randomized: false", type);
  }
});

test("a run learns a task, and is stretched at test time", (t) => {
  const run = trainer(t, { batch: 16, trainLen: 16 });
  const report = run.step(250);
  assert.equal(report.state, "running");
  assert.equal(report.step, 250);
  assert.equal(report.tokens, 250 * 16 * 16);
  assert.ok(report.tokensPerSecond > 0 && report.gradientNorm > 0);
  const [near, far] = run.evaluate({ lengths: [16, 64] });
  assert.ok(near.accuracy > 0.98, `${near.accuracy}`);
  const losses = ["interpolation", "ntk", { type: "yarn", factor: 8 }].map(
    (positionAtTest) => run.evaluate({ lengths: [64], positionAtTest })[0].loss,
  );
  assert.equal(new Set([far.loss, ...losses]).size, 4);
  const { text } = run.generate({ prompt: "a b c d e f", length: 4 });
  assert.equal(text, "a b c d e f c d e f");
});

test("a saved run goes on bit for bit, whatever it learns", (t) => {
  const texts = "The cat sat on the mat — 猫坐在垫子上。\n".repeat(40);
  for (const options of /** @type {any[]} */ ([
    { dropout: 0.2, minLen: 5, position: { type: "t5", randomized: true } },
    { task: undefined, data: texts, position: "cope" },
    {
      task: undefined,
      data: Int32Array.from({ length: 200 }, (_, n) => n % 7),
    },
    { position: { type: "custom", frequencies: "100^(-2*i/d)" } },
  ])) {
    const run = trainer(t, options);
    run.step(3);
    const bytes = run.save();
    const again = training.restore(bytes);
    t.after(() => again.dispose());
    assert.equal(again.steps, 3);
    assert.deepEqual(again.options, run.options);
    assert.equal("data" in run.options, false);
    if ("position" in options) {
      assert.deepEqual(again.options.position, options.position);
    }
    assert.deepEqual(again.vocabulary, run.vocabulary);
    const { loss } = run.step(4);
    assert.equal(again.step(4).loss, loss);
    assert.deepEqual(again.save(), run.save());
    assert.deepEqual(
      again.evaluate({ lengths: [8] }),
      run.evaluate({ lengths: [8] }),
    );
  }
});

/** One of a list's entries with some of its options, each in its range. */
const anyOf = (list) =>
  fc.constantFrom(...list).chain(({ type, options }) => {
    const fields = options
      .filter(({ kind }) => ["integer", "real", "flag"].includes(kind))
      .map(({ name, kind, min = 1e-6, max = 1e6, default: own }) => {
        // Few rows, short lengths: what is asked about is the options.
        const most = kind === "integer" ? Math.min(max, 4 * (own ?? 4)) : max;
        const value =
          kind === "flag"
            ? fc.boolean()
            : kind === "integer"
              ? fc.integer({ min, max: most })
              : fc.double({ min, max, noNaN: true });
        return [name, value];
      });
    return fc
      .record(Object.fromEntries(fields), { requiredKeys: [] })
      .map((given) => ({ type, ...custom(type), ...given }));
  });

/** Text with all that decoders have ideas of their own about. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom("\ufeff", "\0", "\r\n", "\u2028", "\ufffe", "\uffff"),
      fc.constantFrom("é", "e\u0301", "猫", "😀", "\u{10ffff}", '"', "\\"),
      fc.string({ unit: "binary", maxLength: 4 }),
    ),
    { minLength: 30, maxLength: 60 },
  )
  .chain((parts) =>
    fc.constantFrom("", "\ufeff", "\ufeff\ufeff").map((start) => {
      const text = start + parts.join("");
      return text + "ab".repeat(40);
    }),
  );

const anySource = fc.oneof(
  anyOf(training.tasks).map((task) => ({ task })),
  anyText.map((data) => ({ task: undefined, data })),
  anyText.map((data) => ({
    task: undefined,
    data: new TextEncoder().encode(data),
  })),
  fc
    .array(fc.constantFrom(0, 1, 255, 300), {
      minLength: 100,
      maxLength: 120,
    })
    .map((tokens) => ({ task: undefined, data: Int32Array.from(tokens) })),
);

const anyRun = fc.record(
  {
    seed: fc.oneof(fc.constant(-0), fc.maxSafeInteger()),
    causal: fc.boolean(),
    tied: fc.boolean(),
    maxLen: fc.integer({ min: 64, max: 512 }),
    minLen: fc.integer({ min: 1, max: 8 }),
    batch: fc.integer({ min: 1, max: 4 }),
    dropout: fc.double({ min: 0, max: 0.9, noNaN: true }),
    learningRate: fc.double({ min: 1e-8, max: 1, noNaN: true }),
    warmup: fc.integer({ min: 0, max: 20 }),
    steps: fc.integer({ min: 1, max: 2 ** 32 }),
    finalRate: fc.double({ min: 0, max: 1, noNaN: true }),
    weightDecay: fc.constantFrom(-0, 0, 0.5, 5e-324),
    clip: fc.constantFrom(5e-324, 0.1, 1, Number.MAX_VALUE),
    beta1: fc.double({ min: 0, max: 0.999, noNaN: true }),
    epsilon: fc.constantFrom(1e-300, 1e-8, 1),
  },
  { requiredKeys: [] },
);

test("any run goes on bit for bit once it is saved and restored", () => {
  let gone = 0;
  const runs = 150;
  fc.assert(
    fc.property(
      anySource,
      anyOf(training.schemes),
      anyRun,
      (source, position, options) => {
        const given = { ...SMALL, dModel: 16, trainLen: 8, ...source };
        let run;
        try {
          run = training.trainer({ ...given, position, ...options });
        } catch (/** @type {any} */ error) {
          // Options that do not go together: nothing was begun.
          assert.ok(error instanceof RangeError, error);
          assert.doesNotMatch(error.message, /the module refuses/);
          return;
        }
        gone += 1;
        run.step(2);
        const again = training.restore(run.save());
        assert.deepEqual(again.options, run.options);
        assert.deepEqual(again.vocabulary, run.vocabulary);
        const { loss } = run.step(2);
        assert.ok(Object.is(again.step(2).loss, loss));
        assert.deepEqual(again.save(), run.save());
        for (const it of [again, run]) it.dispose();
      },
    ),
    { numRuns: runs, seed: 11, includeErrorInReport: true },
  );
  assert.ok(gone > runs / 2, `only ${gone} of ${runs} were runs`);
});

test("a byte order mark is a character of a text, as string and as bytes", (t) => {
  const text = `\ufeff${"To be, or not to be. ".repeat(20)}`;
  const bytes = new TextEncoder().encode(text);
  const [ofText, ofBytes] = [text, bytes].map((data) =>
    trainer(t, { task: undefined, data }),
  );
  assert.ok(ofText.vocabulary.includes("\ufeff"));
  assert.deepEqual(ofBytes.vocabulary, ofText.vocabulary);
  assert.equal(ofBytes.step(2).loss, ofText.step(2).loss);
});

test("what is no saved run is refused with the reason, and others go on", (t) => {
  const run = trainer(t);
  run.step();
  const bytes = run.save();
  const with8 = (at) => {
    const copy = bytes.slice();
    copy[at] ^= 8;
    return copy;
  };
  for (const [given, reason] of /** @type {[any, RegExp][]} */ ([
    [new Uint8Array(), /cut short/],
    [bytes.subarray(0, 20), /cut short/],
    [bytes.subarray(0, -1), /cut short, or too long, \d+ bytes, got \d+/],
    [with8(0), /a run that save\(\) wrote/],
    [with8(8), /of this version of the library, which reads 1, got 9/],
    [with8(40), /a byte of it has changed/],
    [with8(bytes.length - 9), /a byte of it has changed/],
    ["text", /a Uint8Array that save\(\) gave, got "text"/],
  ])) {
    assert.throws(() => training.restore(given), reason);
  }
  assert.equal(run.step().step, 2);
});

test("a forged run with a right sum is refused as any other", () => {
  /** Its header, with such options and such a text. */
  const forged = (json, text = "") => {
    const parts = [json, text].map((it) => new TextEncoder().encode(it));
    const [options, own] = parts;
    const bytes = new Uint8Array(28 + options.length + own.length);
    const view = new DataView(bytes.buffer);
    bytes.set(new TextEncoder().encode("posencRn"));
    view.setUint32(8, 1, true);
    view.setUint32(16, options.length, true);
    view.setUint32(20, own.length, true);
    bytes.set(options, 28);
    bytes.set(own, 28 + options.length);
    const sum = bytes
      .subarray(16)
      .reduce((so, byte) => Math.imul(so ^ byte, 0x01000193), 0x811c9dc5);
    view.setUint32(12, sum >>> 0, true);
    return bytes;
  };
  for (const [
    json,
    reason,
    text,
  ] of /** @type {[string, RegExp, string?][]} */ ([
    ["no JSON", /bytes must be a run that save\(\) wrote/],
    ["null", /bytes must be a run that save\(\) wrote/],
    ['{"isTokens":true}', /bytes must be a run that save\(\) wrote/, "abc"],
    ['{"options":null}', /options must be an object/],
    ['{"options":{"__proto__":1}}', /unknown option "__proto__"/],
    ['{"options":{"layers":1e9}}', /layers must be|task|position/],
  ])) {
    const call = () => training.restore(forged(json, text));
    assert.throws(call, reason, json);
    assert.throws(call, /training\.restore: /, json);
  }
});

test("weights go to a model and to a file that others read", (t) => {
  const run = trainer(t);
  run.step(20);
  const weights = run.weights();
  const model = training.model({
    task: "back",
    position: "rope",
    trainLen: 12,
    weights,
    layers: 1,
    dModel: 32,
    numHeads: 2,
    seed: 3,
  });
  t.after(() => model.dispose());
  const asked = { lengths: [12, 20], texts: 8 };
  assert.deepEqual(model.evaluate(asked), run.evaluate(asked));
  const bytes = run.safetensors();
  const view = new DataView(bytes.buffer);
  const start = 8 + Number(view.getBigUint64(0, true));
  assert.equal(start % 8, 0);
  // Readers want a brace at once; behind the header are spaces to a multiple.
  assert.equal(bytes[8], "{".charCodeAt(0));
  assert.equal(bytes.subarray(start - 8, start).includes(0x7d), true);
  const header = JSON.parse(new TextDecoder().decode(bytes.slice(8, start)));
  const { __metadata__: metadata, ...tensors } = header;
  assert.equal(JSON.parse(metadata.posenc).position.type, "rotary");
  assert.deepEqual(Object.keys(tensors), Object.keys(weights));
  // Readers refuse a file that is longer than its tensors.
  const end = Math.max(
    ...Object.values(tensors).map((it) => it.data_offsets[1]),
  );
  assert.equal(bytes.length, start + end);
  for (const [name, { dtype, shape, data_offsets: ends }] of Object.entries(
    tensors,
  )) {
    const [from, to] = ends.map((end) => start + end);
    const data = new Float32Array(bytes.slice(from, to).buffer);
    assert.equal(dtype, "F32");
    assert.deepEqual(shape, weights[name].shape);
    assert.deepEqual(data, weights[name].data);
  }
  const { "norm.bias": _, ...rest } = weights;
  for (const [bad, reason] of /** @type {[any, RegExp][]} */ ([
    [rest, /weights\["norm.bias"\] must have 32 numbers/],
    [{ ...weights, "norm.bias": [1] }, /must have 32 numbers/],
    [
      { ...weights, "norm.bias": new Float32Array(32).fill(Number.NaN) },
      /weights must be finite, got NaN/,
    ],
    [
      // The very first number.
      {
        ...weights,
        [Object.keys(weights)[0]]: weights[Object.keys(weights)[0]].data.map(
          (x, n) => (n === 0 ? Number.POSITIVE_INFINITY : x),
        ),
      },
      /weights must be finite, got Infinity/,
    ],
  ])) {
    const { batch, ...shape } = { ...BACK, weights: bad };
    assert.throws(() => training.model(shape), reason);
  }
});

test("formulas come to the scheme that they write down", (t) => {
  const losses = (position) => {
    const run = trainer(t, { position });
    run.step(20);
    return run.step(20).loss;
  };
  const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-3, `${a} ${b}`);
  // Slopes of ALiBi for two heads, 2^-4 and 2^-8.
  near(
    losses("alibi"),
    losses({ type: "custom", bias: "-(i − j)×2^(-8*h/H)" }),
  );
  // As Chinese keyboards write them.
  assert.equal(
    losses({ type: "custom", bias: "－（ｉ－ｊ）＊２＾（－８＊ｈ／Ｈ）" }),
    losses({ type: "custom", bias: "-(i-j)*2^(-8*h/H)" }),
  );
  near(
    losses("alibi"),
    losses({ type: "custom", bias: "(j + 0*i - i) / 2^(4*h)" }),
  );
  near(
    losses("rotary"),
    losses({ type: "custom", frequencies: "10000^(-2*i/d)" }),
  );
  assert.equal(
    losses({
      type: "custom",
      bias: "min(-.5, max(1, 2, 3)*-abs(i-j), sqrt(T)) ^ 1",
    }),
    losses({ type: "custom", bias: "min(-1/2, -3*abs(j-i))" }),
  );
});

test("a mistake in a formula is told with its column, and nothing is run", () => {
  for (const [
    bias,
    column,
    reason,
  ] of /** @type {[string, number, RegExp][]} */ ([
    [
      "",
      1,
      /expected a number, i, j, h, d, T, H, a function or "\(", got the end/,
    ],
    ["-abs(i-k)", 8, /expected one of i, j, .*, got "k"/],
    ["2 i", 3, /expected an operation or the end, got "i"/],
    ["abs(i-j", 8, /got the end/],
    ["2**3", 3, /got "\*"/],
    ["min(i)", 6, /expected "," and a second number for min/],
    ["log i", 5, /expected "\(" behind log/],
    ["i;alert(1)", 2, /got ";"/],
    ["constructor(1)", 1, /expected one of/],
    ["1+".repeat(300), 501, /at most 500 characters/],
  ])) {
    assert.throws(
      () => training.trainer({ ...BACK, position: { type: "custom", bias } }),
      (error) => {
        assert.ok(error instanceof RangeError);
        assert.equal(/** @type {any} */ (error).column, column, bias);
        assert.match(error.message, reason);
        return true;
      },
    );
  }
});

/** @type {[any, RegExp][]} */
const BAD = [
  [{ task: "bak" }, /task must be one of "back".*got "bak"/],
  [{ task: undefined }, /task is required/],
  [
    { task: { type: "back", back: -1 } },
    /task\.back must be an integer from 0/,
  ],
  [{ task: { type: "copy", back: 1 } }, /unknown option "back" in task/],
  [
    { task: "sentence", trainLen: 2 },
    /trainLen must be a length that the task has, got 2/,
  ],
  [
    { task: "copy", trainLen: 2000 },
    /trainLen must be of at most 2048 tokens, got 2000 \(4000 tokens\)/,
  ],
  [{ data: "text" }, /give either task or data/],
  [{ task: undefined, data: "x" }, /data must be at least 2 tokens/],
  [
    { task: undefined, data: 5 },
    /data must be a string, a Uint8Array of UTF-8/,
  ],
  [
    { task: undefined, data: "short text" },
    /trainLen must be at most 7, for data has 9 tokens/,
  ],
  [
    { task: undefined, data: Uint8Array.of(65, 66, 200, 65) },
    /UTF-8, got 200 at byte 2/,
  ],
  [{ task: undefined, data: "ab\ud800cd" }, /half a surrogate pair at 2/],
  // The same half stands in a whole pair before.
  [{ task: undefined, data: "a😀b\ud83dc" }, /half a surrogate pair at 4/],
  [
    {
      task: undefined,
      data: Array.from({ length: 65_537 }, (_, n) =>
        String.fromCodePoint(n < 0xd800 ? n : n + 0x800),
      ).join(""),
    },
    /data must be at most 65536 different characters, got 65537/,
  ],
  [
    { task: undefined, data: "é".repeat(2_500_001) },
    /at most 5000000 bytes of UTF-8, got 4.8 MiB/,
  ],
  [
    { task: undefined, data: Int32Array.of(1, -1) },
    /tokens from 0 to 65535, got -1 at 1/,
  ],
  [{ position: undefined }, /position is required/],
  [{ position: "rop" }, /position must be one of/],
  [
    { position: { type: "shaw", clip: 0 } },
    /position\.clip must be an integer from 1 to 1024/,
  ],
  [
    { position: { type: "t5", maxDistance: 16 } },
    /position\.maxDistance must be above half of buckets, 16, got 16/,
  ],
  [
    { position: { type: "hybrid", learnedWidth: 64 } },
    /learnedWidth must be below dModel, 32/,
  ],
  [
    { position: { type: "partialRotary", rotaryDim: 18 } },
    /rotaryDim must be at most dModel \/ numHeads, 16/,
  ],
  [{ position: "forgetting", causal: false }, /needs causal to be true/],
  [
    { position: "rope", dModel: 8, numHeads: 8 },
    /even width of at least 2, got dModel \/ numHeads = 1/,
  ],
  [{ position: { type: "custom" } }, /exactly one of bias and frequencies/],
  [
    { position: { type: "custom", bias: "i", frequencies: "i" } },
    /exactly one/,
  ],
  [
    { position: { type: "custom", bias: 5 } },
    /position\.bias must be a formula/,
  ],
  [
    { position: { type: "custom", bias: "log(i-j)" } },
    /got -Infinity at i − j = 0, h = 1/,
  ],
  [
    { position: { type: "custom", bias: "i*j" }, maxLen: 2048 },
    /maxLen must be at most 512/,
  ],
  [
    { position: { type: "custom", frequencies: "1/i" } },
    /got Infinity at i = 0/,
  ],
  [{ layers: 5 }, /layers must be an integer from 1 to 4, got 5/],
  [{ dModel: 36 }, /dModel must be a multiple of 8, got 36/],
  [{ numHeads: 3 }, /numHeads must be a divisor of dModel, 32, got 3/],
  [{ trainLen: 0 }, /trainLen must be an integer from 1 to 2048/],
  [{ minLen: 13 }, /minLen must be at most trainLen, 12, got 13/],
  [{ steps: 20, warmup: 21 }, /warmup must be at most steps, 20, got 21/],
  [{ maxLen: 5 }, /trainLen must be of at most 5 tokens, got 12/],
  [{ batch: 0 }, /batch must be an integer from 1 to 1024/],
  [{ dropout: 1 }, /dropout must be a finite number from 0 to 0.9/],
  [
    { learningRate: 0 },
    /learningRate must be a finite number above 0 and at most 1/,
  ],
  [{ clip: Number.POSITIVE_INFINITY }, /clip must be a finite number above 0/],
  [{ learnRate: 1 }, /unknown option "learnRate", did you mean learningRate/],
];

test("what makes no run is refused by name, value and what is allowed", (t) => {
  const other = trainer(t);
  for (const [options, reason] of BAD) {
    assert.throws(
      () => training.trainer({ ...BACK, .../** @type {any} */ (options) }),
      (/** @type {Error} */ error) => {
        assert.match(error.message, reason);
        assert.match(error.message, /^training\.trainer: /);
        return true;
      },
    );
  }
  for (const [ask, reason] of /** @type {[() => unknown, RegExp][]} */ ([
    [
      () => other.step(0),
      /step: count must be an integer from 1 to 4294967296, got 0/,
    ],
    [() => other.evaluate({ lengths: [] }), /at least one length/],
    [() => other.evaluate({ lengths: [2049] }), /lengths\[0\] must be/],
    [() => other.evaluate({ lengths: [9], texts: 0 }), /texts must be/],
    [
      () => other.evaluate({ lengths: [9], positionAtTest: "far" }),
      /positionAtTest must be one of/,
    ],
    [() => other.logits([]), /at least one token/],
    [() => other.logits([1, 16]), /tokens\[1\] must be a token from 0 to 15/],
    [() => other.logits("a zz"), /tokens\[1\] must be a token/],
    [
      () => other.attention(new Int32Array(2049)),
      /at most 2048 tokens, got 2049/,
    ],
    [
      () => other.generate({ prompt: [1], length: 2048 }),
      /at most 2048 tokens/,
    ],
    [() => other.example(0.5), /seed must be an integer/],
    [
      () =>
        trainer(t, { position: "alibi" }).evaluate({
          lengths: [9],
          positionAtTest: "ntk",
        }),
      /stretches rotations/,
    ],
    [
      () => trainer(t, { causal: false }).generate({ prompt: [1], length: 2 }),
      /causal must be true/,
    ],
  ])) {
    assert.throws(ask, reason);
  }
  assert.equal(other.step().step, 1);
});

test("the rate rises for all steps of a short run, for 50 of a longer one", (t) => {
  const rateAt = (options, step) => trainer(t, options).step(step).learningRate;
  const peak = 3e-3;
  for (const steps of [1, 5, 50]) {
    assert.equal(rateAt({ steps }, steps), peak, `${steps} steps`);
  }
  assert.equal(rateAt({ steps: 51 }, 50), peak);
  assert.ok(rateAt({ steps: 51 }, 51) < peak);
  assert.equal(rateAt({ steps: 20, warmup: 20 }, 20), peak);
});

test("a run that diverges says so and keeps its last weights", (t) => {
  const run = trainer(t, { learningRate: 1, clip: 1e300, warmup: 0 });
  let report = run.step();
  for (let n = 0; n < 200 && report.state === "running"; n += 1) {
    report = run.step(20);
  }
  const { state, step } = report;
  const { data } = run.weights()["tokens.weight"];
  assert.ok(data.every(Number.isFinite));
  if (state === "diverged") assert.equal(run.step(5).step, step);
});

test("what was disposed of says so, and `using` disposes", () => {
  const run = training.trainer(BACK);
  run.dispose();
  run.dispose();
  for (const call of ["step", "save", "weights"]) {
    assert.throws(
      () => run[call](),
      new RegExp(`${call}: it has been disposed of`),
    );
  }
  const source = training.trainer(BACK);
  const { batch, ...shape } = BACK;
  const model = training.model({ ...shape, weights: source.weights() });
  source.dispose();
  model.dispose();
  assert.throws(() => model.logits([1]), /logits: it has been disposed of/);
  for (const it of Symbol.dispose ? [run, model] : []) {
    assert.equal(typeof it[Symbol.dispose], "function");
  }
});

/** How much more memory the process has after so many times than after a few. */
function growth(make, times) {
  const memory = () => {
    const { arrayBuffers, external } = process.memoryUsage();
    return Math.max(arrayBuffers, external);
  };
  for (let n = 0; n < 20; n += 1) make();
  globalThis.gc?.();
  const before = memory();
  for (let n = 0; n < times; n += 1) make();
  globalThis.gc?.();
  return memory() - before;
}

test("a thousand trainers made and disposed of leave memory flat", () => {
  const grown = growth(() => training.trainer(BACK).dispose(), 1000);
  assert.ok(grown < 4e6, `${grown} bytes`);
});

test("models disposed of, and what is refused once it has memory, leave it flat", () => {
  const { batch: _, ...shape } = BACK;
  const run = training.trainer(BACK);
  const weights = run.weights();
  run.dispose();
  const bias = "log(i-j)";
  for (const make of [
    () => training.model({ ...shape, weights }).dispose(),
    () => assert.throws(() => training.model({ ...shape, weights: {} })),
    () =>
      assert.throws(() =>
        training.trainer({ ...BACK, position: { type: "custom", bias } }),
      ),
  ]) {
    const grown = growth(make, 300);
    assert.ok(grown < 4e6, `${make}: ${grown} bytes`);
  }
});

test("the module is taken from bytes, a module or an address too", async () => {
  const file = inDist("training", "training.wasm");
  const bytes = readFileSync(file);
  const module = await WebAssembly.compile(bytes);
  const url = new URL(`file://${file}`);
  for (const wasm of [{ bytes }, { module }, { url }]) {
    const own = await load({ wasm });
    const run = own.trainer(BACK);
    assert.equal(run.step().step, 1);
    run.dispose();
  }
  await assert.rejects(load({ wasm: {} }), /load: wasm: exactly one of/);
  await assert.rejects(
    load({ wasm: { bytes: bytes.subarray(0, 99) } }),
    /does not start/,
  );
});
