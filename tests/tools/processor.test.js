import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import test from "node:test";
import { setTimeout as nextLook } from "node:timers/promises";
import { secondsOfAll, watchFamily } from "../../tools/test/processor.mjs";

const skip = !existsSync("/proc/self/stat") && "no such system";
const SECONDS = 0.5;
const options = { skip, timeout: 120_000 };
/** Keeps a processor busy, says so, and waits to be ended. */
const BUSY = `let sum = 0;
while (process.cpuUsage().user < ${SECONDS + 0.1}e6) {
  for (let i = 0; i < 1e7; i += 1) sum += i;
}
console.log("done");
setInterval(() => {}, 1e6);`;

test("time of a process that nobody waited for counts", options, async (t) => {
  const seconds = watchFamily();
  /** Seconds that the kernel's own count lacks. */
  const missed = () => seconds() - secondsOfAll();
  assert.ok(missed() < SECONDS / 2);
  // The shell becomes a program that knows of no child.
  const child = spawn(
    "sh",
    ["-c", '"$0" -e "$1" & echo $!; exec cat >&2', process.execPath, BUSY],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  let told = "";
  // However the test ends: it goes on by itself.
  t.after(() => {
    child.kill();
    child.stdout.destroy();
    const pid = Number.parseInt(told, 10);
    if (pid > 0 && !isEnded) process.kill(pid, "SIGKILL");
  });
  let isEnded = false;
  child.stdout.setEncoding("utf8");
  for await (const text of child.stdout) {
    told += text;
    if (!told.includes("done")) continue;
    // It is looked at every now and then.
    while (missed() < SECONDS && !t.signal.aborted) await nextLook(20);
    break;
  }
  process.kill(Number.parseInt(told, 10), "SIGKILL");
  isEnded = true;
  child.stdin.end();
  await once(child, "exit");
  assert.ok(missed() >= SECONDS, `${missed()} s`);
});
