// <pe-fusion>: adding a position row and joining it on, with numbers, and why
// the first layer makes them nearly the same.

import { scaleLinear } from "d3-scale";
import type { TensorLike } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  readNumber,
  type StateOf,
  words,
} from "../../element/state/attributes.ts";
import { rect } from "../../kit/highlights.ts";
import { largestGap } from "../../kit/pieces/vectors.ts";
import type { Point } from "../../kit/pointer.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import {
  circle,
  type Ink,
  type Mark,
  segment,
  textMark,
} from "../../plots/marks.ts";
import { labelHtml } from "../../words/quantity.ts";
import {
  cellValue,
  decimals,
  escapeHtml,
  parameter,
  plural,
  scientific,
} from "../../words/text.ts";

const numbersOf = (text: string): number[] =>
  text
    .trim()
    .split(/[\s,，;；]+/)
    .map(readNumber);

const MOST = 8;

const vector = (initial: string) =>
  words({
    default: initial,
    max: 100,
    allowed: {
      en: `1 to ${MOST} numbers with spaces between them`,
      zh: `1 到 ${MOST} 个数，以空格隔开`,
    },
    check(text) {
      const numbers = numbersOf(text);
      return numbers.length <= MOST && numbers.every(Number.isFinite);
    },
  });

const table = {
  word: vector("0.5 0.2 -0.3 0.8"),
  position: vector("0.1 -0.1 0.2 -0.2"),
  how: choice(["add", "concat"]),
  seed: integer({ default: 1, min: 0, max: 999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly word: readonly number[];
  readonly position: readonly number[];
  /** What comes out; undefined: the library refuses. */
  readonly result: readonly number[] | undefined;
  readonly message: string;
  /** The layer behind: of the whole, of the word, of the position. */
  readonly whole: readonly number[];
  readonly ofWord: readonly number[];
  readonly ofPosition: readonly number[];
  /** Numbers in the layer's matrix. */
  readonly weights: number;
  /** Largest |whole − (ofWord + ofPosition)|. */
  readonly gap: number;
}

const strings = {
  name: { en: "Adding and joining", zh: "相加与拼接" },
  caption: {
    en: "Drag the end of a column, or type numbers. Then delete one number of the position: adding is refused, joining is not. The table shows what a random first layer W makes of the result.",
    zh: "拖动柱子的末端，或直接改写数值。再从位置向量里删掉一个数：相加会被拒绝，拼接不会。表中是随机的第一层 W 对结果的处理。",
  },
  word: { en: "Word vector x", zh: "词向量 x" },
  position: { en: "Position vector p", zh: "位置向量 p" },
  how: { en: "Fusion", zh: "融合方式" },
  add: { en: "add", zh: "相加" },
  concat: { en: "join", zh: "拼接" },
  seed: { en: "Seed of W", zh: "W 的种子" },
} as const;

type Here = Shown<State, Model>;

/** Numbers that come out of the layer behind. */
const OUTPUTS = 3;

const rowOf = (data: readonly number[]): TensorLike => ({
  data,
  shape: [1, data.length],
});

function fuse(
  how: State["how"],
  word: readonly number[],
  position: readonly number[],
): { result?: readonly number[]; message: string } {
  try {
    const { data } = { add: pe.embeddingAdd, concat: pe.embeddingConcat }[how](
      rowOf(word),
      rowOf(position),
    );
    return { result: [...data], message: "" };
  } catch (error) {
    if (error instanceof RangeError) return { message: error.message };
    throw error;
  }
}

/** Columns first … last of a matrix with three rows. */
function columns(w: TensorLike, first: number, last: number): TensorLike {
  const width = w.shape[1] as number;
  const data = Array.from({ length: OUTPUTS }, (_, row) =>
    Array.from(w.data).slice(row * width + first, row * width + last),
  ).flat();
  return { data, shape: [OUTPUTS, last - first] };
}

/** 0.6000000238418579 → 0.6: what float32 can tell. */
const tidy = (value: number): number => Number(value.toPrecision(6));

/** Height of the strip of words above the columns, px. */
const HEAD = 18;
/** Where the two vectors lie side by side, or over each other. */
const slotsOf = ({ state, model }: Here): number =>
  state.how === "concat"
    ? model.word.length + model.position.length
    : Math.max(model.word.length, model.position.length);

/** Number → px from above; what a hand can reach is 2 each way at least. */
function heightScale({ word, position }: Model, box: Box) {
  const sums = word.map((v, k) => v + (position[k] ?? 0));
  const most = Math.max(1, ...[...word, ...position, ...sums].map(Math.abs));
  return scaleLinear().domain([-most, most]).range([box.height, HEAD]);
}

/** A column per number: the word’s from zero, the position’s on top of it or beside it. */
function columnMarks(shown: Here, box: Box): readonly Mark[] {
  const { state, model } = shown;
  const { word, position, result } = model;
  const joins = state.how === "concat";
  const slots = slotsOf(shown);
  const y = heightScale(model, box);
  const slot = box.width / slots;
  const wide = Math.min(44, slot * 0.6);
  // That of the position is narrower: what it takes away of the word is seen.
  const bar = (at: number, from: number, to: number, fill: Ink): Mark => {
    const across = fill === "warm" && !joins ? wide / 2 : wide;
    return rect(
      [
        (at + 0.5) * slot - across / 2,
        Math.min(y(from), y(to)),
        across,
        Math.max(1, Math.abs(y(from) - y(to))),
      ],
      { fill },
    );
  };
  const tip = (at: number, value: number): Mark =>
    circle((at + 0.5) * slot, y(value), 5, { fill: "paper", stroke: "warm" });
  const number = (at: number, value: number, fill: Ink): Mark =>
    textMark((at + 0.5) * slot, 12, parameter(tidy(value)), fill, {
      anchor: "middle",
      bold: fill === "accent",
      ...(slot < 40 ? { size: 10 } : {}),
    });
  const start = (k: number): number => (joins ? 0 : (word[k] ?? 0));
  const place = (k: number): number => (joins ? word.length + k : k);
  return [
    segment(0, y(0), box.width, y(0), { stroke: "ink3" }),
    ...(joins
      ? [
          segment(word.length * slot, HEAD, word.length * slot, box.height, {
            stroke: "rule",
            dash: [4, 4],
          }),
        ]
      : []),
    ...word.map((value, k) => bar(k, 0, value, "accent")),
    ...position.map((value, k) =>
      bar(place(k), start(k), start(k) + value, "warm"),
    ),
    ...position.map((value, k) => tip(place(k), start(k) + value)),
    ...(result ?? []).map((value, k) =>
      number(k, value, joins && k < word.length ? "ink2" : "accent"),
    ),
    // The columns that have nothing to be added to.
    ...(result === undefined
      ? Array.from({ length: slots }, (_, k) => k)
          .filter((k) => word[k] === undefined || position[k] === undefined)
          .map((k) =>
            textMark((k + 0.5) * slot, 12, "✗", "warm", { anchor: "middle" }),
          )
      : []),
  ];
}

/** A hand sets the number whose column it is in, in steps of 0.05. */
function taken(shown: Here, at: Point, box: Box): Partial<State> | undefined {
  const { state, model } = shown;
  const { word, position } = model;
  const slots = slotsOf(shown);
  const k = Math.min(
    slots - 1,
    Math.max(0, Math.floor((at.x / box.width) * slots)),
  );
  const joins = state.how === "concat";
  const isWord = joins ? k < word.length : position[k] === undefined;
  const numbers = [...(isWord ? word : position)];
  const n = joins && !isWord ? k - word.length : k;
  const below = joins || isWord ? 0 : (word[n] ?? 0);
  const value = heightScale(model, box).invert(at.y) - below;
  numbers[n] = tidy(Math.round(Math.max(-2, Math.min(2, value)) * 20) / 20);
  return { [isWord ? "word" : "position"]: numbers.join(" ") };
}

function layerHtml({ state, model, lang }: Here): string {
  const zh = lang === "zh";
  if (model.result === undefined) {
    return `<p class="bad">${zh ? "库拒绝了：" : "The library refuses: "}<code lang="en">${escapeHtml(model.message)}</code></p>`;
  }
  const [a, b, c] =
    state.how === "add"
      ? ["W\u00a0x", "W\u00a0p", "W\u00a0(x\u00a0+\u00a0p)"]
      : ["W₁\u00a0x", "W₂\u00a0p", "W\u00a0[x;\u00a0p]"];
  const line = (head: string, values: readonly number[], kind = "") =>
    `<tr><th scope="row">${labelHtml(head)}</th>${values.map((v) => `<td class="num ${kind}">${decimals(v, 4)}</td>`).join("")}</tr>`;
  const sum = model.ofWord.map((v, k) => v + (model.ofPosition[k] as number));
  const title = zh ? "第一层之后" : "after the first layer";
  return `<p>${title}</p><div class="wide" tabindex="0" role="region" aria-label="${title} (${strings[state.how][lang]})"><table><tbody>${line(a as string, model.ofWord)}${line(b as string, model.ofPosition)}${line(`${a}\u00a0+\u00a0${b}`, sum, "now")}${line(c as string, model.whole, "now")}</tbody></table></div>`;
}

export const spec = figure<typeof table, Model>({
  tag: "pe-fusion",
  table,
  strings,
  controls: [
    { key: "word" },
    { key: "position" },
    { key: "how" },
    { key: "seed", max: () => 30 },
  ],
  main: ["word", "position"],
  compute({ word: x, position: p, how, seed }) {
    const [word, position] = [numbersOf(x), numbersOf(p)];
    const { result, message } = fuse(how, word, position);
    const none: readonly number[] = [];
    const common = { word, position, result, message } as const;
    if (result === undefined) {
      const nothing = { whole: none, ofWord: none, ofPosition: none };
      return { ...common, ...nothing, weights: 0, gap: 0 };
    }
    const width = result.length;
    const w = pe.learned({
      maxLen: OUTPUTS,
      dModel: width,
      std: 1,
      seed,
    });
    const through = (data: readonly number[], m: TensorLike) => [
      ...pe.transformerLinear(rowOf(data), m).data,
    ];
    const n = word.length;
    const [first, second] =
      how === "add" ? [w, w] : [columns(w, 0, n), columns(w, n, width)];
    const whole = through(result, w);
    const ofWord = through(word, first);
    const ofPosition = through(position, second);
    const sum = ofWord.map((v, k) => v + (ofPosition[k] as number));
    return {
      ...common,
      whole,
      ofWord,
      ofPosition,
      weights: OUTPUTS * width,
      gap: largestGap(whole, sum),
    };
  },
  finding({ state, model, lang }) {
    const { word, position, result, weights, gap } = model;
    const [n, m] = [word.length, position.length];
    if (result === undefined) {
      if (n === 1 || m === 1) {
        const many = Math.max(n, m);
        return {
          en: `A row of <b>${many}</b> numbers and a single number are refused here. PyTorch and NumPy would add the one number to all ${many} without a word: the position would say the same in every dimension.`,
          zh: `<b>${many}</b> 个数的行与单独一个数，这里拒绝相加。PyTorch 与 NumPy 会广播，把这一个数加到全部 ${many} 个上而不作声：位置在每一维都说同一句话。`,
        }[lang];
      }
      return {
        en: `A row of <b>${n}</b> numbers and a row of <b>${m}</b> can’t be added.`,
        zh: `<b>${n}</b> 个数的行与 <b>${m}</b> 个数的行不能相加。`,
      }[lang];
    }
    const off = gap === 0 ? "0" : scientific(gap, 1);
    if (state.how === "add") {
      return {
        en: `${n} ${plural(n, "number")} plus ${m} ${plural(m, "number")} give <b>${result.length}</b>; a layer of ${OUTPUTS} outputs after them needs ${weights} weights, and applies the same ones to word and position (difference <b>${off}</b>).`,
        zh: `${n} 个数加 ${m} 个数，还是 <b>${result.length}</b> 个；其后 ${OUTPUTS} 个输出的一层要 ${weights} 个权重，词与位置共用同一套（两种算法相差 <b>${off}</b>）。`,
      }[lang];
    }
    return {
      en: `${n} ${plural(n, "number")} joined with ${m} give <b>${result.length}</b>; a layer of ${OUTPUTS} outputs after them needs ${weights} weights, and adds word and position up after all (difference <b>${off}</b>).`,
      zh: `${n} 个数与 ${m} 个数拼接，成为 <b>${result.length}</b> 个；其后 ${OUTPUTS} 个输出的一层要 ${weights} 个权重，而它终究还是把词与位置加在一起（两种算法相差 <b>${off}</b>）。`,
    }[lang];
  },
  rows: [
    [
      ["sum", 1],
      ["layer", 1],
    ],
  ],
  panels: [
    {
      kind: "plot",
      id: "sum",
      height: [180, 150],
      margin: { left: 8, right: 8, top: 4, bottom: 8 },
      title: ({ state }) => (state.how === "add" ? "x + p" : "[x; p]"),
      legend: ({ lang }) => [
        { ink: "accent", text: strings.word[lang] },
        { ink: "warm", text: strings.position[lang] },
      ],
      label: say,
      marks: columnMarks,
      pointing: { cursor: "ns-resize", vertical: true, drag: taken },
    },
    {
      kind: "html",
      id: "layer",
      answers: true,
      label: say,
      html: layerHtml,
      lines: ({ model }) =>
        model.result
          ? [
              `W x: ${model.ofWord.map(cellValue).join("  ")}`,
              `W p: ${model.ofPosition.map(cellValue).join("  ")}`,
              `W: ${model.whole.map(cellValue).join("  ")}`,
            ]
          : [model.message],
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const { word, position, result } = model;
    const width = Math.max(word.length, position.length, result?.length ?? 0);
    const line = (head: string, values: readonly number[]) => ({
      head,
      cells: Array.from({ length: width }, (_, k) =>
        values[k] === undefined ? "" : parameter(tidy(values[k])),
      ),
    });
    return {
      caption: strings.name[lang],
      corner: lang === "zh" ? "维度" : "dimension",
      columns: Array.from({ length: width }, (_, k) => String(k)),
      rows: [
        line("x", word),
        line("p", position),
        line(state.how === "add" ? "x + p" : "[x; p]", result ?? []),
      ],
    };
  },
  code: ({ state, model }) => `import { load } from "posenc";

const pe = await load();
const x = { data: [${model.word.join(", ")}], shape: [1, ${model.word.length}] };
const p = { data: [${model.position.join(", ")}], shape: [1, ${model.position.length}] };
try {
  const { data, shape } = pe.embedding.${state.how}(x, p);
  console.log(data);
  // The layer behind: of the whole, of the word, of the position.
  const width = shape[1];
  const w = pe.embedding.learned({ maxLen: ${OUTPUTS}, dModel: width, std: 1, seed: ${state.seed} });
  const columns = (first, last) => ({
    data: [...w.data].filter((_, n) => n % width >= first && n % width < last),
    shape: [${OUTPUTS}, last - first],
  });
  const [ofX, ofP] = ${state.how === "add" ? "[w, w]" : `[columns(0, ${model.word.length}), columns(${model.word.length}, width)]`};
  const through = (rows, weights) => [...pe.transformer.linear(rows, weights).data];
  const [whole, a, b] = [through({ data, shape }, w), through(x, ofX), through(p, ofP)];
  console.log(whole, a, b);
  console.log(Math.max(...whole.map((value, n) => Math.abs(value - (a[n] + b[n])))));
} catch (error) {
  console.log(error.message);
}
`,
  states: ({ model: { result, message, whole, ofWord, ofPosition, gap } }) =>
    result ? [result, whole, ofWord, ofPosition, gap] : [message],
  styles:
    ".html p:not(.bad) { color: var(--_ink2); } .html p { margin: 0 0 4px; }",
});

function say({ state, model, lang }: Here): string {
  const show = (values: readonly number[]) => values.map(tidy).join(", ");
  if (model.result === undefined) {
    return {
      en: `Adding is refused: ${model.message}`,
      zh: `相加被拒绝：${model.message}`,
    }[lang];
  }
  const how = {
    en: state.how === "add" ? "added to" : "joined with",
    zh: state.how === "add" ? "相加" : "拼接",
  }[lang];
  const result = show(model.result);
  return {
    en: `The word [${show(model.word)}] ${how} the position [${show(model.position)}] gives [${result}].`,
    zh: `词向量 [${show(model.word)}] 与位置向量 [${show(model.position)}] ${how}，得到 [${result}]。`,
  }[lang];
}
