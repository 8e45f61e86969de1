// <pe-buckets>: which offsets T5 puts into one bucket.

import { scaleLinear, scaleLog } from "d3-scale";
import * as pe from "posenc";
import {
  integer,
  onOff,
  type StateOf,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { inkOn, rect, tint } from "../../kit/highlights.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment, unseen } from "../../plots/marks.ts";
import { quantity } from "../../words/text.ts";
import { signedOffset } from "./offsets.ts";

const table = {
  offset: integer({ default: 20, min: -1200, max: 1200 }),
  "num-buckets": integer({ default: 32, min: 4, max: 64 }),
  "max-distance": integer({ default: 128, min: 2, max: 1024 }),
  bidirectional: onOff(true),
} as const;

type State = StateOf<typeof table>;

/** Neighbouring offsets that share a bucket. */
interface Run {
  readonly bucket: number;
  readonly first: number;
  readonly last: number;
}

interface Model {
  /** Bucket of −reach … reach. */
  readonly buckets: Int32Array;
  readonly reach: number;
  readonly runs: readonly Run[];
  /** Distances with a bucket of their own, and where the last one begins. */
  readonly exact: number;
  readonly end: number;
}

const strings = {
  name: { en: "T5’s buckets", zh: "T5 的分桶" },
  caption: {
    en: "Each block is a bucket: all its offsets share one learned number per head. Drag along the strip. Below, the same on a logarithmic axis: the exact part curves, the logarithmic part is a straight staircase. Then turn the encoder’s form into the decoder’s.",
    zh: "每一块是一个桶，桶内的偏移在每个头里共用一个可学习参数。沿条带拖动。下图换成对数横轴：逐个区分的部分是曲线，按对数划分的部分是一段笔直的阶梯。再把编码器的形式换成解码器的。",
  },
  offset: { en: "Offset j − i", zh: "偏移 j − i" },
  numBuckets: { en: "Buckets", zh: "桶数" },
  maxDistance: { en: "Maximum distance", zh: "最大距离" },
  bidirectional: { en: "Both directions (encoder)", zh: "双向（编码器）" },
  keys: {
    en: "Strip of buckets; arrow keys choose an offset.",
    zh: "分桶条带；方向键选择偏移。",
  },
  distance: {
    en: "distance |j − i|, logarithmic",
    zh: "距离 |j − i|（对数轴）",
  },
  bucket: { en: "bucket", zh: "桶" },
  before: { en: "keys before the query", zh: "查询之前的键" },
  after: { en: "keys after the query", zh: "查询之后的键" },
} as const;

type Here = Shown<State, Model>;

/** Offsets that are looked at, on either side. */
const REACH = 2400;

const bucketOf = ({ buckets, reach }: Model, offset: number): number =>
  buckets[Math.min(reach, Math.max(-reach, offset)) + reach] as number;

const runOf = ({ runs, reach }: Model, offset: number): Run => {
  const at = Math.min(reach, Math.max(-reach, offset));
  return runs.find(({ first, last }) => first <= at && at <= last) as Run;
};

/** "16 … 22", "−∞ … −91" */
function extent({ first, last }: Run, reach: number): string {
  const from = first === -reach ? "−∞" : signedOffset(first);
  const to = last === reach ? "+∞" : signedOffset(last);
  return first === last ? from : `${from} … ${to}`;
}

/** What the strip shows; the rest of the last buckets goes on for ever. */
const windowOf = ({ end }: Model): number => Math.ceil(1.15 * end);

function strip(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang, theme } = shown;
  const wide = windowOf(model);
  const x = scaleLinear()
    .domain([-wide - 0.5, wide + 0.5])
    .range([0, box.width]);
  const marks: Mark[] = [];
  for (const run of model.runs) {
    const from = Math.max(0, x(run.first - 0.5));
    const to = Math.min(box.width, x(run.last + 0.5));
    if (to <= 0 || from >= box.width) continue;
    const share = run.bucket / Math.max(1, state.numBuckets - 1);
    // Neighbours differ in shade, or narrow blocks would run together.
    const shade = 0.12 + 0.5 * share + (run.bucket % 2) * 0.16;
    const chosen = run === runOf(model, state.offset);
    marks.push(
      rect([from, 0, to - from, box.height], {
        fill: tint("sequential", theme, shade),
        stroke: "paper",
      }),
    );
    const text = String(run.bucket);
    if (to - from > 8 * text.length + 4) {
      marks.push({
        kind: "text",
        x: (from + to) / 2,
        y: box.height / 2 + 4,
        text,
        anchor: "middle",
        fill: inkOn("sequential", theme, shade),
        bold: chosen,
      });
    }
  }
  const run = runOf(model, state.offset);
  const [from, to] = [
    Math.max(0, x(run.first - 0.5)),
    Math.min(box.width, x(run.last + 0.5)),
  ];
  const at = Math.min(box.width, Math.max(0, x(state.offset)));
  return [
    unseen([
      ...marks,
      rect([from, 0, to - from, box.height], { stroke: "ink", width: 2 }),
    ]),
    segment(at, -8, at, 0, { stroke: "warm", width: 2 }),
    segment(at, box.height, at, box.height + 5, { stroke: "warm", width: 2 }),
    ...axes(
      {
        x: {
          scale: x,
          label: strings.offset[lang],
          marked: Math.min(wide, Math.max(-wide, state.offset)),
          format: signedOffset,
        },
      },
      box,
    ),
  ];
}

function stairs(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const most = Math.max(4, 2 * state.maxDistance);
  const x = scaleLog().domain([1, most]).range([0, box.width]);
  const y = scaleLinear()
    .domain([0, state.numBuckets - 1])
    .range([box.height, 0]);
  const dots = (way: 1 | -1, ink: "accent" | "good"): Mark => ({
    kind: "path",
    draw(pen) {
      // Beyond a few hundred distances neighbours fall on one pixel.
      for (let n = 1; n <= most; n += Math.max(1, Math.floor(n / 150))) {
        const [px, py] = [x(n), y(bucketOf(model, way * n))];
        pen.moveTo(px + 2, py);
        pen.arc(px, py, 2, 0, 2 * Math.PI);
      }
    },
    fill: ink,
  });
  const distance = Math.min(most, Math.max(1, Math.abs(state.offset)));
  return [
    ...axes(
      {
        x: {
          scale: x,
          label: strings.distance[lang],
          ticks: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024].filter(
            (v) => v <= most,
          ),
        },
        y: { scale: y, label: strings.bucket[lang] },
      },
      box,
    ),
    unseen([
      ...[model.exact, model.end].map((edge) =>
        segment(x(edge), 0, x(edge), box.height, {
          stroke: "rule",
          dash: [4, 4],
        }),
      ),
      dots(-1, "accent"),
      dots(1, "good"),
      circle(x(distance), y(bucketOf(model, state.offset)), 5, {
        stroke: "warm",
        width: 2,
      }),
    ]),
  ];
}

function say({ state, model, lang }: Here): string {
  const run = runOf(model, state.offset);
  const all = extent(run, model.reach);
  return {
    en: `Offset ${signedOffset(state.offset)} falls into bucket ${run.bucket}, with offsets ${all}.`,
    zh: `偏移 ${signedOffset(state.offset)} 落入第 ${run.bucket} 桶，同桶偏移为 ${all}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-buckets",
  table,
  strings,
  bounds: {
    numBuckets: EVEN,
    maxDistance: {
      min: ({ numBuckets, bidirectional }) =>
        Math.floor(numBuckets / (bidirectional ? 4 : 2)) + 1,
    },
  },
  controls: [
    { key: "offset" },
    { key: "numBuckets", step: 2 },
    { key: "maxDistance", logarithmic: true },
    { key: "bidirectional" },
  ],
  compute(options) {
    const reach = REACH;
    const offsets = Int32Array.from(
      { length: 2 * reach + 1 },
      (_, k) => k - reach,
    );
    const { numBuckets, maxDistance, bidirectional } = options;
    const buckets = pe.t5Bucket(offsets, {
      numBuckets,
      maxDistance,
      bidirectional,
    });
    const runs: Run[] = [];
    let first = 0;
    for (let k = 1; k <= buckets.length; k += 1) {
      if (buckets[k] === buckets[first]) continue;
      const bucket = buckets[first] as number;
      runs.push({ bucket, first: first - reach, last: k - 1 - reach });
      first = k;
    }
    // Keys before the query have buckets of their own in both forms.
    const before = (n: number) => buckets[reach - n] as number;
    let exact = 1;
    while (before(exact) !== before(exact + 1)) exact += 1;
    let end = 1;
    while (before(end) !== before(reach)) end += 1;
    return { buckets, reach, runs, exact, end };
  },
  finding({ state, model, lang }) {
    const run = runOf(model, state.offset);
    const all = extent(run, model.reach);
    const at = signedOffset(state.offset);
    const most = quantity(state.maxDistance);
    const last =
      model.end === state.maxDistance
        ? {
            en: `The last bucket begins at the maximum distance, <b>${most}</b>.`,
            zh: `最后一桶正好从最大距离 <b>${most}</b> 开始。`,
          }
        : {
            en: `The last bucket begins at <b>${model.end}</b>, not at the maximum distance ${most}.`,
            zh: `最后一桶的起点是距离 <b>${model.end}</b>，而不是最大距离 ${most}。`,
          };
    return {
      en: `Distances up to <b>${model.exact - 1}</b> have a bucket each. Offset ${at} is in bucket <b>${run.bucket}</b> with ${all}. ${last.en}`,
      zh: `距离 <b>${model.exact - 1}</b> 以内每个距离各占一桶。偏移 ${at} 在第 <b>${run.bucket}</b> 桶，同桶为 ${all}。${last.zh}`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "strip",
      height: [56, 56],
      margin: { left: 8, right: 8, top: 12, bottom: 42 },
      label: say,
      marks: strip,
      pointing: {
        cursor: "ew-resize",
        pick: (shown, at, box) => ({ offset: offsetAt(shown, at.x, box) }),
        steps: { any: "offset" },
      },
    },
    {
      kind: "plot",
      id: "stairs",
      height: [200, 170],
      margin: AXES,
      legend: ({ lang }) => [
        { ink: "accent", text: strings.before[lang] },
        { ink: "good", text: strings.after[lang] },
      ],
      label: say,
      marks: stairs,
    },
  ],
  sentence: say,
  tableData({ model, lang, state }) {
    const zh = lang === "zh";
    const chosen = runOf(model, state.offset);
    return {
      caption: strings.name[lang],
      corner: strings.bucket[lang],
      columns: zh ? ["偏移", "偏移个数"] : ["offsets", "how many"],
      rows: model.runs.map((run) => {
        const open = run.first === -model.reach || run.last === model.reach;
        return {
          head: String(run.bucket),
          cells: [
            extent(run, model.reach),
            open ? "∞" : String(run.last - run.first + 1),
          ],
        };
      }),
      marked: { row: model.runs.indexOf(chosen), column: 0 },
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const options = {
  numBuckets: ${state.numBuckets},
  maxDistance: ${state.maxDistance},
  bidirectional: ${state.bidirectional},
};
console.log(pe.bias.t5Bucket([${state.offset}], options)[0]);
// Distances with a bucket of their own, and where the last one begins.
const offsets = Array.from({ length: ${REACH + 1} }, (_, n) => -n);
const buckets = pe.bias.t5Bucket(offsets, options);
let exact = 1;
while (buckets[exact] !== buckets[exact + 1]) exact += 1;
console.log(exact, buckets.indexOf(buckets.at(-1)));
`,
  listing({ state }) {
    const { numBuckets, maxDistance, bidirectional, offset } = state;
    // All offsets of a text as long as the chosen one needs, within reason.
    const seqLen = Math.min(32, Math.abs(offset) + 1);
    const values = { seqLen, numBuckets, maxDistance, bidirectional };
    return { kind: "t5", values };
  },
  states: ({ state, model }) => [
    bucketOf(model, state.offset),
    model.exact,
    model.end,
  ],
});

function offsetAt({ model }: Here, x: number, box: Box): number {
  const wide = windowOf(model);
  const offset = Math.round((x / box.width) * (2 * wide + 1) - wide - 0.5);
  return Math.min(wide, Math.max(-wide, offset));
}
