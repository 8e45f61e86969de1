// What all widgets have in common, as tables, and what they cost to download.

import { ARCHIVE } from "../../../widgets/package/archive.ts";
import {
  ATTRIBUTES,
  CSS_PARTS,
  CSS_PROPERTIES,
  EVENTS,
  MEMBERS,
} from "../../../widgets/package/common.ts";
import type { Text } from "../../../widgets/words/text.ts";
import {
  dataTable,
  group,
  heading,
  listing,
  paragraph,
} from "../../blocks/blocks.ts";
import type { Block } from "../../page.ts";

interface Entry {
  readonly name: string;
  readonly type?: string;
  readonly text: Text;
}

/** Names, types and meanings in a table. */
export const entries = (caption: Text, list: readonly Entry[]): Block =>
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
  heading({ en: "What all figures have", zh: "所有图共有的接口" }),
  paragraph({
    en: "Every figure has these besides its own attributes, which the [page of the figure](~/teach/) lists. Properties of the same names in camel case (`dModel`) take numbers.",
    zh: "除各自的属性（见[各图的页面](~/teach/)）外，所有图还有以下这些。与 HTML 属性同名的驼峰式 JavaScript 属性（如 `dModel`）接受数值。",
  }),
  entries({ en: "Attributes", zh: "属性" }, ATTRIBUTES),
  entries({ en: "Events", zh: "事件" }, EVENTS),
  entries({ en: "Methods and properties", zh: "方法与属性" }, MEMBERS),
  dataTable({
    caption: {
      en: "Custom properties that a page may set, with their light defaults",
      zh: "页面可设置的自定义 CSS 属性及其浅色默认值",
    },
    columns: [
      { en: "Property", zh: "属性" },
      { en: "Default", zh: "默认值" },
    ],
    rows: Object.entries(CSS_PROPERTIES).map(([name, value]) => [
      `\`${name}\``,
      `\`${value}\``,
    ]),
    rowHeads: true,
  }),
  paragraph({
    en: "Text is as large as the reader’s browser has it, whatever the page makes of `rem`. On slides, `fit=slide` sets 20 px; `pe-heatmap { font-size: 24px }` makes everything larger, labels inside plots too.",
    zh: "图中文字采用读者浏览器的默认字号，与页面如何定义 `rem` 无关。在幻灯片上，`fit=slide` 取 20 px；也可自定 `font-size`，如 `pe-heatmap { font-size: 24px }`，绘图区内的标注随之变大。",
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

/** What each weight is of; those that are not here are figures. */
const USES: Readonly<Record<string, readonly [file: string, use: Text]>> = {
  "auto.js": [
    "`auto.js`",
    {
      en: "a script tag: finds the figures of a page and loads what they need",
      zh: "一个 script 标签：找出页面上的图，只载入所需的部分",
    },
  ],
  [ARCHIVE]: [
    `\`${ARCHIVE}\``,
    {
      en: "its script, all figures in one file: from disk, or for a host that takes one file",
      zh: "其中的脚本，所有图合为一个文件：可从硬盘打开，也适合只能放一个文件的网站",
    },
  ],
  "anywidget.js": [
    "`anywidget.js`",
    {
      en: "a module for notebooks and MyST, which loads one figure; given to a notebook as text, it needs a network (see below)",
      zh: "供笔记本与 MyST 使用的模块，每次载入一张图；若以文本形式交给笔记本，则需要联网（见下文）",
    },
  ],
  "embed.js": [
    "`embed.js`",
    {
      en: "makes frames as tall as their figures",
      zh: "使框架与图同高",
    },
  ],
};

const inProgram: Text = {
  en: "`{ Heatmap, register }` of `posenc-widgets`, bundled: one figure, live",
  zh: "打包后的 `posenc-widgets` 中的 `{ Heatmap, register }`：一张可操作的图",
};

const withFigure = (tag: string): Text => ({
  en: `all that \`auto.js\` loads until \`<${tag}>\` is live; each further figure adds 2 to 30 KB`,
  zh: `\`auto.js\` 为显示 \`<${tag}>\` 共载入的内容；此后每多一张图增加 2 到 30 KB`,
});

/** The row's name and what it is for. */
function told(file: string): readonly [name: string, use: Text] {
  const known = USES[file];
  if (known) return known;
  return file.startsWith("pe-")
    ? [`\`auto.js\` + \`${file}\``, withFigure(file)]
    : ["`index.js`", inProgram];
}

const kilobytes = (bytes: number): string =>
  bytes < 1024 ? `${bytes}\u00a0B` : `${(bytes / 1024).toFixed(0)}\u00a0KB`;

/** What there is depends on what was built. */
const sizes: Block = (context) => {
  const { shapes } = context.packageFacts;
  return dataTable({
    caption: { en: "Size of each form", zh: "各种形式的大小" },
    columns: [
      { en: "File", zh: "文件" },
      { en: "For", zh: "用途" },
      { en: "Compressed (gzip)", zh: "压缩后（gzip）" },
      { en: "Plain", zh: "原始" },
    ],
    rows: shapes.map(({ file, raw, gzipped }) => [
      ...told(file),
      kilobytes(gzipped),
      kilobytes(raw),
    ]),
    rowHeads: true,
  })(context);
};

const NOTEBOOK = `
from pathlib import Path

class Posenc(anywidget.AnyWidget):
    _esm = Path("auto.js").read_text() + Path("anywidget.js").read_text()
`;

export const offline = group(
  "offline",
  heading({ en: "Without a network", zh: "离线使用" }),
  paragraph({
    en: `[${ARCHIVE}](/${ARCHIVE}) holds all figures in one script and an example page. It opens from a disk or a memory stick, without a server: for classrooms without a network, and for learning platforms that take a zip file.`,
    zh: `[${ARCHIVE}](/${ARCHIVE}) 内含一个脚本（全部图）和一个示例页。直接从硬盘或 U 盘打开即可，不需要服务器：适合没有网络的教室，也适合接受 zip 文件的教学平台。`,
  }),
  paragraph({
    en: "What a reader downloads once; afterwards it comes from the browser’s cache:",
    zh: "读者首次需下载的大小如下，之后由浏览器缓存提供：",
  }),
  sizes,
  paragraph({
    en: "A hash on the tag of `auto.js` covers what it loads: it holds the hash of every file, and Chromium and Firefox run none that differs. WebKit does not compare them; where that matters, take the one script of the archive with a hash of its own.",
    zh: "写在 `auto.js` 标签上的哈希也管住它所载入的文件：其中记有每个文件的哈希，Chromium 和 Firefox 不会运行与之不符的文件。WebKit 不作比较；若需要保证，请改用压缩包里的单个脚本，并写上它自己的哈希。",
  }),
  paragraph({
    en: "A notebook that reads `anywidget.js` from a file hands the browser its text, and the figure comes from the network. Without one, put the file with all figures before it; in the archive it is `auto.js`:",
    zh: "笔记本若从文件读取 `anywidget.js`，交给浏览器的只是文本，图本身要从网络载入。没有网络时，请把含全部图的文件放在它前面；在压缩包里，该文件就是 `auto.js`：",
  }),
  listing(NOTEBOOK),
);
