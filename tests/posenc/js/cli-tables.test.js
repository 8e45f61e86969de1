// Every name of `posenc table` and `posenc freqs`: the example of its help gives
// what the library's own call gives.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import {
  FILES,
  fromNpy,
  inShell,
  posencHere,
  temporary,
  toNpy,
  toNpz,
  withFiles,
} from "./cli-helpers.js";
import { pe } from "./helpers.js";

const { attention, embedding, rotary, bias, relative } = pe;
const file = (name) => FILES[name];
const grid = { queryLen: 4, keyLen: 4 };
const listed = (data, shape = [data.length]) => ({ data, shape });
const DOCUMENT = { paragraphs: [6, 4], sentences: [3, 3, 4], dModel: 16 };
const PAIRS = () => rotary.frequencies({ headDim: 8 });
const stacked = ({ cos, sin }) =>
  listed(Float32Array.of(...cos.data, ...sin.data), [2, ...cos.shape]);

/** What the example of a table comes to, where it is more than options with numbers. */
const TABLES = {
  temperature: () =>
    listed(
      attention.temperature({
        type: "floor",
        length: 8192,
        coefficient: 0.1,
        shift: 1,
        positions: [0, 8191, 1048575],
      }),
    ),
  "document-rows": () => embedding.document(DOCUMENT).rows,
  "document-bias": () =>
    embedding.document({ ...DOCUMENT, window: 2 }).localBias,
  hierarchical: () => embedding.hierarchical(file("table.npy"), 12),
  fourier: () => embedding.fourier({ coords: file("points.csv"), bands: 4 }),
  "random-fourier": () =>
    embedding.randomFourier({
      coords: file("points.csv"),
      features: 8,
      seed: 1,
    }),
  resize: () => embedding.resize(file("table.npy"), 8, { method: "cubic" }),
  "resize-2d": () => embedding.resize2d(file("table.npy"), { to: [3, 3] }),
  lookup: () => embedding.lookup(file("table.npy"), [0, 2, 2]),
  update: () =>
    embedding.update(file("table.npy"), [0, 2], file("gradient.npy"), {
      learningRate: 0.1,
    }),
  "padded-positions": () =>
    listed(embedding.paddedPositions(file("mask.json")), [2, 4]),
  "packed-positions": () =>
    listed(embedding.packedPositions({ lengths: [3, 4] })),
  "batched-positions": () =>
    embedding.batchedPositions({
      lengths: [3, 5, 1],
      side: "left",
      padding: 1,
    }).positions,
  add: () =>
    embedding.add(file("tokens.npy"), file("table.npy"), { tokenScale: 2 }),
  multiply: () => embedding.multiply(file("tokens.npy"), file("rows.npy")),
  concat: () => embedding.concat(file("tokens.npy"), file("rows.npy")),
  fit: () => embedding.fit(file("tokens.npy"), 2, { keep: "ends" }),
  convolutional: () =>
    embedding.convolutional(file("tokens.npy"), {
      depthwise: file("kernel.npy"),
      padding: "causal",
    }),
  "convolutional-grouped": () =>
    embedding.convolutionalGrouped(file("tokens.npy"), {
      weight: file("weight.json"),
      groups: 2,
    }),
  "convolutional-2d": () =>
    embedding.convolutional2d(file("image.json"), {
      shape: [2, 2],
      depthwise: file("kernel2d.json"),
    }),
  "weight-norm": () =>
    embedding.weightNorm(file("weight.json"), file("gain.csv")),
  rotary: () => rotary.tables({ frequencies: PAIRS(), seqLen: 16 }).cos,
  "rotary-multimodal": () =>
    stacked(
      rotary.multimodal({
        frequencies: PAIRS(),
        sections: [2, 1, 1],
        positions: [
          [0, 1, 2],
          [0, 0, 1],
          [0, 1, 0],
        ],
      }),
    ),
  "rotary-axial": () => stacked(rotary.axial({ shape: [4, 4], dimPerAxis: 8 })),
  xpos: () =>
    rotary.xpos({
      q: listed(new Float32Array(16 * 8), [16, 1, 8]),
      frequencies: PAIRS(),
      scaleBase: 8,
    }).queryScale,
  "alibi-slopes": () => listed(bias.alibiSlopes({ numHeads: 12 })),
  t5: () => bias.t5({ table: file("buckets.npy"), queryLen: 4, keyLen: 6 }),
  "t5-bucket": () => listed(bias.t5Bucket([-100, -9, 0, 9, 100])),
  fire: () => bias.fire({ weights: file("fire.json"), ...grid }),
  "log-cpb": () =>
    bias.logCpb({ windowSize: [2, 3], weights: file("cpb.json") }),
  "relative-position-index": () =>
    listed(bias.relativePositionIndex({ windowSize: [2, 2] }), [4, 4]),
  "shaw-indices": () =>
    listed(relative.shawIndices({ ...grid, clip: 2 }), [4, 4]),
  "shaw-values": () =>
    relative.shawValues(file("attention.json"), {
      valueTable: file("rows.npy"),
      clip: 1,
    }),
  distances: () => listed(relative.distances(grid), [4, 4]),
  "log-buckets": () =>
    listed(
      relative.logBuckets([-300, -5, 0, 5, 300], {
        buckets: 256,
        maxPosition: 512,
      }),
    ),
  shift: () => relative.shift(file("attention.json")),
  unshift: () => relative.unshift(file("attention.json")),
};

/** @type {import("posenc").RotaryFrequencyOptions} */
const YARN = {
  headDim: 128,
  scaling: { type: "yarn", factor: 4, originalMaxSeqLen: 4096 },
};
const scaled = rotary.frequencies(YARN);
const WAVES = pe.analysis.wavelengths({ dModel: 16 });

const FREQS = {
  rotary: () => {
    const { inverseFrequency, inverseFrequencyTail, attentionFactor } = scaled;
    const rows = Array.from(inverseFrequency, (theta, i) => [
      theta,
      inverseFrequencyTail[i],
      attentionFactor,
    ]);
    return listed(Float64Array.from(rows.flat()), [64, 3]);
  },
  sinusoidal: () => listed(WAVES),
};

const KIND = {
  Float32Array: "<f4",
  Float64Array: "<f8",
  Int32Array: "<i4",
};

function assertSame({ descr, shape, data }, expected) {
  assert.equal(descr, KIND[expected.data.constructor.name]);
  assert.deepEqual(shape, [...expected.shape]);
  assert.deepEqual(data, expected.data);
}

const camel = (name) =>
  name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** A value as it is typed: a number, numbers with commas, or a word. */
function typed(text) {
  const numbers = text.split(",").map(Number);
  if (numbers.some(Number.isNaN)) return text;
  return numbers.length > 1 ? numbers : numbers[0];
}

/** The call that an example stands for, by the name of its command. */
function called(name, example) {
  const room = [embedding, bias].find((it) => it[camel(name)]);
  assert.ok(room, `tests/posenc/js/cli-tables.test.js: add ${name} to TABLES`);
  const options = [...example.matchAll(/--([\w-]+) (\S+)/g)].map(
    ([, option, value]) => [camel(option), typed(value)],
  );
  return room[camel(name)](Object.fromEntries(options));
}

/** Names in the help of a command, by its indent. */
async function namesOf(word) {
  const { stdout } = await posencHere([word, "--help"]);
  return [...stdout.matchAll(/^ {2}([a-z][\w-]*)(?=\s)/gm)]
    .map(([, name]) => name)
    .filter((name) => name !== "posenc");
}

// Before any test runs, whose output would be taken for theirs.
const NAMES = { table: await namesOf("table"), freqs: await namesOf("freqs") };

for (const [word, all] of Object.entries({ table: TABLES, freqs: FREQS })) {
  const names = NAMES[word];
  describe(`the examples of posenc ${word} give what the library gives`, () => {
    test("each case is of a name", () => {
      assert.ok(names.length > (word === "table" ? 40 : 1), names.join());
      const lost = Object.keys(all).filter((name) => !names.includes(name));
      assert.deepEqual(lost, []);
    });
    for (const name of names) {
      test(name, async (t) => {
        const cwd = withFiles(t);
        const help = await posencHere([word, name, "--help"]);
        const [, example] = /Example:\n {2}posenc (.*)\n$/s.exec(help.stdout);
        const { status, stdout, stderr } = inShell(
          `posenc ${example} --format npy`,
          cwd,
        );
        assert.equal(stderr.toString(), "");
        assert.equal(status, 0);
        const expected = all[name]?.() ?? called(name, example);
        assertSame(fromNpy(stdout), expected);
      });
    }
  });
}

/** The table of a command line, which must work. */
async function made(cwd, ...args) {
  const whole = [...args, "--format", "npy"];
  const { status, bytes, stderr } = await posencHere(whole, { cwd });
  assert.equal(status, 0, stderr);
  return fromNpy(bytes);
}

/** −3, 0, 1, 2, 5 and 40 in 16 bits. */
const HALVES = [0xc200, 0, 0x3c00, 0x4000, 0x4500, 0x5100];

test("tensors come out of every kind of file with the same numbers", async (t) => {
  const cwd = temporary(t);
  const values = [-3, 0, 1, 2, 5, 40];
  const shape = [3, 2];
  const rows = [values.slice(0, 2), values.slice(2, 4), values.slice(4)];
  const files = {
    "f4.npy": toNpy("<f4", values, shape),
    "f8.npy": toNpy("<f8", values, shape),
    "i4.npy": toNpy("<i4", values, shape),
    "i8.npy": toNpy("<i8", values, shape),
    "f2.npy": toNpy("<f2", HALVES, shape),
    "mark.json": `\ufeff${JSON.stringify(rows)}`,
    "mark.csv": `\ufeff${rows.join("\r\n")}`,
    "nested.json": JSON.stringify(rows),
    "object.json": JSON.stringify({ data: values, shape }),
    "lines.csv": `${rows.join("\r\n")}\r\n`,
    "LINES.CSV": rows.join("\n"),
  };
  const expected = embedding.lookup({ data: values, shape }, [2, 0]);
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(cwd, name), content);
    const args = ["table", "lookup", "--table", name, "--positions", "2,0"];
    assertSame(await made(cwd, ...args), expected);
  }
});

test("CSV says where the rows of more than two axes stand, and what frequencies are", async (t) => {
  const cwd = temporary(t);
  const csv = async (line) =>
    (await posencHere(line.split(" "), { cwd })).stdout.split("\n");
  const alibi = "table alibi --num-heads 2 --query-len 2 --key-len 3";
  assert.deepEqual(await csv(`${alibi} --symmetric`), [
    "axis0,axis1,0,1,2",
    "0,0,-0.0625,0,-0.0625",
    "0,1,-0.125,-0.0625,0",
    "1,0,-0.00390625,0,-0.00390625",
    "1,1,-0.0078125,-0.00390625,0",
    "",
  ]);
  const [head, first] = await csv("freqs rotary --head-dim 4");
  assert.equal(head, "inverseFrequency,inverseFrequencyTail,attentionFactor");
  const { inverseFrequencyTail: tail } = rotary.frequencies({ headDim: 4 });
  assert.equal(first, `1,${tail[0]},1`);
  const [row] = await csv("freqs rotary --head-dim 4 --part inverse-frequency");
  assert.equal(row, "1");
});

test("JSON writes what is not finite as words, which are read again", async (t) => {
  const cwd = temporary(t);
  const alibi = "table alibi --num-heads 1 --query-len 2 --key-len 2";
  const write = [...alibi.split(" "), "-o", "a.json"];
  assert.equal((await posencHere(write, { cwd })).status, 0);
  const text = readFileSync(join(cwd, "a.json"), "utf8");
  assert.deepEqual(JSON.parse(text).data, [0, "-Infinity", -0.00390625, 0]);
  const lines = { data: [1, "-Infinity", "NaN", "Infinity"], shape: [4, 1] };
  for (const content of [lines, [[1], ["-Infinity"], ["NaN"], ["Infinity"]]]) {
    writeFileSync(join(cwd, "b.json"), JSON.stringify(content));
    const args = "table lookup --table b.json --positions 0,1,2,3".split(" ");
    const { data } = await made(cwd, ...args);
    const [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    assert.deepEqual([...data], [1, least, Number.NaN, most]);
  }
});

test("what one command writes as .npy, .json or .csv, another reads", async (t) => {
  const cwd = temporary(t);
  const first = ["table", "learned", "--max-len", "5", "--d-model", "3"];
  const table = embedding.learned({ maxLen: 5, dModel: 3 });
  for (const name of ["a.npy", "a.json", "a.csv"]) {
    assert.equal((await posencHere([...first, "-o", name], { cwd })).status, 0);
    const args = ["resize", "--table", name, "--new-len", "9"];
    assertSame(await made(cwd, "table", ...args), embedding.resize(table, 9));
  }
});

test("weights come out of .npz as out of .json", async (t) => {
  const cwd = withFiles(t);
  writeFileSync(join(cwd, "fire.npz"), toNpz(FILES["fire.json"]));
  const args = ["--query-len", "4", "--key-len", "4"];
  assertSame(
    await made(cwd, "table", "fire", "--weights", "fire.npz", ...args),
    TABLES.fire(),
  );
});

test("frequencies go through a file: posenc freqs to posenc table", async (t) => {
  const cwd = temporary(t);
  const scaling = "yarn --factor 4 --original-max-seq-len 4096".split(" ");
  const options = ["--head-dim", "128", "--scaling", ...scaling];
  const write = ["freqs", "rotary", ...options, "-o", "f.json"];
  assert.equal((await posencHere(write, { cwd })).status, 0);
  const { sin } = rotary.tables({ frequencies: scaled, positions: [-2, 1e6] });
  const places = ["--positions", "-2,1e6", "--part", "sin"];
  for (const from of [["--frequencies", "f.json"], options]) {
    assertSame(await made(cwd, "table", "rotary", ...from, ...places), sin);
  }
  writeFileSync(join(cwd, "s.json"), JSON.stringify(YARN.scaling));
  const whole = ["--head-dim", "128", "--scaling", "s.json"];
  assertSame(await made(cwd, "table", "rotary", ...whole, ...places), sin);
  const factor = await made(
    cwd,
    "freqs",
    "rotary",
    ...whole,
    "--part=attention-factor",
  );
  assert.deepEqual([...factor.data], [scaled.attentionFactor]);
  const dynamic = await made(
    cwd,
    ..."table rotary --head-dim 8 --seq-len 4 --part cos".split(" "),
    ..."--scaling dynamic --factor 2 --original-max-seq-len 16".split(" "),
    ..."--scaling-seq-len 64".split(" "),
  );
  const grown = rotary.frequencies({
    headDim: 8,
    seqLen: 64,
    scaling: { type: "dynamic", factor: 2, originalMaxSeqLen: 16 },
  });
  const tables = rotary.tables({ frequencies: grown, seqLen: 4 });
  assertSame(dynamic, tables.cos);
});

test("a flag is on, off or given its word", async (t) => {
  const cwd = temporary(t);
  const alibi = "table alibi --num-heads 2 --query-len 3 --key-len 3";
  const options = { numHeads: 2, queryLen: 3, keyLen: 3 };
  /** @type {[string, object][]} */
  const cases = [
    ["", {}],
    ["--symmetric", { symmetric: true }],
    ["--symmetric true", { symmetric: true }],
    ["--symmetric=true", { symmetric: true }],
    ["--no-symmetric", { symmetric: false }],
    ["--symmetric=false", { symmetric: false }],
    ["--no-causal --max-bias 4", { causal: false, maxBias: 4 }],
    ["--offset -1.5", { offset: -1.5 }],
  ];
  for (const [more, given] of cases) {
    const args = `${alibi} ${more}`.trim().split(" ");
    assertSame(await made(cwd, ...args), bias.alibi({ ...options, ...given }));
  }
});

test("infinities stay infinite in every format, and integers whole", async (t) => {
  const alibi = "table alibi --num-heads 1 --query-len 2 --key-len 2";
  const { data } = bias.alibi({ numHeads: 1, queryLen: 2, keyLen: 2 });
  const told = async (line) => (await posencHere(line.split(" "))).stdout;
  const json = await told(`${alibi} --format json`);
  assert.deepEqual(Float32Array.from(JSON.parse(json).data, Number), data);
  const rows = "0,0,0,-Infinity\n0,1,-0.00390625,0\n";
  assert.equal(await told(alibi), `axis0,axis1,0,1\n${rows}`);
  const list = "table t5-bucket --relative-positions -1,0,200";
  assert.equal(await told(list), "1\n0\n31\n");
  const waves = await told("freqs sinusoidal --d-model 16");
  assert.deepEqual(waves.trim().split("\n").map(Number), [...WAVES]);
  const cwd = temporary(t);
  const write = [...list.split(" "), "-o", "b.npy"];
  assert.equal((await posencHere(write, { cwd })).status, 0);
  assert.equal(fromNpy(readFileSync(join(cwd, "b.npy"))).descr, "<i4");
});

test("the examples of the README run", (t) => {
  const text = readFileSync(
    new URL("../../../src/posenc/README.md", import.meta.url),
    "utf8",
  );
  const cwd = temporary(t);
  const learned =
    "posenc table learned --max-len 64 --d-model 4 -o learned.npy";
  assert.equal(inShell(learned, cwd).status, 0);
  const lines = [
    ...text.matchAll(/npx (posenc (?:table|freqs) [^`\n]* -[^`\n]*)/g),
  ]
    .map(([, line]) => line)
    .filter((line) => !line.endsWith("--help"));
  assert.equal(lines.length, 4);
  for (const line of lines) {
    const { status, stderr } = inShell(line, cwd);
    assert.equal(status, 0, `${line}: ${stderr}`);
  }
  assert.deepEqual(
    fromNpy(readFileSync(join(cwd, "longer.npy"))).shape,
    [1024, 4],
  );
});
