// The section on trained models with RoPE and ALiBi, far from where they learned.
import { more, paragraph, tryThis, widget } from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const trainedFarSection = section(
  "who-far-away",
  { en: "Who did it, far away?", zh: "换到远处，是谁做的？" },
  paragraph({
    en: "Six small encoders, trained alike on texts of 20 words, each with its own way for positions to enter. The sentence below stands at place 56, where none of them has ever been. RoPE answers as if nothing had happened, because its scores know offsets only, and the offsets are the old ones. The same holds for T5’s table of distances. Added rows are another matter: the model never learned to read the ones out there, and its answer changes from place to place, sure of itself and often wrong.",
    zh: "六个小编码器，都用 20 个词的文本训练，只有位置进入的方式不同。下面这句话放在位置 56，谁也没到过那里。RoPE 照常回答，因为它的分数只知道偏移，而偏移还是老样子。T5 的距离表也是如此。加上去的行就不同了：模型没学过怎样读那里的行，回答一处一个样，说得斩钉截铁，却常常是错的。",
  }),
  widget("pe-trained-attention", "who-far", { position: "rope", place: "56" }),
  more(
    "alibi-guesses",
    { en: "Why ALiBi guesses", zh: "ALiBi 为什么只能猜" },
    paragraph({
      en: "ALiBi is the surprise: it guesses, at place 0 as at place 56. An encoder needs the bias to be symmetric, and a symmetric bias says how far, not on which side; “dog bites man” and “man bites dog” have the same distances. In a decoder the mask supplies the side. It is the mirror image of [chapter 1](~/why-position/#same-words), in a model that was trained.",
      zh: "出人意料的是 ALiBi：放在位置 0 也好，56 也好，它都在猜。编码器要用对称的偏置，而对称的偏置只说多远，不说在哪一边；“狗咬人”和“人咬狗”距离完全相同。解码器里，由掩码来告诉方向。这正是[第 1 章](~/why-position/#same-words)说的镜像，只不过这回的模型是训练过的。",
    }),
    tryThis(
      {
        en: "Move the sentence back from 56 to 0. From which place on are the learned table and the sinusoids right every time?",
        zh: "把句子从 56 移回 0。可学习的表和正弦各从哪里起每次都对？",
      },
      {
        en: "Put a word between the verb and a noun. Which model goes wrong first? None has ever seen such a sentence.",
        zh: "在动词和名词之间插一个词。哪个模型最先出错？它们从没见过这样的句子。",
      },
    ),
  ),
);
