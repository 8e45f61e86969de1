// <pe-shift-trick>: Transformer-XL's relative shift, one rearrangement at a time.
import * as pe from "posenc";
import { integer, type StateOf } from "../../element/state/attributes.ts";
import { outline } from "../../kit/highlights.ts";
import { type CellsPanel, cellRect, type Matrix } from "../../kit/panel.ts";
import { shutCells } from "../../kit/pieces/pair-cells.ts";
import { figure, type Shown } from "../../kit/spec.ts";
import { plural, type Text } from "../../words/text.ts";
import { random, shaped } from "../shared/random-content.ts";

const table = {
  step: integer({ default: 4, min: 0, max: 4 }),
  "query-len": integer({ default: 4, min: 1, max: 8 }),
  memory: integer({ default: 2, min: 0, max: 6 }),
  query: integer({ default: 1, min: 0, max: 7 }),
} as const;

type State = StateOf<typeof table>;

/** A rearrangement: for each cell the number of the cell that it came from. */
interface Stage {
  readonly rows: number;
  readonly columns: number;
  /** −1: a zero put in. */
  readonly from: readonly number[];
}

interface Model {
  readonly stages: readonly Stage[];
  /** Distance that a cell of the first stage stands for. */
  readonly distance: Int32Array;
  readonly matrices: readonly Matrix[];
  /** Cells of the last stage that hold their own distance. */
  readonly right: number;
  /** Whether it agrees with the library's shift, number for number. */
  readonly same: boolean;
}

const strings = {
  name: { en: "The relative shift", zh: "相对移位" },
  caption: {
    en: "Press play, or walk with the arrow keys. Each number is a distance i − j; the outlined cells are those of one query, wherever they go. No number is computed on the way: a column of zeros and two changes of shape do it all.",
    zh: "点播放，或用方向键逐步走。格中的数是距离 i − j；描框的格子属于同一个查询，看它们怎样移动。途中没有做任何计算，只补一列零，再改两次形状。",
  },
  step: { en: "Step", zh: "步骤" },
  queryLen: { en: "Queries", zh: "查询个数" },
  memory: { en: "Keys in memory", zh: "记忆中的键" },
  query: { en: "Follow query", zh: "跟踪查询" },
  keys: {
    en: "The matrix at this step; left and right arrows change the step, up and down the query.",
    zh: "当前步骤的矩阵；左右方向键换步骤，上下方向键换查询。",
  },
} as const;

const STEPS: readonly Text[] = [
  {
    en: "q·r for every query and every distance",
    zh: "每个查询与每个距离行的 q·r",
  },
  { en: "a column of zeros on the left", zh: "左侧补一列零" },
  {
    en: "the same numbers, rows as long as the queries",
    zh: "同一串数，改成每行 Q 个",
  },
  { en: "the first row dropped", zh: "去掉第一行" },
  { en: "back to a row per query: shifted", zh: "改回每个查询一行：移位完成" },
];

/** px of the smallest zero that can be read. */
const LEAST = 9;

type Here = Shown<State, Model>;

/** The five stages for Q queries and R distances. */
function stagesOf(queries: number, distances: number): Stage[] {
  const [q, r] = [queries, distances];
  const first = Array.from({ length: q * r }, (_, k) => k);
  const padded = Array.from({ length: q }, (_, i) => [
    -1,
    ...first.slice(i * r, (i + 1) * r),
  ]).flat();
  const dropped = padded.slice(q);
  return [
    { rows: q, columns: r, from: first },
    { rows: q, columns: r + 1, from: padded },
    { rows: r + 1, columns: q, from: padded },
    { rows: r, columns: q, from: dropped },
    { rows: q, columns: r, from: dropped },
  ];
}

const future = ({ state }: Here, row: number, column: number): boolean =>
  column > state.memory + row;

function say({ state, model, lang }: Here): string {
  const stage = model.stages[state.step] as Stage;
  const what = (STEPS[state.step] as Text)[lang];
  const row = stage.from
    .filter(
      (k) =>
        k >= 0 &&
        Math.floor(k / (model.stages[0] as Stage).columns) === state.query,
    )
    .map((k) => model.distance[k]);
  return {
    en: `Step ${state.step}, ${stage.rows} × ${stage.columns}: ${what}. Distances of query ${state.query}: ${row.join(", ")}.`,
    zh: `第 ${state.step} 步，${stage.rows} × ${stage.columns}：${what}。查询 ${state.query} 的距离：${row.join("、")}。`,
  }[lang];
}

function panel(id: string, stepOf: (state: Readonly<State>) => number) {
  const stageOf = ({ state, model }: Here): Stage =>
    model.stages[stepOf(state)] as Stage;
  const made: CellsPanel<State, Model> = {
    kind: "cells",
    id,
    attention: "random",
    height: [252, 240],
    margin: { left: 4, right: 4, top: 4, bottom: 8 },
    scale: false,
    title: ({ state, model, lang }) => {
      const step = stepOf(state);
      const { rows, columns } = model.stages[step] as Stage;
      return `${step}. ${(STEPS[step] as Text)[lang]} · ${rows} × ${columns}`;
    },
    matrix: ({ state, model }) => model.matrices[stepOf(state)] as Matrix,
    label: say,
    marks(shown, box) {
      const { state, model } = shown;
      const stage = stageOf(shown);
      const { rows, columns, from } = stage;
      const width = (model.stages[0] as Stage).columns;
      const last = stepOf(state) === 4;
      const shut = (row: number, column: number): boolean =>
        from[row * columns + column] === -1 ||
        (last && future(shown, row, column));
      const struck = from.flatMap((_, n) =>
        shut(Math.floor(n / columns), n % columns) ? [n] : [],
      );
      const followed = from.flatMap((k, n) =>
        k >= 0 && Math.floor(k / width) === state.query ? [n] : [],
      );
      const rectOf = (n: number) =>
        cellRect({ rows, columns }, box, {
          row: Math.floor(n / columns),
          column: n % columns,
        });
      const size = Math.min(12, (0.9 * box.height) / rows);
      return [
        ...shutCells({ rows, columns }, box, shut),
        ...(size < LEAST ? [] : struck).map((n) => {
          const [x, y, w, h] = rectOf(n);
          const k = from[n] as number;
          return {
            kind: "text" as const,
            x: x + w / 2,
            y: y + h / 2 + size / 3,
            text: k === -1 ? "0" : String(model.distance[k]),
            size,
            anchor: "middle" as const,
            fill: "ink2" as const,
          };
        }),
        ...followed.flatMap((n) => outline(rectOf(n), true)),
      ];
    },
    pointing: {
      cursor: "pointer",
      drag(shown, at, box) {
        const { rows, columns, from } = stageOf(shown);
        const row = Math.floor((at.y / box.height) * rows);
        const column = Math.floor((at.x / box.width) * columns);
        const k = from[row * columns + column];
        if (k === undefined || k < 0) return undefined;
        const width = (shown.model.stages[0] as Stage).columns;
        return { query: Math.floor(k / width) };
      },
      steps: { y: "query" },
      key({ state }, event) {
        const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        return way === undefined ? undefined : { step: state.step + way };
      },
    },
  };
  return made;
}

export const spec = figure<typeof table, Model>({
  tag: "pe-shift-trick",
  table,
  strings,
  bounds: { query: { max: ({ queryLen }) => queryLen - 1 } },
  controls: [
    { key: "step", play: { every: 1200 } },
    { key: "query" },
    { key: "queryLen" },
    { key: "memory" },
  ],
  compute({ queryLen, memory }) {
    const keys = queryLen + memory;
    const stages = stagesOf(queryLen, keys);
    // The rows of a Transformer-XL run from the largest distance down to 0.
    const distance = Int32Array.from(
      { length: queryLen * keys },
      (_, k) => keys - 1 - (k % keys),
    );
    const matrices = stages.map(({ rows, columns, from }) => ({
      values: Float32Array.from(from, (k) =>
        k < 0 ? 0 : (distance[k] as number),
      ),
      rows,
      columns,
      domain: [0, keys] as const,
      map: "sequential" as const,
      format: String,
    }));
    const own = pe.relativeDistances({
      queryLen,
      keyLen: keys,
      offset: memory,
    });
    const [, , , , end] = stages as [Stage, Stage, Stage, Stage, Stage];
    const right = end.from.filter(
      (k, n) => k >= 0 && distance[k] === own[n],
    ).length;
    // With real numbers: q·r of random queries and rows.
    const d = 4;
    const { beforeShift } = pe.transformerXL({
      q: random(queryLen, d, 1),
      k: random(keys, d, 2),
      numHeads: 1,
      causal: true,
      r: shaped(random(keys, d, 3), keys, 1, d),
    });
    const shifted = pe.relativeShift(beforeShift, { wrap: true }).data;
    const same = end.from.every(
      (k, n) => (k < 0 ? 0 : beforeShift.data[k]) === shifted[n],
    );
    return { stages, distance, matrices, right, same };
  },
  finding({ state, model, lang }) {
    const keys = state.queryLen + state.memory;
    const cells = state.queryLen * keys;
    const left = cells - model.right;
    return {
      en: `<b>${keys}</b> ${plural(keys, "row of distances serves", "rows of distances serve")} ${cells} ${plural(cells, "pair")}. After the shift <b>${model.right}</b> ${plural(model.right, "cell holds its", "cells hold their")} own distance; the other <b>${left}</b> are keys after the query, leftovers that the causal mask must hide.`,
      zh: `<b>${keys}</b> 行距离向量供 ${cells} 对使用。移位之后，<b>${model.right}</b> 格落在自己的距离上；其余 <b>${left}</b> 格是查询之后的键，留下的是无用的数，必须由因果掩码遮住。`,
    }[lang];
  },
  rows: [
    [
      ["before", 1],
      ["now", 1],
    ],
  ],
  panels: [panel("before", () => 0), panel("now", ({ step }) => step)],
  sentence: say,
  tableData({ state, model, lang }) {
    const { rows, columns, from } = model.stages[state.step] as Stage;
    return {
      caption: strings.name[lang],
      corner: `${state.step}`,
      columns: Array.from({ length: columns }, (_, c) => String(c)),
      rows: Array.from({ length: rows }, (_, r) => ({
        head: String(r),
        cells: from
          .slice(r * columns, (r + 1) * columns)
          .map((k) => (k < 0 ? "0" : String(model.distance[k]))),
      })),
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [queries, keys] = [${state.queryLen}, ${state.queryLen + state.memory}];
// Each column of x stands for a distance, from keys − 1 down to 0.
const data = Float32Array.from(
  { length: queries * keys },
  (_, n) => keys - 1 - (n % keys),
);
const shifted = pe.relative.shift({ data, shape: [queries, keys] }, { wrap: true }).data;
console.log(shifted);
// Cells that hold their own distance now.
const own = pe.relative.distances({ queryLen: queries, keyLen: keys, offset: ${state.memory} });
console.log(shifted.filter((distance, n) => distance === own[n]).length);
`,
  states: ({ model: { matrices, right } }) => [
    (matrices.at(-1) as Matrix).values,
    right,
  ],
});
