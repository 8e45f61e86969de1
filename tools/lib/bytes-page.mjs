// The page of the reference that shows which bytes each engine gave.
import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/** What the page is made from; npm run bytes writes it. */
export const RECORD = "tests/across/engines/recorded.json";

/** The page in Markdown, with the front matter that TypeDoc reads. */
export function bytesPage() {
  const { engines, hashes } = JSON.parse(readFileSync(inRoot(RECORD), "utf8"));
  const keys = Object.keys(engines);
  const rows = Object.entries(hashes).map(([name, found]) => {
    const cells = keys.map((key) => {
      if (found[key] === undefined) return "";
      return found[key] === found.node ? "same" : `\`${found[key]}\``;
    });
    return `| ${name} | \`${found.node}\` | ${cells.join(" | ")} |`;
  });
  const count = (key) =>
    Object.values(hashes).filter((found) => found[key] === found.node).length;
  return `---
title: The same bytes in every engine
---

# The same bytes in every engine

${rows.length} results, from every folder of the library, and the FNV-1a hash of
their bytes in Node. “same” says that an engine gave these bytes too; otherwise
its own hash stands there. The core computes with +, −, ×, ÷ and √ alone, which
are exact everywhere, and has its own sine and exponential; the last column is
the core compiled for the machine itself, for the results that it makes without
the JavaScript around it. The tests compare all of them in every run; these are
of the last recorded one.

| | ${keys.map((key) => engines[key]).join(" | ")} |
| --- | ${keys.map(() => "---").join(" | ")} |
| same | ${keys.map((key) => `${count(key)} of ${rows.length}`).join(" | ")} |

| result | hash | ${keys.map((key) => engines[key]).join(" | ")} |
| --- | --- | ${keys.map(() => "---").join(" | ")} |
${rows.join("\n")}
`;
}
