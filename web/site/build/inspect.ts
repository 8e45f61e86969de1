// The pages written without scripts and styles, for the tools and tests that
// ask what they say.
import type { Posenc } from "posenc";
import { site } from "../../tutorial/site.ts";
import { describe } from "../../widgets/package/describe.ts";
import { prepare } from "../../widgets/prerender.ts";
import { type Files, type Output, writeSite } from "./write.ts";

export { coverageOf, expected, missing } from "./coverage.ts";
export { searchEntries } from "./search.ts";
export { complaint, lockName, lockOf, staleTexts } from "./translations.ts";

const FILES: Files = {
  boot: "boot.js",
  script: "site.js",
  styles: [],
  widgetStyles: (tag) => ({ shared: [`${tag}.css`], own: "" }),
  sheet: (name) => name,
  imports: [],
  modules: () => [],
  poster: () => undefined,
  strict: true,
  embed: { script: "embed.js", styles: [], modules: [] },
  published: { widgets: [], shapes: [] },
};

/** All that comes out of writing the site. */
export async function inspect(pe: Posenc): Promise<Output> {
  await prepare(pe);
  const published = { widgets: await describe(), shapes: [] };
  return writeSite(site, { ...FILES, published }, pe);
}

export { site };
