// Which declarations of a package nobody can come to from what it exports:
// compilers read them never, and everybody would download them.
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { namedInScript } from "./imports.mjs";
import { namesBelow } from "./paths.mjs";

const DECLARATION = /\.d\.[cm]?ts$/;

/** The files of an entry, whatever the conditions. */
const leaves = (entry) =>
  typeof entry === "string" ? [entry] : Object.values(entry).flatMap(leaves);

/** Where the declarations of a script stand; those of a declaration in it. */
const declared = (path) =>
  DECLARATION.test(path) ? path : path.replace(/\.([cm]?)js$/, ".d.$1ts");

/**
 * Declarations that no export leads to.
 *
 * @param {string} folder the package's, as it will be packed
 * @param {{ exports: object }} manifest
 * @returns {string[]} paths from `folder`, sorted
 */
export function unreachedDeclarations(folder, { exports }) {
  const all = new Set(
    namesBelow(folder)
      .map((name) => name.replaceAll("\\", "/"))
      .filter((name) => DECLARATION.test(name)),
  );
  const matching = (pattern) => {
    const [before, after] = declared(posix.normalize(pattern)).split("*");
    return [...all].filter((name) =>
      after === undefined
        ? name === before
        : name.startsWith(before) && name.endsWith(after),
    );
  };
  const ahead = leaves(exports).flatMap(matching);
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    if (!all.delete(name)) continue;
    const text = readFileSync(join(folder, name), "utf8");
    const beside = namedInScript(text).filter((it) => it.startsWith("."));
    for (const it of beside) {
      ahead.push(declared(posix.join(posix.dirname(name), it)));
    }
  }
  return [...all].sort();
}
