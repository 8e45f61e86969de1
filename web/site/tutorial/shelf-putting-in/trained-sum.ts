// The section on a trained model that adds positions.
import { more, paragraph, tryThis, widget } from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const trainedSumSection = section(
  "trained-sum",
  {
    en: "What a trained model makes of the sum",
    zh: "训练好的模型怎样用相加的结果",
  },
  paragraph({
    en: "Nothing above was trained. Here the matrices are: a small encoder with sinusoids added to its words, asked who did it. Look at its four heads. At the verb, most of them look chiefly at the word before it. No one told them to; the term of position with position, seen through the learned matrices, has become a pointer.",
    zh: "上面的都未经训练；这里的矩阵是训练出来的：一个小编码器，词上加了正弦位置，问它是谁做的。看它的四个头：在动词那一行，多数头主要看动词的前一个词。没有人这样要求过；“位置·位置”那一项经过学到的矩阵，变成了一根指针。",
  }),
  widget("pe-trained-attention", "who-sum", { position: "sinusoidal" }),
  more(
    "sum-without",
    { en: "Take its positions away", zh: "把位置从它那里拿掉" },
    paragraph({
      en: "Now take the positions away, and leave the weights as they are. The words are all still there, the heads are the same, and the answer no longer depends on the order. A trained model does not *have* the order; it reads it from the rows that are added, anew in every sentence.",
      zh: "现在把位置拿掉，权重不动。词还都在，头也没变，回答却与语序无关了。次序并不存在模型里；每读一句话，它都要从加上去的行里重新读出来。",
    }),
    tryThis(
      {
        en: "Give the positions back and move the sentence along. Up to which place is the answer right? The models were trained on texts of 20 words; the dashed line shows where the unknown places begin.",
        zh: "把位置还给它，再移动句子。到哪里为止回答还是对的？这些模型用 20 个词的文本训练，虚线处起是没见过的位置。",
      },
      {
        en: "Two of the models never do better than guessing. What do the others have that these two lack?",
        zh: "有两个模型始终和瞎猜差不多。它们缺了别的模型都有的什么？",
      },
    ),
  ),
);
