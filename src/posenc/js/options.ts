import type { Out } from "./buffer.js";
import { describe, nearest } from "./errors.js";
import { refuseOverlap } from "./overlap.js";
import { namesIn, readInto, readTensor, Snapshot } from "./snapshot.js";
import { type ReadTensor, showShape } from "./tensor.js";

/** Positions are exact from −2³¹ to 2³¹. */
export const MAX_POSITION = 2 ** 31;
const INT32 = { min: -MAX_POSITION, max: MAX_POSITION - 1, integer: true };
/** Widest row. */
export const MAX_WIDTH = 65536;

/** The option that is written to. */
const OUT = "out";

/** What a number may be. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
  /** The bound `min` itself is not allowed. */
  readonly above?: number;
  /** The bound `max` itself is not allowed. */
  readonly below?: number;
  /** Whole numbers only; for lists. */
  readonly integer?: boolean;
}

/** What a tensor argument must look like. */
export interface ShapeRule {
  /** Allowed numbers of axes; `as` puts them into words. */
  readonly rank?: number | readonly number[];
  /** Exact shape; null leaves an axis open. */
  readonly shape?: readonly (number | null)[];
  /** How the allowed shape reads in an error, such as "[T, D]". */
  readonly as?: string;
  /** What plain arrays may hold besides numbers. */
  readonly kind?: "boolean";
}

/** A range in words: "an integer from 1 to 64". */
export function rangeText(
  kind: string,
  { min, max, above, below }: Range,
): string {
  const high = max ?? below;
  if (min !== undefined) {
    if (high === undefined) return `${kind} of at least ${min}`;
    return `${kind} from ${min} ${max === undefined ? "below" : "to"} ${high}`;
  }
  if (above !== undefined) {
    const end = max === undefined ? `below ${below}` : `at most ${max}`;
    return `${kind} above ${above}${high === undefined ? "" : ` and ${end}`}`;
  }
  if (max !== undefined) return `${kind} of at most ${max}`;
  // never taken: no option has an open upper end alone
  return below === undefined ? kind : `${kind} below ${below}`;
}

function inRange(value: number, { min, max, above, below }: Range): boolean {
  return (
    !(min !== undefined && value < min) &&
    !(max !== undefined && value > max) &&
    !(above !== undefined && value <= above) &&
    !(below !== undefined && value >= below)
  );
}

/** Refuses a key that a call does not know, naming the nearest that it does. */
export function refuseUnknown(
  call: string,
  keys: readonly string[],
  known: readonly string[],
  path = "",
): void {
  let at = 0;
  while (at < keys.length && known.includes(keys[at] as string)) at += 1;
  const unknown = keys[at];
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  throw new TypeError(
    `${call}: unknown option ${JSON.stringify(unknown)}${path && ` in ${path}`}` +
      (meant ? `, did you mean ${meant}?` : "") +
      ` (known: ${known.join(", ")})`,
  );
}

/** Whether it is a whole number from 1 to `max`. */
export const isCount = (value: unknown, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max;

type Values = Record<string, unknown>;

/**
 * Reads the options object of one call and refuses what is not allowed, naming
 * the call, the argument, the value given and what is allowed. All that the
 * user's objects have is read by the constructor: no code of theirs runs later.
 */
export class Options {
  readonly #values: Snapshot;
  /** What stands before a name: empty, or `scaling.` inside that object. */
  readonly #path: string;

  /**
   * @param call - name of the public call, `embedding.sinusoidal`
   * @param input - what the user passed
   * @param known - every key the call understands; undefined: any
   * @param path - of an object inside the options: `scaling`
   */
  constructor(
    readonly call: string,
    input: unknown,
    known?: readonly string[],
    path = "",
  ) {
    this.#path = path && `${path}.`;
    const names = namesIn(call, path || "options", input);
    if (names === undefined) {
      throw new TypeError(
        `${call}: ${path || "options"} must be an object${known ? ` with ${known.join(", ")}` : ""}, got ${describe(input)}`,
      );
    }
    if (known) refuseUnknown(call, names, known, path);
    if (input instanceof Snapshot) {
      // It was read with the options that it stands in.
      this.#values = input;
      return;
    }
    this.#values = new Snapshot();
    this.#read(names, input as Values);
  }

  /** Arguments that stand before the options, such as `rows`. */
  protected add(args: object): void {
    this.#read(Object.keys(args), args as Values);
  }

  #read(names: readonly string[], from: Readonly<Values>): void {
    readInto(this.#values, this.call, this.#path, names, from, OUT);
  }

  /** All that was read, with changes. */
  but(changes: Readonly<Values>): Options {
    return new Options(this.call, { ...this.#values, ...changes });
  }

  /** Those of these names that are there. */
  pick(names: readonly string[]): Values {
    const given = names.filter((name) => this.has(name));
    return Object.fromEntries(given.map((name) => [name, this.get(name)]));
  }

  /** An object inside the options, which may have any keys. */
  nested(name: string): Options {
    return new Options(this.call, this.get(name), undefined, name);
  }

  /**
   * All values as they were read, for a call that looks at several at once:
   * whether they are what a decode loop gives, and need no look at the rest.
   */
  get values(): Readonly<Values> {
    return this.#values;
  }

  /** Whether there are none but these. */
  hasOnly(names: ReadonlySet<string>): boolean {
    for (const name in this.#values) {
      if (!names.has(name) && this.has(name)) return false;
    }
    return true;
  }

  /** The raw value; undefined counts as absent. */
  get(name: string): unknown {
    return this.#values[name];
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  /** Refuses a value: `RangeError` naming the argument. */
  fail(name: string, allowed: string): never {
    throw new RangeError(
      `${this.call}: ${this.#path}${name} must be ${allowed}, got ${describe(this.get(name))}`,
    );
  }

  /** Refuses an absent value: `TypeError` naming the argument. */
  required(name: string, allowed: string): never {
    return this.#kind(name, allowed);
  }

  #kind(name: string, allowed: string): never {
    const value = this.get(name);
    throw new TypeError(
      value === undefined
        ? `${this.call}: ${this.#path}${name} is required (${allowed})`
        : `${this.call}: ${this.#path}${name} must be ${allowed}, got ${describe(value)}`,
    );
  }

  /** What is allowed is put into words only where it is told. */
  #amount(
    name: string,
    kind: string,
    isKind: (value: unknown) => boolean,
    range: Range & { default?: number },
  ): number {
    const value = (this.get(name) ?? range.default) as number;
    if (isKind(value) && inRange(value, range)) return value;
    const allowed = rangeText(kind, range);
    return typeof value === "number"
      ? this.fail(name, allowed)
      : this.#kind(name, allowed);
  }

  integer(name: string, range: Range & { default?: number }): number {
    return this.#amount(name, "an integer", Number.isInteger, range);
  }

  number(name: string, range: Range & { default?: number } = {}): number {
    return this.#amount(name, "a finite number", Number.isFinite, range);
  }

  boolean(name: string, fallback: boolean): boolean {
    const value = this.get(name) ?? fallback;
    if (typeof value !== "boolean") this.#kind(name, "true or false");
    return value;
  }

  /** One of several words; answers the word. */
  choice<const T extends string>(
    name: string,
    words: readonly T[],
    fallback?: T,
  ): T {
    const value = this.get(name) ?? fallback;
    if (words.includes(value as T)) return value as T;
    const allowed = `one of ${words.map((word) => JSON.stringify(word)).join(", ")}`;
    return typeof value === "string"
      ? this.fail(name, allowed)
      : this.#kind(name, allowed);
  }

  tensor(name: string, rule: ShapeRule = {}): ReadTensor {
    return checkTensor(this.call, this.#path + name, this.get(name), rule);
  }

  /** What the result goes to; `Frame.output` says what it must be. */
  out(): Out | undefined {
    const out = this.get(OUT);
    if (out !== undefined) refuseOverlap(this.call, out, this.#values);
    return out as Out | undefined;
  }

  /** An array of finite numbers; a number count when `length` is given. */
  numbers(
    name: string,
    range: Range & { length?: number; min?: number } = {},
  ): ArrayLike<number> {
    const value = this.get(name);
    const allowed = `an array of ${range.length ?? "finite"} numbers`;
    if (
      !Array.isArray(value) &&
      (!ArrayBuffer.isView(value) || value instanceof DataView)
    ) {
      this.#kind(name, allowed);
    }
    const array = value as ArrayLike<number>;
    if (range.length !== undefined && array.length !== range.length) {
      this.fail(name, allowed);
    }
    checkNumbers(this.call, this.#path + name, array, range);
    return array;
  }

  /** An array of integers; without a range, of 32 bits as an Int32Array has. */
  integers(
    name: string,
    range: Range & { length?: number } = INT32,
  ): ArrayLike<number> {
    const value = this.get(name);
    // A million of them need not be looked at one by one.
    if (range === INT32 && value instanceof Int32Array) return value;
    return this.numbers(
      name,
      range.integer ? range : { ...range, integer: true },
    );
  }
}

/**
 * Refuses an argument that is no whole number from `min` to `max`; answers it.
 *
 * @param why - what the bounds come from, after them
 */
export function checkInteger(
  call: string,
  name: string,
  value: number,
  min: number,
  max: number,
  why = "",
): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  const Kind = typeof value === "number" ? RangeError : TypeError;
  throw new Kind(
    `${call}: ${name} must be an integer from ${min} to ${max}${why}, got ${describe(value)}`,
  );
}

/** Whether all are allowed: numbers of one kind, which are read the fastest. */
function areWithin(array: Float64Array, range: Range): boolean {
  const { min = -Number.MAX_VALUE, max = Number.MAX_VALUE } = range;
  if (range.above !== undefined || range.below !== undefined) return false;
  for (let i = 0; i < array.length; i += 1) {
    const x = array[i] as number;
    // NaN is nowhere.
    if (!(x >= min && x <= max)) return false;
  }
  return true;
}

/** Refuses the first number of a list that is not allowed. */
export function checkNumbers(
  call: string,
  name: string,
  array: ArrayLike<number>,
  range: Range = {},
): void {
  if (
    array instanceof Float64Array &&
    !range.integer &&
    areWithin(array, range)
  ) {
    return;
  }
  // Looked up once: lists may be long, and a call for one token has some.
  const { integer = false } = range;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } =
    range;
  const { above = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY } =
    range;
  for (let i = 0; i < array.length; i += 1) {
    const x = array[i];
    // Between the infinities is what is finite; NaN is nowhere.
    if (
      typeof x === "number" &&
      x > above &&
      x < below &&
      x >= min &&
      x <= max &&
      (!integer || Number.isInteger(x))
    ) {
      continue;
    }
    const Kind = typeof x === "number" ? RangeError : TypeError;
    const kind = range.integer ? "an integer" : "a finite number";
    throw new Kind(
      `${call}: ${name}[${i}] must be ${rangeText(kind, range)}, got ${describe(x)}`,
    );
  }
}

/** The shapes that a rule allows, in words, where it has any. */
const wordsOf = (rule: ShapeRule): string | undefined =>
  rule.as ??
  (rule.shape && `[${rule.shape.map((n) => n ?? "any").join(", ")}]`);

/** Every call asks, of every tensor: nothing is made for it. */
function fits({ rank, shape }: ShapeRule, axes: readonly number[]): boolean {
  const { length } = axes;
  if (rank === undefined) {
    if (shape !== undefined && shape.length !== length) return false;
  } else if (rank !== length) {
    if (typeof rank === "number" || !rank.includes(length)) return false;
  }
  for (let i = 0; i < length; i += 1) {
    const n = shape?.[i] ?? null;
    if (n !== null && n !== axes[i]) return false;
    if ((axes[i] as number) <= 0) return false;
  }
  return true;
}

/** A tensor argument, with its shape checked. */
export function checkTensor(
  call: string,
  name: string,
  value: unknown,
  rule: ShapeRule = {},
): ReadTensor {
  if (value === undefined) {
    const as = wordsOf(rule);
    throw new TypeError(
      `${call}: ${name} is required (a tensor${as ? ` of shape ${as}` : ""})`,
    );
  }
  const tensor = readTensor(value, rule.kind);
  if (typeof tensor === "string") {
    const Kind = tensor.startsWith("has shape") ? RangeError : TypeError;
    throw new Kind(`${call}: ${name} ${tensor}`);
  }
  if (
    tensor.data instanceof Uint16Array &&
    tensor.dtype === undefined &&
    rule.kind === undefined
  ) {
    throw new TypeError(
      `${call}: ${name} holds a Uint16Array: say what it is, dtype: "float16", "bfloat16" or "uint16"`,
    );
  }
  if (!fits(rule, tensor.shape)) {
    const as = wordsOf(rule);
    throw new RangeError(
      `${call}: ${name} must have ${as ? `shape ${as}` : "no empty axis"}, got ${showShape(tensor.shape)}`,
    );
  }
  return tensor;
}
