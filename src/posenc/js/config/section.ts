import { type Finding, type FindingCode, finding, show } from "./findings.js";

/** A key, or the spellings of one: the first that is given counts. */
type Keys = string | readonly string[];

/** What a number must be: its name in messages, and the test. */
export type Rule = readonly [name: string, fits: (x: number) => boolean];

const upTo =
  (max: number, min: number): Rule[1] =>
  (x) =>
    Number.isInteger(x) && x >= min && x <= max;

/** A width or a number of heads or layers. */
export const SIZE: Rule = ["1, 2, … 65536", upTo(65536, 1)];
/** A number of positions. */
export const LENGTH: Rule = ["1, 2, … 2^31", upTo(2 ** 31, 1)];
/** A number of things of which there may be none. */
export const COUNT: Rule = ["0, 1, … 2^31 - 1", upTo(2 ** 31 - 1, 0)];
/** A number that may be 0, or −1 for "none". */
export const INDEX: Rule = ["-1, 0, … 2^31 - 1", upTo(2 ** 31 - 1, -1)];
/** A flag written as a number. */
export const FLAG: Rule = ["0 or 1", upTo(1, 0)];
/** A factor. */
export const POSITIVE: Rule = ["1e-12 … 1e9", (x) => x >= 1e-12 && x <= 1e9];
/** A share of a whole. */
export const SHARE: Rule = ["> 0 and ≤ 1", (x) => x > 0 && x <= 1];
/** The base of the frequencies. */
export const BASE: Rule = ["> 1 and ≤ 1e12", (x) => x > 1 && x <= 1e12];

/**
 * Whether two numbers differ. NaN stands for a number that has its finding
 * already: it differs from none.
 */
export const unlike = (a: number, b: number): boolean => a < b || a > b;

/** Leaves out the fields that are undefined. */
export const given = <T extends object>(
  fields: {
    [K in keyof T]: T[K] | undefined;
  },
): T =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as T;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Equality of JSON values; deeper than any rope object they count as unlike. */
export function same(a: unknown, b: unknown, depth = 4): boolean {
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  return (
    depth > 0 &&
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) => Object.hasOwn(b, key) && same(a[key], b[key], depth - 1),
    )
  );
}

/** What the sections of a configuration have in common. */
export interface Shared {
  readonly findings: Finding[];
  /** Paths of the keys that were read. */
  readonly seen: Set<string>;
  modelType: string;
}

/**
 * One object of a configuration: reads keys and records what is wrong. A bad or
 * missing number reads as NaN, of which every comparison is false, so that one
 * mistake is one finding.
 */
export class Section {
  readonly #values: Record<string, unknown>;

  constructor(
    values: object,
    readonly reading: Shared,
    readonly path = "",
  ) {
    this.#values = values as Record<string, unknown>;
  }

  /** The type of the model that is read; "" without one. */
  get modelType(): string {
    return this.reading.modelType;
  }

  /** What stands under a key of this section, as a section. */
  within(key: string, values: object): Section {
    return new Section(values, this.reading, this.where(key));
  }

  /** Path of a key of this section. */
  where(key: string): string {
    return this.path ? `${this.path}.${key}` : key;
  }

  /** Records a finding about a key. */
  say(code: FindingCode, key: string, ...values: (string | number)[]): void {
    this.reading.findings.push(finding(code, this.where(key), values));
  }

  /**
   * The value, which does not count as read; null counts as absent, inherited
   * keys do not count.
   */
  peek(key: string): unknown {
    return Object.hasOwn(this.#values, key)
      ? (this.#values[key] ?? undefined)
      : undefined;
  }

  /** The raw value. */
  raw(key: string): unknown {
    this.reading.seen.add(this.where(key));
    return this.peek(key);
  }

  /** Counts keys as read: what they say has no effect, or its finding. */
  dismiss(...keys: readonly string[]): void {
    for (const key of keys)
      this.reading.seen.add(this.where(key)).add(`${this.where(key)}.`);
  }

  has(key: string): boolean {
    return this.peek(key) !== undefined;
  }

  /** The key is there and says null. */
  isNull(key: string): boolean {
    return Object.hasOwn(this.#values, key) && this.#values[key] === null;
  }

  keys(): string[] {
    return Object.keys(this.#values).filter((key) => this.has(key));
  }

  /** The first of several spellings that is given, else the first. */
  spelling(spellings: Keys): string {
    const keys = [spellings].flat() as string[];
    return keys.find((key) => this.has(key)) ?? (keys[0] as string);
  }

  /** Whether another section says the same. */
  equals(other: Section): boolean {
    return same(this.#values, other.#values);
  }

  #wrong(key: string, kind: string): void {
    this.say("wrong-kind", key, kind, show(this.peek(key)));
  }

  #read(key: string, [name, fits]: Rule): number | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    if (typeof value !== "number" || !Number.isFinite(value)) {
      this.#wrong(key, "a number");
    } else if (!fits(value)) {
      this.say("out-of-range", key, name, show(value));
    } else {
      return value;
    }
    return Number.NaN;
  }

  /** A number that may be absent; spellings that differ are a finding. */
  optional(keys: Keys, rule: Rule = POSITIVE): number | undefined {
    const key = this.spelling(keys);
    const value = this.#read(key, rule);
    for (const other of [keys].flat()) {
      const second = other === key ? value : this.#read(other, rule);
      if (
        value !== undefined &&
        second !== undefined &&
        unlike(value, second)
      ) {
        this.say("key-conflict", key, value, this.where(other), second);
      }
    }
    return value;
  }

  /** A number that must be there. */
  number(
    keys: Keys,
    rule: Rule = POSITIVE,
    missing: FindingCode = "key-missing",
  ): number {
    const key = this.spelling(keys);
    if (!this.has(key)) this.say(missing, key);
    return this.optional(keys, rule) ?? Number.NaN;
  }

  /** A number with a default of the model's class, which is a finding. */
  assumed(keys: Keys, rule: Rule, value: number): number {
    this.assume(this.spelling(keys), value);
    return this.optional(keys, rule) ?? value;
  }

  /** A finding where the default of the model's class stands in for a key. */
  assume(key: string, value: string | number): void {
    if (!this.has(key)) this.say("default-used", key, value, this.modelType);
  }

  /** A finding about a value that is not read, and those that are. */
  unread(key: string, value: string, read: string): void {
    this.say("encoding-unread", key, value, this.modelType || "null", read);
  }

  /** A list with at least so many numbers, or the default of the class. */
  list(
    key: string,
    rule: Rule,
    least: number,
    usual?: readonly number[],
  ): readonly number[] | undefined {
    if (usual) this.assume(key, show(usual));
    const found = this.numbers(key, rule) ?? usual;
    if (found && found.length < least)
      this.say("layer-count", key, found.length, least);
    return found;
  }

  /** A size, with the default of the model's class if it has one. */
  size(keys: Keys, usual?: number): number {
    return usual === undefined
      ? this.number(keys, SIZE)
      : this.assumed(keys, SIZE, usual);
  }

  boolean(key: string): boolean | undefined {
    const value = this.raw(key);
    if (typeof value === "boolean") return value;
    if (value !== undefined) this.#wrong(key, "true or false");
    return undefined;
  }

  text(key: string): string | undefined {
    const value = this.raw(key);
    if (typeof value === "string") return value;
    if (value !== undefined) this.#wrong(key, "a string");
    return undefined;
  }

  #list<T>(key: string, kind: "number" | "string"): T[] | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    const list = Array.isArray(value) ? Array.from(value) : [null];
    if (list.every((x) => typeof x === kind)) return list as T[];
    this.#wrong(key, `a list of ${kind}s`);
    return undefined;
  }

  numbers(key: string, rule: Rule = POSITIVE): number[] | undefined {
    const list = this.#list<number>(key, "number");
    const own = list && this.within(key, list);
    return list?.map((_, i) => own?.optional(String(i), rule) as number);
  }

  texts(key: string): string[] | undefined {
    return this.#list(key, "string");
  }

  /** A nested object. */
  section(key: string): Section | undefined {
    const value = this.raw(key);
    if (isObject(value) && !Array.isArray(value)) {
      return this.within(key, value);
    }
    if (value !== undefined) this.#wrong(key, "an object");
    return undefined;
  }
}
