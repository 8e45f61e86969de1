// The mutants of a C++ file, by its tokens. clang-format writes a space on both
// sides of an operator between two operands, and on neither of a template's
// brackets, a pointer or a sign: that tells them apart.
import { COMPARISONS, numbersFor, operatorsFor, wordFor } from "./swaps.mjs";

const TOKEN = new RegExp(
  [
    String.raw`(?<blank>\s+|//[^\n]*|/\*[^]*?\*/|^[ \t]*#(?:[^\n\\]|\\[^])*)`,
    String.raw`(?<string>(?:u8?|U|L)?"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')`,
    String.raw`(?<word>[A-Za-z_]\w*)`,
    String.raw`(?<number>\.?\d(?:[eEpP][+-]|'\w|[\w.])*)`,
    String.raw`(?<sign><=>|<<=|>>=|->|::|\+\+|--|&&|\|\||<<|>>|[-+*/%&|^<>=!]=|[^])`,
  ].join("|"),
  "gmy",
);

/** What is between these words and the end of their brackets is no program. */
const DECLARED = new Set(["static_assert", "alignas", "noexcept", "decltype"]);
const KEYWORDS = new Set(
  "return if for while switch sizeof catch else do case new delete throw using".split(
    " ",
  ),
);
const OPEN = "([{";
const CLOSE = ")]}";

/** {kind, text, at, before, after}: the last two, whether there is space. */
function tokensOf(source) {
  const tokens = [];
  for (const { groups, 0: text, index } of source.matchAll(TOKEN)) {
    if (groups.blank !== undefined) continue;
    const kind = ["string", "word", "number", "sign"].find(
      (name) => groups[name] !== undefined,
    );
    const before = /\s/.test(source[index - 1] ?? " ");
    const after = /\s/.test(source[index + text.length] ?? " ");
    tokens.push({ kind, text, at: index, before, after });
  }
  return tokens;
}

/** Index of the bracket that closes the one at `i`. */
function closing(tokens, i) {
  let depth = 0;
  for (let j = i; j < tokens.length; j += 1) {
    if (tokens[j].kind !== "sign") continue;
    if (OPEN.includes(tokens[j].text)) depth += 1;
    if (CLOSE.includes(tokens[j].text)) depth -= 1;
    if (depth === 0) return j;
  }
  return tokens.length - 1;
}

/** Where the program goes on after something that is none, or `i`. */
function pastDeclared(tokens, i) {
  const { kind, text } = tokens[i];
  const next = tokens[i + 1]?.text;
  if (kind === "word" && DECLARED.has(text) && next === "(") {
    return closing(tokens, i + 1) + 1;
  }
  // An attribute: [[gnu::cold]].
  if (text === "[" && next === "[") return closing(tokens, i) + 1;
  return i;
}

const isBracketed = (tokens, i) =>
  (tokens[i - 1]?.text === "<" && !tokens[i - 1].before) ||
  (tokens[i + 1]?.text === ">" && !tokens[i + 1].before);

/** The condition that stands in the brackets after `if`. */
function* conditions(tokens, i, source) {
  if (tokens[i].text !== "if" || tokens[i + 1]?.text !== "(") return;
  const end = closing(tokens, i + 1);
  const inside = tokens.slice(i + 2, end);
  // `if (T x = …; x)` declares; a comparison has its opposite already.
  if (inside.some(({ text }) => text === ";" || text === "=")) return;
  const joins = inside.some(({ text }) => text === "&&" || text === "||");
  if (!joins && inside.some(({ text }) => COMPARISONS.has(text))) return;
  const [from, to] = [tokens[i + 2].at, tokens[end].at];
  const original = source.slice(from, to);
  yield { at: from, original, text: `!(${original})` };
}

/** A statement that is a call alone. */
function* calls(tokens, i, source) {
  const before = tokens[i - 1]?.text;
  const starts = before === undefined || /^[;{})]$|^else$/.test(before);
  if (!starts || tokens[i].kind !== "word") return;
  let j = i;
  while (
    tokens[j]?.kind === "word" &&
    !KEYWORDS.has(tokens[j].text) &&
    /^(::|\.|->)$/.test(tokens[j + 1]?.text)
  ) {
    j += 2;
  }
  if (tokens[j]?.kind !== "word" || KEYWORDS.has(tokens[j].text)) return;
  if (tokens[j + 1]?.text !== "(") return;
  const end = closing(tokens, j + 1);
  if (tokens[end + 1]?.text !== ";") return;
  const [from, to] = [tokens[i].at, tokens[end + 1].at];
  yield { at: from, original: source.slice(from, to), text: "" };
}

/** `return Status::kOk` and `return Status::kBadShape`, each as the other. */
function* statuses(tokens, i) {
  const { text, at } = tokens[i];
  if (tokens[i - 1]?.text !== "::" || tokens[i - 2]?.text !== "Status") return;
  const other = text === "kOk" ? "kBadArgument" : "kOk";
  yield { at, original: text, text: other };
}

function* changesAt(tokens, i, source) {
  const { kind, text, at, before, after } = tokens[i];
  const instead = (other) => ({ at, original: text, text: other });
  if (kind === "number" && !isBracketed(tokens, i)) {
    yield* numbersFor(text).map(instead);
  } else if (kind === "word") {
    const other = wordFor(text);
    const called = tokens[i + 1]?.text === "(" || /true|false/.test(text);
    const named = /true|false/.test(text) || tokens[i - 1]?.text === "::";
    if (other && called && named && text !== "floor" && text !== "ceil") {
      yield instead(other);
    }
    yield* statuses(tokens, i);
    yield* conditions(tokens, i, source);
    yield* calls(tokens, i, source);
  } else if (kind === "sign" && before && after) {
    yield* operatorsFor(text).map(instead);
  } else if (text === "!" || (text === "-" && before && !after)) {
    yield instead("");
  } else if (text === "-" && !after && /^[(,[]$/.test(tokens[i - 1]?.text)) {
    yield instead("");
  }
}

/**
 * All mutants of a C++ source, in its order.
 *
 * @returns {import("./swaps.mjs").Mutant[]}
 */
export function cppMutants(source) {
  const tokens = tokensOf(source);
  const mutants = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const next = pastDeclared(tokens, i);
    if (next > i) {
      i = next - 1;
      continue;
    }
    mutants.push(...changesAt(tokens, i, source));
  }
  return mutants.sort((a, b) => a.at - b.at);
}
