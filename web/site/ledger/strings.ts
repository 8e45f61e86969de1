import type { Strings } from "../../widgets/words/strings.ts";
import type { Text } from "../../widgets/words/text.ts";
import type { Role } from "../claims/checks/kit.ts";

/** Texts of the ledger; capitals stand for numbers. */
export const strings = {
  filters: { en: "Filter the claims", zh: "筛选论断" },
  document: { en: "Document", zh: "文档" },
  kind: { en: "Kind", zh: "类别" },
  verdict: { en: "Verdict", zh: "判定" },
  search: { en: "Search", zh: "搜索" },
  searchHint: { en: "e.g. RoPE, 512, decay", zh: "如 RoPE、512、衰减" },
  all: { en: "All", zh: "全部" },
  shown: { en: "SHOWN of TOTAL claims", zh: "显示 SHOWN 条，共 TOTAL 条论断" },
  none: {
    en: "No claim fits these filters.",
    zh: "没有符合条件的论断。",
  },
  clear: { en: "Show all", zh: "显示全部" },
  open: { en: "Open all", zh: "全部展开" },
  close: { en: "Close all", zh: "全部收起" },
  run: { en: "Check COUNT claims", zh: "验算 COUNT 条论断" },
  runOne: { en: "Check 1 claim", zh: "验算 1 条论断" },
  runNone: { en: "Nothing to check", zh: "没有可验算的" },
  stop: { en: "Stop", zh: "停止" },
  progress: { en: "Claims checked so far", zh: "验算进度" },
  starting: { en: "Starting the library …", zh: "正在启动计算库……" },
  running: { en: "DONE of TOTAL checked", zh: "已验算 DONE / TOTAL" },
  agree: {
    en: "DONE claims computed in your browser in TIME s; every verdict is as stated.",
    zh: "已在你的浏览器中验算 DONE 条，用时 TIME 秒；判定全部与所列一致。",
  },
  agreesOne: {
    en: "1 claim computed in your browser in TIME s; its verdict is as stated.",
    zh: "已在你的浏览器中验算 1 条，用时 TIME 秒；判定与所列一致。",
  },
  disagreesOne: {
    en: "1 claim computed in your browser in TIME s. Its verdict differs from the one stated: WHICH.",
    zh: "已在你的浏览器中验算 1 条，用时 TIME 秒。判定与所列不一致：WHICH。",
  },
  disagree: {
    en: "DONE claims computed in your browser in TIME s. The verdict differs for WHICH.",
    zh: "已在你的浏览器中验算 DONE 条，用时 TIME 秒。以下各条的判定不一致：WHICH。",
  },
  stopped: {
    en: "Stopped after DONE of TOTAL.",
    zh: "已停止：完成 DONE / TOTAL。",
  },
  fault: { en: "The check could not run:", zh: "无法验算：" },
  checkOne: { en: "Compute now", zh: "立即验算" },
  computing: { en: "Computing …", zh: "计算中……" },
  says: { en: "Said", zh: "所述" },
  found: { en: "Computed", zh: "算得" },
  follows: { en: "Hence", zh: "由此" },
  built: { en: "when the page was made", zh: "生成本页时" },
  now: { en: "in your browser, MS ms", zh: "在你的浏览器中，MS 毫秒" },
  differs: {
    en: "This is not the verdict stated above.",
    zh: "这与上面所列的判定不同。",
  },
  holds: { en: "holds", zh: "成立" },
  fails: { en: "does not hold", zh: "不成立" },
} as const satisfies Strings;

/** What a comparison is about. */
export const roleWords: Readonly<Record<Role, Text>> = {
  core: { en: "What it says", zh: "所说的情形" },
  always: { en: "Other cases", zh: "其他情形" },
  suggests: { en: "What follows from it?", zh: "由此能推出的" },
  near: { en: "Something near it", zh: "与之相近的" },
};

/** A text with its capitals replaced. */
export function fill(text: string, values: Record<string, string | number>) {
  return text.replace(/[A-Z]{2,}/g, (name) => String(values[name] ?? name));
}
