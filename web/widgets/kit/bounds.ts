// What a number may be beside the others, said once: the state is brought into
// agreement by it, the slider ends there, and so do keys and hands.
import {
  camel,
  type NumberAttribute,
  type Table,
} from "../element/state/attributes.ts";

/** The properties that are numbers. */
export type NumberKey<S> = {
  [K in keyof S & string]: S[K] extends number ? K : never;
}[keyof S & string];

/** Limits inside those of the attribute, where they depend on the rest. */
export interface Bound<S> {
  readonly min?: (state: Readonly<S>) => number;
  readonly max?: (state: Readonly<S>) => number;
  /** Only multiples of this. */
  readonly multiple?: number;
}

/** For widths that are made of pairs. */
export const EVEN = { multiple: 2 } as const;

/** For positions that addresses may still give with digits behind the point. */
export const WHOLE = { multiple: 1 } as const;

/** In this order: what depends on another number stands behind it. */
export type Bounds<S> = { readonly [K in NumberKey<S>]?: Bound<S> };

export type State = Record<string, unknown>;

/** The limits of the numbers of one figure. */
export interface Limits {
  /** Lowest and highest value, and the way between two; 0: no way is least. */
  of(key: string, state: State): readonly [number, number, step: number];
  /** Brings the numbers of a state within their limits. */
  settle(state: State): State;
}

export function limits(
  table: Table,
  bounds: Readonly<Record<string, Bound<State> | undefined>> = {},
): Limits {
  const numbers = new Map(
    Object.entries(table).map(([name, it]) => [
      camel(name),
      it as NumberAttribute,
    ]),
  );
  // The bounded ones first, in their order; those of words have no least value.
  const keys = [...new Set([...Object.keys(bounds), ...numbers.keys()])].filter(
    (key) => numbers.get(key)?.min !== undefined,
  );
  const of: Limits["of"] = (key, state) => {
    const { min, max, integer } = numbers.get(key) as NumberAttribute;
    const bound = bounds[key];
    return [
      Math.max(min, bound?.min?.(state) ?? min),
      Math.min(max, bound?.max?.(state) ?? max),
      bound?.multiple ?? Number(integer),
    ];
  };
  return {
    of,
    settle(state) {
      const settled = { ...state };
      for (const key of keys) {
        const [low, high, step] = of(key, settled);
        const inside = Math.max(low, Math.min(high, settled[key] as number));
        // A hand may point between two whole numbers.
        const whole = Math.round(inside);
        settled[key] = step ? whole - (whole % step) : inside;
      }
      return settled;
    },
  };
}
