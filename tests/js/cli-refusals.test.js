// What `posenc table` and `posenc freqs` refuse: each told in a line that names
// the option as it was written, with exit code 2.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
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
  assert.equal(status, 2, `${line}: ${stderr}`);
  const [told, hint, ...rest] = stderr.split("\n");
  if (message instanceof RegExp) assert.match(told, message);
  else assert.equal(told, `posenc: ${message}`);
  assert.deepEqual([hint, ...rest], ["Try 'posenc --help'.", ""], stderr);
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
    "half.npy": toNpy("<f2", [0, 0], [1]),
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
    "object.json": '{"data": [1, 2, 3], "shape": [2, 2]}',
    "head.csv": "x,y\n1,2\n",
    "ragged.csv": "1,2\n3\n",
    "empty.csv": "",
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(cwd, name), content);
  }
  const kinds =
    "must hold float32, float64, int32 or int64 (<f4, <f8, <i4, <i8)";
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
    ["half.npy", `${kinds}, got <f2 (half.npy)`],
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
    ["ragged.json", "must hold numbers in rows of one length"],
    ["words.json", "must hold numbers in rows of one length"],
    ["object.json", "has shape [2, 2] (4 numbers) but its data holds 3"],
    ["fire.json", /must be a tensor \{ data, shape \}/],
    [
      "head.csv",
      'must have numbers and commas alone, got "x" in line 1 (head.csv)',
    ],
    [
      "ragged.csv",
      "must have lines of one length, got 1 numbers in line 2, 2 before (ragged.csv)",
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
