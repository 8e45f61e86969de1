// The inputs that the fuzz targets begin with: those that once failed, in
// tests/posenc/fuzz/seeds as lines of base64 with a comment above each, and those that
// libFuzzer found on this machine, minimized, in the user's cache folder.
// libFuzzer works on folders of files in build/fuzz-corpus.
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { inRoot, userCache } from "../lib/paths.mjs";

const found = (target) => join(userCache, "fuzz-corpus", target);

/** The folder of a target's inputs, those of earlier runs included. */
export const corpusFolder = (target) => inRoot("build", "fuzz-corpus", target);

/** The inputs of a target that once failed. */
export function seeds(target) {
  const path = inRoot("tests", "posenc", "fuzz", "seeds", `${target}.txt`);
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => Buffer.from(line, "base64"));
}

/** How many inputs of a target were kept on this machine. */
export const keptCount = (target) =>
  existsSync(found(target)) ? readdirSync(found(target)).length : 0;

/** Writes the seeds and the kept inputs to `folder`, beside what is there. */
export function unpackCorpus(target, folder) {
  mkdirSync(folder, { recursive: true });
  for (const input of seeds(target)) {
    const name = createHash("sha1").update(input).digest("hex");
    writeFileSync(join(folder, name), input);
  }
  if (existsSync(found(target))) {
    cpSync(found(target), folder, { recursive: true });
  }
}

/** Keeps the inputs of `folder`, in place of those of before. */
export function packCorpus(target, folder) {
  rmSync(found(target), { recursive: true, force: true });
  cpSync(folder, found(target), { recursive: true });
  return keptCount(target);
}
