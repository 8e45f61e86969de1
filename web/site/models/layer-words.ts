// What a layer does with positions, in words.
import type {
  AttentionLayer,
  LayerPlan,
  LayerPosition,
  PositionPlan,
} from "posenc";
import { scalingText } from "../../widgets/figures/11-long-context/config-plan.ts";
import { group, type Lang, type Text } from "../../widgets/words/text.ts";

/** A number with as many digits as tell it from its neighbours. */
export const short = (x: number): string =>
  group(String(Number(x.toPrecision(6))));

const say = (lang: Lang, en: string, zh: string): string =>
  lang === "zh" ? zh : en;

/** How far a query of a layer sees. */
export function reachText(layer: AttentionLayer, lang: Lang): string {
  const { causal, window, chunk, gridWindow } = layer;
  if (gridWindow) {
    const { size, grid } = gridWindow;
    const [block, cells] = [size.join(" × "), grid.join(" × ")];
    const isFilled = grid.some((side, axis) => side % (size[axis] ?? 1) > 0);
    return say(
      lang,
      `its own block of ${block} cells out of ${cells}${isFilled ? ", the last ones filled up with zeros" : ""}`,
      `${cells} 个格子中自己所在的 ${block} 块${isFilled ? "（边上的块用零补齐）" : ""}`,
    );
  }
  if (chunk !== undefined) {
    return say(
      lang,
      `its own block of ${short(chunk)} positions`,
      `自己所在的 ${short(chunk)} 个位置的块`,
    );
  }
  if (window !== undefined) {
    return causal
      ? say(
          lang,
          `the ${short(window)} positions up to its own`,
          `到自己为止的 ${short(window)} 个位置`,
        )
      : say(
          lang,
          `positions less than ${short(window)} away, both ways`,
          `前后距离小于 ${short(window)} 的位置`,
        );
  }
  return causal
    ? say(lang, "all positions up to its own", "到自己为止的所有位置")
    : say(lang, "all positions, both ways", "前后所有位置");
}

const PAIRS: Readonly<Record<"halves" | "interleaved", Text>> = {
  halves: { en: "column i with i + half", zh: "第 i 列配第 i + 一半列" },
  interleaved: { en: "neighbouring columns", zh: "相邻两列" },
};

/** How positions enter a layer, in a few words. */
export function positionText(position: LayerPosition, lang: Lang): string {
  switch (position.type) {
    case "rotary":
      return say(
        lang,
        `rotation, base ${short(position.base)}`,
        `旋转，底数 ${short(position.base)}`,
      );
    case "axial":
      return say(lang, "rotation by grid coordinates", "按网格坐标旋转");
    case "axialHeads":
      return say(
        lang,
        "rotation by grid coordinates, all heads as one vector",
        "按网格坐标旋转，所有头连成一个向量",
      );
    case "alibi":
      return say(lang, "ALiBi: a penalty by distance", "ALiBi：按距离扣分");
    case "t5":
      return say(
        lang,
        `a learned bias in ${position.numBuckets} buckets`,
        `${position.numBuckets} 个桶的可学习偏置`,
      );
    case "deberta":
      return say(lang, "disentangled attention", "解耦注意力");
    case "transformerXL":
      return say(lang, "Transformer-XL’s terms", "Transformer-XL 的各项");
    case "none":
      return say(lang, "no position in the scores", "分数里没有位置");
  }
}

/** What a model adds before its first layer; "" where that is nothing. */
export function inputText(plan: PositionPlan, lang: Lang): string {
  if (plan.kind === "learned") {
    const { maxLen, dModel } = plan.embedding;
    const { resized, tiled } = plan;
    if (resized && tiled) {
      const [from, to, tile] = [resized.from, resized.to, tiled].map((it) =>
        it.join(" × "),
      );
      return say(
        lang,
        ` Before the first, two learned tables of width ${dModel} are added to the ${to} cells of an image: one of ${from}, resized bicubically, and one of ${tile}, repeated.`,
        `第一层之前，给图像的 ${to} 个格子加上两张宽为 ${dModel} 的可学习编码表：一张 ${from}，用双三次插值放大；一张 ${tile}，重复平铺。`,
      );
    }
    return say(
      lang,
      ` Before the first, ${short(maxLen)} learned rows of width ${dModel} are added.`,
      `第一层之前加上 ${short(maxLen)} 行宽为 ${dModel} 的可学习编码。`,
    );
  }
  if (plan.kind !== "sinusoidal") return "";
  const { dModel, layout, spacing } = plan.embedding;
  const order =
    layout === "halves"
      ? say(lang, "all sines, then all cosines", "先全部正弦，再全部余弦")
      : say(lang, "sines and cosines by turns", "正弦与余弦交替");
  return say(
    lang,
    ` Before the first, sinusoids of width ${dModel} are added: ${order} (${layout}), ${spacing} spacing.`,
    `第一层之前加上宽为 ${dModel} 的正弦编码：${order}（${layout}），频率间隔为 ${spacing}。`,
  );
}

/** "Layers 0–4, 6", "Layer 5", 第 0–4、6 层. */
export function layersText(names: string, lang: Lang): string {
  const isOne = !/[–,]/.test(names);
  return say(
    lang,
    `${isOne ? "Layer" : "Layers"} ${names}`,
    `第 ${names.replaceAll(", ", "、")} 层`,
  );
}

export type Row = readonly [name: string, value: string];

const pairsRow = (layout: keyof typeof PAIRS, lang: Lang): Row => [
  say(lang, "pairs", "配对"),
  `${PAIRS[layout][lang]} (${layout})`,
];

function rotaryRows(
  position: LayerPosition & { type: "rotary" },
  lang: Lang,
): Row[] {
  const { rotaryDim, headDim, startIndex = 0, layout, scaling } = position;
  const rows: Row[] = [
    [
      say(lang, "columns that turn", "旋转的列"),
      say(
        lang,
        `${rotaryDim} of ${headDim}${startIndex > 0 ? `, from column ${startIndex}` : ""}`,
        `${headDim} 列中的 ${rotaryDim} 列${startIndex > 0 ? `，从第 ${startIndex} 列起` : ""}`,
      ),
    ],
    pairsRow(layout, lang),
  ];
  if (scaling) {
    rows.push([
      say(lang, "context extension", "上下文扩展"),
      scalingText(scaling, lang),
    ]);
  }
  if (position.multimodal) {
    const { sections, interleaved } = position.multimodal;
    rows.push([
      say(lang, "pairs by time, height, width", "时间、高、宽各占的对数"),
      `${sections.join(" + ")}${interleaved ? say(lang, ", taking turns", "，逐对交替") : ""}`,
    ]);
  }
  if (position.inverse) {
    rows.push([
      say(lang, "direction", "方向"),
      say(lang, "backwards (−m·θ)", "反向（−m·θ）"),
    ]);
  }
  if (position.outputTurnedBack) {
    rows.push([
      say(lang, "output", "输出"),
      say(lang, "turned back by the query’s position", "按查询的位置转回"),
    ]);
  }
  return rows;
}

function positionRows(position: LayerPosition, lang: Lang): Row[] {
  switch (position.type) {
    case "rotary":
      return rotaryRows(position, lang);
    case "axial":
      return [
        [
          say(lang, "columns per axis", "各轴的列数"),
          position.axes.map(({ rotaryDim }) => rotaryDim).join(" + "),
        ],
        [
          say(lang, "base per axis", "各轴的底数"),
          position.axes.map(({ base }) => short(base)).join(", "),
        ],
        pairsRow(position.layout, lang),
      ];
    case "axialHeads":
      return [
        [
          say(lang, "frequencies per axis", "每个轴的频率个数"),
          String(position.frequencies),
        ],
        [say(lang, "base", "底数"), short(position.base)],
        [
          say(lang, "pairs that stand still", "不旋转的维度对"),
          String(position.unturned),
        ],
        pairsRow("interleaved", lang),
      ];
    case "alibi":
      return position.symmetric
        ? [
            [
              say(lang, "distance", "距离"),
              say(lang, "counts in both directions", "前后两个方向都算"),
            ],
          ]
        : [];
    case "t5":
      return [
        [
          say(lang, "last bucket from distance", "最后一个桶从多远起"),
          short(position.maxDistance),
        ],
        [
          say(lang, "table of layer", "使用哪一层的表"),
          String(position.tableOfLayer),
        ],
      ];
    case "deberta":
      return [[say(lang, "span", "跨度"), short(position.span)]];
    default:
      return [];
  }
}

function scoreRows(layer: AttentionLayer, lang: Lang): Row[] {
  const { scale, sinks, softcap, temperature, latent, compression } = layer;
  const rows: Row[] = [
    [say(lang, "a query sees", "查询看到"), reachText(layer, lang)],
    [say(lang, "scale of q·k", "q·k 的系数"), short(scale)],
  ];
  if (temperature) {
    rows.push([
      say(lang, "temperature at position p", "位置 p 处的温度"),
      temperature.type === "floor"
        ? `1 + ${temperature.coefficient} · ln(1 + ⌊${temperature.shift ? "(p + 1)" : "p"} / ${short(temperature.length)}⌋)`
        : `max(1, ln(p + 1) / ln ${short(temperature.length)})`,
    ]);
  }
  if (softcap !== undefined) {
    rows.push([
      say(lang, "soft cap", "软上限"),
      `${short(softcap)} · tanh(s / ${short(softcap)})`,
    ]);
  }
  if (sinks) {
    rows.push([
      say(lang, "sink", "汇点"),
      say(
        lang,
        "a learned score per head takes weight, gives no value",
        "每个头有一个可学习的分数：分走权重，不给出值",
      ),
    ]);
  }
  if (latent) {
    rows.push([
      say(lang, "latent attention", "潜在注意力"),
      say(
        lang,
        `${latent.nopeDim} columns without position, then ${latent.ropeDim} that turn; all heads share the turned part of the keys`,
        `先 ${latent.nopeDim} 列不带位置，后 ${latent.ropeDim} 列旋转；各头共用键的旋转部分`,
      ),
    ]);
  }
  if (compression) {
    rows.push([
      say(lang, "compressed keys", "压缩的键"),
      say(
        lang,
        `one entry for every ${compression.ratio} tokens, beside its window`,
        `窗口之外，每 ${compression.ratio} 个词元一项`,
      ),
    ]);
  }
  return rows;
}

/** All that a layer's plan says, as rows of a table. */
export function layerRows(layer: LayerPlan, lang: Lang): readonly Row[] {
  const type: Row = [say(lang, "type", "类型"), layer.layerType];
  if (layer.kind === "other") {
    return [
      type,
      [
        say(lang, "scores", "分数"),
        say(lang, "none: nothing attends here", "没有：这里不做注意力"),
      ],
    ];
  }
  const { numHeads, numKeyValueHeads, headDim, valueDim, position } = layer;
  return [
    type,
    [
      say(lang, "heads", "头"),
      numHeads === numKeyValueHeads
        ? String(numHeads)
        : say(
            lang,
            `${numHeads} of queries, ${numKeyValueHeads} of keys and values`,
            `查询 ${numHeads} 个，键和值 ${numKeyValueHeads} 个`,
          ),
    ],
    [
      say(lang, "head width", "头维度"),
      valueDim === undefined
        ? String(headDim)
        : say(
            lang,
            `${headDim}; values ${valueDim}`,
            `${headDim}；值为 ${valueDim}`,
          ),
    ],
    [say(lang, "position", "位置"), positionText(position, lang)],
    ...positionRows(position, lang),
    ...scoreRows(layer, lang),
  ];
}

/** One kind of layer in a clause. */
export function kindText(layer: LayerPlan, lang: Lang): string {
  if (layer.kind === "other") {
    return say(
      lang,
      `${layer.layerType}, without scores`,
      `${layer.layerType}，没有分数`,
    );
  }
  const { position, compression, temperature } = layer;
  const gap = say(lang, "; ", "；");
  return [
    positionText(position, lang),
    say(
      lang,
      `a query sees ${reachText(layer, lang)}`,
      `查询看到${reachText(layer, lang)}`,
    ),
    ...(compression
      ? [
          say(
            lang,
            `${compression.ratio} tokens in one compressed key`,
            `每 ${compression.ratio} 个词元压成一个键`,
          ),
        ]
      : []),
    ...(temperature
      ? [say(lang, "temperature by position", "温度随位置变化")]
      : []),
  ].join(gap);
}

/** Lines for what differs between the layers of two plans, alike ones together. */
export function layerDifferences(
  a: LayerPlan,
  b: LayerPlan,
  lang: Lang,
): readonly string[] {
  const [before, after] = [a, b].map((it) => new Map(layerRows(it, lang)));
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...names].flatMap((name) => {
    const [x, y] = [before?.get(name) ?? "–", after?.get(name) ?? "–"];
    return x === y ? [] : [`${name}: ${x} → ${y}`];
  });
}
