// The stage in a sentence, with its numbers, for readers who do not see it.
import type { Text } from "../../widgets/words/text.ts";
import { decimals } from "../../widgets/words/text.ts";
import { pointAt, reachedIn, taskOf } from "./drawings/chart.ts";
import { answerOf, modelsIn } from "./drawings/verdict.ts";
import { STEP } from "./moments.ts";
import { numberIn, type StageState, sentenceIn } from "./stage-state.ts";
import {
  apartText,
  DOG_BITES_MAN,
  onStage,
  percent,
  type Sentence,
  whoOf,
  wordOf,
} from "./stage-words.ts";
import { foundIn, ORDERS } from "./step-gestures.ts";
import {
  addedAngle,
  CLOSE,
  flipsTo,
  HANDS,
  SWITCHES,
  shareOf,
  switchOf,
  TURN,
  wedgeOf,
  wordsShare,
} from "./story-numbers.ts";

/** A sentence in an order of its words. */
function written(
  tokens: Sentence,
  places: readonly number[] = [0, 1, 2],
): Text {
  const words = [0, 1, 2].map((slot) =>
    wordOf(tokens[places.indexOf(slot)] as number),
  );
  return {
    en: words.map(({ en }) => en).join(" "),
    zh: words.map(({ zh }) => zh).join(""),
  };
}

/** What a bar's model answers. */
function answered(stage: StageState, bar: number, step: number): Text {
  const answer = answerOf(stage, bar, step);
  const name = modelsIn(step)[bar];
  if (!name) throw new Error(`step ${step} has no model ${bar}`);
  const model = onStage[name];
  const sentence = sentenceIn(stage, step);
  const [first, second] = [wordOf(sentence[0]), wordOf(sentence[2])];
  if (!answer) {
    return {
      en: `The model (${model.en}) is being asked.`,
      zh: `正在询问模型（${model.zh}）。`,
    };
  }
  const [a, b] = answer.map(percent);
  return {
    en: `${whoOf(sentence).en} The model (${model.en}) says ${first.en} ${a}, ${second.en} ${b}.`,
    zh: `${whoOf(sentence).zh}模型（${model.zh}）的回答：${first.zh} ${a}，${second.zh} ${b}。`,
  };
}

const both = (...texts: readonly Text[]): Text => ({
  en: texts.map(({ en }) => en).join(" "),
  zh: texts.map(({ zh }) => zh).join(""),
});

const order = (value: number): Text => {
  const { en, zh } = written(
    DOG_BITES_MAN,
    value >= 0.5 ? [2, 1, 0] : [0, 1, 2],
  );
  return { en: `The sentence: ${en}.`, zh: `句子：${zh}。` };
};

/** The sentence and where it stands. */
function standing(stage: StageState, step: number): Text {
  const place = Math.round(numberIn(stage, step));
  const { en, zh } = written(sentenceIn(stage, step));
  return {
    en: `“${en}” stands at positions ${place} to ${place + 2}.`,
    zh: `“${zh}”位于位置 ${place} 到 ${place + 2}。`,
  };
}

const whole = (angle: number): string => `${Math.round(angle)}°`;

/** The clocks with two hands each; their angles, once they are found. */
function clocks(stage: StageState): Text {
  const angles = HANDS.map((pair) => whole(wedgeOf(pair)));
  return foundIn(stage.seen, STEP.look) < 1
    ? {
        en: "Each of four clocks has a hand for either noun.",
        zh: "四只钟，每只有两根指针，各属一个名词。",
      }
    : {
        en: `The two hands of a clock are ${angles.join(", ")} apart, as everywhere.`,
        zh: `各钟两根指针的夹角是 ${angles.join("、")}，在哪里都一样。`,
      };
}

/** What a chart says at the length that it has reached. */
function charted(stage: StageState, step: number): Text {
  const task = taskOf(stage, step);
  const isAsked = step === STEP.reach || numberIn(stage, step) > 0;
  if (!task || !isAsked) {
    const name = task?.name ?? onStage.loading;
    return { en: `${name.en}.`, zh: `${name.zh}。` };
  }
  const reached = reachedIn(stage, step);
  const found = task.curves.map((curve) => ({
    name: curve.name,
    right: percent(pointAt(curve, reached).mean),
  }));
  const words = Math.round(reached);
  return {
    en: `Length ${words}. ${task.name.en}: ${found.map(({ name, right }) => `${name.en} ${right}`).join(", ")}`,
    zh: `长度 ${words}。${task.name.zh}：${found.map(({ name, right }) => `${name.zh} ${right}`).join("，")}`,
  };
}

function weights(stage: StageState, value: number): Text {
  const places = ORDERS[value] as readonly number[];
  const all = stage.answers.attention(places);
  const words: Text = {
    en: `The words: ${written(DOG_BITES_MAN, places).en}.`,
    zh: `词序：${written(DOG_BITES_MAN, places).zh}。`,
  };
  const row = all?.[1];
  if (!row) return words;
  const [a, b] = [row[0] ?? 0, row[2] ?? 0].map(percent);
  const [dog, bites, man] = DOG_BITES_MAN.map(wordOf) as [Text, Text, Text];
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
    case STEP.news:
      return both(order(value), answered(stage, 0, step));
    case STEP.inside:
      return weights(stage, value);
    case STEP.count:
      return {
        en: `${value} words, numbered to ${value - 1}; of the last word ${percent(wordsShare(value - 1))} is left in the sum.`,
        zh: `${value} 个词，编号到 ${value - 1}；在最后一个词的和里，词本身只占 ${percent(wordsShare(value - 1))}。`,
      };
    case STEP.shares: {
      const second = decimals(shareOf(1, value), 2);
      return {
        en: `${value} words; the second stands at ${second}.`,
        zh: `${value} 个词；第二个词在 ${second}。`,
      };
    }
    case STEP.switches:
      return binary(value);
    case STEP.hands: {
      const position = decimals(numberIn(stage, step), 2);
      return {
        en: `Four hands show position ${position}.`,
        zh: `四根指针指着位置 ${position}。`,
      };
    }
    case STEP.stripes:
      return {
        en: `The words have rows ${value} to ${value + 2} of the table.`,
        zh: `三个词带着表中第 ${value} 到 ${value + 2} 行。`,
      };
    case STEP.sinusoids:
      return both(order(value), answered(stage, 0, step));
    case STEP.own:
    case STEP.models:
      return both(
        standing(stage, step),
        ...modelsIn(step).map((_, bar) => answered(stage, bar, step)),
      );
    case STEP.look:
      return both(standing(stage, step), clocks(stage));
    case STEP.turn: {
      const [sums, turned] = [addedAngle(value), wedgeOf(HANDS[CLOSE])];
      return both(standing(stage, step), {
        en: `With the hands added, the two arrows are ${whole(sums)} apart; with the words turned, ${whole(turned)}.`,
        zh: `加上指针，两支箭的夹角是 ${whole(sums)}；把词按指针转动，夹角是 ${whole(turned)}。`,
      });
    }
    case STEP.formula: {
      const { en, zh } = apartText(value, whole(value * TURN));
      return { en: `${en}.`, zh: `${zh}。` };
    }
    case STEP.reach:
    case STEP.task:
      return charted(stage, step);
    default:
      return {
        en: "All pictures, side by side.",
        zh: "全部图画，一起排开。",
      };
  }
}
