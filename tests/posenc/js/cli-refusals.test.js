// What `posenc table` and `posenc freqs` refuse: each told in a line that names
// the option as it was written, with exit code 2, or 1 where a file is missing.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { zipSync } from "fflate";
import {
  posencHere,
  temporary,
  toNpy,
  toNpz,
  withFiles,
} from "./cli-helpers.js";

/** @param line what stands behind `posenc` */
async function refuses(cwd, line, message) {
  const { status, stdout, stderr } = await posencHere(line.split(" "), { cwd });
  assert.equal(stdout, "", line);
  const [told, ...rest] = stderr.split("\n");
  if (message instanceof RegExp) assert.match(told, message);
  else assert.equal(told, `posenc: ${message}`);
  if (/ cannot be read: E/.test(told)) {
    // The command line is right.
    assert.deepEqual([status, ...rest], [1, ""], stderr);
    return;
  }
  const [, command] = /^posenc: ([\w -]+): /.exec(told) ?? [];
  const hint = `Try 'posenc ${command} --help'.`;
  assert.deepEqual([status, ...rest], [2, hint, ""], stderr);
}

test("names that are not known, with the nearest that is", async (t) => {
  const cwd = temporary(t);
  const alibi = "table alibi --query-len 2 --key-len 2";
  for (const [line, message] of [
    [
      "table alibbi",
      /^posenc: table: unknown table "alibbi", did you mean alibi\? \(known: sinusoidal, /,
    ],
    [
      "freqs rotari",
      'freqs: unknown table "rotari", did you mean rotary? (known: rotary, sinusoidal)',
    ],
    [
      `${alibi} --num-head 2`,
      /^posenc: table alibi: unknown option --num-head, did you mean --num-heads\? \(options: num-heads, order, /,
    ],
    [
      `${alibi} --no-slopes`,
      /^posenc: table alibi: unknown option --no-slopes/,
    ],
    [`${alibi} --out x`, /^posenc: table alibi: unknown option --out/],
    [`${alibi} 5`, /^posenc: table alibi: Unexpected argument '5'/],
  ]) {
    await refuses(cwd, line, message);
  }
});

test("values of a wrong kind or out of range, and what is missing", async (t) => {
  const cwd = withFiles(t);
  const grid = "--query-len 2 --key-len 2";
  for (const [line, message] of [
    [
      `table alibi --num-heads x ${grid}`,
      'table alibi: --num-heads must be an integer from 1 to 65536, got "x" (a string)',
    ],
    [
      `table alibi --num-heads 2 --max-bias 0 ${grid}`,
      "table alibi: --max-bias must be a finite number above 0 and at most 1000, got 0",
    ],
    [
      `table alibi --num-heads 2 --order up ${grid}`,
      'table alibi: --order must be one of "reference", "mpt", "geometric", got "up" (a string)',
    ],
    [
      `table alibi --num-heads 2 --symmetric=maybe ${grid}`,
      'table alibi: --symmetric must be true or false, got "maybe" (a string)',
    ],
    [
      `table alibi --slopes 1,2 --max-bias 4 ${grid}`,
      "table alibi: give either --slopes or --max-bias, not both",
    ],
    [
      `table kerple --kind log --a 1,1 --p 1,oops ${grid}`,
      /^posenc: table kerple: --p\[1\] must be a finite number/,
    ],
    [
      "table t5-bucket --relative-positions 1,1.5",
      /^posenc: table t5-bucket: --relative-positions\[1\] must be an integer/,
    ],
    [
      "table relative-position-index --window-size 2",
      /^posenc: table relative-position-index: --window-size must be an array of 2 numbers, got \[2\]/,
    ],
    [
      `table alibi ${grid}`,
      "table alibi: --num-heads is required (an integer from 1 to 65536)",
    ],
    [
      `table t5 ${grid}`,
      "table t5: --table is required (a file with a tensor of shape [numBuckets, H])",
    ],
    [
      `table fire ${grid}`,
      "table fire: --weights is required (a file with hiddenWeight, hiddenBias, outputWeight, outputBias)",
    ],
    [
      "table resize --table table.npy",
      /^posenc: table resize: --new-len is required \(an integer/,
    ],
    [
      "table relative-position-index",
      /^posenc: table relative-position-index: --window-size is required/,
    ],
    [
      "table rotary --head-dim 4 --seq-len 2 --part tan",
      'table rotary: --part must be one of "both", "cos", "sin", got "tan" (a string)',
    ],
    [
      "table rotary --head-dim 4",
      /^posenc: table rotary: --seq-len is required/,
    ],
    [
      "table rotary --seq-len 4",
      /^posenc: table rotary: --head-dim is required/,
    ],
    [
      "table xpos --head-dim 4 --seq-len 0",
      "table xpos: --seq-len must be an integer from 1 to 2147483648, got 0",
    ],
    [
      "table rotary --head-dim 4 --seq-len 2 --scaling-seq-len 0",
      "table rotary: --scaling-seq-len must be an integer from 1 to 9007199254740992, got 0",
    ],
  ]) {
    await refuses(cwd, line, message);
  }
});

test("scalings: unknown ones, options of others, and both ways at once", async (t) => {
  const cwd = temporary(t);
  writeFileSync(join(cwd, "f.json"), '{"inverseFrequency": [1, 0.1]}');
  writeFileSync(join(cwd, "s.json"), '{"type": "linear", "factr": 2}');
  for (const [more, message] of [
    ["--factor 2", "--factor needs --scaling"],
    ["--scaling linear", /--factor is required \(a finite number from 1e-12/],
    ["--scaling linear --factor 0", /: --factor must be a finite number from /],
    [
      "--scaling linear --factor 2 --beta-fast 3",
      "--beta-fast does not go with --scaling linear (which has --factor)",
    ],
    ["--scaling lin", /: --scaling must be one of "linear", .*, got "lin"/],
    [
      "--scaling s.json",
      /: unknown option "factr" in scaling, did you mean factor\?/,
    ],
    ["--scaling no.json", /: --scaling cannot be read: ENOENT.*no\.json/],
  ]) {
    const whole =
      typeof message === "string" ? `freqs rotary: ${message}` : message;
    await refuses(cwd, `freqs rotary --head-dim 4 ${more}`, whole);
  }
  const both = "table rotary --seq-len 2 --frequencies f.json";
  for (const other of ["--head-dim 4", "--scaling linear", "--factor 2"]) {
    const [name] = other.split(" ");
    const message = `table rotary: give either --frequencies or ${name}, not both`;
    await refuses(cwd, `${both} ${other}`, message);
  }
});

test("files: unreadable, of a wrong format, of a wrong shape", async (t) => {
  const cwd = withFiles(t);
  mkdirSync(join(cwd, "folder.npy"));
  const four = [1, 2, 3, 4];
  const files = {
    "big.npy": toNpy(">f4", [], [0]),
    "half.npy": toNpy(">f2", [0, 0], [1]),
    "wide.npy": toNpy("<i8", [0, 2 ** 53, 2n ** 53n + 1n], [3, 1]),
    "fortran.npy": toNpy("<f4", four, [2, 2], { fortran: "True" }),
    "short.npy": toNpy("<f4", four, [3, 2]),
    "long.npy": toNpy("<f4", four, [1, 2]),
    "text.npy": "1,2\n",
    "empty.npy": "",
    "cut.npy": toNpy("<f4", four, [2, 2]).subarray(0, 60),
    "list.npy": toNpy("<f4", four, [4]),
    "broken.json": "[[1, 2], [3",
    "ragged.json": "[[1, 2], [3]]",
    "words.json": '[["a", "b"]]',
    "early.json": "[[1, 2], 3]",
    "deep.json": `${"[".repeat(3000)}1${"]".repeat(3000)}`,
    "deeper.json": `[1, {"a": ${"[".repeat(1e5)}1${"]".repeat(1e5)}}]`,
    "huge.json": "[[1, -1e999]]",
    "latin.json": Buffer.from('["é"]', "latin1"),
    "object.json": '{"data": [1, 2, 3], "shape": [2, 2]}',
    "head.csv": "x,y\n1,2\n",
    "hex.csv": "1,2\n1,0x10\n",
    "binary.csv": "0b11\n",
    "infinite.csv": "1,2,Infinity\n",
    "huge.csv": "1,2\n-1e999,2\n",
    "ragged.csv": "1,2\n3\n",
    "empty.csv": "",
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(cwd, name), content);
  }
  const kinds =
    "must hold float16, float32, float64, int32 or int64 (<f2, <f4, <f8, <i4, <i8)";
  for (const [name, message] of [
    [
      "nowhere.npy",
      "cannot be read: ENOENT: no such file or directory, open 'nowhere.npy'",
    ],
    ["folder.npy", /cannot be read: EISDIR/],
    [
      "table.txt",
      'must be a file that ends in .npy, .json, .csv, got "table.txt"',
    ],
    [
      "fire.npz",
      'must be a file that ends in .npy, .json, .csv, got "fire.npz"',
    ],
    ["big.npy", `${kinds}, got >f4 (big.npy)`],
    ["half.npy", `${kinds}, got >f2 (half.npy)`],
    [
      "wide.npy",
      "holds 9007199254740993, which no number is exactly (wide.npy)",
    ],
    [
      "fortran.npy",
      "is in Fortran order; save numpy.ascontiguousarray of the array (fortran.npy)",
    ],
    [
      "short.npy",
      "must have 24 bytes of numbers for shape (3, 2), got 16 (short.npy)",
    ],
    [
      "long.npy",
      "must have 8 bytes of numbers for shape (1, 2), got 16 (long.npy)",
    ],
    ["text.npy", "is no .npy file (text.npy)"],
    ["empty.npy", "is no .npy file (empty.npy)"],
    ["cut.npy", /has a header without a shape|must have 16 bytes/],
    ["list.npy", "must have shape [N, D], got [4]"],
    ["broken.json", /is no JSON: .* \(broken\.json\)/],
    [
      "ragged.json",
      "must hold numbers in rows of one length, got 1 in place of 2 at [1]",
    ],
    [
      "words.json",
      'must hold numbers in rows of one length, got "a" (a string) at [0][0]',
    ],
    ["early.json", "must hold numbers in rows of one length, got 3 at [1]"],
    [
      "deep.json",
      "must not be nested deeper than 64 levels, as it is at [0][0][0][0][0][0][0][0]… (deep.json)",
    ],
    [
      "deeper.json",
      "must not be nested deeper than 64 levels, as it is at [1].a[0][0][0][0][0][0]… (deeper.json)",
    ],
    [
      "huge.json",
      'must hold numbers up to ±1.7976931348623157e+308, got a larger one at [0][1] (infinity is written "-Infinity") (huge.json)',
    ],
    ["latin.json", "is no text in UTF-8 (latin.json)"],
    ["object.json", "has shape [2, 2] (4 numbers) but its data holds 3"],
    ["fire.json", /must be a tensor \{ data, shape \}/],
    [
      "head.csv",
      'must have finite decimal numbers and commas alone, got "x" in row 1, column 1 (head.csv)',
    ],
    .../** @type {[string, string, number, number][]} */ ([
      ["hex.csv", "0x10", 2, 2],
      ["binary.csv", "0b11", 1, 1],
      ["infinite.csv", "Infinity", 1, 3],
      ["huge.csv", "-1e999", 2, 1],
    ]).map(([name, got, row, column]) => [
      name,
      `must have finite decimal numbers and commas alone, got "${got}" in row ${row}, column ${column} (${name})`,
    ]),
    [
      "ragged.csv",
      "must have rows of one length, got 1 numbers in row 2, 2 before (ragged.csv)",
    ],
    ["empty.csv", "must have shape [N, D], got [0, 0]"],
  ]) {
    const whole =
      typeof message === "string"
        ? `table lookup: --table ${message}`
        : new RegExp(`^posenc: table lookup: --table .*${message.source}`);
    await refuses(cwd, `table lookup --positions 0 --table ${name}`, whole);
  }
});

test("weights: what the file lacks, has too much, or in a wrong shape", async (t) => {
  const cwd = temporary(t);
  const flat = { data: [1], shape: [1] };
  const zeros = new Uint8Array(2 ** 27 + 1);
  /** An archive that calls its file short. */
  const lying = (bytes, size) => {
    const file = Buffer.from(bytes);
    for (let at = file.indexOf("PK\x01\x02"); at < file.length - 4; at += 1) {
      if (file.readUInt32LE(at) === size) file.writeUInt32LE(100, at);
    }
    return file;
  };
  const files = {
    "less.json": '{"hiddenBias": [1]}',
    "more.json": '{"hiddenBias": [1], "hidenWeight": [1]}',
    "list.json": "[1, 2]",
    "shape.npz": toNpz({
      hiddenBias: flat,
      outputBias: flat,
      hiddenWeight: flat,
      outputWeight: flat,
    }),
    "no.npz": "no archive",
    "bomb.npz": zipSync({ "a.npy": zeros, "b.npy": zeros }),
    "lies.npz": lying(zipSync({ "a.npy": zeros }), zeros.length),
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(cwd, name), content);
  }
  for (const [name, message] of [
    ["less.json", /: --weights\.outputBias is required/],
    [
      "more.json",
      /: unknown option "hidenWeight" in weights, did you mean hiddenWeight\?/,
    ],
    [
      "list.json",
      /: --weights must be an object with hiddenWeight, .*, got \[1, 2\]/,
    ],
    [
      "shape.npz",
      /: --weights\.outputWeight must have shape \[1, 1\], got \[1\]/,
    ],
    ["no.npz", /: --weights is no \.npz file \(no\.npz\)/],
    [
      "bomb.npz",
      /: --weights must unpack to at most 256\.0 MiB \(268435456 bytes\), got 256\.0 MiB \(268435458 bytes\) \(bomb\.npz\)/,
    ],
    ["lies.npz", /: --weights is no \.npy file \(lies\.npz\)/],
    [
      "w.csv",
      /: --weights must be a file that ends in \.json, \.npz, got "w\.csv"/,
    ],
  ]) {
    const line = `table fire --query-len 2 --key-len 2 --weights ${name}`;
    await refuses(cwd, line, message);
  }
});

test("no .npy file, whatever its bytes, ends in anything but a line", async (t) => {
  const cwd = temporary(t);
  const good = toNpy("<f4", [1, 2, 3, 4], [2, 2]);
  const file = join(cwd, "x.npy");
  const args = ["table", "lookup", "--table", "x.npy", "--positions", "0"];
  await fc.assert(
    fc.asyncProperty(
      fc.nat(good.length - 1),
      fc.uint8Array({ maxLength: 8 }),
      fc.nat(good.length),
      async (at, bytes, length) => {
        const changed = Buffer.from(good);
        changed.set(bytes.subarray(0, good.length - at), at);
        writeFileSync(file, changed.subarray(0, Math.max(at, length)));
        const { status, stderr } = await posencHere(args, { cwd });
        assert.ok(status === 0 || status === 2, `${status}: ${stderr}`);
        assert.ok(stderr.split("\n").length <= 3, stderr);
      },
    ),
    { numRuns: 20 },
  );
});
