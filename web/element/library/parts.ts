// The library as figures load it: with the first figure that asks for it, or what
// nearly all of a page need at once (at-once.ts, site/bundle/library-parts.ts).
import type { Posenc } from "posenc";
import type { Runtime } from "posenc/parts";

type Name = Exclude<keyof Posenc, "version" | "buffer">;
type Maker = (runtime: Runtime) => object;

/** What makes up `pe.analysis` and so on, as far as it is loaded. */
const makers: Record<Name, Set<Maker>> = {
  analysis: new Set(),
  attention: new Set(),
  bias: new Set(),
  config: new Set(),
  convert: new Set(),
  embedding: new Set(),
  relative: new Set(),
  rotary: new Set(),
  transformer: new Set(),
};

/** What the parts call of the module, where that is not always there. */
export const slices = new Set<string>();

/**
 * Adds calls to the library, also to one that runs already.
 *
 * @param called - slices of the module, as text
 */
export function offer(name: Name, make: Maker, ...called: string[]): void {
  makers[name].add(make);
  for (const slice of called) slices.add(slice);
}

/** The library around one instance. */
export function inParts(runtime: Runtime): Posenc {
  const pe = {
    version: __POSENC_VERSION__,
    buffer: (shape: readonly number[]) => runtime.buffer(shape),
  };
  for (const name of Object.keys(makers) as Name[]) define(pe, name, runtime);
  return pe as Posenc;
}

/** `pe.name`: made when it is asked for, and again when there is more of it. */
function define(pe: object, name: Name, runtime: Runtime): void {
  const all = makers[name];
  let [value, count]: [unknown, number] = [undefined, 0];
  Object.defineProperty(pe, name, {
    enumerable: true,
    get() {
      if (all.size === 0) throw new Error(`pe.${name} is not loaded`);
      if (all.size > count) {
        const made = [...all].map((make) => make(runtime));
        // One that is called itself gets the calls of the others.
        const room = made.find((it) => typeof it === "function") ?? {};
        value = made.length === 1 ? made[0] : Object.assign(room, ...made);
        count = all.size;
      }
      return value;
    },
  });
}
