/** What was read of a state, property by property. */
export type Read = ReadonlyMap<string, unknown>;

/**
 * A state that notes what is read of it, now and later: that is what a model
 * depends on. What it reads in another branch it reads once that branch is
 * taken, which something that it has read decides.
 */
export function tracked<S extends object>(state: S) {
  const read = new Map<string, unknown>();
  const watched = new Proxy(state, {
    get(target, name: string) {
      const value = target[name as keyof S];
      read.set(name, value);
      return value;
    },
  });
  return { state: watched, read: read as Read };
}
