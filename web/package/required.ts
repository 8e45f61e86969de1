// dist/widgets/required.cjs: the modules for require() where it takes none, in
// Node before 20.19 and in Jest. They are read as they are, so that the package
// has every figure once: only their imports and exports, whose forms the build
// knows, become something else. Bundlers take the modules themselves.
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
// Path → where its imports end, where its exports begin, and every late import.
import places from "virtual:posenc-places";

type Exports = Record<string, unknown>;

const loaded = new Map<string, Exports>();

const IMPORT = /import\s*(?:\{([^}]*)\}\s*from\s*)?"([^"]+)"/g;
const EXPORT = /export\s*\{([^}]*)\}(?:\s*from\s*"([^"]+)")?/g;
/** The word that begins a late import. */
const WORD = "import";

/** "a as b, c" → [["a", "b"], ["c", "c"]]. */
const pairs = (list = ""): [name: string, as: string][] =>
  list
    .split(",")
    .map((pair) => pair.trim().split(/\s+as\s+/))
    .filter(([name]) => name !== "")
    .map(([name = "", as = name]) => [name, as]);

/** A name whose value is asked for whenever it is read, as modules have it. */
function bind(object: object, name: string, get: () => unknown): void {
  Object.defineProperty(object, name, { get, enumerable: true });
}

/**
 * What a module exports.
 *
 * @param path - from dist/widgets
 */
export function load(path: string): Exports {
  const before = loaded.get(path);
  if (before !== undefined) return before;
  const exports: Exports = {};
  loaded.set(path, exports);
  const [start, end, ...late] = places[path] as readonly number[];
  const text = readFileSync(join(__dirname, path), "utf8");
  const to = (source: string): string =>
    posix.join(posix.dirname(path), source);

  const scope = Object.create(null);
  for (const [, names, source] of text.slice(0, start).matchAll(IMPORT)) {
    const from = load(to(source as string));
    for (const [name, as] of pairs(names)) bind(scope, as, () => from[name]);
  }
  const own: string[] = [];
  for (const [, names, source] of text.slice(end).matchAll(EXPORT)) {
    const from = source === undefined ? undefined : load(to(source));
    for (const [name, as] of pairs(names)) {
      if (from) bind(exports, as, () => from[name]);
      else own.push(`${as}: () => ${name}`);
    }
  }
  let body = "";
  let at = start as number;
  for (const place of late) {
    body += `${text.slice(at, place)}$late`;
    at = place + WORD.length;
  }
  body += text.slice(at, end);
  const run = new Function(
    ...["$scope", "$exports", "$late"],
    // Names of imports are looked up where they are used, and the rest is strict.
    `with ($scope) (function () { "use strict"; $exports({ ${own.join()} });${body}\n})();\n//# sourceURL=${join(__dirname, path)}`,
  );
  run(
    scope,
    (found: Record<string, () => unknown>) => {
      for (const [name, get] of Object.entries(found)) bind(exports, name, get);
    },
    async (source: string) => load(to(source)),
  );
  return exports;
}
