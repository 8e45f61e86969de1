// What a mutant has in the place of what, in both languages.

/** Operator between two operands → what stands there instead. */
const OPERATORS = {
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "**": ["*"],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "==": ["!="],
  "!=": ["=="],
  "===": ["!=="],
  "!==": ["==="],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
  "&": ["|"],
  "|": ["&"],
  "^": ["&"],
  "<<": [">>"],
  ">>": ["<<"],
  ">>>": [">>"],
  "+=": ["-="],
  "-=": ["+="],
  "*=": ["/="],
  "/=": ["*="],
};

const WORDS = {
  true: "false",
  false: "true",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
};

/** What may stand instead of an operator. */
export const operatorsFor = (operator) => OPERATORS[operator] ?? [];

/** What stands instead of true, false, and the name of a function. */
export const wordFor = (word) =>
  Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;

/** A condition of one of these alone has its opposite among its mutants. */
export const COMPARISONS = new Set(
  ["==", "!=", "===", "!=="].concat(["<", "<=", ">", ">="]),
);

const INTEGER = /^(0[xX][\da-fA-F]+|\d+)([uUlLzZn]*)$/;
const REAL =
  /^(0[xX][\da-fA-F.]+[pP][+-]?\d+|[\d.]+(?:[eE][+-]?\d+)?)([fFlL]?)$/;

function hexReal(text) {
  const [mantissa, exponent] = text.slice(2).toLowerCase().split("p");
  const [whole, fraction = ""] = mantissa.split(".");
  const digits = Number.parseInt(whole + fraction, 16);
  return digits * 2 ** (Number(exponent) - 4 * fraction.length);
}

const numberOf = (text) => (/^0x/i.test(text) ? hexReal(text) : Number(text));

/** 1 and 5 would be whole numbers in C++, whose quotient is another. */
function realText(x, suffix, pointed) {
  const text = String(x);
  return (pointed && !/[.e]/.test(text) ? `${text}.0` : text) + suffix;
}

/** The numbers beside a literal: ±1, or its double and half where 1 is nothing. */
export function numbersFor(literal) {
  const plain = literal.replace(/['_]/g, "");
  const integer = INTEGER.exec(plain);
  if (integer) {
    const [, digits, suffix] = integer;
    const x = BigInt(digits);
    const unsigned = /u/i.test(suffix);
    const below = unsigned && x === 0n ? [] : [x - 1n];
    return [x + 1n, ...below].map((y) => `${y}${suffix}`);
  }
  const real = REAL.exec(plain);
  if (!real) return [];
  const x = numberOf(real[1]);
  const near = x + 1 === x || x - 1 === -1 ? [2 * x, x / 2] : [x + 1, x - 1];
  const pointed = /[.p]/i.test(real[1]) || real[2] !== "";
  return near
    .filter((y) => y !== x && Number.isFinite(y))
    .map((y) => realText(y, real[2], pointed));
}

/**
 * One change of a source.
 *
 * @typedef {object} Mutant
 * @property {number} at where, in characters from the start of the file
 * @property {string} original
 * @property {string} text what stands there instead
 */

/** The whole source with one change. */
export const mutated = (source, { at, original, text }) =>
  source.slice(0, at) + text + source.slice(at + original.length);

const joined = (text) => text.trim().replace(/\s+/g, " ");

/** Line and column, from 1, and the lines concerned before and after. */
export function describe(source, mutant) {
  const { at, original, text } = mutant;
  const start = source.lastIndexOf("\n", at - 1) + 1;
  const found = source.indexOf("\n", at + original.length);
  const end = found < 0 ? source.length : found;
  return {
    line: source.slice(0, at).split("\n").length,
    column: at - start + 1,
    original: joined(source.slice(start, end)),
    mutant: joined(
      source.slice(start, at) + text + source.slice(at + original.length, end),
    ),
  };
}
