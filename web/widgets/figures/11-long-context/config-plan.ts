// What a configuration amounts to, in words and numbers.

import type {
  LayerPlan,
  PositionPlan,
  RotaryPlan,
  RotaryScaling,
} from "posenc";
import * as pe from "posenc";
import { decimals, type Lang, quantity, type Text } from "../../words/text.ts";

/** How a page in Chinese calls the fields of a rescaling. */
const FIELDS: Readonly<Record<string, Text>> = {
  factor: { en: "factor", zh: "倍数" },
  originalMaxSeqLen: { en: "originalMaxSeqLen", zh: "原来的长度" },
  maxSeqLen: { en: "maxSeqLen", zh: "最大长度" },
  betaFast: { en: "betaFast", zh: "快界" },
  betaSlow: { en: "betaSlow", zh: "慢界" },
  lowFrequencyFactor: { en: "lowFrequencyFactor", zh: "低频界" },
  highFrequencyFactor: { en: "highFrequencyFactor", zh: "高频界" },
  attentionFactor: { en: "attentionFactor", zh: "注意力系数" },
  partialRotaryFactor: { en: "partialRotaryFactor", zh: "旋转的比例" },
};

/** Options of the extension as one line: "yarn, factor 4, …". */
export function scalingText(
  scaling: RotaryScaling | undefined,
  lang: Lang,
): string {
  if (!scaling) return lang === "zh" ? "无" : "none";
  const fields = Object.entries(scaling).flatMap(([name, value]) => {
    if (name === "type") return [];
    const said = FIELDS[name]?.[lang] ?? name;
    if (typeof value === "number") return [`${said} ${quantity(value, 6)}`];
    if (typeof value === "object") return [`${said} [${value.length}]`];
    return [`${said} ${value}`];
  });
  return [scaling.type, ...fields].join(lang === "zh" ? "，" : ", ");
}

const PAIRS: Readonly<Record<RotaryPlan["layout"], Text>> = {
  halves: { en: "halves", zh: "两半（halves）" },
  interleaved: { en: "interleaved", zh: "交错（interleaved）" },
};

const KIND: Readonly<Record<PositionPlan["kind"], Text>> = {
  rotary: { en: "rotation of queries and keys", zh: "旋转查询与键" },
  alibi: { en: "ALiBi: a penalty by distance", zh: "ALiBi：按距离扣分" },
  t5: { en: "T5: a learned bias by bucket", zh: "T5：分桶的可学习偏置" },
  axial: { en: "rotation by grid coordinates", zh: "按网格坐标旋转" },
  axialHeads: {
    en: "rotation by grid coordinates, all heads as one vector",
    zh: "按网格坐标旋转，所有头连成一个向量",
  },
  learned: { en: "learned rows", zh: "可学习的位置向量" },
  sinusoidal: { en: "sinusoidal rows", zh: "正弦位置向量" },
  deberta: { en: "disentangled attention", zh: "解耦注意力" },
  transformerXL: { en: "Transformer-XL’s terms", zh: "Transformer-XL 的各项" },
};

/** Length behind a plan before rescaling, which may be that of training. */
export function lengthBefore(
  scaling: RotaryScaling | undefined,
  maxPositions: number | null,
): number | null {
  if (scaling && "originalMaxSeqLen" in scaling) {
    return scaling.originalMaxSeqLen;
  }
  if (scaling?.type === "linear" && maxPositions !== null) {
    return Math.max(1, Math.round(maxPositions / scaling.factor));
  }
  return maxPositions;
}

type Row = readonly [name: Text, value: string];

/** Whether a layer turns as the plan's `rotary` says. */
function turnsLike(layer: LayerPlan, { rotary }: RotaryPlan): boolean {
  if (layer.kind !== "attention" || layer.position.type !== "rotary") {
    return false;
  }
  const { base, rotaryDim, scaling } = layer.position;
  return (
    base === rotary.base &&
    rotaryDim === rotary.rotaryDim &&
    JSON.stringify(scaling) === JSON.stringify(rotary.scaling)
  );
}

function rotaryRows(plan: RotaryPlan, lang: Lang): Row[] {
  const { headDim, rotaryDim, base } = plan.rotary;
  const { attentionFactor } = pe.rotaryFrequencies({
    ...plan.rotary,
    ...(plan.maxPositions === null ? {} : { seqLen: plan.maxPositions }),
  });
  const trained = lengthBefore(plan.rotary.scaling, plan.maxPositions);
  const others = plan.layers.filter((it) => !turnsLike(it, plan)).length;
  return [
    [
      { en: "head width, turned", zh: "头维度，旋转的列数" },
      `${headDim}${lang === "zh" ? "，" : ", "}${rotaryDim}`,
    ],
    [{ en: "pairs", zh: "配对方式" }, PAIRS[plan.layout][lang]],
    [{ en: "base", zh: "底数" }, quantity(base, 8)],
    [{ en: "rescaling", zh: "缩放" }, scalingText(plan.rotary.scaling, lang)],
    [
      { en: "length before rescaling", zh: "缩放前的长度" },
      trained === null ? "?" : quantity(trained),
    ],
    [
      { en: "factor on cos and sin", zh: "cos、sin 的系数" },
      decimals(attentionFactor, 4),
    ],
    ...(others > 0
      ? [
          [
            { en: "layers that turn otherwise", zh: "设置不同的层" },
            String(others),
          ] as const,
        ]
      : []),
  ];
}

function otherRows(plan: PositionPlan): Row[] {
  switch (plan.kind) {
    case "alibi":
      return [[{ en: "slopes", zh: "斜率个数" }, String(plan.bias.numHeads)]];
    case "t5":
      return [
        [{ en: "buckets", zh: "桶数" }, String(plan.bias.numBuckets)],
        [
          { en: "maximum distance", zh: "最大距离" },
          String(plan.bias.maxDistance),
        ],
      ];
    case "axial":
      return [
        [
          { en: "columns per axis", zh: "各轴的列数" },
          plan.axes.map(({ rotaryDim }) => rotaryDim).join(" + "),
        ],
      ];
    case "axialHeads":
      return [
        [
          { en: "frequencies per axis", zh: "每个轴的频率个数" },
          String(plan.frequencies),
        ],
      ];
    case "learned":
      return [
        [
          { en: "table", zh: "表的大小" },
          `${quantity(plan.embedding.maxLen)} × ${quantity(plan.embedding.dModel)}`,
        ],
      ];
    case "sinusoidal":
      return [
        [{ en: "width", zh: "维数" }, String(plan.embedding.dModel)],
        [{ en: "layout", zh: "排布" }, plan.embedding.layout],
      ];
    case "deberta":
      return [[{ en: "span", zh: "跨度" }, String(plan.relative.span)]];
    case "transformerXL":
      return [[{ en: "memory", zh: "记忆长度" }, String(plan.memoryLen)]];
    default:
      return [];
  }
}

/** The plan as rows of a table. */
export function planRows(plan: PositionPlan, lang: Lang): readonly Row[] {
  const { maxPositions } = plan;
  return [
    [{ en: "positions enter by", zh: "位置的进入方式" }, KIND[plan.kind][lang]],
    [
      { en: "made for positions", zh: "设计长度" },
      maxPositions === null
        ? lang === "zh"
          ? "未说明"
          : "not said"
        : quantity(maxPositions),
    ],
    ...(plan.kind === "rotary" ? rotaryRows(plan, lang) : otherRows(plan)),
  ];
}
