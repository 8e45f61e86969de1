// The files of together.json in one process, one after the other, and so in one
// browser: to start these takes most of them longer than their tests.
import { readFileSync } from "node:fs";
import { after, before, describe } from "node:test";
import { leaveBrowser, useBrowser } from "./browser.js";

const list = new URL("together.json", import.meta.url);

before(async () => {
  await useBrowser();
});
after(leaveBrowser);
for (const file of JSON.parse(readFileSync(list, "utf8"))) {
  // What a file does before and after its tests is done around them alone.
  describe(file, async () => {
    await import(new URL(file, import.meta.url).href);
  });
}
