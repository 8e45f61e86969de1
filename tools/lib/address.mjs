// --port and --host of the commands that serve.
import { readCommand } from "./command.mjs";
import { Failure } from "./steps.mjs";

/**
 * Reads the command line of a command that serves.
 *
 * @param {string} typed the command, up to its options
 * @param {string} usage its help
 * @returns {{ port?: string, host?: string } | undefined} nothing when the help
 *   was asked for
 */
export function readAddress(typed, usage) {
  const read = readCommand(typed, usage, {
    options: { port: { type: "string" }, host: { type: "string" } },
  });
  if (!read) return undefined;
  const { port } = read.values;
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) < 65536)) {
    throw new Failure(
      `--port must be an integer from 0 to 65535, got ${port}`,
      { hint: `see ${typed} --help` },
    );
  }
  return read.values;
}
