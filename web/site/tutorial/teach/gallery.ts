// All widgets, each with its attributes to try and the line of HTML that shows
// it so. The figures are pictures until the reader comes near.
import { recipes } from "../../../widgets/element/embed/recipes.ts";
import type {
  AttributeDescription,
  WidgetDescription,
} from "../../../widgets/package/describe.ts";
import { labelHtml } from "../../../widgets/words/quantity.ts";
import {
  escapeHtml,
  type Lang,
  type Text,
} from "../../../widgets/words/text.ts";
import { group, heading, paragraph } from "../../blocks/blocks.ts";
import type { Block, Context } from "../../page.ts";

const words = {
  list: { en: "All figures", zh: "全部图" },
  attribute: { en: "Attribute", zh: "属性" },
  value: { en: "Value", zh: "取值" },
  allowed: { en: "Allowed", zh: "允许范围" },
  usual: { en: "Default", zh: "默认值" },
  caption: { en: "Attributes of ", zh: "属性：" },
  copy: { en: "Copy", zh: "复制" },
  show: { en: "Try its attributes", zh: "试改属性" },
  all: { en: "all", zh: "全部" },
  none: { en: "none", zh: "无" },
  from: { en: "of", zh: "可写" },
} as const satisfies Readonly<Record<string, Text>>;

const TEACHER: Readonly<Record<string, Text>> = {
  controls: { en: "controls that are shown", zh: "显示哪些控件" },
  lock: { en: "values that readers cannot change", zh: "读者不能改的值" },
  hide: { en: "parts that are left out", zh: "隐藏哪些部分" },
};
const PARTS = ["finding", "formula", "controls", "caption", "toolbar"];

/** Anchor of a widget on the page. */
export const anchorOf = (tag: string): string => tag.replace(/^pe-/, "figure-");

/** The line of HTML that shows a widget as it is by default. */
const snippet = (widget: WidgetDescription, { lang }: Context): string =>
  recipes
    .find(({ id }) => id === "html")
    ?.steps({
      tag: widget.tag,
      attributes: {},
      lang,
      title: widget.name[lang],
      version: __POSENC_VERSION__,
      integrity: __POSENC_INTEGRITY__,
      site: "",
    })
    .at(-1)?.code ?? "";

const usualOf = (it: AttributeDescription, lang: Lang): string =>
  lang === "zh" ? (it.chinese ?? it.default) : it.default;

function input(attribute: AttributeDescription, { lang }: Context): string {
  const { name, type, min, max } = attribute;
  const usual = usualOf(attribute, lang);
  const own = `data-attribute="${name}" data-default="${escapeHtml(usual)}" aria-label="${escapeHtml(`${name}: ${attribute.label[lang]}`)}"`;
  if (type === "boolean") {
    return `<input type="checkbox" ${own}${usual === "true" ? " checked" : ""}>`;
  }
  if (type.startsWith('"')) {
    const options = type.split(" | ").map((quoted) => {
      const value = quoted.slice(1, -1);
      return `<option${value === usual ? " selected" : ""}>${value}</option>`;
    });
    return `<select ${own}>${options.join("")}</select>`;
  }
  if (min !== undefined && max !== undefined) {
    // Any text may be typed: the figure says what is wrong with it.
    return `<input inputmode="decimal" size="10" ${own} value="${escapeHtml(usual)}">`;
  }
  return `<input size="24" ${own} value="${escapeHtml(usual)}">`;
}

const row = (cells: readonly string[]): string => {
  const [head, ...rest] = cells;
  return `<tr><th scope="row">${head}</th>${rest.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
};

const BETWEEN: Text = { en: " or ", zh: "、" };
const BEFORE_LAST: Text = { en: " or ", zh: " 或 " };

/** What is allowed, as a list: Chinese has its "or" once, before the last. */
function choicesOf(allowed: string, lang: Lang): string {
  const names = allowed.split(BEFORE_LAST[lang]);
  const last = names.splice(-1);
  return [names.join(BETWEEN[lang]), ...last]
    .filter((text) => text !== "")
    .join(BEFORE_LAST[lang]);
}

/** "llama-3-1" is not broken behind its dashes. */
const wholeNames = (text: string): string =>
  escapeHtml(text).replace(
    /[\w.]+(?:-[\w.]+)+/g,
    '<span class="flag">$&</span>',
  );

const code = (text: string): string =>
  `<code lang="en" translate="no">${escapeHtml(text)}</code>`;

function editor(widget: WidgetDescription, context: Context): string {
  const { lang } = context;
  const own = widget.attributes.map((attribute) =>
    row([
      `${code(attribute.name)} <span class="meaning">${labelHtml(attribute.label[lang])}</span>`,
      input(attribute, context),
      wholeNames(choicesOf(attribute.allowed[lang], lang)),
      code(usualOf(attribute, lang)),
    ]),
  );
  const names: Readonly<Record<string, readonly string[]>> = {
    controls: widget.controls,
    lock: widget.controls,
    hide: [...PARTS, ...widget.panes],
  };
  const teacher = Object.entries(TEACHER).map(([name, text]) => {
    const label = escapeHtml(`${name}: ${text[lang]}`);
    const usual = name === "controls" ? words.all : words.none;
    return row([
      `${code(name)} <span class="meaning">${escapeHtml(text[lang])}</span>`,
      `<input size="24" data-attribute="${name}" data-teacher aria-label="${label}" value="">`,
      `${words.from[lang]} ${(names[name] ?? []).map(code).join(" ")}`,
      usual[lang],
    ]);
  });
  const head = [words.attribute, words.value, words.allowed, words.usual];
  const caption = `${words.caption[lang]}${code(`<${widget.tag}>`)}`;
  return `<details class="editor"><summary>${words.show[lang]}</summary><div class="table" role="region" tabindex="0" aria-label="${escapeHtml(`${words.caption[lang]}${widget.tag}`)}"><table><caption>${caption}</caption><thead><tr>${head.map((text) => `<th scope="col">${text[lang]}</th>`).join("")}</tr></thead><tbody>${[...own, ...teacher].join("")}</tbody></table></div></details>`;
}

function entry(widget: WidgetDescription, context: Context): string {
  const { lang } = context;
  const { tag, name } = widget;
  const poster = context.poster(tag, {});
  const picture = poster
    ? `<picture><source srcset="${poster.dark}" media="(prefers-color-scheme: dark)"><img src="${poster.light}" alt="${escapeHtml(widget.caption[lang])}" loading="lazy"></picture>`
    : "";
  return `<section class="entry" id="${context.anchor(anchorOf(tag))}" data-tag="${tag}">
<h3>${escapeHtml(name[lang])}</h3>
<div data-live>${picture}</div>
<div class="snippet"><pre tabindex="0"><code lang="en" translate="no" data-snippet>${escapeHtml(snippet(widget, context))}</code></pre><button type="button" data-copy-code aria-live="polite" hidden>${words.copy[lang]}</button></div>
${editor(widget, context)}
</section>`;
}

const entries: Block = (context) => {
  const { widgets } = context.published;
  const { lang } = context;
  const links = widgets.map(
    ({ tag, name }) =>
      `<li><a href="#${anchorOf(tag)}">${escapeHtml(name[lang])}</a></li>`,
  );
  return `<nav class="figures" aria-label="${words.list[lang]}"><ul>${links.join("")}</ul></nav>
${widgets.map((widget) => entry(widget, context)).join("\n")}`;
};

/** The gallery. */
export const gallery = group(
  "gallery",
  heading({ en: "All figures", zh: "全部图" }),
  paragraph({
    en: "Every figure is live. Change it by hand or by its attributes: the line of code below it always describes what you see, and is what you paste into your notes. If a value is wrong, the figure says so and stays as it was.",
    zh: "每张图都能操作。直接动手改，或改它的属性：图下那一行随时写着你眼前的状态，抄进讲义即可。取值不对时，图中会指明，并保持原样。",
  }),
  entries,
);
