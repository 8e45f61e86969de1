import { describe } from "../errors.js";

/** JSON's strings, which stay, or words that Python's json writes for numbers. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g;

/** JSON has no infinity, but a number too large for one reads as it. */
const NUMBERS: Readonly<Record<string, string>> = {
  Infinity: "1e999",
  "-Infinity": "-1e999",
  NaN: '"NaN"',
};

/** Beginnings of files that hold a model, not its configuration. */
const OTHERS: readonly (readonly [start: string, name: string])[] = [
  ["GGUF", "a GGUF file"],
  ["PK\u0003\u0004", "a zip archive, as PyTorch writes it"],
  ["\u0089HDF", "an HDF5 file"],
  ["\u0093NUMPY", "a .npy file"],
];

const CALL = "config.parse";

/** Longer than any configuration: the longest published ones have 1 MB. */
const MAX_LENGTH = 2 ** 26;

function textOf(source: string | Uint8Array): string {
  if (typeof source === "string") return source;
  if (!(source instanceof Uint8Array)) {
    throw new TypeError(
      `${CALL}: source must be a string or a Uint8Array, got ${describe(source)}`,
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(
      source.subarray(0, MAX_LENGTH + 1),
    );
  } catch {
    throw new RangeError(`${CALL}: source is no text in UTF-8`);
  }
}

/** Refuses by name what is no text. */
function refuseOthers(source: string | Uint8Array): void {
  const start =
    typeof source === "string"
      ? source.slice(0, 8)
      : String.fromCharCode(...source.subarray(0, 8));
  for (const [magic, name] of OTHERS) {
    if (!start.startsWith(magic)) continue;
    throw new RangeError(
      `${CALL}: source is ${name}; give the config.json of the model`,
    );
  }
  // A safetensors file begins with the length of its header.
  if (typeof source !== "string" && source[8] === 0x7b && source[7] === 0) {
    throw new RangeError(
      `${CALL}: source is a safetensors file; give the config.json of the model`,
    );
  }
}

/** The object in the text of a configuration: see {@link Config.parse}. */
export function parse(source: string | Uint8Array): object {
  if (source instanceof Uint8Array || typeof source === "string") {
    refuseOthers(source);
  }
  const text = textOf(source).replace(/^\ufeff/, "");
  if (text.length > MAX_LENGTH) {
    throw new RangeError(
      `${CALL}: source must have up to ${MAX_LENGTH} characters, got ${text.length}`,
    );
  }
  if (text.trim() === "") throw new RangeError(`${CALL}: source is empty`);
  const strict = text.replace(TOKENS, (token) => NUMBERS[token] ?? token);
  let value: unknown;
  try {
    value = JSON.parse(strict);
  } catch (error) {
    const body = strict.trim();
    const fragment = /^"[^"]*"\s*:/.test(body);
    const hint = fragment
      ? "source is part of an object: put { } around it, and model_type into it"
      : `source is no JSON: ${(error as Error).message}`;
    throw new RangeError(`${CALL}: ${hint}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new RangeError(
      `${CALL}: source must hold an object, { … }, got ${describe(value)}`,
    );
  }
  return value;
}
