// The packages that are published, and where their entries have sources.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { manifest } from "./package-json.mjs";
import { inRoot } from "./paths.mjs";

const read = (folder) =>
  JSON.parse(readFileSync(inRoot(folder, "package.json"), "utf8"));

/** Folder of the workspace → its package.json. */
export const PACKAGES = new Map(
  manifest.workspaces.map((folder) => [folder, read(folder)]),
);

/** What they are called. */
export const NAMES = [...PACKAGES.values()].map(({ name }) => name);

/** The condition of `exports` under which tests take the sources. */
export const SOURCE = "posenc-source";

/**
 * Entries of the packages that have a source: what imports name → path.
 *
 * @type {Map<string, string>}
 */
export const SOURCE_ENTRIES = new Map(
  [...PACKAGES].flatMap(([folder, { name, exports }]) =>
    Object.entries(exports)
      .filter(([, entry]) => Object.hasOwn(Object(entry), SOURCE))
      .map(([entry, { [SOURCE]: file }]) => [
        name + entry.slice(1),
        inRoot(join(folder, file)),
      ]),
  ),
);
