// A run in bytes: what the module saves, behind the options that made it and
// the text that it learns.
//
//   8 bytes   "posencRn"
//   uint32    version
//   uint32    a sum over all that follows
//   uint32 ×3 bytes of the options, of the text and of the run
//   options in JSON, tokens of the text, the run
//
// All numbers are little-endian.

import type { Options } from "posenc/internal";
import { describe } from "posenc/internal";
import { Saved } from "./generated/enums.js";
import type { Corpus } from "./text.js";

const MAGIC = "posencRn";
const VERSION = 1;
const SUM_AT = 12;
const SIZES_AT = 16;
const HEADER = 28;

/** What is read of such bytes. */
export interface SavedRun {
  readonly options: object;
  readonly run: Uint8Array;
}

/** FNV-1a of 32 bits (Fowler, Noll, Vo). */
function sumOf(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (let n = 0; n < bytes.length; n += 1) {
    sum = Math.imul(sum ^ (bytes[n] as number), 0x01000193);
  }
  return sum >>> 0;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** The text as it was given: characters, or tokens. */
const textOf = (corpus: Corpus | undefined): Uint8Array =>
  corpus === undefined
    ? new Uint8Array()
    : corpus.characters
      ? new TextEncoder().encode(
          Array.from(
            corpus.tokens,
            (id) => (corpus.characters as readonly string[])[id],
          ).join(""),
        )
      : bytesOf(corpus.tokens);

/** The options as they were given, without the text. */
export const givenOf = (options: Options & { readonly fields: object }) =>
  options.pick(Object.keys(options.fields).filter((name) => name !== "data"));

/** Writes a run. */
export function pack(
  options: Options & { readonly fields: object },
  corpus: Corpus | undefined,
  run: Uint8Array,
): Uint8Array {
  const own = givenOf(options);
  const text = textOf(corpus);
  const isTokens = corpus !== undefined && corpus.characters === undefined;
  const json = new TextEncoder().encode(
    JSON.stringify({ options: own, ...(corpus && { isTokens }) }),
  );
  const parts = [json, text, run];
  const bytes = new Uint8Array(
    parts.reduce((sum, { length }) => sum + length, HEADER),
  );
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  view.setUint32(MAGIC.length, VERSION, true);
  let at = HEADER;
  for (const [n, part] of parts.entries()) {
    view.setUint32(SIZES_AT + 4 * n, part.length, true);
    bytes.set(part, at);
    at += part.length;
  }
  view.setUint32(SUM_AT, sumOf(bytes.subarray(SIZES_AT)), true);
  return bytes;
}

const REFUSED: Readonly<Record<number, string>> = {
  [Saved.foreign]: "a run that save() wrote",
  [Saved.version]: "of this version of the library",
  [Saved.other]: "of the model that its options make",
  [Saved.cut]: "whole: it is cut short, or too long",
  [Saved.damaged]: "whole: a byte of it has changed",
};

/** Throws unless a run can be gone on with. */
export function refuseSaved(call: string, saved: number, more = ""): void {
  if (saved === Saved.good) return;
  throw new RangeError(
    // never taken: the module has no other answer
    `${call}: bytes must be ${REFUSED[saved] ?? "a run"}${more}`,
  );
}

/** Reads a run. */
export function unpack(call: string, given: unknown): SavedRun {
  const refuse = (saved: number, more?: string): void =>
    refuseSaved(call, saved, more);
  if (!(given instanceof Uint8Array)) {
    throw new TypeError(
      `${call}: bytes must be a Uint8Array that save() gave, got ${describe(given)}`,
    );
  }
  // Nobody else's from here on.
  const bytes = given.slice();
  const begin = new TextDecoder().decode(bytes.subarray(0, MAGIC.length));
  if (begin !== MAGIC) {
    refuse(MAGIC.startsWith(begin) ? Saved.cut : Saved.foreign);
  }
  if (bytes.length < HEADER) refuse(Saved.cut);
  const view = new DataView(bytes.buffer);
  const version = view.getUint32(MAGIC.length, true);
  if (version !== VERSION) {
    refuse(Saved.version, `, which reads ${VERSION}, got ${version}`);
  }
  const ends = [HEADER];
  for (let n = 0; n < 3; n += 1) {
    const size = view.getUint32(SIZES_AT + 4 * n, true);
    ends.push((ends[n] as number) + size);
  }
  const whole = ends[3] as number;
  if (whole !== bytes.length) {
    refuse(Saved.cut, `, ${whole} bytes, got ${bytes.length}`);
  }
  const sum = view.getUint32(SUM_AT, true);
  if (sum !== sumOf(bytes.subarray(SIZES_AT))) refuse(Saved.damaged);
  const [json, text, run] = [0, 1, 2].map((n) =>
    bytes.slice(ends[n], ends[n + 1]),
  ) as [Uint8Array, Uint8Array, Uint8Array];
  // Sums can be made by anybody: what they are of may be anything.
  try {
    const { options, isTokens } = JSON.parse(new TextDecoder().decode(json));
    const data = isTokens ? new Int32Array(text.buffer) : text;
    return {
      options: isTokens === undefined ? options : { ...options, data },
      run,
    };
  } catch {
    return refuse(Saved.foreign) as never;
  }
}
