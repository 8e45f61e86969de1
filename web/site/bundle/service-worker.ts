// The service worker with the files that it keeps.
import { createHash } from "node:crypto";
import { hashOf } from "../../widgets/package/hash.ts";

/** A built file: its address below the root, and its content. */
export interface Built {
  readonly name: string;
  readonly content: string | Uint8Array;
}

// Pictures for readers without scripts, for other sites and for search
// engines; what only other sites or hosts read; pages below teach/, for which
// there is the archive; and this script itself.
const NOT_KEPT =
  /^(assets\/pe-[\w-]+-(light|dark)-[\w-]+\.svg|social\/.*|embed\/.*|(en|zh)\/teach\/.+\/index\.html|.*\.zip|sitemap\.xml|robots\.txt|coverage\.json|sw\.js|_headers|.*\.map)$/;

/** Files whose names hold a hash never change, and no host rewrites them. */
const isAsset = (name: string): boolean => name.startsWith("assets/");

/** The script, with its version, its pages and the hashes of its assets put in. */
export function workerSource(source: string, files: readonly Built[]): string {
  const kept = files
    .filter(({ name }) => !NOT_KEPT.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const hash = createHash("sha256");
  for (const { name, content } of kept) hash.update(name).update(content);
  // Static hosts answer for the folder; some redirect its index.html.
  const pages = kept
    .filter(({ name }) => !isAsset(name))
    .map(({ name }) =>
      name === "index.html" ? "./" : name.replace(/\/index\.html$/, "/"),
    );
  const assets = kept
    .filter(({ name }) => isAsset(name))
    .map(({ name, content }) => [name, hashOf(content)]);
  return source
    .replace("__VERSION__", hash.digest("hex").slice(0, 16))
    .replace("__PAGES__", JSON.stringify(pages))
    .replace("__ASSETS__", JSON.stringify(Object.fromEntries(assets)));
}
