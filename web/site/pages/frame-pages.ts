// A page for each figure alone, for frames in other people's pages: what shows
// is in the query of its address, which a static host ignores and the page's
// script reads.
import { heightOf } from "../../widgets/element/embed/heights.ts";
import type { WidgetDescription } from "../../widgets/package/describe.ts";
import { escapeHtml, type Text } from "../../widgets/words/text.ts";
import POLICY from "../policy.json";
import { type Files, type Output, placeOf, type Site } from "./write.ts";

const NEEDS_SCRIPTS: Text = {
  en: "This figure needs JavaScript.",
  zh: "这张图需要启用 JavaScript。",
};

const ROOT = "../";
/** Width for which hosts reserve the height before the page tells its own. */
const WIDTH = 640;

/** "pe-four-terms" → "four-terms" */
const nameOf = (tag: string): string => tag.replace(/^pe-/, "");

/** What readers without scripts see. */
function picture(tag: string, files: Files, alt: string): string {
  const poster = files.poster(tag, "en", {});
  if (!poster) return "";
  const { light, dark } = poster;
  return `<picture><source srcset="${ROOT}${dark}" media="(prefers-color-scheme: dark)"><img src="${ROOT}${light}" alt="${escapeHtml(alt)}"></picture>`;
}

function page(
  { tag, name }: WidgetDescription,
  place: string,
  files: Files,
): string {
  const { address, embed } = files;
  const title = escapeHtml(`${name.en} · ${name.zh}`);
  const policy = files.strict
    ? `<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n`
    : "";
  const links = [
    ...embed.styles.map((href) => `rel="stylesheet" href="${ROOT}${href}"`),
    // Frames may be of no origin: what they load is asked for with CORS.
    ...[...new Set([...embed.modules, ...files.modules(tag)])].map(
      (href) => `rel="modulepreload" crossorigin href="${ROOT}${href}"`,
    ),
    ...(files.wasm
      ? [`rel="preload" as="fetch" crossorigin href="${ROOT}${files.wasm}"`]
      : []),
    ...(address
      ? [
          `rel="alternate" type="application/json+oembed" href="${address}embed/${nameOf(tag)}.json" title="${title}"`,
        ]
      : []),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policy}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${ROOT}favicon.svg">
${links.map((link) => `<link ${link}>`).join("\n")}
<script type="module" crossorigin src="${ROOT}${embed.script}"></script>
</head>
<body>
<main class="embed" data-tag="${tag}" data-place="${place}">
<noscript>${picture(tag, files, name.en)}<p>${NEEDS_SCRIPTS.en} <span lang="zh-CN">${NEEDS_SCRIPTS.zh}</span></p></noscript>
<p class="from"><a href="${ROOT}en/${place}" target="_blank" rel="noopener">posenc</a></p>
</main>
</body>
</html>
`;
}

/** What consumers of oEmbed read of a figure: https://oembed.com. */
function oEmbed({ tag, name }: WidgetDescription, address: string): string {
  const height = heightOf(tag);
  const src = `${address}embed/${nameOf(tag)}.html`;
  const title = escapeHtml(name.en);
  return JSON.stringify({
    version: "1.0",
    type: "rich",
    title: name.en,
    provider_name: "posenc",
    provider_url: address,
    width: WIDTH,
    height,
    html: `<iframe src="${src}" title="${title}" width="${WIDTH}" height="${height}" loading="lazy"></iframe>`,
  });
}

/** All pages for frames, by name of the file. */
export function embedFiles(
  site: Site,
  output: Output,
  files: Files,
): ReadonlyMap<string, string> {
  const made = new Map<string, string>();
  for (const widget of files.packageFacts.widgets) {
    const name = `embed/${nameOf(widget.tag)}`;
    const { bodies } = output;
    const place = placeOf(widget.tag, { site, bodies }) ?? "";
    made.set(`${name}.html`, page(widget, place, files));
    // Addresses there have to be absolute.
    if (files.address) {
      made.set(`${name}.json`, oEmbed(widget, files.address));
    }
  }
  return made;
}
