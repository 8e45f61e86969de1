// Sliding windows, and rotations whose offsets are kept within the known.
import {
  list,
  paragraph,
  quiz,
  source,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { derivation } from "../../blocks/derivation.ts";
import { section } from "../../pages/chapter.ts";

const s = String.raw;

export const windowSection = section(
  "window",
  {
    en: "Sliding windows and ReRoPE",
    zh: "滑动窗口与 ReRoPE",
  },
  paragraph({
    en: "All rules so far change the frequencies. There is another place to intervene: the offsets. If no pair of query and key ever meets at an offset beyond the trained ones, no angle is new, whatever the length of the text.",
    zh: "前面的办法改的都是频率。还有另一处可以下手：偏移。只要没有哪个查询与键以训练之外的偏移相遇，文本再长也不会有新角度。",
  }),
  widget("pe-kept-offsets", "offsets-figure"),
  derivation(
    "window-lines",
    [
      {
        en: s`\text{window:} \qquad \text{query } m \text{ sees } n \iff 0 \le m - n < w \le L`,
        zh: s`\text{滑动窗口：} \qquad \text{查询 } m \text{ 看得到 } n \iff 0 \le m - n < w \le L`,
      },
      {
        en: "A **sliding window** hides what is w or more tokens back. No new offset, no new angle, and no more competitors in the softmax than in training. Every token is still seen by some others, but no longer by all of them.",
        zh: "**滑动窗口**遮住 w 之外的部分。没有新偏移，没有新角度，softmax 里的竞争者也不比训练时多。每个词元仍有人看见，但不再人人看得见。",
      },
    ],
    [
      {
        en: s`\text{reach of } \ell \text{ layers} = \ell\,(w - 1)`,
        zh: s`\ell \text{ 层的可及范围} = \ell\,(w - 1)`,
      },
      {
        en: "Each layer hands on what the one below has gathered, so the reach adds up, as in a stack of convolutions. It is an upper bound: what is handed on many times is a summary.",
        zh: "每层把下一层收集到的信息往上传，可及范围逐层相加，与多层卷积一样。这是上界：传了许多手的，只是概括。",
      },
    ],
    [
      {
        en: s`\text{ReRoPE:} \qquad \rho(m - n) = \min(m - n,\, w)`,
        zh: s`\text{ReRoPE：} \qquad \rho(m - n) = \min(m - n,\, w)`,
      },
      {
        en: "**ReRoPE** sees everything and *says* w for all that is further off. Within the window positions are exact; beyond it, a token is only “far”. The largest offset is w, at every length.",
        zh: "**ReRoPE** 全都看得到，但凡超出窗口的一律*当作* w。窗口之内位置精确，之外只知道“远”。无论文本多长，最大的偏移都是 w。",
      },
    ],
    [
      {
        en: s`\text{Leaky ReRoPE:} \qquad \rho(m - n) = w + \frac{m - n - w}{\kappa} \qquad m - n \ge w`,
        zh: s`\text{Leaky ReRoPE：} \qquad \rho(m - n) = w + \frac{m - n - w}{\kappa} \qquad m - n \ge w`,
      },
      {
        en: "**Leaky ReRoPE** goes on counting beyond the window, in steps of 1/κ: far tokens keep an order. Choose κ such that the largest offset stays below L. It is interpolation where precision does not matter and nothing at all where it does: the base-β picture again, on offsets instead of frequencies. Self-Extend does the same with whole numbers, by grouping.",
        zh: "**Leaky ReRoPE** 在窗口外继续数，步长为 1/κ：远处的词元仍有先后。κ 取到最大偏移不超过 L 为止。不需要精确的地方内插，需要精确的地方不动：又是 β 进制的思路，只是作用在偏移而不是频率上。Self-Extend 用分组做同样的事，偏移取整数。",
      },
    ],
    [
      s`(R_m q)\cdot(R_n k) = q \cdot R_{n-m}\,k \;\ne\; q \cdot R_{-\rho(m-n)}\,k`,
      {
        en: "The price. RoPE owes its speed to the left side: turn q and k once, each by itself. With ρ in place of the difference this is no longer possible for all pairs at once: scores are computed twice, inside and outside the window, and joined. Keys must be cached before the rotation.",
        zh: "代价在这里。RoPE 之所以快，靠的是左边：q、k 各自转一次就够。差换成 ρ 之后，就不能一次转好所有配对了：窗口内外要各算一遍分数再拼起来，键也要缓存旋转之前的。",
      },
    ],
  ),
  source("suRerope"),
  paragraph({
    en: "Where they are used:",
    zh: "实际的用法：",
  }),
  list([
    {
      en: "Windows in *some* layers, full attention in the others, are common today: near things are read in the windows, far ones fetched in the few full layers, which often go without rotation or with a larger base.",
      zh: "如今常见的是*部分*层用窗口、其余层用全注意力：近处在窗口里读，远处由少数全注意力层去取，这些层往往不旋转，或用更大的底数。",
    },
    {
      en: "A window in *all* layers needs the first few tokens to stay visible: softmax has to put its weight somewhere, and trained heads put what is left over on the beginning of the text (attention sinks).",
      zh: "若*所有*层都用窗口，开头几个词元要始终可见：softmax 的权重总得有个去处，训练好的头把多余的权重放在文本开头（注意力汇点）。",
    },
    {
      en: "ReRoPE and its relatives need no training, and are chosen where a model must be used as it is.",
      zh: "ReRoPE 一类的办法不需要训练，适合模型只能照原样使用的场合。",
    },
  ]),
  source("suWindow"),
  tryThis({
    en: "Choose Leaky ReRoPE and find the smallest squeezing at which no offset is new.",
    zh: "选 Leaky ReRoPE，看压缩到什么程度才不再出现新偏移。",
  }),
  quiz("which-loses", {
    question: {
      en: "A head must find the sentence 20 000 tokens back that names a person. Window and ReRoPE both have w = 512, in every layer. Which one can reach it in its first layer?",
      zh: "一个头要找到 20 000 个词元之前提到某个人的那一句。滑动窗口与 ReRoPE 都取 w = 512，各层相同。哪一种在第一层就够得着？",
    },
    choices: [
      {
        text: { en: "The sliding window", zh: "滑动窗口" },
        why: {
          en: "It sees 512 tokens. Forty layers would have to hand the name on.",
          zh: "它只看得见 512 个词元，要靠四十层把名字一手一手传过来。",
        },
      },
      {
        text: { en: "ReRoPE", zh: "ReRoPE" },
        right: true,
        why: {
          en: "It sees all tokens and finds by content. That the sentence is 20 000 and not 5000 tokens back is what it cannot tell.",
          zh: "它看得到所有词元，可以按内容找到；它说不清的是那句话在 20 000 还是 5000 个词元之前。",
        },
      },
      {
        text: { en: "Neither", zh: "都不行" },
        why: {
          en: "ReRoPE cuts the offset that is told, not what is seen.",
          zh: "ReRoPE 截断的是所用的偏移，不是可见的范围。",
        },
      },
    ],
  }),
);
