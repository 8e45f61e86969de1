// The stage in a sentence, with its numbers, for readers who do not see it.
import type { Text } from "../../widgets/words/text.ts";
import { decimals } from "../../widgets/words/text.ts";
import { rightAt, taskOf } from "./drawings/chart.ts";
import { answerOf } from "./drawings/verdict.ts";
import { numberIn, type StageState } from "./stage-state.ts";
import { onStage, percent, SENTENCE } from "./stage-words.ts";
import { ORDERS } from "./step-gestures.ts";
import {
  flipsTo,
  SWITCHES,
  shareOf,
  switchOf,
  TURN,
  wordsShare,
} from "./story-numbers.ts";

const [dog, bites, man] = SENTENCE;

/** The sentence in an order of its words. */
function sentence(places: readonly number[], lang: "en" | "zh"): string {
  const words = [0, 1, 2].map(
    (slot) => (SENTENCE[places.indexOf(slot)] as Text)[lang],
  );
  return words.join(lang === "en" ? " " : "");
}

function answered(
  stage: StageState,
  bar: number,
  step: number,
  model: Text,
): Text {
  const answer = answerOf(stage, bar, step);
  if (!answer) {
    return {
      en: `The model (${model.en}) is being asked.`,
      zh: `正在询问模型（${model.zh}）。`,
    };
  }
  const [a, b] = answer.map(percent);
  return {
    en: `Who bites? The model (${model.en}) says ${dog.en} ${a}, ${man.en} ${b}.`,
    zh: `谁咬？模型（${model.zh}）的回答：${dog.zh} ${a}，${man.zh} ${b}。`,
  };
}

const both = (...texts: readonly Text[]): Text => ({
  en: texts.map(({ en }) => en).join(" "),
  zh: texts.map(({ zh }) => zh).join(""),
});

const order = (value: number): Text => {
  const places = value >= 0.5 ? [2, 1, 0] : [0, 1, 2];
  return {
    en: `The sentence: ${sentence(places, "en")}.`,
    zh: `句子：${sentence(places, "zh")}。`,
  };
};

const standing = (place: number): Text => ({
  en: `The sentence stands at positions ${place} to ${place + 2}.`,
  zh: `句子位于位置 ${place} 到 ${place + 2}。`,
});

function weights(stage: StageState, value: number): Text {
  const places = ORDERS[value] as readonly number[];
  const all = stage.answers.attention(places);
  const words: Text = {
    en: `The words: ${sentence(places, "en")}.`,
    zh: `词序：${sentence(places, "zh")}。`,
  };
  const row = all?.[1];
  if (!row) return words;
  const [a, b] = [row[0] ?? 0, row[2] ?? 0].map(percent);
  return both(words, {
    en: `“${bites.en}” gives ${a} of its attention to “${dog.en}” and ${b} to “${man.en}”.`,
    zh: `“${bites.zh}”分给“${dog.zh}” ${a} 的注意力，分给“${man.zh}” ${b}。`,
  });
}

function binary(position: number): Text {
  const digits = Array.from({ length: SWITCHES }, (_, row) =>
    switchOf(position, row),
  ).join("");
  const flips = position > 0 ? flipsTo(position) : 0;
  return {
    en: `Position ${position} is ${digits}; ${flips} of ${SWITCHES} switches flip on the way from the one before.`,
    zh: `位置 ${position} 写作 ${digits}；从前一个位置过来，${SWITCHES} 个开关翻转 ${flips} 个。`,
  };
}

/** What the stage shows in a step. */
export function spoken(stage: StageState, step: number): Text {
  const value = Math.round(numberIn(stage, step));
  switch (step) {
    case 0:
      return both(order(value), answered(stage, 0, 0, onStage.none));
    case 1:
      return weights(stage, value);
    case 2:
      return {
        en: `${value} words, numbered to ${value - 1}; of the last word ${percent(wordsShare(value - 1))} is left in the sum.`,
        zh: `${value} 个词，编号到 ${value - 1}；在最后一个词的和里，词本身只占 ${percent(wordsShare(value - 1))}。`,
      };
    case 3: {
      const second = decimals(shareOf(1, value), 2);
      return {
        en: `${value} words; the second stands at ${second}.`,
        zh: `${value} 个词；第二个词在 ${second}。`,
      };
    }
    case 4:
      return binary(value);
    case 5:
      return {
        en: `Four hands show position ${decimals(numberIn(stage, 5), 2)}.`,
        zh: `四根指针指着位置 ${decimals(numberIn(stage, 5), 2)}。`,
      };
    case 6:
      return {
        en: `The words have rows ${value} to ${value + 2} of the table.`,
        zh: `三个词带着表中第 ${value} 到 ${value + 2} 行。`,
      };
    case 7:
      return both(order(value), answered(stage, 0, 7, onStage.sinusoidal));
    case 8:
      return both(
        standing(value),
        answered(stage, 0, 8, onStage.learned),
        answered(stage, 1, 8, onStage.sinusoidal),
      );
    case 9:
      return both(standing(value), {
        en: `Query and key, two places apart, are ${2 * TURN}° apart, as everywhere.`,
        zh: `查询与键相隔两个位置，夹角是 ${2 * TURN}°，在哪里都一样。`,
      });
    case 10:
      return both(standing(value), answered(stage, 0, 10, onStage.rope));
    case 11: {
      const task = taskOf(stage);
      const found = (task?.curves ?? []).map((curve) => ({
        name: curve.name,
        right: percent(rightAt(curve, value)),
      }));
      return {
        en: `Length ${value}. ${task?.name.en ?? ""} ${found.map(({ name, right }) => `${name.en} ${right}`).join(", ")}`,
        zh: `长度 ${value}。${task?.name.zh ?? ""} ${found.map(({ name, right }) => `${name.zh} ${right}`).join("，")}`,
      };
    }
    default:
      return {
        en: "All twelve pictures, side by side.",
        zh: "十二幅图，一起排开。",
      };
  }
}
