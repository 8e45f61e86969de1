// A page for each figure: live, with its attributes as controls, the line of
// HTML that shows it so, and its recipe for every platform.
import { cdnFiles } from "../../../widgets/element/embed/cdn.ts";
import { recipes } from "../../../widgets/element/embed/recipes.ts";
import { lectures } from "../../../widgets/figures/lectures.ts";
import {
  describe,
  type WidgetDescription,
} from "../../../widgets/package/describe.ts";
import type { Thumbnail } from "../../../widgets/thumbnail.ts";
import { escapeHtml, type Text } from "../../../widgets/words/text.ts";
import { group, heading, lede, paragraph, title } from "../../blocks/blocks.ts";
import type { Block, Context, Page } from "../../page.ts";
import { editor } from "./figure-editor.ts";
import { anchorOf, marksHtml, pathOf, pictured } from "./gallery.ts";

const words = {
  copy: { en: "Copy", zh: "复制" },
  platform: { en: "Platform", zh: "平台" },
  gallery: { en: "All figures", zh: "全部图" },
  tutorial: { en: "In the tutorial", zh: "教程中的位置" },
  alone: { en: "Alone on a page", zh: "单独打开" },
} as const satisfies Readonly<Record<string, Text>>;

/** The line of HTML that shows a widget as it is by default. */
const snippet = ({ tag, name }: WidgetDescription, { lang }: Context): string =>
  recipes
    .find(({ id }) => id === "html")
    ?.steps({
      tag,
      attributes: {},
      lang,
      title: name[lang],
      version: __POSENC_VERSION__,
      integrity: __POSENC_INTEGRITY__,
      site: "",
    })
    .at(-1)?.code ?? "";

/** Where it stands in a lecture, in the tutorial, and alone. */
function places(widget: WidgetDescription, context: Context): string {
  const { lang, root } = context;
  const { tag, lecture } = widget;
  const name = lectures.find(({ id }) => id === lecture)?.name[lang] ?? "";
  const first = context.standsAt(tag);
  const links = [
    `<a href="${context.href(`~/teach/#${anchorOf(tag)}`)}">${words.gallery[lang]}</a>`,
    `<a href="${context.href(`~/teach/#${lecture}`)}">${name}</a>`,
    ...(first === undefined
      ? []
      : [
          `<a href="${context.href(`~/${first}`)}">${words.tutorial[lang]}</a>`,
        ]),
    `<a href="${root}embed/${tag.slice(3)}.html?lang=${lang}">${words.alone[lang]}</a>`,
  ];
  return `<p class="places"><code lang="en" translate="no">&lt;${tag}&gt;</code> ${marksHtml(widget, lang)} ${links.join(" · ")}</p>`;
}

const live =
  (widget: WidgetDescription): Block =>
  (context) => {
    const { lang } = context;
    const { tag, name } = widget;
    const poster = context.poster(tag, {});
    const picture = poster
      ? `<picture><source srcset="${poster.dark}" media="(prefers-color-scheme: dark)"><img src="${poster.light}" alt="${escapeHtml(widget.caption[lang])}"></picture>`
      : "";
    const copy = `<button type="button" data-copy-code aria-live="polite" hidden>${words.copy[lang]}</button>`;
    return `<section class="entry" data-tag="${tag}" data-title="${escapeHtml(name[lang])}">
${places(widget, context)}
<div data-live>${picture}</div>
<div class="snippet"><pre tabindex="0"><code lang="en" translate="no" data-snippet>${escapeHtml(snippet(widget, context))}</code></pre>${copy}</div>
${editor(tag)(context)}
</section>`;
  };

/** Its recipe for a platform, which the page's script writes as it stands. */
const platforms: Block = (context) => {
  const { lang } = context;
  const options = recipes.map(
    ({ id, name }) => `<option value="${id}">${escapeHtml(name)}</option>`,
  );
  return `<div class="on-platform" hidden><label>${words.platform[lang]} <select data-platform>${options.join("")}</select></label><div class="recipe"><p data-untried></p><ol data-steps></ol></div></div>`;
};

const ownWords =
  ({ tag }: WidgetDescription): Block =>
  (context) => {
    const file = `strings/${tag}.json`;
    const link = `[\`${file}\`](${cdnFiles(__POSENC_VERSION__)}${file})`;
    return paragraph({
      en: `${link} lists everything this figure says. [Own words](~/teach/own-words/) tells how to replace any of it.`,
      zh: `${link} 列出这张图中的全部文字；怎样替换，见[改写文字](~/teach/own-words/)。`,
    })(context);
  };

const pageOf = (
  widget: WidgetDescription,
  thumbnail: Thumbnail | undefined,
): Page => {
  const { tag, name, question } = widget;
  return {
    path: pathOf(tag),
    title: {
      en: `${name.en} · <${tag}> · posenc`,
      zh: `${name.zh} · <${tag}> · posenc`,
    },
    description: {
      en: `${question.en} A live figure for your own notes and slides, in one line of HTML.`,
      zh: `${question.zh}可操作的交互图，一行 HTML 即可放进你的讲义和幻灯片。`,
    },
    // The gallery is what finds them.
    isList: true,
    ...(thumbnail && { thumbnail }),
    body: [
      title(name),
      lede(question),
      live(widget),
      group(
        "platforms",
        heading({ en: "On your platform", zh: "在你的平台上" }),
        paragraph({
          en: "The recipe follows the figure above as it stands. [All recipes](~/teach/platforms/) are on a page of their own.",
          zh: "做法随上图的当前状态而变。[全部做法](~/teach/platforms/)另有一页。",
        }),
        platforms,
      ),
      group(
        "own-words",
        heading({ en: "Own words", zh: "改写文字" }),
        ownWords(widget),
      ),
    ],
  };
};

export const figurePages: readonly Page[] = await Promise.all(
  (await describe()).map(async (widget) =>
    pageOf(widget, await pictured(widget.tag)),
  ),
);
