// Texts for the trained models: what they may be made of, and what is asked.

import {
  choice,
  integer,
  onOff,
  type StateOf,
  words,
} from "../../element/state/attributes.ts";
import type { Shown } from "../../kit/spec.ts";
import { HEADS, type Reading, TRAINED_NAMES } from "../../trained/encoders.ts";
import {
  isNoun,
  isVerb,
  NOUNS,
  tokenOf,
  VERBS,
} from "../../trained/known-words.ts";
import type { TrainedName } from "../../trained/setup.ts";
import { cut, joined } from "../../words/cut.ts";
import type { Lang, Text } from "../../words/text.ts";
import {
  checkOrder,
  identity,
  type Order,
  readOrder,
} from "./sentence/order.ts";

/** Most words of a text. */
const MOST = 9;
/** Most words of a page's own weights. */
const MOST_OWN = 12;
/** Places that are shown: far beyond those of training. */
const FURTHEST = 120;

const TEXTS = {
  dog: { en: "dog|bites|man", zh: "狗|咬|人" },
  cat: {
    en: "yesterday|cat|chases|mouse|outside",
    zh: "昨天|猫|追|老鼠|外面",
  },
  twice: {
    en: "wolf|sees|sheep|then|bear|sees|wolf",
    zh: "狼|看见|羊|然后|熊|看见|狼",
  },
} as const satisfies Readonly<Record<string, Text>>;

const known = (list: readonly Text[], lang: Lang): string =>
  list.map((word) => word[lang]).join(lang === "zh" ? "、" : ", ");

const isKnown = (text: string): boolean => {
  const tokens = cut(text).map(tokenOf);
  return (
    tokens.length >= 2 &&
    tokens.length <= MOST &&
    tokens.every((token) => token >= 0) &&
    tokens.some(isVerb) &&
    tokens.some(isNoun)
  );
};

export const table = {
  sentence: choice(["dog", "cat", "twice", "own"]),
  words: words({
    default: { en: "fox follows hen", zh: "狐狸|跟着|母鸡" },
    max: 120,
    allowed: {
      en: `2 to ${MOST} words that the models know, with a verb. Nouns: ${known(NOUNS, "en")}. Verbs: ${known(VERBS, "en")}. Others such as: today, then, outside`,
      zh: `2 到 ${MOST} 个模型认识的词（可用 | 手动切分），其中要有动词。名词：${known(NOUNS, "zh")}；动词：${known(VERBS, "zh")}；其他词例如：今天、然后、外面`,
    },
    check: isKnown,
  }),
  position: choice(TRAINED_NAMES, "sinusoidal"),
  positions: onOff(true),
  place: integer({ default: 0, min: 0, max: FURTHEST }),
  answers: choice(["all", "one"]),
  order: words({
    default: "auto",
    of: "state",
    max: 60,
    allowed: { en: "an order such as own.2.0.1", zh: "形如 own.2.0.1 的次序" },
    check: checkOrder,
  }),
  pick: integer({ default: 1, min: 0, max: MOST_OWN - 1 }),
  head: integer({ default: 0, min: 0, max: HEADS }),
} as const;

export type State = StateOf<typeof table>;

/** What a model says. */
export interface Said {
  readonly name: TrainedName;
  readonly reading: Reading;
}

export interface Model {
  /** Each model on the text as it stands. */
  readonly all: readonly Said[];
  readonly chosen: Said;
  /** The chosen model on the text read backwards. */
  readonly backwards: Reading;
}

export type Here = Shown<State, Model>;

export const textStrings = {
  sentence: { en: "Sentence", zh: "句子" },
  dog: { en: "dog bites man", zh: "狗咬人" },
  cat: { en: "with words around it", zh: "前后还有别的词" },
  twice: { en: "two sentences", zh: "两句话" },
  own: { en: "your own sentence", zh: "自己写一句" },
  words: { en: "Your sentence", zh: "你的句子" },
} as const satisfies Readonly<Record<string, Text>>;

/** The words as they were written. */
function writtenWords(
  state: Pick<State, "sentence" | "words">,
  lang: Lang,
): readonly string[] {
  const text = (TEXTS as Readonly<Record<string, Text>>)[state.sentence];
  return cut(text ? text[lang] : state.words);
}

/** A text as a model is given it. */
interface ModelText {
  /** As they were written. */
  readonly written: readonly string[];
  readonly order: Order;
  /** In the present order. */
  readonly words: readonly string[];
  readonly tokens: readonly number[];
  /** The nouns in it, each once, in the written order. */
  readonly nouns: readonly number[];
  /** Places of its verbs. */
  readonly verbs: readonly number[];
}

/** The text of a state. */
export function textOf(
  state: Pick<State, "sentence" | "words" | "order">,
  lang: Lang,
): ModelText {
  const written = writtenWords(state, lang);
  const [sentence, own] = readOrder(state.order);
  const isOwn = sentence === state.sentence && own.length === written.length;
  const order = isOwn ? own : identity(written.length);
  const words = order.map((k) => written[k] as string);
  const tokens = words.map(tokenOf);
  const nouns = [...new Set(written.map(tokenOf).filter(isNoun))];
  const verbs = tokens.flatMap((token, t) => (isVerb(token) ? [t] : []));
  return { written, order, words, tokens, nouns, verbs };
}

/** The text, and the verb that is asked: the chosen word, or the first. */
export function asked({ state, lang }: Here): ModelText & { verb: number } {
  const text = textOf(state, lang);
  const { verbs } = text;
  const verb = verbs.includes(state.pick) ? state.pick : (verbs[0] as number);
  return { ...text, verb };
}

/** A word that a model knows, in the reader's language. */
export const nounText = (token: number, lang: Lang): string =>
  (NOUNS[token] as Text)[lang];

export const lineOf = (words: readonly string[]): string => joined(words);
