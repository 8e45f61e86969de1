// <pe-number-wheels>: a position as a number of a few digits, and the angles of
// as many rotary pairs: the same quotients, read in two ways.

import { scaleLinear } from "d3-scale";
import type { RotaryScaling } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { rect } from "../../kit/highlights.ts";
import { axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment, textMark } from "../../plots/marks.ts";
import { decimals, plural, quantity } from "../../words/text.ts";

const table = {
  pos: integer({ default: 5300, min: 0, max: 1_000_000 }),
  scaling: choice(["none", "linear", "ntk", "ntkByParts", "yarn"]),
  factor: real({ default: 4, min: 1, max: 16 }),
  "train-len": integer({ default: 2000, min: 2, max: 60_000 }),
  radix: integer({ default: 10, min: 2, max: 16 }),
  digits: integer({ default: 4, min: 3, max: 6 }),
} as const;

type State = StateOf<typeof table>;

/** One pair, and the digit that goes with it. */
interface Place {
  /** θ and θ′: the share of a position that this place counts. */
  readonly plain: number;
  readonly scaled: number;
  /** How far training came, p·θ for the last p. */
  readonly seen: number;
  /** How many units of this place make one of the next; none for the last. */
  readonly carry: number;
}

interface Model {
  /** Fastest first. */
  readonly places: readonly Place[];
  /** Pairs that meet new angles on the way to the end of the longer text. */
  readonly unseen: number;
}

const strings = {
  name: { en: "A position as a number", zh: "把位置写成一个数" },
  caption: {
    en: "Each column is one place of the number and one pair of RoPE: the same quotient, read as a digit above and as an angle below. The blue arc is what training showed. Choose a way of going on past the trained length, and watch which column turns orange and what one step is worth.",
    zh: "每一列既是数的一位，也是 RoPE 的一对：同一个商，上面读作数字，下面读作角度。蓝色弧是训练见过的部分。换一种越过训练长度的办法，看哪一列变成橙色，一步又值多少。",
  },
  pos: { en: "Position n", zh: "位置 n" },
  scaling: { en: "Beyond L", zh: "超出 L 之后" },
  none: { en: "count on", zh: "直接外推" },
  linear: { en: "interpolate (PI)", zh: "内插（PI）" },
  ntk: { en: "change the base (NTK)", zh: "换进制（NTK）" },
  ntkByParts: { en: "NTK by parts", zh: "分段 NTK" },
  yarn: { en: "YaRN", zh: "YaRN" },
  factor: { en: "Factor s", zh: "扩展倍数 s" },
  trainLen: { en: "Length in training L", zh: "训练长度 L" },
  radix: { en: "Radix β", zh: "进制 β" },
  digits: { en: "Places", zh: "位数" },
  keys: {
    en: "Positions; left and right arrows step through them.",
    zh: "位置；左右方向键逐个移动。",
  },
  along: { en: "position n", zh: "位置 n" },
} as const;

type Here = Shown<State, Model>;

const TURN = 2 * Math.PI;
const longest = ({ trainLen, factor }: Readonly<State>): number =>
  Math.round(trainLen * factor);

function scalingOf(state: Readonly<State>): RotaryScaling | undefined {
  const { scaling: type, factor, trainLen: originalMaxSeqLen } = state;
  switch (type) {
    case "none":
      return undefined;
    case "linear":
    case "ntk":
      return { type, factor };
    default:
      return { type, factor, originalMaxSeqLen };
  }
}

/** What stands in a place: below its carry, whole but for the ones. */
function standing({ scaled, carry }: Place, pos: number): number {
  const count = pos * scaled;
  return carry === Infinity ? count : count % carry;
}

/** The digit as it is written. */
const digitText = (place: Place, k: number, pos: number): string => {
  const value = standing(place, pos);
  return k === 0 && !Number.isInteger(Number(value.toFixed(6)))
    ? decimals(value, 2)
    : String(Math.floor(value + 1e-9));
};

/** Whether the wheel stands where training never had it. */
const isNew = ({ scaled, seen }: Place, pos: number): boolean =>
  seen < TURN && pos * scaled > seen;

/** Places from left to right: the fastest pair is the last digit. */
const columnX = (count: number, width: number, k: number): number =>
  ((count - 1 - k + 0.5) * width) / count;

function wheels({ state, model }: Here, box: Box): readonly Mark[] {
  const { places } = model;
  const { width, height } = box;
  const room = width / places.length;
  const top = 64;
  const radius = Math.min(room / 2 - 8, (height - top - 36) / 2);
  const y = top + radius;
  return places.flatMap((place, k): Mark[] => {
    const x = columnX(places.length, width, k);
    const angle = state.pos * place.scaled;
    const fresh = isNew(place, state.pos);
    const ink = fresh ? "warm" : "ink";
    const from = -Math.PI / 2;
    const sweep = Math.min(TURN, place.seen);
    const [tipX, tipY] = [
      x + radius * Math.sin(angle),
      y - radius * Math.cos(angle),
    ];
    const over: Mark[] = fresh
      ? [
          {
            kind: "path",
            draw(pen) {
              const start = from + place.seen;
              pen.moveTo(
                x + radius * Math.cos(start),
                y + radius * Math.sin(start),
              );
              pen.arc(x, y, radius, start, from + Math.min(angle, TURN));
            },
            stroke: "warm",
            width: 5,
          },
        ]
      : [];
    return [
      textMark(x, 30, digitText(place, k, state.pos), ink, {
        anchor: "middle",
        size: 30,
        serif: true,
      }),
      textMark(x, 52, `${quantity(angle, 4)} rad`, "ink2", {
        anchor: "middle",
      }),
      circle(x, y, radius, { stroke: "rule", width: 5 }),
      {
        kind: "path",
        draw(pen) {
          pen.moveTo(x, y - radius);
          pen.arc(x, y, radius, from, from + sweep);
        },
        stroke: "accent",
        width: 5,
      },
      ...over,
      segment(x, y, tipX, tipY, { stroke: ink, width: 2 }),
      circle(tipX, tipY, 4, { fill: ink }),
      circle(x, y, 2, { fill: ink }),
      textMark(x, y + radius + 30, `i = ${k}`, "ink2", { anchor: "middle" }),
    ];
  });
}

const lineScale = ({ state }: Pick<Here, "state">, { width }: Box) =>
  scaleLinear()
    .domain([0, Math.max(1, longest(state) - 1)])
    .range([0, width]);

function line(shown: Here, box: Box): readonly Mark[] {
  const { state, lang } = shown;
  const x = lineScale(shown, box);
  const end = x(state.trainLen - 1);
  return [
    ...axes(
      { x: { scale: x, label: strings.along[lang], marked: state.pos } },
      box,
    ),
    rect([0, 0, end, box.height], { fill: "accent", opacity: 0.25 }),
    segment(end, 0, end, box.height, { stroke: "accent", width: 2 }),
    segment(x(state.pos), 0, x(state.pos), box.height, {
      stroke: "ink",
      width: 2,
    }),
  ];
}

/** The number with its places, highest first. */
const written = ({ state, model }: Here): string =>
  model.places
    .map((place, k) => digitText(place, k, state.pos))
    .reverse()
    .join("\u00a0·\u00a0");

function say(shown: Here): string {
  const { state, model, lang } = shown;
  const fresh = model.places.filter((it) => isNew(it, state.pos)).length;
  const name = strings[state.scaling][lang];
  const n = quantity(state.pos, 7);
  return {
    en: `Position ${n}, ${name}: the digits are ${written(shown)}; ${fresh} of ${model.places.length} pairs stand where training never had them.`,
    zh: `位置 ${n}，${name}：各位数字是 ${written(shown)}；${model.places.length} 对中有 ${fresh} 对停在训练没到过的地方。`,
  }[lang];
}

const HEADS = {
  en: ["counts units of", "angle, rad", "digit", "training, up to", "new"],
  zh: ["每单位的位置数", "角度（rad）", "数字", "训练最大角度", "新角度"],
} as const;

const YES = { en: ["yes", "no"], zh: ["是", "否"] } as const;

export const spec = figure<typeof table, Model>({
  tag: "pe-number-wheels",
  table,
  strings,
  bounds: {
    trainLen: { max: ({ radix, digits }) => radix ** digits },
    pos: { max: (state) => Math.max(1, longest(state) - 1) },
  },
  controls: [
    { key: "scaling", menu: true },
    { key: "pos", play: { every: 60 } },
    { key: "factor", logarithmic: true },
    { key: "trainLen", logarithmic: true },
    { key: "radix" },
    { key: "digits" },
  ],
  main: ["scaling", "pos"],
  compute({ scaling, factor, trainLen, radix, digits }) {
    // base^(2/d) = β, so that θ_i = β^(−i).
    const head = { headDim: 2 * digits, base: radix ** digits };
    const given = { scaling, factor, trainLen };
    const rule = scalingOf({ ...given, pos: 0, radix, digits });
    const rope = rule ? { ...head, scaling: rule } : head;
    const plain = pe.rotaryFrequencies(head).inverseFrequency;
    const scaled = pe.rotaryFrequencies(rope).inverseFrequency;
    const testLen = Math.max(trainLen, Math.round(trainLen * factor));
    const { pairs } = pe.analysisCoverage({ ...rope, trainLen, testLen });
    return {
      // Not for the fraction of a step that is left over at the end.
      unseen: pairs.filter((it, k) => it.unseenAngle > (plain[k] as number))
        .length,
      places: Array.from(scaled, (theta, k) => ({
        plain: plain[k] as number,
        scaled: theta,
        seen: (trainLen - 1) * (plain[k] as number),
        carry: k + 1 < digits ? theta / (scaled[k + 1] as number) : Infinity,
      })),
    };
  },
  finding(shown) {
    const { state, model, lang } = shown;
    const { places, unseen } = model;
    const [first] = places as [Place, ...Place[]];
    const step = quantity(first.scaled / first.plain, 3);
    const end = quantity(longest(state) - 1, 7);
    const name = strings[state.scaling][lang];
    return {
      en: `${name[0]?.toUpperCase()}${name.slice(1)}: position ${quantity(state.pos, 7)} is written ${written(shown)}. On the way to ${end}, <b>${unseen}</b> of ${places.length} pairs ${plural(unseen, "meets", "meet")} angles that training never showed; neighbours differ by <b>${step}</b> in the last place.`,
      zh: `${name}：位置 ${quantity(state.pos, 7)} 写作 ${written(shown)}。走到 ${end} 为止，${places.length} 对中有 <b>${unseen}</b> 对遇到训练没见过的角度；相邻位置在末位上相差 <b>${step}</b>。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "wheels",
      height: [236, 196],
      margin: { left: 8, right: 8, top: 6, bottom: 6 },
      legend: ({ lang }) => [
        {
          ink: "accent",
          text: lang === "zh" ? "训练见过" : "seen in training",
        },
        { ink: "warm", text: lang === "zh" ? "新角度" : "new angles" },
      ],
      label: say,
      marks: wheels,
    },
    {
      kind: "plot",
      id: "line",
      height: [18, 18],
      margin: { left: 20, right: 20, top: 6, bottom: 40 },
      label: say,
      marks: line,
      pointing: {
        cursor: "ew-resize",
        pick: (shown, at, box) => ({ pos: lineScale(shown, box).invert(at.x) }),
        steps: { x: "pos" },
      },
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const { places } = model;
    return {
      caption: strings.name[lang],
      corner: lang === "zh" ? "第 i 对" : "pair i",
      columns: [...HEADS[lang]],
      rows: places.map((place, k) => ({
        head: String(k),
        cells: [
          quantity(1 / place.scaled, 5),
          quantity(state.pos * place.scaled, 5),
          digitText(place, k, state.pos),
          quantity(place.seen, 5),
          YES[lang][isNew(place, state.pos) ? 0 : 1],
        ],
      })),
      marked: { row: places.length - 1, column: 2 },
    };
  },
  code({ state }) {
    const rule = scalingOf(state);
    return `import { load } from "posenc";

const pe = await load();
const [pos, trainLen, factor] = [${state.pos}, ${state.trainLen}, ${state.factor}];
// base^(2/d) = ${state.radix}: pair i counts in units of ${state.radix}^i positions.
const head = { headDim: ${2 * state.digits}, base: ${state.radix} ** ${state.digits} };
const rope = ${rule ? `{ ...head, scaling: ${JSON.stringify(rule)} }` : "head"};
const plain = pe.rotary.frequencies(head).inverseFrequency;
const scaled = pe.rotary.frequencies(rope).inverseFrequency;
const testLen = Math.max(trainLen, Math.round(trainLen * factor));
const { pairs } = pe.analysis.coverage({ ...rope, trainLen, testLen });
// Not for the fraction of a step that is left over at the end.
console.log(pairs.filter((it, i) => it.unseenAngle > plain[i]).length);
scaled.forEach((theta, i) => {
  // How many of this place make one of the next.
  const carry = i + 1 < scaled.length ? theta / scaled[i + 1] : Infinity;
  const angle = pos * theta;
  console.log(angle, carry === Infinity ? angle : angle % carry, (trainLen - 1) * plain[i]);
});
`;
  },
  states: ({ state: { pos }, model: { places, unseen } }) => [
    unseen,
    places.map((it) => [pos * it.scaled, standing(it, pos), it.seen]),
  ],
});
