// Child processes: captured, killed with us, and told about when they fail.
import { spawn } from "node:child_process";
import { accessSync, constants as files } from "node:fs";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { Failure } from "./steps.mjs";

const running = new Set();
let isServer = false;

/** For a server, which a signal ends without that being an error. */
export function endOnSignal() {
  isServer = true;
}

function endGroup(child) {
  try {
    process.kill(-child.pid, "SIGTERM");
  } catch {
    // It has ended already.
  }
}

// Each child leads a process group of its own, and a signal ends the groups
// first: cmake would go, but its compilers would stay.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.once(signal, () => {
    for (const child of running) endGroup(child);
    process.exit(isServer ? 0 : 128 + constants.signals[signal]);
  });
}

/**
 * The command as one would type it.
 *
 * @param {string} command
 * @param {readonly string[]} [args]
 */
export function showCommand(command, args = []) {
  return [command, ...args]
    .map((part) =>
      /^[\w@%+=:,./-]+$/.test(part)
        ? part
        : `'${part.replaceAll("'", "'\\''")}'`,
    )
    .join(" ");
}

/** The full path of a program on PATH, or undefined. */
export function which(name) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    if (!folder) continue;
    const path = join(folder, name);
    try {
      accessSync(path, files.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/**
 * Runs a program to its end.
 *
 * @param {string} command
 * @param {readonly string[]} [args]
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {Record<string, string | undefined>} [options.env] besides our own
 * @param {string | ((output: string) => string)} [options.hint] what to do when
 *   it fails, whatever it printed or by that
 * @param {number} [options.tailLines] how much of its output a failure shows
 * @param {boolean} [options.allowFailure] resolve with the code instead of
 *   throwing
 * @param {boolean} [options.leftover] take only what time of the processors is
 *   left over
 * @returns {Promise<{code: number, output: string, stdout: string}>}
 */
export function run(command, args = [], options = {}) {
  const { cwd, env, hint, allowFailure = false, tailLines = 40 } = options;
  const typed = [command, ...args];
  if (options.leftover && which("nice")) typed.unshift("nice", "-n", "19");
  return new Promise((resolve, reject) => {
    const child = spawn(typed[0], typed.slice(1), {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    running.add(child);
    let output = "";
    let stdout = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (stream === child.stdout) stdout += text;
      });
    }
    const failed = (message) =>
      new Failure(message, {
        command: showCommand(command, args),
        tail: output.trimEnd().split("\n").slice(-tailLines).join("\n"),
        hint: typeof hint === "function" ? hint(output) : hint,
      });
    child.on("error", (error) => {
      running.delete(child);
      reject(failed(`${command} does not start: ${error.message}`));
    });
    child.on("close", (code, signal) => {
      running.delete(child);
      if (code === 0 || (allowFailure && code !== null)) {
        resolve({ code, output, stdout });
      } else {
        const why = signal ? `was ended by ${signal}` : `ended with ${code}`;
        reject(failed(`${command} ${why}`));
      }
    });
  });
}
