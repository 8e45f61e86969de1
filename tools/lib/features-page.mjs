// The page of the reference that sets posenc beside other libraries.
import { readdirSync, readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/** What was found in other libraries, and where posenc's tests are. */
export const FEATURES = "docs/features.json";

const TESTS = ["tests", "posenc", "js"];
const ADAPTERS = ["tests", "across", "golden", "adapters"];

/** The sources of a folder by name, without this ending. */
const sourcesIn = (folder, ending) =>
  readdirSync(inRoot(...folder))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => ({
      name: name.slice(0, -ending.length),
      text: readFileSync(inRoot(...folder, name), "utf8"),
    }));

/** How many tests have the name of a call in their title. */
const countTests = (text, name) =>
  [...text.matchAll(new RegExp(`^test\\(\\s*["\`][^"\`]*\\b${name}\\b`, "gm"))]
    .length;

/**
 * Where an encoding is tested, by its calls.
 *
 * @param {readonly string[]} calls
 */
export function evidenceOf(calls) {
  const names = calls.map((call) => call.split(".")[1]);
  // Most of what is tested of it is in one file.
  const [test] = sourcesIn(TESTS, ".test.js")
    .filter(({ name }) =>
      calls.some((call) => name.startsWith(call.split(".")[0])),
    )
    .map(({ name, text }) => ({
      name,
      count: Math.max(...names.map((it) => countTests(text, it))),
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const golden = sourcesIn(ADAPTERS, ".js").find(({ text }) =>
    calls.some((call) => text.includes(`pe.${call}(`)),
  );
  return { test: test?.name, golden: golden?.name };
}

const cell = (text) => text.replaceAll("|", "\\|");

/**
 * `dynamic: yes (…)`
 *
 * @param {{ what?: string, test?: string, golden?: string }} part
 */
function partText({ what, test, golden }) {
  const found = [
    ...(test ? [`\`${test}.test.js\``] : []),
    ...(golden ? [`golden \`${golden}\``] : []),
  ];
  const answer = found.length > 0 ? `yes (${found.join(", ")})` : "no";
  return what ? `${what}: ${answer}` : answer;
}

/** posenc's cell: what the row says, or the entry of the catalog that it names. */
function hereText({ here, entry }, catalog) {
  if (here) return here.map(partText).join("; ");
  const found = catalog.find(({ id }) => id === entry);
  return partText(found ? evidenceOf(found.calls) : {});
}

/**
 * The page in Markdown, with the front matter that TypeDoc reads.
 *
 * @param {readonly import("../../src/posenc/js/catalog/types.ts").CatalogEntry[]} catalog
 */
export function featuresPage(catalog) {
  const { libraries, versions, rows } = JSON.parse(
    readFileSync(inRoot(FEATURES), "utf8"),
  );
  const codes = Object.keys(libraries);
  const head = ["encoding or feature", "posenc", ...codes];
  const lines = rows.map((row) => [
    row.feature,
    hereText(row, catalog),
    ...codes.map((code) => row.others[code] ?? "–"),
  ]);
  return `---
title: Beside other libraries
---

# Beside other libraries

Rows are encodings and their variants, columns libraries. In the column posenc
each yes names the test in \`tests/posenc/js\` that shows it, and golden the adapter in
\`tests/across/golden\` through which the numbers of the reference implementations are
compared (\`npm run golden\`). The other columns were read in August 2026 at the
commits below; they say what was found there then.

Y present as reusable code · m present only inside model files · P partial or with
a defect · – absent · nv not verified

${codes.map((code) => `${code} ${libraries[code]}`).join(" · ")}

${[head, head.map(() => "---"), ...lines]
  .map((cells) => `| ${cells.map(cell).join(" | ")} |`)
  .join("\n")}

Versions: ${versions}
`;
}
