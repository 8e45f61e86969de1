// The little markup that running text may use: *emphasis*, **strong**, `code`,
// [text](target), where a target is
//   ~/path/#anchor  a page of the site in the reader's language,
//   #anchor         a place on this page,
//   /api/           the reference of the package,
//   link:pos        a quantity that is linked to the figures of the section,
//   https://…       anything else.
import { escapeHtml, type Text } from "../../widgets/text.ts";
import type { Context } from "../page.ts";

const TOKEN =
  /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** A text in the page's language as HTML. */
export function inline(text: Text, context: Context): string {
  const source = text[context.lang];
  if (typeof source !== "string" || source.trim() === "") {
    throw new Error(
      `a text has no ${context.lang}: ${JSON.stringify(text).slice(0, 120)}`,
    );
  }
  return markup(source, context);
}

function markup(source: string, context: Context): string {
  let html = "";
  let end = 0;
  for (const match of source.matchAll(TOKEN)) {
    const [all, code, strong, emphasis, label = "", target] = match;
    html += escapeHtml(source.slice(end, match.index));
    end = match.index + all.length;
    if (code) html += `<code lang="en">${escapeHtml(code)}</code>`;
    else if (strong) html += `<strong>${markup(strong, context)}</strong>`;
    else if (emphasis) html += `<em>${markup(emphasis, context)}</em>`;
    else if (target) html += link(markup(label, context), target, context);
  }
  return html + escapeHtml(source.slice(end));
}

function link(label: string, target: string, context: Context): string {
  const quantity = /^link:([A-Za-z]+)$/.exec(target)?.[1];
  const letter = /^[a-z]$/i.test(label) ? " letter" : "";
  return quantity
    ? `<span class="symbol${letter}" data-link="${quantity}">${label}</span>`
    : `<a href="${escapeHtml(context.href(target))}">${label}</a>`;
}
