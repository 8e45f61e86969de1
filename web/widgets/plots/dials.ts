import { circle, type Mark, segment } from "./marks.ts";

/** A clock face with one hand. Angles run clockwise from twelve o'clock. */
export interface Dial {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Sine and cosine of the hand's angle. */
  readonly sin: number;
  readonly cos: number;
  /** How far the hand can go, in radians from twelve o'clock. */
  readonly sweep: number;
  readonly label: string;
  readonly active: boolean;
}

/** Face, reach, hand and label. */
export function dialMarks(dial: Dial): Mark[] {
  const { x, y, radius, sin, cos, active } = dial;
  const [tipX, tipY] = [x + radius * sin, y - radius * cos];
  const sweep = Math.min(dial.sweep, 2 * Math.PI);
  const start = -Math.PI / 2;
  const marks: Mark[] = [
    circle(x, y, radius, { stroke: "rule", fill: "paper", name: "face" }),
    {
      kind: "path",
      draw(pen) {
        pen.moveTo(x, y - radius);
        pen.arc(x, y, radius, start, start + sweep);
      },
      stroke: active ? "accent" : "ink3",
      width: active ? 2.5 : 1.5,
    },
  ];
  if (active) {
    // The two numbers that the row holds: the tip's shadows on the axes.
    const shadow = { stroke: "ink3", dash: [2, 3] } as const;
    marks.push(
      segment(tipX, tipY, tipX, y, shadow),
      segment(tipX, tipY, x, tipY, shadow),
    );
  }
  const hand = active ? "accent" : "ink2";
  marks.push(
    segment(x, y, tipX, tipY, { stroke: hand, width: active ? 2.5 : 2 }),
    circle(tipX, tipY, active ? 4 : 3, { fill: hand }),
    circle(x, y, 2, { fill: hand }),
    {
      kind: "text",
      x,
      y: y + radius + 16,
      text: dial.label,
      anchor: "middle",
      fill: active ? "accent" : "ink2",
      bold: active,
    },
  );
  return marks;
}

/**
 * Places of `count` dials in a box, in reading order.
 *
 * @param most - dials side by side where there is room
 */
export function dialGrid(
  count: number,
  width: number,
  height: number,
  most = 3,
): { readonly x: number; readonly y: number; readonly radius: number }[] {
  const columns = Math.min(count, width > 1.15 * height ? most : 2);
  const rows = Math.ceil(count / columns);
  const [cellWidth, cellHeight] = [width / columns, height / rows];
  const label = 22;
  const radius = Math.max(
    8,
    Math.min(cellWidth / 2 - 10, (cellHeight - label) / 2 - 6),
  );
  return Array.from({ length: count }, (_, k) => ({
    x: ((k % columns) + 0.5) * cellWidth,
    y: Math.floor(k / columns) * cellHeight + (cellHeight - label) / 2,
    radius,
  }));
}

/** What a drag keeps. */
interface Drag {
  readonly first: boolean;
  readonly memory: Map<string, unknown>;
}

/**
 * The hand that is held and the position that it has been turned to; undefined
 * where the drag began on none.
 *
 * @param waves - positions that each hand takes for a turn
 * @param last - hands stop at 0 and there, and turn back from there at once
 */
export function turned(
  dials: readonly Pick<Dial, "x" | "y" | "radius">[],
  waves: ArrayLike<number>,
  now: number,
  last: number,
  point: { readonly x: number; readonly y: number },
  { first, memory }: Drag,
): { readonly hand: number; readonly pos: number } | undefined {
  if (first) {
    const found = dials.findIndex(
      ({ x, y, radius }) => Math.hypot(point.x - x, point.y - y) <= radius + 10,
    );
    if (found < 0) return undefined;
    memory.set("hand", found);
  }
  const hand = memory.get("hand") as number;
  const { x, y } = dials[hand] as Dial;
  const angle = Math.atan2(point.x - x, y - point.y);
  const before = (memory.get("angle") as number) ?? angle;
  const exact = (memory.get("pos") as number) ?? now;
  const turn = (angle - before) / (2 * Math.PI);
  // The short way round.
  const way = turn - Math.round(turn);
  const to = exact + way * (waves[hand] as number);
  const pos = Math.min(last, Math.max(0, to));
  memory.set("angle", angle);
  memory.set("pos", pos);
  return { hand, pos };
}
