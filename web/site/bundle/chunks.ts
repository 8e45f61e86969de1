// Which modules are built into one file. Left to itself the bundler makes one
// for each set of figures that share something: forty requests before a first
// figure is live, which cost a slow machine more than their bytes.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { offerId, PARTS } from "./library-parts.ts";
import type { Slices } from "./slices.ts";

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
  const kit = closure(join(root, "kit/element.ts"));
  // What makes handlers of what a figure declares: all figures call it.
  return closure(join(root, "kit/spec.ts"), kit);
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

/** The file with what starts the library. */
const START = "posenc";
/** What it has besides, or one part would bring another for it. */
const SHARED = [
  ...["load", "embedding/common", "generated/border/lists"],
  ...["generated/border/analysis", "generated/border/enums/numeric"],
  ...["positions", "result", "rows", "rules"],
];

/** Built file → the parts that it holds, in order. */
function partsByFile(inline: boolean): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>([[START, []]]);
  for (const [name, { file, packed = name }] of Object.entries(PARTS)) {
    const own = inline ? packed : file;
    if (own) files.set(own, [...(files.get(own) ?? []), name]);
  }
  return files;
}

/**
 * The parts of the library, a file each.
 *
 * @param root - the project's folder
 * @param options - as of libraryParts
 */
export function partGroups(
  root: string,
  { slices }: { readonly slices?: Slices } = {},
) {
  const taken = new Set<string>();
  // How it is started, with what all figures need of it.
  const start = slices
    ? ["src/js/slices.ts", "src/js/inline.ts", "web/package/start-in-parts.ts"]
    : ["src/js/parts.ts", "src/js/source.ts", "dist/posenc.wasm?url"];
  const groups = [...partsByFile(slices !== undefined)].map(([name, parts]) => {
    const own = new Set<string>();
    const modules = parts.map((part) => PARTS[part]?.module);
    if (name === START) modules.unshift(...SHARED);
    for (const path of modules) {
      for (const file of closure(join(root, "src/js", `${path}.ts`))) {
        if (!taken.has(file)) own.add(file);
      }
    }
    for (const file of own) taken.add(file);
    // With each, what adds it to the page's library, and its slices of the module.
    for (const part of parts) {
      own.add(offerId(part));
      for (const slice of slices?.get(part) ?? []) {
        const file = join(root, "src/js/generated/slices", `${slice}.js`);
        if (!taken.has(file)) own.add(file);
        taken.add(file);
      }
    }
    if (name === START) for (const path of start) own.add(join(root, path));
    return { name, test: (id: string): boolean => own.has(id) };
  });
  return slices ? [...sliceGroups(root), ...groups] : groups;
}

/** Larger slices have files of their own. */
const LARGE = 6000;

/**
 * Large texts of the module, a file each: beside scripts a server's gzip takes
 * them for scripts, and they are a tenth longer.
 */
function sliceGroups(root: string) {
  const folder = join(root, "src/js/generated/slices");
  return readdirSync(folder)
    .filter((file) => file.endsWith(".js"))
    .filter((file) => statSync(join(folder, file)).size >= LARGE)
    .map((file) => ({
      name: `module-${file.slice(0, -".js".length)}`,
      test: (id: string): boolean => id === join(folder, file),
    }));
}

/** What most figures draw with. */
const DRAWING =
  /\/(web\/plots\/(axes|interpolate|lines)\.ts|web\/kit\/pieces\/(labelled-axes|tensor-rows)\.ts|node_modules\/d3-(array|format|path|scale)\/.*)$/;

/**
 * The files of single figures, where there is no page around them: what all or
 * most need, as one.
 *
 * @param root - the folder web/
 */
export function figureGroups(root: string) {
  const kit = kitModules(root);
  return [
    {
      name: "kit",
      test: (id: string): boolean => kit.has(id) || DRAWING.test(id),
    },
    // The page of the command line draws with it too.
    { name: "inflate", test: /\/node_modules\/fflate\// },
  ];
}
