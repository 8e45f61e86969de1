// A recipe for each platform, and what a strict page has to allow.

import { cdnPackage } from "../../../widgets/element/embed/cdn.ts";
import { strictestPolicy } from "../../../widgets/element/embed/policy.ts";
import { recipes, UNTRIED } from "../../../widgets/element/embed/recipes.ts";
import { escapeHtml } from "../../../widgets/words/text.ts";
import { group, heading, listing, paragraph } from "../../blocks/blocks.ts";
import type { Block } from "../../page.ts";

/** What the recipes show; the page's script puts the site's address in. */
export const EXAMPLE = {
  tag: "pe-heatmap",
  attributes: { "seq-len": "40", "d-model": "64" },
} as const;

const NOWHERE = "https://example.org/";
const COPY = { en: "Copy", zh: "复制" };

const all: Block = (context) => {
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

export const platforms = group(
  "platforms",
  heading({ en: "On your platform", zh: "在你的平台上" }),
  paragraph({
    en: "The same for each of the usual platforms, with a heatmap as the example. “Put this figure into your own notes”, under *Tools* below any figure, gives the same recipes for that figure as it stands. The version is pinned, so your notes will not change under you.",
    zh: "以热力图为例，常见平台的做法逐一列出。任何一张图下方的“工具”里，“把这张图放进自己的讲义”会给出那张图当前状态的同一套做法。版本已固定，讲义日后不会变样。",
  }),
  all,
);

const policy: Block = (context) =>
  listing(strictestPolicy(cdnPackage(__POSENC_VERSION__)).join(";\n"))(context);

export const security = group(
  "security",
  heading({ en: "Under a strict policy", zh: "严格的安全策略" }),
  paragraph({
    en: "A page that restricts what may run (Content-Security-Policy) has to allow two things: the script, and WebAssembly. Inline scripts, inline styles and `eval` are not needed, and no request goes anywhere else. This is enough for all figures:",
    zh: "若页面用内容安全策略（Content-Security-Policy）限制脚本，需要放行两样：这个脚本，以及 WebAssembly。不需要内联脚本、内联样式或 `eval`，也不会请求别处。下面的策略对所有图都够用：",
  }),
  policy,
  paragraph({
    en: "`img-src` is for files that readers save, and `worker-src` for figures that train models, which they do in threads of their own; leave out what you do not need. The figures store nothing about the reader; they remember the platform chosen in the dialog, where storage is allowed.",
    zh: "`img-src` 供读者保存图片之用，`worker-src` 供会训练模型的图使用，训练在单独的线程里进行；用不到时都可以去掉。图不记录读者的任何信息，只在允许存储时记住对话框里选过的平台。",
  }),
);
