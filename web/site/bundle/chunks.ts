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

/** What plugs schemes into attention, where they come with figures. */
const PLUG = "src/js/schemes.ts";

/**
 * All that a part of the library imports at once.
 *
 * @param root - the project's folder
 * @param module - below src/js, without ".ts"
 * @param isPlugged - whether schemes come on their own
 */
export function partClosure(
  root: string,
  module: string,
  isPlugged: boolean,
): ReadonlySet<string> {
  const without = isPlugged ? [join(root, PLUG)] : [];
  return closure(join(root, "src/js", `${module}.ts`), new Set(without));
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

/** The same where schemes come on their own: they have it in common with attention. */
const PLUGGED = [
  ...["heads", "axis-order", "attention/sequence"],
  ...["generated/border/enums/wasm", "generated/border/numeric"],
];
/** And this, which few take, is in a file of its own. */
const ALONE = "src/js/generated/border/bias.ts";

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
  const taken = new Set<string>(slices ? [join(root, ALONE)] : []);
  // How it is started, with what all figures need of it.
  const start = slices
    ? [
        ...["src/js/slices.ts", "src/js/inline.ts"],
        ...["web/package/start-in-parts.ts", "web/package/schemes-in-parts.ts"],
      ]
    : ["src/js/parts.ts", "src/js/source.ts", "dist/posenc.wasm?url"];
  const groups = [...partsByFile(slices !== undefined)].map(([name, parts]) => {
    const own = new Set<string>();
    const modules = parts.map((part) => PARTS[part]?.module);
    if (name === START) modules.unshift(...SHARED, ...(slices ? PLUGGED : []));
    for (const path of modules) {
      for (const file of partClosure(root, path as string, !!slices)) {
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
  return slices ? [...sliceGroups(root, slices), ...groups] : groups;
}

/** Larger slices have files of their own. */
const LARGE = 6000;

/**
 * Texts of the module in files of their own: what parts of several files call, and
 * what is large. Beside scripts a server's gzip takes it for scripts, and it is a
 * tenth longer.
 */
function sliceGroups(root: string, slices: Slices) {
  const folder = join(root, "src/js/generated/slices");
  const files = [...partsByFile(true).values()];
  const users = (slice: string): number =>
    files.filter((parts) =>
      parts.some((part) => slices.get(part)?.includes(slice)),
    ).length;
  return readdirSync(folder)
    .filter((file) => file.endsWith(".js"))
    .map((file) => ({ slice: file.slice(0, -3), path: join(folder, file) }))
    .filter(
      ({ slice, path }) => users(slice) > 1 || statSync(path).size >= LARGE,
    )
    .map(({ slice, path }) => ({
      name: `module-${slice}`,
      test: (id: string): boolean => id === path,
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
  kit.add(join(root, "package/starter.ts"));
  return [
    {
      name: "kit",
      test: (id: string): boolean => kit.has(id) || DRAWING.test(id),
    },
    // The page of the command line draws with it too.
    { name: "inflate", test: /\/node_modules\/fflate\// },
  ];
}
