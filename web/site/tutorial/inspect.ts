// The pages written without scripts and styles, for the tools and tests that
// ask what they say.
import { describe } from "../../widgets/package/describe.ts";
import { prepare } from "../../widgets/prerender.ts";
import { type Files, type Output, writeSite } from "../pages/write.ts";
import { site } from "./site.ts";

export { coverageOf, expected, missing } from "../pages/coverage.ts";
export { searchEntries } from "../pages/search-index.ts";

const FILES: Files = {
  boot: "boot.js",
  script: "site.js",
  styles: [],
  widgetStyles: (tag) => ({ shared: [`${tag}.css`], own: "" }),
  sheet: (name) => name,
  imports: [],
  modules: () => [],
  poster: () => undefined,
  fonts: [],
  strict: true,
  embed: { script: "embed.js", styles: [], modules: [] },
  packageFacts: { widgets: [], shapes: [] },
};

/** All that comes out of writing the site. */
export async function inspect(): Promise<Output> {
  await Promise.all([prepare(), site.prepare?.()]);
  const packageFacts = { widgets: await describe(), shapes: [] };
  return writeSite(site, { ...FILES, packageFacts });
}

export { site };
