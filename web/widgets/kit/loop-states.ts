// What moves when a figure is saved as a loop: one number there and back, or
// one choice after another.
import type { NumberAttribute } from "../element/state/attributes.ts";
import { ease, lerp } from "../plots/easing.ts";
import { type Lang, quantity } from "../words/text.ts";
import { limits, type State } from "./bounds.ts";
import { attributeOf, type Item, kindOf, parted } from "./controls.ts";
import type { AnyFigure } from "./spec.ts";

/** One picture of a loop. */
export interface Moment {
  readonly state: State;
  /** Numbers on their way, which are drawn in place of those of the state. */
  readonly way: State;
  /** How long it is seen. */
  readonly ms: number;
  /** What has been set, in words. */
  readonly said: string;
}

/** Values of a number that are shown. */
const MOST = 40;
/** A range of more steps is no motion: a part of it is shown. */
const WHOLE = 200;
/** ms: of the way there, of one value at least and at most, of its ends. */
const MS = { way: 2400, least: 60, most: 600, end: 700, choice: 1200 };
/** Most values that glide in a loop; more of them are a motion as they are. */
const FEW = 10;
/** Pictures between two values that glide. */
const BETWEEN = 14;

type Moved = Item<State>;

/** What a reader would move first: what plays, else the first main control. */
function movedOf({ table, controls, main }: AnyFigure): Moved | undefined {
  const items = controls as readonly Moved[];
  const kind = ({ key }: Moved): string => kindOf(attributeOf(table, key));
  const moves = items.filter((item) => kind(item) !== "words");
  const first = (parted(items, main).main as readonly Moved[]).filter((item) =>
    moves.includes(item),
  );
  return (
    moves.find(({ play }) => play) ??
    first.find((item) => kind(item) === "number") ??
    first[0] ??
    moves.find(({ key }) => !/seed$/i.test(key))
  );
}

/** Values of a number, from low to high. */
function numbersOf(
  { logarithmic = false }: Moved,
  [low, high, step]: readonly [number, number, number],
  now: number,
): readonly number[] {
  const share = (k: number): number => k / (MOST - 1);
  const some = (of: (k: number) => number): number[] =>
    Array.from({ length: MOST }, (_, k) => of(k));
  if (logarithmic && low > 0) {
    return some((k) => low * (high / low) ** share(k));
  }
  const steps = step > 0 ? Math.floor((high - low) / step) : Infinity;
  if (steps < MOST) {
    return Array.from({ length: steps + 1 }, (_, k) => low + k * step);
  }
  if (step > 0 && steps > WHOLE) {
    const from = Math.max(low, Math.min(now, high - (MOST - 1) * step));
    return some((k) => from + k * step);
  }
  return some((k) => lerp(low, high, share(k)));
}

/** All values, in their order, in words as well. */
function valuesOf(spec: AnyFigure, item: Moved, state: State, lang: Lang) {
  const { table, strings } = spec;
  const { key } = item;
  const attribute = attributeOf(table, key);
  const name = strings[key]?.[lang] ?? key;
  const said = (value: unknown): string => {
    const text =
      typeof value === "number"
        ? quantity(value)
        : typeof value === "boolean"
          ? value
            ? "✓"
            : "✗"
          : (strings[String(value)]?.[lang] ?? String(value));
    return lang === "zh" ? `${name}：${text}` : `${name}: ${text}`;
  };
  switch (kindOf(attribute)) {
    case "number": {
      const range = limits(table, spec.bounds as never).of(key, state);
      const integer = (attribute as NumberAttribute).integer;
      const all = numbersOf(item, range, state[key] as number);
      const values = integer ? all.map(Math.round) : all;
      return { back: true, values, said };
    }
    case "switch":
      return { back: false, values: [false, true], said };
    default: {
      const { names } = attribute as { names?: readonly string[] };
      return { back: false, values: names ?? [], said };
    }
  }
}

/** Pictures between two states of a number with a transition. */
function between(from: Moment, to: Moment, key: string): Moment[] {
  const [a, b] = [from.state[key], to.state[key]] as [number, number];
  return Array.from({ length: BETWEEN }, (_, k) => ({
    ...to,
    way: { [key]: lerp(a, b, ease((k + 1) / (BETWEEN + 1))) },
    ms: MS.least,
  }));
}

/** The pictures of a loop; a single one where nothing of the figure moves. */
export function momentsOf(
  spec: AnyFigure,
  state: State,
  lang: Lang,
): readonly Moment[] {
  const item = movedOf(spec);
  if (item === undefined) return [{ state, way: {}, ms: MS.end, said: "" }];
  const { key } = item;
  const { back, values, said } = valuesOf(spec, item, state, lang);
  const settle = spec.settle ?? ((it: State) => it);
  const moments: Moment[] = [];
  for (const value of values) {
    const settled: State = settle({ ...state, [key]: value } as never);
    const last = moments.at(-1);
    if (last && last.state[key] === settled[key]) continue;
    const text = said(settled[key]);
    moments.push({ state: settled, way: {}, ms: MS.choice, said: text });
  }
  if (moments.length < 2 || !back) return moments;
  const there = [...moments, ...moments.slice(1, -1).reverse()];
  const transitions =
    (spec.transitions?.() as Record<string, unknown>)?.[key] !== undefined;
  if (transitions && moments.length <= FEW) {
    return there.flatMap((moment, k) => [
      moment,
      ...between(moment, there[(k + 1) % there.length] as Moment, key),
    ]);
  }
  const each = MS.way / moments.length;
  const ms = Math.max(MS.least, Math.min(MS.most, each));
  const ends = [0, moments.length - 1];
  return there.map((moment, k) => ({
    ...moment,
    ms: ends.includes(k) ? MS.end : ms,
  }));
}
