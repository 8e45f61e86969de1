// All figures by lecture, to be searched and narrowed: picture, tag, question,
// and what a lesson can do with each.

import { type Lecture, lectures } from "../../../widgets/figures/lectures.ts";
import { figures } from "../../../widgets/figures/list.ts";
import {
  MARKS,
  type MarkName,
  type WidgetDescription,
} from "../../../widgets/package/describe.ts";
import type { Thumbnail } from "../../../widgets/thumbnail.ts";
import {
  escapeHtml,
  LANGUAGES,
  type Lang,
  type Text,
} from "../../../widgets/words/text.ts";
import type { Block, Context } from "../../page.ts";
import { thumbnailImage } from "../../pages/social.ts";

/** Marks as they stand beside a figure, and as what one filters by. */
export const MARK_NAMES: Readonly<Record<MarkName, Text>> = {
  sentence: { en: "own sentence", zh: "可换句子" },
  data: { en: "own data", zh: "可换数据" },
  trains: { en: "trains", zh: "现场训练" },
  slide: { en: "fits a slide", zh: "放得进一页幻灯片" },
};

const MARK_MEANINGS: Readonly<Record<MarkName, Text>> = {
  sentence: {
    en: "takes a sentence of your own",
    zh: "可以换成你自己的句子",
  },
  data: {
    en: "takes a table, attention weights, models, a formula or a config.json of your own",
    zh: "可以换成你自己的表、注意力权重、模型、公式或 config.json",
  },
  trains: {
    en: "trains small models in the browser",
    zh: "在浏览器里训练小模型",
  },
  slide: {
    en: "with fit=slide every panel fits a slide of 960 × 700 px",
    zh: "按幻灯片排布时，960 × 700 px 的一页放得下图的各部分",
  },
};

const words = {
  find: { en: "Find a figure", zh: "查找" },
  hint: { en: "rope, clock, pe-shuffle …", zh: "旋转、时钟、pe-shuffle……" },
  only: { en: "Only figures that", zh: "只看" },
  clear: { en: "Show all figures", zh: "显示全部图" },
  nothing: {
    en: "No figure matches. Try a shorter word or fewer marks.",
    zh: "没有符合条件的图。换个更短的词，或少选几项。",
  },
  lectures: { en: "Lectures", zh: "各讲" },
} as const satisfies Readonly<Record<string, Text>>;

/** Name of a figure's page and of its place in the gallery. */
export const nameOf = (tag: string): string => tag.replace(/^pe-/, "");
/** The page of a figure. */
export const pathOf = (tag: string): string => `teach/${nameOf(tag)}/`;
/** Its anchor in the gallery. */
export const anchorOf = (tag: string): string => `figure-${nameOf(tag)}`;

/** The panel that its thumbnail shows: the first that is drawn. */
export async function pictured(tag: string): Promise<Thumbnail | undefined> {
  const spec = await figures[tag]?.();
  const panel = spec?.panels.find(({ kind }) => kind !== "html");
  return panel && { tag, panel: panel.id, zoom: 2 };
}

const drawn: ReadonlySet<string> = new Set(
  await Promise.all(
    Object.keys(figures).map(async (tag) => (await pictured(tag)) && tag),
  ).then((tags) => tags.filter((tag) => tag !== undefined)),
);

/** A figure without a drawing is shown as it stands. */
function picture(tag: string, context: Context): string {
  if (drawn.has(tag)) return thumbnailImage(context.root, pathOf(tag));
  const poster = context.poster(tag, {});
  return poster
    ? `<img class="thumbnail" src="${poster.light}" width="120" height="63" alt="" loading="lazy">`
    : "";
}

/** The marks of a figure, with what they mean. */
export const marksHtml = ({ marks }: WidgetDescription, lang: Lang): string =>
  marks.length === 0
    ? ""
    : `<span class="marks">${marks
        .map(
          (mark) =>
            `<span title="${MARK_MEANINGS[mark][lang]}">${MARK_NAMES[mark][lang]}</span>`,
        )
        .join(" ")}</span>`;

/** What the search box looks through, whatever the language of the page. */
const searched = (
  { tag, name, question, attributes }: WidgetDescription,
  lecture: Lecture,
): string =>
  [
    tag,
    ...LANGUAGES.flatMap((lang) => [
      name[lang],
      question[lang],
      lecture.name[lang],
    ]),
    ...attributes.map((it) => it.name),
  ]
    .join(" ")
    .toLowerCase();

function item(
  widget: WidgetDescription,
  lecture: Lecture,
  context: Context,
): string {
  const { lang } = context;
  const { tag, name, question } = widget;
  const link = context.href(`~/${pathOf(tag)}`);
  return `<li id="${context.anchor(anchorOf(tag))}" data-tag="${tag}" data-marks="${widget.marks.join(" ")}" data-words="${escapeHtml(searched(widget, lecture))}">${picture(tag, context)}<div><a href="${link}">${escapeHtml(name[lang])}</a> <code lang="en" translate="no">${tag}</code><p class="figure-question">${escapeHtml(question[lang])}</p>${marksHtml(widget, lang)}</div></li>`;
}

const form = (lang: Lang): string => {
  const boxes = MARKS.map(
    (mark) =>
      `<label class="tick" title="${MARK_MEANINGS[mark][lang]}"><input type="checkbox" name="mark" value="${mark}">${MARK_NAMES[mark][lang]}</label>`,
  );
  return `<form id="find-figures" class="find-figures" role="search" aria-label="${words.find[lang]}" hidden><label class="find">${words.find[lang]} <input type="search" name="q" autocomplete="off" spellcheck="false" placeholder="${words.hint[lang]}"></label><fieldset><legend class="hidden">${words.only[lang]}</legend>${boxes.join("")}</fieldset><output aria-live="polite"></output></form>
<p class="no-figures" hidden>${words.nothing[lang]} <button type="button">${words.clear[lang]}</button></p>`;
};

/** The gallery: a section for each lecture. */
export const gallery: Block = (context) => {
  const { lang } = context;
  const { widgets } = context.packageFacts;
  const sections = lectures.map((lecture) => {
    const items = Object.keys(lecture.figures).map((tag) => {
      const widget = widgets.find((it) => it.tag === tag);
      if (!widget) throw new Error(`there is no figure <${tag}>`);
      return item(widget, lecture, context);
    });
    return `<section id="${context.anchor(lecture.id)}" class="lecture"><h2>${lecture.name[lang]}</h2><ul class="gallery">${items.join("\n")}</ul></section>`;
  });
  const links = lectures.map(
    ({ id, name }) => `<a href="#${id}">${name[lang]}</a>`,
  );
  return `${form(lang)}
<nav class="lectures" aria-label="${words.lectures[lang]}">${links.join(" ")}</nav>
${sections.join("\n")}`;
};
