// What tests/across/engines/bytes.inc says, a file that C++ includes.
import { readFileSync, writeFileSync } from "node:fs";

const FILE = new URL("bytes.inc", import.meta.url);
const LINE = /^\{"(.+)", "(.+)", 0x([0-9a-f]{16})\},$/gm;
const HEAD = `// Name, shape and hash (FNV-1a) of the results of results.js, which every engine
// has to agree on. Written by npm run bytes.
`;

/** Shape and hash of every result, by name. */
export function expected() {
  const lines = readFileSync(FILE, "utf8").matchAll(LINE);
  return Object.fromEntries(
    [...lines].map(([, name, shape, hash]) => [name, { shape, hash }]),
  );
}

export function writeExpected(found) {
  const lines = Object.entries(found).map(
    ([name, { shape, hash }]) => `{"${name}", "${shape}", 0x${hash}},\n`,
  );
  writeFileSync(FILE, HEAD + lines.join(""));
}
