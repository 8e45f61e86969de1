// Configures and builds a preset of CMakePresets.json.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { withLock } from "./lock.mjs";
import { inRoot, root } from "./paths.mjs";
import { run } from "./run.mjs";

/** What decides the contents of a build folder, sources apart. */
export const cmakeInputs = ["CMakeLists.txt", "CMakePresets.json", "cmake"];

/**
 * Builds `preset`, a wasm one through Emscripten's emcmake.
 *
 * @param {string} preset
 * @param toolchain of `needToolchain()`
 * @param {{ leftover?: boolean, targets?: string[] }} [options] `leftover` as
 *   `run()` has it; targets in place of the preset's own
 */
export function buildPreset(preset, toolchain, options = {}) {
  // Ninja itself lets two of its runs write to one folder at the same time.
  const lock = inRoot("build", `${preset}.lock`);
  return withLock(lock, () => configureAndBuild(preset, toolchain, options));
}

/**
 * @param {string} preset
 * @param toolchain
 * @param {{ leftover?: boolean, targets?: string[] }} options
 */
async function configureAndBuild(preset, toolchain, { leftover, targets }) {
  const folder = inRoot("build", preset);
  const isWasm = preset.startsWith("wasm");
  const env = {
    ...toolchain.env,
    POSENC_HEADERS: toolchain.headers ?? "",
    // Emscripten writes declarations with the project's tsc.
    PATH: [inRoot("node_modules", ".bin"), process.env.PATH].join(delimiter),
  };
  // A folder configured for another toolchain, or copied along from another
  // place, cannot be mended by CMake itself.
  const key = JSON.stringify([root, toolchain.emscripten, toolchain.version]);
  const keyFile = join(folder, "configured-for");
  const configured =
    existsSync(join(folder, "build.ninja")) &&
    existsSync(keyFile) &&
    readFileSync(keyFile, "utf8") === key;
  if (!configured) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const command = ["cmake", "--preset", preset];
    if (isWasm) command.unshift(join(toolchain.emscripten, "emcmake"));
    await run(command[0], command.slice(1), { cwd: root, env });
    writeFileSync(keyFile, key);
  }
  const chosen = targets ? ["--target", ...targets] : [];
  await run("cmake", ["--build", "--preset", preset, ...chosen], {
    cwd: root,
    env,
    leftover,
    hint: (output) =>
      undefinedHint(output) ??
      `correct the source, or delete ${folder} if the message is not about it`,
  });
}

/** Where a function belongs that the linker has not found. */
export function undefinedHint(output) {
  const [, path, name] =
    /undefined (?:symbol:|reference to `)\s*posenc::((?:\w+::)*)(\w+)\(/.exec(
      output,
    ) ?? [];
  if (!path) return undefined;
  const folder = path.split("::")[0];
  return `src/posenc/core/${folder}/${name}.cpp, or the file of its kin there: add the definition of ${name}(…)`;
}
