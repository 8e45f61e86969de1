// What the search finds: sections of pages, terms, claims. Read off the HTML
// of the pages, so that it is what the reader reads.
import { plain } from "../blocks/inline.ts";

/** One place to find. */
export interface Entry {
  /** Page and anchor: "sinusoids/#clock". */
  readonly at: string;
  /** Title of the page. */
  readonly page: string;
  /** Heading of the place; empty at the top of a page. */
  readonly heading: string;
  readonly text: string;
}

// Figures speak for themselves; listings and formulas are no prose; questions
// keep their answers; a link “More” says nothing.
const SKIPPED =
  /<a class="more-of-it"[\s\S]*?<\/a>|<(pe-quiz|template|noscript|math|pre|svg|nav|form|select|button)\b[\s\S]*?<\/\1>|<details class="toc-short">[\s\S]*?<\/details>/g;

const PLACES =
  /<(?:section|div class="subsection"|details class="more") id="([^"]+)"|<\w+ [^>]*?id="([^"]+)"[^>]* data-search="\w+"[^>]*>|<h1[^>]*>([\s\S]*?)<\/h1>|<(?:h[23]|summary)[^>]*>([\s\S]*?)<\/(?:h[23]|summary)>|<dt[^>]*>([\s\S]*?)<\/dt>/g;

const clean = (html: string): string =>
  plain(
    html
      .replace(/<\/(p|li|td|th|dd|dt|summary|caption|h\d)>/g, " $&")
      // 10000<sup>2i/d</sup> is not 100002i/d.
      .replace(/<sup>([^<]*)<\/sup>/g, (_, power: string) =>
        /^[−-]?[\w.]+$/.test(power) ? `^${power}` : `^(${power})`,
      )
      .replace(/<sub>/g, "_"),
  )
    .replace(/\s+/g, " ")
    .trim();

interface Draft {
  anchor: string;
  heading: string;
  html: string;
}

function drafts(html: string): { title: string; found: Draft[] } {
  let title = "";
  let open: Draft = { anchor: "", heading: "", html: "" };
  const found = [open];
  let end = 0;
  for (const match of html.matchAll(PLACES)) {
    const [all, section, marked, h1, heading, term] = match;
    open.html += html.slice(end, match.index);
    end = match.index + all.length;
    const anchor = section ?? marked;
    if (anchor) {
      // What the tag opens stands behind it.
      if (section) end = html.indexOf(">", match.index) + 1;
      open = { anchor, heading: "", html: "" };
      found.push(open);
    } else if (h1) title = clean(h1);
    else if (heading && open.heading === "") open.heading = clean(heading);
    else if (term && open.heading === "" && open.anchor.startsWith("term-")) {
      open.heading = clean(term);
    } else open.html += all;
  }
  open.html += html.slice(end);
  return { title, found };
}

/** The places of a page, from the HTML of its body. */
export function searchEntries(path: string, body: string): readonly Entry[] {
  const { title, found } = drafts(body.replace(SKIPPED, " "));
  return found
    .map(({ anchor, heading, html }) => ({
      at: anchor ? `${path}#${anchor}` : path,
      page: title,
      heading,
      text: clean(html),
    }))
    .filter(({ heading, text }) => heading !== "" || text !== "");
}
