// <pe-clock>: the hands of the encoding beside those of a clock on the wall.
import * as pe from "posenc";
import { integer, real, type StateOf } from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { type Dial, dialGrid, dialMarks, turned } from "../../plots/dials.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { quantity } from "../../words/text.ts";

/** The last position: seconds of half a day, a turn of the hour hand. */
const LAST = 43_200;

const table = {
  pos: integer({ default: 75, min: 0, max: LAST }),
  "d-model": integer({ default: 16, min: 2, max: 24 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Sine and cosine of every hand, pair by pair. */
  readonly row: Float32Array;
  readonly waves: Float64Array;
}

const strings = {
  name: { en: "A clock and the encoding", zh: "钟表与编码" },
  caption: {
    en: "A second is a position: press play. The clock on the wall has three hands; the encoding has d/2, each slower than the one before. Turn one of these: the time on the wall follows.",
    zh: "把一秒当作一个位置，然后点播放。墙上的钟有三根指针；编码有 d/2 根，一根比一根慢。转动其中一根，墙上的钟也会跟着走。",
  },
  pos: { en: "Position p", zh: "位置 p" },
  dModel: { en: "Width d", zh: "维数 d" },
  base: { en: "Base", zh: "底数" },
  keys: {
    en: "Hands of the encoding; arrow keys turn them.",
    zh: "编码的指针；用方向键转动。",
  },
} as const;

type Here = Shown<State, Model>;

/** Seconds that the hands of a clock take for one turn. */
const HANDS = [60, 3600, LAST] as const;

const wallAngle = (pos: number, hand: number): number =>
  (2 * Math.PI * pos) / (HANDS[hand] as number);

function wall({ state }: Here, { width, height }: Box): Mark[] {
  const radius = Math.max(1, Math.min(width, height) / 2 - 6);
  const [x, y] = [width / 2, height / 2];
  const at = (length: number, angle: number) =>
    [x + length * Math.sin(angle), y - length * Math.cos(angle)] as const;
  const marks: Mark[] = [circle(x, y, radius, { stroke: "rule" })];
  for (let hour = 0; hour < 12; hour += 1) {
    const a = (hour * Math.PI) / 6;
    const inner = radius - (hour % 3 === 0 ? 10 : 5);
    marks.push(segment(...at(inner, a), ...at(radius, a), { stroke: "ink3" }));
  }
  const looks = [
    { length: 0.9, width: 1.25, stroke: "accent" },
    { length: 0.78, width: 2.5, stroke: "ink" },
    { length: 0.52, width: 4, stroke: "ink" },
  ] as const;
  looks.forEach(({ length, ...style }, hand) => {
    const tip = at(length * radius, wallAngle(state.pos, hand));
    marks.push(segment(x, y, ...tip, style));
  });
  marks.push(circle(x, y, 3, { fill: "ink" }));
  return marks;
}

function dials({ state, model }: Here, { width, height }: Box): Dial[] {
  const pairs = state.dModel / 2;
  return dialGrid(pairs, width, height, pairs > 8 ? 6 : 4).map(
    (place, pair) => ({
      ...place,
      sin: model.row[2 * pair] as number,
      cos: model.row[2 * pair + 1] as number,
      sweep: (2 * Math.PI * state.pos) / (model.waves[pair] as number),
      label: `i = ${pair}`,
      active: false,
    }),
  );
}

/** "01:02:05" */
function time(seconds: number): string {
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60];
  return parts
    .map((part) => String(Math.floor(part)).padStart(2, "0"))
    .join(":");
}

const ratio = ({ base, dModel }: Readonly<State>): number =>
  base ** (2 / dModel);

function say({ state, model, lang }: Here): string {
  const turns = Array.from(model.waves, (wave) => quantity(state.pos / wave));
  return {
    en: `Position ${state.pos}: the clock shows ${time(state.pos)}; the hands of the encoding have made ${turns.join(", ")} turns.`,
    zh: `位置 ${state.pos}：钟上是 ${time(state.pos)}；编码的各根指针分别转了 ${turns.join("、")} 圈。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-clock",
  table,
  strings,
  bounds: { dModel: EVEN },
  controls: [
    { key: "pos", reach: 600, play: { every: 250 } },
    { key: "dModel", step: 2 },
    { key: "base", logarithmic: true },
  ],
  compute({ pos, dModel, base }) {
    const { data } = pe.sinusoidal({
      positions: [pos],
      dModel,
      base,
    });
    return { row: data, waves: pe.analysisWavelengths({ dModel, base }) };
  },
  finding({ state, model, lang }) {
    const pairs = model.waves.length;
    const slower = quantity(ratio(state));
    const each =
      pairs === 1
        ? "The encoding has one hand here, which"
        : `In the encoding each of the ${pairs} hands takes <b>${slower}</b> times as long as the one before, and the first`;
    return {
      en: `On the wall a hand takes 60 or 12 times as long for a turn as the one before. ${each} turns once in <b>${quantity(model.waves[0] as number)}</b> positions.`,
      zh: `墙上的钟，后一根针转一圈的时间是前一根的 60 倍或 12 倍。编码的 ${pairs} 根针${pairs === 1 ? "" : `，后一根总是前一根的 <b>${slower}</b> 倍；最快的一根`} <b>${quantity(model.waves[0] as number)}</b> 个位置转一圈。`,
    }[lang];
  },
  rows: [
    [
      ["wall", 2],
      ["hands", 5],
    ],
  ],
  panels: [
    {
      kind: "plot",
      id: "wall",
      height: [220, 132],
      margin: { left: 0, right: 0, top: 4, bottom: 4 },
      title: ({ state, lang }) =>
        lang === "zh"
          ? `墙上的钟：${time(state.pos)}`
          : `clock: ${time(state.pos)}`,
      label: say,
      marks: wall,
    },
    {
      kind: "plot",
      id: "hands",
      height: [220, 220],
      margin: { left: 0, right: 0, top: 4, bottom: 4 },
      title: ({ state, lang }) =>
        lang === "zh"
          ? `编码：位置 ${state.pos}`
          : `encoding: position ${state.pos}`,
      label: say,
      marks: (shown, box) => dials(shown, box).flatMap(dialMarks),
      pointing: {
        cursor: "grab",
        drag(shown, point, box, how) {
          const { state, model } = shown;
          const places = dials(shown, box);
          const { pos } =
            turned(places, model.waves, state.pos, LAST, point, how) ?? {};
          return pos === undefined ? undefined : { pos };
        },
        steps: { any: "pos" },
      },
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const zh = lang === "zh";
    return {
      caption: strings.name[lang],
      corner: zh ? "指针" : "hand",
      columns: zh
        ? ["转一圈的位置数", "已转圈数", "正弦", "余弦"]
        : ["positions for a turn", "turns made", "sine", "cosine"],
      rows: Array.from(model.waves, (wave, pair) => ({
        head: `i = ${pair}`,
        cells: [
          quantity(wave, 5),
          quantity(state.pos / wave, 4),
          (model.row[2 * pair] as number).toFixed(4),
          (model.row[2 * pair + 1] as number).toFixed(4),
        ],
      })),
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const form = { dModel: ${state.dModel}, base: ${state.base} };
const { data } = pe.embedding.sinusoidal({ positions: [${state.pos}], ...form });
console.log(data); // sine and cosine of each hand
console.log(pe.analysis.wavelengths(form)); // positions for one turn
`,
  listing: ({ state }) => ({
    kind: "sinusoidal",
    values: {
      pos: state.pos,
      dim: 0,
      dModel: state.dModel,
      base: state.base,
      seqLen: 1,
      offset: state.pos,
    },
  }),
  states: ({ model }) => [model.row, model.waves],
});
