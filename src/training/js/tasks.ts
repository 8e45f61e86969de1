import {
  describe,
  type Fields,
  integer,
  type OptionsOf,
  openScheme,
} from "posenc/internal";
import { TaskKind } from "./generated/enums.js";
import type { RawSource } from "./module.js";

const MAX_SYMBOLS = 256;
/** Longest text of a model, in tokens. */
export const MAX_TEXT = 2048;

/** What a length that no text of a task has is refused with. */
export const noLength = (call: string, name: string, got: number): RangeError =>
  new RangeError(
    `${call}: ${name} must be a length that the task has, got ${got}`,
  );

const SYMBOLS = {
  /** How many symbols there are to choose from. */
  symbols: integer({ min: 2, max: MAX_SYMBOLS, default: 16 }),
};
const CLASSES = {
  /** How many answers there are, 0, 1, 2, …; the last one means "or more". */
  classes: integer({ min: 2, max: 64, default: 16 }),
};

export const BACK_TASK = {
  /** How far back the symbol stands that is asked for. */
  back: integer({ min: 0, max: MAX_TEXT / 2, default: 3 }),
  ...SYMBOLS,
};
/** Options of the task `back`. */
export type BackTask = OptionsOf<typeof BACK_TASK>;

export const SYMBOL_TASK = SYMBOLS;
/** Options of the tasks `copy`, `reverse`, `sort`, `induction` and `ends`. */
export type SymbolTask = OptionsOf<typeof SYMBOL_TASK>;

export const COUNT_TASK = { ...CLASSES, ...SYMBOLS };
/** Options of the task `count`. */
export type CountTask = OptionsOf<typeof COUNT_TASK>;

export const BRACKETS_TASK = CLASSES;
/** Options of the task `brackets`. */
export type BracketsTask = OptionsOf<typeof BRACKETS_TASK>;

export const HINTED_TASK = {
  /** How many indices there are; more than digits. */
  hints: integer({ min: 2, max: MAX_SYMBOLS, default: 64 }),
};
/** Options of the task `hintedAddition`. */
export type HintedTask = OptionsOf<typeof HINTED_TASK>;

export const SENTENCE_TASK = {
  /** How many nouns can act and be acted upon. */
  nouns: integer({ min: 2, max: MAX_SYMBOLS, default: 16 }),
  /** How many verbs there are. */
  verbs: integer({ min: 1, max: MAX_SYMBOLS, default: 4 }),
  /** How many words there are that stand around the sentence. */
  fillers: integer({ min: 1, max: MAX_SYMBOLS, default: 16 }),
  /** The sentence begins at this word or later. */
  earliest: integer({ min: 0, max: MAX_TEXT, default: 0 }),
};
/** Options of the task `sentence`. */
export type SentenceTask = OptionsOf<typeof SENTENCE_TASK>;

const NONE = {};

/** The options of each task. */
export const TASKS = {
  back: BACK_TASK,
  copy: SYMBOL_TASK,
  reverse: SYMBOL_TASK,
  sort: SYMBOL_TASK,
  induction: SYMBOL_TASK,
  ends: SYMBOL_TASK,
  count: COUNT_TASK,
  flipFlop: NONE,
  brackets: BRACKETS_TASK,
  parity: NONE,
  addition: NONE,
  hintedAddition: HINTED_TASK,
  sentence: SENTENCE_TASK,
} satisfies { readonly [Type in keyof typeof TaskKind]: Fields };

/** The name of a task. */
export type TaskType = keyof typeof TASKS;

/**
 * A task that is made up while a model trains, and graded exactly. n is the
 * length that a model is trained and tested at.
 *
 * - `back`: n symbols; at each, the one `back` before
 * - `copy`, `reverse`, `sort`: n symbols, a bar, and the same again so
 * - `induction`: n symbols; at each, what followed the last one like it
 * - `ends`: n symbols, then the first and the last of them are asked for
 * - `count`: n symbols, some of them markers; how many since the last marker
 * - `flipFlop`: n times write, ignore or read and a bit; at reads, the bit last
 *   written (Liu et al. 2023)
 * - `brackets`: n brackets, well nested; at each, the depth
 * - `parity`: n bits; at the end, whether their sum is odd
 * - `addition`: two numbers of n digits, the last digit first; their sum
 * - `hintedAddition`: the same with an index before each digit (Zhou et al.
 *   2024)
 * - `sentence`: n words, among them "dog bites man"; at the verb, who did it
 */
export type Task =
  | TaskType
  | ({ readonly type: "back" } & BackTask)
  | ({
      readonly type: "copy" | "reverse" | "sort" | "induction" | "ends";
    } & SymbolTask)
  | ({ readonly type: "count" } & CountTask)
  | { readonly type: "flipFlop" | "parity" | "addition" }
  | ({ readonly type: "brackets" } & BracketsTask)
  | ({ readonly type: "hintedAddition" } & HintedTask)
  | ({ readonly type: "sentence" } & SentenceTask);

/** A task as it was read: its name and all its options. */
export type ReadTask = { readonly type: TaskType } & Readonly<
  Record<string, number | string>
>;

/** Reads what is a name, or an object with one and options. */
export function readNamed<Type extends string, Read extends { type: Type }>(
  call: string,
  name: string,
  given: unknown,
  schemes: { readonly [T in Type]: Fields },
): Read {
  const known = Object.keys(schemes);
  const words = known.map((word) => JSON.stringify(word)).join(", ");
  const scheme = typeof given === "string" ? { type: given } : given;
  const type = (scheme as { type?: unknown } | null | undefined)?.type;
  if (typeof scheme !== "object" || typeof type !== "string") {
    throw new TypeError(
      given === undefined
        ? `${call}: ${name} is required (one of ${words}, or an object with such a type)`
        : `${call}: ${name} must be one of ${words}, or an object with such a type, got ${describe(given)}`,
    );
  }
  if (!Object.hasOwn(schemes, type)) {
    throw new RangeError(
      `${call}: ${name}${typeof given === "string" ? "" : ".type"} must be one of ${words}, got ${describe(type)}`,
    );
  }
  const fields = schemes[type as Type];
  const options = openScheme(call, fields, scheme, name);
  const read = Object.keys(fields).map((key) => [key, options.read(key)]);
  return { type, ...Object.fromEntries(read) } as unknown as Read;
}

/** Reads the option `task`. */
export const readTask = (call: string, given: unknown): ReadTask =>
  readNamed(call, "task", given, TASKS);

const UNUSED: RawSource = {
  task: 0,
  symbols: 2,
  back: 0,
  classes: 2,
  hints: 2,
  verbs: 1,
  fillers: 1,
  earliest: 0,
  fromCorpus: false,
};

/** The same as the module takes it. */
export function rawTask({ type, nouns, ...rest }: ReadTask): RawSource {
  const symbols = nouns === undefined ? {} : { symbols: Number(nouns) };
  return { ...UNUSED, ...rest, ...symbols, task: TaskKind[type] };
}

/** What the module takes where texts come from a corpus. */
export const RAW_CORPUS: RawSource = { ...UNUSED, fromCorpus: true };

const listed = (count: number, name: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => name(n));

/** a … z, as long as they last; else s0, s1, … */
const symbols = (count: number) =>
  listed(count, (n) =>
    count > 26 ? `s${n}` : String.fromCharCode("a".charCodeAt(0) + n),
  );

const classes = (count: number) =>
  listed(count, (n) => (n === count - 1 ? `${n}+` : String(n)));

const DIGITS = [...listed(10, String), "+", "="];

/** The tokens of a task by name, in the order of src/training/core/training/tasks.hpp. */
export function tokensOf(task: ReadTask): string[] {
  const count = (name: string) => Number(task[name]);
  switch (task.type) {
    case "back":
    case "induction":
      return symbols(count("symbols"));
    case "copy":
    case "reverse":
    case "sort":
      return [...symbols(count("symbols")), "|"];
    case "ends":
      return [...symbols(count("symbols")), "first", "last"];
    case "count":
      return [...classes(count("classes")), "#", ...symbols(count("symbols"))];
    case "flipFlop":
      return ["0", "1", "write", "ignore", "read"];
    case "brackets":
      return [...classes(count("classes")), "(", ")"];
    case "parity":
      return ["0", "1", "="];
    case "addition":
      return DIGITS;
    case "hintedAddition":
      return [...DIGITS, ...listed(count("hints"), (n) => `i${n}`)];
    case "sentence":
      return ["nouns", "verbs", "fillers"].flatMap((kind) =>
        listed(count(kind), (n) => `${kind.slice(0, -1)} ${n + 1}`),
      );
  }
}
