import type { Strings } from "../../widgets/words/strings.ts";

export const strings = {
  name: { en: "What each layer computes", zh: "每一层计算什么" },
  drop: {
    en: "Drop a config.json or a .gguf file here, or choose",
    zh: "把 config.json 或 .gguf 文件拖到这里，或者选择",
  },
  preset: { en: "a model", zh: "一个模型" },
  own: { en: "my own text", zh: "我自己的文本" },
  file: { en: "Open a file", zh: "打开文件" },
  text: { en: "config.json as text", zh: "config.json 文本" },
  private: {
    en: "Read in this page; nothing is sent anywhere. Of a .gguf file, the header and the RoPE frequencies are read, not the weights.",
    zh: "只在本页读取，不会发往任何地方；.gguf 文件只读取文件头和 RoPE 频率，不读取权重。",
  },
  layers: { en: "Layers", zh: "各层" },
  layer: { en: "Layer", zh: "层" },
  hint: {
    en: "Press a layer, or step with the arrow keys.",
    zh: "点选一层，或用方向键逐层移动。",
  },
  base: { en: "base of the rotation", zh: "旋转的底数" },
  share: { en: "share of the head that turns", zh: "头中参与旋转的比例" },
  reach: { en: "how far back a query sees", zh: "查询能看多远" },
  temperature: { en: "temperature by position", zh: "随位置变化的温度" },
  all: { en: "all", zh: "全部" },
  none: { en: "none", zh: "无" },
  yes: { en: "yes", zh: "有" },
  waves: {
    en: "Wavelength of each pair, in positions",
    zh: "每一对的波长（位置数）",
  },
  pair: { en: "pair", zh: "第几对" },
  before: { en: "before rescaling", zh: "缩放前的长度" },
  made: { en: "made for", zh: "设计长度" },
  findings: { en: "Worth a second look", zh: "值得留意之处" },
  nothing: { en: "Nothing to remark.", zh: "没有可疑之处。" },
  engines: { en: "Where engines leave the plan", zh: "各引擎与方案的出入" },
  compare: { en: "Compare with", zh: "与另一个比较" },
  nobody: { en: "no other model", zh: "不比较" },
  same: {
    en: "Both do the same with positions in every layer.",
    zh: "两者在每一层对位置的处理都相同。",
  },
  golden: {
    en: "Golden vectors of this layer, as",
    zh: "本层的标准数值，格式",
  },
  download: { en: "Download", zh: "下载" },
  command: { en: "The same on the command line", zh: "在命令行里做同样的事" },
  copy: { en: "Copy", zh: "复制" },
  copied: { en: "Copied.", zh: "已复制。" },
  byHand: {
    en: "The browser does not let this page copy: select the lines.",
    zh: "浏览器不允许本页复制：请手动选中这几行。",
  },
  noPlan: {
    en: "There is no plan for this configuration; below is why.",
    zh: "这份配置得不出方案，原因如下。",
  },
  source: { en: "Rule read from", zh: "规则读自" },
  published: { en: "Keys read from", zh: "各键读自" },
  failed: {
    en: "The library could not be started here",
    zh: "本页无法启动函数库",
  },
} as const satisfies Strings;
