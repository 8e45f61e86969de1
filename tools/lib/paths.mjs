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

/** Names of all files and folders below a folder, as from there. */
export const namesBelow = (folder) =>
  readdirSync(folder, { encoding: "utf8", recursive: true });

/** All figures in one script that needs nothing beside it. */
export const ONE_FILE = inRoot("build", "one-file", "widgets.js");
