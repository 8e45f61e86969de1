// A recipe for each platform, and what a strict page has to allow.

import { cdnPackage } from "../../../widgets/element/embed/cdn.ts";
import { strictestPolicy } from "../../../widgets/element/embed/policy.ts";
import { recipes, UNTRIED } from "../../../widgets/element/embed/recipes.ts";
import { escapeHtml } from "../../../widgets/words/text.ts";
import { listing } from "../../blocks/blocks.ts";
import type { Block } from "../../page.ts";

/** What the recipes show; the page's script puts the site's address in. */
export const EXAMPLE = {
  tag: "pe-heatmap",
  attributes: { "seq-len": "40", "d-model": "64" },
} as const;

const NOWHERE = "https://example.org/";
const COPY = { en: "Copy", zh: "复制" };

/** A recipe for each platform. */
export const platforms: Block = (context) => {
  const { lang, packageFacts, address } = context;
  const widget = packageFacts.widgets.find(({ tag }) => tag === EXAMPLE.tag);
  const title = widget?.name[lang] ?? EXAMPLE.tag;
  const values = String(new URLSearchParams(EXAMPLE.attributes));
  const parts = recipes.map((recipe) => {
    const steps = recipe.steps({
      ...EXAMPLE,
      lang,
      title,
      version: __POSENC_VERSION__,
      integrity: __POSENC_INTEGRITY__,
      site: address ?? NOWHERE,
    });
    const items = steps.map(
      ({ where, code }, k) =>
        `<li><p>${escapeHtml(where[lang])}</p><div class="snippet"><pre tabindex="0"><code lang="en" translate="no" data-recipe="${recipe.id}" data-step="${k}">${escapeHtml(code)}</code></pre><button type="button" data-copy-code aria-live="polite" hidden>${COPY[lang]}</button></div></li>`,
    );
    return `<div class="recipe" id="${context.anchor(`on-${recipe.id}`)}"><h3>${escapeHtml(recipe.name)}</h3>${recipe.untried ? `<p>${UNTRIED[lang]}</p>` : ""}<ol>${items.join("")}</ol></div>`;
  });
  const links = recipes.map(
    ({ id, name }) => `<li><a href="#on-${id}">${escapeHtml(name)}</a></li>`,
  );
  return `<nav class="figures" aria-label="${lang === "zh" ? "平台" : "Platforms"}"><ul>${links.join("")}</ul></nav>
<div data-example="${EXAMPLE.tag}" data-values="${escapeHtml(values)}" data-title="${escapeHtml(title)}">${parts.join("\n")}</div>`;
};

/** What a page has to allow at least. */
export const policy: Block = (context) =>
  listing(strictestPolicy(cdnPackage(__POSENC_VERSION__)).join(";\n"))(context);
