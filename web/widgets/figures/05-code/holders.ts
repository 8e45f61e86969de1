// <pe-holders>: four ways in which a layer may hold its table, and what becomes
// of the table when the layer is moved, saved and trained.
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { outline } from "../../kit/highlights.ts";
import { cellAtPoint, cellRect } from "../../kit/panel.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { cellScale, integerTicks } from "../../plots/axes.ts";
import { type Mark, segment } from "../../plots/marks.ts";
import {
  cellValue,
  decimals,
  plural,
  quantity,
  type Text,
} from "../../words/text.ts";

const HOLDERS = [
  "parameter",
  "buffer",
  "unsaved",
  "attribute",
  "detached",
] as const;
type Holder = (typeof HOLDERS)[number];

const table = {
  holder: choice(HOLDERS),
  steps: integer({ default: 30, min: 0, max: 200 }),
  "seq-len": integer({ default: 12, min: 1, max: 24 }),
  "max-len": integer({ default: 512, min: 24, max: 8192 }),
  "d-model": integer({ default: 768, min: 16, max: 8192 }),
  seed: integer({ default: 4, min: 0, max: 9999 }),
  pos: integer({ default: 3, min: 0, max: 23 }),
} as const;

type State = StateOf<typeof table>;

/** What the reader sees of the table. */
const ROWS = 24;
const COLUMNS = 16;

interface Model {
  readonly before: Float32Array;
  readonly after: Float32Array;
  /** Numbers of the shown part that have changed. */
  readonly changed: number;
  /** Loss before and after: mean square of the distance from the target. */
  readonly loss: readonly [before: number, after: number];
}

const strings = {
  name: { en: "Who holds the table?", zh: "表放在哪里" },
  caption: {
    en: "The first 24 rows and 16 columns of a table, after the chosen number of training steps, on texts that reach down to the line. Change what holds it, and look at the loss: which of them does not learn although it should?",
    zh: "图中是表的前 24 行、16 列，在长度如横线所示的文本上训练了若干步。换一种存放方式，再看损失：哪一种本该学习，却没有学到？",
  },
  holder: { en: "The table is", zh: "表是" },
  parameter: { en: "a parameter", zh: "参数" },
  buffer: { en: "a buffer", zh: "缓冲区" },
  unsaved: { en: "a buffer, not saved", zh: "不保存的缓冲区" },
  attribute: { en: "a plain attribute", zh: "普通属性" },
  detached: { en: "a parameter, detached", zh: "脱离计算图的参数" },
  steps: { en: "Steps of training", zh: "训练步数" },
  seqLen: { en: "Length of the texts", zh: "文本长度" },
  maxLen: { en: "Rows of the table", zh: "表的行数" },
  dModel: { en: "Width d", zh: "维数 d" },
  seed: { en: "Seed", zh: "随机种子" },
  pos: { en: "Row", zh: "行" },
  keys: {
    en: "Rows of the table; up and down arrows choose one.",
    zh: "表的各行；上下方向键选择一行。",
  },
  dimension: { en: "dimension", zh: "维度" },
  position: { en: "position", zh: "位置" },
} as const;

type Here = Shown<State, Model>;

interface Fate {
  readonly line: string;
  readonly moves: boolean;
  readonly saved: boolean;
  readonly gradient: boolean;
}

const FATES: Readonly<Record<Holder, Fate>> = {
  parameter: {
    line: "self.pe = nn.Parameter(table)",
    moves: true,
    saved: true,
    gradient: true,
  },
  buffer: {
    line: 'self.register_buffer("pe", table)',
    moves: true,
    saved: true,
    gradient: false,
  },
  unsaved: {
    line: 'self.register_buffer("pe", table, persistent=False)',
    moves: true,
    saved: false,
    gradient: false,
  },
  attribute: {
    line: "self.pe = table",
    moves: false,
    saved: false,
    gradient: false,
  },
  detached: {
    line: "self.pe = nn.Parameter(table); x + self.pe.data[: n]",
    moves: true,
    saved: true,
    gradient: false,
  },
};

/** Bytes of the table in a file of weights, float32. */
const bytes = ({ maxLen, dModel }: Readonly<State>): number =>
  4 * maxLen * dModel;

const megabytes = (count: number): string => `${quantity(count / 1e6)} MB`;

function say({ state, model, lang }: Here): string {
  const { holder, steps, pos } = state;
  const moved = model.after[pos * COLUMNS] as number;
  const was = model.before[pos * COLUMNS] as number;
  const total = ROWS * COLUMNS;
  return {
    en: `${strings[holder].en}: ${model.changed} of ${total} numbers shown have changed after ${steps} ${plural(steps, "step")}. Row ${pos} begins with ${cellValue(moved)}, at first ${cellValue(was)}.`,
    zh: `${strings[holder].zh}：${steps} 步之后，图中 ${total} 个数有 ${model.changed} 个变了。第 ${pos} 行的第一个数是 ${cellValue(moved)}，起初是 ${cellValue(was)}。`,
  }[lang];
}

function marks(shown: Here, box: Box): readonly Mark[] {
  const { state, lang } = shown;
  const shape = { rows: ROWS, columns: COLUMNS };
  const y = (box.height * state.seqLen) / ROWS;
  return [
    ...axes(
      {
        x: {
          scale: cellScale(COLUMNS, box.width),
          ticks: integerTicks(0, COLUMNS - 1, box.width, 48),
          label: strings.dimension[lang],
        },
        y: {
          scale: cellScale(ROWS, box.height),
          ticks: integerTicks(0, ROWS - 1, box.height, 36),
          marked: state.pos,
          label: strings.position[lang],
        },
      },
      box,
    ),
    segment(0, y, box.width, y, { stroke: "warm", width: 2, dash: [6, 4] }),
    ...outline(
      cellRect(shape, box, { row: state.pos, column: 0, width: COLUMNS }),
    ),
  ];
}

const WORDS = {
  moves: { en: "moves with to(device)", zh: "随 to(device) 迁移" },
  saved: { en: "in state_dict", zh: "存入 state_dict" },
  gradient: { en: "gets a gradient", zh: "得到梯度" },
  file: { en: "in the file of weights", zh: "占权重文件" },
  loss: { en: "loss", zh: "损失" },
} as const satisfies Readonly<Record<string, Text>>;

/** What becomes of it: label and answer. */
function fates({ state, model, lang }: Here): readonly [string, string][] {
  const fate = FATES[state.holder];
  const word = (yes: boolean): string =>
    lang === "zh" ? (yes ? "✓ 是" : "✗ 否") : yes ? "✓ yes" : "✗ no";
  const [before, after] = model.loss.map((it) => decimals(it, 3));
  return [
    [WORDS.moves[lang], word(fate.moves)],
    [WORDS.saved[lang], word(fate.saved)],
    [WORDS.gradient[lang], word(fate.gradient)],
    [WORDS.file[lang], fate.saved ? megabytes(bytes(state)) : "0"],
    [WORDS.loss[lang], `${before} → ${after}`],
  ];
}

const rowAt = (_: Here, at: { x: number; y: number }, box: Box) => ({
  pos: cellAtPoint({ rows: ROWS, columns: COLUMNS }, box, at).row,
});

/** What is to be learned begins as noise, what is not as a formula. */
const isNoise = (holder: Holder): boolean =>
  holder === "parameter" || holder === "detached";

const meanSquare = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let k = 0; k < b.length; k += 1) {
    sum += ((a[k] as number) - (b[k] as number)) ** 2;
  }
  return sum / b.length;
};

export const spec = figure<typeof table, Model>({
  tag: "pe-holders",
  table,
  strings,
  controls: [
    { key: "holder", menu: true },
    { key: "steps" },
    { key: "seqLen" },
    { key: "maxLen", logarithmic: true },
    { key: "dModel", logarithmic: true },
    { key: "seed" },
  ],
  compute({ holder, steps, seqLen, seed }) {
    const size = { maxLen: ROWS, dModel: COLUMNS, seed };
    const begin = isNoise(holder)
      ? pe.learned(size)
      : pe.sinusoidal({ seqLen: ROWS, dModel: COLUMNS });
    // Some rows that would serve the task better than those of the layer.
    const goal = pe.learned({ ...size, std: 0.7, seed: seed + 1 });
    const target = goal.data.subarray(0, seqLen * COLUMNS);
    const positions = Int32Array.from({ length: seqLen }, (_, p) => p);
    const shape = [seqLen, COLUMNS];
    let now = begin;
    for (let k = 0; FATES[holder].gradient && k < steps; k += 1) {
      const data = target.map((wanted, j) => (now.data[j] as number) - wanted);
      const gradient = { data, shape };
      now = pe.embeddingUpdate(now, positions, gradient, {
        learningRate: 0.1,
      });
    }
    const changed = now.data.filter((v, k) => v !== begin.data[k]).length;
    const loss = [begin, now].map((it) => meanSquare(it.data, target));
    return {
      before: begin.data,
      after: now.data,
      changed,
      loss: loss as [number, number],
    };
  },
  finding(shown) {
    const { state, model, lang } = shown;
    const total = ROWS * COLUMNS;
    const { holder, steps } = state;
    const fate = FATES[holder];
    const size = fate.saved ? megabytes(bytes(state)) : "0 MB";
    return {
      en: `As ${strings[holder].en} the table changes in <b>${model.changed}</b> of ${total} numbers in ${steps} ${plural(steps, "step")}, and takes <b>${size}</b> of every file of weights.`,
      zh: `表作为${strings[holder].zh}：${steps} 步训练之后，${total} 个数中有 <b>${model.changed}</b> 个变了；每份权重文件里占 <b>${size}</b>。`,
    }[lang];
  },
  rows: [
    [
      ["table", 3],
      ["fate", 2],
    ],
  ],
  panels: [
    {
      kind: "cells",
      id: "table",
      height: [300, 260],
      margin: AXES,
      title: ({ lang }) =>
        lang === "zh"
          ? "训练后的表；虚线以下没有文本到达"
          : "the table after training; no text reaches below the line",
      label: say,
      matrix: ({ model }) => ({
        values: model.after,
        rows: ROWS,
        columns: COLUMNS,
        domain: [-1, 1],
      }),
      marks,
      pointing: {
        cursor: "pointer",
        vertical: true,
        pick: rowAt,
        steps: { y: "pos" },
      },
    },
    {
      kind: "html",
      id: "fate",
      label: say,
      html(shown) {
        const rows = fates(shown).map(
          ([what, how]) =>
            `<tr><th scope="row">${what}</th><td class="${how.startsWith("✗") ? "bad" : how.startsWith("✓") ? "good" : ""}">${how}</td></tr>`,
        );
        return `<p><code lang="en" translate="no">${FATES[shown.state.holder].line}</code></p><table><tbody>${rows.join("")}</tbody></table>`;
      },
      lines: (shown) => [
        FATES[shown.state.holder].line,
        ...fates(shown).map(([what, how]) => `${what}: ${how}`),
      ],
    },
  ],
  styles:
    ".pane-fate p { margin: 0 0 8px; } .pane-fate code { font-size: calc(13em / 14); overflow-wrap: anywhere; }",
  sentence: say,
  tableData(shown) {
    const { lang } = shown;
    return {
      caption: strings.name[lang],
      corner: strings.holder[lang],
      columns: [WORDS.moves, WORDS.saved, WORDS.gradient].map((it) => it[lang]),
      rows: HOLDERS.map((holder) => {
        const { moves, saved, gradient } = FATES[holder];
        return {
          head: strings[holder][lang],
          cells: [moves, saved, gradient].map((yes) => (yes ? "✓" : "✗")),
        };
      }),
    };
  },
  csv: ({ model }) =>
    `position,dimension,before,after\n${Array.from(model.after, (value, k) => `${Math.floor(k / COLUMNS)},${k % COLUMNS},${model.before[k]},${value}\n`).join("")}`,
  code({ state }) {
    const { holder, seqLen, seed } = state;
    const { gradient } = FATES[holder];
    const begin = isNoise(holder)
      ? `learned({ ...size, seed: ${seed} })`
      : `sinusoidal({ seqLen: ${ROWS}, dModel: ${COLUMNS} })`;
    return `import { load } from "posenc";

const pe = await load();
const size = { maxLen: ${ROWS}, dModel: ${COLUMNS} };
const begin = pe.embedding.${begin};
const target = pe.embedding.learned({ ...size, std: 0.7, seed: ${seed + 1} });
const positions = Int32Array.from({ length: ${seqLen} }, (_, p) => p);
let table = begin;
// ${gradient ? "The gradient reaches the table." : "No gradient reaches the table: no step changes it."}
for (let step = 0; step < ${gradient ? state.steps : 0}; step += 1) {
  const data = Float32Array.from({ length: ${seqLen * COLUMNS} }, (_, k) => table.data[k] - target.data[k]);
  const gradient = { data, shape: [${seqLen}, ${COLUMNS}] };
  table = pe.embedding.update(table, positions, gradient, { learningRate: 0.1 });
}
console.log(table.data[${state.pos * COLUMNS}]);
console.log(table.data.filter((value, k) => value !== begin.data[k]).length); // numbers changed
const loss = ({ data }) => {
  let sum = 0;
  for (let k = 0; k < ${seqLen * COLUMNS}; k += 1) sum += (data[k] - target.data[k]) ** 2;
  return sum / ${seqLen * COLUMNS};
};
console.log(loss(begin), loss(table));
`;
  },
  states: ({ state, model }) => [
    model.after[state.pos * COLUMNS] as number,
    model.changed,
    model.loss,
  ],
});
