// What all widgets have in common, as tables, and what they cost to download.
import {
  ATTRIBUTES,
  CSS_PARTS,
  CSS_PROPERTIES,
  EVENTS,
  MEMBERS,
} from "../../package/common.ts";
import {
  dataTable,
  group,
  heading,
  listing,
  paragraph,
} from "../../site/blocks/blocks.ts";
import type { Block } from "../../site/page.ts";
import { ARCHIVE } from "../../site/published.ts";
import type { Text } from "../../words/text.ts";

interface Entry {
  readonly name: string;
  readonly type?: string;
  readonly text: Text;
}

const entries = (caption: Text, list: readonly Entry[]): Block =>
  dataTable({
    caption,
    columns: [
      { en: "Name", zh: "名称" },
      { en: "Type", zh: "类型" },
      { en: "Meaning", zh: "含义" },
    ],
    rows: list.map(({ name, type = "string", text }) => [
      `\`${name}\``,
      `\`${type}\``,
      text,
    ]),
    rowHeads: true,
  });

export const reference = group(
  "reference",
  heading({ en: "What all figures have", zh: "所有图共有的" }),
  paragraph({
    en: "Besides its own attributes, which the gallery lists, every figure has these. Properties of the same names in camel case (`dModel`) take numbers.",
    zh: "除各自的属性（见上文各图）外，所有图还有以下这些。与属性同名的驼峰式 JavaScript 属性（如 `dModel`）接受数值。",
  }),
  entries({ en: "Attributes", zh: "属性" }, ATTRIBUTES),
  entries({ en: "Events", zh: "事件" }, EVENTS),
  entries({ en: "Methods and properties", zh: "方法与属性" }, MEMBERS),
  dataTable({
    caption: {
      en: "Custom properties that a page may set, with their light defaults",
      zh: "页面可设置的自定义 CSS 属性及其浅色缺省值",
    },
    columns: [
      { en: "Property", zh: "属性" },
      { en: "Default", zh: "缺省" },
    ],
    rows: Object.entries(CSS_PROPERTIES).map(([name, value]) => [
      `\`${name}\``,
      `\`${value}\``,
    ]),
    rowHeads: true,
  }),
  paragraph({
    en: "Text is as large as the reader’s browser has it, whatever the page makes of `rem`. For slides, set `font-size` on the element: `pe-heatmap { font-size: 24px }`. Labels inside plots keep their size.",
    zh: "图中文字采用读者浏览器的默认字号，与页面如何定义 `rem` 无关。用于幻灯片时，可给元素设置 `font-size`，如 `pe-heatmap { font-size: 24px }`；绘图区内的标注大小不变。",
  }),
  paragraph({
    en: `Parts for \`::part()\`: ${CSS_PARTS.map((name) => `\`${name}\``).join(", ")}.`,
    zh: `可供 \`::part()\` 使用的部件：${CSS_PARTS.map((name) => `\`${name}\``).join("、")}。`,
  }),
  listing(`
document.querySelector("pe-heatmap").addEventListener("pe-change", ({ detail }) => {
  console.log(detail.pos, detail.dModel);
});
`),
);

const USES: Readonly<Record<string, Text>> = {
  "auto.js": {
    en: "all figures in one file, registered; a script tag is enough",
    zh: "所有图合为一个文件，自动注册，一个 script 标签即可",
  },
  "index.js": {
    en: "`posenc/widgets`: classes and `register()`, for bundlers; the library is a separate import",
    zh: "`posenc/widgets`：各组件的类与 `register()`，供打包工具使用；计算库另行导入",
  },
  "anywidget.js": {
    en: "a module for notebooks and MyST; it fetches `auto.js`",
    zh: "供笔记本与 MyST 使用的模块，由它载入 `auto.js`",
  },
  "embed.js": {
    en: "makes frames as tall as their figures",
    zh: "使框架与图同高",
  },
};

const kilobytes = (bytes: number): string =>
  bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(0)} KB`;

/** What there is depends on what was built. */
const sizes: Block = (context) => {
  const { shapes } = context.published;
  return dataTable({
    caption: { en: "Size of each form", zh: "各种形式的大小" },
    columns: [
      { en: "File", zh: "文件" },
      { en: "For", zh: "用途" },
      { en: "Compressed (gzip)", zh: "压缩后（gzip）" },
      { en: "Plain", zh: "原始" },
    ],
    rows: shapes.map(({ file, raw, gzipped }) => [
      `\`${file}\``,
      USES[file] ?? { en: file, zh: file },
      kilobytes(gzipped),
      kilobytes(raw),
    ]),
    rowHeads: true,
  })(context);
};

export const offline = group(
  "offline",
  heading({ en: "Without a network", zh: "离线使用" }),
  paragraph({
    en: `[${ARCHIVE}](/${ARCHIVE}) holds all figures in one script and an example page. It opens from a disk or a memory stick, without a server: for class rooms without a network, and for learning platforms that take a zip file.`,
    zh: `[${ARCHIVE}](/${ARCHIVE}) 内含一个脚本（全部图）和一个示例页。直接从硬盘或 U 盘打开即可，不需要服务器：适合没有网络的教室，也适合接受 zip 文件的教学平台。`,
  }),
  paragraph({
    en: "A script of this kind costs a reader, once and then from the browser’s cache:",
    zh: "读者首次需下载的大小如下，之后由浏览器缓存提供：",
  }),
  sizes,
);
