// Marks on their way: what a figure drew before turns into what it draws now,
// where both are made of the same parts. A hand turns about its end, an arc by
// its angles, all else goes straight. Numbers in words are the new ones at once.
import { ease, lerp } from "../plots/easing.ts";
import type { GroupMark, Mark, PathMark, Pen } from "../plots/marks.ts";
import type { Box } from "./spec.ts";

const VERBS = [
  "moveTo",
  "lineTo",
  "bezierCurveTo",
  "arc",
  "rect",
  "closePath",
] as const;

type Verb = (typeof VERBS)[number];
type Step = readonly [Verb, readonly number[]];

/** A mark with what its pen does. */
interface Seen {
  readonly mark: Mark;
  readonly steps: readonly Step[];
  readonly inner: readonly Seen[];
  /** What it is made of: marks of one kind can become each other. */
  readonly kind: string;
}

/** ms that a way takes: of one step; of steps that follow at once, at least. */
const MS = { most: 160, least: 48 } as const;
/** Marks with more steps of the pen are drawn where they are. */
const MOST = 4000;
/** Further than this, in radians, nothing turns: it has changed sides. */
const TURN = 2;

function seen(mark: Mark): Seen {
  const steps: Step[] = [];
  let inner: readonly Seen[] = [];
  if (mark.kind === "path") {
    const pen = VERBS.map((verb) => [
      verb,
      (...numbers: number[]) => {
        // One more than can move is enough to know.
        if (steps.length <= MOST) steps.push([verb, numbers.map(Number)]);
      },
    ]);
    mark.draw(Object.fromEntries(pen) as unknown as Pen);
  } else if (mark.kind === "group") inner = mark.marks.map(seen);
  const verbs = steps.map(([verb, numbers]) => verb + numbers.length).join();
  return { mark, steps, inner, kind: `${mark.kind} ${verbs}` };
}

const countOf = (all: readonly Seen[]): number =>
  all.reduce((sum, it) => sum + 1 + it.steps.length + countOf(it.inner), 0);

/** Where it is, all of it, and what it says. */
function numbersOf({ mark, steps, inner }: Seen): readonly unknown[] {
  const place = mark.kind === "path" ? [] : [mark.x, mark.y];
  const own =
    mark.kind === "group"
      ? [mark.scale, mark.opacity]
      : mark.kind === "text"
        ? [mark.text]
        : [];
  return [
    ...place,
    ...own,
    ...steps.flatMap(([, numbers]) => numbers),
    ...inner.flatMap(numbersOf),
  ];
}

const same = (a: readonly Seen[], b: readonly Seen[]): boolean => {
  const [old, now] = [a.flatMap(numbersOf), b.flatMap(numbersOf)];
  return old.length === now.length && old.every((x, k) => x === now[k]);
};

/** What tells marks of a list apart where some have come or gone. */
function nameOf({ mark, kind }: Seen): string {
  if (mark.kind === "text") return `text ${mark.text}`;
  if (mark.kind !== "path") return kind;
  const { stroke, fill, width, dash, name } = mark;
  return [kind, stroke, fill, width, dash, name].join();
}

const words = (all: readonly Seen[]): readonly string[] =>
  all.map(({ mark }) => (mark.kind === "text" ? mark.text : ""));

/** Marks in their order; words that have only changed places, by themselves. */
function wordsMoved(from: readonly Seen[], to: readonly Seen[]) {
  const [old, now] = [words(from), words(to)];
  const places = now.map((word, k) => {
    if (old[k] === word) return k;
    const at = old.indexOf(word);
    return old.indexOf(word, at + 1) < 0 && now.indexOf(word, k + 1) < 0
      ? at
      : -1;
  });
  // All of them are old ones, each at one place.
  const isOrder = new Set(places).size === to.length && !places.includes(-1);
  return isOrder ? places.map((k) => from[k]) : from;
}

/** The old mark that each new one comes from. */
function pairs(
  from: readonly Seen[],
  to: readonly Seen[],
): readonly (Seen | undefined)[] {
  if (
    from.length === to.length &&
    from.every(({ kind }, k) => kind === to[k]?.kind)
  ) {
    return wordsMoved(from, to);
  }
  const byName = (all: readonly Seen[]): Map<string, Seen[]> => {
    const names = new Map<string, Seen[]>();
    for (const it of all) {
      const name = nameOf(it);
      names.set(name, [...(names.get(name) ?? []), it]);
    }
    return names;
  };
  const [old, now] = [byName(from), byName(to)];
  return to.map((it) => {
    const name = nameOf(it);
    const [before, after] = [old.get(name) ?? [], now.get(name) ?? []];
    return before.length === after.length
      ? before[after.indexOf(it)]
      : undefined;
  });
}

type Place = readonly [x: number, y: number];

/** Tips of hands, old, new and on the way: what sits there goes along. */
type Tips = (readonly [from: Place, to: Place, now: Place])[];

const near = ([a, b]: Place, [x, y]: Place): boolean =>
  Math.abs(a - x) + Math.abs(b - y) < 0.01;

/** The least way from one direction to another. */
const turn = (from: number, to: number): number =>
  Math.atan2(Math.sin(to - from), Math.cos(to - from));

/** Where a line begins, how long it is and where it points. */
function lineOf([start, end]: readonly Step[]) {
  const [x = 0, y = 0] = start?.[1] ?? [];
  const [u = 0, v = 0] = end?.[1] ?? [];
  const [dx, dy] = [u - x, v - y];
  return { x, y, size: Math.hypot(dx, dy), angle: Math.atan2(dy, dx) };
}

/** A line on its way, as a hand turns; undefined: it does not. */
function hand(from: readonly Step[], to: readonly Step[], t: number) {
  const [a, b] = [lineOf(from), lineOf(to)];
  const way = turn(a.angle, b.angle);
  if (Math.abs(way) > TURN) return undefined;
  const [x, y] = [lerp(a.x, b.x, t), lerp(a.y, b.y, t)];
  const [size, angle] = [lerp(a.size, b.size, t), a.angle + t * way];
  const tip = [x + size * Math.cos(angle), y + size * Math.sin(angle)] as const;
  return { start: [x, y] as const, tip };
}

/** A step of the pen on its way. */
function between([verb, a]: Step, b: readonly number[], t: number): Step {
  const all = b.map((x, k) => lerp(a[k] as number, x, t));
  if (verb === "arc") {
    // By its angles: where it begins, and how far it goes.
    const [from, to] = [a[3] as number, b[3] as number];
    const begin = from + t * turn(from, to);
    const sweep = lerp((a[4] as number) - from, (b[4] as number) - to, t);
    all.splice(3, 2, begin, begin + sweep);
    if (b.length > 5) all[5] = b[5] as number;
  }
  return [verb, all];
}

function stepsBetween(
  from: readonly Step[],
  to: readonly Step[],
  t: number,
  tips: Tips,
): readonly Step[] {
  const verbs = to.map(([verb]) => verb).join();
  const end = (steps: readonly Step[], k: number): Place =>
    steps[k]?.[1].slice(0, 2) as unknown as Place;
  if (verbs === "moveTo,lineTo") {
    const turned = hand(from, to, t);
    if (turned) {
      tips.push([end(from, 1), end(to, 1), turned.tip]);
      return [
        ["moveTo", turned.start],
        ["lineTo", turned.tip],
      ];
    }
  }
  const steps = to.map(([, b], k) => between(from[k] as Step, b, t));
  if (verbs !== "moveTo,arc") return steps;
  const tip = tips.find(
    ([a, b]) => near(a, end(from, 1)) && near(b, end(to, 1)),
  );
  if (!tip) return steps;
  // A dot at the tip of a hand.
  const [x, y] = end(steps, 1);
  const [dx, dy] = [tip[2][0] - x, tip[2][1] - y];
  return steps.map(([verb, [u = 0, v = 0, ...rest]]) => [
    verb,
    [u + dx, v + dy, ...rest],
  ]);
}

function drawn(steps: readonly Step[]): PathMark["draw"] {
  return (pen) => {
    for (const [verb, numbers] of steps) {
      (pen[verb] as (...all: readonly (number | boolean)[]) => void)(
        ...numbers.slice(0, 5),
        ...numbers.slice(5).map((last) => (verb === "arc" ? last === 1 : last)),
      );
    }
  };
}

/** Marks between old and new ones. */
function marksBetween(
  from: readonly Seen[],
  to: readonly Seen[],
  t: number,
): readonly Mark[] {
  const tips: Tips = [];
  const before = pairs(from, to);
  return to.map(({ mark, steps, inner }, k) => {
    const old = before[k];
    if (!old || old.mark.kind !== mark.kind || mark.kind === "image") {
      return mark;
    }
    if (mark.kind === "path") {
      const all = stepsBetween(old.steps, steps, t, tips);
      return { ...mark, draw: drawn(all) };
    }
    const was = old.mark as GroupMark;
    const place = { x: lerp(was.x, mark.x, t), y: lerp(was.y, mark.y, t) };
    if (mark.kind === "text") return { ...mark, ...place };
    const share = (a = 1, b = 1): number => lerp(a, b, t);
    return {
      ...mark,
      ...place,
      ...(mark.scale !== undefined && { scale: share(was.scale, mark.scale) }),
      ...(mark.opacity !== undefined && {
        opacity: share(was.opacity, mark.opacity),
      }),
      marks: marksBetween(old.inner, inner, t),
    };
  });
}

/** The way of one panel's marks. */
export class MarkTransition {
  #from: readonly Seen[] = [];
  #to: readonly Seen[] = [];
  #box: Box = { width: 0, height: 0 };
  #start = 0;
  #ms = 0;

  /** Whether what was answered last is not there yet. */
  moving = false;

  /**
   * What to draw at a time of `performance.now()`.
   *
   * @param still - be there at once
   */
  at(
    marks: readonly Mark[],
    box: Box,
    now: number,
    still: boolean,
  ): readonly Mark[] {
    const to = marks.map(seen);
    const { width, height } = this.#box;
    this.#box = box;
    if (
      still ||
      width !== box.width ||
      height !== box.height ||
      countOf(to) > MOST
    ) {
      this.#from = to;
      this.#to = to;
      this.moving = false;
      return marks;
    }
    if (!same(this.#to, to)) {
      this.#from = this.moving ? this.#now(now).map(seen) : this.#to;
      // Steps that follow each other at once become one motion.
      this.#ms = Math.min(MS.most, Math.max(MS.least, now - this.#start));
      this.#start = now;
    }
    this.#to = to;
    this.moving = now - this.#start < this.#ms;
    return this.moving ? this.#now(now) : marks;
  }

  #now(now: number): readonly Mark[] {
    const t = Math.min(1, (now - this.#start) / this.#ms);
    const share = this.#ms < MS.most ? t : ease(t);
    return marksBetween(this.#from, this.#to, share);
  }
}
