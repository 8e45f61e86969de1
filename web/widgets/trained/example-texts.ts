// Texts to train on that we make ourselves: little stories from a grammar. Each
// has names of its own, and goes back in the end to where it began: whoever only
// sees the last words cannot know the rest.

import type { Lang, Text } from "../words/text.ts";

/** Stories of a text. */
const STORIES = 64;

/** Picks from lists, the same ones every time. */
class Draw {
  #state = 1;

  /** A linear congruential generator (Knuth, Lewis); its high bits. */
  one<T>(list: readonly T[]): T {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return list[Math.floor((this.#state / 2 ** 32) * list.length)] as T;
  }

  /** Another one than those. */
  other<T>(list: readonly T[], not: T): T {
    return this.one(list.filter((it) => it !== not));
  }
}

const WORDS = {
  syllables: {
    en: "ba do fi ka lu mo ne pi ra su te vo",
    zh: "安、冬、禾、乐、宁、青、山、书、田、文、小、玉",
  },
  animals: {
    en: "fox hare crow mouse goat heron badger toad",
    zh: "狐狸、野兔、乌鸦、老鼠、山羊、白鹭、刺猬、青蛙",
  },
  places: {
    en: "by_the_river under_the_hill in_the_old_barn at_the_mill behind_the_wall near_the_bridge",
    zh: "河边、山下、旧谷仓里、磨坊旁、墙后面、桥头",
  },
  things: {
    en: "a_lamp a_rope a_kettle a_map a_bell a_key",
    zh: "一盏灯、一根绳子、一把水壶、一张地图、一口钟、一把钥匙",
  },
  times: { en: "morning evening summer winter", zh: "早晨、傍晚、夏天、冬天" },
  weather: {
    en: "rain_fell wind_blew snow_came fog_rose",
    zh: "下起了雨、刮起了风、飘起了雪、起了雾",
  },
} as const;

const wordsOf = (key: keyof typeof WORDS, lang: Lang): string[] =>
  WORDS[key][lang].split(/[ 、]/).map((words) => words.replaceAll("_", " "));

/** What a story is told of. */
interface Cast {
  readonly names: readonly [string, string];
  readonly animals: readonly [string, string];
  readonly places: readonly [string, string];
  readonly thing: string;
  readonly time: string;
  readonly weather: string;
}

const capital = (text: string): string =>
  text.slice(0, 1).toUpperCase() + text.slice(1);

/** How many syllables a name has. */
const NAME: Readonly<Record<Lang, number>> = { en: 3, zh: 2 };

function castOf(draw: Draw, lang: Lang): Cast {
  const name = () => {
    const syllables = wordsOf("syllables", lang);
    const parts = Array.from({ length: NAME[lang] }, () => draw.one(syllables));
    return capital(parts.join(""));
  };
  const first = name();
  let second = name();
  while (second === first) second = name();
  const [animals, places] = [wordsOf("animals", lang), wordsOf("places", lang)];
  const [animal, place] = [draw.one(animals), draw.one(places)];
  return {
    names: [first, second],
    animals: [animal, draw.other(animals, animal)],
    places: [place, draw.other(places, place)],
    thing: draw.one(wordsOf("things", lang)),
    time: draw.one(wordsOf("times", lang)),
    weather: draw.one(wordsOf("weather", lang)),
  };
}

const story = ({ names, animals, places, thing, time, weather }: Cast) => {
  const [a, b] = names;
  return {
    en: `${a} the ${animals[0]} lived ${places[0]}. ${b} the ${animals[1]} lived ${places[1]}. One ${time} ${weather}, and ${a} could not find the way. ${b} had ${thing} and lent it to ${a}. In the end ${a} the ${animals[0]} was back ${places[0]}, and ${b} stayed ${places[1]}.\n`,
    zh: `${animals[0]}${a}住在${places[0]}，${animals[1]}${b}住在${places[1]}。有一年${time}${weather}，${a}找不到路了。${b}有${thing}，就借给了${a}。于是${animals[0]}${a}又回到了${places[0]}，${b}仍旧留在${places[1]}。\n`,
  } satisfies Text;
};

/** A Chinese character says more than a letter: as many need more stories. */
const EXAMPLES = {
  english: { lang: "en", stories: STORIES },
  chinese: { lang: "zh", stories: 3 * STORIES },
} as const;

export type ExampleName = keyof typeof EXAMPLES;
export const EXAMPLE_NAMES = Object.keys(EXAMPLES) as ExampleName[];

const written = new Map<ExampleName, string>();

/** The text, the same every time. */
export function exampleText(name: ExampleName): string {
  let text = written.get(name);
  if (text === undefined) {
    const { lang, stories } = EXAMPLES[name];
    const draw = new Draw();
    text = Array.from(
      { length: stories },
      () => story(castOf(draw, lang))[lang],
    ).join("");
    written.set(name, text);
  }
  return text;
}
