// node tests.mjs <test file> …: several files of tests in one process, which is
// started a thousand times.
import { pathToFileURL } from "node:url";

for (const file of process.argv.slice(2)) {
  await import(pathToFileURL(file).href);
}
