// What all widgets have in common, for manifests and the page for teachers.
import type { Text } from "../words/text.ts";

interface Entry {
  readonly name: string;
  readonly type?: string;
  readonly text: Text;
}

/** Attributes of every widget. */
export const ATTRIBUTES: readonly Entry[] = [
  {
    name: "controls",
    text: {
      en: "Which controls are shown, by attribute name; all when it is missing, none when it is empty.",
      zh: "显示哪些控件，写属性名；缺省时全部显示，留空则都不显示。",
    },
  },
  {
    name: "hide",
    text: {
      en: "Parts that are left out: finding, formula, controls, caption, toolbar, or a panel by its name.",
      zh: "隐藏哪些部分：finding（结论）、formula（公式）、controls（控件）、caption（说明）、toolbar（工具），或某个图块的名称。",
    },
  },
  {
    name: "lock",
    text: {
      en: "Values that readers cannot change, by attribute name.",
      zh: "读者不能改动的值，写属性名。",
    },
  },
  {
    name: "finding",
    text: {
      en: "What the line above the figure says instead. `{pos}` stands for the value of that attribute, `{1}` for the first number of the sentence that it replaces.",
      zh: "替换图上方的结论句。`{pos}` 代表该属性的当前值，`{1}` 代表原句中的第一个数。",
    },
  },
  {
    name: "caption",
    text: {
      en: "What the line below the figure says instead.",
      zh: "替换图下方的说明。",
    },
  },
  {
    name: "question",
    text: {
      en: "A question in place of the finding, which waits until the reader asks to see it.",
      zh: "先提一个问题；读者要求查看之前，结论不显示。",
    },
  },
  {
    name: "fit",
    type: '"slide"',
    text: {
      en: "slide lays plot, main controls and finding out in the height its container leaves, as on a slide, in type of 20 px; caption and tools are left out, and the console says what to hide where that isn’t enough.",
      zh: "`slide` 表示按容器剩余的高度（例如一页幻灯片）排布图、主要控件和结论，字号 20 px；说明和工具不显示；若仍放不下，控制台会指出该隐藏什么。",
    },
  },
  {
    name: "height",
    text: {
      en: "Height of the whole figure, a CSS length or a number of px; plots take what the texts and controls leave.",
      zh: "整张图的高度，写 CSS 长度或像素数；文字和控件以外的高度归图。",
    },
  },
  {
    name: "data",
    text: {
      en: 'Address of a .csv, .json or .npy file that the figure shows in place of its own numbers, where it can: those marked “own data”. The same inside the element: `<script type="text/csv">`, or JSON.',
      zh: '要显示的 .csv、.json 或 .npy 文件的地址，代替图自己算的数；限标有“可换数据”的图。也可在元素内写 `<script type="text/csv">` 或 JSON。',
    },
  },
  {
    name: "sync",
    text: {
      en: "Name of a group: widgets of one group on a page share what they have in common.",
      zh: "组名：同一页上同组的图共享彼此都有的值。",
    },
  },
  {
    name: "lang",
    text: {
      en: "Language: en, zh, es, or one that addWords() has been given texts for; that of the page around it when it is missing.",
      zh: "语言：en、zh、es，或用 addWords() 加入过文字的任何语言；缺省时随所在页面。",
    },
  },
  {
    name: "theme",
    type: '"light" | "dark" | "auto"',
    text: {
      en: "Colours; those of the page around it when it is missing.",
      zh: "配色；缺省时随所在页面。",
    },
  },
  {
    name: "loading",
    type: '"lazy" | "eager"',
    text: {
      en: "eager starts at once; otherwise the widget starts when it comes within one screen.",
      zh: "eager 立即启动；否则在距视口一屏以内时才启动。",
    },
  },
  {
    name: "url-state",
    type: "boolean",
    text: {
      en: "Keep the state in the address of the page; the element needs an id.",
      zh: "把状态写进页面地址；元素须有 id。",
    },
  },
];

/** A question, which is no figure: see web/widgets/quiz. */
export const QUIZ = {
  tag: "pe-quiz",
  className: "Quiz",
  text: {
    en: "A question about a figure: choices (two or more <details>, data-right at a right one), a number (answer), or something to bring the figure to (goal). The figure keeps its finding back until there is an answer.",
    zh: "关于某张图的问题：选择题（两个以上 <details>，正确的加 data-right）、猜数（answer），或要求把图调到某个状态（goal）。作答之前，图的结论不显示。",
  },
  attributes: [
    {
      name: "for",
      text: {
        en: "id of the figure that it asks about.",
        zh: "所问的图的 id。",
      },
    },
    {
      name: "answer",
      text: {
        en: "The number to guess: one, or `{d-model}` for a value of the figure, or `{1}` for the first number of its finding.",
        zh: "要猜的数：一个数，或 `{d-model}`（图中的取值），或 `{1}`（结论中的第一个数）。",
      },
    },
    {
      name: "tolerance",
      type: "number",
      text: {
        en: "How far off a guess may be, relative to the answer; 0.05 when it is missing, 0 for exact.",
        zh: "猜测允许的相对误差；缺省为 0.05，0 表示须完全相等。",
      },
    },
    {
      name: "goal",
      text: {
        en: "What the figure must show to be right: `pos=12 d-model>64`, with =, <, >, <= or >=.",
        zh: "图须达到的状态：`pos=12 d-model>64`，可用 =、<、>、<=、>=。",
      },
    },
    {
      name: "lock",
      text: {
        en: "Values of the figure that cannot be changed before there is an answer; all when it is empty.",
        zh: "作答之前不能改动的值；留空表示全部。",
      },
    },
    {
      name: "fit",
      type: '"slide"',
      text: {
        en: "slide: the question takes little room, in smaller type and with its choices in two columns, as it does anyway right beside a figure with fit.",
        zh: "`slide` 表示问题少占地方，字小一些，选项排成两列。紧挨着带 fit 的图时自动如此。",
      },
    },
  ] as readonly Entry[],
  events: [
    {
      name: "pe-answer",
      type: "CustomEvent<{ id: string; answer: string | null; right: boolean }>",
      text: {
        en: "An answer was given; answer is null where the reader asked to be shown.",
        zh: "已作答；读者直接查看答案时 `answer` 为 `null`。",
      },
    },
  ] as readonly Entry[],
} as const;

/** Events of every widget; all bubble and leave the shadow tree. */
export const EVENTS: readonly Entry[] = [
  {
    name: "pe-ready",
    type: "CustomEvent<State>",
    text: { en: "The first drawing is there.", zh: "首次绘制完成。" },
  },
  {
    name: "pe-change",
    type: "CustomEvent<State>",
    text: {
      en: "The state has changed; at most once a frame.",
      zh: "状态已改变，每帧至多一次。",
    },
  },
  {
    name: "pe-link",
    type: "CustomEvent<string | null>",
    text: {
      en: "The reader points at a quantity, or no longer does.",
      zh: "读者指向某个量，或不再指向。",
    },
  },
  {
    name: "pe-error",
    type: "CustomEvent<string>",
    text: {
      en: "Something is wrong; the message also stands in the widget.",
      zh: "出现问题；信息也显示在图中。",
    },
  },
];

/** Methods and properties of every widget. */
export const MEMBERS: readonly Entry[] = [
  {
    name: "state",
    type: "State",
    text: { en: "All values, a copy.", zh: "全部取值的副本。" },
  },
  {
    name: "setState",
    type: "(values: Partial<State>) => void",
    text: {
      en: "Changes some values; what is not allowed is refused with a message in the widget.",
      zh: "改动部分取值；不允许的值会被拒绝，并在图中提示。",
    },
  },
  {
    name: "wording",
    type: "Readonly<Record<string, string>> | undefined",
    text: {
      en: 'Other words for any text of the figure, by its name (caption, finding, pos) or by the English text with `{1}`, `{2}` … for its numbers. The same as JSON: `<script type="application/json">` inside the element.',
      zh: '替换图中任何文字：键为名称（caption、finding、pos），或英文原文（数字写作 `{1}`、`{2}`……）。也可在元素内用 `<script type="application/json">` 写成 JSON。',
    },
  },
  {
    name: "data",
    type: "string | readonly unknown[] | object | null | undefined",
    text: {
      en: "What the figure shows in place of its own numbers: rows of numbers (of texts in figures of models and events), `{ data: Float32Array, shape: [rows, columns] }`, or the address of a file.",
      zh: "代替图自己算的数：由数组成的各行（模型和年表类的图则为文字各行）、`{ data: Float32Array, shape: [行, 列] }`，或文件地址。",
    },
  },
  {
    name: "exportPNG",
    type: "() => Promise<Blob>",
    text: { en: "The figure as a PNG file.", zh: "导出 PNG 图片。" },
  },
  {
    name: "exportSVG",
    type: "() => string",
    text: { en: "The figure as an SVG document.", zh: "导出 SVG 文档。" },
  },
  {
    name: "exportCard",
    type: "() => Promise<Blob>",
    text: {
      en: "A card of 1200 × 630 px to pass on, a PNG file: title, picture, finding.",
      zh: "导出用于分享的卡片（1200 × 630 px，PNG）：标题、图、结论。",
    },
  },
  {
    name: "exportLoop",
    type: "(options?: { signal?: AbortSignal | undefined; progress?: ((done: number, all: number) => void) | undefined }) => Promise<Blob>",
    text: {
      en: "What the main control changes, there and back, as an animated GIF.",
      zh: "把主控件带来的变化导出为往返循环的 GIF 动图。",
    },
  },
  {
    name: "exportCSV",
    type: "() => string",
    text: { en: "All numbers as CSV.", zh: "以 CSV 导出全部数值。" },
  },
  {
    name: "reset",
    type: "() => void",
    text: {
      en: "Back to what the attributes say.",
      zh: "恢复为属性所写的状态。",
    },
  },
];

/** Names for `::part()`. */
export const CSS_PARTS = [
  "figure",
  "finding",
  "message",
  "formula",
  "plot",
  "controls",
  "control",
  "slider",
  "box",
  "caption",
  "toolbar",
  "tool",
] as const;

/** Custom properties that a page may set, with their light defaults. */
export const CSS_PROPERTIES: Readonly<Record<string, string>> = {
  "--pe-paper": "#fcfbf8",
  "--pe-ink": "#1c1c1e",
  "--pe-ink-2": "#5c5a55",
  "--pe-ink-3": "#75726b",
  "--pe-rule": "#dcd8cd",
  "--pe-accent": "#1a5fb4",
  "--pe-accent-soft": "#e3edf9",
  "--pe-warm": "#b5482a",
  "--pe-good": "#2b7a3d",
  "--pe-bad": "#b3261e",
  "--pe-font": "system-ui",
};
