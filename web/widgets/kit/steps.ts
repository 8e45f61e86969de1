// Arrow keys in a number: on to the next value that the figure takes.

/** Most values that one press of a key tries. */
const TRIES = 512;

/**
 * Writes one value after another until the state has changed. A number that
 * must be even, or a power of two, is brought into agreement with that: its
 * next values would all lead back to where it was.
 *
 * @param next - value of the k-th try, k from 1; undefined: there is none
 */
export function stepOn(
  read: () => unknown,
  write: (value: number) => void,
  next: (k: number) => number | undefined,
): void {
  const from = read();
  for (let k = 1; k <= TRIES; k++) {
    const value = next(k);
    if (value === undefined) return;
    write(value);
    if (read() !== from) return;
  }
}
