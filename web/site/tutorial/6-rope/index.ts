import * as pe from "posenc";
import { group, listed, scientific } from "../../../widgets/words/text.ts";
import { widget } from "../../blocks/blocks.ts";
import type { Values } from "../../page.ts";
import type { Chapter } from "../../pages/chapter.ts";
import { layoutSection } from "./practice.ts";
import {
  slideSection,
  speedsSection,
  turnSection,
  wedgeSection,
} from "./rope.ts";
import { wholeLayerSection } from "./rotary-layer.ts";
import { trainedFarSection } from "./who-far-away.ts";

/** The model of the table of costs. */
const LAYER = { tokens: 4096, heads: 32, width: 128 } as const;

/** Bias of the flattest of 8 heads at distance 11 000. */
const far = (): number =>
  pe.alibi({
    slopes: [pe.alibiSlopes({ numHeads: 8 }).at(-1) as number],
    keyPositions: [0],
    queryPositions: [11_000],
  }).data[0] as number;

/** Pairs of a head that do not complete a turn within a length. */
function unfinished(length: number): number {
  const { inverseFrequency } = pe.rotaryFrequencies({ headDim: 128 });
  return inverseFrequency.filter((f) => (2 * Math.PI) / f > length).length;
}

/** Numbers in the tables of cosines and sines. */
function tableSize(): number {
  const { tokens, width } = LAYER;
  const { cos, sin } = pe.rotaryTables({
    frequencies: pe.rotaryFrequencies({ headDim: width }),
    seqLen: tokens,
  });
  return cos.data.length + sin.data.length;
}

/** Numbers of the texts on RoPE and ALiBi. */
export const ropeValues: Values = {
  unfinished: () => unfinished(LAYER.tokens),
  fill: () => {
    const slopes = pe.alibiSlopes({ numHeads: 12 });
    return listed(slopes.subarray(8), (m) => m.toFixed(4));
  },
  far: () => -far(),
  farWeight: () => scientific(Math.exp(far()), 2),
  llama3: () => {
    const { inverseFrequency } = pe.rotaryFrequencies({
      headDim: 128,
      base: 500_000,
    });
    const wave = (2 * Math.PI) / (inverseFrequency.at(-1) as number);
    return wave / 8192;
  },
  additive: () => {
    const { tokens, heads, width } = LAYER;
    const size = { seqLen: tokens, dModel: heads * width };
    return group(String(pe.sinusoidal(size).data.length));
  },
  tables: () => group(String(tableSize())),
  // Half of the table for each head, of queries and of keys.
  turns: () => group(String((tableSize() / 2) * LAYER.heads * 2)),
  slopes: () => pe.alibiSlopes({ numHeads: LAYER.heads }).length,
  scores: () => group(String(LAYER.heads * LAYER.tokens ** 2)),
};

export const rope: Chapter = {
  number: 6,
  path: "rope/",
  title: { en: "RoPE", zh: "RoPE" },
  lede: {
    en: "Slide a sentence along and find the one thing that stays. Then build an encoding out of it.",
    zh: "把一句话移来移去，找出唯一不变的东西，再用它造一种编码。",
  },
  opening: {
    puzzle: {
      en: "Slide two words along a text and every position changes. What never does?",
      zh: "让两个词一起沿着文本移动，位置全都在变。什么始终不变？",
    },
    figure: widget("pe-rope", "rope"),
  },
  description: {
    en: "Invent rotary position embedding yourself: slide a sentence, find the angle that never changes, turn the words by it, and see a trained model read a sentence far from where it learned.",
    zh: "自己动手发明旋转位置编码：移动句子，找出始终不变的夹角，按它转动词，再看训练好的模型怎样读懂远处的句子。",
  },
  thumbnail: { tag: "pe-rope", panel: "scene", zoom: 4 },
  values: ropeValues,
  goals: {
    en: "You’ll be able to explain without a formula why you turn a word by its position instead of adding the position to it. And you’ll recognise the two layouts of pairs, and know what RoPE doesn’t promise.",
    zh: "读完本章，你不用公式也能解释：为什么要按位置转动一个词，而不是把位置加上去。你也认得出两种配对排布，知道 RoPE 没有承诺什么。",
  },
  recap: [
    {
      en: "When a sentence slides, all hands of a pair turn by the same angle. The wedge between two of them stays.",
      zh: "句子移动时，同一维度对的各根针转过同样的角度，两根针的夹角不变。",
    },
    {
      en: "RoPE turns each pair of q and k by position times speed, so their product depends on content and offset alone.",
      zh: "RoPE 把 q、k 的每一对转过“位置 × 转速”的角度，二者的点积便只取决于内容和偏移。",
    },
    {
      en: "Neighbours or halves: both layouts are right, but mixing them is silently wrong.",
      zh: "相邻配对与两半配对都对，混用则会悄悄出错。",
    },
    {
      en: "Nothing in a rotation makes a model good at distances it was never trained on.",
      zh: "旋转本身不能让模型胜任从没训练过的距离。",
    },
  ],
  onward: {
    en: "The score now knows the distance and nothing else. What happens at distances the model was never trained on? That’s [the next chapter](~/long-context/).",
    zh: "现在，分数知道的只有距离。碰到训练时从没见过的距离会怎样？请看[下一章](~/long-context/)。",
  },
  sections: [
    wedgeSection,
    turnSection,
    slideSection,
    speedsSection,
    layoutSection,
    wholeLayerSection,
    trainedFarSection,
  ],
};
