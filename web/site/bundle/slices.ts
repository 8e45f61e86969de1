// Which slices of the module the parts of the library call.
import { readFileSync } from "node:fs";
import { partClosure } from "./chunks.ts";
import { PARTS } from "./library-parts.ts";

/** Part → the slices that it calls, by name. */
export type Slices = ReadonlyMap<string, readonly string[]>;

const BINDINGS = /import \{([^}]*)\} from "[./]*\/generated\/border\/\w+\.js"/g;

/** The bindings that a file of src/js imports. */
const bindingsIn = (file: string): readonly string[] =>
  [...readFileSync(file, "utf8").matchAll(BINDINGS)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim().replace(/ as .*/, "")),
  );

/**
 * @param root - the project's folder
 * @param slicesOf - binding → the slices that it takes
 */
export function slicesByPart(
  root: string,
  slicesOf: ReadonlyMap<string, readonly string[]>,
): Slices {
  const found = Object.entries(PARTS).map(([part, { module }]) => {
    const files = [...partClosure(root, module, true)];
    const slices = files
      .flatMap(bindingsIn)
      .flatMap((binding) => slicesOf.get(binding) ?? []);
    return [part, [...new Set(slices)].sort()] as const;
  });
  return new Map(found);
}
