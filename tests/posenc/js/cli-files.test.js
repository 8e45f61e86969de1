// Where the command line writes: files, links, pipes, devices, full disks; and
// what a signal leaves behind.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { posencHere } from "./cli-helpers.js";

const CLI = fileURLToPath(
  new URL("../../../src/posenc/dist/cli/posenc.js", import.meta.url),
);
const SMALL = ["table", "sinusoidal", "--seq-len", "2", "--d-model", "4"];
const LARGE = ["table", "sinusoidal", "--seq-len", "30000", "--d-model", "8"];
const SLOW = ["table", "sinusoidal", "--seq-len", "200000", "--d-model", "64"];

const posenc = (...args) =>
  spawnSync(process.execPath, [CLI, ...args], { encoding: "utf8" });

/** Runs a line of the shell in which `posenc` is the command line. */
const shell = (line, cwd) =>
  spawnSync("sh", ["-c", line.replaceAll("posenc", `"$NODE" "$CLI"`)], {
    encoding: "utf8",
    cwd,
    env: { ...process.env, NODE: process.execPath, CLI },
    maxBuffer: 1 << 28,
  });

/** What is told, without a place in the code. */
function assertToldInALine(stderr, message) {
  assert.match(stderr, message);
  assert.equal(stderr.trimEnd().split("\n").length, 1, stderr);
}

/** A folder that is gone after the test. */
function temporary(t) {
  const folder = mkdtempSync(join(tmpdir(), "posenc-cli-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

const ROWS = posenc(...SMALL).stdout;
assert.equal(ROWS.split("\n").length, 3);

describe("what cannot be written is told in a line", () => {
  test("a folder that is not there, and one where a file should be", (t) => {
    const missing = posenc(...SMALL, "-o", "/nowhere/at/all.csv");
    assert.equal(missing.status, 1);
    assertToldInALine(missing.stderr, /^posenc: ENOENT/);
    const folder = posenc(...SMALL, "-o", temporary(t));
    assert.equal(folder.status, 1);
    assertToldInALine(folder.stderr, /^posenc: EISDIR/);
  });

  test("a full device, by name and as standard output", () => {
    if (!existsSync("/dev/full")) return;
    for (const args of [
      "--help",
      ...[SMALL, LARGE].map((it) => it.join(" ")),
    ]) {
      const { status, stderr } = shell(`posenc ${args} > /dev/full`);
      assert.equal(status, 1, args);
      assertToldInALine(stderr, /^posenc: .*ENOSPC/);
    }
    const named = posenc(...LARGE, "-o", "/dev/full");
    assert.equal(named.status, 1);
    assertToldInALine(named.stderr, /^posenc: ENOSPC/);
  });

  test("a disk that fills up: what stood there stays, and no part of the new", (t) => {
    const folder = temporary(t);
    writeFileSync(join(folder, "pe.csv"), "before");
    // The largest file that this shell allows: 16 blocks of 512 bytes.
    const { status, stderr } = shell(
      `ulimit -f 16; posenc ${LARGE.join(" ")} -o pe.csv`,
      folder,
    );
    assert.equal(status, 1);
    assertToldInALine(stderr, /^posenc: EFBIG/);
    assert.deepEqual(readdirSync(folder), ["pe.csv"]);
    assert.equal(readFileSync(join(folder, "pe.csv"), "utf8"), "before");
  });

  test("nothing is said when standard error is full as well", () => {
    if (!existsSync("/dev/full")) return;
    const line = `posenc ${LARGE.join(" ")} > /dev/full 2> /dev/full`;
    assert.equal(shell(line).status, 1);
  });
});

describe("standard input", () => {
  test("takes the place of a file, so that commands chain, in every format", (t) => {
    const cwd = temporary(t);
    const table = "posenc table sinusoidal --seq-len 4 --d-model 8";
    const resize = "posenc table resize --new-len 8";
    const named = shell(`${table} -o t.npy; ${resize} --table t.npy`, cwd);
    assert.equal(named.status, 0, named.stderr);
    for (const format of ["csv", "json", "npy"]) {
      const line = `${table} --format ${format} | ${resize} --table -`;
      const { status, stdout, stderr } = shell(line, cwd);
      assert.equal(status, 0, stderr);
      assert.equal(stdout, named.stdout, format);
    }
    // Numbers of a list, points as rows, and an object.
    const points = "posenc table fourier --bands 2 --coords";
    writeFileSync(join(cwd, "p.csv"), "1,2\n3,4\n");
    assert.equal(
      shell(`${points} - < p.csv`, cwd).stdout,
      shell(`${points} p.csv`, cwd).stdout,
    );
    const turned = "posenc table rotary --seq-len 3";
    const speeds = "--head-dim 8 --scaling linear --factor 2";
    const piped = shell(
      `posenc freqs rotary ${speeds} --format json | ${turned} --frequencies -`,
      cwd,
    );
    assert.equal(piped.status, 0, piped.stderr);
    assert.equal(piped.stdout, shell(`${turned} ${speeds}`, cwd).stdout);
  });

  test("is refused for two options, and with what is no table", () => {
    const two = shell("echo 1 | posenc table add --tokens - --rows -");
    assert.equal(two.status, 2);
    assertToldInALine(
      two.stderr.split("\n")[0],
      /table add: takes one option from standard input \(-\)/,
    );
    const text = shell("echo a | posenc table resize --new-len 2 --table -");
    assert.equal(text.status, 2);
    assert.match(text.stderr, /--table must have finite .*\(standard input\)/);
    const kind = shell(
      "echo 1,2 | posenc table rotary --seq-len 2 --frequencies -",
    );
    assert.equal(kind.status, 2);
    assert.match(
      kind.stderr,
      /--frequencies must be \.json, \.npz, got \.csv \(standard input\)/,
    );
  });
});

test("halves are written in two bytes, each the nearest to what was computed", (t) => {
  const folder = temporary(t);
  const made = (...args) => {
    const file = join(folder, "out.npy");
    const run = posenc(...args, "-o", file);
    assert.equal(run.status, 0, run.stderr);
    return readFileSync(file);
  };
  const sines = ["table", "sinusoidal", "--seq-len", "64", "--d-model", "32"];
  const [whole, halves, wide] = [
    made(...sines),
    made(...sines, "--dtype", "float16"),
    made(...sines, "--dtype", "float64"),
  ];
  const numbers = (bytes, Kind, width) =>
    new Kind(Uint8Array.from(bytes.subarray(-2048 * width)).buffer);
  assert.match(String(halves.subarray(0, 64)), /'descr': '<f2'/);
  assert.match(String(wide.subarray(0, 64)), /'descr': '<f8'/);
  const floats = numbers(whole, Float32Array, 4);
  assert.deepEqual([...numbers(wide, Float64Array, 8)], [...floats]);
  for (const [k, bits] of numbers(halves, Uint16Array, 2).entries()) {
    const exponent = (bits >> 10) & 31;
    const ulp = 2 ** (Math.max(exponent, 1) - 25);
    const size = ((exponent ? 1024 : 0) + (bits & 1023)) * ulp;
    const off = Math.abs((bits >> 15 ? -size : size) - floats[k]);
    assert.ok(off <= ulp / 2, `${k}: ${off}`);
    // Ties go to even.
    assert.ok(off < ulp / 2 || bits % 2 === 0, String(k));
  }
  const wrong = posenc(...sines, "--dtype", "half");
  assert.equal(wrong.status, 2);
  assert.match(
    wrong.stderr,
    /--dtype must be one of float16, float32, float64, got "half"/,
  );
});

test("a reader that has enough ends it without a word", () => {
  for (const command of [LARGE, [...LARGE, "-o", "/dev/stdout"], ["--help"]]) {
    // The status of the command, not of head.
    const line = `{ posenc ${command.join(" ")}; echo $? >&2; } | head -1`;
    const { stdout, stderr } = shell(line);
    assert.equal(stdout.trimEnd().split("\n").length, 1);
    assert.equal(stderr, "0\n");
  }
});

for (const [signal, code] of /** @type {const} */ ([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
])) {
  test(`${signal} leaves what stood there, and no part of the new`, async (t) => {
    const folder = temporary(t);
    const file = join(folder, "pe.csv");
    writeFileSync(file, "before");
    const child = spawn(process.execPath, [CLI, ...SLOW, "-o", file]);
    const ended = once(child, "exit");
    while (readdirSync(folder).length < 2) {
      assert.equal(child.exitCode, null, "it is done already");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.kill(signal);
    assert.deepEqual(await ended, [code, null]);
    assert.deepEqual(readdirSync(folder), ["pe.csv"]);
    assert.equal(readFileSync(file, "utf8"), "before");
  });
}

describe("-o leads through links, and keeps what a file allows", () => {
  test("the file at the end of links is replaced, its mode kept", (t) => {
    const folder = temporary(t);
    mkdirSync(join(folder, "far"));
    const target = join(folder, "far", "pe.csv");
    writeFileSync(target, "before", { mode: 0o600 });
    const before = statSync(target).ino;
    symlinkSync("far/pe.csv", join(folder, "one"));
    symlinkSync("one", join(folder, "two"));
    assert.equal(posenc(...SMALL, "-o", join(folder, "two")).status, 0);
    assert.equal(readFileSync(target, "utf8"), ROWS);
    assert.equal(statSync(target).mode & 0o7777, 0o600);
    // Put in its place in one go, not written over.
    assert.notEqual(statSync(target).ino, before);
    assert.equal(readlinkSync(join(folder, "two")), "one");
    assert.deepEqual(readdirSync(join(folder, "far")), ["pe.csv"]);
    chmodSync(target, 0o664);
    assert.equal(posenc(...SMALL, "-o", target).status, 0);
    assert.equal(statSync(target).mode & 0o7777, 0o664);
  });

  test("a link to what is not there yet makes it there", (t) => {
    const folder = temporary(t);
    mkdirSync(join(folder, "a"));
    mkdirSync(join(folder, "b", "c"), { recursive: true });
    // Its ".." is that of the folder itself, not of the name that leads there.
    symlinkSync("../b/c", join(folder, "a", "way"));
    symlinkSync("../new.csv", join(folder, "b", "c", "link.csv"));
    const name = join(folder, "a", "way", "link.csv");
    assert.equal(posenc(...SMALL, "-o", name).status, 0);
    assert.equal(readFileSync(join(folder, "b", "new.csv"), "utf8"), ROWS);
    assert.ok(lstatSync(name).isSymbolicLink());
    assert.equal(statSync(name).mode & 0o777, 0o666 & ~process.umask());
  });

  test("links in a circle are told", (t) => {
    const folder = temporary(t);
    symlinkSync("b", join(folder, "a"));
    symlinkSync("a", join(folder, "b"));
    const { status, stderr } = posenc(...SMALL, "-o", join(folder, "a"));
    assert.equal(status, 1);
    assertToldInALine(stderr, /^posenc: ELOOP/);
    assert.deepEqual(readdirSync(folder).sort(), ["a", "b"]);
  });

  test("pipes, devices and standard output are written as they stand", (t) => {
    const folder = temporary(t);
    const line = `mkfifo pipe; { cat pipe > got & }; posenc ${SMALL.join(" ")} -o pipe; wait`;
    assert.equal(shell(line, folder).status, 0);
    assert.equal(readFileSync(join(folder, "got"), "utf8"), ROWS);
    assert.ok(lstatSync(join(folder, "pipe")).isFIFO());
    assert.equal(posenc(...SMALL, "-o", "/dev/null").status, 0);
    for (const name of ["/dev/stdout", "-"]) {
      assert.equal(posenc(...SMALL, "-o", name).stdout, ROWS, name);
      const both = `{ echo head; posenc ${SMALL.join(" ")} -o ${name}; } > all`;
      assert.equal(shell(both, folder).status, 0, name);
      assert.equal(readFileSync(join(folder, "all"), "utf8"), `head\n${ROWS}`);
    }
  });
});

test("no list of arguments leads to a stack trace", async (t) => {
  const cwd = temporary(t);
  const encoding = /** @type {const} */ ("utf8");
  const options = { cwd, encoding, maxBuffer: 1 << 28 };
  let count = 0;
  /** Every sixth in a process of its own. */
  const run = (args) => {
    count += 1;
    return count % 6 === 1
      ? spawnSync(process.execPath, [CLI, ...args], options)
      : posencHere(args, { cwd });
  };
  const words = [
    "table",
    "render",
    "sinusoidal",
    "heatmap",
    "pe-clock",
    "quiz",
    "--help",
    "-h",
    "--",
    "-",
    "-o",
    "--output",
    "--format",
    "--set",
    "--seq-len",
    "--d-model",
    "--positions",
    "--offset",
    "--base",
    "--layout",
    "--width",
    "--scale",
    "--font",
    "--theme",
    "--lang",
    "csv",
    "json",
    "npy",
    "png",
    "svg",
    "halves",
    "4",
    "-1",
    "1e999",
    "NaN",
    "--seq-len=3",
    "--d-model=",
    "--=",
    "a=b",
    "__proto__",
    "",
    "--__proto__",
    "--constructor=1",
    "--toString",
    "/dev/null",
    ".",
  ];
  const argument = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words) },
    // What the system itself lets through.
    fc
      .string({ unit: "binary", maxLength: 12 })
      .filter((it) => !it.includes("\0")),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(argument, { maxLength: 7 }), async (args) => {
      const { status, stderr } = await run(args);
      assert.ok([0, 1, 2].includes(status), `${status}: ${stderr}`);
      assert.doesNotMatch(stderr, /^\s+at .*:\d+|node:internal/m);
    }),
    { numRuns: 60, seed: 20 },
  );
});
