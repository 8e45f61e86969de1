// Loaded into the processes of test files by npm test -- --times: at its end
// each notes what it took of a processor, browsers and programs included.
import { isMainThread } from "node:worker_threads";
import { watchFamily } from "./processor.mjs";
import { endNoting, note } from "./times.mjs";

if (isMainThread) {
  // Processes that this one starts are within its time.
  const list = endNoting();
  const [, file] = process.argv;
  // Of those that several engines run: others may go on beside them.
  const isOfEngines = /[\\/]tests[\\/]engines[\\/]/.test(file);
  const engine = isOfEngines ? process.env.POSENC_ENGINE : undefined;
  const seconds = watchFamily();
  process.on("exit", () => note({ file, seconds: seconds(), engine }, list));
}
