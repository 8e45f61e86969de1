import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { pe } from "./helpers.js";

const CLI = fileURLToPath(
  new URL("../../../src/posenc/dist/cli/posenc.js", import.meta.url),
);
const posenc = (...args) =>
  spawnSync(process.execPath, [CLI, ...args], { encoding: "utf8" });
const table = (...args) => posenc("table", "sinusoidal", ...args);
const expected = pe.embedding.sinusoidal({ seqLen: 3, dModel: 5, base: 100 });
const OPTIONS = ["--seq-len", "3", "--d-model", "5", "--base", "100"];

test("table --format csv prints a line per position, exact to float32", () => {
  const { status, stdout, stderr } = table(...OPTIONS);
  assert.equal(stderr, "");
  assert.equal(status, 0);
  const rows = stdout
    .trim()
    .split("\n")
    .map((line) => line.split(",").map(Number));
  assert.equal(rows.length, 3);
  assert.deepEqual(Float32Array.from(rows.flat()), expected.data);
});

test("table --format json prints shape and data", () => {
  const { stdout } = table(...OPTIONS, "--format", "json");
  const { shape, data } = JSON.parse(stdout);
  assert.deepEqual(shape, [3, 5]);
  assert.deepEqual(Float32Array.from(data), expected.data);
});

/** A folder that is gone after the test. */
function temporary(t) {
  const folder = mkdtempSync(join(tmpdir(), "posenc-cli-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("table --format npy -o FILE writes what numpy.load reads", (t) => {
  const folder = temporary(t);
  const file = join(folder, "pe.npy");
  const { status, stdout } = table(...OPTIONS, "--format", "npy", "-o", file);
  assert.equal(status, 0);
  assert.equal(stdout, "");
  const bytes = readFileSync(file);
  assert.equal(bytes.subarray(1, 6).toString("latin1"), "NUMPY");
  const start = 10 + bytes.readUInt16LE(8);
  assert.equal(start % 64, 0);
  const head = bytes.subarray(10, start).toString("latin1");
  assert.match(
    head,
    /'descr': '<f4', 'fortran_order': False, 'shape': \(3, 5,\), \} *\n$/,
  );
  const data = new Float32Array(new Uint8Array(bytes.subarray(start)).buffer);
  assert.deepEqual(data, expected.data);
});

test("table takes the format from the ending of the file", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "posenc-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const first = (name, ...more) => {
    const file = join(folder, name);
    assert.equal(table(...OPTIONS, "-o", file, ...more).status, 0);
    return readFileSync(file)[0];
  };
  assert.equal(first("a.npy"), 0x93);
  assert.equal(first("a.json"), "{".charCodeAt(0));
  assert.equal(first("a.CSV"), "0".charCodeAt(0));
  assert.equal(first("a"), "0".charCodeAt(0));
  assert.equal(first("a.txt", "--format", "json"), "{".charCodeAt(0));
  assert.equal(first("a.npy", "--format", "csv"), "0".charCodeAt(0));
});

test("table takes negative and fractional positions", () => {
  const { stdout, status } = table("--positions", "-1.5,2", "--d-model", "2");
  assert.equal(status, 0);
  const { data } = pe.embedding.sinusoidal({ positions: [-1.5, 2], dModel: 2 });
  assert.deepEqual(
    Float32Array.from(stdout.trim().split(/[,\n]/), Number),
    data,
  );
});

test("--help and --version answer on standard output with exit code 0", () => {
  for (const args of [
    ["--help"],
    ["table", "--help"],
    ["table", "sinusoidal", "-h"],
  ]) {
    const { status, stdout, stderr } = posenc(...args);
    assert.equal(status, 0);
    assert.match(stdout, /^Usage: posenc/);
    assert.equal(stderr, "");
  }
  assert.equal(posenc("--version").stdout.trim(), pe.version);
});

test("a wrong command line is told on standard error with exit code 2", () => {
  const cases = /** @type {const} */ ([
    [[], /^Usage: posenc COMMAND/],
    [
      ["tabel"],
      /^posenc: unknown command "tabel" \(known: table.*\nTry 'posenc --help'\.\n$/,
    ],
    [
      ["table", "rope3"],
      /^posenc: table: unknown table "rope3" \(known: sinusoidal/,
    ],
    [
      ["table", "sinusoidal", "--width", "4"],
      /^posenc: table sinusoidal: unknown option --width \(options: seq-len, /,
    ],
    [
      ["table", "sinusoidal", "--seqlen", "4"],
      /^posenc: table sinusoidal: unknown option --seqlen, did you mean --seq-len\? \(/,
    ],
    [
      ["table", "sinusoidal", "--seq-len", "0", "--d-model", "4"],
      /^posenc: table sinusoidal: --seq-len must be an integer from 1 to 2147483648, got 0\n/,
    ],
    [
      ["table", "sinusoidal", "--positions", "1,x", "--d-model", "4"],
      /^posenc: table sinusoidal: --positions\[1\] must be a finite number /,
    ],
    [
      ["table", "sinusoidal", "--seq-len", "2", "--offset", "0", "--positions"],
      /^posenc: table sinusoidal: Option '--positions <value>' argument missing/,
    ],
    [["table"], /^Usage: posenc table/],
    [
      [..."table index --seq-len 2 -o x.txt".split(" ")],
      /^posenc: table index: -o must end in \.csv, \.json, \.npy, or say --format, got "x\.txt"\nTry 'posenc table index --help'\.\n$/,
    ],
    [
      ["table", "index", "--seq-len", "0x10"],
      /^posenc: table index: --seq-len must be an integer from 1 to 2147483648, got "0x10" \(a string\)/,
    ],
    [
      [
        "table",
        "sinusoidal",
        "--seq-len",
        "2",
        "--d-model",
        "4",
        "--format",
        "xml",
      ],
      /^posenc: table sinusoidal: --format must be one of csv, json, npy, got "xml"/,
    ],
  ]);
  for (const [args, message] of cases) {
    const { status, stdout, stderr } = posenc(...args);
    assert.equal(status, 2, args.join(" "));
    assert.equal(stdout, "");
    assert.match(stderr, message);
  }
});

const LARGE = ["--seq-len", "30000", "--d-model", "7", "--base", "1e9"];

test("a table of many pieces is whole, in as few digits as it needs", (t) => {
  const all = pe.embedding.sinusoidal({ seqLen: 30000, dModel: 7, base: 1e9 });
  const file = join(temporary(t), "pe");
  for (const format of ["csv", "json"]) {
    assert.equal(table(...LARGE, "--format", format, "-o", file).status, 0);
    const text = readFileSync(file, "utf8");
    const numbers =
      format === "csv"
        ? text.trim().split(/[,\n]/)
        : /"data":\[(.*)\]/.exec(text)[1].split(",");
    assert.deepEqual(Float32Array.from(numbers, Number), all.data);
    for (let k = 0; k < numbers.length; k += 997) {
      const short = Number(numbers[k])
        .toExponential()
        .replace(/e.*|\D/g, "");
      const fewer = all.data[k].toPrecision(Math.max(1, short.length - 1));
      assert.ok(short.length < 2 || Math.fround(Number(fewer)) !== all.data[k]);
    }
  }
  const bytes = table(...LARGE, "--format", "npy", "-o", file);
  assert.equal(bytes.status, 0);
  assert.equal(readFileSync(file).length, 128 + 4 * all.data.length);
});
