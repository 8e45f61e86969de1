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

/** Gives the bytes of a module. */
type Source = () => Promise<BufferSource>;

let needed: Source | undefined;

/** The module that the parts need besides what they all have. */
export const moduleForParts = (): Source | undefined => needed;

/**
 * Adds calls to the library, also to one that runs already.
 *
 * @param module - what they call, where that is not always there
 */
export function offer(name: Name, make: Maker, module?: Source): void {
  makers[name].add(make);
  needed ??= module;
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
        value = made.length === 1 ? made[0] : Object.assign({}, ...made);
        count = all.size;
      }
      return value;
    },
  });
}
