// Which file of the repository uses which: imports of TypeScript and
// JavaScript, of types too, dynamic ones and workers, and #include of C++.
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { inRoot, namesBelow, root } from "./paths.mjs";
import { ts } from "./typescript.mjs";

const SCRIPT = /(?<!\.d)\.(ts|js|mjs)$/;
const CPP = /\.[ch]pp$/;
const NOT_OURS = /(^|\/)(node_modules|dist|generated)\//;
/** Folders that an #include may be meant from. */
const INCLUDE_ROOTS = ["src/posenc/core", "src/posenc/wasm"];

const WORKER = /new URL\(\s*"(\.[^"]+\.(?:ts|js|mjs))"/g;
const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*"([^"]+)"/gm;

/** Sources below these folders, by their paths from the root. */
export const sourcesBelow = (folders, from = root) =>
  folders
    .flatMap((folder) =>
      namesBelow(join(from, folder)).map(
        (name) => `${folder}/${name.replaceAll("\\", "/")}`,
      ),
    )
    .filter((path) => SCRIPT.test(path) || CPP.test(path))
    .filter((path) => !NOT_OURS.test(path))
    .sort();

/** What a script names in its imports, packages included. */
export function namedInScript(text) {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  const workers = [...text.matchAll(WORKER)].map(([, name]) => name);
  return [...importedFiles.map(({ fileName }) => fileName), ...workers];
}

/** What a C++ source includes of ours. */
export const namedInCpp = (text) =>
  [...text.matchAll(INCLUDE)].map(([, name]) => name);

/** A .js that is imported is the .ts that it will be made of. */
function scriptAt(path) {
  const options = [path, path.replace(/\.js$/, ".ts")];
  return options.find((it) => existsSync(inRoot(it))) ?? path;
}

const includeAt = (folder, name) =>
  [folder, ...INCLUDE_ROOTS]
    .map((root) => posix.join(root, name))
    .find((path) => existsSync(inRoot(path)));

/** Pairs [file, file that it uses], each once; packages are left out. */
export function importsOf(files) {
  const pairs = new Map();
  for (const file of files) {
    const text = readFileSync(inRoot(file), "utf8");
    const folder = posix.dirname(file);
    const used = CPP.test(file)
      ? namedInCpp(text).map((name) => includeAt(folder, name))
      : namedInScript(text)
          .filter((name) => name.startsWith("."))
          .map((name) => scriptAt(posix.join(folder, name.split("?")[0])));
    for (const other of used) {
      if (other) pairs.set(`${file} ${other}`, [file, other]);
    }
  }
  return [...pairs.values()];
}
