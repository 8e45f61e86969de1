// Which modules are built into one file. Left to itself the bundler makes one
// for each set of figures that share something: forty requests before a first
// figure is live, which cost a slow machine more than their bytes.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const STATIC_IMPORT = /^(?:import|export)\b(?! type\b)[^;"]*?"(\.[^"]+)"/gm;

/** A module and all that it imports at once, not later, as files. */
function closure(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  if (!file.endsWith(".ts")) return found;
  for (const [, path] of readFileSync(file, "utf8").matchAll(STATIC_IMPORT)) {
    closure(join(dirname(file), path as string), found);
  }
  return found;
}

/**
 * What every figure needs and the page's own script does not, as one file.
 *
 * @param root - the folder web/
 */
export function kitGroup(root: string) {
  const page = closure(join(root, "site/client/main.ts"));
  const kit = closure(join(root, "widgets/kit/element.ts"));
  return {
    name: "kit",
    test: (id: string): boolean => kit.has(id) && !page.has(id),
  };
}
