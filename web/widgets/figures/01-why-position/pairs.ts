// <pe-pairs>: pairs of sentences made of the same words, and how far apart
// attention's summaries of the two lie.
import { scaleLog } from "d3-scale";
import type { TensorLike } from "posenc";
import {
  choice,
  integer,
  onOff,
  type StateOf,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { rect } from "../../kit/highlights.ts";
import { axes } from "../../kit/pieces/labelled-axes.ts";
import { stepped } from "../../kit/pointer.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import {
  circle,
  type Ink,
  type Mark,
  segment,
  textMark,
} from "../../plots/marks.ts";
import { widthOf } from "../../plots/text-width.ts";
import { joined } from "../../words/cut.ts";
import { type Lang, scientific } from "../../words/text.ts";
import { gapText } from "../shared/word-weights.ts";
import {
  meanOutput,
  POSITIONS,
  type Position,
  vectors,
} from "./sentence/head.ts";
import { gap } from "./sentence/order.ts";
import {
  orderOf,
  PRESETS,
  type PresetName,
  wordsOf,
} from "./sentence/presets.ts";
import { headCode } from "./sentence/two-orders.ts";

const NAMES = [
  "love",
  "dog",
  "film",
  "meeting",
  "because",
  "keys",
] as const satisfies readonly PresetName[];

const table = {
  // Also what the other figure of the group shows.
  sentence: choice([
    "dog",
    "love",
    "film",
    "meeting",
    "because",
    "keys",
    "own",
  ]),
  causal: onOff(false),
  "d-model": integer({ default: 32, min: 4, max: 128 }),
  seed: integer({ default: 0, min: 0, max: 999 }),
} as const;

type State = StateOf<typeof table>;

interface Pair {
  readonly name: string;
  readonly first: string;
  readonly second: string;
  /** Difference of the mean outputs by kind of position. */
  readonly gaps: Readonly<Record<Position, number>>;
}

type Model = Readonly<Record<Lang, readonly Pair[]>>;
type Here = Shown<State, Model>;

const strings = {
  name: { en: "Pairs of sentences", zh: "成对的句子" },
  caption: {
    en: "Press a pair, or drag across them. The last line is a control: English changes the pronoun, so the two bags differ. Which of sinusoids, RoPE and ALiBi has dots in the shaded zone, too? A causal mask hides the words that follow.",
    zh: "点按一对句子，或在各行之间拖动。最后一行是对照：英语的代词会变形，两个词袋本就不同。正弦、RoPE、ALiBi 之中，哪一种也有圆点落在浅色区里？因果掩码遮住后面的词。",
  },
  keys: {
    en: "How far the outputs of each pair differ; arrow keys choose a pair.",
    zh: "各句对输出之差；方向键选择一对。",
  },
  sentence: { en: "Pair", zh: "句对" },
  causal: { en: "Causal mask", zh: "因果掩码" },
  dModel: { en: "Width d", zh: "维数 d" },
  seed: { en: "Seed", zh: "随机种子" },
  none: { en: "no positions", zh: "无位置" },
  sinusoidal: { en: "sinusoidal", zh: "正弦" },
  rotary: { en: "RoPE", zh: "RoPE" },
  alibi: { en: "ALiBi", zh: "ALiBi" },
} as const;

/** Not the same bag: a form of the pronoun for each place. */
const CONTROL = [
  ["I", "love", "you"],
  ["you", "love", "me"],
] as const;

/** What counts as nothing but rounding. */
const ROUNDING = 1e-5;

const rowsOf = ({ model, lang }: Here): readonly Pair[] => model[lang];
const blind = (shown: Here): number =>
  rowsOf(shown).filter(({ name, gaps }) => name !== "" && gaps.none < ROUNDING)
    .length;

function say(shown: Here): string {
  const row =
    rowsOf(shown).find(({ name }) => name === shown.state.sentence) ??
    (rowsOf(shown)[0] as Pair);
  const values = POSITIONS.map(
    (kind) => `${strings[kind][shown.lang]} ${gapText(row.gaps[kind])}`,
  );
  return {
    en: `“${row.first}” and “${row.second}”: the means of the outputs differ by ${values.join(", ")}.`,
    zh: `“${row.first}”与“${row.second}”：输出平均的差为 ${values.join("，")}。`,
  }[shown.lang];
}

/** The pair that the program is about. */
const shownPair = ({ sentence }: Readonly<State>): (typeof NAMES)[number] =>
  sentence === "own" ? "dog" : sentence;

const INK = {
  none: "warm",
  sinusoidal: "accent",
  rotary: "good",
  alibi: "ink",
} as const satisfies Record<Position, Ink>;

/** px of a pair: its words, and below them a line with a dot per encoding. */
const ROW = 42;
/** From where on the axis is; what is less is at its left end. */
const LEAST = 1e-8;

/** The words of a pair, or of its first sentence where both are too long. */
const wordsOn = ({ first, second }: Pair, width: number): string => {
  const both = `${first} ⇄ ${second}`;
  return widthOf(both, 12) < width ? both : `${first} ⇄ …`;
};

/** A line per pair; what attention cannot tell apart is in the shaded zone. */
function lines(shown: Here, box: Box): readonly Mark[] {
  const { state, lang } = shown;
  const x = scaleLog().domain([LEAST, 10]).range([0, box.width]).clamp(true);
  const blindEnd = x(ROUNDING);
  const all = rowsOf(shown);
  return [
    rect([0, 0, blindEnd, box.height], { fill: "soft" }),
    ...axes(
      {
        x: {
          scale: x,
          ticks:
            box.width < 420 ? [1e-8, 1e-4, 1] : [1e-8, 1e-6, 1e-4, 1e-2, 1],
          format: (value) => (value < 0.01 ? scientific(value, 1) : `${value}`),
          // On a telephone the note on rounding needs the room.
          label:
            lang === "zh"
              ? "差（对数轴）"
              : box.width < 420
                ? "difference"
                : "difference, logarithmic",
        },
      },
      box,
    ),
    textMark(
      0,
      box.height + 36,
      lang === "zh" ? "只是舍入：毫无差别" : "rounding: one and the same",
      "accent",
    ),
    ...all.flatMap((pair, row): Mark[] => {
      const [y, on] = [row * ROW, pair.name === state.sentence];
      return [
        segment(0, y + 28, box.width, y + 28, { stroke: "rule" }),
        textMark(4, y + 14, wordsOn(pair, box.width - 8), on ? "ink" : "ink2", {
          bold: on,
        }),
        // A little apart, or one would hide another.
        ...POSITIONS.map((kind, k) =>
          circle(
            x(Math.max(LEAST, pair.gaps[kind])),
            y + 28 + 3 * (k - 1.5),
            on ? 6 : 4.5,
            { fill: INK[kind] },
          ),
        ),
      ];
    }),
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-pairs",
  table,
  strings,
  bounds: { dModel: EVEN },
  controls: [{ key: "causal" }, { key: "seed" }, { key: "dModel", step: 2 }],
  compute({ causal, dModel, seed }) {
    const mean = (x: TensorLike, position: Position) =>
      meanOutput(x, { causal, dModel, seed, position });
    const pair = (
      name: string,
      a: readonly string[],
      b: readonly string[],
    ): Pair => {
      const [x, y] = [a, b].map((words) => vectors(words, { dModel, seed }));
      const between = (kind: Position): number =>
        gap(mean(x as TensorLike, kind), mean(y as TensorLike, kind));
      return {
        ...{ name, first: joined(a), second: joined(b) },
        gaps: Object.fromEntries(
          POSITIONS.map((kind) => [kind, between(kind)]),
        ) as Pair["gaps"],
      };
    };
    const one = (lang: Lang) => [
      ...NAMES.map((name) => {
        const state = { sentence: name, words: "", order: "auto" };
        const words = wordsOf(state, lang);
        const other = orderOf(state, lang).map((k) => words[k] as string);
        return pair(name, words, other);
      }),
      pair("", ...CONTROL),
    ];
    return { en: one("en"), zh: one("zh") };
  },
  finding(shown) {
    const { lang } = shown;
    const all = NAMES.length;
    const count = blind(shown);
    return {
      en: `<b>${count}</b> of ${all} pairs made of the same words are one and the same to attention without positions.`,
      zh: `由同样的词组成的 ${all} 对句子，在没有位置信息的注意力看来，有 <b>${count}</b> 对毫无差别。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "pairs",
      height: ROW * (NAMES.length + 1),
      margin: { left: 8, right: 20, top: 4, bottom: 44 },
      attention: "random",
      title: ({ lang }) =>
        lang === "zh"
          ? "两句输出平均之差的最大分量"
          : "largest difference between the two mean outputs",
      legend: ({ lang }) =>
        POSITIONS.map((kind) => ({
          ink: INK[kind],
          text: strings[kind][lang],
        })),
      label: say,
      marks: lines,
      pointing: {
        cursor: "pointer",
        vertical: true,
        // The last line is no pair.
        pick(_, { y }) {
          const name = NAMES[Math.max(0, Math.floor(y / ROW))];
          return name && { sentence: name };
        },
        key({ state }, event) {
          const now = NAMES.indexOf(shownPair(state));
          const row = stepped(event, now, [0, NAMES.length - 1], "y");
          const name = NAMES[row ?? -1];
          return name && { sentence: name };
        },
      },
    },
  ],
  main: ["causal"],
  sentence: say,
  tableData(shown) {
    const { lang } = shown;
    return {
      caption: strings.name[lang],
      corner: strings.sentence[lang],
      columns: POSITIONS.map((kind) => strings[kind][lang]),
      rows: rowsOf(shown).map(({ first, second, gaps }) => ({
        head: `${first} / ${second}`,
        cells: POSITIONS.map((kind) => gapText(gaps[kind])),
      })),
    };
  },
  code({ state, lang }) {
    const known = shownPair(state);
    const of = { sentence: known, words: "", order: "auto" };
    const words = wordsOf(of, lang);
    return `import { load } from "posenc";

const pe = await load();
// ${PRESETS[known].text[lang].replaceAll("|", " ")}
${headCode(words, state)}
const order = ${JSON.stringify(orderOf(of, lang))};
const moved = order.flatMap((k) => [...x.subarray(k * dModel, (k + 1) * dModel)]);
const rows = pe.embedding.sinusoidal({ seqLen: words.length, dModel });
const mean = (data, position) => {
  const tokens = { data, shape: [words.length, dModel] };
  // Rows of positions are added; the others act in the head.
  const input = position === "sinusoidal" ? pe.embedding.add(tokens, rows) : tokens;
  const type = {
    rotary: { type: "rotary" },
    alibi: { type: "alibi", slopes: [0.5]${state.causal ? "" : ", symmetric: true"} },
  }[position] ?? { type: "none" };
  const { output } = pe.attention({
    q: input, k: input, v: input, numHeads: 1, causal: ${state.causal}, position: type, projections,
  });
  const sum = new Float32Array(dModel);
  output.data.forEach((value, n) => { sum[n % dModel] += value / words.length; });
  return [...sum];
};
for (const position of ${JSON.stringify(POSITIONS)}) {
  const [a, b] = [mean(x, position), mean(moved, position)];
  console.log(position, Math.max(...a.map((value, c) => Math.abs(value - b[c]))));
}
`;
  },
  states({ state, model, lang }) {
    const pair = model[lang].find(({ name }) => name === shownPair(state));
    return POSITIONS.map((kind) => (pair as Pair).gaps[kind]);
  },
});
