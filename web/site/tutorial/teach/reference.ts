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
import { dataTable, paragraph } from "../../blocks/blocks.ts";
import type { Block } from "../../page.ts";
import type { Made } from "../../pages/markdown-text.ts";

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

/** What all figures have, by kind. */
export const reference = {
  attributes: entries({ en: "Attributes", zh: "属性" }, ATTRIBUTES),
  events: entries({ en: "Events", zh: "事件" }, EVENTS),
  members: entries({ en: "Methods and properties", zh: "方法与属性" }, MEMBERS),
  properties: dataTable({
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
  parts: paragraph({
    en: `Parts for \`::part()\`: ${CSS_PARTS.map((name) => `\`${name}\``).join(", ")}.`,
    zh: `可供 \`::part()\` 使用的部件：${CSS_PARTS.map((name) => `\`${name}\``).join("、")}。`,
  }),
} as const satisfies Made;

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
export const sizes: Block = (context) => {
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
