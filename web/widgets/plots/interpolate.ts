// What d3-scale asks of d3-interpolate, for scales whose range is numbers; the
// builds put it in its place. Colours and texts, which none of our axes has,
// are more than half of what d3-scale would bring along.

/** t from 0 to 1 → a number from a to b. */
export const interpolateNumber =
  (a: number, b: number) =>
  (t: number): number =>
    a * (1 - t) + b * t;

export const interpolate = interpolateNumber;

export const interpolateRound =
  (a: number, b: number) =>
  (t: number): number =>
    Math.round(a * (1 - t) + b * t);

/** A number from each entry to the next. */
export const piecewise =
  (
    between: (a: number, b: number) => (t: number) => number,
    values: readonly number[],
  ) =>
  (t: number): number => {
    const last = values.length - 1;
    const i = Math.max(0, Math.min(last - 1, Math.floor(t * last)));
    return between(values[i] as number, values[i + 1] as number)(t * last - i);
  };
