// One table per call: each option with its kind, range and default, under a doc
// comment that says what it means. The checks read it here, the public types are
// `OptionsOf` it, and tools/lib/options.mjs writes range and default into the
// declarations, the reference and the help of the command line.
import type { Out } from "./buffer.js";
import { MAX_WIDTH, Options, type Range, type ShapeRule } from "./options.js";
import type { Rule, Ruled, RuledNames } from "./rules.js";
import type { ReadTensor, TensorData, TensorInput } from "./tensor.js";

/** A bound or default that other options decide. */
export interface Bound {
  /** As the reference says it: "dModel − 1". */
  readonly text: string;
  readonly of: (options: Options) => number;
}

type Limit = number | Bound;

/** A range whose ends may depend on other options. */
type Limits = {
  readonly [End in keyof Range]: Range[End] extends boolean | undefined
    ? Range[End]
    : Limit;
};

/** What tools read of an option. */
export interface OptionInfo {
  readonly kind: string;
  readonly limits?: Limits & { readonly length?: Limit };
  /** Only even numbers. */
  readonly even?: boolean;
  readonly words?: readonly string[];
  readonly rule?: ShapeRule;
  readonly fields?: Fields;
  readonly default?: Limit | boolean | string;
  /** What holds where it is left out, in words. */
  readonly instead?: string;
  /** What it is, where the kind does not say it. */
  readonly as?: string;
}

declare const givenAs: unique symbol;

/** One option: how it is read, `Value`, of what the caller gives, `Given`. */
export interface Field<
  Value = unknown,
  Given = unknown,
  Optional extends boolean = boolean,
> extends OptionInfo {
  readonly optional: Optional;
  read(options: Options, name: string): Value;
  /** The option where it may not be left out after all. */
  need(options: Options, name: string): Exclude<Value, undefined>;
  readonly [givenAs]?: Given;
}

export type Fields = Readonly<Record<string, Field>>;

/** What a field reads. */
export type ValueOf<F> = F extends Field<infer Value> ? Value : never;
type GivenOf<F> = F extends Field<unknown, infer Given> ? Given : never;
type FieldsIn<T> = T extends Part<infer F> ? F : T;
type RulesIn<T> = T extends Part<Fields, infer R> ? R : readonly [];
type Needed<F> = {
  [K in keyof F]: F[K] extends { readonly optional: false } ? K : never;
}[keyof F];
type Given<F> = { readonly [K in keyof F]: GivenOf<F[K]> };

/** Options that go by no rule: those needed and those that are not. */
type Free<F, R extends readonly Rule[]> = {
  readonly [K in Exclude<Needed<F>, RuledNames<R>>]: GivenOf<F[K]>;
} & {
  readonly [K in Exclude<keyof F, Needed<F> | RuledNames<R>>]?:
    | GivenOf<F[K]>
    | undefined;
};

/**
 * The options of a call, or of fields that calls share, as callers write them;
 * where rules say which go together, a union of what may be given.
 */
export type OptionsOf<T> = Free<FieldsIn<T>, RulesIn<T>> &
  Ruled<Given<FieldsIn<T>>, RulesIn<T>>;

/** Fields, and which of them go together. */
export interface Part<
  F extends Fields = Fields,
  R extends readonly Rule[] = readonly Rule[],
> {
  readonly fields: F;
  readonly rules: R;
}

/** Fields of a scheme that go by rules, or of options inside a call's. */
export const part = <F extends Fields, const R extends readonly Rule[]>(
  fields: F,
  ...rules: R
): Part<F, R> => ({ fields, rules });

/** The names of fields, which every call asks for. */
const NAMES = new WeakMap<Fields, readonly string[]>();

function namesOf(fields: Fields): readonly string[] {
  let names = NAMES.get(fields);
  if (names === undefined) {
    names = Object.keys(fields);
    NAMES.set(fields, names);
  }
  return names;
}

/** The options of one call, read once, each by its field. */
export class Reading<F extends Fields = Fields> extends Options {
  readonly fields: F;

  constructor(
    call: string,
    fields: F,
    input: unknown,
    args?: object,
    path?: string,
  ) {
    super(call, input, namesOf(fields), path);
    this.fields = fields;
    if (args) this.add(args);
  }

  /** The option's value: checked, or its default. */
  read<K extends keyof F & string>(name: K): ValueOf<F[K]> {
    return (this.fields[name] as Field).read(this, name) as ValueOf<F[K]>;
  }

  /** An option that this call cannot do without, though others may. */
  need<K extends keyof F & string>(name: K): Exclude<ValueOf<F[K]>, undefined> {
    return (this.fields[name] as Field).need(this, name) as Exclude<
      ValueOf<F[K]>,
      undefined
    >;
  }
}

/** The table of a call. */
export interface Table<
  F extends Fields = Fields,
  R extends readonly Rule[] = readonly Rule[],
> extends Part<F, R> {
  readonly call: string;
  /**
   * Reads what the caller gave.
   *
   * @param args - arguments before the options, which `input` cannot name
   * @param as - the call's name in messages, where another one makes it
   */
  open(input: unknown, args?: object, as?: string): Reading<F>;
}

export const table = <F extends Fields, const R extends readonly Rule[]>(
  call: string,
  fields: F,
  ...rules: R
): Table<F, R> => ({
  call,
  ...part(fields, ...rules),
  open(input, args, as = call) {
    const reading = new Reading(as, fields, input, args);
    for (const rule of rules) rule.refuse?.(reading);
    return reading;
  },
});

/** Whether a default is there makes an option optional. */
type HasDefault<R> = R extends { readonly default: Limit | string | boolean }
  ? true
  : false;

function field<Value, Given, Optional extends boolean>(
  info: OptionInfo,
  read: (options: Options, name: string) => Value,
): Field<Value, Given, Optional> {
  return {
    ...info,
    optional: (info.default !== undefined ||
      info.instead !== undefined) as Optional,
    read,
    need: read as (options: Options, name: string) => Exclude<Value, undefined>,
  };
}

type NumberLimits = Limits & {
  readonly default?: Limit;
  readonly even?: boolean;
};

type Settled = Range & { default?: number; length?: number };

/** What gives the range for one call. */
function settling(
  limits: NumberLimits & { readonly length?: Limit },
): (options: Options) => Settled {
  const bounds = Object.entries(limits).filter(
    (entry): entry is [string, Bound] => typeof entry[1] === "object",
  );
  if (bounds.length === 0) return () => limits as Settled;
  return (options) => {
    const settled: Record<string, unknown> = { ...limits };
    for (const [name, bound] of bounds) settled[name] = bound.of(options);
    return settled;
  };
}

const ends = ({ default: _, even: __, ...limits }: NumberLimits): Limits =>
  limits;

const info = (kind: string, limits: NumberLimits): OptionInfo => ({
  kind,
  limits: ends(limits),
  ...(limits.even ? { even: true } : {}),
  ...(limits.default === undefined ? {} : { default: limits.default }),
});

/** A whole number. */
export function integer<const R extends NumberLimits>(limits: R) {
  const range = settling(limits);
  return field<number, number, HasDefault<R>>(
    info("integer", limits),
    (options, name) => {
      const value = options.integer(name, range(options));
      if (limits.even && value % 2 !== 0) options.fail(name, "an even integer");
      return value;
    },
  );
}

/** Any finite number. */
export function real<const R extends NumberLimits>(limits: R) {
  const range = settling(limits);
  return field<number, number, HasDefault<R>>(
    info("real", limits),
    (options, name) => options.number(name, range(options)),
  );
}

/** True or false. */
export const flag = (fallback: boolean) =>
  field<boolean, boolean, true>(
    { kind: "flag", default: fallback },
    (options, name) => options.boolean(name, fallback),
  );

/**
 * One of several words: a list, whose word is read, or an enum of C++, whose
 * number is.
 */
export function choice<
  const Words extends readonly string[] | Readonly<Record<string, unknown>>,
  const Fallback extends WordIn<Words> | undefined = undefined,
>(words: Words, fallback?: Fallback) {
  const names = (
    Array.isArray(words) ? words : Object.keys(words)
  ) as readonly WordIn<Words>[];
  return field<
    Words extends readonly string[]
      ? WordIn<Words>
      : Words[WordIn<Words> & keyof Words],
    WordIn<Words>,
    Fallback extends string ? true : false
  >(
    {
      kind: "choice",
      words: names,
      ...(fallback === undefined ? {} : { default: fallback }),
    },
    (options, name) => {
      const word = options.choice(name, names, fallback);
      return (
        Array.isArray(words) ? word : words[word as keyof Words]
      ) as never;
    },
  );
}

type WordIn<Words> = Words extends readonly (infer Word extends string)[]
  ? Word
  : keyof Words & string;

/** The words of an enum of C++, for a choice that reads the word. */
export const wordsOf = <Words extends object>(words: Words) =>
  Object.keys(words) as (keyof Words & string)[];

/** A tensor. */
export const tensor = (rule: ShapeRule = {}) =>
  field<ReadTensor, TensorInput, false>(
    { kind: "tensor", rule },
    (options, name) => options.tensor(name, rule),
  );

type ListLimits = Limits & { readonly length?: Limit };

/** A list of finite numbers. */
export function numbers(limits: ListLimits = {}) {
  const range = settling(limits);
  return field<ArrayLike<number>, TensorData, false>(
    { kind: "numbers", limits },
    (options, name) =>
      options.numbers(name, range(options) as { length?: number }),
  );
}

/** A list of whole numbers; without limits, of 32 bits. */
export function integers(limits?: ListLimits) {
  const range = limits && settling(limits);
  return field<ArrayLike<number>, TensorData, false>(
    { kind: "integers", ...(limits && { limits }) },
    (options, name) =>
      options.integers(name, range?.(options) as { length?: number }),
  );
}

/** What the result goes to. */
export const out = (as: string) =>
  field<Out | undefined, Out, true>(
    { kind: "buffer", as, instead: "a new array" },
    // never taken: calls read out when they know its shape
    (options) => options.out(),
  );

/** An object inside the options, with fields of its own. */
export const group = <F extends Fields>(fields: F, as?: string) =>
  field<Reading<F>, OptionsOf<F>, false>(
    { kind: "group", fields, ...(as === undefined ? {} : { as }) },
    (options, name) => {
      if (!options.has(name)) {
        const names = Object.keys(fields).join(", ");
        options.required(name, as ?? `an object with ${names}`);
      }
      const own = options.get(name) ?? {};
      return new Reading(options.call, fields, own, undefined, name);
    },
  );

/** Something that the call itself reads. */
export const given = <Given>(as: string) =>
  field<unknown, Given, false>({ kind: "given", as }, (options, name) =>
    options.get(name),
  );

/**
 * The same where nothing stands for itself.
 *
 * @param instead - what holds then, for the reference
 */
export const optional = <Value, Given>(
  { default: _, ...it }: Field<Value, Given>,
  instead = "",
): Field<Value | undefined, Given, true> => ({
  ...it,
  instead,
  optional: true,
  read: (options, name) =>
    options.has(name) ? it.read(options, name) : undefined,
  need: it.need as Field<Value | undefined, Given>["need"],
});

/** Reads options by these fields out of whatever holds them. */
export const reader =
  <F extends Fields>(fields: F) =>
  <K extends keyof F & string>(options: Options, name: K): ValueOf<F[K]> =>
    (fields[name] as F[K]).read(options, name) as ValueOf<F[K]>;

/** Some of the fields. */
export const pick = <F extends Fields, K extends keyof F & string>(
  fields: F,
  names: readonly K[],
): Pick<F, K> =>
  Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<F, K>;

/** What chooses a scheme; whoever reads the scheme has looked at it. */
export const TYPE = { type: given<string>("the name of the scheme") };

/** The fields of schemes, with their type. */
const SCHEMES = new WeakMap<Fields, Fields>();

/** The options of a scheme, by its fields. */
export function openScheme<F extends Fields>(
  call: string,
  fields: F,
  scheme: unknown,
  path?: string,
): Reading<F & typeof TYPE> {
  let typed = SCHEMES.get(fields);
  if (typed === undefined) {
    typed = { ...TYPE, ...fields };
    SCHEMES.set(fields, typed);
  }
  return new Reading(call, typed as F & typeof TYPE, scheme, undefined, path);
}

/** Ratio of the longest to the shortest wavelength. */
export const BASE = real({ min: 1, max: 1e12, default: 10000 });

const LAST_SEED = Number.MAX_SAFE_INTEGER;
/** What random numbers are drawn from. */
export const SEED = integer({ min: -LAST_SEED, max: LAST_SEED, default: 0 });

/** How many heads. */
export const HEADS = integer({ min: 1, max: MAX_WIDTH });

/** How wide a row is. */
export const WIDTH = integer({ min: 1, max: MAX_WIDTH });
