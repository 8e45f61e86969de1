// What a panel declares of hands and keys, and the handlers that come of it.
// Numbers that a hand chooses are brought within their limits here.
import type { Limits, NumberKey, State } from "./bounds.ts";
import type { Point, Pointing } from "./pointer.ts";
import type { Box, Shown } from "./spec.ts";

/**
 * The numbers that arrow keys step through. Page keys go with `y`, Home and End
 * with `x`, where both are there.
 */
export interface Steps<S> {
  /** All four arrows; right and down are more. */
  readonly any?: NumberKey<S>;
  /** Left and right. */
  readonly x?: NumberKey<S>;
  /** Up and down, as rows count: down is more. */
  readonly y?: NumberKey<S>;
  /** Up and down, as quantities grow: up is more. */
  readonly up?: NumberKey<S>;
}

/** What hands and keys do in a panel; own handlers where that is not enough. */
export interface Gestures<S, M> extends Pointing<S, M> {
  /** What hovering shows and a press or drag chooses, alike. */
  readonly pick?: (
    shown: Shown<S, M>,
    at: Point,
    box: Box,
  ) => Partial<S> | undefined;
  /** Numbers to step through; `key` is asked for the other keys. */
  readonly steps?: Steps<S>;
}

type Any = Shown<State, unknown>;

function stepsOf({ any, x = any, y = any, up }: Steps<State>, { of }: Limits) {
  const down = y === undefined ? -1 : 1;
  const named: Readonly<Record<string, readonly [string | undefined, number]>> =
    {
      ArrowLeft: [x, -1],
      ArrowRight: [x, 1],
      ArrowUp: [y ?? up, -down],
      ArrowDown: [y ?? up, down],
      PageUp: [y ?? x, -1],
      PageDown: [y ?? x, 1],
      Home: [x ?? y, -1],
      End: [x ?? y, 1],
    };
  return (state: State, { key }: KeyboardEvent): State | undefined => {
    const [name, way] = named[key] ?? ["", 0];
    if (!name) return undefined;
    const [low, high, step] = of(name, state);
    const by = step || 1;
    const page = Math.max(1, Math.round((high - low) / by / 10));
    // An arrow, a page, or all the way.
    const steps = { A: 1, P: page }[key[0] as string] ?? Infinity;
    return { [name]: (state[name] as number) + way * steps * by };
  };
}

/**
 * The handlers of a panel.
 *
 * @param settle - brings a state of the figure into agreement
 */
export function handlers(
  gestures: Gestures<State, unknown>,
  limits: Limits,
  settle: (state: State) => State,
): Pointing<State, unknown> {
  const { pick, steps, hover = pick, drag = pick, key, ...rest } = gestures;
  const step = steps && stepsOf(steps, limits);

  /** What was chosen, as the state will have it. */
  const within =
    <A extends unknown[]>(act: (shown: Any, ...how: A) => State | undefined) =>
    (shown: Any, ...how: A): State | undefined => {
      const values = act(shown, ...how);
      if (values === undefined) return undefined;
      const settled = settle({ ...shown.state, ...values });
      const names = Object.keys(values);
      return Object.fromEntries(names.map((name) => [name, settled[name]]));
    };

  return {
    ...rest,
    ...(hover && { hover: within(hover) }),
    ...(drag && { drag: within(drag), aim: [drag, settle] }),
    ...(steps && { stepped: Object.values(steps) }),
    ...((step || key) && {
      key: within(
        (shown, event: KeyboardEvent) =>
          step?.(shown.state, event) ?? key?.(shown, event),
      ),
    }),
  };
}
