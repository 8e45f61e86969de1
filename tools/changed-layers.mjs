// node tools/changed-layers.mjs: which layers of the tests a change touches.
import { pathToFileURL } from "node:url";
import { readCommand } from "./lib/command.mjs";
import { inRoot } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { Failure, main } from "./lib/steps.mjs";

const ALL = ["core", "fuzz", "js", "code", "web", "engines", "consumers"];
const JAVASCRIPT = ["js", "code", "web", "engines", "consumers"];

/**
 * The first pattern that a path fits says what runs for it. What fits none is
 * part of the build, and everything runs.
 *
 * @type {readonly (readonly [pattern: RegExp, layers: readonly string[]])[]}
 */
const RULES = [
  [/^(src\/(posenc|training)\/(js|cli)|src\/\w+\/package\.json)/, JAVASCRIPT],
  [/^tests\/(posenc|training)\/core\//, ["core"]],
  [/^tests\/posenc\/fuzz\//, ["fuzz", "js"]],
  [/^tests\/(posenc|training)\/js\//, ["js"]],
  [/^tests\/tools\//, ["js"]],
  [/^tests\/code\//, ["code"]],
  [/^tests\/web\//, ["web"]],
  [/^tests\/bench\//, ["js"]],
  [/^tests\/across\/golden\//, ["js"]],
  [/^tests\/across\/consumers\//, ["consumers"]],
  [/^tests\/across\/engines\/bytes\.inc$/, ["core", "engines"]],
  [/^tests\/across\/engines\//, ["engines"]],
  [/^web\/site\//, ["js", "web", "engines"]],
  // What is read and not run: links and examples in it are tested.
  [/(\.md$|^docs\/|^\.github\/|^LICENSE$|^biome\.json$)/, ["js"]],
  [/^web\/widgets\/code\//, JAVASCRIPT],
  [/^web\/widgets\//, ["js", "web", "engines", "consumers"]],
  [/^web\//, ["js", "web", "engines"]],
];

/**
 * @param {readonly string[]} paths from the root
 * @returns {string[]} layers of `npm test`, in their order
 */
export function layersFor(paths) {
  const wanted = new Set(
    paths.flatMap((path) => {
      const rule = RULES.find(([pattern]) => pattern.test(path));
      return rule ? rule[1] : ALL;
    }),
  );
  return ALL.filter((layer) => wanted.has(layer));
}

const HELP = `Usage: node tools/changed-layers.mjs COMMIT

Prints the layers of npm test that can tell of what changed since the last
commit that this branch and COMMIT have in common: all of them where the C++ or
the build changed, one for a text.

  --help  this text
`;

async function print() {
  const read = readCommand("node tools/changed-layers.mjs", HELP, {
    allowPositionals: true,
  });
  if (!read) return;
  const [commit, ...more] = read.positionals;
  if (!commit || more.length > 0) {
    throw new Failure("one commit is needed", {
      hint: "node tools/changed-layers.mjs origin/main",
    });
  }
  const range = `${commit}...HEAD`;
  const args = ["diff", "--name-only", "--no-renames", "-z"];
  args.push("--end-of-options", range, "--");
  const { stdout } = await run("git", args, {
    cwd: inRoot(),
    hint: "name a commit that is in this clone",
  });
  console.log(layersFor(stdout.split("\0").filter(Boolean)).join(" "));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(print);
