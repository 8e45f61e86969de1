// The table of a widget's attributes: short kebab-case scalars, because those
// survive Markdown, MDX, Vue, Pandoc and URL hashes unchanged. The table is the
// one source of the typed properties, the checks and the messages.
import { asWritten, filled } from "../../words/filled.ts";
import type { Strings } from "../../words/strings.ts";
import {
  type Lang,
  parameter,
  type Text,
  wellFormed,
} from "../../words/text.ts";

/** How one attribute is read and checked. */
export interface Attribute<Value> {
  readonly default: Value;
  /** What a Chinese page begins with, where that is another: a sentence. */
  readonly chinese?: Value | undefined;
  /** What is allowed, to complete "… must be …". */
  readonly allowed: Text;
  /** The value, or undefined when it is not allowed. */
  read(input: unknown): Value | undefined;
  /** As an attribute or a URL shows it. */
  write(value: Value): string;
}

/** A number with its range, for sliders. */
export interface NumberAttribute extends Attribute<number> {
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
}

interface NumberOptions {
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

const PATTERN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * A number as people type it: "10 000", "10,000", "1e4", full-width digits and
 * the real minus sign included. NaN for anything else.
 */
export function readNumber(text: string): number {
  const plain = text
    // Where we show the thousands: it stands askew while one deletes a digit.
    .replace(/(?<=\d)\u202f(?=\d)/g, "")
    .normalize("NFKC")
    .trim()
    .replace(/\u2212/g, "-")
    .replace(/(?<=\d)[\s_](?=\d{3})/g, "")
    .replace(/,(?=\d{3}(\D|$))/g, "");
  return PATTERN.test(plain) ? Number(plain) : Number.NaN;
}

/** What attributes allow: a page may say it in other words. */
export const ALLOWED = {
  whole: {
    en: "a whole number from {min} to {max}",
    zh: "{min} 到 {max} 的整数",
  },
  real: { en: "a number from {min} to {max}", zh: "{min} 到 {max} 的数" },
  text: { en: "text of 1 to {max} characters", zh: "1 到 {max} 个字符的文字" },
  either: { en: "{one} or {other}", zh: "{one} 或 {other}" },
} as const satisfies Strings;

/** A number of a range, in words. */
export const within = (min: number, max: number, isWhole: boolean): Text =>
  filled(ALLOWED[isWhole ? "whole" : "real"], {
    min: parameter(min),
    max: parameter(max),
  });

const either = ([first = "", ...others]: readonly string[]): Text =>
  others.reduce<Text>(
    (one, other) => filled(ALLOWED.either, { one, other }),
    asWritten(first),
  );

function numeric(options: NumberOptions, integer: boolean): NumberAttribute {
  const { min, max } = options;
  return {
    ...options,
    integer,
    allowed: within(min, max, integer),
    read(input) {
      const value =
        typeof input === "number"
          ? input
          : typeof input === "string"
            ? readNumber(input)
            : Number.NaN;
      return value >= min && value <= max && (!integer || value % 1 === 0)
        ? value
        : undefined;
    },
    write: String,
  };
}

/** A whole number. */
export const integer = (options: NumberOptions): NumberAttribute =>
  numeric(options, true);

/** Any real number. */
export const real = (options: NumberOptions): NumberAttribute =>
  numeric(options, false);

/** One of a few words. */
export interface ChoiceAttribute<Name extends string = string>
  extends Attribute<Name> {
  readonly kind: "choice";
  readonly names: readonly Name[];
}

/** One of a few words, the first unless another one is named. */
export function choice<const Name extends string>(
  names: readonly Name[],
  initial: Name = names[0] as Name,
  chinese?: Name,
): ChoiceAttribute<Name> {
  return {
    kind: "choice",
    names,
    default: initial,
    chinese,
    allowed: either(names),
    read: (input) => names.find((name) => name === input),
    write: (value) => value,
  };
}

/** On or off. */
export interface SwitchAttribute extends Attribute<boolean> {
  readonly kind: "switch";
}

const SWITCHED: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, "true", "on", "1", ""].map((on) => [on, true] as const),
  ...[false, "false", "off", "0"].map((off) => [off, false] as const),
]);

/** On or off; `<pe-… causal>` is on. */
export const onOff = (initial: boolean): SwitchAttribute => ({
  kind: "switch",
  default: initial,
  allowed: either(["true", "false"]),
  read: (input) => SWITCHED.get(input),
  write: String,
});

/** A line of text. */
export interface WordsAttribute extends Attribute<string> {
  readonly kind: "words";
  /** Most characters. */
  readonly max: number;
  readonly of: WordsOf;
}

/** What a line of text is: the reader's sentence or data, or where things stand. */
type WordsOf = "sentence" | "data" | "state";

interface WordsOptions {
  /** A sentence is in the language of the page. */
  readonly default: string | Text;
  readonly max: number;
  /** What is allowed besides the length. */
  readonly allowed?: Text;
  /** Whether a text of allowed length will do. */
  readonly check?: (text: string) => boolean;
  /** Unless told, what has a default in each language is a sentence, else data. */
  readonly of?: WordsOf;
}

/** A line of text, not empty. */
export function words(options: WordsOptions): WordsAttribute {
  const { max, check, default: usual } = options;
  const [en, zh] = typeof usual === "string" ? [usual] : [usual.en, usual.zh];
  return {
    kind: "words",
    max,
    of: options.of ?? (zh === undefined ? "data" : "sentence"),
    default: en,
    chinese: zh,
    allowed: options.allowed ?? filled(ALLOWED.text, { max: String(max) }),
    read(input) {
      if (typeof input !== "string") return undefined;
      const text = wellFormed(input);
      const good = text.trim() !== "" && [...text].length <= max;
      return good && (check?.(text) ?? true) ? text : undefined;
    },
    write: (value) => value,
  };
}

/** Attribute name → how it is read. */
// biome-ignore lint/suspicious/noExplicitAny: the values differ per attribute
export type Table = Readonly<Record<string, Attribute<any>>>;

/** "seq-len" → "seqLen" */
export type Camel<Name extends string> = Name extends `${infer A}-${infer B}`
  ? `${A}${Capitalize<Camel<B>>}`
  : Name;

/** The properties that belong to a table. */
export type StateOf<T extends Table> = {
  -readonly [Name in keyof T &
    string as Camel<Name>]: T[Name] extends Attribute<infer Value>
    ? Value
    : never;
};

/** "seq-len" → "seqLen" */
export function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** "seqLen" → "seq-len" */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** What an attribute is where nobody says: a sentence is in the page's language. */
export const initialOf = <Value>(
  { default: usual, chinese }: Attribute<Value>,
  lang: Lang,
): Value => (lang === "zh" ? (chinese ?? usual) : usual);

/** The state of a widget whose page says nothing. */
export function defaults<T extends Table>(
  table: T,
  lang: Lang = "en",
): StateOf<T> {
  const entries = Object.entries(table).map(([name, attribute]) => [
    camel(name),
    initialOf(attribute, lang),
  ]);
  return Object.fromEntries(entries) as StateOf<T>;
}
