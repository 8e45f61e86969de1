// --port, --host and --help of the commands that serve.
import { parseArgs } from "node:util";
import { Failure } from "./steps.mjs";

/** Reads the command line of `npm run <command>`. */
export function readAddress(command) {
  const typed = command === "start" ? "npm start" : `npm run ${command}`;
  const hint = `see ${typed} -- --help`;
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        port: { type: "string" },
        host: { type: "string" },
        help: { type: "boolean" },
      },
    }));
  } catch (/** @type {any} */ error) {
    throw new Failure(error.message, { hint });
  }
  const { port } = values;
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) < 65536)) {
    throw new Failure(
      `--port must be an integer from 0 to 65535, got ${port}`,
      { hint },
    );
  }
  return values;
}
