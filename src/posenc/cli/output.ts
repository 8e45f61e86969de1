// How output is written: a file is there whole or not at all.
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  closeSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
} from "node:fs";
import { open, readlink, realpath, stat } from "node:fs/promises";
import { constants } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { Piece } from "./formats.js";

/** After so long a person at a terminal is told how far it is. */
const PATIENCE_MS = 1000;
const BETWEEN_MS = 200;

/** Pieces, each with the share of all that is written then. */
export type Pieces = Iterable<readonly [Piece, number]>;

/** What ends a program that could clean up, and its numbers. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** As many links in a row as Linux follows. */
const MOST_LINKS = 40;

/** Names of standard output: nothing is put in its place. */
const STANDARD: ReadonlySet<string | undefined> = new Set([
  undefined,
  "-",
  "/dev/stdout",
]);

/** Writes a file, or standard output when there is no name or it is "-". */
export function output(content: Piece, file?: string) {
  return outputPieces([[content, 1]], file);
}

/**
 * The same, piece by piece. What stood in the file stays until all is written;
 * a signal that ends the program leaves nothing behind.
 */
export async function outputPieces(
  pieces: Pieces,
  file: string | undefined,
): Promise<void> {
  if (file === undefined || STANDARD.has(file)) return print(pieces);
  const before = await statsOf(file);
  // A pipe or a device cannot be put in place of another.
  if (before !== undefined && !before.isFile()) await fill(pieces, file, "w");
  else await replace(pieces, file, await targetOf(file), before);
}

/** What is known of a file; undefined: it is not there yet. */
async function statsOf(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Where a name leads: links are followed, also to what is not there yet. */
async function targetOf(file: string, links = MOST_LINKS): Promise<string> {
  const link = await readlink(file).catch(() => undefined);
  if (link === undefined || links === 0) return file;
  const folder = await realpath(dirname(file));
  return targetOf(resolve(folder, link), links - 1);
}

/** @param before of the file that stands there, if one does */
async function replace(
  pieces: Pieces,
  file: string,
  target: string,
  before: Stats | undefined,
): Promise<void> {
  const name = `${basename(target)}.${crypto.randomUUID().slice(0, 8)}.part`;
  const part = join(dirname(target), name);
  const stop = (signal: NodeJS.Signals): void => {
    rmSync(part, { force: true });
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    // At once: no signal can come between, and find nothing to take away yet.
    // Nobody reads it who could not read what stood there.
    closeSync(openSync(part, "wx", before ? 0o600 : 0o666));
    await fill(pieces, part, "r+");
    if (before) likeBefore(part, before);
    renameSync(part, target);
  } catch (error) {
    rmSync(part, { force: true });
    throw inWordsOf(file, part, error);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

/** Gives a file the mode of another, and its owners where that is allowed. */
function likeBefore(part: string, { mode, uid, gid }: Stats): void {
  try {
    chownSync(part, uid, gid);
  } catch {
    // Only root may give files away.
  }
  chmodSync(part, mode & 0o7777);
}

/** The system's message names the file that was asked for. */
function inWordsOf(file: string, part: string, error: unknown): unknown {
  if (error instanceof Error) {
    error.message = error.message.replaceAll(part, file);
  }
  return error;
}

async function fill(
  pieces: Pieces,
  file: string,
  flags: "w" | "r+",
): Promise<void> {
  const handle = await open(file, flags);
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
