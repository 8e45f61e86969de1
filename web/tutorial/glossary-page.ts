// The glossary as a page of its own.
import {
  dataTable,
  group,
  heading,
  lede,
  paragraph,
  title,
} from "../site/blocks/blocks.ts";
import { citation } from "../site/blocks/cite.ts";
import { anchor, inline } from "../site/blocks/inline.ts";
import type { Block, Context, Page, Term } from "../site/page.ts";
import { escapeHtml, type Lang, type Text } from "../words/text.ts";
import { type Card, cards, categories } from "./glossary/cards.ts";
import { glossary } from "./glossary.ts";

const MORE = { en: "More", zh: "详见教程" };
const RELATED = { en: "See also", zh: "参见" };

/** By pinyin or the alphabet; a sign of several readings by the one it has here. */
function sorted(lang: Lang): [id: string, term: Term][] {
  const order = new Intl.Collator(lang === "zh" ? "zh-CN-u-co-pinyin" : "en");
  const key = (id: string, { name }: Term): string => {
    const { reading } = cards[id] as Card;
    return lang === "zh" && reading ? reading + name.zh.slice(1) : name[lang];
  };
  return Object.entries(glossary).sort(([a, x], [b, y]) =>
    order.compare(key(a, x), key(b, y)),
  );
}

/** Kind, year and work, and what to read it with. */
function cardOf(id: string, context: Context): string {
  const { lang } = context;
  const { category, work, related } = cards[id] as Card;
  const links = related.map((other) => {
    const name = (glossary[other] as Term).name[lang];
    return `<a href="#term-${other}">${escapeHtml(name)}</a>`;
  });
  const [comma, colon, stop] =
    lang === "zh" ? ["、", "：", "。"] : [", ", ": ", ". "];
  const kind = categories[category][lang];
  const parts = [
    kind.charAt(0).toUpperCase() + kind.slice(1),
    ...(work ? [citation(work, context)] : []),
    `${RELATED[lang]}${colon}${links.join(comma)}`,
  ];
  return `<span class="origin">${parts.join(stop)}${stop.trim()}</span>`;
}

/** Each term with its names in both languages; sorted as the reader would. */
const terms: Block = (context) => {
  const { lang } = context;
  const other = lang === "en" ? "zh" : "en";
  const items = sorted(lang).map(([id, { name, meaning, page }]) => {
    // Chapters that are to come are not named.
    const there = page && context.href(`~/${page}`);
    const more = there
      ? ` ${anchor(MORE[lang], `~/${page}`, context, "more-of-it")}`
      : "";
    // A name that both languages have is told once.
    const twin =
      name.en === name.zh
        ? ""
        : ` <span class="twin" lang="${other === "zh" ? "zh-CN" : "en"}">${name[other]}</span>`;
    return `<div id="${context.anchor(`term-${id}`)}" data-search="term"><dt>${inline(name, context)}${twin}</dt><dd>${inline(meaning, context)}${more} ${cardOf(id, context)}</dd></div>`;
  });
  return `<dl class="glossary">${items.join("")}</dl>`;
};

/** What single letters stand for: papers differ, and chapters with them. */
const LETTERS: readonly (readonly [
  letter: Text | string,
  meaning: Text,
  chapters: Text | string,
])[] = [
  [
    "p",
    { en: "position of a word, counted from 0", zh: "词的位置，从 0 数起" },
    { en: "2 to 7", zh: "2 至 7" },
  ],
  [
    { en: "i, j", zh: "i、j" },
    {
      en: "positions of two words: i of the query, j of the key",
      zh: "两个词的位置：i 是查询的，j 是键的",
    },
    { en: "1, 4, 7, 8, 10, 11", zh: "1、4、7、8、10、11" },
  ],
  [
    { en: "m, n", zh: "m、n" },
    {
      en: "the same in RoPE, as its paper has it: m of the query, n of the key",
      zh: "同上，用于 RoPE，依其论文：m 是查询的，n 是键的",
    },
    "9",
  ],
  [
    "i",
    {
      en: "number of a pair of dimensions, from 0 to d/2\u00a0−\u00a01",
      zh: "维度对的编号，从 0 到 d/2\u00a0−\u00a01",
    },
    { en: "3 to 6, 9, 11", zh: "3 至 6、9、11" },
  ],
  [
    { en: "q, k, v", zh: "q、k、v" },
    { en: "the vectors query, key and value", zh: "查询、键、值三个向量" },
    { en: "1, 7 to 11", zh: "1、7 至 11" },
  ],
  [
    "k",
    {
      en: "number of places by which a row is moved on",
      zh: "把一行向后平移多少个位置",
    },
    { en: "3, 4", zh: "3、4" },
  ],
  [
    "k",
    {
      en: "largest offset that a table of Shaw or DeBERTa tells apart",
      zh: "Shaw 与 DeBERTa 的表能区分的最大偏移",
    },
    "8",
  ],
  [
    "d",
    {
      en: "numbers in a vector (D in chapter 6); in attention, those of one head",
      zh: "向量的维数（第 6 章记作 D）；在注意力里，指一个头的维数",
    },
    { en: "all", zh: "各章" },
  ],
  [
    "ω",
    {
      en: "speed of a pair of sinusoids, in radians per position",
      zh: "正弦编码中一对的转速，即每个位置转过的弧度",
    },
    "4",
  ],
  [
    "θ",
    {
      en: "the same in RoPE, as its paper has it",
      zh: "同上，用于 RoPE，依其论文",
    },
    { en: "9, 11", zh: "9、11" },
  ],
  [
    "T",
    { en: "number of words in a text", zh: "文本的词数" },
    { en: "2, 7", zh: "2、7" },
  ],
  [
    "L",
    {
      en: "number of rows of a learned table; in chapter 11, length in training",
      zh: "可学习的表的行数；在第 11 章指训练长度",
    },
    { en: "6, 11", zh: "6、11" },
  ],
  ["n", { en: "number of tokens of a text", zh: "文本的词元数" }, "8"],
];

const letters: Block = group(
  "letters",
  heading({ en: "Letters", zh: "字母" }),
  paragraph({
    en: "The chapters keep the letters of the papers that they speak of, so one letter may stand for two things.",
    zh: "各章沿用所讲论文的记号，所以同一个字母可能有两种含义。",
  }),
  dataTable({
    caption: {
      en: "What a single letter stands for, and where",
      zh: "单个字母的含义及所在章",
    },
    columns: [
      { en: "letter", zh: "字母" },
      { en: "stands for", zh: "含义" },
      { en: "chapters", zh: "章" },
    ],
    rowHeads: true,
    rows: LETTERS,
  }),
);

export const glossaryPage: Page = {
  path: "glossary/",
  title: { en: "Glossary · posenc", zh: "术语表 · posenc" },
  description: {
    en: "The words of positional encoding in English and Chinese, each with its meaning, year, paper, category and related terms.",
    zh: "位置编码术语的中英文对照，各附含义、年份、论文、类别与相关条目。",
  },
  body: [
    title({ en: "Glossary", zh: "术语表" }),
    lede({
      en: "The words of the trade in both languages, each with its meaning, the work that introduced it, and what to read next. At the end: [what the letters stand for](#letters).",
      zh: "本教程术语的中英对照，各附含义、类别、出处与相关条目。[各个字母代表什么](#letters)，见页末。",
    }),
    terms,
    letters,
  ],
};
