import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/** What the repository's package.json says. */
export const manifest = JSON.parse(
  readFileSync(inRoot("package.json"), "utf8"),
);

/** The one version number of the project. */
export const { version } = manifest;
