// What was asked of npm test: layers, files, a part of a title.
import { existsSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { inRoot, namesBelow, root } from "../lib/paths.mjs";
import { Failure } from "../lib/steps.mjs";

const hint = "see npm test -- --help";
const TEST_FILE = /(\.test\.js|_test\.cpp)$/;

export function helpText(layers) {
  const width = Math.max(...layers.map(({ name }) => name.length));
  const lines = layers.map(({ name, about, folders }) => {
    const line = `  ${name.padEnd(width)}  ${about}`;
    if (folders.length === 0) return line;
    const where = `(${folders.join(", ")})`;
    const isLong = line.length + where.length > 79;
    return `${line}${isLong ? `\n${" ".repeat(width + 4)}` : " "}${where}`;
  });
  return `Usage: npm test [-- layers, files and options]

Sets up and builds what is missing, and runs all tests, those of some layers, or
those of some files:

  npm test -- js code
  npm test -- tests/posenc/js/bias.test.js tests/posenc/core/bias/t5_test.cpp
  npm test -- web -t "keyboard"

${lines.join("\n")}

  -t, --title TEXT  only tests that have TEXT in their title or in that of a
                    group they are in, in any case of letters
  --times           lists at the end what the files took of a processor, with
                    the browsers and programs that they started, the dearest
                    first; those of C++ by the clock
  --help            this text
`;
}

/** Test files below a folder, as paths from the root with slashes. */
function filesIn(folder) {
  if (!existsSync(inRoot(folder))) return [];
  return namesBelow(inRoot(folder))
    .map((name) => name.replaceAll(sep, "/"))
    .filter((name) => TEST_FILE.test(name))
    .filter((name) => !/(^|\/)node_modules\//.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();
}

async function nearestOf(name, known) {
  const { importSource } = await import("../lib/web-source.mjs");
  const { nearest } = await importSource("../src/posenc/js/errors.ts");
  // Most mistakes are in the last part, and few type all folders.
  const byLast = new Map(known.map((it) => [it.replace(/^.*\//, ""), it]));
  const last = nearest(name.replace(/^.*\//, ""), [...byLast.keys()]);
  return byLast.get(last) ?? nearest(name, known);
}

/**
 * The test files that are meant: one by a path from here or the root, or by the
 * end of its path; all of a folder by its path.
 */
async function findFiles(name, known) {
  // npm starts scripts in the root, wherever it was called.
  const from = resolve(process.env.INIT_CWD ?? ".", name);
  const path = relative(root, from).replaceAll(sep, "/");
  if (known.includes(path)) return [path];
  const inside = known.filter((file) => file.startsWith(`${path}/`));
  if (inside.length > 0) return inside;
  const ends = known.filter((file) => `/${file}`.endsWith(`/${name}`));
  if (ends.length === 1) return ends;
  if (ends.length > 1) {
    throw new Failure(`${name} is ${ends.join(" or ")}`, { hint });
  }
  const meant = await nearestOf(name, known);
  throw new Failure(
    `There is no test file ${name}${meant ? `; is ${meant} meant?` : ""}`,
    { hint },
  );
}

/**
 * Reads the command line.
 *
 * @param layers `[{ name, about, folders }]`
 * @returns `help`; `names`, layers that were named; `files`, as they were
 *   typed; `title`; `times`
 */
export function readArguments(args, layers) {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        title: { type: "string", short: "t" },
        times: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
  } catch (/** @type {any} */ error) {
    throw new Failure(error.message, { hint });
  }
  const { values, positionals } = parsed;
  if (values.title === "") {
    throw new Failure("--title needs a part of a title", { hint });
  }
  const isFile = (word) => /[./\\]/.test(word);
  const names = positionals.filter((word) => !isFile(word));
  const known = layers.map(({ name }) => name);
  for (const name of names) {
    if (!known.includes(name)) {
      throw new Failure(`There is no test layer ${name}`, {
        hint: `npm test -- [${known.join("|")}]`,
      });
    }
  }
  return { ...values, names, files: positionals.filter(isFile) };
}

/**
 * The layers to run: those that were named, and those of the files. A layer of
 * which files were given runs only these.
 *
 * @returns `[{ name, files }]`, `files` empty for all of them
 */
export async function chooseLayers({ names, files }, layers) {
  const owned = layers.map((layer) => ({
    ...layer,
    known: layer.folders.flatMap(filesIn),
  }));
  const known = owned.flatMap((layer) => layer.known);
  const wanted = [];
  for (const file of files) wanted.push(...(await findFiles(file, known)));
  const everything = names.length === 0 && files.length === 0;
  return owned
    .map((layer) => ({
      name: layer.name,
      files: wanted.filter((file) => layer.known.includes(file)),
    }))
    .filter(
      ({ name, files: own }) =>
        everything || names.includes(name) || own.length > 0,
    );
}
