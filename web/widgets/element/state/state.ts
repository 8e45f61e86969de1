import { asWritten } from "../../words/filled.ts";
import { notAllowed } from "../../words/strings.ts";
import type { Lang, Text } from "../../words/text.ts";
import {
  type Attribute,
  camel,
  defaults,
  initialOf,
  type NumberAttribute,
  type StateOf,
  type Table,
} from "./attributes.ts";

/**
 * The values of a widget's attributes. What is not allowed is refused and
 * remembered as a fault; the last good value stays.
 */
export class Store<T extends Table> {
  readonly #table: T;
  readonly #settle: (state: StateOf<T>) => StateOf<T>;
  #lang: Lang;
  /** What the page's attributes say. */
  #said: StateOf<T>;
  /** What it begins with: that, and what its group has agreed on. */
  #initial: StateOf<T>;
  /** What was asked for last, attribute by attribute. */
  #wanted: StateOf<T>;
  /**
   * That, brought into agreement. A length that is typed digit by digit is small
   * for a moment, and a position must not stay where that has put it.
   */
  #now: StateOf<T>;
  /** Attribute → why its last value was refused. */
  readonly faults = new Map<string, Text>();

  /** @param settle - brings values that belong together into agreement */
  constructor(
    table: T,
    settle: (state: StateOf<T>) => StateOf<T>,
    lang: Lang = "en",
  ) {
    this.#table = table;
    this.#settle = settle;
    this.#lang = lang;
    this.#said = defaults(table, lang);
    this.#initial = { ...this.#said };
    this.#wanted = { ...this.#initial };
    this.#now = { ...this.#initial };
  }

  get now(): Readonly<StateOf<T>> {
    return this.#now;
  }

  /**
   * What attributes say in the page; null: removed, undefined: nothing new. All
   * are taken before they are brought into agreement: their order is free.
   *
   * @returns the faults of those that are not allowed
   */
  setInitial(said: (name: string) => string | null | undefined): Text[] {
    const { good, faults } = this.#checked((name, attribute) => {
      const text = said(name);
      if (text !== null) return text;
      this.faults.delete(name);
      return initialOf(attribute, this.#lang);
    });
    this.#said = { ...this.#said, ...good };
    this.#initial = { ...this.#initial, ...good };
    this.#become({ ...this.#wanted, ...good });
    return faults;
  }

  /** What the attributes say, whatever the group has. */
  get said(): Readonly<StateOf<T>> {
    return this.#said;
  }

  /** Lowest and highest of each number. */
  get limits(): Record<string, readonly [number, number]> {
    const entries = Object.entries(this.#table).flatMap(([name, attribute]) =>
      isNumeric(attribute)
        ? [[camel(name), [attribute.min, attribute.max]] as const]
        : [],
    );
    return Object.fromEntries(entries);
  }

  /** Begins with what its group has; what was chosen since then stays. */
  agree(values: Readonly<Record<string, unknown>>): void {
    const before = this.#initial;
    this.#initial = { ...before, ...this.nearest(values) };
    const wanted = { ...this.#wanted };
    for (const key of Object.keys(wanted) as (keyof StateOf<T>)[]) {
      if (wanted[key] === before[key]) wanted[key] = this.#initial[key];
    }
    this.#become(wanted);
  }

  /**
   * Takes what is allowed among some values.
   *
   * @returns the faults of the others
   */
  set(values: Readonly<Record<string, unknown>>): Text[] {
    const { good, faults } = this.#checked((name) => values[camel(name)]);
    this.#become({ ...this.#wanted, ...good });
    return faults;
  }

  /** Puts sentences that nobody has chosen into a language. */
  speak(lang: Lang): void {
    if (lang === this.#lang) return;
    const spoken = (state: StateOf<T>): StateOf<T> => {
      const next = { ...state };
      for (const [name, attribute] of Object.entries(this.#table)) {
        const key = camel(name) as keyof StateOf<T>;
        if (next[key] !== initialOf(attribute, this.#lang)) continue;
        next[key] = initialOf(attribute, lang);
      }
      return next;
    };
    this.#said = spoken(this.#said);
    this.#initial = spoken(this.#initial);
    const wanted = spoken(this.#wanted);
    this.#lang = lang;
    this.#become(wanted);
  }

  reset(): void {
    this.faults.clear();
    this.#become({ ...this.#initial });
  }

  get isChanged(): boolean {
    return Object.keys(this.differences()).length > 0;
  }

  /** Values that differ from the page's own, as text, by attribute name. */
  differences(): Record<string, string> {
    const values: Record<string, string> = {};
    const initial = this.#settle({ ...this.#initial });
    for (const [name, attribute] of Object.entries(this.#table)) {
      const key = camel(name) as keyof StateOf<T>;
      if (this.#now[key] === initial[key]) continue;
      values[name] = attribute.write(this.#now[key]);
    }
    return values;
  }

  /** Values that differ from the widget's own, as text, by attribute name. */
  written(): Record<string, string> {
    const values: Record<string, string> = {};
    for (const [name, attribute] of Object.entries(this.#table)) {
      const value = this.#now[camel(name) as keyof StateOf<T>];
      if (value !== initialOf(attribute, this.#lang)) {
        values[name] = attribute.write(value);
      }
    }
    return values;
  }

  /** What among the values of another widget this one can have too. */
  shared(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return this.#readable(values, (attribute, value) => attribute.read(value));
  }

  /** The same with numbers within its limits that are nearest to the others. */
  nearest(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return this.#readable(values, (attribute, value) => {
      if (!isNumeric(attribute) || typeof value !== "number") {
        return attribute.read(value);
      }
      const { min, max } = attribute;
      return attribute.read(Math.min(max, Math.max(min, value)));
    });
  }

  #readable(
    values: Readonly<Record<string, unknown>>,
    read: (attribute: Attribute<unknown>, value: unknown) => unknown,
  ): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    for (const [name, attribute] of Object.entries(this.#table)) {
      const key = camel(name);
      if (!(key in values)) continue;
      const value = read(attribute, values[key]);
      if (value !== undefined) found[key] = value;
    }
    return found;
  }

  /**
   * Numbers of another widget that this one cannot have, as its lengths are,
   * with what it has in their place.
   */
  unmet(values: Readonly<Record<string, unknown>>) {
    const shared = { ...this.#wanted, ...this.nearest(values) };
    const own: Readonly<Record<string, unknown>> = this.#settle(shared);
    return Object.keys(this.#table).flatMap((name) => {
      const [theirs, ours] = [values[camel(name)], own[camel(name)]];
      const isApart =
        typeof theirs === "number" &&
        typeof ours === "number" &&
        theirs !== ours;
      return isApart ? [{ name, theirs, ours }] : [];
    });
  }

  /** Values by attribute name, as an address holds them, by property. */
  fromText(values: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(values)
        .filter(([name]) => Object.hasOwn(this.#table, name))
        .map(([name, text]) => [camel(name), text]),
    );
  }

  /** A state that equals the present one leaves it in place. */
  #become(values: StateOf<T>): void {
    this.#wanted = values;
    const next = this.#settle({ ...values });
    const keys = Object.keys(next) as (keyof StateOf<T>)[];
    if (keys.some((key) => next[key] !== this.#now[key])) this.#now = next;
  }

  /** What is given for each attribute, sorted; undefined: nothing. */
  #checked(given: (name: string, attribute: Attribute<unknown>) => unknown) {
    const good: Record<string, unknown> = {};
    const faults: Text[] = [];
    for (const [name, attribute] of Object.entries(this.#table)) {
      const raw = given(name, attribute);
      if (raw === undefined) continue;
      const value = this.#check(name, attribute, raw);
      if (value !== undefined) good[camel(name)] = value;
      else faults.push(this.faults.get(name) as Text);
    }
    return { good, faults };
  }

  #check<Value>(
    name: string,
    attribute: Attribute<Value>,
    given: unknown,
  ): Value | undefined {
    const value = attribute.read(given);
    if (value !== undefined) {
      this.faults.delete(name);
      return value;
    }
    const shown = attribute.write(
      this.#now[camel(name) as keyof StateOf<T>] as Value,
    );
    this.faults.set(
      name,
      notAllowed(
        asWritten(name, " "),
        attribute.allowed,
        describe(given),
        shown,
      ),
    );
    return undefined;
  }
}

const isNumeric = (it: Attribute<unknown>): it is NumberAttribute =>
  typeof (it as Partial<NumberAttribute>).min === "number";

function describe(given: unknown): string {
  return typeof given === "object" && given !== null
    ? "[object]"
    : String(given);
}
