// Between two numbers, and how one gets from one to the other.

export const lerp = (a: number, b: number, share: number): number =>
  a + (b - a) * share;

export const clamp = (x: number, min = 0, max = 1): number =>
  Math.min(max, Math.max(min, x));

/** A share of the time as a share of the way: slow at both ends. */
export const ease = (x: number): number => x * x * (3 - 2 * x);
