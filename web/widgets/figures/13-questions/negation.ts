// <pe-negation>: two sentences of the same words. A head that looks one place on
// finds what is negated in each; without positions it finds nothing.

import { scaleLinear } from "d3-scale";
import * as pe from "posenc";
import {
  choice,
  integer,
  onOff,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { rect } from "../../kit/highlights.ts";
import { stepped } from "../../kit/pointer.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import type { Mark } from "../../plots/marks.ts";
import { decimals } from "../../words/text.ts";

const PAIRS = {
  say: ["he did not say it was good", "he did say it was not good"],
  find: ["我 不 觉得 他 对", "我 觉得 他 不 对"],
  translation: ["I do not like this movie", "我 不 喜欢 这部 电影"],
} as const;
type Name = keyof typeof PAIRS;

const NOT = new Set(["not", "不"]);

const table = {
  pair: choice(["say", "find", "translation"], "say", "find"),
  positions: onOff(true),
  look: integer({ default: 1, min: -3, max: 3 }),
  sharp: real({ default: 80, min: 0, max: 400 }),
  from: integer({ default: 2, min: 0, max: 6 }),
  own: onOff(false),
} as const;

type State = StateOf<typeof table>;

interface Sentence {
  readonly words: readonly string[];
  /** The word that looks. */
  readonly query: number;
  /** Its weights over all words. */
  readonly weights: readonly number[];
  /** The word that gets most, and its weight. */
  readonly best: number;
}

interface Model {
  readonly sentences: readonly [Sentence, Sentence];
}

/** Width and base of the rows: the head reads fast pairs. */
const D = 64;
const BASE = 100;

const strings = {
  name: { en: "What is negated?", zh: "否定的是哪个词？" },
  caption: {
    en: "The head takes the row of its own position, turns it by one place and compares it with every other row. Switch positions off; let it look two places on; or choose another word to look from.",
    zh: "这个注意力头取自己位置的行，旋转一个位置，再与其他各行比较。试试关掉位置、让它看后面第二个词，或者换一个词来看。",
  },
  pair: { en: "Sentences", zh: "句子" },
  say: { en: "say / good, English", zh: "not say / not good（英文）" },
  find: { en: "“不觉得 / 不对” (Chinese)", zh: "不觉得 / 不对" },
  translation: { en: "a sentence and its translation", zh: "一句话和它的译文" },
  positions: { en: "with positions", zh: "加位置编码" },
  look: { en: "Looks on by", zh: "往后看几个位置" },
  sharp: { en: "Sharpness", zh: "锐度" },
  own: { en: "choose the word that looks", zh: "自选出发的词" },
  from: { en: "Word that looks", zh: "出发的词（编号）" },
  keys: {
    en: "Weights over the words; left and right arrows choose the word that looks.",
    zh: "各词的权重；左右方向键选择出发的词。",
  },
} as const;

type Here = Shown<State, Model>;

/** The weights of one word over all, by position alone. */
function look(words: readonly string[], state: State): Sentence {
  const seqLen = words.length;
  const form = { dModel: D, base: BASE };
  const rows = pe.sinusoidal({ seqLen, ...form });
  const negation = words.findIndex((word) => NOT.has(word));
  const query = state.own ? Math.min(state.from, seqLen - 1) : negation;
  const turn = pe.analysisShiftMatrix({ ...form, offset: state.look });
  // The words alone are left out: what they say is the same in both.
  const keys = state.positions
    ? rows
    : { data: new Float32Array(seqLen * D), shape: [seqLen, D] };
  const { weights } = pe.attention({
    q: pe.transformerLinear(keys, turn),
    k: keys,
    v: keys,
    numHeads: 1,
    scale: state.sharp / (D / 2),
    returnWeights: true,
  });
  const own = Array.from(
    weights?.data.subarray(query * seqLen, (query + 1) * seqLen) ?? [],
  );
  const best = own.indexOf(Math.max(...own));
  return { words, query, weights: own, best };
}

const percent = (share: number): string => `${decimals(100 * share, 0)}%`;

const isEven = ({ weights }: Sentence): boolean =>
  Math.max(...weights) - Math.min(...weights) < 1e-6;

function told(sentence: Sentence, lang: "en" | "zh"): string {
  const { words, query, weights, best } = sentence;
  const [from, to] = [words[query], words[best]];
  const share = percent(weights[best] as number);
  if (isEven(sentence)) {
    return {
      en: `“${from}” gives every word ${share}`,
      zh: `“${from}”给每个词的权重都是 ${share}`,
    }[lang];
  }
  return {
    en: `“${from}” looks at “${to}” (${share})`,
    zh: `“${from}”看的是“${to}”（${share}）`,
  }[lang];
}

function say({ model, lang }: Here): string {
  const [a, b] = model.sentences.map((it) => told(it, lang));
  return lang === "zh"
    ? `第一句中${a}，第二句中${b}。`
    : `In the first sentence ${a}; in the second ${b}.`;
}

function bars(which: 0 | 1): (shown: Here, box: Box) => Mark[] {
  return ({ model }, { width, height }) => {
    const { words, query, weights, best } = model.sentences[which];
    const step = width / words.length;
    const base = height - 24;
    const y = scaleLinear().domain([0, 1]).range([base, 14]);
    return words.flatMap((word, j): Mark[] => {
      const share = weights[j] as number;
      const chosen = j === best && share > 1.5 / words.length;
      const middle = (j + 0.5) * step;
      return [
        rect([j * step + 4, y(share), step - 8, base - y(share)], {
          fill: chosen ? "accent" : "ink3",
        }),
        {
          kind: "text",
          x: middle,
          y: y(share) - 4,
          text: percent(share),
          anchor: "middle",
          size: 11,
          fill: "ink2",
        },
        ...(j === query
          ? [rect([j * step + 2, base + 3, step - 4, 20], { stroke: "warm" })]
          : []),
        {
          kind: "text",
          x: middle,
          y: base + 17,
          text: word,
          anchor: "middle",
          size: width < 340 ? 11 : 13,
          fill: j === query ? "warm" : "ink",
        },
      ];
    });
  };
}

const panel = (which: 0 | 1) =>
  ({
    kind: "plot",
    id: which === 0 ? "first" : "second",
    attention: "made",
    height: 128,
    // Right of the bars there is room for the sign of dragging.
    margin: { left: 4, right: 34, top: 8, bottom: 4 },
    label: (shown: Here) => say(shown),
    marks: bars(which),
    pointing: {
      cursor: "pointer",
      drag: ({ state, model }: Here, at: { x: number }, box: Box) => {
        const { query, words } = model.sentences[which];
        const column = Math.floor((at.x / box.width) * words.length);
        const from = Math.min(words.length - 1, column);
        // It looks from there already.
        if (from === query) return { from: state.from };
        return { own: true, from };
      },
      key: ({ model }: Here, event: KeyboardEvent) => {
        const { query, words } = model.sentences[which];
        const from = stepped(event, query, [0, words.length - 1], "x");
        return from === undefined ? undefined : { own: true, from };
      },
    },
  }) as const;

export const spec = figure<typeof table, Model>({
  tag: "pe-negation",
  table,
  strings,
  settle(state) {
    const longest = Math.max(
      ...PAIRS[state.pair as Name].map((text) => text.split(" ").length),
    );
    return { ...state, from: Math.min(state.from, longest - 1) };
  },
  controls: [
    { key: "pair", menu: true },
    { key: "positions" },
    { key: "look", when: ({ positions }) => positions },
    { key: "sharp", step: 1, when: ({ positions }) => positions },
    { key: "own" },
    { key: "from", when: ({ own }) => own },
  ],
  compute(state) {
    const [first, second] = PAIRS[state.pair as Name];
    return {
      sentences: [
        look(first.split(" "), state),
        look(second.split(" "), state),
      ],
    };
  },
  finding({ state, model, lang }) {
    const bold = (text: string) => text.replace(/([\d.]+ %)/, "<b>$1</b>");
    const [a, b] = model.sentences.map((it) => bold(told(it, lang)));
    const same = state.pair !== "translation";
    return {
      en: `${same ? "The same words in another order" : "A sentence and its translation"}: in one ${a}, in the other ${b}.`,
      zh: `${same ? "同样的词，换了次序" : "一句话和它的译文"}：一句中${a}，另一句中${b}。`,
    }[lang];
  },
  panels: [panel(0), panel(1)],
  sentence: say,
  tableData({ model, lang }) {
    const [a, b] = model.sentences;
    const length = Math.max(a.words.length, b.words.length);
    const cell = (it: Sentence, j: number): string[] => [
      it.words[j] ?? "",
      it.weights[j] === undefined ? "" : decimals(it.weights[j], 4),
    ];
    const heads =
      lang === "zh"
        ? ["第一句", "权重", "第二句", "权重"]
        : ["first", "weight", "second", "weight"];
    return {
      caption: strings.name[lang],
      corner: lang === "zh" ? "位置" : "position",
      columns: heads,
      rows: Array.from({ length }, (_, j) => ({
        head: String(j),
        cells: [...cell(a, j), ...cell(b, j)],
      })),
    };
  },
  code: ({ state, model }) => `import { load } from "posenc";

const pe = await load();
const form = { dModel: ${D}, base: ${BASE} };
const turn = pe.analysis.shiftMatrix({ ...form, offset: ${state.look} });
// Words of each sentence, and the one that looks.
for (const [n, query] of [${model.sentences.map(({ words, query }) => `[${words.length}, ${query}]`).join(", ")}]) {
  const x = ${state.positions ? "pe.embedding.sinusoidal({ seqLen: n, ...form })" : `{ data: new Float32Array(n * ${D}), shape: [n, ${D}] }`};
  const { weights } = pe.attention({
    q: pe.transformer.linear(x, turn), k: x, v: x,
    numHeads: 1, scale: ${state.sharp} / ${D / 2}, returnWeights: true,
  });
  console.log(weights.data.slice(query * n, (query + 1) * n));
}
`,
  states: ({ model: { sentences } }) => sentences.map(({ weights }) => weights),
});
