// <pe-apart>: how far apart two words stand: the difference of their positions,
// the words between, and what each kind of model makes of that.
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
  words as wordsAttribute,
} from "../../element/state/attributes.ts";
import { rect } from "../../kit/highlights.ts";
import type { Point } from "../../kit/pointer.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import type { Mark } from "../../plots/marks.ts";
import { circle, segment } from "../../plots/marks.ts";
import { widthOf } from "../../plots/text-width.ts";
import { cut, MOST_WORDS } from "../../words/cut.ts";
import { escapeHtml, plural, quantity, type Text } from "../../words/text.ts";

const SENTENCES = {
  keys: "the|keys|that|were|on|the|table|are|gone",
  classifier: "那|把|一直|放|在|桌上|的|钥匙|不见|了",
} as const;

const table = {
  sentence: choice(["keys", "classifier", "own"]),
  words: wordsAttribute({
    default: "neither the cats nor the dog has eaten",
    max: 120,
    allowed: {
      en: `a sentence of 2 to ${MOST_WORDS} words (a | cuts by hand)`,
      zh: `2 到 ${MOST_WORDS} 个词的句子（可用 | 手动切分）`,
    },
    check: (text) => {
      const { length } = cut(text);
      return length >= 2 && length <= MOST_WORDS;
    },
    of: "sentence",
  }),
  from: integer({ default: 1, min: 0, max: MOST_WORDS - 1 }),
  to: integer({ default: 7, min: 0, max: MOST_WORDS - 1 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly words: readonly string[];
  readonly difference: number;
  readonly between: number;
  /** Cosine of the two rows of a sinusoidal table, d = 512. */
  readonly similarity: number;
  /** Bias of the steepest and of the flattest of ALiBi's eight heads. */
  readonly steep: number;
  readonly flat: number;
}

const strings = {
  name: { en: "How far apart?", zh: "相距多远？" },
  caption: {
    en: "Press one word and drag to another, or use the arrow keys (with Shift: the first word). Document 1 pairs “that” with “are”; grammar, “keys” with “are”.",
    zh: "按住一个词拖到另一个词，或用上下方向键（按住 Shift 移动第一个词）。文档 1 给出的词对是 that–are；语法上真正相关的是 keys–are。",
  },
  sentence: { en: "Sentence", zh: "句子" },
  keys: { en: "the keys … are gone", zh: "the keys … are gone（英文）" },
  classifier: { en: "“那把……钥匙” (Chinese)", zh: "那把……钥匙" },
  own: { en: "your own sentence", zh: "自己写一句" },
  words: { en: "Your sentence", zh: "你的句子" },
  from: { en: "First word", zh: "第一个词" },
  to: { en: "Second word", zh: "第二个词" },
  arrows: {
    en: "Words from top to bottom; up and down arrows move the second word, with Shift the first.",
    zh: "自上而下排列的词；上下方向键移动第二个词，按住 Shift 移动第一个词。",
  },
} as const;

type Here = Shown<State, Model>;

const textOf = ({ sentence, words }: Readonly<State>): string =>
  sentence === "own" ? words : SENTENCES[sentence];

/** Pairs that texts point at, with what ties them together. */
const PAIRS: Readonly<
  Record<
    State["sentence"],
    readonly (readonly [from: number, to: number, name: Text])[]
  >
> = {
  keys: [
    [1, 7, { en: "keys – are: subject and verb", zh: "keys – are：主谓一致" }],
    [
      2,
      3,
      { en: "that – were: inside the clause", zh: "that – were：从句内部" },
    ],
    [
      2,
      7,
      {
        en: "that – are: the pair of document 1",
        zh: "that – are：文档 1 所举的一对",
      },
    ],
  ],
  classifier: [
    [
      1,
      7,
      { en: "“把” – “钥匙”: classifier and noun", zh: "把 – 钥匙：量词与名词" },
    ],
    [
      3,
      5,
      { en: "“放” – “桌上”: verb and place", zh: "放 – 桌上：动词与处所" },
    ],
    [
      7,
      8,
      {
        en: "“钥匙” – “不见”: subject and verb",
        zh: "钥匙 – 不见：主语与谓语",
      },
    ],
  ],
  own: [],
};

const clampTo = (count: number, value: number): number =>
  Math.min(count - 1, Math.max(0, value));

function layout({ model }: Here, { width, height }: Box) {
  const { words } = model;
  const widest = Math.max(...words.map((word) => widthOf(word, 14)));
  const line = height / words.length;
  return {
    /** Where words end and arcs begin. */
    x: Math.min(width * 0.55, widest + 36),
    y: (k: number): number => (k + 0.5) * line,
    line,
  };
}

function ruler(shown: Here, box: Box): Mark[] {
  const { state, model } = shown;
  const { words } = model;
  const { x, y, line } = layout(shown, box);
  const marks: Mark[] = [];
  const arc = (a: number, b: number, chosen: boolean): Mark => {
    const [y1, y2] = [y(Math.min(a, b)), y(Math.max(a, b))];
    const far = Math.min(box.width - x - 8, 18 + (y2 - y1) * 0.55);
    return {
      kind: "path",
      draw(pen) {
        pen.moveTo(x, y1);
        pen.bezierCurveTo(x + far, y1, x + far, y2, x, y2);
      },
      stroke: chosen ? "accent" : "ink3",
      width: chosen ? 2.5 : 1,
      ...(chosen ? {} : { dash: [3, 3] }),
    };
  };
  for (const [a, b] of PAIRS[state.sentence]) marks.push(arc(a, b, false));
  const [from, to] = [state.from, state.to];
  const low = Math.min(from, to);
  if (model.between > 0) {
    marks.push(
      rect([28, y(low + 1) - line / 2, x - 36, model.between * line], {
        fill: "soft",
      }),
    );
  }
  marks.push(segment(22, 0, 22, box.height, { stroke: "rule" }));
  words.forEach((word, k) => {
    const chosen = k === from || k === to;
    marks.push(
      {
        kind: "text",
        x: 14,
        y: y(k) + 4,
        text: String(k),
        anchor: "end",
        fill: chosen ? "accent" : "ink2",
        bold: chosen,
      },
      segment(18, y(k), 22, y(k), { stroke: chosen ? "accent" : "ink3" }),
      {
        kind: "text",
        x: 32,
        y: y(k) + 5,
        text: word,
        size: 14,
        fill: chosen ? "accent" : "ink",
        bold: chosen,
      },
    );
  });
  if (from !== to) marks.push(arc(from, to, true));
  for (const k of [from, to])
    marks.push(circle(x, y(k), 4, { fill: "accent" }));
  return marks;
}

function facts({ model, lang }: Here): [what: string, value: string][] {
  const { difference, between, similarity, steep, flat } = model;
  const zh = lang === "zh";
  return [
    [zh ? "位置之差" : "difference of positions", String(difference)],
    [zh ? "中间的词数" : "words between", String(between)],
    [
      zh ? "循环网络：要走的步数" : "recurrence: steps to walk",
      String(difference),
    ],
    [zh ? "注意力：路径长度" : "attention: length of the path", "1"],
    [
      zh
        ? "正弦编码的余弦相似度（d\u00a0=\u00a0512）"
        : "sinusoidal rows: cosine (d = 512)",
      quantity(similarity),
    ],
    [
      zh ? "ALiBi：最陡与最缓的头" : "ALiBi: steepest, flattest of 8 heads",
      [steep, flat].map((value) => quantity(value)).join(zh ? "，" : ", "),
    ],
  ];
}

function say({ state, model, lang }: Here): string {
  const { words, difference, between } = model;
  const [a, b] = [words[state.from], words[state.to]];
  return {
    en: `“${a}” (${state.from}) and “${b}” (${state.to}): the positions differ by ${difference}, with ${between} ${plural(between, "word")} between.`,
    zh: `${a}（${state.from}）与 ${b}（${state.to}）：位置差 ${difference}，中间隔 ${between} 个词。`,
  }[lang];
}

function wordAt(shown: Here, at: Point, box: Box): number {
  const { words } = shown.model;
  return clampTo(words.length, Math.floor((at.y / box.height) * words.length));
}

export const spec = figure<typeof table, Model>({
  tag: "pe-apart",
  table,
  strings,
  settle(state) {
    const { length } = cut(textOf(state));
    return {
      ...state,
      from: clampTo(length, state.from),
      to: clampTo(length, state.to),
    };
  },
  controls: [
    { key: "sentence", menu: true },
    { key: "from", max: lastWord },
    { key: "to", max: lastWord },
    { key: "words", when: ({ sentence }) => sentence === "own" },
  ],
  main: ["sentence", "words"],
  compute(state) {
    const words = cut(textOf(state));
    const difference = Math.abs(state.to - state.from);
    const rows = pe.sinusoidal({
      positions: [state.from, state.to],
      dModel: 512,
    });
    const cosines = pe.analysisSimilarity(rows, { normalized: true });
    const bias = pe.alibi({
      numHeads: 8,
      queryLen: 1,
      keyLen: difference + 1,
    });
    const ofHead = (head: number): number =>
      bias.data[head * (difference + 1)] as number;
    return {
      words,
      difference,
      between: Math.max(0, difference - 1),
      similarity: cosines.data[1] as number,
      steep: ofHead(0),
      flat: ofHead(7),
    };
  },
  finding({ state, model, lang }) {
    const { words, difference, between } = model;
    const [a, b] = [state.from, state.to].map((k) =>
      escapeHtml(words[k] as string),
    );
    // A finding in English stays English: Chinese words by their numbers.
    const names = /\p{Script=Han}/u.test(`${a}${b}`)
      ? `Words ${state.from} and ${state.to}`
      : `“${a}” and “${b}”`;
    return {
      en: `${names} are <b>${difference}</b> ${plural(difference, "position")} apart with <b>${between}</b> ${plural(between, "word")} between: <b>${difference}</b> ${plural(difference, "step")} for a recurrence, <b>1</b> for attention.`,
      zh: `${a} 与 ${b} 的位置差 <b>${difference}</b>，中间隔 <b>${between}</b> 个词；循环网络要走 <b>${difference}</b> 步，注意力只要 <b>1</b> 步。`,
    }[lang];
  },
  rows: [
    [
      ["ruler", 2],
      ["facts", 3],
    ],
  ],
  panels: [
    {
      kind: "plot",
      id: "ruler",
      height: [288, 264],
      margin: { left: 2, right: 2, top: 2, bottom: 2 },
      label: say,
      marks: ruler,
      pointing: {
        cursor: "pointer",
        vertical: true,
        keys: strings.arrows,
        // Beside the word that a drag begins at.
        sign(shown, box) {
          const { x, y } = layout(shown, box);
          return { x: x + 20, y: y(shown.state.from) };
        },
        drag(shown, at, box, { first, memory }) {
          const word = wordAt(shown, at, box);
          if (first) {
            memory.set("from", word);
            return {};
          }
          const from = memory.get("from") as number;
          return word === from ? {} : { from, to: word };
        },
        key({ state, model }, event) {
          const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
          if (step === undefined) return undefined;
          const { length } = model.words;
          return event.shiftKey
            ? { from: clampTo(length, state.from + step) }
            : { to: clampTo(length, state.to + step) };
        },
      },
    },
    {
      kind: "html",
      id: "facts",
      label: () => "",
      html(shown) {
        const { state, lang } = shown;
        const rows = facts(shown).map(
          ([what, value]) =>
            `<tr><th scope="row">${what}</th><td class="num"><b>${value}</b></td></tr>`,
        );
        const pairs = PAIRS[state.sentence].map(
          ([from, to, name]) =>
            `<button type="button" data-set="from=${from} to=${to}" aria-pressed="${from === state.from && to === state.to}">${name[lang]}</button>`,
        );
        return `<table><tbody>${rows.join("")}</tbody></table>${pairs.length > 0 ? `<p class="buttons">${pairs.join(" ")}</p>` : ""}`;
      },
      lines: (shown) =>
        facts(shown).map(([what, value]) => `${what}: ${value}`),
    },
  ],
  sentence: say,
  tableData(shown) {
    const { lang } = shown;
    return {
      caption: strings.name[lang],
      corner: say(shown),
      columns: [lang === "zh" ? "值" : "value"],
      rows: facts(shown).map(([head, value]) => ({ head, cells: [value] })),
    };
  },
  code: ({ state, model }) => `import { load } from "posenc";

const pe = await load();
const words = ${JSON.stringify(model.words)};
const [from, to] = [${state.from}, ${state.to}];
const distance = Math.abs(to - from);
console.log(words.length, distance);
const rows = pe.embedding.sinusoidal({ positions: [from, to], dModel: 512 });
console.log(pe.analysis.similarity(rows, { normalized: true }).data[1]);
const bias = pe.bias.alibi({ numHeads: 8, queryLen: 1, keyLen: distance + 1 });
// The steepest head and the flattest one.
console.log(bias.data[0], bias.data[7 * (distance + 1)]);
`,
  states: ({ model }) => [
    model.words.length,
    model.difference,
    model.similarity,
    model.steep,
    model.flat,
  ],
  styles: `.buttons { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 16px; }
.buttons button { text-align: left; }`,
});

function lastWord(state: Readonly<State>): number {
  return cut(textOf(state)).length - 1;
}
