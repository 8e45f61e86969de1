// <pe-loops>: a table with a power in every cell, and one whose rows share the
// powers above it: calls counted, and measured when asked for.
import * as pe from "posenc";
import { integer, real, type StateOf } from "../../element/state/attributes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { type Mark, segment, textMark } from "../../plots/marks.ts";
import { plural, quantity, scientific } from "../../words/text.ts";

/** Nanoseconds per number; 0 before anything was measured. */
const time = real({ default: 0, min: 0, max: 1e6 });

const table = {
  "seq-len": integer({ default: 12, min: 1, max: 16_384 }),
  "d-model": integer({ default: 16, min: 2, max: 4096 }),
  ...{ cell: time, shared: time, library: time },
} as const;

type State = StateOf<typeof table>;

const WAYS = ["cell", "shared", "library"] as const;
type Way = (typeof WAYS)[number];

interface Model {
  /** Powers or exponentials, and sines or cosines, of both loops. */
  readonly powers: Readonly<Record<"cell" | "shared", number>>;
  readonly waves: number;
  /** Largest difference of either loop from the library, on a small table. */
  readonly differ: number;
}

const strings = {
  name: { en: "A power in every cell", zh: "每格都求一次幂" },
  caption: {
    en: "Drag the lower edge of the tables. On which side does the number of powers grow? Then measure: your browser fills a small table in each of three ways, for a fraction of a second.",
    zh: "拖动两张表的下边。哪一边的求幂次数会跟着增长？再点“在此测量”：浏览器用三种方式各填一张小表，总共只要零点几秒。",
  },
  seqLen: { en: "Positions", zh: "位置个数" },
  dModel: { en: "Width d", zh: "维数 d" },
  cell: { en: "a power per number", zh: "每个数求一次幂" },
  shared: { en: "shared frequencies", zh: "共用频率" },
  library: { en: "this library", zh: "本库" },
  measure: { en: "Measure here", zh: "在此测量" },
  powers: { en: "powers", zh: "求幂" },
  waves: { en: "sines and cosines", zh: "正弦与余弦" },
  keys: {
    en: "Two tables; up and down arrows change the number of positions.",
    zh: "两张表；上下方向键改变位置个数。",
  },
} as const;

type Here = Shown<State, Model>;

/** As a loop over all cells writes it, such as that of document 004. */
function perCell(out: Float32Array, positions: number, width: number): void {
  for (let p = 0; p < positions; p += 1) {
    for (let j = 0; j < width; j += 1) {
      const angle = p / 10000 ** ((2 * Math.floor(j / 2)) / width);
      out[p * width + j] = j % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    }
  }
}

/** The same with the frequencies made once. */
function sharing(out: Float32Array, positions: number, width: number): void {
  const pairs = Math.ceil(width / 2);
  const step = -Math.log(10000) / width;
  const rates = Float64Array.from({ length: pairs }, (_, i) =>
    Math.exp(2 * i * step),
  );
  for (let p = 0; p < positions; p += 1) {
    for (let j = 0; j < width; j += 1) {
      const angle = p * (rates[j >> 1] as number);
      out[p * width + j] = j % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    }
  }
}

/** Size of the table that is measured, and for how long each way runs. */
const SIZE = { positions: 64, width: 128 } as const;
const SPAN = 24;

/** Nanoseconds per number of each way, in less than a tenth of a second. */
function measure(): Record<Way, number> {
  const { positions, width } = SIZE;
  const out = new Float32Array(positions * width);
  const buffer = pe.buffer([positions, width]);
  const options = { seqLen: positions, dModel: width, out: buffer };
  const ways: Record<Way, () => unknown> = {
    cell: () => perCell(out, positions, width),
    shared: () => sharing(out, positions, width),
    library: () => pe.sinusoidal(options),
  };
  const result = { cell: 0, shared: 0, library: 0 };
  for (const way of WAYS) {
    const run = ways[way];
    run();
    const start = performance.now();
    let now = start;
    let calls = 0;
    for (; now - start < SPAN; now = performance.now()) {
      run();
      calls += 1;
    }
    const each = (1e6 * (now - start)) / calls / (positions * width);
    result[way] = Number(each.toPrecision(3));
  }
  buffer.dispose();
  return result;
}

/** Milliseconds of a whole table; undefined before measuring. */
function milliseconds({ state }: Here, way: Way): number | undefined {
  const each = state[way];
  return each > 0 ? (each * state.seqLen * state.dModel) / 1e6 : undefined;
}

const ms = (value: number, zh: boolean): string =>
  `${quantity(value)}${zh ? " 毫秒" : " ms"}`;

function say(shown: Here): string {
  const { state, model, lang } = shown;
  const [cell, shared] = [model.powers.cell, model.powers.shared];
  const [a, b] = [milliseconds(shown, "cell"), milliseconds(shown, "shared")];
  const size = `${quantity(state.seqLen)} × ${quantity(state.dModel)}`;
  const timed =
    a === undefined || b === undefined
      ? ""
      : {
          en: ` Measured here: ${ms(a, false)} and ${ms(b, false)}.`,
          zh: `实测：${ms(a, true)}与${ms(b, true)}。`,
        }[lang];
  return {
    en: `A table of ${size}: ${quantity(cell)} ${plural(cell, "power")} cell by cell, ${quantity(shared)} when shared; ${quantity(model.waves)} sines and cosines either way.${timed}`,
    zh: `${size} 的表：逐格求幂 ${quantity(cell)} 次，共用频率只要 ${quantity(shared)} 次；正弦与余弦都是 ${quantity(model.waves)} 次。${timed}`,
  }[lang];
}

/** px: what is said of a table, the powers above it, and between the two. */
const HEAD = 42;
const POWERS = 14;
const GAP = 24;
/** Rows that have room below each other before they become smaller. */
const ROOMY = 16;

/** Where the tables lie. */
function places({ seqLen, dModel }: Readonly<State>, { width, height }: Box) {
  const top = HEAD + POWERS + 6;
  const room = height - top - 2;
  const high = room / Math.max(ROOMY, seqLen);
  const wide = (width - GAP) / 2;
  return { top, high, wide, each: wide / dModel, bottom: top + seqLen * high };
}

/** px between cells that are large enough to be seen one by one. */
const seam = (size: number): number => (size > 5 ? 1 : 0);

/** A power in each cell, beside one for each pair of columns. */
function tables(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { seqLen, dModel } = state;
  const { top, high, wide, each, bottom } = places(state, box);
  const seams = [seam(each), seam(high)] as const;
  /** Cells of a table, as one mark. */
  const cells = (
    left: number,
    inset: number,
    fill: "accent" | "warm",
  ): Mark => {
    const [across, down] = [
      seams[0] ? dModel : 1,
      seams[1] ? seqLen : 1,
    ] as const;
    const [w, h] = [wide / across, (bottom - top) / down];
    // Cells too small to be told apart become one.
    const [dx, dy] = [seams[0] && inset * w, seams[1] && inset * h];
    return {
      kind: "path",
      fill,
      opacity: inset ? 0.9 : 0.2,
      draw(pen) {
        for (let p = 0; p < down; p += 1) {
          for (let j = 0; j < across; j += 1) {
            pen.rect(
              left + j * w + dx,
              top + p * h + dy,
              w - 2 * dx - seams[0],
              h - 2 * dy - seams[1],
            );
          }
        }
      },
    };
  };
  const right = wide + GAP;
  const say = (way: "cell" | "shared", x: number): Mark[] => [
    textMark(x, 12, strings[way][lang], "ink"),
    textMark(
      x,
      31,
      `${quantity(model.powers[way])} ${lang === "zh" ? "次求幂" : plural(model.powers[way], "power")}`,
      "warm",
      { bold: true, size: 14 },
    ),
  ];
  const below = bottom + 1;
  return [
    ...say("cell", 0),
    ...say("shared", right),
    cells(0, 0, "accent"),
    cells(0, 0.26, "warm"),
    {
      kind: "path",
      fill: "warm",
      draw(pen) {
        const size = 2 * each > 4 ? 2 * each : wide;
        for (let from = 0; from < wide - 0.01; from += size) {
          // The last pair of an odd width has one column.
          pen.rect(
            right + from,
            HEAD,
            Math.min(size, wide - from) - seams[0],
            POWERS,
          );
        }
      },
    },
    cells(right, 0, "accent"),
    segment(0, below, wide, below, { stroke: "accent", width: 2 }),
    segment(right, below, box.width, below, { stroke: "accent", width: 2 }),
  ];
}

/** px of the longest bar of a time. */
const LONGEST = 160;

function timesHtml(shown: Here): string {
  const { state, lang } = shown;
  const zh = lang === "zh";
  const most = Math.max(...WAYS.map((way) => state[way]));
  const unit = zh ? "纳秒" : "ns";
  const rows = WAYS.map((way) => {
    const size = ((LONGEST * state[way]) / most).toFixed(1);
    const bar = `<svg width="${size}" height="10" aria-hidden="true"><rect width="100%" height="100%" fill="currentColor"/></svg>`;
    return `<dt>${strings[way][lang]}</dt><dd>${bar} ${quantity(state[way])} ${unit}</dd>`;
  });
  const { differ } = shown.model;
  const size = `${SIZE.positions} × ${SIZE.width}`;
  const same =
    differ === 0
      ? {
          en: `On a table of ${size} all three give the same float32 numbers.`,
          zh: `在 ${size} 的表上，三种方式得到的 float32 数完全相同。`,
        }[lang]
      : {
          en: `On a table of ${size} the three agree to within ${scientific(differ, 1)}.`,
          zh: `在 ${size} 的表上，三种方式相差不到 ${scientific(differ, 1)}。`,
        }[lang];
  const each = zh ? "每个数用时：" : "Time for a number:";
  const times = most > 0 ? `<p>${each}</p><dl>${rows.join("")}</dl>` : "";
  return `<p><button type="button" data-press="measure">${strings.measure[lang]}</button> <span class="dim">${same}</span></p>${times}`;
}

export const spec = figure<typeof table, Model>({
  tag: "pe-loops",
  table,
  strings,
  controls: [
    { key: "seqLen", logarithmic: true },
    { key: "dModel", logarithmic: true },
  ],
  compute({ seqLen, dModel }, keep) {
    const { positions, width } = SIZE;
    const buffer = keep.buffer("small", [positions, width], pe.buffer);
    pe.sinusoidal({ seqLen: positions, dModel: width, out: buffer });
    const out = new Float32Array(positions * width);
    let differ = 0;
    for (const fill of [perCell, sharing]) {
      fill(out, positions, width);
      buffer.data.forEach((value, k) => {
        differ = Math.max(differ, Math.abs(value - (out[k] as number)));
      });
    }
    const cells = seqLen * dModel;
    return {
      powers: { cell: cells, shared: Math.ceil(dModel / 2) },
      waves: cells,
      differ,
    };
  },
  finding(shown) {
    const { model, lang } = shown;
    const { cell, shared } = model.powers;
    const [a, b] = [milliseconds(shown, "cell"), milliseconds(shown, "shared")];
    const timed =
      a === undefined || b === undefined
        ? ""
        : {
            en: ` In your browser that takes <b>${quantity(b)} ms</b> instead of ${quantity(a)}.`,
            zh: `在你的浏览器里，用时 <b>${quantity(b)} 毫秒</b>，而不是 ${quantity(a)} 毫秒。`,
          }[lang];
    return {
      en: `Shared frequencies need <b>${quantity(shared)}</b> ${plural(shared, "power")} instead of <b>${quantity(cell)}</b>, and as many sines and cosines as before: ${quantity(model.waves)}.${timed}`,
      zh: `共用频率只求 <b>${quantity(shared)}</b> 次幂，而不是 <b>${quantity(cell)}</b> 次；正弦与余弦的次数不变，仍是 ${quantity(model.waves)} 次。${timed}`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "calls",
      height: [320, 280],
      margin: { left: 4, right: 4, top: 4, bottom: 8 },
      legend: ({ lang }) => [
        { ink: "warm", text: strings.powers[lang] },
        { ink: "accent", text: strings.waves[lang] },
      ],
      label: say,
      marks: tables,
      pointing: {
        cursor: "ns-resize",
        vertical: true,
        drag({ state }, { y }, box, { first, memory }) {
          const { top, high } = places(state, box);
          // As tall as when the hand took the edge: it stays below it.
          if (first) memory.set("high", high);
          return { seqLen: (y - top) / (memory.get("high") as number) };
        },
        steps: { y: "seqLen" },
      },
    },
    {
      kind: "html",
      id: "times",
      label: say,
      html: timesHtml,
      press: () => measure(),
      lines: (shown) =>
        WAYS.map((way) => {
          const whole = milliseconds(shown, way);
          const said = whole === undefined ? "–" : ms(whole, false);
          return `${strings[way][shown.lang]}: ${said}`;
        }),
    },
  ],
  below: ["times"],
  styles: `.pane-times p { margin: 8px 0 0; }
.pane-times dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 12px; margin: 4px 0 0; }
.pane-times dd { margin: 0; }`,
  sentence: say,
  tableData(shown) {
    const { model, lang } = shown;
    const { cell, shared } = model.powers;
    return {
      caption: strings.name[lang],
      corner: lang === "zh" ? "方式" : "way",
      columns: [strings.powers[lang], strings.waves[lang]],
      rows: [
        { head: strings.cell[lang], cells: [cell, model.waves].map(whole) },
        { head: strings.shared[lang], cells: [shared, model.waves].map(whole) },
      ],
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
// What both loops compute for a table, besides the sines and cosines: a power
// for each cell, or one for each pair. Times are left out: each machine has its own.
const [rows, columns] = [${state.seqLen}, ${state.dModel}];
console.log(rows * columns, Math.ceil(columns / 2));
// How far either is from the library, on a small table.
const [positions, width] = [${SIZE.positions}, ${SIZE.width}];
const { data } = pe.embedding.sinusoidal({ seqLen: positions, dModel: width });
const rates = [
  (j) => 1 / 10000 ** ((2 * Math.floor(j / 2)) / width),
  (j) => Math.exp(2 * (j >> 1) * (-Math.log(10000) / width)),
];
let differ = 0;
data.forEach((value, k) => {
  const [p, j] = [Math.floor(k / width), k % width];
  const wave = j % 2 === 0 ? Math.sin : Math.cos;
  for (const rate of rates) {
    differ = Math.max(differ, Math.abs(value - Math.fround(wave(p * rate(j)))));
  }
});
console.log(differ);
`,
  states: ({ model: { powers, differ } }) => [
    ...[powers.cell, powers.shared, differ],
  ],
});

const whole = (value: number): string => quantity(value, 12);
