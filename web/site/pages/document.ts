// The HTML around a page's body.
import {
  escapeHtml,
  LANG_TAG,
  LANGUAGES,
  type Lang,
  type Text,
} from "../../widgets/words/text.ts";
import { inline } from "../blocks/inline.ts";
import type { Context, Page } from "../page.ts";
import POLICY from "../policy.json";
import { headerLinks } from "./header-links.ts";
import { metaOf } from "./meta.ts";

/** Files that a page refers to, relative to the page. */
export interface Assets {
  /** Small scripts that run before the first paint. */
  readonly boot: string;
  readonly script: string;
  readonly styles: readonly string[];
  /** Modules that will be needed. */
  readonly modules: readonly string[];
  /** Style sheets inside the page's widgets. */
  readonly widgetStyles: readonly string[];
  /** Letters of the text, which have to be there for the first line. */
  readonly fonts: readonly string[];
  /** The WebAssembly module, on pages with figures. */
  readonly wasm?: string | undefined;
  /** Absolute address of the site's root, where it is known. */
  readonly address?: string | undefined;
  /** Put the policy into the page; not while developing. */
  readonly strict: boolean;
}

/** Version and commit; the build writes it last, when it knows both. */
const ABOUT = "about.txt";
/** Whose code is in the site besides our own. */
export const NOTICES = "THIRD-PARTY-NOTICES.txt";

const shell = {
  skip: { en: "To the text", zh: "跳到正文" },
  main: { en: "Main", zh: "主导航" },
  languages: { en: "Language", zh: "语言" },
  search: { en: "Search", zh: "搜索" },
  theme: { en: "Theme", zh: "配色" },
  auto: { en: "Auto", zh: "自动" },
  light: { en: "Light", zh: "浅色" },
  dark: { en: "Dark", zh: "深色" },
  footer: {
    en: "posenc VERSION, MIT licence. This page loads nothing from any other host.",
    zh: "posenc VERSION，MIT 许可。本页不向任何其他网站发出请求。",
  },
  about: { en: "Commit", zh: "提交编号" },
  notices: { en: "Libraries and their licences", zh: "所用的库及其许可" },
} as const satisfies Readonly<Record<string, Text>>;

const LANGUAGE_NAMES: Readonly<Record<Lang, string>> = { en: "EN", zh: "中文" };

function header(page: Page, context: Context): string {
  const { lang, root } = context;
  // A page behind no door is a chapter; the home page is none.
  const behind = headerLinks.some(({ target }) =>
    `~/${page.path}`.startsWith(target),
  );
  const current = (target: string): string => {
    if (target === `~/${page.path}`) return ' aria-current="page"';
    const isChapter = !behind && page.path !== "";
    const isPart = `~/${page.path}`.startsWith(target);
    return isPart || (isChapter && target === "~/contents/")
      ? ' aria-current="true"'
      : "";
  };
  const links = headerLinks.map(
    ({ name, target }) =>
      `<a href="${context.href(target)}"${current(target)}>${inline(name, context)}</a>`,
  );
  const languages = LANGUAGES.map(
    (other) =>
      `<a href="${root}${other}/${page.path}" hreflang="${LANG_TAG[other]}" lang="${LANG_TAG[other]}" data-language="${other}"${other === lang ? ' aria-current="true"' : ""}>${LANGUAGE_NAMES[other]}</a>`,
  );
  const themes = (["auto", "light", "dark"] as const).map(
    (theme) => `<option value="${theme}">${shell[theme][lang]}</option>`,
  );
  return `<header>
<a class="brand" href="${root}${lang}/"${page.path === "" ? ' aria-current="page"' : ""}>posenc</a>
<nav aria-label="${shell.main[lang]}">${links.join("")}</nav>
<button type="button" id="search" aria-keyshortcuts="/ Control+K" hidden>${shell.search[lang]}</button>
<nav class="languages" aria-label="${shell.languages[lang]}">${languages.join('<span aria-hidden="true">·</span>')}</nav>
<select id="theme" aria-label="${shell.theme[lang]}" hidden>${themes.join("")}</select>
</header>`;
}

/** A complete page. */
export function document(
  page: Page,
  context: Context,
  body: string,
  assets: Assets,
): string {
  const { lang, root } = context;
  const footer = shell.footer[lang].replace("VERSION", __POSENC_VERSION__);
  return `<!doctype html>
<html lang="${LANG_TAG[lang]}" data-root="${root}">
<head>
${head(page.title[lang], page.description[lang], root, assets)}
${metaOf(page, lang, root, assets.address)}
</head>
<body>
<a class="skip" href="#main">${shell.skip[lang]}</a>
${header(page, context)}
<main id="main"${page.layout ? ' class="chapter"' : ""} tabindex="-1">
${body}
</main>
<footer><p>${escapeHtml(footer)} <a href="${root}${ABOUT}">${shell.about[lang]}</a> · <a href="${root}${NOTICES}">${shell.notices[lang]}</a></p></footer>
</body>
</html>
`;
}

function head(
  title: string,
  description: string,
  root: string,
  assets: Assets,
): string {
  const policy = assets.strict
    ? `<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n`
    : "";
  const styles = assets.styles.map(
    (href) => `<link rel="stylesheet" href="${href}">`,
  );
  const inner = assets.widgetStyles.map(
    (href) => `<link rel="preload" as="style" href="${href}">`,
  );
  const modules = assets.modules.map(
    (href) => `<link rel="modulepreload" href="${href}">`,
  );
  const wasm = assets.wasm
    ? [`<link rel="preload" as="fetch" crossorigin href="${assets.wasm}">`]
    : [];
  const fonts = assets.fonts.map(
    (href) =>
      `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`,
  );
  return `<meta charset="utf-8">
${policy}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" type="image/svg+xml" href="${root}favicon.svg">
<script src="${assets.boot}"></script>
${[...styles, ...inner, ...modules, ...wasm, ...fonts].join("\n")}
<script type="module" src="${assets.script}"></script>`;
}
