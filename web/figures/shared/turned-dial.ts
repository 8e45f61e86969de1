// Hands that are turned by hand: the position follows.
import type { Dial } from "../../plots/dials.ts";

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
