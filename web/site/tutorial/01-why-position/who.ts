// The section on a trained model that cannot tell who did it.
import { more, paragraph, tryThis, widget } from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const whoSection = section(
  "who-did-it",
  { en: "A trained model has to guess", zh: "训练过也只能猜" },
  paragraph({
    en: "Random weights show what attention *cannot* do. Would training help? Here is a small Transformer that was trained, without any positions, on one question: who did it? It has seen tens of thousands of sentences like “dog bites man” among other words, and it has learned everything that can be learned from the words alone: the answer is one of the two nouns. Which of them, it cannot know.",
    zh: "随机权重说明的是注意力*做不到*什么。那么训练一下会不会好些？下面这个小 Transformer 是训练过的，训练时不给任何位置，只回答一个问题：是谁做的？它见过几万句“狗咬人”这样的话，前后还夹着别的词；光靠词能学到的，它都学到了：答案总是两个名词之一。至于是哪一个，它无从知道。",
  }),
  widget("pe-trained-attention", "who", { position: "none", answers: "one" }),
  more(
    "who-next",
    {
      en: "What to drag, and where the question is asked again",
      zh: "可以拖什么，以及后面哪里还会再问",
    },
    paragraph({
      en: "The bars stay the same, whatever you drag and wherever you drag it. The models of the other chapters differ from this one in nothing but the way positions enter, and they are asked the same question again: in [chapter 7](~/putting-them-in/#trained-sum) and in [chapter 9](~/rope-and-alibi/#who-far-away).",
      zh: "无论怎样拖动，两条都一样。后面各章的模型与它只差在位置怎样进入，问的还是同一个问题：见[第 7 章](~/putting-them-in/#trained-sum)和[第 9 章](~/rope-and-alibi/#who-far-away)。",
    }),
    tryThis({
      en: "Choose another word and follow the lines: they come along with the words, and no percentage changes. Then choose a model with positions and drag the same word.",
      zh: "选另一个词，看它的连线：词到哪里，线跟到哪里，百分数一个不变。再换一个有位置的模型，拖动同一个词。",
    }),
  ),
);
