import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/** The one version number of the project. */
export const version = JSON.parse(
  readFileSync(inRoot("package.json"), "utf8"),
).version;
