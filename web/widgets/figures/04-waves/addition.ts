// <pe-addition>: the addition theorem in four steps, on one hand of the clock.
import * as pe from "posenc";
import { integer, real, type StateOf } from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { labelHtml } from "../../words/quantity.ts";
import { cellValue, decimals } from "../../words/text.ts";

const table = {
  step: integer({ default: 4, min: 1, max: 4 }),
  pos: integer({ default: 5, min: 0, max: 1000 }),
  offset: integer({ default: 9, min: 0, max: 1000 }),
  pair: integer({ default: 8, min: 0, max: 255 }),
  "d-model": integer({ default: 64, min: 2, max: 512 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
} as const;

type State = StateOf<typeof table>;

interface Hand {
  readonly sin: number;
  readonly cos: number;
}

interface Model {
  /** Hands at p, at k and at p + k. */
  readonly at: Hand;
  readonly by: Hand;
  readonly to: Hand;
  readonly wave: number;
}

const strings = {
  name: { en: "The addition theorem, step by step", zh: "分步看加法定理" },
  caption: {
    en: "Go through the four steps, then drag the tips: the grey one is the position, the blue one the position plus k.",
    zh: "依次看完四步，再拖动针尖：灰色针尖是位置 p，蓝色针尖是 p + k。",
  },
  step: { en: "Step", zh: "步骤" },
  pos: { en: "Position p", zh: "位置 p" },
  offset: { en: "Shift k", zh: "平移量 k" },
  pair: { en: "Pair i", zh: "第 i 对" },
  dModel: { en: "Width d", zh: "维数 d" },
  base: { en: "Base", zh: "底数" },
  keys: {
    en: "Hands on a circle; left and right change the position, up and down change k.",
    zh: "圆上的指针；左右方向键改变位置，上下方向键改变 k。",
  },
} as const;

type Here = Shown<State, Model>;

const STEPS = {
  en: [
    "The hand at p. Its tip lies sin ωp to the right and cos ωp up.",
    "Walk the share cos ωk of the way along the hand.",
    "Make a quarter turn to the right and walk the share sin ωk. You stand on the circle again, at p\u00a0+\u00a0k.",
    "Add up both walks, to the right and up: two sums, each of both old numbers.",
  ],
  zh: [
    "位置 p 处的针：针尖偏右 sin ωp，偏上 cos ωp。",
    "沿着这根针走，路程是针长的 cos ωk 倍。",
    "右转四分之一圈，再走针长的 sin ωk 倍：正好又回到圆上，就是 p + k。",
    "把两段路向右、向上的分量各自相加：得到两个和，每个都要用到原来的两个数。",
  ],
} as const;

function unit({ width, height }: Box) {
  // Room for the names of the tips.
  const radius = Math.max(1, Math.min(width / 2 - 48, height / 2 - 18));
  return { x: width / 2, y: height / 2, radius };
}

function marks({ state, model }: Here, box: Box): readonly Mark[] {
  const { x, y, radius } = unit(box);
  const { at, by, to } = model;
  const point = (right: number, up: number) =>
    [x + radius * right, y - radius * up] as const;
  const tip = point(at.sin, at.cos);
  const knee = point(by.cos * at.sin, by.cos * at.cos);
  const end = point(to.sin, to.cos);
  const { step } = state;
  const all: Mark[] = [
    circle(x, y, radius, { stroke: "rule" }),
    segment(x, y - radius, x, y + radius, { stroke: "rule" }),
    segment(x - radius, y, x + radius, y, { stroke: "rule" }),
    segment(x, y, ...tip, { stroke: "ink3", width: 2 }),
    circle(...tip, 6, { fill: "ink3" }),
    label(tip, x, y, "p"),
  ];
  if (step >= 2) {
    all.push(segment(x, y, ...knee, { stroke: "warm", width: 3.5 }));
    all.push(circle(...knee, 3, { fill: "warm" }));
  }
  if (step >= 3) {
    all.push(segment(...knee, ...end, { stroke: "good", width: 3.5 }));
  }
  if (step >= 4) {
    const shadow = { stroke: "accent", dash: [3, 3] } as const;
    all.push(
      segment(end[0], end[1], end[0], y, shadow),
      segment(end[0], end[1], x, end[1], shadow),
    );
  }
  if (step !== 1 && step !== 2) {
    all.push(segment(x, y, ...end, { stroke: "accent", width: 2 }));
    all.push(circle(...end, 6, { fill: "accent" }));
    all.push(label(end, x, y, "p + k"));
  }
  if (step === 1) all.push(...shadows(tip, x, y));
  return all;
}

function shadows(
  [px, py]: readonly [number, number],
  x: number,
  y: number,
): Mark[] {
  const style = { stroke: "ink3", dash: [3, 3] } as const;
  return [segment(px, py, px, y, style), segment(px, py, x, py, style)];
}

function label(
  [px, py]: readonly [number, number],
  x: number,
  y: number,
  text: string,
): Mark {
  const far = Math.hypot(px - x, py - y) || 1;
  return {
    kind: "text",
    x: px + ((px - x) / far) * 14,
    y: py + ((py - y) / far) * 14 + 4,
    text,
    anchor: px < x ? "end" : "start",
    fill: "ink",
    bold: true,
  };
}

/** The two sums with their numbers. */
function sums({ state, model }: Here): readonly [string, string][] {
  const { at, by, to } = model;
  const v = (value: number) => decimals(value, 3);
  const { pos, offset } = state;
  const signed = (value: number) => (value < 0 ? `(${v(value)})` : v(value));
  return [
    [
      `sin ω(${pos} + ${offset})`,
      `${v(at.sin)} · ${signed(by.cos)} + ${signed(at.cos)} · ${signed(by.sin)} = ${v(at.sin * by.cos + at.cos * by.sin)}`,
    ],
    [
      `cos ω(${pos} + ${offset})`,
      `${v(at.cos)} · ${signed(by.cos)} − ${signed(at.sin)} · ${signed(by.sin)} = ${v(to.cos)}`,
    ],
  ];
}

function stepsHtml(shown: Here): string {
  const { state, lang } = shown;
  const items = STEPS[lang].map((text, k) => {
    const now = state.step === k + 1;
    return `<li><button type="button" data-set="step=${k + 1}" aria-pressed="${now}" aria-label="${strings.step[lang]} ${k + 1}">${k + 1}</button><span${now ? ' class="now"' : ""}>${labelHtml(text)}</span></li>`;
  });
  const formulas = sums(shown).map(
    ([left, right]) => `<p>${labelHtml(left)} =<br>${right}</p>`,
  );
  const numbers =
    state.step === 4 ? `<div class="sums">${formulas.join("")}</div>` : "";
  return `<ol class="steps">${items.join("")}</ol>${numbers}`;
}

/** px within which a tip is taken hold of. */
const NEAR = 26;

export const spec = figure<typeof table, Model>({
  tag: "pe-addition",
  table,
  strings,
  bounds: { dModel: EVEN, pair: { max: ({ dModel }) => dModel / 2 - 1 } },
  controls: [
    { key: "step" },
    { key: "pos", max: () => 100 },
    { key: "offset", max: () => 100 },
    { key: "pair" },
    { key: "dModel", step: 2 },
    { key: "base", logarithmic: true },
  ],
  main: ["step", "offset"],
  compute({ pos, offset, pair, dModel, base }) {
    const positions = [pos, offset, pos + offset];
    const { data } = pe.sinusoidal({ positions, dModel, base });
    const hand = (row: number): Hand => ({
      sin: data[row * dModel + 2 * pair] as number,
      cos: data[row * dModel + 2 * pair + 1] as number,
    });
    const waves = pe.analysisWavelengths({ dModel, base });
    return {
      at: hand(0),
      by: hand(1),
      to: hand(2),
      wave: waves[pair] as number,
    };
  },
  finding({ state, model, lang }) {
    const { at, by, to } = model;
    const sum = at.sin * by.cos + at.cos * by.sin;
    const alone = at.sin * by.cos;
    const [wanted, both, one] = [to.sin, sum, alone].map((v) => decimals(v, 4));
    const { pos, offset } = state;
    return {
      en: `The sine at position ${pos + offset} is <b>${wanted}</b>. Sine and cosine of position ${pos} together give <b>${both}</b>; without the cosine’s share it would be ${one}.`,
      zh: `位置 ${pos + offset} 的正弦是 <b>${wanted}</b>。位置 ${pos} 的正弦与余弦合起来正好得出 <b>${both}</b>；缺了余弦那一份，只有 ${one}。`,
    }[lang];
  },
  rows: [
    [
      ["circle", 2],
      ["steps", 3],
    ],
  ],
  panels: [
    {
      kind: "plot",
      id: "circle",
      height: [300, 280],
      aspect: 1,
      margin: { left: 8, right: 8, top: 4, bottom: 4 },
      label: say,
      marks,
      pointing: {
        cursor: "grab",
        vertical: true,
        drag(shown, point, box, drag) {
          const { x, y, radius } = unit(box);
          const { at, to, wave } = shown.model;
          const angle = Math.atan2(point.x - x, y - point.y);
          if (drag.first) {
            const far = ({ sin, cos }: Hand) =>
              Math.hypot(
                x + radius * sin - point.x,
                y - radius * cos - point.y,
              );
            const isEnd = far(to) <= far(at) && shown.state.step > 2;
            if (Math.min(far(at), far(to)) > NEAR) return undefined;
            drag.memory.set("key", isEnd ? "offset" : "pos");
            drag.memory.set("value", shown.state[isEnd ? "offset" : "pos"]);
            drag.memory.set("angle", angle);
            return {};
          }
          const turned = angle - (drag.memory.get("angle") as number);
          const way = turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI));
          const value =
            (drag.memory.get("value") as number) + (way / (2 * Math.PI)) * wave;
          const exact = Math.min(1000, Math.max(0, value));
          drag.memory.set("angle", angle);
          drag.memory.set("value", exact);
          return { [drag.memory.get("key") as "pos"]: Math.round(exact) };
        },
        key({ state }, event) {
          const on = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (on !== undefined) return { pos: state.pos + on };
          const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          return by === undefined ? undefined : { offset: state.offset + by };
        },
      },
    },
    {
      kind: "html",
      id: "steps",
      tall: [290, 367],
      label: say,
      html: stepsHtml,
      lines: (shown) => [
        ...STEPS[shown.lang].map((text, k) => `${k + 1}. ${text}`),
        ...sums(shown).map(([left, right]) => `${left} = ${right}`),
      ],
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const { at, by, to } = model;
    const zh = lang === "zh";
    const row = (head: string, { sin, cos }: Hand) => ({
      head,
      cells: [cellValue(sin), cellValue(cos)],
    });
    return {
      caption: strings.name[lang],
      corner: zh ? "位置" : "position",
      columns: zh ? ["正弦", "余弦"] : ["sine", "cosine"],
      rows: [
        row(`p = ${state.pos}`, at),
        row(`k = ${state.offset}`, by),
        row(`p + k = ${state.pos + state.offset}`, to),
      ],
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [p, k, pair] = [${state.pos}, ${state.offset}, ${state.pair}];
const form = { dModel: ${state.dModel}, base: ${state.base} };
const { data } = pe.embedding.sinusoidal({ positions: [p, k, p + k], ...form });
const [at, by, to] = [0, 1, 2].map((row) => {
  const n = row * form.dModel + 2 * pair;
  return { sin: data[n], cos: data[n + 1] };
});
console.log(at.sin * by.cos + at.cos * by.sin, to.sin); // the same
console.log(at.cos * by.cos - at.sin * by.sin, to.cos); // the same
console.log(pe.analysis.wavelengths(form)[pair]);
`,
  states: ({ model: { at, by, to, wave } }) => [
    at.sin * by.cos + at.cos * by.sin,
    to.sin,
    at.cos * by.cos - at.sin * by.sin,
    to.cos,
    wave,
  ],
  styles: `
.steps { margin: 0; padding: 0; list-style: none; }
.steps li { display: flex; gap: 12px; align-items: baseline; margin-bottom: 8px; }
.steps .now { color: var(--_ink); }
.steps li span { color: var(--_ink2); }
.steps li .now { font-weight: 400; color: var(--_ink); }
.sums { padding-left: 44px; }
.sums p { margin: 0 0 8px; }
`,
});

function say({ state, model, lang }: Here): string {
  const { at, by, to } = model;
  const v = (value: number) => decimals(value, 3);
  const { pos, offset, pair } = state;
  return {
    en: `Pair ${pair}: at position ${pos} sine ${v(at.sin)} and cosine ${v(at.cos)}; ${offset} further, a turn with sine ${v(by.sin)} and cosine ${v(by.cos)} gives ${v(to.sin)} and ${v(to.cos)}.`,
    zh: `第 ${pair} 对：位置 ${pos} 处正弦 ${v(at.sin)}、余弦 ${v(at.cos)}；再走 ${offset} 步，转过正弦为 ${v(by.sin)}、余弦为 ${v(by.cos)} 的角，得到 ${v(to.sin)} 和 ${v(to.cos)}。`,
  }[lang];
}
