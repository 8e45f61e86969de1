import { filled } from "./filled.ts";
import type { Text } from "./text.ts";

/** Texts of a widget by key; `data-t="key"` in its markup refers to them. */
export type Strings = Readonly<Record<string, Text>>;

/** Texts that all widgets share. */
export const common = {
  copyLink: {
    en: "Copy a link to this state",
    zh: "复制指向当前状态的链接",
  },
  embed: {
    en: "Put this figure into your own notes",
    zh: "把这张图放进自己的讲义",
  },
  png: { en: "Save as PNG image", zh: "存为 PNG 图片" },
  svg: { en: "Save as SVG drawing", zh: "存为 SVG 矢量图" },
  card: { en: "Save as a card with its finding", zh: "存为附结论的卡片" },
  loop: { en: "Save as a moving loop (GIF)", zh: "存为循环动图（GIF）" },
  csv: { en: "Save all numbers as CSV", zh: "将全部数值存为 CSV" },
  table: { en: "Show as table", zh: "以表格显示" },
  code: { en: "Show the code of this state", zh: "显示当前状态的代码" },
  alone: { en: "Open on a page of its own", zh: "在单独的页面中打开" },
  fullScreen: { en: "Full screen", zh: "全屏显示" },
  reset: { en: "Back to the first state", zh: "恢复初始状态" },
  ask: { en: "What do you expect?", zh: "你觉得会怎样？" },
  toQuestion: { en: "Guess first", zh: "先猜一猜" },
  showMe: { en: "Show me", zh: "给我看答案" },
  menu: { en: "Tools", zh: "工具" },
  more: { en: "More", zh: "更多" },
  tools: { en: "Tools of the figure", zh: "图的工具" },
  copyCode: { en: "Copy", zh: "复制" },
  inLanguages: {
    en: "The encoding itself in five languages:",
    zh: "编码本身，用五种语言写出：",
  },
  stop: { en: "Stop", zh: "停止" },
  failed: { en: "That did not work:", zh: "操作未成功：" },
  cannotStart: {
    en: "The figure cannot start.",
    zh: "图无法启动。",
  },
  cannotDraw: {
    en: "These values cannot be drawn; the figure shows the last ones that could.",
    zh: "这组取值无法绘制，图中仍是上一次的结果。",
  },
  needsScript: {
    en: "This figure needs JavaScript.",
    zh: "此图需要启用 JavaScript。",
  },
  tryAgain: { en: "Try again", zh: "重试" },
  play: { en: "Play", zh: "播放" },
  pause: { en: "Pause", zh: "暂停" },
  goOn: { en: "Go on", zh: "继续" },
  howFar: { en: "How much is done", zh: "完成进度" },
} as const satisfies Strings;

/** Of a value that is not allowed, with what is and what the figure shows. */
export const refusal: Text = {
  en: "{name} must be {allowed}, not “{given}”; the figure still shows {shown}.",
  zh: "{name}须为 {allowed}，不能是“{given}”；图中仍为 {shown}。",
};

/** A value that is not allowed, and what the figure shows instead. */
export function notAllowed(
  name: Text | string,
  allowed: Text,
  given: string,
  shown: string,
): Text {
  const short = given.length > 24 ? `${given.slice(0, 23)}…` : given;
  return filled(refusal, { name, allowed, given: short, shown });
}
