// The inputs that the fuzz targets begin with. In the repository they are lines
// of base64, a file for each target: tests/fuzz/corpus is what libFuzzer found
// and minimized, tests/fuzz/seeds what once failed, with a comment above each.
// libFuzzer works on folders of files in build/fuzz-corpus.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { inRoot } from "../lib/paths.mjs";

const packed = (target) => inRoot("tests", "fuzz", "corpus", `${target}.txt`);
const seeds = (target) => inRoot("tests", "fuzz", "seeds", `${target}.txt`);

/** The folder of a target's inputs, those of earlier runs included. */
export const corpusFolder = (target) => inRoot("build", "fuzz-corpus", target);

function inputsOf(path) {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => Buffer.from(line, "base64"));
}

/** The kept inputs of a target. */
export const keptInputs = (target) => [
  ...inputsOf(seeds(target)),
  ...inputsOf(packed(target)),
];

/** Writes the kept inputs to `folder`, beside what is there. */
export function unpackCorpus(target, folder) {
  mkdirSync(folder, { recursive: true });
  for (const input of keptInputs(target)) {
    const name = createHash("sha1").update(input).digest("hex");
    writeFileSync(join(folder, name), input);
  }
}

/** Keeps the inputs of `folder`, in place of those of before. */
export function packCorpus(target, folder) {
  const lines = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name)).toString("base64"))
    .filter((line) => line !== "")
    .sort();
  mkdirSync(inRoot("tests", "fuzz", "corpus"), { recursive: true });
  writeFileSync(packed(target), `${lines.join("\n")}\n`);
  return lines.length;
}
