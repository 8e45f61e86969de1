// The page for teachers: the figures in their own notes.
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
import { gallery } from "./gallery.ts";
import { EXAMPLE, platforms, security } from "./platforms.ts";
import { offline, reference } from "./reference.ts";
import { pictures } from "./still-pictures.ts";

const quickStart: Block = (context) => {
  const { lang, published } = context;
  const widget = published.widgets.find(({ tag }) => tag === EXAMPLE.tag);
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

export const teachPage: Page = {
  path: "teach/",
  title: { en: "Teach with it · posenc", zh: "用于教学 · posenc" },
  description: {
    en: "Live figures on positional encoding for your own notes and slides: one line of HTML, recipes for the usual platforms, all attributes.",
    zh: "把位置编码的交互图放进自己的讲义和幻灯片：一行 HTML，附常见平台的做法和全部属性。",
  },
  body: [
    title({ en: "Teach with it", zh: "用于教学" }),
    lede({
      en: "Every figure of this site works in your own notes and slides. A script, once per page, and a line where the figure is to stand:",
      zh: "本站的每一张图都可以放进你的讲义和幻灯片。每页加载一次脚本，再在要放图的地方写一行：",
    }),
    quickStart,
    group(
      "class",
      heading({ en: "Made for a lesson", zh: "为课堂准备" }),
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
    platforms,
    security,
    pictures,
    offline,
    gallery,
    reference,
  ],
};
