import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(
  /[\\/]$/,
  "",
);

/** Folder of what several clones of one user share. */
export const userCache = join(
  process.env.XDG_CACHE_HOME || join(homedir(), ".cache"),
  "posenc",
);

/** A path inside the repository. */
export const inRoot = (...parts) => join(root, ...parts);

/** Where each workspace is built, as its package.json says. */
const DIST = {
  posenc: "src/posenc/dist",
  training: "src/training/dist",
  widgets: "web/widgets/dist",
};

/**
 * The path from the root of what a workspace is built to.
 *
 * @param {string} workspace
 * @param {string[]} parts
 */
export const dist = (workspace, ...parts) =>
  [DIST[workspace], ...parts].join("/");

/**
 * The same, as a path of the system.
 *
 * @param {string} workspace
 * @param {string[]} parts
 */
export const inDist = (workspace, ...parts) =>
  inRoot(dist(workspace, ...parts));

/** Names of all files and folders below a folder, as from there. */
export const namesBelow = (folder) =>
  readdirSync(folder, { encoding: "utf8", recursive: true });

/** All figures in one script that needs nothing beside it. */
export const ONE_FILE = inRoot("build", "one-file", "widgets.js");
