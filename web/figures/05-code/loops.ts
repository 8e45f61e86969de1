// <pe-loops>: what the table costs with a power in every cell, and with the
// frequencies computed once: calls counted, and measured when asked for.
import type { Posenc } from "posenc";
import { integer, real, type StateOf } from "../../element/state/attributes.ts";
import { rect } from "../../kit/highlights.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import type { Mark } from "../../plots/marks.ts";
import { plural, quantity, scientific } from "../../words/text.ts";

/** Nanoseconds per number; 0 before anything was measured. */
const time = real({ default: 0, min: 0, max: 1e6 });

const table = {
  "seq-len": integer({ default: 1024, min: 1, max: 16_384 }),
  "d-model": integer({ default: 512, min: 2, max: 4096 }),
  ...{ cell: time, shared: time, library: time },
} as const;

type State = StateOf<typeof table>;

const WAYS = ["cell", "shared", "library"] as const;
type Way = (typeof WAYS)[number];

interface Model {
  readonly pe: Posenc;
  /** Powers or exponentials, and sines or cosines, of both loops. */
  readonly powers: Readonly<Record<"cell" | "shared", number>>;
  readonly waves: number;
  /** Largest difference of either loop from the library, on a small table. */
  readonly differ: number;
}

const strings = {
  name: { en: "A power in every cell", zh: "每格都求一次幂" },
  caption: {
    en: "The bars count calls of pow or exp and of sin or cos. Measure them: your browser fills a small table in each of the three ways for a fraction of a second. Times are per number, so they hold for the size that you choose here.",
    zh: "条形是 pow/exp 与 sin/cos 的调用次数。点“在此测量”，浏览器会用三种方式各填一张小表，总共只要零点几秒。时间按每个数计，因此适用于你在这里选的任何大小。",
  },
  seqLen: { en: "Positions", zh: "位置个数" },
  dModel: { en: "Width d", zh: "维数 d" },
  cell: { en: "a power per number", zh: "每个数求一次幂" },
  shared: { en: "shared frequencies", zh: "共用频率" },
  library: { en: "this library", zh: "本库" },
  measure: { en: "Measure here", zh: "在此测量" },
  powers: { en: "powers", zh: "求幂" },
  waves: { en: "sines and cosines", zh: "正弦与余弦" },
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
function measure(pe: Posenc): Record<Way, number> {
  const { positions, width } = SIZE;
  const out = new Float32Array(positions * width);
  const buffer = pe.buffer([positions, width]);
  const options = { seqLen: positions, dModel: width, out: buffer };
  const ways: Record<Way, () => unknown> = {
    cell: () => perCell(out, positions, width),
    shared: () => sharing(out, positions, width),
    library: () => pe.embedding.sinusoidal(options),
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

function bars({ model, lang }: Here, { width }: Box): Mark[] {
  const { powers, waves } = model;
  const total = powers.cell + waves;
  const unit = width / total;
  const row = (way: "cell" | "shared", y: number): Mark[] => {
    const a = powers[way] * unit;
    return [
      {
        kind: "text",
        x: 0,
        y: y - 6,
        text: `${strings[way][lang]}: ${quantity(powers[way])} + ${quantity(waves)}`,
        fill: "ink2",
      },
      rect([0, y, Math.max(1, a), 20], { fill: "warm" }),
      rect([Math.max(1, a), y, waves * unit - 1, 20], { fill: "accent" }),
    ];
  };
  return [...row("cell", 20), ...row("shared", 72)];
}

function timesHtml(shown: Here): string {
  const { state, lang } = shown;
  const zh = lang === "zh";
  const head = zh
    ? ["方式", "每个数（纳秒）", "整张表"]
    : ["way", "ns per number", "the whole table"];
  const rows = WAYS.map((way) => {
    const whole = milliseconds(shown, way);
    const cells =
      whole === undefined ? ["–", "–"] : [quantity(state[way]), ms(whole, zh)];
    return `<tr><th scope="row">${strings[way][lang]}</th>${cells.map((it) => `<td class="num">${it}</td>`).join("")}</tr>`;
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
  return `<div class="wide" tabindex="0" role="region" aria-label="${strings.name[lang]}"><table><thead><tr>${head.map((it, k) => `<th scope="col"${k ? ' class="num"' : ""}>${it}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div><p><button type="button" data-press="measure">${strings.measure[lang]}</button></p><p class="dim">${same}</p>`;
}

export const spec = figure<typeof table, Model>({
  tag: "pe-loops",
  table,
  strings,
  controls: [
    { key: "seqLen", logarithmic: true },
    { key: "dModel", logarithmic: true },
  ],
  compute(pe, { seqLen, dModel }, keep) {
    const { positions, width } = SIZE;
    const buffer = keep.buffer(pe, "small", [positions, width]);
    pe.embedding.sinusoidal({ seqLen: positions, dModel: width, out: buffer });
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
      pe,
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
            en: ` In your browser that saves <b>${quantity(a - b)} ms of ${quantity(a)}</b>.`,
            zh: `在你的浏览器里，<b>${quantity(a)} 毫秒中省下 ${quantity(a - b)} 毫秒</b>。`,
          }[lang];
    return {
      en: `Shared frequencies need <b>${quantity(shared)}</b> ${plural(shared, "power")} instead of <b>${quantity(cell)}</b>, and as many sines and cosines as before: ${quantity(model.waves)}.${timed}`,
      zh: `共用频率只求 <b>${quantity(shared)}</b> 次幂，而不是 <b>${quantity(cell)}</b> 次；正弦与余弦的次数不变，仍是 ${quantity(model.waves)} 次。${timed}`,
    }[lang];
  },
  rows: [
    [
      ["calls", 2],
      ["times", 3],
    ],
  ],
  panels: [
    {
      kind: "plot",
      id: "calls",
      height: 104,
      margin: { left: 4, right: 4, top: 8, bottom: 8 },
      legend: ({ lang }) => [
        { ink: "warm", text: strings.powers[lang] },
        { ink: "accent", text: strings.waves[lang] },
      ],
      label: say,
      marks: bars,
    },
    {
      kind: "html",
      id: "times",
      label: say,
      html: timesHtml,
      press: (_, { model }) => measure(model.pe),
      lines: (shown) =>
        WAYS.map((way) => {
          const whole = milliseconds(shown, way);
          const said = whole === undefined ? "–" : ms(whole, false);
          return `${strings[way][shown.lang]}: ${said}`;
        }),
    },
  ],
  styles: ".pane-times p { margin: 12px 0 0; }",
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
