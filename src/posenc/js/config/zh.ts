import { type Finding, type FindingCode, fill } from "./findings.js";

const CONFLICT =
  "{0} 为 {1}，而 {2} 为 {3}：方案与 transformers 一致，以 {0} 为准，其他运行时未必如此";
const MISSING = "缺少 {0}";
const WRONG = "{0} 应为 {1}，实际为 {2}";
const UNKNOWN = "{0} {1} 不是已知类型；已知类型：{2}";
const LENGTHS = "{0} 有 {1} 项，应有 {2} 项";

/** Chinese texts; {0} is the path of the key, {1} … the finding's values. */
const TEXTS: Readonly<Record<FindingCode, string>> = {
  "model-type-missing": "缺少 {0}：仅凭各个键无从得知位置如何进入模型",
  "model-type-unknown": "这里不认识 {0} {1}：仅凭各个键无从得知它如何编码位置",
  "encoding-unsupported": "{0} 为 {1}：这里没有计算该编码的函数",
  "encoding-unread": "{0} 为 {1}：{2} 的这种编码不予读取；可读取的有：{3}",
  "position-key-unread":
    "{0} 可能改变位置的编码方式，但 {1} 的这个键不予读取：不考虑它，方案可能有误",
  "rope-key-misplaced": "{0} 写在这里不会被读取，它应写成 {1}",
  "encoding-none": "{0} 为 {1}：该模型不编码位置",
  "wrong-kind": WRONG,
  "out-of-range": WRONG,
  "key-missing": MISSING,
  "factor-missing": MISSING,
  "factor-below-one": "{0} 为 {1}，小于 1：上下文反而会缩短",
  "head-dim-not-divisible": "{0} {1} 不能被头数 {2} 整除，又没有给出 head_dim",
  "kv-heads-not-divisor": "{0} {1} 不能整除头数 {2}",
  "rotary-dim-odd":
    "按 {0} 算出的旋转宽度为 {1}：旋转成对进行，宽度应为不超过头维度 {2} 的正偶数",
  "rope-type-missing": "给出了缩放参数却缺少 {0}：transformers 会忽略这些参数",
  "rope-type-unknown": UNKNOWN,
  "layer-type-unknown": UNKNOWN,
  "beta-order": "{0} {1} 小于 beta_slow {2}：过渡区间会颠倒",
  "frequency-order": "{0} {1} 小于 low_freq_factor {2}",
  "longrope-length": LENGTHS,
  "mrope-section-sum": "{0} 之和为 {1}，而旋转对共有 {2} 个",
  "mrope-section-long": "按 {0} {1}，{2} 个轴无法在 {3} 个旋转对上交错排列",
  "layer-count": LENGTHS,
  "deberta-term-unknown": "{0} 只能包含 “c2p” 和 “p2c”，实际为 {1}",
  "distance-too-short": "{0} 应大于 {1}（各自独占一桶的距离数），实际为 {2}",
  "base-missing":
    "缺少 {0}：方案与 transformers 一致，取 {1}，但采用 {2} 缩放的模型用的是别的底数",
  "key-conflict": CONFLICT,
  "rope-type-conflict": CONFLICT,
  "base-conflict": CONFLICT,
  "partial-factor-conflict": CONFLICT,
  "original-length-conflict": CONFLICT,
  "scaling-and-parameters":
    "{0} 与 rope_parameters 同时给出且内容不同：方案与 transformers 一致，以 {0} 为准，其他运行时未必如此",
  "rope-key-unknown": "{0} 不是已知的 rope 键，未予读取；最接近的键：{1}",
  "rope-key-unused": "rope 类型为 {1} 时，{0} 不起作用",
  "rope-type-foreign": "{0} {1} 不是 transformers 的类型：方案按因子放大底数",
  "factor-contradicts-lengths":
    "{0} 为 {1}，而 max_position_embeddings 是原始长度 {2} 的 {3} 倍：方案采用前者，transformers 的某些版本采用后者",
  "original-length-missing":
    "缺少 {0}：方案与 transformers 一致，以 max_position_embeddings {1} 代替，其他运行时会报错",
  "original-length-too-long":
    "{0} {1} 大于 max_position_embeddings {2}：上下文并未得到扩展",
  "length-implausible": "{0} {1} 超过 2^24，float32 已无法精确表示这样的位置",
  "length-beyond-wavelengths":
    "{0} {1} 超过最长波长 {2}：所有旋转对都会在上下文之内重复",
  "attention-factor-with-mscale":
    "{0} 与 mscale 同时给出：方案与 transformers 一致，只用 {0}，其他运行时未必如此",
  "mscale-alone":
    "{0} 没有与之配对的键：transformers 会忽略它，DeepSeek 的代码则不会",
  "mscale-by-length": "{0} {1} 与 short_mscale {2} 不同：方案只采用 {0}",
  "alibi-max-ignored":
    "{0} 为 {1}：MosaicML 的代码采用该值，transformers 的代码固定用 8",
  "softmax-scale-differs":
    "{0} 使 DeepSeek 的分数缩放乘以 {1}，方案亦然；而 transformers 直到 5.9 版对 {2} 都没有这一步",
  "deberta-span-odd": "{0} {1} 为奇数：精确桶与对数桶无法各占一半",
  "deberta-terms-missing": "{0} 没有列出任何项：分数中不含位置信息",
  "deberta-relative-off": "relative_attention 未开启，{0} 不起作用",
  "format-mistral":
    "按 Mistral 的 params.json 读取（{0} 是其中的键），其权重让相邻通道成对",
  "text-model-only": "只读取了 {0}（{1}），配置的其余部分未读取",
  "position-key": "{0} 关系到位置；{1} 如何使用它，这里无从得知",
  "position-key-outside": "{0} 关系到所读部分之外的位置",
  "not-in-plan": "{0} 也会改变分数，未包含在方案中",
  "default-used": "未给出 {0}：{2} 的默认值为 {1}",
  "head-dim-differs": "{0} 为 {1}，不等于隐藏维度除以头数所得的 {2}",
  "rope-type-alias": "{0} {1} 按 {2} 读取",
  "factor-without-effect": "{0} 为 1：缩放不起任何作用",
  "layers-unknown": "未给出 {0}：方案只有一层，代表所有层",
  "length-unknown": "未给出 {0}：无从得知位置的上限",
  "frequency-band-empty":
    "{0} 等于 low_freq_factor {1}：频率直接切换，没有过渡",
  "alibi-heads":
    "{0} {1} 不是 2 的幂：斜率按 ALiBi 作者的规则计算，而不是 2^(−8h/n)",
  "alibi-scaled": "{0} 在分数缩放之前加入：偏置需乘以 {1}",
};

/** English words that stand for kinds and ranges in the values. */
const WORDS: Readonly<Record<string, string>> = {
  "a number": "数字",
  "true or false": "true 或 false",
  "a string": "字符串",
  "an object": "对象",
  "a list of numbers": "数字列表",
  "a list of strings": "字符串列表",
  "0 or 1": "0 或 1",
  "> 0 and ≤ 1": "大于 0 且不大于 1 的数",
  "> 1 and ≤ 1e12": "大于 1 且不大于 1e12 的数",
};

/**
 * The text of a finding of `config.fromHuggingFace`.
 *
 * @param finding - as the call gave it
 * @param language - `"en"` answers its `message`
 */
export function findingText(
  finding: Finding,
  language: "en" | "zh" = "en",
): string {
  if (language !== "zh") return finding.message;
  const { code, where, values } = finding;
  const words = values.map((value) =>
    Object.hasOwn(WORDS, value) ? (WORDS[value] as string) : value,
  );
  return fill(TEXTS[code], where, words);
}
