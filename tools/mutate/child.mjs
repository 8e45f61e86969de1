// A process with a time limit: a mutant may loop for ever.
import { spawn } from "node:child_process";

const running = new Set();

process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/**
 * Runs a program to its end or to the limit.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, cwd?: string, limit?: number }} [options]
 *   the limit in milliseconds
 * @returns {Promise<{ok: boolean, timedOut: boolean, output: string, time: number}>}
 */
export function tryRun(command, args, { env = {}, cwd, limit } = {}) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    let output = "";
    let timedOut = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        // A mutant that prints without end must not fill the memory.
        if (output.length < 1e6) output += text;
      });
    }
    const timer =
      limit &&
      setTimeout(() => {
        timedOut = true;
        child.kill("SIGKILL");
      }, limit);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      running.delete(child);
      const time = performance.now() - start;
      resolve({ ok: code === 0 && !timedOut, timedOut, output, time });
    });
  });
}

/** How long a run may take that takes `time` without a mutant. */
export const limitFor = (time) => 5000 + 8 * time;
