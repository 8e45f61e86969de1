// tests/mutants.json: mutants that change nothing that can be seen, and why.
import { existsSync, readFileSync } from "node:fs";
import { inRoot } from "../lib/paths.mjs";

const LIST = "tests/mutants.json";

const same = (a, b) => a.original === b.original && a.mutant === b.mutant;

/**
 * The listed mutants of one file. They are known by their lines before and
 * after, not by a number: other lines may move.
 */
export function equivalents(file) {
  const all = existsSync(inRoot(LIST))
    ? JSON.parse(readFileSync(inRoot(LIST), "utf8"))
    : [];
  const here = all.filter((it) => it.file === file);
  return {
    has: (lines) => here.some((it) => same(it, lines)),
    gone: (mutants) =>
      here.filter((it) => !mutants.some(({ lines }) => same(it, lines))),
  };
}
