// A lock between processes that cannot go stale: a small child holds it by
// flock(1), and the kernel releases it when the child ends, which it does as
// soon as our end of its standard input closes, however we die.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { which } from "./run.mjs";
import { say } from "./steps.mjs";

function acquire(path, args) {
  const child = spawn("flock", [...args, path, "sh", "-c", "echo held; cat"], {
    stdio: ["pipe", "pipe", "ignore"],
    // Ctrl-C in a terminal must not take the lock away while we clean up.
    detached: true,
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.stdout.once("data", () => resolve(child));
    child.once("close", () => resolve(undefined));
  });
}

/** Runs `work` while no other process holds the lock file `path`. */
export async function withLock(path, work) {
  // No flock (macOS): two set-ups at once are the user's own care.
  if (!which("flock")) return work();
  mkdirSync(dirname(path), { recursive: true });
  let holder = await acquire(path, ["--nonblock"]);
  if (!holder) {
    say("  waiting for another posenc set-up or build to end …");
    holder = await acquire(path, []);
  }
  try {
    return await work();
  } finally {
    const released = new Promise((resolve) => holder.once("close", resolve));
    holder.stdin.end();
    await released;
  }
}
