// Which modules are built into one file. Left to itself the bundler makes one
// for each set of figures that share something: forty requests before a first
// figure is live, which cost a slow machine more than their bytes.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const STATIC_IMPORT = /^(?:import|export)\b(?! type\b)[^;"]*?"(\.[^"]+)"/gm;

/** The library's modules name each other as they will be published. */
const sourceOf = (path: string): string => path.replace(/\.js$/, ".ts");

/** A module and all that it imports at once, not later, as files. */
export function closure(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  if (!file.endsWith(".ts")) return found;
  for (const [, path] of readFileSync(file, "utf8").matchAll(STATIC_IMPORT)) {
    closure(join(dirname(file), sourceOf(path as string)), found);
  }
  return found;
}

function kitModules(root: string): Set<string> {
  const kit = closure(join(root, "widgets/kit/element.ts"));
  // What makes handlers of what a figure declares: all figures call it.
  return closure(join(root, "widgets/kit/spec.ts"), kit);
}

/**
 * What every figure needs and the page's own script does not, as one file.
 *
 * @param root - the folder web/
 */
export function kitGroup(root: string) {
  const page = closure(join(root, "site/client/main.ts"));
  const kit = kitModules(root);
  return {
    name: "kit",
    test: (id: string): boolean => kit.has(id) && !page.has(id),
  };
}

/** What figures share of the library: how it starts and waves, rows, layers,
 * attention. */
const LIBRARY = {
  posenc: ["inline", "load", "default-instance", "embedding/sinusoidal"],
  rows: ["embedding/random-table", "analysis/sinusoidal", "analysis/pairs"],
  layers: ["embedding/learned", "embedding/fusion", "transformer/layers"],
  attention: ["attention-call"],
} as const;

/** Makes the library of all calls, which no figure takes. */
const WHOLE = ["calls", "api"];

/**
 * Files of the library that figures share; what else a figure calls comes with it.
 *
 * @param root - the project's folder
 */
export function libraryGroups(root: string) {
  const path = (module: string): string =>
    join(root, "src/posenc/js", `${module}.ts`);
  const taken = new Set(WHOLE.map(path));
  return Object.entries(LIBRARY).map(([name, modules]) => {
    const own = new Set<string>();
    for (const module of modules) {
      for (const file of closure(path(module), new Set(taken))) {
        if (!taken.has(file)) own.add(file);
      }
    }
    for (const file of own) taken.add(file);
    // How the package's figures have it.
    if (name === "posenc")
      own.add(join(root, "web/widgets/package/library.ts"));
    return { name, test: (id: string): boolean => own.has(id) };
  });
}

/** What most figures draw with. */
const DRAWING =
  /\/(web\/widgets\/plots\/(axes|interpolate|lines)\.ts|web\/widgets\/kit\/pieces\/(labelled-axes|tensor-rows)\.ts|node_modules\/d3-(array|format|path|scale)\/.*)$/;

/**
 * The files of single figures, where there is no page around them: what all or
 * most need, as one.
 *
 * @param root - the folder web/
 */
export function figureGroups(root: string) {
  const kit = kitModules(root).add(join(root, "widgets/package/starter.ts"));
  return [
    {
      name: "kit",
      test: (id: string): boolean => kit.has(id) || DRAWING.test(id),
    },
    // The page of the command line draws with it too.
    { name: "inflate", test: /\/node_modules\/fflate\// },
  ];
}
