// How to replace what figures say.
import { QUIZ } from "../../../widgets/package/common.ts";
import {
  group,
  heading,
  lede,
  listing,
  paragraph,
  title,
} from "../../blocks/blocks.ts";
import type { Page } from "../../page.ts";
import { EXAMPLES } from "./own-words-examples.ts";
import { entries } from "./reference.ts";

export const ownWordsPage: Page = {
  path: "teach/own-words/",
  title: {
    en: "Own words and questions · posenc",
    zh: "改写文字与出题 · posenc",
  },
  description: {
    en: "Replace anything a figure says: its finding, caption and labels, a question of your own, another language.",
    zh: "替换图中的任何文字：结论、说明、标签，提自己的问题，或换一种语言。",
  },
  body: [
    title({ en: "Own words and questions", zh: "改写文字与出题" }),
    lede({
      en: "You can replace anything a figure says, in any language, and its live numbers stay live. And you can ask before it answers.",
      zh: "图中的任何文字都可以替换，用什么语言都行；其中的数值照样实时变化；还可以先提问、后揭晓。",
    }),
    group(
      "attributes",
      heading({
        en: "Question, finding and caption",
        zh: "提问、结论与说明",
      }),
      paragraph({
        en: "These three are attributes. With a `question`, readers see the finding only after they press “Show me”.",
        zh: "这三项直接写成属性。写了 `question`，读者按下“看答案”之后才会看到结论。",
      }),
      (context) => listing(EXAMPLES.attributes[context.lang])(context),
      paragraph({
        en: "`{seq-len}` stands for the value of that attribute, `{1}` for the first number of the sentence you replace, `{2}` for the second.",
        zh: "`{seq-len}` 代表该属性的当前值，`{1}` 代表被替换的那句话里的第一个数，`{2}` 代表第二个数。",
      }),
    ),
    group(
      "all-texts",
      heading({ en: "Labels, buttons, axes", zh: "标签、按钮与坐标轴" }),
      paragraph({
        en: "All other texts go into a JSON script inside the element. A key is the name of an attribute in camel case, or the text as the figure says it, with `{1}`, `{2}` … in place of its numbers.",
        zh: "其余文字写进元素内的 JSON 脚本。键可以是驼峰式的属性名，也可以是图中的原文，其中的数依次写作 `{1}`、`{2}`……",
      }),
      (context) => listing(EXAMPLES.json[context.lang])(context),
      paragraph({
        en: "A script can set the same as the property `wording`, at any time:",
        zh: "脚本也可以随时通过 `wording` 属性设置同样的内容：",
      }),
      listing(EXAMPLES.property),
      paragraph({
        en: "The package lists what each figure says, and where it stands: `strings/pe-heatmap.json` and so on. The texts all figures share are in `strings/every-figure.json`.",
        zh: "软件包里列出了每张图的全部文字及其位置，如 `strings/pe-heatmap.json`；各图共用的文字在 `strings/every-figure.json`。",
      }),
    ),
    group(
      "own-numbers",
      heading({ en: "Your own numbers", zh: "自备数据" }),
      paragraph({
        en: "Figures marked “own data” with a `data` attribute show a table of yours: `pe-heatmap`, `pe-waves` and `pe-similarity`. It is a .csv, .json or .npy file of your own site (a Content-Security-Policy needs `connect-src 'self'`), text inside the element, or the property `data`.",
        zh: "`pe-heatmap`、`pe-waves` 和 `pe-similarity` 可以显示你自己的表，用 `data` 属性指定：本站的 .csv、.json 或 .npy 文件（若有 Content-Security-Policy，其中的 `connect-src` 须允许本站）；也可写在元素内，或由脚本设置 `data`。",
      }),
      listing(EXAMPLES.data),
      paragraph({
        en: "The sentence above the figure, its table and its files then tell of your numbers. A table that can’t be shown is refused with its row and column, and the figure stays as it was. `pe-model-lengths` takes models: rows of name, date (2024-07), length and, where you know them, method and source.",
        zh: "此时图上方的结论、表格和导出的文件说的都是你的数据。表有问题时，图会指出第几行第几列，并保持原样。`pe-model-lengths` 可换成你自己的模型：每行依次为名称、日期（如 2024-07）、长度，方法和出处可省略。",
      }),
    ),
    group(
      "questions",
      heading({ en: "Your own questions", zh: "自己出题" }),
      paragraph({
        en: "`<pe-quiz>` asks about a figure: its `for` is the figure’s id. The figure waits with its finding until there is an answer, and with `lock` its values can’t be changed before. What unfolds is what you have to say of each choice.",
        zh: "`<pe-quiz>` 针对某张图提问，`for` 写图的 id。作答之前，图不显示结论；加上 `lock`，图中的值也不能改动。每个选项展开后，就是你对它的点评。",
      }),
      (context) => listing(EXAMPLES.quiz[context.lang])(context),
      paragraph({
        en: "Or ask for a number that the figure knows, or for something to bring the figure to:",
        zh: "也可以让读者猜图中的某个数，或把图调到某个状态：",
      }),
      (context) => listing(EXAMPLES.others[context.lang])(context),
      entries({ en: "Attributes of a question", zh: "题目的属性" }, [
        ...QUIZ.attributes,
      ]),
      paragraph({
        en: "Your page hears of each answer by the event `pe-answer`, whose `detail` is `{ id, answer, right }`. Nothing is stored or sent.",
        zh: "每次作答，页面都会收到 `pe-answer` 事件，其 `detail` 为 `{ id, answer, right }`。答案不保存，也不发送。",
      }),
    ),
    group(
      "languages",
      heading({ en: "Another language", zh: "换一种语言" }),
      paragraph({
        en: "A figure follows the `lang` of your page, or its own. English and Chinese are complete; Spanish is there for the figures of a first lesson:",
        zh: "图的语言随页面的 `lang` 而定，也可单独指定。英文和中文是完整的；西班牙文目前覆盖入门课用到的图：",
      }),
      listing(EXAMPLES.spanish),
      paragraph({
        en: "Add others with `addWords`: for one figure, or under `*` for all of them. With the one script of the offline archive it is `posencWidgets.addWords`. Texts you leave out stay English, and the console tells you when a language has none. Right-to-left text works.",
        zh: "其他语言用 `addWords` 添加，可只给某一张图，也可写在 `*` 下给所有图。用离线压缩包里的单个脚本时，写 `posencWidgets.addWords`。没有译出的文字保持英文；某种语言完全没有译文时，控制台会提示。从右到左的文字也能正常显示。",
      }),
      listing(EXAMPLES.language),
    ),
  ],
};
