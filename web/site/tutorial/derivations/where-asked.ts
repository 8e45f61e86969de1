// What to read on the whys, Chinese sources too.
import { paragraph } from "../../blocks/blocks.ts";
import { reading } from "../../blocks/works-list.ts";
import { section } from "../../pages/chapter.ts";

export const worksSection = section(
  "reading-on",
  { en: "Where these questions are asked", zh: "去哪里接着读" },
  paragraph({
    en: "Much of the best writing on *why* is Chinese: Su Jianlin, the first author of the RoPE paper, thinks aloud in a series of articles on his site, Scientific Spaces. The derivations above are our own; these are the places where the questions were first put. The papers follow; what to read on everything else is in [questions and sources](~/questions/#reading).",
    zh: "追问“为什么”的好文章，不少是中文写的：RoPE 论文的第一作者苏剑林在个人网站“科学空间”上有一个系列，边想边写。上面的推导是我们自己的，问题则多由这些文章首先提出。其后是论文；其他方面的读物见[问答与出处](~/questions/#reading)。",
  }),
  reading(
    [
      "suSurvey",
      {
        en: "A map of absolute and relative encodings as of 2021, formula by formula; where the complex-number idea first appears.",
        zh: "2021 年绝对与相对位置编码的全景，逐式梳理；用复数的想法最早在这里出现。",
      },
    ],
    [
      "suOrigins",
      {
        en: "Sinusoids from a Taylor expansion, and the decay from an oscillating integral.",
        zh: "由泰勒展开得到正弦编码，由振荡积分得到远程衰减。",
      },
    ],
    [
      "suRotary",
      {
        en: "RoPE derived in complex numbers, with the bound of the decay.",
        zh: "用复数推导 RoPE，并给出远程衰减的上界。",
      },
    ],
    [
      "suPlane",
      {
        en: "The same for two dimensions, with the condition that rotations commute.",
        zh: "推广到二维，条件是旋转可交换。",
      },
    ],
    [
      "suEntropy",
      {
        en: "Why the scale of attention should contain log n.",
        zh: "注意力的缩放因子为什么应当含有 log n。",
      },
    ],
    [
      "suWindow",
      {
        en: "Length extrapolation as a matter of what was trained, and windows as the plainest remedy.",
        zh: "长度外推归结为训练与预测不一致，局部注意力是最朴素的解法。",
      },
    ],
    [
      "suBase",
      {
        en: "RoPE as a number in base β, and NTK as a change of base.",
        zh: "RoPE 是 β 进制数，NTK 就是换进制。",
      },
    ],
    [
      "suRerope",
      {
        en: "ReRoPE and Leaky ReRoPE, with experiments.",
        zh: "ReRoPE 与 Leaky ReRoPE，附实验。",
      },
    ],
    [
      "roformer",
      {
        en: "The paper of RoPE: the derivation in section 3.4, the bound in 3.4.3.",
        zh: "RoPE 的论文：推导在第 3.4 节，上界在第 3.4.3 节。",
      },
    ],
    [
      "pi",
      {
        en: "Interpolation, with a bound that says why it is safer than extrapolation.",
        zh: "位置内插，并用上界说明它为什么比外推稳妥。",
      },
    ],
    [
      "yarn",
      {
        en: "NTK-aware, by parts and the temperature, each with its reason.",
        zh: "NTK 感知、分段与温度，各有理由。",
      },
    ],
  ),
);
