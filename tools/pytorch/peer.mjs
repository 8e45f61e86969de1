// Native PyTorch on one thread, when a Python has it.
import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { LEAST_RATE } from "../lib/peer-rate.mjs";
import { openblasFolder } from "../setup/openblas.mjs";
import { pythonWith } from "../setup/system-packages.mjs";

const SCRIPT = fileURLToPath(new URL("peer.py", import.meta.url));

/** What keeps every BLAS on one thread: torch.set_num_threads reaches only some. */
const ONE_THREAD = {
  OMP_NUM_THREADS: "1",
  OPENBLAS_NUM_THREADS: "1",
  MKL_NUM_THREADS: "1",
};

/**
 * Memory that is given back to the system after each call costs page faults in
 * the next one, up to ten times the work itself: it is kept.
 */
const KEPT_MEMORY = {
  MALLOC_MMAP_THRESHOLD_: String(2 ** 28),
  MALLOC_TRIM_THRESHOLD_: String(2 ** 29),
};

/** A contender that measures itself, in a process that waits for its turns. */
function contender(python, env, code, running) {
  const child = spawn(python, [SCRIPT, code], {
    stdio: ["pipe", "pipe", "pipe"],
    env,
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
 * What a PyTorch says of itself.
 *
 * @returns {Promise<{ version: string, blas: string, threads: number, simd: string, rate: number }>}
 */
async function configurationOf(python, env) {
  const args = [SCRIPT, "--configuration"];
  const { stdout } = await promisify(execFile)(python, args, { env });
  return JSON.parse(stdout);
}

/** The peer, with OpenBLAS where its own BLAS is the reference one. */
export async function loadTorch() {
  const python = pythonWith("torch");
  if (!python) throw new Error("no Python here has torch (python3-torch)");
  /** @type {NodeJS.ProcessEnv} */
  let env = { ...process.env, ...ONE_THREAD, ...KEPT_MEMORY };
  let it = await configurationOf(python, env);
  if (it.rate < LEAST_RATE) {
    const folder = await openblasFolder();
    if (folder) {
      env = { ...env, LD_LIBRARY_PATH: folder };
      it = await configurationOf(python, env);
    }
  }
  const threads = it.threads === 1 ? "1 thread" : `${it.threads} threads`;
  const running = new Set();
  return {
    version: it.version,
    details: ["native", it.blas, it.simd, threads],
    rate: it.rate,
    /** @param code setup lines, which set `run` to a function */
    contender: (code) => contender(python, env, code, running),
    close() {
      for (const child of running) child.kill();
    },
  };
}
