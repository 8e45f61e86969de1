import type { Strings } from "../../widgets/words/strings.ts";
import type { Text } from "../../widgets/words/text.ts";
import type { Group } from "./types.ts";

/** Groups as the reader chooses them. */
export const groups = {
  attention: { en: "attention", zh: "注意力" },
  bias: { en: "bias matrices", zh: "偏置矩阵" },
  rotary: { en: "rotation of queries", zh: "查询向量的旋转" },
  embedding: { en: "sinusoidal table", zh: "正弦位置编码表" },
  long: {
    en: "8192 positions (slow)",
    zh: "8192 个位置（较慢）",
  },
} as const satisfies Readonly<Record<Group, Text>>;

export const strings = {
  name: { en: "Benchmark", zh: "性能测试" },
  kernels: { en: "Kernels to measure", zh: "要测的算子" },
  start: { en: "Start", zh: "开始" },
  again: { en: "Measure again", zh: "重新测量" },
  cancel: { en: "Cancel", zh: "取消" },
  retry: { en: "Try again", zh: "重试" },
  none: {
    en: "Choose at least one group of kernels.",
    zh: "请至少选择一组算子。",
  },
  progress: { en: "Progress", zh: "进度" },
  starting: { en: "Starting the library …", zh: "正在启动库……" },
  measuring: {
    en: "Measuring KERNEL, SHAPE (N of M)",
    zh: "正在测量：KERNEL，SHAPE（第 N 项，共 M 项）",
  },
  idle: {
    en: "Nothing is measured yet. “Start” runs the kernels of this site on your machine; it takes a minute or two.",
    zh: "尚未测量。点击“开始”，本站的算子就会在你的机器上运行，约需一两分钟。",
  },
  done: {
    en: "Done. Kernels measured: N.",
    zh: "测量完成，共 N 项。",
  },
  cancelled: {
    en: "Cancelled. What was measured, N of M, stays below.",
    zh: "已取消。共 M 项，已测的 N 项保留在下方。",
  },
  failed: { en: "The measurement failed.", zh: "测量失败。" },
  kept: {
    en: "What was measured before, N of M, stays below.",
    zh: "此前已测 N 项（共 M 项），保留在下方。",
  },
  noisy: {
    en: "The machine was busy: times varied a good deal within the run. Ratios near 1 are then uncertain; measure again when it is quiet.",
    zh: "测量期间机器较忙，用时波动明显，接近 1 的比值不太可靠；请在空闲时重新测量。",
  },
  hidden: {
    en: "This page was in the background for part of the time, where browsers slow down: measure again with the page in view.",
    zh: "测量期间本页曾切到后台，浏览器会降低其速度；请让页面保持可见并重新测量。",
  },
  workerMissing: {
    en: "The worker script did not start.",
    zh: "后台脚本未能启动。",
  },
  finding: {
    en: "In this run the kernels took from LOW to HIGH of the time of plain JavaScript (kernels: N, median: MIDDLE).",
    zh: "本次测量中，算子用时为纯 JavaScript 的 LOW 到 HIGH 倍（共 N 项，中位数 MIDDLE）。",
  },
  results: { en: "Results", zh: "结果" },
  caption: {
    en: "Times of one call in milliseconds. ÷ is our time divided by the other’s, the median over rounds in which both ran: 0.5 is half the time.",
    zh: "每次调用的用时，单位为毫秒。“÷”一列是本库用时除以对方用时，取两者同轮之比的中位数：0.5 表示只用一半时间。",
  },
  kernel: { en: "kernel", zh: "算子" },
  shape: { en: "shape", zh: "形状" },
  median: { en: "median", zh: "中位数" },
  min: { en: "min", zh: "最短" },
  max: { en: "max", zh: "最长" },
  rate: { en: "rate", zh: "速率" },
  plain: { en: "÷ plain JS", zh: "÷ 纯 JS" },
  noPosition: { en: "÷ no position", zh: "÷ 无位置" },
  memory: { en: "÷ memory limit", zh: "÷ 内存上限" },
  skipped: { en: "not measured:", zh: "未能测量：" },
  peerFailed: { en: "PEER left out:", zh: "PEER 未计入：" },
  copyJson: { en: "Copy as JSON", zh: "复制为 JSON" },
  copyCsv: { en: "Copy as CSV", zh: "复制为 CSV" },
  copied: { en: "Copied", zh: "已复制" },
  byHand: {
    en: "The browser does not allow copying; here is the text:",
    zh: "浏览器不允许复制，内容如下：",
  },
  machine: { en: "What your browser reports", zh: "浏览器提供的信息" },
  browser: { en: "browser", zh: "浏览器" },
  processors: { en: "logical processors", zh: "逻辑处理器数" },
  clock: { en: "step of the clock", zh: "计时精度" },
  version: { en: "posenc", zh: "posenc" },
  unknown: { en: "not told", zh: "未提供" },
} as const satisfies Strings;
