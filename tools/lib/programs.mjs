// Programs of C++ that only tests run: compiled, or taken from the cache.
import { relative, resolve } from "node:path";
import { keepUnchanged, take } from "./built-cache.mjs";
import { buildPreset, cmakeInputs } from "./cmake.mjs";
import { version } from "./package-json.mjs";
import { inRoot, root } from "./paths.mjs";
import { run } from "./run.mjs";
import { ifStale } from "./stale.mjs";
import { Failure, step } from "./steps.mjs";

/** What of the environment CMake and the compilers read. */
const FLAGS = ["CXX", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "EMCC_CFLAGS"];

/** Which compiler it is, to the build of the distribution. */
export async function compilerName(compiler) {
  const { stdout } = await run(compiler, ["--version"]);
  return stdout.split("\n")[0];
}

/** A hash that leaves a source out would bring old programs back. */
async function refuseOthers(preset, inputs) {
  const folder = inRoot("build", preset);
  const { stdout } = await run("ninja", ["-C", folder, "-t", "deps"]);
  const read = new Set(
    [...stdout.matchAll(/^ {4}(.+)$/gm)]
      .map(([, path]) => relative(root, resolve(folder, path)))
      .filter((path) => !/^(\.\.|build)[\\/]/.test(path)),
  );
  const others = [...read].filter(
    (path) => !inputs.some((it) => path === it || path.startsWith(`${it}/`)),
  );
  if (read.size > 0 && others.length === 0) return;
  throw new Failure(
    read.size > 0
      ? `${preset} is made of ${others.join(", ")} too`
      : `ninja does not know what ${preset} is made of`,
    { hint: "name these files where the inputs of the programs are" },
  );
}

/**
 * Brings the programs of a preset up to date.
 *
 * @param {string} preset
 * @param {object} options
 * @param {string} options.title of the step that compiles them
 * @param {readonly string[]} options.sources files and folders, CMake's apart
 * @param {readonly string[]} options.programs paths from the root
 * @param {import("./built-cache.mjs").Shelf} options.shelf
 * @param {{ name: string, headers?: string }} options.toolchain of
 *   `needToolchain()`
 * @param {string} [options.compiler] that CMake will find
 * @param {boolean} [options.leftover] as `run()` has it
 */
export async function buildPrograms(preset, options) {
  const { title, shelf, toolchain, compiler, leftover } = options;
  const inputs = [...cmakeInputs, ...options.sources];
  const files = options.programs.map((path) => inRoot(path));
  const values = [
    preset,
    version,
    toolchain.name,
    process.platform,
    process.arch,
    compiler && (await compilerName(compiler)),
    FLAGS.map((name) => process.env[name] ?? ""),
  ];
  const compile = () =>
    step(title, () => buildPreset(preset, toolchain, { leftover }));
  // Headers that CMake finds by itself are of no known version.
  if (!toolchain.headers) return compile();
  const outputs = [...options.programs];
  // A lock of its own: what the package is built of does not wait for it.
  const lock = `${preset}-programs.lock`;
  await ifStale(
    { name: preset, inputs, values, outputs, lock },
    async (hash) => {
      if (await take(shelf, hash, files)) return;
      await compile();
      await refuseOthers(preset, inputs);
      await keepUnchanged(shelf, hash, files, { inputs, values });
    },
  );
}
