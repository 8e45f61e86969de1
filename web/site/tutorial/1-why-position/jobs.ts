// The section on what an encoding has to do.
import { definitions, more, paragraph, source } from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const jobsSection = section(
  "jobs",
  { en: "What an encoding has to do", zh: "位置编码要做的事" },
  paragraph({
    en: "An encoding has two jobs, then. The first is to make positions *visible*: put something into the computation that differs from place to place. The second is to make them *usable*: a model should be able to find the word before, or three back, without learning it anew for each place, and should not break when a text is longer than those it was trained on. The first job is easy, as the [next chapter](~/ladder/) shows. The second is what all the work since has been about.",
    zh: "因此位置编码有两件事要做。第一是让位置*看得见*：往计算里放进某种因位置而异的东西。第二是让位置*用得上*：模型要能找到“前一个词”或“往前第三个词”，而不必对每个位置各学一遍；文本比训练时更长，也不该就此失灵。第一件事不难，[下一章](~/ladder/)就会看到；这些年的工作，差不多都花在第二件事上。",
  }),
  more(
    "jobs-elsewhere",
    {
      en: "Not only text: speech, video, time series",
      zh: "不只是文本：语音、视频、时间序列",
    },
    paragraph({
      en: "Order carries meaning in any kind of sequence, and attention is equally blind to it in all of them:",
      zh: "凡是排成一列的数据，次序都带有含义，而注意力对它们一概视而不见：",
    }),
    definitions([
      [
        { en: "Text", zh: "文本" },
        {
          en: "grammar (who does what), meaning (what a word modifies), context (what a pronoun refers to)",
          zh: "语法（谁做什么）、语义（谁修饰谁）、上下文（代词指什么）",
        },
      ],
      [
        { en: "Speech", zh: "语音" },
        {
          en: "played backwards it has the same frequencies and no words",
          zh: "倒着放，频率成分不变，却一个字也听不出",
        },
      ],
      [
        { en: "Video", zh: "视频" },
        {
          en: "the same frames show a door being opened or being closed; a frame itself needs two coordinates",
          zh: "同样的画面，正放是开门，倒放是关门；画面本身还需要两个坐标",
        },
      ],
      [
        { en: "Time series", zh: "时间序列" },
        {
          en: "rise and fall differ in nothing but order; time stamps may even be unevenly spaced",
          zh: "涨与跌只有先后之别；时间戳还可能疏密不均",
        },
      ],
    ]),
  ),
  more(
    "jobs-before",
    {
      en: "Before 2017",
      zh: "2017 年以前",
    },
    paragraph({
      en: "Positional encoding did not begin in 2017 either. Memory networks of 2015 marked the order of their sentences, and the convolutional model ConvS2S, a month before the Transformer, added a learned vector to each position. What the Transformer changed is that nothing else in its encoder says anything about order; a decoder still has its [causal mask](#mask).",
      zh: "位置编码也不是 2017 年才有的。2015 年的记忆网络已经给句子的次序做了标记；比 Transformer 早一个月的卷积模型 ConvS2S，给每个位置加了一个可学习的向量。Transformer 的不同之处在于：编码器里除了位置编码，再没有别的东西说明次序；解码器则还有[因果掩码](#mask)。",
    }),
    source("memn2n"),
    source("convs2s"),
  ),
);
