// Says that the two languages of the texts agree.
//
//   npm run translations               adds new texts, drops those that went
//   npm run translations -- --accept   and takes changes of one language alone
//
// The lists are in web/tutorial/translations/, a file for each page.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inRoot } from "./lib/paths.mjs";
import { Failure, main } from "./lib/steps.mjs";
import { inspectSite } from "./lib/web-source.mjs";

const FOLDER = inRoot("web", "tutorial", "translations");

const { values: options } = parseArgs({
  options: { accept: { type: "boolean" } },
});

const read = (file) =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];

await main(async () => {
  const { texts, lockName, lockOf, staleTexts, complaint } =
    await inspectSite();
  mkdirSync(FOLDER, { recursive: true });
  const names = new Set();
  const stale = [];
  for (const [page, all] of texts) {
    const name = lockName(page);
    names.add(name);
    stale.push(...staleTexts(page, all, read(join(FOLDER, name))));
  }
  if (stale.length > 0) {
    if (!options.accept) throw new Failure(complaint(stale));
    for (const { text } of stale) console.log(`${text.en}\n${text.zh}\n`);
  }
  for (const [page, all] of texts) {
    const lock = lockOf(all);
    const body = lock.map((pair) => `  ${JSON.stringify(pair)}`).join(",\n");
    writeFileSync(
      join(FOLDER, lockName(page)),
      lock.length > 0 ? `[\n${body}\n]\n` : "[]\n",
    );
  }
  for (const name of readdirSync(FOLDER)) {
    if (!names.has(name)) rmSync(join(FOLDER, name));
  }
  console.log(`Translations: ${names.size} pages are in agreement`);
  return 0;
});
