// What is built beside the pages: the index of the search, coverage, pictures
// for other sites, the map for search engines.
import { LANGUAGES } from "../../widgets/words/text.ts";
import { coverageOf } from "./coverage.ts";
import { enlarged } from "./enlarged.ts";
import { HEADERS_FILE, headersFile } from "./headers.ts";
import { sitemap } from "./meta.ts";
import { type Entry, searchEntries } from "./search-index.ts";
import { socialName, socialPicture, thumbnailFiles } from "./social.ts";
import type { Output, Site } from "./write.ts";

/** What the search of each language reads, by name of the file. */
export function searchFiles(
  { pages }: Site,
  { bodies }: Output,
): ReadonlyMap<string, string> {
  const files = LANGUAGES.map((lang) => {
    const entries: Entry[] = pages
      .filter(({ isList }) => !isList)
      .flatMap(({ path }) =>
        searchEntries(path, bodies.get(`${lang}/${path}`) ?? ""),
      );
    return [`${lang}/search.json`, JSON.stringify(entries)] as const;
  });
  return new Map(files);
}

/** All of it, by name of the file. */
export async function extraFiles(
  site: Site,
  output: Output,
  address: string | undefined,
): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const thumbnails = await thumbnailFiles(site.pages);
  const files = new Map<string, string | Uint8Array>(searchFiles(site, output));
  files.set(HEADERS_FILE, headersFile());
  files.set("coverage.json", JSON.stringify(coverageOf(output.covered)));
  for (const page of site.pages) {
    const svg =
      page.card?.svg() ?? thumbnails.get(socialName(page.path, "svg"));
    const picture = socialPicture(page, svg ? enlarged(svg) : undefined);
    files.set(socialName(page.path), picture);
  }
  for (const [name, svg] of thumbnails) files.set(name, svg);
  if (address) {
    files.set("sitemap.xml", sitemap(site.pages, address));
    files.set(
      "robots.txt",
      `User-agent: *\nAllow: /\nSitemap: ${address}sitemap.xml\n`,
    );
  }
  return files;
}
