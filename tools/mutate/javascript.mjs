// Tries mutants of src/js: a bundle with the mutant in a folder of its own, and
// the nearest files of tests/js against it.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { BUNDLE, entryPoints } from "../lib/package-bundle.mjs";
import { inRoot } from "../lib/paths.mjs";
import { tryRun } from "./child.mjs";
import { typescriptMutants } from "./typescript.mjs";

const TESTS = "tests/js";

/** The folders of src/js: what stands beside them, all of them share. */
const FOLDERS = readdirSync(inRoot("src", "js"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const tool = (name) => pathToFileURL(inRoot("tools", "mutate", name)).href;

const wordsOf = (name) => name.replace(/\.test\.js$/, "").split(/[-./]/);

const isOfFolder = (words) => [...FOLDERS, "cli"].includes(words[0]);

/**
 * The tests that share the first word of a file of src/js, and those that share
 * most of its words first: embedding/fourier.ts has embedding*.test.js. A file
 * that all folders share, such as rows.ts, has those of no folder besides.
 */
export function nearestTests(file, names) {
  const words = wordsOf(file.replace(/^src\/js\/|\.ts$/g, ""));
  const shared = (name) =>
    wordsOf(name).filter((word) => words.includes(word)).length;
  const isNear = (name) => wordsOf(name).includes(words[0]);
  const isAsShared = (name) => !isOfFolder(words) && !isOfFolder(wordsOf(name));
  // What all calls go through is tested by the tests of all calls.
  const found = names.some(isNear)
    ? names.filter((name) => isNear(name) || isAsShared(name))
    : names;
  return [...found].sort((a, b) => shared(b) - shared(a) || (a < b ? -1 : 1));
}

function testsFor(file, pattern) {
  const names = readdirSync(inRoot(TESTS)).filter((name) =>
    name.endsWith(".test.js"),
  );
  const near = pattern ? names : nearestTests(file, names);
  return near
    .map((name) => `${TESTS}/${name}`)
    .filter((path) => !pattern || pattern.test(path));
}

/** A bundle that reads `file` as its current mutant, and the others from src. */
async function bundler(entries, file, folder) {
  const { context } = await import("esbuild");
  const current = { contents: undefined };
  const change = {
    name: "mutant",
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path }) =>
        path === inRoot(file) ? { ...current, loader: "ts" } : undefined,
      );
    },
  };
  const built = await context({
    ...BUNDLE,
    entryPoints: entryPoints(Object.entries(entries)),
    outdir: folder,
    plugins: [change],
  });
  return {
    async build(contents) {
      current.contents = contents;
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      try {
        await built.rebuild();
        return true;
      } catch {
        return false;
      }
    },
    end: () => built.dispose(),
  };
}

async function worker(entries, file, { tests, folder }) {
  const bundle = await bundler(entries, file, folder);
  const args = [
    ...["--no-warnings", `--import=${tool("redirect.mjs")}`],
    `--test-reporter=${tool("reporter.mjs")}`,
    inRoot("tools", "mutate", "tests.mjs"),
    ...tests,
  ];
  const env = { POSENC_MUTANT: folder };
  const runTests = (limit) =>
    tryRun(process.execPath, args, { cwd: inRoot(), env, limit });
  return {
    compile: (text) => bundle.build(text),
    runTests,
    end: bundle.end,
  };
}

/**
 * What `npm run mutate` needs to know of a file of src/js.
 *
 * @param {() => Promise<unknown>} prepare builds the package
 * @param {Record<string, string>} entries of the package: name → source
 */
export const javascript = (prepare, entries) => ({
  mutants: typescriptMutants,
  prepare,
  testsFor,
  worker: (file, options) => worker(entries, file, options),
});
