// npm run coverage: where the tutorial treats each thing of the documents.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { readCommand } from "./lib/command.mjs";
import { inRoot } from "./lib/paths.mjs";
import { Failure, main } from "./lib/steps.mjs";
import { inspectSite } from "./lib/web-source.mjs";

const COVERAGE = inRoot("web", "site", "tutorial", "coverage.json");
const MISSING = inRoot("tests", "web", "coverage-missing.json");

const HELP = `Usage: npm run coverage [-- options]

Compares web/site/tutorial/coverage.json, which says where the tutorial treats
each thing of the documents and each claim, with the pages.

  --write  writes it, and tests/web/coverage-missing.json, the list of what is
           missing, which may only become shorter
  --help   this text
`;

/** One line for each id: two chapters at once seldom meet in a line. */
const asLines = (coverage) => {
  const lines = Object.entries(coverage).map(
    ([id, place]) =>
      `  ${JSON.stringify(id)}: { "chapter": ${JSON.stringify(place.chapter)}, "anchor": ${JSON.stringify(place.anchor)} }`,
  );
  return lines.length > 0 ? `{\n${lines.join(",\n")}\n}\n` : "{}\n";
};

const asList = (ids) =>
  ids.length > 0
    ? `[\n${ids.map((id) => `  ${JSON.stringify(id)}`).join(",\n")}\n]\n`
    : "[]\n";

await main(async () => {
  const read = readCommand("npm run coverage --", HELP, {
    options: { write: { type: "boolean" } },
  });
  if (!read) return 0;
  const { coverageOf, covered, missing } = await inspectSite();
  const coverage = coverageOf(covered);
  const absent = missing(coverage);
  const wanted = [
    [COVERAGE, asLines(coverage)],
    [MISSING, asList(absent)],
  ];
  if (read.values.write) {
    const before = existsSync(MISSING)
      ? new Set(JSON.parse(readFileSync(MISSING, "utf8")))
      : undefined;
    const lost = before ? absent.filter((id) => !before.has(id)) : [];
    if (lost.length > 0) {
      throw new Failure(`no longer treated anywhere: ${lost.join(", ")}`, {
        hint: "name them again in :covers[…] or ::claim[…]",
      });
    }
    for (const [file, text] of wanted) writeFileSync(file, text);
  } else if (
    wanted.some(
      ([file, text]) =>
        !existsSync(file) || readFileSync(file, "utf8") !== text,
    )
  ) {
    throw new Failure("web/site/tutorial/coverage.json is not up to date", {
      hint: "run: npm run coverage -- --write",
    });
  }
  console.log(
    absent.length > 0
      ? `Coverage: ${absent.length} are treated nowhere yet`
      : "Coverage: everything is treated",
  );
  return 0;
});
