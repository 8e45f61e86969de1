// How output is written: a file is there whole or not at all.
import { once } from "node:events";
import { open, rename, rm, stat } from "node:fs/promises";
import type { Piece } from "./formats.js";

/** After so long a person at a terminal is told how far it is. */
const PATIENCE_MS = 1000;
const BETWEEN_MS = 200;

/** Pieces, each with the share of all that is written then. */
export type Pieces = Iterable<readonly [Piece, number]>;

/** Writes a file, or standard output when there is no name or it is "-". */
export function output(content: Piece, file: string | undefined) {
  return outputPieces([[content, 1]], file);
}

/**
 * The same, piece by piece. What stood in the file stays until all is written;
 * Ctrl+C leaves nothing behind.
 */
export async function outputPieces(
  pieces: Pieces,
  file: string | undefined,
): Promise<void> {
  if (file === undefined || file === "-") await print(pieces);
  else if (await isSpecial(file)) await fill(pieces, file);
  else await replace(pieces, file);
}

/** A pipe or a device, which cannot be put in place of another. */
async function isSpecial(file: string): Promise<boolean> {
  try {
    return !(await stat(file)).isFile();
  } catch {
    return false;
  }
}

async function replace(pieces: Pieces, file: string): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  const stop = (): void => {
    void rm(part, { force: true }).finally(() => process.exit(130));
  };
  process.once("SIGINT", stop);
  try {
    await fill(pieces, part);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw inWordsOf(file, part, error);
  } finally {
    process.off("SIGINT", stop);
  }
}

/** The system's message names the file that was asked for. */
function inWordsOf(file: string, part: string, error: unknown): unknown {
  if (error instanceof Error) {
    error.message = error.message.replaceAll(part, file);
  }
  return error;
}

async function fill(pieces: Pieces, file: string): Promise<void> {
  const handle = await open(file, "w");
  try {
    const told = new Progress();
    for (const [piece, share] of pieces) {
      await handle.appendFile(piece);
      told.at(share);
    }
    told.end();
  } finally {
    await handle.close();
  }
}

/** Waits until all is taken, so that a pipe gets the whole of it. */
async function print(pieces: Pieces): Promise<void> {
  const { stdout } = process;
  for (const [piece] of pieces) {
    if (piece.length > 0 && !stdout.write(piece)) await once(stdout, "drain");
  }
  await new Promise<void>((resolve) => stdout.write("", () => resolve()));
}

/** A line on standard error, for a person and when it takes its time. */
class Progress {
  readonly #start = performance.now();
  #next = PATIENCE_MS;

  at(share: number): void {
    const passed = performance.now() - this.#start;
    if (!process.stderr.isTTY || passed < this.#next) return;
    this.#next = passed + BETWEEN_MS;
    const seconds = Math.round(passed / 1000);
    const percent = Math.floor(100 * share);
    process.stderr.write(`\r${percent} % written, ${seconds} s`);
  }

  end(): void {
    if (this.#next > PATIENCE_MS) process.stderr.write("\r\u001b[K");
  }
}
