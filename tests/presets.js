// Configurations of models, by the names of the page models/.
import { readFileSync } from "node:fs";

/** @type {(file: string) => Record<string, { source?: string, config: any }>} */
const read = (file) =>
  JSON.parse(readFileSync(new URL(`../web/${file}`, import.meta.url), "utf8"));

export const listed = {
  ...read("widgets/figures/11-long-context/published-configs.json"),
  ...read("site/models/presets.json"),
};

/** @type {Record<string, any>} */
export const presets = Object.fromEntries(
  Object.entries(listed).map(([name, { config }]) => [name, config]),
);
