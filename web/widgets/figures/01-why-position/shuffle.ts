// <pe-shuffle>: one sentence in two orders, through the same head of attention
// without and with positions.
import { scaleLinear } from "d3-scale";
import {
  choice,
  integer,
  onOff,
  type StateOf,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import type { Gestures } from "../../kit/gestures.ts";
import { rect } from "../../kit/highlights.ts";
import { cellAtPoint, type Matrix } from "../../kit/panel.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import type { Mark } from "../../plots/marks.ts";
import { joined } from "../../words/cut.ts";
import { escapeHtml, type Lang } from "../../words/text.ts";
import {
  cellOutline,
  gapText,
  WORD_MARGIN,
  wordEdges,
} from "../shared/word-weights.ts";
import {
  cardMarks,
  cardPointing,
  flow,
  LOOK,
  links,
  MOVES,
  moveStrings,
  pressed,
} from "./sentence/cards.ts";
import {
  orderOf,
  presetStrings,
  sentenceTable,
  wordsOf,
} from "./sentence/presets.ts";
import {
  type Compared,
  codeOf,
  compare,
  type Side,
} from "./sentence/two-orders.ts";

const table = {
  ...sentenceTable([
    "dog",
    "love",
    "cat",
    "film",
    "meeting",
    "because",
    "twice",
    "keys",
  ]),
  position: choice(["sinusoidal", "rotary", "alibi"]),
  causal: onOff(false),
  show: choice(["weights", "change"]),
  pick: integer({ default: 0, min: 0, max: 11 }),
  query: integer({ default: 0, min: 0, max: 11 }),
  key: integer({ default: 0, min: 0, max: 11 }),
  "d-model": integer({ default: 32, min: 4, max: 128 }),
  seed: integer({ default: 0, min: 0, max: 999 }),
} as const;

type State = StateOf<typeof table>;
type Model = Readonly<Record<Lang, Compared>>;
type Here = Shown<State, Model>;

const strings = {
  ...presetStrings,
  ...moveStrings,
  name: { en: "The same words in two orders", zh: "同样的词，两种语序" },
  caption: {
    en: "Drag a word, or choose one and use the buttons; then write a sentence of your own. Without positions every word takes its row and its column along and nothing else happens; with them the numbers themselves change. Switch on the causal mask: now the first picture changes too.",
    zh: "拖动词卡，或选中一个词再用按钮移动；也可以自己写一句。没有位置时，每个词只是带着自己的行和列一起搬家，别的都没变；有位置时，数值本身变了。再打开因果掩码：两边都变。",
  },
  position: { en: "Kind of positions", zh: "位置信息的种类" },
  sinusoidal: { en: "sinusoidal", zh: "正弦" },
  rotary: { en: "RoPE", zh: "RoPE" },
  alibi: { en: "ALiBi", zh: "ALiBi" },
  causal: { en: "Causal mask", zh: "因果掩码" },
  show: { en: "Show", zh: "显示" },
  weights: { en: "weights", zh: "权重" },
  change: { en: "change", zh: "变化" },
  pick: { en: "Chosen word", zh: "选中的词" },
  query: { en: "Query", zh: "查询" },
  key: { en: "Key", zh: "键" },
  dModel: { en: "Width d", zh: "维数 d" },
  seed: { en: "Seed", zh: "随机种子" },
  cells: {
    en: "Attention weights; arrow keys choose a cell.",
    zh: "注意力权重；方向键选择单元格。",
  },
  plain: { en: "without positions", zh: "没有位置信息" },
  placed: { en: "with positions", zh: "有位置信息" },
} as const;

const at = ({ model, lang }: Here): Compared => model[lang];
const lineOf = (it: Compared): string =>
  joined(it.order.map((k) => it.words[k] as string));

/** px that a line of words above the cards needs, with what links them. */
const ROOM = 56;

const lay = (words: readonly string[], box: Box) => {
  const line = flow(words, Number.POSITIVE_INFINITY);
  const last = line.at(-1);
  const fits = last !== undefined && last.x + last.width <= box.width;
  // Where a screen is low there is no room for a line above.
  const top = fits && box.height >= ROOM ? box.height - 36 : 1;
  return flow(words, box.width, { ...LOOK, top });
};

function cards(shown: Here, box: Box): Mark[] {
  const it = at(shown);
  const { pick, query, key } = shown.state;
  const inOrder = it.order.map((k) => it.words[k] as string);
  const below = lay(inOrder, box);
  const marks: Mark[] = [];
  // As long as both fit on a line: the sentence as it was written, above.
  if (below[0] && below[0].y > 1) {
    const above = flow(it.words, Number.POSITIVE_INFINITY, {
      ...LOOK,
      height: 18,
    });
    marks.push(...links(above, below, it.order));
    above.forEach(({ x, width }, k) => {
      marks.push({
        kind: "text",
        x: x + width / 2,
        y: 14,
        text: it.words[k] as string,
        anchor: "middle",
        size: LOOK.size,
        fill: "ink2",
      });
    });
  }
  below.forEach((card, k) => {
    const linked =
      (shown.link === "query" && k === query) ||
      (shown.link === "key" && k === key);
    const word = inOrder[k] as string;
    marks.push(...cardMarks(card, { word, marked: k === pick, linked }));
  });
  return marks;
}

const clampTo = (count: number, value: number): number =>
  Math.min(count - 1, Math.max(0, value));

function matrixOf(shown: Here, side: Side): Matrix {
  const it = at(shown);
  const run = it[side];
  return shown.state.show === "weights" ? run.weights : run.change;
}

function edges(shown: Here, box: Box, side: Side): Mark[] {
  const it = at(shown);
  const words = it.order.map((k) => it.words[k] as string);
  const row = clampTo(words.length, shown.state.query);
  const column = clampTo(words.length, shown.state.key);
  return [
    ...wordEdges(words, box, { row, column }),
    ...cellOutline(matrixOf(shown, side), box, row, column),
  ];
}

function pointing(side: Side): Gestures<State, Model> {
  const choose = (shown: Here, point: { x: number; y: number }, box: Box) => {
    const { row, column } = cellAtPoint(matrixOf(shown, side), box, point);
    return { query: row, key: column };
  };
  return {
    cursor: "crosshair",
    keys: strings.cells,
    pick: choose,
    key(shown, event) {
      const step = {
        ArrowUp: [-1, 0],
        ArrowDown: [1, 0],
        ArrowLeft: [0, -1],
        ArrowRight: [0, 1],
      }[event.key];
      if (!step) return undefined;
      const count = at(shown).words.length;
      const { query, key } = shown.state;
      return {
        query: clampTo(count, query + (step[0] as number)),
        key: clampTo(count, key + (step[1] as number)),
      };
    },
  };
}

/** One cell in words. */
function cellText(shown: Here, side: Side): string {
  const it = at(shown);
  const words = it.order.map((k) => it.words[k] as string);
  const row = clampTo(words.length, shown.state.query);
  const column = clampTo(words.length, shown.state.key);
  const cell = row * words.length + column;
  const now = it[side].weights.values[cell] as number;
  const before = now - (it[side].change.values[cell] as number);
  const [a, b] = [words[row], words[column]];
  return shown.lang === "zh"
    ? `“${a}”看“${b}”：原语序 ${before.toFixed(3)}，新语序 ${now.toFixed(3)}`
    : `“${a}” looks at “${b}”: ${before.toFixed(3)} as written, ${now.toFixed(3)} in the new order`;
}

function bars(shown: Here, box: Box): Mark[] {
  const it = at(shown);
  const count = it.words.length;
  const highest = Math.max(...it.plain.moves, ...it.placed.moves, 1e-3);
  const y = scaleLinear().domain([0, highest]).nice(3).range([box.height, 0]);
  const w = box.width / count;
  // Low as it is on a telephone, the axis has room for its ends.
  const ticks = box.height < 60 ? y.domain() : y.ticks(3);
  const marks = axes({ y: { scale: y, ticks } }, box);
  const bar = Math.min(22, w / 3);
  it.order.forEach((from, k) => {
    const x = (k + 0.5) * w;
    const put = (value: number, shift: number, fill: "warm" | "accent") =>
      marks.push(
        rect([x + shift, y(value), bar, Math.max(1, box.height - y(value))], {
          fill,
        }),
      );
    put(it.plain.moves[k] as number, -bar - 1, "warm");
    put(it.placed.moves[k] as number, 1, "accent");
    marks.push({
      kind: "text",
      x,
      y: box.height + (w < 44 && k % 2 === 1 ? 32 : 17),
      text: it.words[from] as string,
      anchor: "middle",
      fill: "ink2",
    });
  });
  return marks;
}

function say(shown: Here): string {
  const it = at(shown);
  const [a, b] = [gapText(it.plain.error), gapText(it.placed.error)];
  const line = lineOf(it);
  return {
    en: `“${line}”: outputs differ from those of “${joined(it.words)}” by up to ${a} without positions and ${b} with them, word by word. ${cellText(shown, "placed")}.`,
    zh: `“${line}”与“${joined(it.words)}”逐词比较：没有位置信息时输出最多相差 ${a}，有位置信息时相差 ${b}。${cellText(shown, "placed")}。`,
  }[shown.lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-shuffle",
  table,
  strings,
  bounds: { dModel: EVEN },
  controls: [
    { key: "sentence", menu: true },
    { key: "position" },
    { key: "show" },
    { key: "words", when: ({ sentence }) => sentence === "own" },
    { key: "causal" },
    { key: "seed" },
    { key: "dModel", step: 2 },
  ],
  main: ["sentence", "words", "position"],
  compute(state) {
    const one = (lang: Lang) =>
      compare(wordsOf(state, lang), orderOf(state, lang), state);
    return { en: one("en"), zh: one("zh") };
  },
  finding(shown) {
    const it = at(shown);
    const [a, b] = [gapText(it.plain.error), gapText(it.placed.error)];
    const line = escapeHtml(lineOf(it));
    const still = it.order.every((k, t) => it.words[k] === it.words[t]);
    if (still) {
      return {
        en: `“${line}” is in its written order: both differences are <b>${a}</b>. Drag a word.`,
        zh: `“${line}”是原来的语序，两边的差都是 <b>${a}</b>。拖动一个词试试。`,
      }[shown.lang];
    }
    return {
      en: `In “${line}” no number in a word’s output changes by more than <b>${a}</b> without positions${it.plain.error < 1e-5 ? " (rounding)" : ""}; with them, by up to <b>${b}</b>.`,
      zh: `换成“${line}”，各词的输出在没有位置信息时只差 <b>${a}</b>${it.plain.error < 1e-5 ? "（舍入误差）" : ""}，有位置信息时最多差 <b>${b}</b>。`,
    }[shown.lang];
  },
  rows: [
    [["cards", 1]],
    [["moves", 1]],
    [
      ["plain", 1],
      ["placed", 1],
    ],
    [["outputs", 1]],
  ],
  panels: [
    {
      kind: "plot",
      id: "cards",
      height: [112, 120],
      margin: { left: 1, right: 1, top: 2, bottom: 2 },
      label: say,
      marks: cards,
      pointing: cardPointing<State, Model>({
        words: (shown) => at(shown).words,
        order: (shown) => at(shown).order,
        layout: (words, box) => lay(words, box),
      }),
    },
    {
      kind: "html",
      id: "moves",
      tall: [28, 96],
      label: () => "",
      html: ({ lang }) =>
        `<p class="buttons">${MOVES.map((name) => `<button type="button" data-press="${name}">${moveStrings[name][lang]}</button>`).join(" ")}</p>`,
      press: (name, shown) => pressed(name, shown.state, at(shown).order),
      lines: () => [],
    },
    ...(["plain", "placed"] as const).map((side) => ({
      kind: "cells" as const,
      id: side,
      attention: "random" as const,
      height: [260, 240] as const,
      aspect: 1,
      scale: false,
      margin: WORD_MARGIN,
      title: ({ lang }: Here) => strings[side][lang],
      matrix: (shown: Here) => matrixOf(shown, side),
      label: (shown: Here) =>
        `${strings[side][shown.lang]}${shown.lang === "zh" ? "：" : ": "}${cellText(shown, side)}`,
      marks: (shown: Here, box: Box) => edges(shown, box, side),
      pointing: pointing(side),
    })),
    {
      kind: "plot",
      id: "outputs",
      height: 72,
      margin: { ...AXES, top: 10, bottom: 36 },
      title: ({ lang }) =>
        lang === "zh"
          ? "各词的输出变了多少（均方根）"
          : "how far each word’s output has moved (root mean square)",
      legend: ({ lang }) => [
        { ink: "warm", text: strings.plain[lang] },
        { ink: "accent", text: strings.placed[lang] },
      ],
      label: say,
      marks: bars,
    },
  ],
  sentence: say,
  tableData(shown) {
    const it = at(shown);
    const zh = shown.lang === "zh";
    return {
      caption: strings.name[shown.lang],
      corner: zh ? "词" : "word",
      columns: zh
        ? ["原位置", "新位置", "变化（无位置信息）", "变化（有位置信息）"]
        : ["was at", "is at", "moved, without", "moved, with"],
      rows: it.order.map((from, k) => ({
        head: it.words[from] as string,
        cells: [
          String(from),
          String(k),
          gapText(it.plain.moves[k] as number),
          gapText(it.placed.moves[k] as number),
        ],
      })),
    };
  },
  code: (shown) => codeOf(at(shown), shown.state),
  states(shown) {
    const { plain, placed } = at(shown);
    return [plain.error, placed.error];
  },
  styles: `.buttons { display: flex; flex-wrap: wrap; gap: 8px; }
.pane-cards .plot, .pane-plain .plot { user-select: none; }`,
});
