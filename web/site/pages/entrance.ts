// The pages that belong to no language: the entrance, and the answer to wrong
// addresses.
import type { Text } from "../../widgets/words/text.ts";
import POLICY from "../policy.json";
import type { Assets } from "./document.ts";

type Simple = Pick<Assets, "boot" | "styles" | "strict" | "address">;

function parts(assets: Simple) {
  const policy = assets.strict
    ? `<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n`
    : "";
  const styles = assets.styles.map(
    (href) => `<link rel="stylesheet" href="${href}">`,
  );
  return { policy, styles };
}

/** Pages without a language of their own say all in both. */
const words = {
  description: {
    en: "Positional encodings of Transformers, in English and Chinese.",
    zh: "Transformer 位置编码，中英双语。",
  },
  enter: {
    en: "Positional encodings of Transformers, in English",
    zh: "Transformer 位置编码，中文版",
  },
  missing: {
    en: "This page does not exist, or has not been saved for reading offline.",
    zh: "没有这个页面，或者它没有保存到本机，无法离线阅读。",
  },
  back: { en: "To the tutorial", zh: "返回教程" },
} as const satisfies Readonly<Record<string, Text>>;

/** The page at the root: it sends the reader to a language. */
export function entrancePage(assets: Simple): string {
  const { policy, styles } = parts(assets);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policy}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>posenc</title>
<meta name="description" content="${words.description.en} ${words.description.zh}">
<link rel="icon" type="image/svg+xml" href="favicon.svg">
<link rel="alternate" hreflang="en" href="en/">
<link rel="alternate" hreflang="zh-CN" href="zh/">
<script src="${assets.boot}" data-choose></script>
${styles.join("\n")}
</head>
<body>
<main class="entrance">
<h1>posenc</h1>
<p><a href="en/" hreflang="en">${words.enter.en}</a></p>
<p lang="zh-CN"><a href="zh/" hreflang="zh-CN">${words.enter.zh}</a></p>
</main>
</body>
</html>
`;
}

/**
 * The answer to addresses that lead nowhere. Hosts show it at any depth, so
 * that only absolute addresses work on it: without one it has no style.
 */
export function notFoundPage(assets: Simple): string {
  const { address, boot } = assets;
  const { policy, styles } = parts({
    ...assets,
    styles: assets.styles.map((name) => `${address}${name}`),
  });
  const at = (path: string, lang: string, text: string): string =>
    address ? `<a href="${address}${path}" hreflang="${lang}">${text}</a>` : "";
  const head = address
    ? `<script src="${address}${boot}"></script>\n${styles.join("\n")}`
    : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policy}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>posenc: not found</title>
${head}
</head>
<body>
<main class="entrance">
<h1>Not found</h1>
<p>${words.missing.en} ${at("en/", "en", words.back.en)}</p>
<p lang="zh-CN">${words.missing.zh}${at("zh/", "zh-CN", words.back.zh)}</p>
</main>
</body>
</html>
`;
}
