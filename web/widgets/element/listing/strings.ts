import { filled } from "../../words/filled.ts";
import type { Strings } from "../../words/strings.ts";
import type { Text } from "../../words/text.ts";

export const strings = {
  languages: { en: "Programming language", zh: "编程语言" },
  copy: { en: "Copy", zh: "复制" },
  copied: { en: "Copied", zh: "已复制" },
  notCopied: {
    en: "The browser does not allow copying; the program is selected.",
    zh: "浏览器不允许复制，程序已选中。",
  },
  run: { en: "Run", zh: "运行" },
  output: { en: "Output", zh: "输出" },
  hide: { en: "Hide output", zh: "隐藏输出" },
  ran: {
    en: "Your browser made this call in the library. The text itself was not executed: this page allows no code made from text.",
    zh: "浏览器通过本库执行了同样的调用。上面的文本本身并未运行：本页禁止执行由文本生成的代码。",
  },
  expected: {
    en: "What the program prints, computed here by posenc; its last digits may differ.",
    zh: "程序的输出，由 posenc 在此算出；最后几位可能不同。",
  },
  prints: { en: "It prints WHAT.", zh: "输出：WHAT。" },
  moreRows: { en: "… and COUNT more lines", zh: "……以及另外 COUNT 行" },
  moreNumbers: { en: "… and COUNT more", zh: "……以及另外 COUNT 个" },
  choose: { en: "Program", zh: "程序" },
  failed: { en: "This does not work:", zh: "无法执行：" },
  refused: {
    en: "The program shows the last values that fit:",
    zh: "程序仍为上一次的有效取值：",
  },
  editor: { en: "Values of the program", zh: "程序中的取值" },
  yes: { en: "yes", zh: "是" },
  no: { en: "no", zh: "否" },
} as const satisfies Strings;

/** Of the box that holds a program. */
export const boxName: Text = {
  en: "{what}: {language}, {lines} lines; the arrow keys go from line to line",
  zh: "{what}：{language}，{lines} 行；方向键逐行移动",
};

/** The name of the box that holds a program. */
export const listingName = (
  what: Text,
  language: string,
  lines: number,
): Text => filled(boxName, { what, language, lines: String(lines) });

/** Of a line that the keys have reached, and what it computes. */
export const reachedLine: Text = {
  en: "Line {number}{links}: {text}",
  zh: "第 {number} 行{links}：{text}",
};

/** What is said of a line that the keys have reached. */
export const lineName = (number: number, links: string, text: string): Text =>
  filled(reachedLine, {
    number: String(number),
    links: links ? { en: `, ${links}`, zh: `，${links}` } : "",
    text,
  });
