import { escapeHtml } from "../../widgets/words/text.ts";
import { lede, paragraph, title } from "../blocks/blocks.ts";
import type { Block, Page } from "../page.ts";

const needsScript = {
  en: "To read a configuration, this page needs JavaScript. The command line does the same: npx posenc config config.json",
  zh: "读取配置需要启用 JavaScript。命令行也能做同样的事：npx posenc config config.json",
};

const reader: Block = ({ lang }) =>
  `<pe-models></pe-models><noscript><p>${escapeHtml(needsScript[lang])}</p></noscript>`;

export const modelsPage: Page = {
  path: "models/",
  title: {
    en: "What does layer ℓ compute? · posenc",
    zh: "第 ℓ 层计算什么？· posenc",
  },
  description: {
    en: "Drop a model’s config.json or GGUF file and see, layer by layer, what it does with positions: base, rotated share, window, context extension, and numbers to test an engine with.",
    zh: "拖入模型的 config.json 或 GGUF 文件，逐层查看它如何处理位置：底数、旋转比例、窗口、上下文扩展，以及可用来检验推理引擎的数值。",
  },
  body: [
    title({ en: "What does layer ℓ compute?", zh: "第 ℓ 层计算什么？" }),
    lede({
      en: "Models no longer do the same with positions in every layer. Drop a config.json or a GGUF file and see what each one does.",
      zh: "如今的模型，各层对位置的处理并不相同。拖入 config.json 或 GGUF 文件，看看每一层做了什么。",
    }),
    reader,
    paragraph({
      en: "The models in the menu are configurations cut down to the keys about positions; a few have fewer layers than the model, one turn of the pattern. A type that is not in the table gets no plan: its keys do not say which columns form a pair.",
      zh: "菜单里的模型只保留了与位置有关的键；其中几个的层数比原模型少，只取一轮。表里没有的类型不给方案，因为从键看不出哪两列配成一对。",
    }),
  ],
};
