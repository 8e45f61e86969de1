// The command line as users run it, and files for it.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { zipSync } from "fflate";
import { noise } from "./helpers.js";

const ENTRY = new URL(
  "../../../src/posenc/dist/cli/posenc.js",
  import.meta.url,
);
const CLI = fileURLToPath(ENTRY);

/** Takes what is written to it; `bytes` are all of that. */
function sink() {
  const parts = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      parts.push(chunk);
      done();
    },
  });
  return { stream, bytes: () => Buffer.concat(parts) };
}

/** Stands in for members of `process`; answers what puts them back. */
function replaced(members) {
  const before = Object.getOwnPropertyDescriptors(process);
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(process, name, { value, configurable: true });
  }
  return () => {
    for (const name of Object.keys(members)) {
      Object.defineProperty(process, name, before[name]);
    }
  };
}

let runs = 0;

/**
 * Runs the command line within this process, for cases by the dozen: Node takes
 * ten times as long to start as most of them. Its entry is evaluated anew for
 * each. What a process is to the system, cli-files.test.js asks of real ones.
 *
 * @param {string[]} args
 * @param {{ cwd?: string }} [options]
 */
export async function posencHere(args, { cwd = process.cwd() } = {}) {
  const [out, err] = [sink(), sink()];
  /** @type {number | undefined} */
  let status;
  const folder = process.cwd();
  process.chdir(cwd);
  const putBack = replaced({
    argv: [process.execPath, CLI, ...args],
    stdout: out.stream,
    stderr: err.stream,
    exit: (code) => {
      status ??= code;
    },
  });
  try {
    runs += 1;
    await import(`${ENTRY}?${runs}`);
    // It exits when its message is written.
    await new Promise((resolve) => setImmediate(resolve));
    status ??= Number(process.exitCode ?? 0);
  } finally {
    putBack();
    process.exitCode = undefined;
    process.chdir(folder);
  }
  const bytes = out.bytes();
  return { status, bytes, stdout: `${bytes}`, stderr: `${err.bytes()}` };
}

/** Runs a line of the shell that begins with `posenc`; answers bytes. */
export const inShell = (line, cwd) =>
  spawnSync("sh", ["-c", line.replace(/^posenc/, '"$NODE" "$CLI"')], {
    cwd,
    env: { ...process.env, NODE: process.execPath, CLI },
    maxBuffer: 1 << 28,
  });

/** A folder that is gone after the test. */
export function temporary(t) {
  const folder = mkdtempSync(join(tmpdir(), "posenc-cli-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

const KINDS = {
  "<f2": Uint16Array,
  "<f4": Float32Array,
  "<f8": Float64Array,
  "<i4": Int32Array,
  "<i8": BigInt64Array,
};

/** A .npy file as NumPy writes it. */
export function toNpy(descr, values, shape, { fortran = "False" } = {}) {
  const Kind = KINDS[descr] ?? Uint8Array;
  const data = Kind.from(values, Kind === BigInt64Array ? BigInt : Number);
  const tuple = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const head = `{'descr': '${descr}', 'fortran_order': ${fortran}, 'shape': (${tuple}), }`;
  const padded = `${head.padEnd(117)}\n`;
  const start = Buffer.from("\x93NUMPY\x01\x00\x76\x00", "latin1");
  return Buffer.concat([start, Buffer.from(padded), Buffer.from(data.buffer)]);
}

/** What a .npy file holds. */
export function fromNpy(bytes) {
  const start = 10 + bytes.readUInt16LE(8);
  const head = bytes.subarray(10, start).toString("latin1");
  const [, descr] = /'descr': '([^']*)'/.exec(head);
  const [, tuple] = /'shape': \(([^)]*)\)/.exec(head);
  const { buffer } = new Uint8Array(bytes.subarray(start));
  const shape = tuple.match(/\d+/g).map(Number);
  return { descr, shape, data: new KINDS[descr](buffer) };
}

/** Several .npy files as numpy.savez packs them. */
export const toNpz = (tensors) =>
  zipSync(
    Object.fromEntries(
      Object.entries(tensors).map(([name, { data, shape }]) => [
        `${name}.npy`,
        toNpy("<f4", data, shape),
      ]),
    ),
  );

/**
 * Rows inside rows.
 *
 * @param {{ data: any, shape: number[] }} tensor
 */
export const nested = ({ data, shape: [length, ...inner] }) => {
  if (length === undefined) return data[0];
  const step = data.length / length;
  return Array.from({ length }, (_, i) =>
    nested({ data: data.slice(i * step, (i + 1) * step), shape: inner }),
  );
};

/** What the files of the examples in the help hold. */
export const FILES = {
  "table.npy": noise([4, 4], 1),
  "rows.npy": noise([3, 4], 2),
  "gradient.npy": noise([2, 4], 3),
  "tokens.npy": noise([2, 3, 4], 4),
  "kernel.npy": noise([4, 3], 5),
  "buckets.npy": noise([32, 2], 6),
  "points.csv": noise([5, 2], 7),
  "gain.csv": noise([1, 3], 8),
  "weight.json": noise([4, 2, 3], 9),
  "image.json": noise([4, 4], 10),
  "kernel2d.json": noise([4, 3, 3], 11),
  "attention.json": noise([3, 3], 12),
  "mask.json": { data: [1, 1, 0, 0, 1, 1, 1, 0], shape: [2, 4] },
  "fire.json": {
    hiddenWeight: noise([5, 1], 13),
    hiddenBias: noise([5], 14),
    outputWeight: noise([2, 5], 15),
    outputBias: noise([2], 16),
  },
  "cpb.json": {
    hiddenWeight: noise([5, 2], 17),
    hiddenBias: noise([5], 18),
    outputWeight: noise([2, 5], 19),
  },
};

const plain = ({ data, shape }) => ({ data: [...data], shape });

const WRITERS = {
  npy: ({ data, shape }) => toNpy("<f4", data, shape),
  csv: (it) => nested(plain(it)).join("\n"),
  json: (it) =>
    JSON.stringify(
      it.data
        ? nested(plain(it))
        : Object.fromEntries(
            Object.entries(it).map(([name, part]) => [name, plain(part)]),
          ),
    ),
};

/** A folder with all of FILES. */
export function withFiles(t) {
  const folder = temporary(t);
  for (const [name, content] of Object.entries(FILES)) {
    const write = WRITERS[name.split(".")[1]];
    writeFileSync(join(folder, name), write(content));
  }
  return folder;
}
