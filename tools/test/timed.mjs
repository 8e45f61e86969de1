// Loaded into the processes of test files by npm test -- --times: at its end
// each notes what it took of a processor, browsers and programs included.
import { isMainThread } from "node:worker_threads";
import { secondsOfAll } from "./processor.mjs";
import { endNoting, note } from "./times.mjs";

if (isMainThread) {
  // Processes that this one starts are within its time.
  const list = endNoting();
  const { POSENC_ENGINE: engine } = process.env;
  process.on("exit", () =>
    note({ file: process.argv[1], seconds: secondsOfAll(), engine }, list),
  );
}
