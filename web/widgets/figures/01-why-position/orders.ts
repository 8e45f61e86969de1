// <pe-orders>: a bag of words beside numbered cards, and what attention makes of
// all orders of the words: one summary for all, or one for each.

import { scaleLinear } from "d3-scale";
import * as pe from "posenc";
import { integer, type StateOf } from "../../element/state/attributes.ts";
import { onPaper } from "../../kit/highlights.ts";
import type { Point } from "../../kit/pointer.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment, textMark } from "../../plots/marks.ts";
import { joined } from "../../words/cut.ts";
import { escapeHtml, type Lang, plural, quantity } from "../../words/text.ts";
import { gapText } from "../shared/word-weights.ts";
import { bagMarks, numbered } from "./sentence/bag.ts";
import {
  cardMarks,
  cardPointing,
  MOVES,
  moveStrings,
  pressed,
} from "./sentence/cards.ts";
import { headOptions, pooled, vectors } from "./sentence/head.ts";
import {
  allOrders,
  gap,
  type Order,
  rowsInOrder,
  writeOrder,
} from "./sentence/order.ts";
import { ordersCode } from "./sentence/orders-program.ts";
import {
  orderOf,
  presetStrings,
  sentenceTable,
  wordsOf,
} from "./sentence/presets.ts";

/** 720 orders; more would not be dots any more. */
const MOST = 6;
const D = 16;
/** Outputs that differ by less are the same but for rounding. */
const SAME = 1e-4;

const table = {
  ...sentenceTable(["cat", "love", "dog", "film", "twice"], MOST),
  pick: integer({ default: 0, min: 0, max: MOST - 1 }),
  seed: integer({ default: 0, min: 0, max: 999 }),
} as const;

type State = StateOf<typeof table>;

interface Summary {
  readonly words: readonly string[];
  readonly orders: readonly Order[];
  /** Different mean outputs among all orders. */
  readonly plain: number;
  readonly placed: number;
  /** Largest difference of any two without positions: rounding. */
  readonly spread: number;
  /** All orders with positions along two axes, and the one place without. */
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly place: readonly [x: number, y: number];
}

type Model = Readonly<Record<Lang, Summary>>;
type Here = Shown<State, Model>;

const strings = {
  ...presetStrings,
  ...moveStrings,
  name: { en: "A bag of words and numbered cards", zh: "词袋与编号卡片" },
  caption: {
    en: "Drag the numbered cards: the bag stays as it is. Below, each dot is one order of the words, placed by the mean of attention’s outputs; press one to choose and read it. Where do they stand without numbers?",
    zh: "拖动编号卡片，词袋始终不变。下图每个点是一种语序，位置由注意力输出的平均决定；点按一个，即可选中并读出。没有编号时，它们在哪里？",
  },
  pick: { en: "Chosen word", zh: "选中的词" },
  seed: { en: "Seed", zh: "随机种子" },
  bag: { en: "bag: without positions", zh: "词袋：没有位置" },
  numbered: { en: "cards: numbered", zh: "卡片：有编号" },
  all: {
    en: "all orders, by the mean of their outputs",
    zh: "全部语序，按输出的平均定位",
  },
  keys: {
    en: "All orders of the words as dots; left and right arrows go through them.",
    zh: "全部语序的散点；左右方向键逐个浏览。",
  },
} as const;

const at = ({ model, lang }: Here): Summary => model[lang];

function distinct(rows: Float32Array, count: number): number {
  const all = Array.from({ length: count }, (_, k) =>
    rows.subarray(k * D, (k + 1) * D),
  ).sort((a, b) => (a[0] as number) - (b[0] as number));
  // In this order, rows that agree are near each other.
  const found: Float32Array[] = [];
  for (const row of all) {
    let again = false;
    for (let k = found.length - 1; k >= 0 && !again; k -= 1) {
      const other = found[k] as Float32Array;
      if ((row[0] as number) - (other[0] as number) > SAME) break;
      again = gap(row, other) < SAME;
    }
    if (!again) found.push(row);
  }
  return found.length;
}

export const spec = figure<typeof table, Model>({
  tag: "pe-orders",
  table,
  strings,
  controls: [
    { key: "sentence", menu: true },
    { key: "seed" },
    { key: "words", when: ({ sentence }) => sentence === "own" },
  ],
  main: ["sentence", "words"],
  compute(state) {
    const one = (lang: Lang): Summary => {
      const words = wordsOf(state, lang);
      const orders = allOrders(words.length);
      const [count, n] = [orders.length, words.length];
      const x = vectors(words, { dModel: D, seed: state.seed });
      const batch = new Float32Array(count * n * D);
      orders.forEach((order, k) => {
        batch.set(rowsInOrder(x.data, D, order), k * n * D);
      });
      const means = (position: "none" | "sinusoidal"): Float32Array => {
        const head = { dModel: D, seed: state.seed, causal: false, position };
        const input = { data: batch, shape: [count, n, D] };
        const { data } = pe.attention(headOptions(input, head)).output;
        const rows = new Float32Array(count * D);
        for (let k = 0; k < count; k += 1) {
          const part = data.subarray(k * n * D, (k + 1) * n * D);
          rows.set(pooled(part, D), k * D);
        }
        return rows;
      };
      const [plain, placed] = [means("none"), means("sinusoidal")];
      // The plane in which the orders with positions differ most; the others
      // are seen in it too.
      const shape = [count, D];
      const data = placed;
      const { projections, components } = pe.analysisSpectrum(
        { data, shape },
        { components: 2 },
      );
      const points = orders.map(
        (_, k) =>
          [
            projections.data[2 * k] as number,
            projections.data[2 * k + 1] as number,
          ] as const,
      );
      const centre = pooled(placed, D);
      const along = (axis: 0 | 1): number =>
        centre.reduce((sum, middle, c) => {
          const value = (plain[c] as number) - middle;
          return sum + value * (components.data[axis * D + c] as number);
        }, 0);
      let spread = 0;
      for (let k = 1; k < count; k += 1) {
        const row = plain.subarray(k * D, (k + 1) * D);
        spread = Math.max(spread, gap(row, plain.subarray(0, D)));
      }
      return {
        ...{ words, orders, spread },
        plain: distinct(plain, count),
        placed: distinct(placed, count),
        points,
        place: [along(0), along(1)],
      };
    };
    return { en: one("en"), zh: one("zh") };
  },
  finding(shown) {
    const { words, orders, plain, placed } = at(shown);
    return {
      en: `${words.length} words have ${orders.length} orders. Without positions the averages of attention’s outputs take <b>${plain}</b> ${plural(plain, "value")}, with positions <b>${placed}</b>.`,
      zh: `${words.length} 个词有 ${orders.length} 种语序。没有位置信息时，注意力输出的平均只有 <b>${plain}</b> 种；有位置信息时有 <b>${placed}</b> 种。`,
    }[shown.lang];
  },
  rows: [
    [
      ["bag", 2],
      ["cards", 3],
    ],
    [["moves", 1]],
    [["dots", 1]],
  ],
  panels: [
    {
      kind: "plot",
      id: "bag",
      height: [124, 124],
      margin: { left: 1, right: 1, top: 4, bottom: 4 },
      title: ({ lang }) => strings.bag[lang],
      label: (shown) =>
        `${strings.bag[shown.lang]}: ${[...at(shown).words].sort().join(", ")}`,
      marks: (shown, box) => bagMarks(at(shown).words, box),
    },
    {
      kind: "plot",
      id: "cards",
      height: [124, 132],
      margin: { left: 1, right: 1, top: 4, bottom: 4 },
      title: ({ lang }) => strings.numbered[lang],
      label: say,
      marks(shown, box) {
        const { words } = at(shown);
        const order = currentOrder(shown);
        const inOrder = order.map((k) => words[k] as string);
        return numbered(inOrder, box).flatMap((card, k) =>
          cardMarks(card, {
            word: inOrder[k] as string,
            number: String(k),
            marked: k === shown.state.pick,
          }),
        );
      },
      pointing: cardPointing<State, Model>({
        words: (shown) => at(shown).words,
        order: currentOrder,
        layout: numbered,
      }),
    },
    {
      kind: "html",
      id: "moves",
      label: () => "",
      html: ({ lang }) =>
        `<p class="buttons">${MOVES.map((name) => `<button type="button" data-press="${name}">${moveStrings[name][lang]}</button>`).join(" ")}</p>`,
      press: (name, shown) => pressed(name, shown.state, currentOrder(shown)),
      lines: () => [],
    },
    {
      kind: "plot",
      id: "dots",
      attention: "random",
      height: [240, 220],
      margin: { left: 8, right: 8, top: 20, bottom: 32 },
      title: ({ lang }) => strings.all[lang],
      label: say,
      marks: dots,
      pointing: {
        cursor: "pointer",
        pick: near,
        key(shown, event) {
          const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (step === undefined) return undefined;
          const { orders } = at(shown);
          const now = indexOf(shown) + step;
          const next = orders[(now + orders.length) % orders.length] as Order;
          return { order: writeOrder(shown.state.sentence, next) };
        },
      },
    },
  ],
  sentence: say,
  tableData(shown) {
    const { words, orders, points } = at(shown);
    const zh = shown.lang === "zh";
    return {
      caption: strings.name[shown.lang],
      corner: zh ? "语序" : "order",
      columns: zh ? ["第一轴", "第二轴"] : ["first axis", "second axis"],
      rows: orders.slice(0, 24).map((order, k) => ({
        head: joined(order.map((w) => words[w] as string)),
        cells: (points[k] ?? []).map((value) => quantity(value)),
      })),
    };
  },
  code: (shown) =>
    ordersCode(at(shown).words, { dModel: D, seed: shown.state.seed }, SAME),
  states(shown) {
    const { orders, plain, placed, spread } = at(shown);
    return [orders.length, plain, placed, spread];
  },
  // A bag that is no flatter than its cards.
  styles:
    ".buttons { display: flex; flex-wrap: wrap; gap: 8px; } :is(.pane-bag, .pane-cards) .plot { min-height: 88px; }",
});

function currentOrder(shown: Here): Order {
  return orderOf(shown.state, shown.lang);
}

function indexOf(shown: Here): number {
  const order = String(currentOrder(shown));
  return at(shown).orders.findIndex((other) => String(other) === order);
}

function scales(shown: Here, { width, height }: Box) {
  const { points, place } = at(shown);
  const reach = (axis: 0 | 1): [number, number] => {
    const values = [...points, place].map((point) => point[axis]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const edge = Math.max(1e-3, (high - low) * 0.06);
    return [low - edge, high + edge];
  };
  return {
    x: scaleLinear().domain(reach(0)).range([0, width]),
    y: scaleLinear().domain(reach(1)).range([height, 0]),
  };
}

function dots(shown: Here, box: Box): Mark[] {
  const { points, place, orders, words } = at(shown);
  const { x, y } = scales(shown, box);
  const size = orders.length > 200 ? 2 : orders.length > 30 ? 3 : 4.5;
  const now = indexOf(shown);
  const [px, py] = points[now] as readonly [number, number];
  const line = joined(currentOrder(shown).map((k) => words[k] as string));
  const zh = shown.lang === "zh";
  const half = box.width / 2;
  const label = (
    at: number,
    y0: number,
    text: string,
    accent: boolean,
  ): readonly Mark[] =>
    onPaper(
      textMark(at, y0, text, accent ? "accent" : "warm", {
        ...{ anchor: at > half ? "end" : "start", bold: accent },
      }),
    );
  const [cx, cy] = [x(place[0]), y(place[1])];
  return [
    segment(0, box.height + 12, box.width, box.height + 12, { stroke: "rule" }),
    {
      kind: "path",
      draw(pen) {
        for (const [a, b] of points) {
          pen.moveTo(x(a) + size, y(b));
          pen.arc(x(a), y(b), size, 0, 2 * Math.PI);
        }
      },
      fill: "accent",
      opacity: 0.55,
    },
    circle(cx, cy, 8, { stroke: "warm", width: 2 }),
    circle(cx, cy, 3, { fill: "warm" }),
    ...[
      zh ? "没有位置时，" : "without positions,",
      zh
        ? `${orders.length} 种语序全在这一点`
        : `all ${orders.length} orders are here`,
    ].flatMap((text, k) =>
      label(cx + (cx > half ? -14 : 14), cy - 4 + 16 * k, text, false),
    ),
    circle(x(px), y(py), 6.5, { fill: "accent", stroke: "paper", width: 2 }),
    ...label(x(px) + (x(px) > half ? -12 : 12), y(py) - 8, line, true),
  ];
}

function near(shown: Here, point: Point, box: Box) {
  const { points, orders } = at(shown);
  const { x, y } = scales(shown, box);
  const far = points.map(([a, b]) =>
    Math.hypot(x(a) - point.x, y(b) - point.y),
  );
  const nearest = far.indexOf(Math.min(...far));
  if ((far[nearest] as number) > 40) return undefined;
  // What is chosen stays as it is written.
  if (nearest === indexOf(shown)) return { order: shown.state.order };
  return {
    order: writeOrder(shown.state.sentence, orders[nearest] as Order),
  };
}

function say(shown: Here): string {
  const { words, orders, plain, placed, spread } = at(shown);
  const line = escapeHtml(
    joined(currentOrder(shown).map((k) => words[k] as string)),
  );
  return {
    en: `“${line}”, one of ${orders.length} orders. Different means of the outputs: ${plain} without positions (they agree to ${gapText(spread)}), ${placed} with.`,
    zh: `“${line}”，共 ${orders.length} 种语序之一。输出平均的不同取值：没有位置信息时 ${plain} 种（彼此相差不过 ${gapText(spread)}），有位置信息时 ${placed} 种。`,
  }[shown.lang];
}
