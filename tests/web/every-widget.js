// A page of nothing but the widgets of the package, all of them or one at a
// time, under the site's own policy.
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { ONE_FILE } from "../../tools/lib/paths.mjs";
import { useSite } from "./browser.js";

const WIDGETS = fileURLToPath(
  new URL("../../web/widgets/dist/", import.meta.url),
);

const { modules } = JSON.parse(
  readFileSync(join(WIDGETS, "custom-elements.json"), "utf8"),
);

/** Tags of all widgets of the package. */
export const TAGS = modules[0].declarations.map(({ tagName }) => tagName);

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title>
<link rel="icon" href="data:,"><script src="all.js"></script><main></main></html>
`;

/** The page, for the tests of one file. */
export function useEveryWidget() {
  const folder = mkdtempSync(join(tmpdir(), "posenc-every-"));
  copyFileSync(ONE_FILE, join(folder, "all.js"));
  writeFileSync(join(folder, "index.html"), PAGE);
  after(() => rmSync(folder, { recursive: true }));
  return useSite({ folder: async () => folder });
}
