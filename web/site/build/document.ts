// The HTML around a page's body.
import {
  escapeHtml,
  LANG_TAG,
  LANGUAGES,
  type Lang,
  type Text,
} from "../../widgets/text.ts";
import { doors } from "../doors.ts";
import type { Context, Page } from "../page.ts";
import { inline } from "./inline.ts";

/** The policy that every page works under; see also tools/serve.mjs. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'";

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
  /** The WebAssembly module, on pages with figures. */
  readonly wasm?: string | undefined;
  /** Put the policy into the page; not while developing. */
  readonly strict: boolean;
}

const shell = {
  skip: { en: "To the text", zh: "跳到正文" },
  main: { en: "Main", zh: "主导航" },
  languages: { en: "Language", zh: "语言" },
  theme: { en: "Theme", zh: "配色" },
  auto: { en: "Auto", zh: "自动" },
  light: { en: "Light", zh: "浅色" },
  dark: { en: "Dark", zh: "深色" },
  absent: { en: "not built yet", zh: "尚未建成" },
  footer: {
    en: "posenc VERSION, MIT licence. This page asks no other host for anything.",
    zh: "posenc VERSION，MIT 许可。本页不向任何其他网站发出请求。",
  },
} as const satisfies Readonly<Record<string, Text>>;

const LANGUAGE_NAMES: Readonly<Record<Lang, string>> = { en: "EN", zh: "中文" };

function header(page: Page, context: Context): string {
  const { lang, root } = context;
  const links = doors.map(({ name, target }) =>
    target
      ? `<a href="${context.href(target)}">${inline(name, context)}</a>`
      : `<span title="${shell.absent[lang]}">${inline(name, context)}<span class="hidden">${lang === "zh" ? "（" : " ("}${shell.absent[lang]}${lang === "zh" ? "）" : ")"}</span></span>`,
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
  const alternates = LANGUAGES.map(
    (other) =>
      `<link rel="alternate" hreflang="${LANG_TAG[other]}" href="${root}${other}/${page.path}">`,
  );
  const footer = shell.footer[lang].replace("VERSION", __POSENC_VERSION__);
  return `<!doctype html>
<html lang="${LANG_TAG[lang]}">
<head>
${head(page.title[lang], page.description[lang], root, assets)}
${alternates.join("\n")}
<link rel="alternate" hreflang="x-default" href="${root}">
</head>
<body>
<a class="skip" href="#main">${shell.skip[lang]}</a>
${header(page, context)}
<main id="main" tabindex="-1">
${body}
</main>
<footer><p>${escapeHtml(footer)}</p></footer>
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
  return `<meta charset="utf-8">
${policy}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" type="image/svg+xml" href="${root}favicon.svg">
<script src="${assets.boot}"></script>
${[...styles, ...inner, ...modules, ...wasm].join("\n")}
<script type="module" src="${assets.script}"></script>`;
}

const entrance = {
  title: "posenc",
  description:
    "Positional encodings of Transformers, in English and Chinese. Transformer 位置编码，中英双语。",
} as const;

/** The page at the root: it sends the reader to a language. */
export function entrancePage(
  assets: Pick<Assets, "boot" | "styles" | "strict">,
): string {
  const policy = assets.strict
    ? `<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n`
    : "";
  const styles = assets.styles.map(
    (href) => `<link rel="stylesheet" href="${href}">`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policy}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${entrance.title}</title>
<meta name="description" content="${entrance.description}">
<link rel="icon" type="image/svg+xml" href="favicon.svg">
<link rel="alternate" hreflang="en" href="en/">
<link rel="alternate" hreflang="zh-CN" href="zh/">
<script src="${assets.boot}" data-choose></script>
${styles.join("\n")}
</head>
<body>
<main class="entrance">
<h1>posenc</h1>
<p><a href="en/" hreflang="en">Positional encodings of Transformers, in English</a></p>
<p lang="zh-CN"><a href="zh/" hreflang="zh-CN">Transformer 位置编码，中文版</a></p>
</main>
</body>
</html>
`;
}
