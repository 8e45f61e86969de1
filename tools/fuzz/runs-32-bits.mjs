// Whether this machine runs programs of 32 bits: some x86-64 kernels are built
// without them.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const STATUS = 42;
const BASE = 0x08048000;
const HEADERS = 52 + 32;

/** The smallest ELF program for i386: `_exit(42)`. */
function smallestProgram() {
  const code = Buffer.from([
    0xb8,
    1,
    0,
    0,
    0, // mov eax, 1 (exit)
    0xbb,
    STATUS,
    0,
    0,
    0, // mov ebx, 42
    0xcd,
    0x80, // int 0x80
  ]);
  const header = Buffer.alloc(HEADERS);
  header.set([0x7f, 0x45, 0x4c, 0x46, 1, 1, 1]);
  header.writeUInt16LE(2, 16); // executable
  header.writeUInt16LE(3, 18); // i386
  header.writeUInt32LE(1, 20);
  header.writeUInt32LE(BASE + HEADERS, 24); // entry
  header.writeUInt32LE(52, 28); // program headers begin
  header.writeUInt16LE(52, 40);
  header.writeUInt16LE(32, 42);
  header.writeUInt16LE(1, 44);
  const size = HEADERS + code.length;
  // One segment, loaded from the start of the file, readable and executable.
  [1, 0, BASE, BASE, size, size, 5, 0x1000].forEach((value, k) => {
    header.writeUInt32LE(value, 52 + 4 * k);
  });
  return Buffer.concat([header, code]);
}

function tries() {
  if (process.platform !== "linux" || process.arch !== "x64") return false;
  const home = mkdtempSync(join(tmpdir(), "posenc-32-bits-"));
  try {
    const program = join(home, "program");
    writeFileSync(program, smallestProgram(), { mode: 0o755 });
    return spawnSync(program, { stdio: "ignore" }).status === STATUS;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

export const runs32Bits = tries();
/** Why there are none, for messages. */
export const no32Bits = `${process.platform} on ${process.arch} runs no programs of 32 bits here`;
