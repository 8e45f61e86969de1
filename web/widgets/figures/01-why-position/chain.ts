// <pe-chain>: the same words through a recurrence, one after the other, and
// through attention, all at once; and what is left of a word at the end.

import { scaleLinear } from "d3-scale";
import type { TensorLike } from "posenc";
import * as pe from "posenc";
import { integer, real, type StateOf } from "../../element/state/attributes.ts";
import { rect } from "../../kit/highlights.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { stepped } from "../../kit/pointer.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { type Mark, segment } from "../../plots/marks.ts";
import { labelHtml } from "../../words/quantity.ts";
import { type Lang, plural, quantity } from "../../words/text.ts";
import { gapText } from "../shared/word-weights.ts";
import { attend, vectors } from "./sentence/head.ts";
import { presetStrings, sentenceTable, wordsOf } from "./sentence/presets.ts";
import { headCode } from "./sentence/two-orders.ts";
import { chain, labels, places, star } from "./word-paths.ts";

const { order: _, ...sentence } = sentenceTable([
  "film",
  "dog",
  "because",
  "keys",
]);

const table = {
  ...sentence,
  step: integer({ default: 3, min: 0, max: 12 }),
  pos: integer({ default: 0, min: 0, max: 11 }),
  gain: real({ default: 0.8, min: 0.5, max: 1.2 }),
  "d-model": integer({ default: 512, min: 8, max: 4096 }),
} as const;

type State = StateOf<typeof table>;

interface Run {
  readonly words: readonly string[];
  /** Share of each word in the last output: recurrence and attention. */
  readonly recurrent: readonly number[];
  readonly attentive: readonly number[];
}

interface Model extends Readonly<Record<Lang, Run>> {
  /** What a word is still worth after so many steps, from 0 on. */
  readonly left: readonly number[];
}

const strings = {
  ...presetStrings,
  name: { en: "One after the other, or all at once", zh: "逐个处理与同时处理" },
  caption: {
    en: "Press play: the chain reads word by word, attention needs one step for all. The bars say what is left of each word when the chain has come to its end. Now move the gain below 1, and above.",
    zh: "点击播放：循环网络逐词往下读，注意力一步看完。竖条是链条走到头时，每个词还剩下多少。再把增益调到 1 以下，或 1 以上。",
  },
  step: { en: "Steps done", zh: "已走步数" },
  pos: { en: "Word", zh: "词" },
  gain: { en: "Gain per step", zh: "每步增益" },
  dModel: { en: "Width d", zh: "维数 d" },
  rnn: { en: "recurrence", zh: "循环网络" },
  attention: { en: "attention", zh: "注意力" },
  // Not "keys": one of the sentences is called so.
  arrows: {
    en: "Words in a chain; left and right arrows choose a word.",
    zh: "链上的词；左右方向键选词。",
  },
  share: {
    en: "left of each word at the end of the chain",
    zh: "链条尽头每个词所剩",
  },
  reaches: {
    en: "what reaches the last output",
    zh: "到达最后一个输出的份额",
  },
  word: { en: "word", zh: "词" },
} as const;

type Here = Shown<State, Model>;

const LONGEST = 100;
const STATE = 8;
/** The head that attention is computed with. */
const HEAD = {
  dModel: 32,
  seed: 0,
  causal: false,
  position: "none",
} as const;

/**
 * What a unit vector measures after 0, 1, 2 … steps h ← W·h of a recurrence; W
 * is a rotation times the gain, so that the gain alone decides.
 */
function decay(gain: number): number[] {
  const rotation = pe.analysisShiftMatrix({ offset: 1, dModel: STATE });
  const weight = {
    data: rotation.data.map((value) => value * gain),
    shape: rotation.shape,
  };
  const first = new Float32Array(STATE);
  first[0] = 1;
  let h: TensorLike = { data: first, shape: [1, STATE] };
  return Array.from({ length: LONGEST + 1 }, (_, step) => {
    if (step > 0) h = pe.transformerLinear(h, weight);
    return Math.hypot(...Array.from(h.data));
  });
}

const at = ({ model, lang }: Here): Run => model[lang];

/** The word chosen: a sentence may be shorter in this language. */
const chosenOf = (shown: Here): number =>
  Math.min(shown.state.pos, at(shown).words.length - 1);

const readingOf = (shown: Here) => ({
  words: at(shown).words,
  step: shown.state.step,
  pos: chosenOf(shown),
});

function curves(shown: Here, box: Box): Mark[] {
  const { words, recurrent } = at(shown);
  const pos = chosenOf(shown);
  const most = Math.max(1, ...recurrent);
  const y = scaleLinear().domain([0, most]).nice(3).range([box.height, 0]);
  const xs = places(words.length, box);
  // Words are no scale, so no line joins them.
  const wide = Math.min(48, box.width / words.length / 2);
  const bars = recurrent.map((value, k) => {
    const left = (xs[k] as number) - wide / 2;
    return rect([left, y(value), wide, box.height - y(value)], {
      fill: "warm",
      opacity: k === pos ? 1 : 0.55,
    });
  });
  return [
    ...axes(
      { y: { scale: y, ticks: y.ticks(3), label: strings.share[shown.lang] } },
      box,
    ),
    segment(0, box.height, box.width, box.height, { stroke: "rule" }),
    ...bars,
    ...labels(words, box, box.height + 18, pos),
  ];
}

function wordAt(shown: Here, point: { readonly x: number }, box: Box) {
  const { length } = at(shown).words;
  const pos = Math.floor((point.x / box.width) * length);
  return { pos: Math.min(length - 1, Math.max(0, pos)) };
}

const pointing = {
  cursor: "pointer",
  keys: strings.arrows,
  pick: wordAt,
  key(shown: Here, event: KeyboardEvent) {
    const range = [0, at(shown).words.length - 1] as const;
    const pos = stepped(event, chosenOf(shown), range, "x");
    return pos === undefined ? undefined : { pos };
  },
};

/** What the two cost, as the paper's table 1 counts. */
function costs(shown: Here): [what: string, rnn: string, attention: string][] {
  const n = at(shown).words.length;
  const d = shown.state.dModel;
  const zh = shown.lang === "zh";
  return [
    [zh ? "先后步数" : "steps one after the other", String(n), "1"],
    [
      zh ? "首词到末词的路径" : "path from first word to last",
      String(n - 1),
      "1",
    ],
    [
      zh ? "每层乘法次数" : "multiplications per layer",
      `n·d² = ${quantity(n * d * d)}`,
      `n²·d = ${quantity(n * n * d)}`,
    ],
  ];
}

function say(shown: Here): string {
  const { words, recurrent, attentive } = at(shown);
  const { gain } = shown.state;
  const pos = chosenOf(shown);
  const [a, b] = [recurrent[pos] as number, attentive[pos] as number];
  const far = words.length - 1 - pos;
  return {
    en: `“${words[pos]}” is ${far} ${plural(far, "step")} from the last word: the recurrence keeps ${gapText(a)} of it at a gain of ${gain}, attention gives it a weight of ${gapText(b)} in one step.`,
    zh: `“${words[pos]}”距最后一个词 ${far} 步：增益 ${gain} 时循环网络还保留 ${gapText(a)}，注意力一步就给它 ${gapText(b)} 的权重。`,
  }[shown.lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-chain",
  table,
  strings,
  bounds: {
    step: { max: longest },
    pos: { max: (state) => longest(state) - 1 },
  },
  controls: [
    { key: "step", play: { every: 450 } },
    { key: "gain", step: 0.05 },
    { key: "dModel", logarithmic: true },
    { key: "sentence", menu: true },
    { key: "words", when: ({ sentence }) => sentence === "own" },
  ],
  compute(state) {
    const left = decay(state.gain);
    const one = (lang: Lang): Run => {
      const words = wordsOf(state, lang);
      const n = words.length;
      const x = vectors(words, HEAD);
      const { weights } = attend(x, HEAD);
      return {
        words,
        recurrent: words.map((_, k) => left[n - 1 - k] as number),
        attentive: [...weights.subarray((n - 1) * n)],
      };
    };
    return { en: one("en"), zh: one("zh"), left };
  },
  finding(shown) {
    const { words, recurrent } = at(shown);
    const n = words.length;
    const [end, far] = [
      recurrent[0] as number,
      shown.model.left[LONGEST - 1] as number,
    ];
    return {
      en: `The recurrence takes <b>${n}</b> steps and keeps <b>${quantity(100 * end, 2)}%</b> of the first word (after ${LONGEST} steps it would be ${gapText(far)}); attention takes <b>1</b>.`,
      zh: `循环网络要走 <b>${n}</b> 步，首词还剩 <b>${quantity(100 * end, 2)}%</b>（走 ${LONGEST} 步则为 ${gapText(far)}）；注意力只要 <b>1</b> 步。`,
    }[shown.lang];
  },
  rows: [
    [
      ["chain", 1],
      ["star", 1],
    ],
    [["curves", 1]],
    [["costs", 1]],
  ],
  panels: [
    {
      kind: "plot",
      id: "chain",
      height: 140,
      margin: { left: 0, right: 0, top: 0, bottom: 0 },
      title: ({ lang }) => strings.rnn[lang],
      label: say,
      marks: (shown, box) => chain(readingOf(shown), box),
      pointing,
    },
    {
      kind: "plot",
      id: "star",
      attention: "random",
      height: 140,
      margin: { left: 0, right: 0, top: 0, bottom: 0 },
      title: ({ lang }) => strings.attention[lang],
      label: say,
      marks: (shown, box) => star(readingOf(shown), box),
    },
    {
      kind: "plot",
      id: "curves",
      height: [120, 110],
      margin: { ...AXES, bottom: 40 },
      label: say,
      marks: curves,
      pointing,
    },
    {
      kind: "html",
      id: "costs",
      label: () => "",
      html(shown) {
        const { lang } = shown;
        const rows = costs(shown).map(
          ([what, rnn, star]) =>
            `<tr><th scope="row">${what}</th><td>${labelHtml(rnn)}</td><td>${labelHtml(star)}</td></tr>`,
        );
        const head = [strings.rnn, strings.attention].map(
          (text) => `<th scope="col">${text[lang]}</th>`,
        );
        return `<table><thead><tr><td></td>${head.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
      },
      lines: (shown) =>
        costs(shown).map(
          ([what, rnn, star]) =>
            `${what}: ${strings.rnn[shown.lang]} ${rnn}, ${strings.attention[shown.lang]} ${star}`,
        ),
    },
  ],
  below: ["costs"],
  sentence: say,
  tableData(shown) {
    const { words, recurrent, attentive } = at(shown);
    const { lang } = shown;
    return {
      caption: strings.reaches[lang],
      corner: strings.word[lang],
      columns: [strings.rnn[lang], strings.attention[lang]],
      rows: words.map((head, k) => ({
        head,
        cells: [recurrent, attentive].map((it) => gapText(it[k] as number)),
      })),
    };
  },
  code: ({ state, model, lang }) => `import { load } from "posenc";

const pe = await load();
${headCode(model[lang].words, HEAD)}
const input = { data: x, shape: [words.length, dModel] };
const { weights } = pe.attention({
  q: input, k: input, v: input, numHeads: 1, projections, returnWeights: true,
});
console.log(weights.data.slice(-words.length)); // what the last word takes from each
// A recurrence h ← W·h: a rotation, which keeps lengths, times the gain.
const turn = pe.analysis.shiftMatrix({ offset: 1, dModel: ${STATE} });
const w = { data: turn.data.map((value) => value * ${state.gain}), shape: turn.shape };
let h = { data: [1${", 0".repeat(STATE - 1)}], shape: [1, ${STATE}] };
const left = [1];
for (let step = 0; step < ${LONGEST}; step += 1) {
  h = pe.transformer.linear(h, w);
  left.push(Math.hypot(...h.data));
}
console.log(words.map((_, k) => left[words.length - 1 - k])); // what is left of each
console.log(left[${LONGEST - 1}]);
`,
  states: ({ model, lang }) => [
    model[lang].attentive,
    model[lang].recurrent,
    model.left[LONGEST - 1] as number,
  ],
});

function longest(state: Readonly<State>): number {
  return Math.max(wordsOf(state, "en").length, wordsOf(state, "zh").length);
}
