// What all commands of the repository read alike: their help, and options that
// they do not have.
import { parseArgs } from "node:util";
import { Failure } from "./steps.mjs";

/**
 * Reads the command line.
 *
 * @param {string} typed the command as people type it, up to its options
 * @param {string} usage what `--help` prints
 * @param {{ options?: import("node:util").ParseArgsConfig["options"], allowPositionals?: boolean }} [allowed]
 * @returns {{ values: any, positionals: string[] } | undefined} nothing when
 *   the help was asked for, and is printed
 * @throws Failure that names what is not known
 */
export function readCommand(typed, usage, { options, allowPositionals } = {}) {
  const help = { type: /** @type {const} */ ("boolean"), short: "h" };
  let read;
  try {
    read = parseArgs({ allowPositionals, options: { ...options, help } });
  } catch (/** @type {any} */ error) {
    // Behind the first sentence: how to name a file that begins with a dash.
    const [what] = error.message.split(". ");
    throw new Failure(what, { hint: `see ${typed} --help` });
  }
  if (!read.values.help) return read;
  process.stdout.write(usage);
  return undefined;
}
