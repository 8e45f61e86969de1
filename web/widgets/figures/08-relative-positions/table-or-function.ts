// <pe-table-or-function>: the position term by offset, from tables that end and
// from functions that go on.

import { scaleLinear } from "d3-scale";
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { lineMark } from "../../plots/lines.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { cellValue, decimals, quantity, type Text } from "../../words/text.ts";
import { random, shaped } from "../shared/random-content.ts";

const SOURCES = ["shaw", "t5", "transformer-xl", "alibi", "kerple"] as const;
type Source = (typeof SOURCES)[number];

const table = {
  source: choice(SOURCES, "t5"),
  distance: integer({ default: 300, min: 0, max: 511 }),
  reach: integer({ default: 128, min: 8, max: 256 }),
  seed: integer({ default: 5, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Position term of one query by distance, 0 … 511. */
  readonly terms: Readonly<Record<Source, Float32Array>>;
  /** Distance from which each stays the same. */
  readonly ends: Readonly<Record<Source, number>>;
}

/** What goes on behind the chosen source, for comparison; nothing random. */
const FUNCTIONS = ["alibi", "kerple"] as const satisfies readonly Source[];
/** Distances shown. */
const ALL = 512;
const D = 32;

const strings = {
  name: { en: "Table or function", zh: "查表还是函数" },
  caption: {
    en: "One query looks back over 511 keys, all the same token; what remains is the position term. Drag along the curve, past the dashed line where the table ends: to its left is what training may shape (random here, as before training), to its right one number for ever. The grey functions go on.",
    zh: "一个查询回看 511 个键，键都是同一个词元，剩下的只有位置项。沿曲线拖动，越过虚线（表的尽头）：左边可以由训练塑造（这里是随机的，相当于训练之前），右边永远是同一个数。灰色的函数则继续变化。",
  },
  source: { en: "Position term of", zh: "位置项来自" },
  shaw: { en: "Shaw: table of vectors", zh: "Shaw：向量表" },
  t5: { en: "T5: table of buckets", zh: "T5：分桶表" },
  "transformer-xl": {
    en: "Transformer-XL: sinusoids",
    zh: "Transformer-XL：正弦函数",
  },
  alibi: { en: "ALiBi: a line", zh: "ALiBi：直线" },
  kerple: { en: "KERPLE: a logarithm", zh: "KERPLE：对数" },
  distance: { en: "Distance i − j", zh: "距离 i − j" },
  reach: { en: "End of the tables", zh: "表的尽头" },
  seed: { en: "Seed", zh: "随机种子" },
  term: { en: "position term", zh: "位置项" },
  keys: {
    en: "Position term by distance; arrow keys choose a distance.",
    zh: "位置项随距离的变化；方向键选择距离。",
  },
} as const satisfies Readonly<Record<string, Text>>;

type Here = Shown<State, Model>;

/** The last row of a matrix of pairs, from the query back to key 0. */
const backwards = (data: Float32Array): Float32Array =>
  data.slice(-ALL).reverse();

function termsOf({ reach, seed }: Readonly<State>) {
  const q = random(1, D, 10 * seed + 1);
  const k = pe.embeddingLookup(random(1, D, 10 * seed + 2), [
    ...new Array<number>(ALL).fill(0),
  ]);
  const given = { q, k, numHeads: 1 };
  const grid = { queryLen: 1, keyLen: ALL };
  const rows = pe.sinusoidal({
    positions: Array.from({ length: ALL }, (_, n) => ALL - 1 - n),
    dModel: D,
    layout: "halves",
  });
  const shaw = pe.shaw({
    ...given,
    clip: reach,
    keyTable: random(2 * reach + 1, D, 10 * seed + 3),
  });
  const xl = pe.transformerXL({
    ...given,
    r: shaped(rows, ALL, 1, D),
  });
  const scores = random(32, 1, 10 * seed + 4);
  return {
    shaw: backwards(shaw.terms.key.data),
    t5: backwards(
      pe.t5({
        ...grid,
        table: scores,
        maxDistance: Math.max(17, reach),
        bidirectional: false,
      }).data,
    ),
    "transformer-xl": backwards(xl.terms.relative.data),
    alibi: backwards(pe.alibi({ ...grid, slopes: [2 ** -6] }).data),
    kerple: backwards(pe.kerple({ ...grid, kind: "log", a: [1], p: [1] }).data),
  };
}

/** The first index from which all numbers are equal. */
function settled(values: Float32Array): number {
  let at = values.length - 1;
  while (at > 0 && values[at - 1] === values.at(-1)) at -= 1;
  return at;
}

function curve(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const values = model.terms[state.source];
  const drawn = [...new Set<Source>([...FUNCTIONS, state.source])];
  const shownAll = drawn.flatMap((it) => [...model.terms[it]]);
  const [low, high] = [Math.min(...shownAll), Math.max(...shownAll)];
  const room = 0.06 * (high - low || 1);
  const x = scaleLinear()
    .domain([0, ALL - 1])
    .range([0, box.width]);
  const y = scaleLinear()
    .domain([low - room, high + room])
    .range([box.height, 0]);
  const value = values[state.distance] as number;
  const tables = state.source === "shaw" || state.source === "t5";
  // T5’s last bucket opens before its “maximum distance”.
  const end = model.ends[state.source];
  const line = (source: Source, style: Parameters<typeof lineMark>[3]) => {
    const data = model.terms[source];
    return lineMark({ data, start: 0, stride: 1, count: ALL }, x, y, style);
  };
  return [
    ...axes(
      {
        x: { scale: x, label: strings.distance[lang], marked: state.distance },
        y: {
          scale: y,
          label: strings.term[lang],
          format: (v) => decimals(v, 1),
        },
      },
      box,
    ),
    segment(0, y(0), box.width, y(0), { stroke: "rule" }),
    ...(tables
      ? [
          segment(x(end), 0, x(end), box.height, {
            stroke: "warm",
            dash: [5, 4],
          }),
        ]
      : []),
    ...FUNCTIONS.filter((it) => it !== state.source).map((it) =>
      line(it, { stroke: "ink3", width: 1.25 }),
    ),
    line(state.source, { stroke: "accent", width: 2 }),
    circle(x(state.distance), y(value), 4, { fill: "accent" }),
  ];
}

function say({ state, model, lang }: Here): string {
  const value = cellValue(model.terms[state.source][state.distance] as number);
  const name = strings[state.source][lang];
  return {
    en: `${name}; at distance ${state.distance} the position term is ${value}.`,
    zh: `${name}；距离 ${state.distance} 处的位置项为 ${value}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-table-or-function",
  table,
  strings,
  controls: [
    { key: "source", menu: true },
    { key: "distance" },
    {
      key: "reach",
      when: ({ source }) => source === "shaw" || source === "t5",
    },
    { key: "seed" },
  ],
  compute(state) {
    const terms = termsOf(state);
    const ends = Object.fromEntries(
      SOURCES.map((source) => [source, settled(terms[source])]),
    ) as Record<Source, number>;
    return { terms, ends };
  },
  finding({ state, model, lang }) {
    const { t5, alibi } = model.terms;
    const bias = (values: Float32Array, at: number) =>
      decimals(values[at] as number, 2);
    const [end, at] = [model.ends.t5, state.distance];
    const last = bias(t5, ALL - 1);
    return {
      en: `T5’s table answers every distance from <b>${quantity(end)}</b> on with the same number, ${last}; a function goes on: ALiBi’s line says <b>${bias(alibi, at)}</b> at distance ${at}.`,
      zh: `从距离 <b>${quantity(end)}</b> 起，T5 的表给出的都是同一个数 ${last}；函数则继续变化：ALiBi 的直线在距离 ${at} 处是 <b>${bias(alibi, at)}</b>。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "curve",
      attention: "random",
      height: [220, 190],
      margin: AXES,
      legend: ({ state, lang }) => [
        { ink: "accent", text: strings[state.source][lang] },
        {
          ink: "ink3",
          text:
            lang === "zh" ? "函数：ALiBi、KERPLE" : "functions: ALiBi, KERPLE",
        },
      ],
      label: say,
      marks: curve,
      pointing: {
        cursor: "ew-resize",
        pick: (_, at, box) => ({ distance: (at.x / box.width) * (ALL - 1) }),
        steps: { any: "distance" },
      },
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const zh = lang === "zh";
    const places = [0, 1, 8, 64, 128, 256, 511];
    const rows = [...new Set([...places, state.distance])].sort(
      (a, b) => a - b,
    );
    return {
      caption: strings.name[lang],
      corner: strings.distance[lang],
      columns: SOURCES.map((source) => strings[source][lang]),
      rows: [
        ...rows.map((distance) => ({
          head: String(distance),
          cells: SOURCES.map((source) =>
            cellValue(model.terms[source][distance] as number),
          ),
        })),
        {
          head: zh ? "自此不变" : "constant from",
          cells: SOURCES.map((source) =>
            model.ends[source] === ALL - 1 ? "—" : String(model.ends[source]),
          ),
        },
      ],
      marked: {
        row: rows.indexOf(state.distance),
        column: SOURCES.indexOf(state.source),
      },
    };
  },
  csv: ({ model }) =>
    `distance,${SOURCES.join(",")}\n${Array.from({ length: ALL }, (_, n) => `${n},${SOURCES.map((s) => model.terms[s][n]).join(",")}\n`).join("")}`,
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [n, d, reach] = [${ALL}, ${D}, ${state.reach}];
const random = (maxLen, dModel, part) =>
  pe.embedding.learned({ maxLen, dModel, std: 1, seed: ${10 * state.seed} + part });
const q = random(1, d, 1);
const k = pe.embedding.lookup(random(1, d, 2), new Array(n).fill(0));
const given = { q, k, numHeads: 1 };
const grid = { queryLen: 1, keyLen: n };
const positions = Array.from({ length: n }, (_, k) => n - 1 - k);
const r = pe.embedding.sinusoidal({ positions, dModel: d, layout: "halves" });
const { shaw, transformerXL } = pe.relative;
const terms = {
  Shaw: shaw({ ...given, clip: reach, keyTable: random(2 * reach + 1, d, 3) }).terms.key,
  T5: pe.bias.t5({
    ...grid, table: random(32, 1, 4), maxDistance: Math.max(17, reach), bidirectional: false,
  }),
  "Transformer-XL": transformerXL({ ...given, r: { ...r, shape: [n, 1, d] } }).terms.relative,
  ALiBi: pe.bias.alibi({ ...grid, slopes: [2 ** -6] }),
  KERPLE: pe.bias.kerple({ ...grid, kind: "log", a: [1], p: [1] }),
};
for (const [name, { data }] of Object.entries(terms)) {
  const values = data.slice(-n).reverse(); // by distance
  let end = n - 1;
  while (end > 0 && values[end - 1] === values[n - 1]) end -= 1;
  console.log(name, values[${state.distance}], end); // the same from there on
}
`,
  states: ({ state, model: { terms, ends } }) =>
    SOURCES.map((source) => [
      terms[source][state.distance] as number,
      ends[source],
    ]),
});
