// What tables of options say of themselves, in words: the reference, the
// declarations and the help of the command line are written from it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { evaluated } from "./sources.js";

/** @type {ReturnType<typeof evaluated> | undefined} */
let modules;
/** Bundled once, in the first test. */
const all = (t) => {
  modules ??= evaluated(t);
  return modules;
};

/** Of one option of each kind, as it is told: [call, option, what is said]. */
const SAID = [
  ["bias.sandwich", "dim", "An even integer from 2 to 65536; default 128."],
  ["bias.sandwich", "base", "A finite number from 1 to 1e12; default 10000."],
  ["bias.sandwich", "convention", 'Default "paper".'],
  [
    "bias.alibi",
    "numHeads",
    "An integer from 1 to 65536; default the number of slopes.",
  ],
  ["bias.alibi", "slopes", "Finite numbers."],
  ["bias.alibi", "symmetric", "Default false."],
  ["bias.alibi", "queryPositions", "Integers."],
  [
    "bias.alibi",
    "offset",
    "A finite number from −2³¹ to 2³¹; default `keyLen` − `queryLen`.",
  ],
  ["bias.alibi", "out", "A buffer of the result's shape; default a new array."],
  [
    "bias.alibiSlopes",
    "maxBias",
    "A finite number above 0 and at most 1000; default 8.",
  ],
  ["bias.fire", "weights", ""],
  ["bias.fire", "eps", "A finite number above 0; default 0.000001."],
  [
    "bias.relativePositionIndex",
    "windowSize",
    "2 integers, each from 1 to 65536.",
  ],
  ["attention", "q", "A tensor."],
  ["bias.t5", "table", "A tensor of shape [numBuckets, H]."],
  [
    "bias.t5Bucket",
    "maxDistance",
    "An integer from the number of buckets of one distance + 1 to 2³¹ − 1; default 128.",
  ],
  ["embedding.document", "localTable", "2 × `window` + 1 finite numbers."],
  [
    "embedding.hierarchical",
    "alpha",
    "A finite number above 0 and below 1; default 0.4.",
  ],
  [
    "embedding.learned",
    "seed",
    "An integer from −(2⁵³ − 1) to 2⁵³ − 1; default 0.",
  ],
  [
    "embedding.paddedPositions",
    "padding",
    "An integer from −1 to 2³¹ − 1 − T; default 1.",
  ],
  ["embedding.perturbed", "delta", "A tensor of shape [seqLen, dModel]."],
  [
    "embedding.timestep",
    "scale",
    "A finite number from −2²⁰ to 2²⁰; default 1.",
  ],
  ["relative.shawIndices", "clip", "An integer from 0 to 2²⁰."],
  ["rotary.axial", "shape", "Finite numbers, each of at most 65536."],
  [
    "transformer.layerNorm",
    "epsilon",
    "A finite number of at least 0; default 0.00001.",
  ],
  [
    "transformer.encoder",
    "maxLen",
    "An integer from 1 to 2³¹; default any length.",
  ],
  [
    "training.trainer",
    "warmup",
    "An integer from 0 to 2³²; default 50, or `steps` where they are fewer.",
  ],
];

test("each kind of option says what is allowed and what holds without it", async (t) => {
  const { tables, optionText } = await all(t);
  for (const [call, name, said] of SAID) {
    const fields = tables.filter((it) => it.call === call);
    assert.equal(fields.length, 1, call);
    assert.equal(optionText(fields[0].fields[name]), said, `${call} ${name}`);
  }
});

test("what may be left out is told from what is needed", async (t) => {
  const { tables } = await all(t);
  const isOptional = (call, name) =>
    tables.find((it) => it.call === call).fields[name].optional;
  // By a default of their own, in words, and by nothing.
  for (const [call, name] of [
    ["bias.sandwich", "dim"],
    ["bias.alibi", "symmetric"],
    ["bias.alibi", "offset"],
    ["bias.alibi", "out"],
    ["bias.alibi", "queryLen"],
    ["rotary.apply", "tables"],
  ]) {
    assert.equal(isOptional(call, name), true, `${call} ${name}`);
  }
  for (const [call, name] of [
    ["bias.alibiSlopes", "numHeads"],
    ["bias.t5", "table"],
    ["bias.fire", "weights"],
    ["embedding.document", "paragraphs"],
    ["rotary.tables", "frequencies"],
  ]) {
    assert.equal(isOptional(call, name), false, `${call} ${name}`);
  }
});

test("a tensor of certain shapes says which, in words", async (t) => {
  const { tables } = await all(t);
  const tensors = [];
  const collect = (path, fields) => {
    for (const [name, field] of Object.entries(fields)) {
      if (field.kind === "tensor") tensors.push([`${path} ${name}`, field]);
      if (field.kind === "group") collect(`${path} ${name}`, field.fields);
    }
  };
  for (const { call, fields } of tables) collect(call, fields);
  assert.ok(tensors.length > 50, `${tensors.length}`);
  for (const [name, { rule }] of tensors) {
    const isAny = rule.shape === undefined && rule.rank === undefined;
    assert.ok(isAny || rule.as, name);
  }
});

test("numbers are told by their digits, powers of two and of ten where these are long", async (t) => {
  const { numberText } = await all(t);
  for (const [x, text] of [
    [0, "0"],
    [-0.5, "−0.5"],
    [2 ** 19, "524288"],
    [2 ** 20, "2²⁰"],
    [2 ** 20 - 1, "2²⁰ − 1"],
    [-(2 ** 20), "−2²⁰"],
    [-(2 ** 20 - 1), "−(2²⁰ − 1)"],
    [2 ** 20 - 2, "1048574"],
    [1e7 - 1, "9999999"],
    [1e7, "1e7"],
    [1e7 + 1, "1.0000001e7"],
  ]) {
    assert.equal(numberText(x), text);
  }
});
