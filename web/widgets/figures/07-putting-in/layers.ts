// <pe-layers>: an encoder and a decoder that run: words in, numbers at every
// stage.
import {
  integer,
  onOff,
  type StateOf,
  words,
} from "../../element/state/attributes.ts";
import { numbered, tokensOf } from "../../kit/pieces/word-vectors.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { cellScale, namedRows } from "../../plots/axes.ts";
import type { Mark } from "../../plots/marks.ts";
import { joined } from "../../words/cut.ts";
import { decimals, plural, quantity, type Text } from "../../words/text.ts";
import { diagram, nameOf, stageAt, stageBy } from "./stack-diagram.ts";
import { type Run, run, type Stage } from "./stack-run.ts";

const MOST = 10;

const sentence = (initial: Text) =>
  words({
    default: initial,
    max: 100,
    allowed: {
      en: "a sentence of at most 100 characters",
      zh: "至多 100 个字符的句子",
    },
    check: (text) => tokensOf(text, MOST).length >= 1,
  });

const table = {
  source: sentence({
    en: "the cat chased the mouse",
    zh: "一只|猫|追|一只|老鼠",
  }),
  target: sentence({
    en: "le chat a poursuivi la souris",
    zh: "a cat chases a mouse",
  }),
  position: onOff(true),
  layers: integer({ default: 2, min: 1, max: 3 }),
  heads: integer({ default: 4, min: 1, max: 8 }),
  head: integer({ default: 0, min: 0, max: 7 }),
  stage: integer({ default: 2, min: 0, max: 19 }),
  seed: integer({ default: 3, min: 0, max: 999 }),
} as const;

type State = StateOf<typeof table>;

interface Model extends Run {
  readonly source: readonly string[];
  readonly target: readonly string[];
}

/** Width of the models: every number of heads divides it. */
const WIDTH = 32;

const strings = {
  name: { en: "Encoder and decoder", zh: "编码器与解码器" },
  caption: {
    en: "Press a stage to see the numbers that leave it. Positions enter at one place in each stack, at the bottom; switch them off there and look at the two equal words.",
    zh: "点按任一处，查看从那里输出的数。位置只在编码器、解码器的最底层各加一次；把它关掉，再看看两个相同的词。",
  },
  source: { en: "Into the encoder", zh: "编码器的输入" },
  target: { en: "Into the decoder", zh: "解码器的输入" },
  position: { en: "Add positions", zh: "加上位置" },
  layers: { en: "Layers", zh: "层数" },
  heads: { en: "Heads", zh: "注意力头数" },
  head: { en: "Head shown", zh: "显示第几个头" },
  stage: { en: "Stage", zh: "所在处" },
  seed: { en: "Seed of the weights", zh: "权重的种子" },
  keys: {
    en: "Diagram; up and down go through a stack, left and right change between encoder and decoder.",
    zh: "结构图；上下方向键在同一侧移动，左右方向键在编码器与解码器之间切换。",
  },
} as const;

type Here = Shown<State, Model>;

const stageOf = ({ state, model }: Here): Stage =>
  model.stages[Math.min(state.stage, model.stages.length - 1)] as Stage;

const indexOf = ({ state, model }: Here): number =>
  Math.min(state.stage, model.stages.length - 1);

/** Where a stage stands: "decoder, layer 2, self-attention". */
function titleOf(shown: Here): string {
  const { lang } = shown;
  const stage = stageOf(shown);
  const side = {
    encoder: { en: "encoder", zh: "编码器" },
    decoder: { en: "decoder", zh: "解码器" },
  }[stage.side][lang];
  const layer =
    stage.layer < 0
      ? ""
      : { en: `, layer ${stage.layer + 1}`, zh: `第 ${stage.layer + 1} 层` }[
          lang
        ];
  const name = nameOf(stage, lang);
  return lang === "zh"
    ? `${side}${layer}：${name}`
    : `${side}${layer}: ${name}`;
}

const wordsOf = ({ model }: Here, side: Stage["side"]): readonly string[] =>
  side === "encoder" ? model.source : model.target;

const short = (word: string, most: number): string =>
  [...word].length > most
    ? `${[...word].slice(0, Math.floor(most) - 1).join("")}…`
    : word;

function rowWords(shown: Here, box: Box): readonly Mark[] {
  const list = wordsOf(shown, stageOf(shown).side);
  const y = cellScale(list.length, box.height);
  const named = namedRows(list.length, box.height);
  return list.map(
    (word, t): Mark => ({
      kind: "text",
      x: -6,
      y: y(t) + 4,
      text: named(t) ? short(word, 9) : "",
      anchor: "end",
      fill: "ink2",
    }),
  );
}

function weightMarks(shown: Here, box: Box): readonly Mark[] {
  const stage = stageOf(shown);
  const isCross = stage.kind === "crossAttention";
  const list = wordsOf(shown, isCross ? "encoder" : stage.side);
  const x = cellScale(list.length, box.width);
  return [
    ...rowWords(shown, box),
    ...list.map(
      (word, t): Mark => ({
        kind: "text",
        x: x(t),
        y: box.height + 16 + (t % 2) * 14,
        text: short(word, 7),
        anchor: "middle",
        fill: "ink2",
      }),
    ),
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-layers",
  table,
  strings,
  bounds: { head: { max: ({ heads }) => heads - 1 } },
  // A number of heads must divide the width.
  settle: (state) => ({
    ...state,
    heads: 2 ** Math.floor(Math.log2(state.heads)),
  }),
  controls: [
    { key: "source" },
    { key: "target" },
    { key: "position" },
    { key: "layers" },
    { key: "heads" },
    { key: "head" },
    { key: "seed", max: () => 30 },
  ],
  main: ["position", "layers"],
  compute({ source, target, position, layers, heads, seed }) {
    const [from, to] = [tokensOf(source, MOST), tokensOf(target, MOST)];
    const sizes = { layers, heads, dModel: WIDTH, seed, position };
    return { source: from, target: to, ...run(from, to, sizes) };
  },
  finding({ state, model, lang }) {
    const { twins, source } = model;
    const [first, second] = twins.at;
    if (first === undefined || second === undefined) {
      return {
        en: `${source.length} ${plural(source.length, "word leaves", "words leave")} the encoder as [${source.length}, ${WIDTH}]. No word occurs twice: write one that does, and see what positions are for.`,
        zh: `${source.length} 个词经过编码器，输出形状为 [${source.length}, ${WIDTH}]。句中没有重复的词：写一个重复的，就能看出位置的用处。`,
      }[lang];
    }
    const word = source[second] as string;
    const gap = `<b>${twins.gap < 1e-4 ? "0" : quantity(twins.gap)}</b>`;
    if (state.position) {
      return {
        en: `The two “${word}”, at positions ${first} and ${second}, leave the encoder ${gap} apart, by position alone.`,
        zh: `源句里的两个“${word}”（位置 ${first} 与位置 ${second}）离开编码器时相距 ${gap}：区分它们的只有位置。`,
      }[lang];
    }
    return {
      en: `Without positions the two “${word}” of the source leave the encoder ${gap} apart: they are one and the same to it.`,
      zh: `没有位置，源句里的两个“${word}”离开编码器时相距 ${gap}：在编码器看来，它们没有区别。`,
    }[lang];
  },
  rows: [
    [["diagram", 1]],
    [
      ["output", 1],
      ["weights", 1],
    ],
  ],
  panels: [
    {
      kind: "plot",
      id: "diagram",
      height: [360, 400],
      margin: { left: 4, right: 4, top: 8, bottom: 32 },
      label: say,
      marks: (shown, box) =>
        diagram(
          shown.model.stages,
          indexOf(shown),
          {
            encoder: short(joined(shown.model.source), box.width / 16),
            decoder: short(joined(shown.model.target), box.width / 16),
          },
          shown.lang,
          box,
        ),
      pointing: {
        cursor: "pointer",
        pick: ({ model }, at, box) => ({
          stage: stageAt(model.stages, box, at),
        }),
        key(shown, event) {
          const stage = stageBy(shown.model.stages, indexOf(shown), event.key);
          return stage === undefined ? undefined : { stage };
        },
      },
    },
    {
      kind: "cells",
      id: "output",
      attention: "random",
      height: [180, 160],
      margin: { left: 72, right: 8, top: 4, bottom: 40 },
      title: titleOf,
      matrix: (shown) => stageOf(shown).output,
      label: say,
      marks: rowWords,
    },
    {
      kind: "cells",
      id: "weights",
      attention: "random",
      height: [180, 160],
      margin: { left: 72, right: 8, top: 4, bottom: 40 },
      title(shown) {
        const { state, lang } = shown;
        return stageOf(shown).weights.length > 0
          ? {
              en: `attention weights, head ${state.head}`,
              zh: `注意力权重，第 ${state.head} 头`,
            }[lang]
          : {
              en: "similarity of rows (cosine)",
              zh: "各行之间的相似度（余弦）",
            }[lang];
      },
      matrix(shown) {
        const stage = stageOf(shown);
        return stage.weights[shown.state.head] ?? stage.alike;
      },
      label: say,
      marks: weightMarks,
    },
  ],
  sentence: say,
  tableData(shown) {
    const { model, lang } = shown;
    const zh = lang === "zh";
    return {
      caption: strings.name[lang],
      corner: strings.stage[lang],
      columns: zh ? ["形状", "均方根"] : ["shape", "root mean square"],
      rows: model.stages.map((stage, k) => ({
        head: titleOf({ ...shown, state: { ...shown.state, stage: k } }),
        cells: [
          `[${stage.output.rows}, ${stage.output.columns}]`,
          decimals(stage.size, 4),
        ],
      })),
      marked: { row: indexOf(shown), column: 0 },
    };
  },
  csv(shown) {
    const { values, rows, columns } = stageOf(shown).output;
    return `${Array.from({ length: rows }, (_, r) => values.subarray(r * columns, (r + 1) * columns).join(",")).join("\n")}\n`;
  },
  code: ({ state, model }) => `import { load } from "posenc";

const pe = await load();
const options = {
  layers: ${state.layers},
  dModel: ${WIDTH},
  numHeads: ${state.heads},
  position: { type: "${state.position ? "sinusoidal" : "none"}" },
};
// A number for each word; equal words have equal numbers.
const source = [${numbered(model.source).join(", ")}];
const target = [${numbered(model.target).join(", ")}];
const sizeOf = (numbers) => Math.max(...numbers) + 1;
const encoder = pe.transformer.encoder({ ...options, vocabularySize: sizeOf(source), seed: ${state.seed} });
const decoder = pe.transformer.decoder({ ...options, vocabularySize: sizeOf(target), seed: ${state.seed + 1} });
// Root mean square of what leaves each part of a layer.
const rms = ({ data }) =>
  Math.sqrt(data.reduce((sum, value) => sum + value * value, 0) / data.length);
const onLayer = ({ layer, kind, output }) => console.log(layer, kind, rms(output));
const memory = encoder.forward(source, { returnWeights: true, onLayer }).output;
const { logits } = decoder.forward(target, { memory, returnWeights: true, logits: true, onLayer });
console.log(rms(logits));
encoder.dispose();
decoder.dispose();
`,
  states: ({ model: { stages } }) =>
    stages.flatMap(({ layer, kind, size }) => {
      if (layer >= 0) return [layer, size];
      return kind === "logits" ? [size] : [];
    }),
});

function say(shown: Here): string {
  const stage = stageOf(shown);
  const { rows, columns } = stage.output;
  const size = decimals(stage.size, 3);
  const where = titleOf(shown);
  return {
    en: `${where}. Output of shape [${rows}, ${columns}], root mean square ${size}.`,
    zh: `${where}。输出形状 [${rows}, ${columns}]，均方根 ${size}。`,
  }[shown.lang];
}
