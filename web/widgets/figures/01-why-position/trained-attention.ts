// <pe-trained-attention>: small trained models on the reader's sentence: where
// each word looks, and who did it.
import type { Matrix } from "../../kit/panel.ts";
import { type Box, figure } from "../../kit/spec.ts";
import {
  HEADS,
  type Reading,
  readBy,
  TRAINED_NAMES,
} from "../../trained/encoders.ts";
import { SCHEME_WORDS } from "../../trained/run-words.ts";
import { STEPS } from "../../trained/setup.ts";
import { decimals, escapeHtml } from "../../words/text.ts";
import { weightText } from "../shared/word-weights.ts";
import { MOVES, moveStrings, pressed } from "./sentence/cards.ts";
import {
  answerMarks,
  answerRow,
  arcMarks,
  headMarks,
  textPointing,
} from "./trained-marks.ts";
import { programOf } from "./trained-program.ts";
import {
  asked,
  type Here,
  lineOf,
  type Model,
  nounText,
  type Said,
  table,
  textOf,
  textStrings,
} from "./trained-text.ts";

/** Of every shipped model. */
const SEED = 0;

const strings = {
  ...textStrings,
  ...moveStrings,
  ...SCHEME_WORDS,
  name: {
    en: "Trained models read your sentence",
    zh: "训练好的模型读你的句子",
  },
  caption: {
    en: "Drag a word to another place: it takes the position of that place. The bars are the answers to “who did it?”, asked at the verb; the lines show where the chosen word looks. Then move the whole sentence along, take the positions away, or write another sentence.",
    zh: "把一个词拖到别处，它就换上那里的位置。横条是模型对“是谁做的？”的回答，在动词处提问；连线是选中的词在看哪里。再把整句话往后移，或拿掉位置，或另写一句。",
  },
  position: { en: "Model with", zh: "模型的位置方案" },
  positions: { en: "Give it the positions", zh: "告诉模型位置" },
  place: { en: "Place of the first word", zh: "首词的位置" },
  answers: { en: "Answers of", zh: "显示谁的回答" },
  all: { en: "all models", zh: "所有模型" },
  one: { en: "this model, both ways round", zh: "这个模型，正反两种语序" },
  pick: { en: "Chosen word", zh: "选中的词" },
  head: { en: "Head of the lines (0: the mean)", zh: "连线的头（0 为平均）" },
  keys: {
    en: "Answers of the models; up and down arrows choose one.",
    zh: "各模型的回答；上下方向键选择模型。",
  },
} as const;

const percent = (share: number): string => `${decimals(100 * share, 1)}%`;

/** The chosen model, as a sentence begins with it. */
function modelText({ state, lang }: Here): string {
  const { position, positions } = state;
  if (position === "none") {
    return { en: "The model without positions", zh: "没有位置的模型" }[lang];
  }
  const name = SCHEME_WORDS[position];
  return {
    en: `The model with “${name.en}”${positions ? "" : ", its positions taken away"}`,
    zh: `位置方案为“${name.zh}”的模型${positions ? "" : "（拿掉位置）"}`,
  }[lang];
}

/** "“dog” 99.9%, “man” 0.0%": at a place of a reading. */
function sharesText(
  shown: Here,
  reading: Reading,
  verb: number,
  mark: (share: string) => string,
): string {
  const { lang } = shown;
  const nouns = asked(shown).nouns.map((noun) => {
    const share = reading.nouns(verb)[noun] as number;
    const name = nounText(noun, lang);
    const [left, right] = lang === "en" ? ["“", "”"] : ["", ""];
    return `${left}${name}${right} ${mark(percent(share))}`;
  });
  return nouns.join(lang === "zh" ? "，" : ", ");
}

function found(shown: Here, mark: (share: string) => string): string {
  const { model, lang } = shown;
  const { words: line, verb } = asked(shown);
  const here = sharesText(shown, model.chosen.reading, verb, mark);
  const back = line.length - 1 - verb;
  const there = sharesText(shown, model.backwards, back, mark);
  const [now, turned] = [line, line.toReversed()].map((it) =>
    escapeHtml(lineOf(it)),
  );
  const name = modelText(shown);
  return {
    en: `${name}: who did it in “${now}”? ${here}. In “${turned}”? ${there}.`,
    zh: `${name}：“${now}”，是谁做的？${here}。“${turned}”呢？${there}。`,
  }[lang];
}

const say = (shown: Here): string => found(shown, (share) => share);

const matrixOf = ({ model }: Here, head: number): Matrix => {
  const { length, weights } = model.chosen.reading;
  const size = length * length;
  return {
    values: weights.slice(head * size, (head + 1) * size),
    rows: length,
    columns: length,
    domain: [0, 1] as const,
    map: "sequential" as const,
    format: weightText,
  };
};

const headTitle = (head: number, { lang }: Here): string =>
  ({ en: `head ${head + 1}`, zh: `头 ${head + 1}` })[lang];

const buttonsHtml = ({ state, lang }: Here): string => {
  const moves = MOVES.map(
    (name) =>
      `<button type="button" data-press="${name}">${moveStrings[name][lang]}</button>`,
  );
  const off = { en: "positions off", zh: "拿掉位置" }[lang];
  return `<p class="buttons">${moves.join(" ")} <button type="button" data-set="positions=${!state.positions}" aria-pressed="${!state.positions}">${off}</button></p>`;
};

export const spec = figure<typeof table, Model>({
  tag: "pe-trained-attention",
  table,
  strings,
  controls: [
    { key: "sentence", menu: true },
    { key: "words", when: ({ sentence }) => sentence === "own" },
    { key: "position", menu: true },
    { key: "place", max: () => 60 },
    { key: "positions" },
    { key: "answers" },
    { key: "head" },
  ],
  main: ["sentence", "words", "position", "place"],
  compute({ sentence, words: own, order, position, positions, place }) {
    const { tokens } = textOf({ sentence, words: own, order }, "en");
    const given = { tokens, place, positions };
    const all = TRAINED_NAMES.map((name) => ({
      name,
      reading: readBy(name, given),
    }));
    return {
      all,
      chosen: all.find(({ name }) => name === position) as Said,
      backwards: readBy(position, {
        ...given,
        tokens: tokens.toReversed(),
      }),
    };
  },
  own: () => import("./own-attention.ts"),
  finding: (shown) => found(shown, (share) => `<b>${share}</b>`),
  rows: [
    [["text", 1]],
    [["moves", 1]],
    [["answer", 1]],
    Array.from({ length: HEADS }, (_, head) => [`head${head}`, 1] as const),
  ],
  tight: [3],
  below: Array.from({ length: HEADS }, (_, head) => `head${head}`),
  panels: [
    {
      kind: "plot",
      id: "text",
      height: [118, 158],
      margin: { left: 1, right: 1, top: 2, bottom: 2 },
      attention: "trained",
      title: ({ lang }) =>
        ({
          en: `where the chosen word looks; seed ${SEED}, ${STEPS} steps`,
          zh: `选中的词在看哪里；种子 ${SEED}，${STEPS} 步`,
        })[lang],
      label: say,
      marks: arcMarks,
      pointing: textPointing,
    },
    {
      kind: "html",
      id: "moves",
      tall: [28, 64],
      label: () => "",
      html: buttonsHtml,
      press: (name, { state, lang }) =>
        pressed(name, state, textOf(state, lang).order),
      lines: () => [],
    },
    {
      kind: "plot",
      id: "answer",
      height: [124, 124],
      margin: { left: 116, right: 8, top: 4, bottom: 22 },
      title: ({ lang }) => ({ en: "who did it?", zh: "是谁做的？" })[lang],
      legend: (shown) => answerRow(shown).keys,
      label: say,
      marks: answerMarks,
      pointing: {
        keys: strings.keys,
        vertical: true,
        drag({ state }, at, box) {
          if (state.answers === "one") return undefined;
          const row = Math.floor((at.y / box.height) * TRAINED_NAMES.length);
          const position = TRAINED_NAMES[row];
          return position && { position };
        },
        key({ state }, { key }) {
          const by = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
          const now = TRAINED_NAMES.indexOf(state.position);
          const position = by === 0 ? undefined : TRAINED_NAMES[now + by];
          return position && { position };
        },
      },
    },
    ...Array.from({ length: HEADS }, (_, head) => ({
      kind: "cells" as const,
      id: `head${head}`,
      height: [118, 104] as const,
      margin: { left: 46, right: 4, top: 22, bottom: 4 },
      scale: false,
      attention: "trained" as const,
      title: (shown: Here) => headTitle(head, shown),
      label: (shown: Here) => `${headTitle(head, shown)}: ${say(shown)}`,
      matrix: (shown: Here) => matrixOf(shown, head),
      marks: (shown: Here, box: Box) =>
        headMarks(shown, box, matrixOf(shown, head)),
      pointing: {
        cursor: "crosshair",
        vertical: true,
        pick: (
          { model }: Here,
          at: { readonly y: number },
          { height }: Box,
        ) => ({
          pick: Math.floor((at.y / height) * model.chosen.reading.length),
          head: head + 1,
        }),
        steps: { any: "pick" as const },
      },
    })),
  ],
  bounds: {
    pick: {
      max: ({ sentence, words: own, order }) =>
        textOf({ sentence, words: own, order }, "en").tokens.length - 1,
    },
  },
  sentence: say,
  tableData(shown) {
    const { model, lang } = shown;
    const { nouns, verb } = asked(shown);
    return {
      caption: strings.name[lang],
      corner: strings.position[lang],
      columns: nouns.map((noun) => nounText(noun, lang)),
      rows: model.all.map(({ name, reading }) => ({
        head: SCHEME_WORDS[name][lang],
        cells: nouns.map((noun) =>
          percent(reading.nouns(verb)[noun] as number),
        ),
      })),
      marked: { row: TRAINED_NAMES.indexOf(shown.state.position), column: 0 },
    };
  },
  code(shown) {
    const { position, positions, place } = shown.state;
    const text = asked(shown);
    return programOf({ ...text, position, positions, place, seed: SEED });
  },
  states(shown) {
    const { nouns, verb, tokens } = asked(shown);
    const { reading } = shown.model.chosen;
    const length = tokens.length;
    return [
      nouns.map((noun) => reading.nouns(verb)[noun] as number),
      Array.from({ length: HEADS }, (_, head) => {
        const row = (head * length + verb) * length;
        return reading.weights.subarray(row, row + length);
      }),
    ];
  },
  styles: `.buttons { display: flex; flex-wrap: wrap; gap: 8px; }
.pane-text .plot { user-select: none; }`,
});
