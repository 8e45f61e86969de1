// How a work is named in running text.

import { escapeHtml, type Lang } from "../../widgets/words/text.ts";
import { type Work, type WorkId, works } from "../claims/works.ts";
import type { Context, Words } from "../page.ts";
import { anchor, inline } from "./inline.ts";

/** "A, B", "A et al.", and in Chinese "A、B", "A 等": a name keeps its language. */
function signed(authors: string, of: string, lang: Lang): string {
  const [, first = authors, others = ""] =
    /^(.*?)( et al\.)?$/.exec(authors) ?? [];
  const rest = others && (lang === "zh" ? " 等" : others);
  const names = lang === "zh" ? first.replaceAll(", ", "、") : first;
  return `<span lang="${of}">${escapeHtml(names)}</span>${rest}`;
}

/**
 * Authors, year, place and title with a link. A work that is not in English has
 * its own title in its language.
 *
 * @param id - in web/site/claims/works.ts
 * @param place - within the work, such as `sectionOf("3.5")`
 */
export function citation(id: WorkId, context: Context, place?: Words): string {
  const work: Work | undefined = works[id];
  if (!work) throw new Error(`there is no work ${id}`);
  const { authors, year, title, url, original } = work;
  const [comma, colon] = context.lang === "zh" ? ["，", "："] : [", ", ": "];
  const own = context.lang === original?.lang ? original : undefined;
  const lang = own?.lang ?? "en";
  const where = place ? comma + inline(place, context) : "";
  const named = own ? `《${own.title}》` : title;
  const name = anchor(escapeHtml(named), url, context);
  return `${signed(own?.authors ?? authors, lang, context.lang)}${comma}${year}${where}${colon}<cite lang="${lang}">${name}</cite>`;
}
