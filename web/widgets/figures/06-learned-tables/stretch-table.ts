// <pe-stretch-table>: a table made longer by interpolation; what lies between
// two rows is shorter than they are.
import { scaleLinear } from "d3-scale";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { lineMark } from "../../plots/lines.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { cellValue, decimals, quantity } from "../../words/text.ts";
import { compute, type Model, type State, table } from "./stretched-rows.ts";

const strings = {
  name: { en: "Stretch a table", zh: "把表拉长" },
  caption: {
    en: "Drag along the new rows. Then stretch a table of noise, of which no row knows its neighbours: what is left of the length in the middle? And compare the four methods.",
    zh: "沿新的行拖动。再拉长一张噪声表，它的每一行都与邻行无关：中点处的长度还剩多少？再比较四种方法。",
  },
  tableKind: { en: "Table", zh: "原来的表" },
  sinusoidal: { en: "smooth (sinusoidal)", zh: "平滑（正弦）" },
  noise: { en: "noise", zh: "噪声" },
  method: { en: "Method", zh: "方法" },
  linear: { en: "linear", zh: "线性插值" },
  cubic: { en: "cubic", zh: "三次插值" },
  nearest: { en: "nearest row", zh: "取最近的行" },
  hierarchical: { en: "two digits (Su)", zh: "两位数字（苏剑林）" },
  seqLen: { en: "Old rows", zh: "原有行数" },
  newLen: { en: "New rows", zh: "新的行数" },
  alignCorners: { en: "Ends stay in place", zh: "首尾行不动" },
  dModel: { en: "Width d", zh: "维数 d" },
  dim: { en: "Dimension drawn", zh: "画出的维度" },
  pos: { en: "New row", zh: "新的行" },
  seed: { en: "Seed", zh: "随机种子" },
  keys: {
    en: "Squared length of all new rows; left and right arrows choose a row.",
    zh: "各新行长度的平方；左右方向键选择一行。",
  },
} as const;

type Here = Shown<State, Model>;

/**
 * Place of each new row among the old ones, by stretching the column 0, 1, 2, …
 * alike; NaN: it is made of two of them, and stands nowhere.
 */
function scales({ model }: Here, { width, height }: Box) {
  const rows = model.norms.length;
  const top = model.norms.reduce((a, b) => Math.max(a, b), model.oldNorm);
  const bottom = model.lowest;
  const room = Math.max(top - bottom, top * 0.01) * 0.15;
  return {
    x: scaleLinear()
      .domain([0, Math.max(1, rows - 1)])
      .range([4, width - 4]),
    y: scaleLinear()
      .domain([Math.max(0, bottom - room), top + room])
      .range([height, 0]),
  };
}

function lengths(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { x, y } = scales(shown, box);
  const zh = lang === "zh";
  const radius = Math.max(1.2, Math.min(3, box.width / model.norms.length / 3));
  const dots = (isOld: boolean): Mark => ({
    kind: "path",
    fill: isOld ? "accent" : "warm",
    draw(pen) {
      model.norms.forEach((norm, row) => {
        if (Number.isInteger(model.places[row]) !== isOld) return;
        const [px, py] = [x(row), y(norm)];
        pen.moveTo(px + radius, py);
        pen.arc(px, py, radius, 0, 2 * Math.PI);
      });
    },
  });
  return [
    ...axes(
      {
        x: { scale: x, label: zh ? "新的行" : "new row", marked: state.pos },
        y: {
          scale: y,
          label: zh ? "长度的平方" : "squared length of the row",
          ticks: y.ticks(4),
          format: (v) => quantity(v, 4),
        },
      },
      box,
    ),
    segment(0, y(model.oldNorm), box.width, y(model.oldNorm), {
      stroke: "ink3",
      dash: [5, 4],
    }),
    dots(false),
    dots(true),
    circle(x(state.pos), y(model.norms[state.pos] as number), 5.5, {
      stroke: "ink",
      width: 1.5,
    }),
  ];
}

function column(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { x } = scales(shown, box);
  const width = state.dModel;
  const rows = model.norms.length;
  const values = Array.from(
    { length: rows },
    (_, row) => model.fresh.data[row * width + state.dim] as number,
  );
  const reach = values.reduce((most, v) => Math.max(most, Math.abs(v)), 1);
  const y = scaleLinear().domain([-reach, reach]).range([box.height, 0]);
  return [
    ...axes(
      {
        x: { scale: x, label: lang === "zh" ? "新的行" : "new row" },
        y: { scale: y, ticks: y.ticks(3) },
      },
      box,
    ),
    segment(0, y(0), box.width, y(0), { stroke: "rule" }),
    lineMark({ data: values, start: 0, stride: 1, count: rows }, x, y, {
      stroke: "warm",
      width: 1.5,
    }),
    {
      kind: "path",
      fill: "accent",
      draw(pen) {
        values.forEach((value, row) => {
          if (!Number.isInteger(model.places[row])) return;
          const [px, py] = [x(row), y(value)];
          pen.moveTo(px + 2.5, py);
          pen.arc(px, py, 2.5, 0, 2 * Math.PI);
        });
      },
    },
    circle(x(state.pos), y(values[state.pos] as number), 5.5, {
      stroke: "ink",
      width: 1.5,
    }),
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-stretch-table",
  table,
  strings,
  bounds: {
    newLen: {
      max: ({ seqLen, method }) =>
        method === "hierarchical" ? seqLen ** 2 : Infinity,
    },
    pos: { max: ({ newLen }) => newLen - 1 },
    dim: { max: ({ dModel }) => dModel - 1 },
  },
  controls: [
    {
      key: "newLen",
    },
    { key: "seqLen" },
    { key: "pos" },
    { key: "dim" },
    { key: "dModel" },
    { key: "seed", when: ({ tableKind }) => tableKind === "noise" },
    { key: "method", menu: true },
    { key: "tableKind" },
    {
      key: "alignCorners",
      when: ({ method }) => method === "linear" || method === "cubic",
    },
  ],
  main: ["newLen", "method"],
  compute,
  finding({ state, model, lang }) {
    const [old, low] = [decimals(model.oldNorm, 2), decimals(model.lowest, 2)];
    const { error, lowestRow } = model;
    const exact = Number.isNaN(error)
      ? { en: "", zh: "" }
      : {
          en: ` The numbers miss the formula by up to <b>${cellValue(error)}</b>.`,
          zh: `各数与公式最多相差 <b>${cellValue(error)}</b>。`,
        };
    return {
      en: `${state.seqLen} rows became ${state.newLen}. The old rows have a squared length of <b>${old}</b> on average, the shortest new one (row ${lowestRow}) has <b>${low}</b>.${exact.en}`,
      zh: `${state.seqLen} 行拉成了 ${state.newLen} 行。原有各行长度的平方平均为 <b>${old}</b>，最短的新行（第 ${lowestRow} 行）只有 <b>${low}</b>。${exact.zh}`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "lengths",
      height: [190, 160],
      margin: AXES,
      legend: ({ state, lang }) => {
        const mixed = state.method === "hierarchical";
        const warm = mixed
          ? { en: "made of two", zh: "由两行合成" }
          : { en: "between two", zh: "在两行之间" };
        const accent = { en: "on an old row", zh: "正落在原有的行上" };
        return [
          { ink: "accent", text: accent[lang] },
          { ink: "warm", text: warm[lang] },
        ];
      },
      label: (shown) => say(shown),
      marks: lengths,
      pointing: {
        cursor: "ew-resize",
        pick: (shown, at, box) => ({ pos: scales(shown, box).x.invert(at.x) }),
        steps: { x: "pos" },
      },
    },
    {
      kind: "plot",
      id: "column",
      height: [110, 100],
      margin: { left: 52, top: 10, right: 12 },
      title: ({ state, lang }) =>
        lang === "zh"
          ? `第 ${state.dim} 维`
          : `dimension ${state.dim} along the rows`,
      label: (shown) => say(shown),
      marks: column,
    },
  ],
  sentence: (shown) => say(shown),
  tableData({ state, model, lang }) {
    const zh = lang === "zh";
    const first = Math.max(0, Math.min(state.pos - 6, state.newLen - 13));
    const rows = Array.from(
      { length: Math.min(13, state.newLen) },
      (_, k) => first + k,
    );
    return {
      caption: strings.name[lang],
      corner: strings.pos[lang],
      columns: zh
        ? ["原有位置", "长度的平方", "所画的维度"]
        : ["place among the old", "squared length", "dimension drawn"],
      rows: rows.map((row) => ({
        head: String(row),
        cells: [
          placeOf(state, model, row),
          decimals(model.norms[row] as number, 3),
          cellValue(model.fresh.data[row * state.dModel + state.dim] as number),
        ],
      })),
      marked: { row: state.pos - first, column: 1 },
    };
  },
  csv: ({ model }) =>
    `row,place,squared_length\n${Array.from(model.norms, (norm, row) => `${row},${placeNumber(model, row)},${norm}\n`).join("")}`,
  code: ({ state }) => {
    const { method, newLen, alignCorners } = state;
    const call =
      method === "hierarchical"
        ? `hierarchical(table, ${newLen})`
        : `resize(table, ${newLen}, { method: "${method}"${method === "nearest" ? "" : `, alignCorners: ${alignCorners}`} })`;
    const source =
      state.tableKind === "sinusoidal"
        ? `sinusoidal({ seqLen: ${state.seqLen}, dModel: ${state.dModel} })`
        : `learned({ maxLen: ${state.seqLen}, dModel: ${state.dModel}, std: Math.SQRT1_2, seed: ${state.seed} })`;
    return `import { load } from "posenc";

const pe = await load();
const d = ${state.dModel};
const table = pe.embedding.${source};
const longer = pe.embedding.${call};
const squares = Array.from({ length: ${newLen} }, (_, row) =>
  longer.data.slice(row * d, (row + 1) * d).reduce((sum, value) => sum + value ** 2, 0));
// The squared length of the chosen row, and the lowest of all.
console.log(squares[${state.pos}], Math.min(...squares));
console.log(longer.data[${state.pos} * d + ${state.dim}]);
`;
  },
  states: ({ state, model }) => [
    model.norms[state.pos] as number,
    model.lowest,
    model.fresh.data[state.pos * state.dModel + state.dim] as number,
  ],
});

/** The digits of a row made of two: 100 = 1·64 + 36. */
function digitsOf({ seqLen }: Readonly<State>, row: number) {
  return [Math.floor(row / seqLen), row % seqLen] as const;
}

/** For a table: the place, or the two rows. */
function placeOf(state: Readonly<State>, model: Model, row: number): string {
  const place = model.places[row] as number;
  if (!Number.isNaN(place)) return quantity(place, 4);
  return digitsOf(state, row).join(" + ");
}

/** For a file: the place, or nothing. */
const placeNumber = ({ places }: Model, row: number): string =>
  Number.isNaN(places[row]) ? "" : String(places[row]);

function say({ state, model, lang }: Here): string {
  const { pos, seqLen } = state;
  const norm = decimals(model.norms[pos] as number, 2);
  if (Number.isNaN(model.places[pos])) {
    const [high, low] = digitsOf(state, pos);
    const sum = `${pos} = ${high}·${seqLen} + ${low}`;
    return {
      en: `New row ${pos} is made of the old rows ${high} and ${low}, since ${sum}; its squared length is ${norm}.`,
      zh: `新的第 ${pos} 行由原表第 ${high} 行与第 ${low} 行合成（${sum}），长度的平方为 ${norm}。`,
    }[lang];
  }
  const place = quantity(model.places[pos] as number, 4);
  return {
    en: `New row ${state.pos} lies at ${place} among the old rows; its squared length is ${norm}.`,
    zh: `新的第 ${state.pos} 行位于原表的 ${place} 处，长度的平方为 ${norm}。`,
  }[lang];
}
