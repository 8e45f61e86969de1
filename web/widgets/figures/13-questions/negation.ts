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
  words,
} from "../../element/state/attributes.ts";
import { rect } from "../../kit/highlights.ts";
import { stepped } from "../../kit/pointer.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import type { Mark } from "../../plots/marks.ts";
import { cut } from "../../words/cut.ts";
import { decimals, escapeHtml } from "../../words/text.ts";

const PAIRS = {
  say: ["he did not say it was good", "he did say it was not good"],
  find: ["我 不 觉得 他 对", "我 觉得 他 不 对"],
  translation: ["I do not like this movie", "我 不 喜欢 这部 电影"],
} as const;
type Name = keyof typeof PAIRS;

/** Words that the head looks from, unless it is told another. */
const NOT = /^(not|no|never|\w+n[’']t|cannot|不|没|没有|别|未)$/i;

/** Most words of a sentence. */
const MOST = 7;

/** Two sentences, as they are typed: with a slash between them. */
const typed = (text: string): readonly (readonly string[])[] =>
  text.split(/[/／]/).map(cut);

const table = {
  pair: choice(["say", "find", "translation", "yours"], "say", "find"),
  words: words({
    default: {
      en: "I never said she lied / I said she never lied",
      zh: "我|没|说|他|对 / 我|说|他|没|对",
    },
    max: 120,
    allowed: {
      en: `two sentences of 2 to ${MOST} words with / between them (a | cuts by hand)`,
      zh: `两句话，中间用 / 隔开，每句 2 到 ${MOST} 个词（可用 | 手动切分）`,
    },
    check: (text) => {
      const both = typed(text);
      const fits = both.every(({ length }) => length >= 2 && length <= MOST);
      return both.length === 2 && fits;
    },
  }),
  positions: onOff(true),
  look: integer({ default: 1, min: -3, max: 3 }),
  sharp: real({ default: 80, min: 0, max: 400 }),
  from: integer({ default: 2, min: 0, max: MOST - 1 }),
  own: onOff(false),
} as const;

type State = StateOf<typeof table>;

/** Words of both sentences. */
const sentencesOf = ({
  pair,
  words: own,
}: Pick<State, "pair" | "words">): readonly (readonly string[])[] =>
  pair === "yours"
    ? typed(own)
    : PAIRS[pair as Name].map((text) => text.split(" "));

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
  yours: { en: "your own sentences", zh: "自己写两句" },
  words: { en: "Your two sentences", zh: "你的两句话" },
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
function look(line: readonly string[], state: State): Sentence {
  const seqLen = line.length;
  const form = { dModel: D, base: BASE };
  const rows = pe.sinusoidal({ seqLen, ...form });
  const negation = Math.max(
    0,
    line.findIndex((word) => NOT.test(word)),
  );
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
  return { words: line, query, weights: own, best };
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
    const longest = Math.max(...sentencesOf(state).map(({ length }) => length));
    return { ...state, from: Math.min(state.from, longest - 1) };
  },
  controls: [
    { key: "pair", menu: true },
    { key: "words", when: ({ pair }) => pair === "yours" },
    { key: "positions" },
    { key: "look", when: ({ positions }) => positions },
    { key: "sharp", step: 1, when: ({ positions }) => positions },
    { key: "own" },
    { key: "from", when: ({ own }) => own },
  ],
  main: ["pair", "words", "positions"],
  compute(state) {
    const [first, second] = sentencesOf(state) as [string[], string[]];
    return { sentences: [look(first, state), look(second, state)] };
  },
  finding({ state, model, lang }) {
    const bold = (text: string) =>
      escapeHtml(text).replace(/([\d.]+%)(?!.*%)/, "<b>$1</b>");
    const [a, b] = model.sentences.map((it) => bold(told(it, lang)));
    const which = {
      translation: {
        en: "A sentence and its translation",
        zh: "一句话和它的译文",
      },
      yours: { en: "Your two sentences", zh: "你的两句话" },
    }[state.pair as string] ?? {
      en: "The same words in another order",
      zh: "同样的词，换了次序",
    };
    return {
      en: `${which.en}: in one ${a}, in the other ${b}.`,
      zh: `${which.zh}：一句中${a}，另一句中${b}。`,
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
