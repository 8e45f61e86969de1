// The section on a trained model that cannot tell who did it.
import { more, paragraph, quiz, tryThis, widget } from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

/** What the chapter begins with. */
export const sameAnswer = quiz("same-answer", {
  question: {
    en: "Swap “dog” and “man” in “dog bites man”. What does the model say now?",
    zh: "把“狗咬人”里的“狗”和“人”对调。模型现在怎么答？",
  },
  choices: [
    {
      text: { en: "The answers swap too", zh: "回答也跟着对调" },
      why: {
        en: "It would have to notice the swap, and nothing in it does.",
        zh: "那它得察觉到对调，可它身上没有任何东西察觉得到。",
      },
    },
    {
      text: {
        en: "The same as before, to the last digit",
        zh: "与原来一样，每一位数字都不变",
      },
      right: true,
      why: {
        en: "The words are the same three, and the words are all it sees.",
        zh: "还是那三个词，而它看得见的只有词。",
      },
    },
    {
      text: { en: "Fifty-fifty", zh: "各占一半" },
      why: {
        en: "It may well prefer one of the nouns. It prefers the same one in both sentences.",
        zh: "它完全可能偏向某个名词，只是在两句话里偏向同一个。",
      },
    },
  ],
});

export const whoSection = section(
  "who-did-it",
  { en: "A trained model has to guess", zh: "训练过也只能猜" },
  widget("pe-trained-attention", "who", {
    position: "none",
    answers: "one",
  }),
  paragraph({
    en: "This small Transformer was trained, without any positions, on one question: who did it? It has seen tens of thousands of sentences like “dog bites man”, with other words around them, and it has learned everything the words alone can tell: the answer is one of the two nouns. It can’t know which. Write each word on a card, shake the cards in a bag and reach in: you’d find *dog*, *bites* and *man* too, and you couldn’t say who bit whom. Number the cards first, and nothing is lost. A [positional encoding](term:positional-encoding) is that number, in a form a network can use.",
    zh: "这个小 Transformer 是训练过的，训练时不给任何位置，只回答一个问题：是谁做的？它见过几万句“狗咬人”这样的话，前后还夹着别的词；光靠词能学到的，它都学到了：答案总是两个名词之一。至于是哪一个，它无从知道。把每个词写在卡片上，放进袋子摇一摇，再伸手去摸：摸到的也是“狗”“咬”“人”，谁咬了谁却说不出来。要是事先给卡片编上号，就什么也没丢。[位置编码](term:positional-encoding)就是这个编号，只是写成了网络用得上的形式。",
  }),
  more(
    "who-next",
    {
      en: "What to drag, and where the question is asked again",
      zh: "可以拖什么，以及后面哪里还会再问",
    },
    paragraph({
      en: "The bars stay the same, whatever you drag and wherever you drag it. The models of the other chapters differ from this one in nothing but the way positions enter, and they are asked the same question again: in [positions inside a model](~/putting-them-in/#trained-sum) and in [chapter 6](~/rope/#who-far-away).",
      zh: "无论怎样拖动，两条都一样。后面各章的模型与它只差在位置怎样进入，问的还是同一个问题：见[位置在模型里](~/putting-them-in/#trained-sum)和[第 6 章](~/rope/#who-far-away)。",
    }),
    tryThis({
      en: "Choose another word and follow the lines: they come along with the words, and no percentage changes. Then choose a model with positions and drag the same word.",
      zh: "选另一个词，看它的连线：词到哪里，线跟到哪里，百分数一个不变。再换一个有位置的模型，拖动同一个词。",
    }),
  ),
);
