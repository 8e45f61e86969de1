import { describe, showBytes } from "posenc/internal";

/** Most bytes of a text, as UTF-8. */
export const MAX_BYTES = 5_000_000;
/** Most different tokens, or characters. */
const MAX_VOCABULARY = 65536;
/** Every tenth token, those at the end, is kept from training. */
export const HELD_OUT = 10;
/** So many tokens more than a text's own are asked of both parts. */
export const MORE = 2;

/** The number of the first token that is kept from training. */
export const firstKept = (tokens: number): number =>
  tokens - Math.floor(tokens / HELD_OUT);

/** A text that a model learns to go on with, token by token. */
export interface Corpus {
  readonly tokens: Int32Array;
  /** Its characters, sorted; undefined where tokens were given. */
  readonly characters: readonly string[] | undefined;
  readonly vocabulary: number;
}

/** The part to learn from, and the part to be tested with. */
export function partsOf({ tokens }: Corpus): [Int32Array, Int32Array] {
  const end = firstKept(tokens.length);
  return [tokens.subarray(0, end), tokens.subarray(end)];
}

const fail = (call: string, allowed: string, got: string): never => {
  throw new RangeError(`${call}: data must be ${allowed}, got ${got}`);
};

/** Bytes that are decoded at once where the first fault is looked for. */
const PIECE = 1 << 16;

/** Whether a decoder, from where it stands, takes these bytes. */
function takes(decoder: TextDecoder, bytes: Uint8Array, stream = false) {
  try {
    decoder.decode(bytes, { stream });
    return true;
  } catch {
    return false;
  }
}

// A byte order mark is a character like any other: the bytes of a string are
// that string, whatever it begins with.
const decoder = () =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Where bytes that are no UTF-8 stop to be it. */
export function firstFault(bytes: Uint8Array): number {
  let at = 0;
  const whole = decoder();
  const last = bytes.length - PIECE;
  while (at < last && takes(whole, bytes.subarray(at, at + PIECE), true)) {
    at += PIECE;
  }
  // A piece may begin within a character.
  while (at > 0 && (bytes[at] as number) >> 6 === 2) at -= 1;
  const lengthOf = (first: number) =>
    first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  while (at < bytes.length) {
    const end = at + lengthOf(bytes[at] as number);
    if (!takes(decoder(), bytes.subarray(at, end))) break;
    at = end;
  }
  return at;
}

function decode(call: string, bytes: Uint8Array): string {
  if (bytes.length > MAX_BYTES) {
    return fail(call, `at most ${MAX_BYTES} bytes`, showBytes(bytes.length));
  }
  try {
    return decoder().decode(bytes);
  } catch {
    const at = firstFault(bytes);
    return fail(call, "UTF-8", `${describe(bytes[at])} at byte ${at}`);
  }
}

const isHalfPair = (character: string) => /^[\ud800-\udfff]$/.test(character);

function ofText(call: string, text: string): Corpus {
  // More characters than bytes there cannot be.
  const bytes =
    text.length > MAX_BYTES
      ? text.length
      : new TextEncoder().encode(text).length;
  if (bytes > MAX_BYTES) {
    fail(call, `at most ${MAX_BYTES} bytes of UTF-8`, showBytes(bytes));
  }
  const all = [...text];
  const characters = [...new Set(all)].sort(
    (a, b) => (a.codePointAt(0) as number) - (b.codePointAt(0) as number),
  );
  if (characters.some(isHalfPair)) {
    const nth = all.findIndex(isHalfPair);
    const at = all.slice(0, nth).reduce((sum, { length }) => sum + length, 0);
    fail(call, "text", `half a surrogate pair at ${at}`);
  }
  if (characters.length > MAX_VOCABULARY) {
    fail(
      call,
      `at most ${MAX_VOCABULARY} different characters`,
      String(characters.length),
    );
  }
  const ids = new Map(characters.map((character, id) => [character, id]));
  return {
    tokens: Int32Array.from(all, (character) => ids.get(character) as number),
    characters,
    vocabulary: characters.length,
  };
}

function ofTokens(call: string, given: Int32Array): Corpus {
  const tokens = given.slice();
  if (tokens.byteLength > 4 * MAX_BYTES) {
    fail(call, `at most ${MAX_BYTES} tokens`, String(tokens.length));
  }
  let vocabulary = 0;
  for (let n = 0; n < tokens.length; n += 1) {
    const token = tokens[n] as number;
    if (token < 0 || token >= MAX_VOCABULARY) {
      fail(call, `tokens from 0 to ${MAX_VOCABULARY - 1}`, `${token} at ${n}`);
    }
    vocabulary = Math.max(vocabulary, token + 1);
  }
  return { tokens, characters: undefined, vocabulary };
}

/** Reads the option `data`. */
export function readCorpus(call: string, data: unknown): Corpus {
  const corpus =
    typeof data === "string"
      ? ofText(call, data)
      : data instanceof Uint8Array
        ? ofText(call, decode(call, data))
        : data instanceof Int32Array
          ? ofTokens(call, data)
          : undefined;
  if (corpus === undefined) {
    throw new TypeError(
      `${call}: data must be a string, a Uint8Array of UTF-8 or an Int32Array of tokens, got ${describe(data)}`,
    );
  }
  if (corpus.tokens.length < 2) {
    fail(call, "at least 2 tokens", String(corpus.tokens.length));
  }
  return corpus;
}

/** How often the best constant answer is right. */
export function chanceOf(tokens: Int32Array, vocabulary: number): number {
  const counts = new Float64Array(vocabulary);
  for (const token of tokens) counts[token] = (counts[token] as number) + 1;
  return counts.reduce((a, b) => Math.max(a, b)) / tokens.length;
}
