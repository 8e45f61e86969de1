// A page of all figures, each in both languages and both themes: for those who
// work on them, no part of the published site.
import { LANGUAGES } from "../../widgets/words/text.ts";

/** Below the root. */
export const FIGURES = "dev/figures/";
const THEMES = ["light", "dark"] as const;

function frames(tag: string): string {
  const name = tag.replace(/^pe-/, "");
  return LANGUAGES.flatMap((lang) =>
    THEMES.map((theme) => {
      const src = `/embed/${name}.html?lang=${lang}&theme=${theme}`;
      return `<figure class="${theme}">
<figcaption><a href="${src}">${lang}, ${theme}</a></figcaption>
<iframe data-src="${src}" title="${name}, ${lang}, ${theme}"></iframe>
</figure>`;
    }),
  ).join("\n");
}

/** @param tags - of all figures */
export function figuresPage(tags: readonly string[]): string {
  const sections = tags.map(
    (tag) => `<section id="${tag}">
<h2><a href="#${tag}">${tag}</a></h2>
<div>${frames(tag)}</div>
</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Figures · posenc</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="/site/dev/figures.css">
<script type="module" src="/site/dev/figures-client.ts"></script>
</head>
<body>
<header>
<h1>Figures</h1>
<label>Name <input type="search" id="filter"></label>
<output id="count">${tags.length}</output>
</header>
${sections.join("\n")}
</body>
</html>
`;
}
