// The section on a table that was really trained.
import { more, paragraph, quiz, tryThis, widget } from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

/** What the chapter begins with. */
export const neighbourRows = quiz("neighbour-rows", {
  question: {
    en: "A table of 256 rows is trained on texts of 20 words. Afterwards, which rows look like their neighbours?",
    zh: "一张 256 行的表，用 20 个词的文本训练。训练之后，哪些行会与邻行相像？",
  },
  choices: [
    {
      text: { en: "The 20 that texts reached", zh: "文本到过的那 20 行" },
      why: {
        en: "So it is in the sinusoidal table, by its formula. Here nothing asks for it: the task wants to know what stands before the verb and what after it.",
        zh: "正弦表确实如此，那是公式决定的。这里没有什么要求它们相像：任务只问动词前面是谁、后面是谁。",
      },
    },
    {
      text: { en: "All 256", zh: "全部 256 行" },
      why: {
        en: "Training moves the rows that were looked up and no others.",
        zh: "训练只改动查到过的行，别的行一动不动。",
      },
    },
    {
      text: { en: "None", zh: "一行也没有" },
      right: true,
      why: {
        en: "Trained or not, neighbouring rows look like noise. But the model can read the trained ones: see below where its verb looks.",
        zh: "无论是否训练过，相邻两行看上去都像噪声。可是训练过的行，模型读得懂：看下图里动词在看哪里。",
      },
    },
  ],
});

export const learnedSection = section(
  "learned-rows",
  { en: "A table that was really trained", zh: "一张真正训练过的表" },
  widget("pe-learned-rows", "really-trained"),
  paragraph({
    en: "This table grew together with the rest of a small encoder that learned to say who did it in “dog bites man”, in texts of 20 words. It has 256 rows, and the texts reached 20 of them. The others are still the noise they began as, so you can see what training has done.",
    zh: "这张表和一个小编码器的其余部分一起训练，任务是在 20 个词的文本里说出“狗咬人”是谁做的。表有 256 行，文本只到过 20 行；其余各行仍是起初的噪声，正好用来衡量训练做了什么。",
  }),
  more(
    "rows-unlike",
    { en: "Why its rows do not become alike", zh: "为什么各行没有变得相像" },
    paragraph({
      en: "One might expect neighbouring rows to become alike, as in the sinusoidal table. They do not. The task only asks what stands before the verb and what after it, and the learned matrices can read that from rows that look like noise to us. Large language models, whose tables are trained on billions of words, do show waves; that is their task, not the nature of a table.",
      zh: "也许会以为，相邻的行会变得相像，就像正弦表那样。并没有。任务只问动词前后各是谁，学到的矩阵从看上去像噪声的行里就能读出来。大语言模型的表用几十亿词的文本训练，确实会出现波纹；那是它们的任务使然，并非表的本性。",
    }),
    tryThis({
      en: "Go through the heads and look for one whose verb looks at the same neighbour at every trained place. What does it do in the rows that were never trained?",
      zh: "逐个看各个头，找一个在训练过的位置上总看同一个邻居的。到了没训练过的行，它又在看哪里？",
    }),
  ),
);
