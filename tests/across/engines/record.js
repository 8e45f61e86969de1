// The last recorded run: which bytes each engine gave. Written by npm run bytes.
import { readFileSync, writeFileSync } from "node:fs";

const FILE = new URL("recorded.json", import.meta.url);

/** `engines`: name and version by key; `hashes`: per result, by engine. */
export const recorded = () => JSON.parse(readFileSync(FILE, "utf8"));

/** One line for each result, so that branches merge. */
export function writeRecord({ engines, hashes }) {
  const lines = (values) =>
    Object.entries(values)
      .map(
        ([key, value]) =>
          `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
      )
      .join(",\n");
  writeFileSync(
    FILE,
    `{\n  "engines": {\n${lines(engines)}\n  },\n  "hashes": {\n${lines(hashes)}\n  }\n}\n`,
  );
}
