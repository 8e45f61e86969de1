// <pe-shaw>: relative rows for keys and values, clipped.

import { scaleLinear } from "d3-scale";
import * as pe from "posenc";
import {
  integer,
  onOff,
  type StateOf,
} from "../../element/state/attributes.ts";
import type { Matrix } from "../../kit/panel.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { pairCells, pairWords, signed } from "../../kit/pieces/pair-cells.ts";
import { rms } from "../../kit/pieces/vectors.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { lineMark } from "../../plots/lines.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { cellValue, decimals, quantity } from "../../words/text.ts";
import { random } from "../shared/random-content.ts";
import { signedOffset } from "./offsets.ts";

const table = {
  "seq-len": integer({ default: 16, min: 2, max: 48 }),
  clip: integer({ default: 4, min: 1, max: 47 }),
  causal: onOff(false),
  seed: integer({ default: 7, min: 0, max: 9999 }),
  query: integer({ default: 9, min: 0, max: 47 }),
  key: integer({ default: 3, min: 0, max: 47 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly content: Matrix;
  readonly position: Matrix;
  readonly weights: Matrix;
  /** Row of the table that each pair reads. */
  readonly rows: Int32Array;
  /** Pairs beyond the clip, that share the two end rows. */
  readonly clipped: number;
  /** How much the value rows change an output, in its own size. */
  readonly moved: number;
}

/** Width of the one head. */
const D = 16;

/** Standard deviation of the rows: smaller than the content's, as learned. */
const SIZE = 0.5;

const strings = {
  name: { en: "Shaw’s relative rows", zh: "Shaw 的相对向量" },
  caption: {
    en: "The three squares are the content term, what the relative rows add, and the weights. Under them, one query: the position term at each offset. Drag the dashed line, or its slider, to clip nearer or farther. Each query has a curve of its own, because q is in the product.",
    zh: "三个矩阵依次为内容项、相对向量增加的部分、注意力权重。下图取一个查询，画出各偏移处的位置项。拖动虚线或滑块改变截断距离。式中含有 q，所以每个查询的曲线各不相同。",
  },
  seqLen: { en: "Tokens", zh: "词元数" },
  clip: { en: "Clip distance k", zh: "截断距离 k" },
  causal: { en: "Causal mask", zh: "因果掩码" },
  seed: { en: "Seed", zh: "随机种子" },
  ...pairWords,
  offset: { en: "offset j − i", zh: "偏移 j − i" },
  term: { en: "q·a / √d", zh: "q·a / √d" },
  line: {
    en: "Position term by offset; left and right arrows choose a key, up and down the clip distance.",
    zh: "位置项随偏移的变化；左右方向键选择键，上下方向键改变截断距离。",
  },
} as const;

type Here = Shown<State, Model>;

const at = ({ columns, values }: Matrix, { query, key }: State): number =>
  values[query * columns + key] as number;

function scales({ state, model }: Here, { width, height }: Box) {
  const last = state.seqLen - 1;
  const reach = model.position.domain[1];
  return {
    x: scaleLinear().domain([-last, last]).range([0, width]),
    y: scaleLinear().domain([-reach, reach]).range([height, 0]),
  };
}

function profile(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { query, seqLen, clip } = state;
  const { x, y } = scales(shown, box);
  const line = {
    data: model.position.values,
    start: query * seqLen,
    stride: 1,
    count: seqLen,
  };
  const own = x
    .copy()
    .domain([0, 2 * (seqLen - 1)])
    .range([x(-query), x(-query) + box.width]);
  return [
    ...axes(
      {
        x: {
          scale: x,
          label: strings.offset[lang],
          marked: state.key - query,
          format: signedOffset,
        },
        y: {
          scale: y,
          label: strings.term[lang],
          format: (v) => decimals(v, 1),
        },
      },
      box,
    ),
    segment(0, y(0), box.width, y(0), { stroke: "rule" }),
    ...[-clip, clip]
      .filter((edge) => Math.abs(edge) < seqLen)
      .map((edge) =>
        segment(x(edge), 0, x(edge), box.height, {
          stroke: "warm",
          dash: [5, 4],
          width: shown.link === "clip" ? 2.5 : 1.25,
        }),
      ),
    lineMark(line, own, y, { stroke: "accent", width: 1.5 }),
    circle(x(state.key - query), y(at(model.position, state)), 4, {
      fill: "accent",
    }),
  ];
}

function say({ state, model, lang }: Here): string {
  const { query, key, seqLen, clip } = state;
  const offset = signedOffset(key - query);
  const row = signedOffset((model.rows[query * seqLen + key] as number) - clip);
  const [c, p, w] = [model.content, model.position, model.weights].map(
    (matrix) => cellValue(at(matrix, state)),
  );
  return {
    en: `Query ${query}, key ${key}: offset ${offset} reads row ${row}; content ${c}, position ${p}, weight ${w}.`,
    zh: `查询 ${query}、键 ${key}：偏移 ${offset} 读取第 ${row} 行；内容项 ${c}，位置项 ${p}，权重 ${w}。`,
  }[lang];
}

const hidden = ({ state }: Here) =>
  state.causal ? (query: number, key: number) => key > query : undefined;

export const spec = figure<typeof table, Model>({
  tag: "pe-shaw",
  table,
  strings,
  bounds: {
    clip: { max: ({ seqLen }) => seqLen - 1 },
    query: { max: ({ seqLen }) => seqLen - 1 },
    key: { max: ({ seqLen }) => seqLen - 1 },
  },
  controls: [
    { key: "clip" },
    { key: "query" },
    { key: "seqLen" },
    { key: "seed" },
    { key: "causal" },
  ],
  compute({ seqLen, clip, causal, seed }) {
    const [q, k, v] = [1, 2, 3].map((part) =>
      random(seqLen, D, 10 * seed + part),
    ) as [
      ReturnType<typeof random>,
      ReturnType<typeof random>,
      ReturnType<typeof random>,
    ];
    // Rows by offset, cut from one long table: clipping changes no row.
    const rows = (part: number) => {
      const all = random(2 * 48 + 1, D, 10 * seed + part, SIZE).data;
      return {
        data: all.slice((48 - clip) * D, (48 + clip + 1) * D),
        shape: [2 * clip + 1, D],
      };
    };
    const [keyTable, valueTable] = [rows(4), rows(5)];
    const given = { q, k, v, numHeads: 1, causal, clip, keyTable };
    const plain = pe.shaw(given);
    const both = pe.shaw({ ...given, valueTable });
    const without = plain.output?.data ?? new Float32Array();
    const added = Float32Array.from(
      both.output?.data ?? [],
      (value, n) => value - (without[n] as number),
    );
    const indices = pe.shawIndices({
      queryLen: seqLen,
      keyLen: seqLen,
      clip,
    });
    const distances = pe.relativeDistances({
      queryLen: seqLen,
      keyLen: seqLen,
    });
    return {
      content: signed(plain.terms.content.data, seqLen, seqLen, 3),
      position: signed(plain.terms.key.data, seqLen, seqLen, 3),
      weights: {
        values: plain.weights.data,
        rows: seqLen,
        columns: seqLen,
        domain: [0, 0.5],
        map: "sequential",
      },
      rows: indices,
      clipped: distances.filter((d) => Math.abs(d) > clip).length,
      moved: rms(added) / rms(without),
    };
  },
  finding({ state, model, lang }) {
    const { seqLen, clip } = state;
    const [rows, pairs] = [2 * clip + 1, seqLen * seqLen];
    const share = quantity((100 * model.clipped) / pairs, 2);
    const moved = quantity(100 * model.moved, 2);
    return {
      en: `<b>${rows}</b> rows serve ${pairs} pairs; <b>${share}%</b> of them lie beyond ±${clip} and share the two end rows. Rows for the values change the output by <b>${moved}%</b> of its size.`,
      zh: `<b>${rows}</b> 行供 ${pairs} 对使用，其中 <b>${share}%</b> 在 ±${clip} 之外，共用首尾两行。值一侧的相对向量使输出改变了自身大小的 <b>${moved}%</b>。`,
    }[lang];
  },
  rows: [
    [
      ["content", 1],
      ["position", 1],
      ["weights", 1],
    ],
    [["profile", 1]],
  ],
  panels: [
    pairCells<State, Model>({
      id: "content",
      title: ({ lang }) =>
        lang === "zh" ? "内容 q·k / √d" : "content q·k / √d",
      matrix: ({ model }) => model.content,
      label: say,
      hidden,
    }),
    pairCells<State, Model>({
      id: "position",
      title: ({ lang }) =>
        lang === "zh" ? "位置 q·a / √d" : "position q·a / √d",
      matrix: ({ model }) => model.position,
      label: say,
      hidden,
    }),
    pairCells<State, Model>({
      id: "weights",
      attention: "random",
      title: ({ lang }) => (lang === "zh" ? "权重" : "weights"),
      matrix: ({ model }) => model.weights,
      label: say,
      hidden,
    }),
    {
      kind: "plot",
      id: "profile",
      height: [150, 140],
      margin: AXES,
      title: ({ state, lang }) =>
        lang === "zh"
          ? `查询 ${state.query} 的位置项`
          : `position term of query ${state.query}`,
      label: say,
      marks: profile,
      pointing: {
        cursor: "ew-resize",
        keys: strings.line,
        drag(shown, point, box, { first, memory }) {
          const { x } = scales(shown, box);
          const offset = Math.round(x.invert(point.x));
          const { clip, query } = shown.state;
          if (first) {
            memory.set("line", Math.abs(Math.abs(offset) - clip) < 1);
          }
          if (memory.get("line")) {
            return { clip: Math.abs(offset) };
          }
          return { key: query + offset };
        },
        steps: { x: "key", up: "clip" },
      },
    },
  ],
  tight: [0],
  sentence: say,
  tableData({ state, model, lang }) {
    const { seqLen, query, clip } = state;
    const zh = lang === "zh";
    return {
      caption: strings.name[lang],
      corner: zh ? `查询 ${query}，键` : `query ${query}, key`,
      columns: zh
        ? ["偏移", "表行", "内容", "位置", "权重"]
        : ["offset", "row", "content", "position", "weight"],
      rows: Array.from({ length: seqLen }, (_, key) => ({
        head: String(key),
        cells: [
          signedOffset(key - query),
          signedOffset((model.rows[query * seqLen + key] as number) - clip),
          ...[model.content, model.position, model.weights].map((matrix) =>
            cellValue(at(matrix, { ...state, key })),
          ),
        ],
      })),
      marked: { row: state.key, column: 1 },
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const rows = (count, part, std = 1) =>
  pe.embedding.learned({ maxLen: count, dModel: ${D}, std, seed: ${10 * state.seed} + part });
const clip = ${state.clip};
// Cut from one long table: clipping changes no row.
const cut = ({ data }) => ({
  data: data.slice((48 - clip) * ${D}, (49 + clip) * ${D}),
  shape: [2 * clip + 1, ${D}],
});
const [q, k, v] = [1, 2, 3].map((part) => rows(${state.seqLen}, part));
const [keyTable, valueTable] = [4, 5].map((part) => cut(rows(97, part, ${SIZE})));
const given = { q, k, v, numHeads: 1, causal: ${state.causal}, clip, keyTable };
const { terms, weights, output } = pe.relative.shaw(given);
console.log(terms.key.data, weights.data);
// How much the value rows change an output, in its own size.
const both = pe.relative.shaw({ ...given, valueTable }).output.data;
const rms = (data) => Math.sqrt(data.reduce((sum, value) => sum + value ** 2, 0) / data.length);
console.log(rms(both.map((value, n) => value - output.data[n])) / rms(output.data));
`,
  states: ({ model: { position, weights, moved } }) => [
    position.values,
    weights.values,
    moved,
  ],
});
