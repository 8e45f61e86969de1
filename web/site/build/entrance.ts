// The pages that belong to no language: the entrance, and the answer to wrong
// addresses.
import { type Assets, POLICY } from "./document.ts";

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

const entrance = {
  title: "posenc",
  description:
    "Positional encodings of Transformers, in English and Chinese. Transformer 位置编码，中英双语。",
} as const;

/** The page at the root: it sends the reader to a language. */
export function entrancePage(assets: Simple): string {
  const { policy, styles } = parts(assets);
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
<p>This page does not exist, or is not kept for reading without a network. ${at("en/", "en", "To the tutorial")}</p>
<p lang="zh-CN">没有这一页，或者它没有留存，断网时无法阅读。${at("zh/", "zh-CN", "返回教程")}</p>
</main>
</body>
</html>
`;
}
