// What is said once something of a figure's tools has been done: loaded with them.
import type { Strings } from "./strings.ts";

export const notices = {
  copied: { en: "Copied", zh: "已复制" },
  linkCopied: { en: "Link copied", zh: "链接已复制" },
  copyByHand: {
    en: "The browser does not allow copying; here is the link:",
    zh: "浏览器不允许复制，链接如下：",
  },
  drawing: { en: "Drawing picture", zh: "正在绘制画面" },
  stopped: { en: "Stopped; nothing was saved.", zh: "已停止，没有保存文件。" },
  saved: { en: "Saved", zh: "已保存" },
} as const satisfies Strings;
