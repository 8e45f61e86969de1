// The pages for teachers: the gallery, recipes, own words, what all figures
// have, and a page for each figure.
import { recipes } from "../../../widgets/element/embed/recipes.ts";
import {
  group,
  heading,
  lede,
  listing,
  paragraph,
  title,
} from "../../blocks/blocks.ts";
import type { Block, Page } from "../../page.ts";
import { figurePages } from "./figure-pages.ts";
import { gallery } from "./gallery.ts";
import { ownWordsPage } from "./own-words-page.ts";
import { EXAMPLE, platforms, security } from "./platforms.ts";
import { offline, reference } from "./reference.ts";
import { pictures } from "./still-pictures.ts";

const quickStart: Block = (context) => {
  const { lang, packageFacts } = context;
  const widget = packageFacts.widgets.find(({ tag }) => tag === EXAMPLE.tag);
  const steps = recipes[0]?.steps({
    ...EXAMPLE,
    lang,
    title: widget?.name[lang] ?? EXAMPLE.tag,
    version: __POSENC_VERSION__,
    integrity: __POSENC_INTEGRITY__,
    site: "",
  });
  return listing((steps ?? []).map(({ code }) => code).join("\n"))(context);
};

const teachPage: Page = {
  path: "teach/",
  title: { en: "Figures for your lessons · posenc", zh: "课堂用图 · posenc" },
  description: {
    en: "Live figures on positional encoding for your own notes and slides, by lecture: one line of HTML each, with recipes for the usual platforms.",
    zh: "可放进讲义和幻灯片的位置编码交互图，按各讲排列：每张一行 HTML，附常见平台的做法。",
  },
  body: [
    title({ en: "Figures for your lessons", zh: "课堂用图" }),
    lede({
      en: "Every figure works in your own notes and slides, online or off. Load a script once per page, and write a line where the figure goes:",
      zh: "每一张图都可以放进你的讲义和幻灯片，联网或离线都行。每页加载一次脚本，再在要放图的地方写一行：",
    }),
    quickStart,
    paragraph({
      en: "[Recipes for your platform](~/teach/platforms/) · [Offline](~/teach/platforms/#offline) · [Own words and languages](~/teach/own-words/) · [In a lesson: attributes, events, styles](~/teach/reference/)",
      zh: "[各平台的做法](~/teach/platforms/) · [离线使用](~/teach/platforms/#offline) · [改写文字与换语言](~/teach/own-words/) · [课堂用法：属性、事件与样式](~/teach/reference/)",
    }),
    gallery,
  ],
};

const platformsPage: Page = {
  path: "teach/platforms/",
  title: {
    en: "Figures on your platform · posenc",
    zh: "各平台的做法 · posenc",
  },
  description: {
    en: "How a live figure gets into your notes or slides: a recipe for each of the usual platforms, strict policies, static images, offline use.",
    zh: "怎样把交互图放进讲义或幻灯片：常见平台的做法、严格的安全策略、静态图片与离线使用。",
  },
  body: [
    title({ en: "Figures on your platform", zh: "各平台的做法" }),
    platforms,
    security,
    pictures,
    offline,
  ],
};

const referencePage: Page = {
  path: "teach/reference/",
  title: { en: "Figures in a lesson · posenc", zh: "课堂用法 · posenc" },
  description: {
    en: "What every figure takes besides its own attributes: controls, locks, groups that move together, events, methods, styles.",
    zh: "每张图除自身属性外都有的：控件、锁定、联动、事件、方法与样式。",
  },
  body: [
    title({ en: "Figures in a lesson", zh: "课堂用法" }),
    group(
      "class",
      heading({ en: "Show one thing", zh: "一张图只讲一件事" }),
      paragraph({
        en: "In a lesson a figure should show one thing. `controls` names the sliders to keep, `lock` the values that cannot be changed, `hide` what to leave out: the sentence above the figure, say, when it would give the answer away.",
        zh: "课堂上，一张图只该讲一件事。`controls` 写明保留哪些控件，`lock` 写明哪些值不许改，`hide` 写明隐藏什么：比如图上方那句话若会泄露答案，就先藏起来。",
      }),
      listing(
        `<pe-clock d-model="8" controls="pos" hide="finding toolbar"></pe-clock>`,
      ),
      paragraph({
        en: "Figures on a page that have the same `sync` share the values they have in common: drag in one, and the others follow, however much text is between them.",
        zh: "同一页上 `sync` 相同的图共享彼此都有的值：拖动其中一张，其余的跟着变，中间隔着多少文字都可以。",
      }),
      listing(`<pe-heatmap d-model="64" sync="waves"></pe-heatmap>
<pe-waves d-model="64" sync="waves"></pe-waves>`),
      paragraph({
        en: "Language and colours follow your page; `lang` and `theme` say otherwise. In print a figure appears as it stands at that moment, in light colours.",
        zh: "语言和配色随你的页面而定，也可用 `lang` 和 `theme` 指定。打印时，图以当前状态、浅色配色出现。",
      }),
    ),
    reference,
  ],
};

/** All of them, the gallery first. */
export const teachPages: readonly Page[] = [
  teachPage,
  platformsPage,
  ownWordsPage,
  referencePage,
  ...figurePages,
];
