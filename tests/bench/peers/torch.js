/** Native PyTorch on one thread, when a Python has it. */
import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ask = promisify(execFile);
const SCRIPT = fileURLToPath(new URL("time_torch.py", import.meta.url));

/** A contender that measures itself, in a process that waits for its turns. */
function contender(python, code, running) {
  const child = spawn(python, [SCRIPT, code], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  running.add(child);
  let errors = "";
  child.stderr.on("data", (text) => {
    errors += text;
  });
  const waiting = [];
  createInterface({ input: child.stdout }).on("line", (line) =>
    waiting.shift()?.resolve(Number(line)),
  );
  const end = new Promise((resolve) => {
    child.on("error", resolve);
    child.on("close", () => {
      const last = errors.trim().split("\n").pop();
      resolve(new Error(last || "its process has ended"));
    });
  }).then((error) => {
    running.delete(child);
    for (const { reject } of waiting.splice(0)) reject(error);
    return error;
  });
  // What it no longer reads is told by its end.
  child.stdin.on("error", () => {});
  return {
    time(calls) {
      const answer = new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
      });
      child.stdin.write(`${calls}\n`);
      return Promise.race([
        answer,
        end.then((error) => {
          throw error;
        }),
      ]);
    },
    close: () => child.stdin.end(),
  };
}

/**
 * The peer, or undefined when no Python here can import torch.
 *
 * @param pythons to ask, in order
 */
export async function loadTorch(pythons = ["python3", "/usr/bin/python3"]) {
  for (const python of pythons) {
    try {
      const version = "import torch; print(torch.__version__)";
      const { stdout } = await ask(python, ["-c", version]);
      const running = new Set();
      return {
        version: stdout.trim(),
        /** @param code setup lines, which set `run` to a function */
        contender: (code) => contender(python, code, running),
        close() {
          for (const child of running) child.kill();
        },
      };
    } catch {
      // Not this one.
    }
  }
  return undefined;
}
