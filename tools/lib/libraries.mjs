// The libraries that a bundle of the package contains, kept between builds.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { inRoot } from "./paths.mjs";

/** Writes what a build has collected. */
export function writeLibraries(file, libraries) {
  mkdirSync(dirname(inRoot(file)), { recursive: true });
  writeFileSync(inRoot(file), JSON.stringify(libraries.list()));
}

/**
 * What such files hold, each library once.
 *
 * @param {readonly string[]} files
 * @returns {import("../../web/site/bundle/libraries.ts").Library[]}
 */
export function readLibraries(files) {
  const all = files.flatMap((file) =>
    JSON.parse(readFileSync(inRoot(file), "utf8")),
  );
  const found = new Map(all.map((it) => [`${it.name} ${it.version}`, it]));
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
