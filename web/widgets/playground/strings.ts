import { plural, quantity, type Text } from "../words/text.ts";

/** The fixed texts of `<pe-playground>`. */
export const strings = {
  name: {
    en: "Sinusoidal encoding: heatmap, waves and clock hands",
    zh: "正弦位置编码：热力图、波与指针",
  },
  caption: {
    en: "Drag along the heatmap, the waves or a hand: the other two follow. Point at or touch a number in the formula to see where it acts. Then set the base to 100. What happens on the right?",
    zh: "在热力图、波或指针上拖动，其余两图随之而动；指向或按住公式里的数，图中相应处会标出。再把底数改成 100：右半边会怎样？",
  },
  heatTitle: { en: "position ↓  dimension →", zh: "位置 ↓　维度 →" },
  scaleName: {
    en: "Colours from −1, blue, to 1, orange",
    zh: "颜色：蓝为 −1，橙为 1",
  },
  wavesTitle: { en: "value over positions", zh: "数值随位置的变化" },
  seqLen: { en: "length", zh: "序列长度" },
  dModel: { en: "width d", zh: "维数 d" },
  base: { en: "base", zh: "底数" },
  layout: { en: "columns", zh: "列的排布" },
  interleaved: { en: "interleaved", zh: "交错" },
  halves: { en: "halves", zh: "两半" },
  pos: { en: "position", zh: "位置" },
  dim: { en: "dimension", zh: "维度" },
  readCells: {
    en: "Read cells: arrow keys move by one, Page Up and Page Down by a tenth, Home and End to the first and last dimension",
    zh: "逐格读数：方向键移动一格，PageUp、PageDown 移动十分之一，Home、End 到首末维度",
  },
} as const satisfies Readonly<Record<string, Text>>;

const number = (value: number): string => `<b>${quantity(value)}</b>`;

/** The sentence above the figure, as HTML. */
export function finding(
  layout: "interleaved" | "halves",
  last: number,
  fastest: number,
  slowest: number,
): Text {
  if (last === 0) {
    return {
      en: `With two dimensions there is one hand. It turns once in ${number(fastest)} positions.`,
      zh: `只有两维，也就只有一根指针，每 ${number(fastest)} 个位置转一圈。`,
    };
  }
  const where =
    layout === "interleaved"
      ? { en: "Left to right", zh: "从左到右" }
      : { en: "Within each half, left to right,", zh: "在每一半内，从左到右" };
  return {
    en: `${where.en} the hands slow down: pair 0 turns once in ${number(fastest)} positions, pair ${last} in ${number(slowest)}.`,
    zh: `${where.zh}转速递减：第 0 对每 ${number(fastest)} 个位置转一圈，第 ${last} 对要 ${number(slowest)} 个位置。`,
  };
}

export const dialsTitle = (pos: number): Text => ({
  en: `the hands at position ${pos}`,
  zh: `位置 ${pos} 处的各根指针`,
});

export const waveLabel = (dim: number, turn: number): Text => ({
  en: `dim ${dim}: period ${quantity(turn)}`,
  zh: `维度 ${dim}：周期 ${quantity(turn)}`,
});

/** What a screen reader says of the heatmap. */
export const heatSentence = (
  rows: number,
  columns: number,
  cell: string,
): Text => ({
  en: `Heatmap of ${rows} ${plural(rows, "position")} by ${columns} dimensions, from −1 in blue to 1 in orange. Marked: ${cell}.`,
  zh: `热力图，${rows} 个位置，${columns} 维，蓝为 −1，橙为 1。标出的格子：${cell}。`,
});

/** What a screen reader says of the waves. */
export const wavesSentence = (
  dims: readonly number[],
  dim: number,
  pos: number,
  value: string,
): Text => ({
  en: `Waves of dimensions ${dims.join(", ")} over the positions. At position ${pos} dimension ${dim} has the value ${value}.`,
  zh: `维度 ${dims.join("、")} 随位置变化的波。在位置 ${pos}，维度 ${dim} 的值为 ${value}。`,
});

/**
 * What a screen reader says of the clock hands, in parts: how many there are
 * depends on the width.
 */
export function dialsSentence(
  pos: number,
  hands: readonly { readonly pair: number; readonly degrees: number }[],
): readonly Text[] {
  const [first, ...rest] = hands.map(({ pair, degrees }) => ({
    en: `pair ${pair} at ${degrees}°`,
    zh: `第 ${pair} 对 ${degrees}°`,
  }));
  const comma = { en: ", ", zh: "，" };
  return [
    { en: `Clock hands at position ${pos}: `, zh: `位置 ${pos} 处的指针：` },
    ...(first ? [first, ...rest.flatMap((it) => [comma, it])] : []),
    { en: ", clockwise from twelve.", zh: "，自十二点顺时针计。" },
  ];
}

/** What a slider for position or dimension says. */
export const cellSentence = (
  pos: number,
  dim: number,
  value: string,
): Text => ({
  en: `position ${pos}, dimension ${dim}, value ${value}`,
  zh: `位置 ${pos}，维度 ${dim}，值 ${value}`,
});

/** Above the table of numbers. */
export const tableCaption = (
  rows: readonly [number, number],
  columns: readonly [number, number],
): Text => ({
  en: `Positions ${rows[0]}–${rows[1]}, dimensions ${columns[0]}–${columns[1]}; the CSV file has all of them.`,
  zh: `位置 ${rows[0]}–${rows[1]}，维度 ${columns[0]}–${columns[1]}；全部数值见 CSV 文件。`,
});

/** What the saved figure says before the arithmetic of its cell. */
export const stateLine = (
  seqLen: number,
  dModel: number,
  base: string,
  layout: "interleaved" | "halves",
): Text => ({
  en: `${seqLen} ${plural(seqLen, "position")}, width ${dModel}, base ${base}, ${strings[layout].en}; `,
  zh: `${seqLen} 个位置，${dModel} 维，底数 ${base}，${strings[layout].zh}排布；`,
});
