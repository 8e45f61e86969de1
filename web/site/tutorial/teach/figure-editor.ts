// The attributes of a figure as a table of controls: its own, and those that
// all figures have.
import { ATTRIBUTES } from "../../../widgets/package/common.ts";
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
import { inline } from "../../blocks/inline.ts";
import type { Block, Context } from "../../page.ts";

const words = {
  attribute: { en: "Attribute", zh: "属性" },
  value: { en: "Value", zh: "取值" },
  allowed: { en: "Allowed", zh: "允许范围" },
  usual: { en: "Default", zh: "默认值" },
  meaning: { en: "Meaning", zh: "含义" },
  own: { en: "Attributes of ", zh: "属性：" },
  shared: { en: "Attributes of every figure", zh: "所有图共有的属性" },
  from: { en: "Here: ", zh: "此图可写：" },
  elsewhere: { en: "in your page", zh: "在你的页面中" },
} as const satisfies Readonly<Record<string, Text>>;

const PARTS = ["finding", "formula", "controls", "caption", "toolbar"];

/** What shows on a page with other figures, an address or a language of its own. */
const NOT_HERE: ReadonlySet<string> = new Set([
  "lang",
  "loading",
  "sync",
  "url-state",
]);

const usualOf = (it: AttributeDescription, lang: Lang): string =>
  lang === "zh" ? (it.chinese ?? it.default) : it.default;

/** The words between the quotes of '"light" | "dark"'. */
const namesOf = (type: string): string[] =>
  type.split(" | ").map((quoted) => quoted.slice(1, -1));

const select = (own: string, names: readonly string[], usual: string) =>
  `<select ${own}>${names.map((name) => `<option${name === usual ? " selected" : ""}>${name}</option>`).join("")}</select>`;

function input(attribute: AttributeDescription, lang: Lang): string {
  const { name, type, min, max } = attribute;
  const usual = usualOf(attribute, lang);
  const own = `data-attribute="${name}" data-default="${escapeHtml(usual)}" aria-label="${escapeHtml(`${name}: ${attribute.label[lang]}`)}"`;
  if (type === "boolean") {
    return `<input type="checkbox" ${own}${usual === "true" ? " checked" : ""}>`;
  }
  if (type.startsWith('"')) return select(own, namesOf(type), usual);
  // Any text may be typed: the figure says what is wrong with it.
  const size = min !== undefined && max !== undefined ? 10 : 24;
  const mode = size === 10 ? ' inputmode="decimal"' : "";
  return `<input size="${size}"${mode} ${own} value="${escapeHtml(usual)}">`;
}

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

const row = ([head, ...rest]: readonly string[]): string =>
  `<tr><th scope="row">${head}</th>${rest.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;

const table = (
  caption: string,
  label: string,
  head: readonly string[],
  rows: readonly string[],
): string =>
  `<div class="table" role="region" tabindex="0" aria-label="${escapeHtml(label)}"><table><caption>${caption}</caption><thead><tr>${head.map((text) => `<th scope="col">${text}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;

function ownTable(widget: WidgetDescription, lang: Lang): string {
  const rows = widget.attributes.map((attribute) =>
    row([
      `${code(attribute.name)} <span class="meaning">${labelHtml(attribute.label[lang])}</span>`,
      input(attribute, lang),
      wholeNames(choicesOf(attribute.allowed[lang], lang)),
      code(usualOf(attribute, lang)),
    ]),
  );
  const head = [words.attribute, words.value, words.allowed, words.usual];
  return table(
    words.own[lang] + code(`<${widget.tag}>`),
    words.own[lang] + widget.tag,
    head.map((text) => text[lang]),
    rows,
  );
}

/** Names that a shared attribute takes in this figure. */
const namesHere = (
  name: string,
  { controls, panes }: WidgetDescription,
): readonly string[] => {
  if (name === "hide") return [...PARTS, ...panes];
  return name === "controls" || name === "lock" ? controls : [];
};

function sharedInput(name: string, type: string, lang: Lang): string {
  if (NOT_HERE.has(name)) return words.elsewhere[lang];
  const own = `data-attribute="${name}" data-teacher aria-label="${name}"`;
  if (type.startsWith('"')) return select(own, ["", ...namesOf(type)], "");
  return `<input size="24" ${own} value="">`;
}

function sharedTable(widget: WidgetDescription, context: Context): string {
  const { lang } = context;
  const rows = ATTRIBUTES.map(({ name, type = "string", text }) => {
    const names = namesHere(name, widget);
    const here =
      names.length > 0
        ? ` ${words.from[lang]}${names.map(code).join(" ")}`
        : "";
    return row([
      code(name),
      sharedInput(name, type, lang),
      inline(text, context) + here,
    ]);
  });
  const head = [words.attribute, words.value, words.meaning];
  return table(
    words.shared[lang],
    words.shared[lang],
    head.map((text) => text[lang]),
    rows,
  );
}

/** Both tables. */
export const editor =
  (tag: string): Block =>
  (context) => {
    const widget = context.packageFacts.widgets.find((it) => it.tag === tag);
    if (!widget) throw new Error(`there is no figure <${tag}>`);
    return `<div class="editor">${ownTable(widget, context.lang)}${sharedTable(widget, context)}</div>`;
  };
