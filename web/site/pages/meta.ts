// What search engines and other sites read of a page.
import {
  escapeHtml,
  LANG_TAG,
  LANGUAGES,
  type Lang,
} from "../../widgets/words/text.ts";
import type { Page } from "../page.ts";
import { socialName } from "./social.ts";

const LOCALES: Readonly<Record<Lang, string>> = { en: "en_US", zh: "zh_CN" };

const ALT = {
  en: "Numbers of a positional encoding as coloured cells",
  zh: "以色块表示的位置编码数值",
};

/**
 * The links and descriptions of a page.
 *
 * @param root - relative path to the site's root
 * @param address - absolute address of the root, where it is known
 */
export function metaOf(
  page: Page,
  lang: Lang,
  root: string,
  address: string | undefined,
): string {
  const base = address ?? root;
  const own = `${base}${lang}/${page.path}`;
  const image = base + socialName(page.path);
  const alternates = LANGUAGES.map(
    (other) =>
      `<link rel="alternate" hreflang="${LANG_TAG[other]}" href="${base}${other}/${page.path}">`,
  );
  const others = LANGUAGES.filter((other) => other !== lang);
  const properties: readonly (readonly [string, string])[] = [
    ["og:type", page.layout === "chapter" ? "article" : "website"],
    ["og:site_name", "posenc"],
    ["og:title", page.title[lang]],
    ["og:description", page.description[lang]],
    ["og:locale", LOCALES[lang]],
    ...others.map((it) => ["og:locale:alternate", LOCALES[it]] as const),
    ...(address ? ([["og:url", own]] as const) : []),
    ["og:image", image],
    ["og:image:width", "1200"],
    ["og:image:height", "630"],
    ["og:image:alt", (page.card?.alt ?? ALT)[lang]],
  ];
  const named: readonly (readonly [string, string])[] = [
    // Title, text and picture are taken from the lines above.
    ["twitter:card", "summary_large_image"],
  ];
  return [
    ...(address ? [`<link rel="canonical" href="${own}">`] : []),
    ...alternates,
    `<link rel="alternate" hreflang="x-default" href="${base}">`,
    ...properties.map(
      ([key, value]) =>
        `<meta property="${key}" content="${escapeHtml(value)}">`,
    ),
    ...named.map(
      ([key, value]) => `<meta name="${key}" content="${escapeHtml(value)}">`,
    ),
  ].join("\n");
}

/** All pages for search engines; addresses there have to be absolute. */
export function sitemap(pages: readonly Page[], address: string): string {
  const urls = pages.flatMap(({ path }) => {
    const links = LANGUAGES.map(
      (lang) =>
        `<xhtml:link rel="alternate" hreflang="${LANG_TAG[lang]}" href="${address}${lang}/${path}"/>`,
    ).join("");
    return LANGUAGES.map(
      (lang) => `<url><loc>${address}${lang}/${path}</loc>${links}</url>`,
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join("\n")}
</urlset>
`;
}

/** The absolute address that the site will have, checked. */
export function siteAddress(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new Error(`POSENC_SITE_URL must be an address of a folder: ${text}`);
  }
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
}
