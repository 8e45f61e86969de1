// RoPE as a number in base β, and the ways past the trained length as ways of
// writing larger numbers.
import {
  displayFormula,
  paragraph,
  quiz,
  source,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { derivation } from "../../blocks/derivation.ts";
import { section } from "../../pages/chapter.ts";

const s = String.raw;

export const baseSection = section(
  "base",
  {
    en: "RoPE is a number in base\u00a0β",
    zh: "RoPE 就是 β 进制数",
  },
  paragraph({
    en: "The [binary counter](~/ladder/#binary) looked like a metaphor. It is more than that: RoPE and an ordinary number are made of the same quotients. Once this is seen, direct extrapolation, interpolation, NTK, NTK by parts and YaRN are five answers to a question from primary school: there are four places and the numbers get larger, so what now?",
    zh: "[二进制计数器](~/ladder/#binary)看上去只是个比喻，其实不止：RoPE 与普通的数由同样的商构成。看清这一点，直接外推、内插、NTK、分段 NTK、YaRN 就是同一道小学题的五种答法：只有四位，数却变大了，怎么办？",
  }),
  widget("pe-number-wheels", "wheels"),
  derivation(
    "base-lines",
    [
      s`n = \ldots + a_2\,\beta^2 + a_1\,\beta + a_0 \qquad 0 \le a_i < \beta`,
      {
        en: "A position n written with digits in base β. The last digit changes at every step, the one before it every β steps, and so on.",
        zh: "位置 n 写成 β 进制。末位每步都变，前一位每 β 步变一次，依此类推。",
      },
    ],
    [
      s`a_i = \left\lfloor \frac{n}{\beta^i} \right\rfloor \bmod \beta`,
      {
        en: "The digit in place i: divide by β to the power i, drop the fraction, and keep what is left over when whole turns of β are taken away. Two operations matter here: a division by a power, and a modulus, which is periodic.",
        zh: "第 i 位的数字：除以 β 的 i 次方，舍去小数，再对 β 取余。关键的运算有两个：除以一个幂，以及具有周期性的取余。",
      },
    ],
    [
      s`\theta_i = b^{-2i/d} = \beta^{-i} \qquad \beta = b^{2/d}`,
      {
        en: "RoPE’s frequencies are powers of one number. With base b = 10 000 and d = 8 columns it is β = 10, as in the figure; with d = 128 it is 1.155.",
        zh: "RoPE 的频率是同一个数的各次幂。底数 b = 10 000、d = 8 列时，β = 10，图里就是这样；d = 128 时，β 约为 1.155。",
      },
    ],
    [
      s`n\,\theta_i = \frac{n}{\beta^i}`,
      {
        en: "So the angle of pair i *is* the quotient from line 2, before its fraction is dropped.",
        zh: "所以第 i 对的角度*就是*第 2 行里的商，只是没有舍去小数。",
      },
    ],
    [
      s`\left(\cos \frac{n}{\beta^i},\ \sin \frac{n}{\beta^i}\right)`,
      {
        en: "Cosine and sine are periodic and so take the place of the modulus; they keep the fraction and so have no jumps. A rotary head holds n as a number in base β whose digits glide. (The period is 2π and not β: the places overlap, and a position is told by more places than strictly needed.)",
        zh: "余弦和正弦有周期，正好代替取余；它们保留小数，所以没有跳变。可见旋转的头把 n 存成一个 β 进制数，只是各位都在平滑地转动。（周期是 2π 而不是 β：各位相互重叠，用的位数比最少所需的多。）",
      },
    ],
  ),
  source("suBase"),
  paragraph({
    en: "Now train on n < L, and let a longer text come, s times L. In the figure L is 2000 and s is 4. Take the rules one by one.",
    zh: "现在以 n < L 训练，然后来了一篇 s 倍长的文本。图中 L = 2000，s = 4。逐一看各种办法。",
  }),
  derivation(
    "base-ways",
    [
      {
        en: s`\text{count on:} \qquad a_{\max} = \left\lfloor \frac{sL-1}{\beta^{\,d/2-1}} \right\rfloor`,
        zh: s`\text{直接外推：} \qquad a_{\max} = \left\lfloor \frac{sL-1}{\beta^{\,d/2-1}} \right\rfloor`,
      },
      {
        en: "**Direct extrapolation.** The first place has only ever held 0 and 1; now it holds 5. Whatever the model makes of a 5 there was never trained. All other places have shown every digit, so they are no trouble: the fault lies with the slow pairs alone.",
        zh: "**直接外推。**最高位训练时只出现过 0 和 1，现在出现了 5；模型会怎样对待那里的 5，从来没有训练过。其余各位的数字都出现过，不成问题：毛病全出在低频维度上。",
      },
    ],
    [
      {
        en: s`\text{interpolate:} \qquad n \to \frac{n}{s}, \quad \theta'_i = \frac{\theta_i}{s}`,
        zh: s`\text{内插：} \qquad n \to \frac{n}{s}, \quad \theta'_i = \frac{\theta_i}{s}`,
      },
      {
        en: "**Interpolation** (PI). Divide the number by s. No place shows a new digit, but the last one has to hold quarters: neighbours that were 1 apart are now 1/s apart, and the model, used to whole steps, must learn to read the finer ones.",
        zh: "**内插**（PI）。把数除以 s。每一位都不会出现新数字，但末位要细分到四分之一：相邻位置原来差 1，现在只差 1/s；模型习惯了整步，得重新学会读更细的步子。",
      },
    ],
    [
      {
        en: s`\text{change the base:} \qquad \beta'^{\,d/2-1} = s\,\beta^{\,d/2-1} \;\Rightarrow\; \beta' = \beta\, s^{2/(d-2)}`,
        zh: s`\text{换进制：} \qquad \beta'^{\,d/2-1} = s\,\beta^{\,d/2-1} \;\Rightarrow\; \beta' = \beta\, s^{2/(d-2)}`,
      },
      {
        en: "**Change of base.** Three hexadecimal digits count further than three decimal ones. Keep the number of places, enlarge β just enough to slow the first place by exactly s, and leave the last place alone: its steps stay 1.",
        zh: "**换进制。**同样三位，十六进制比十进制数得更远。位数不变，把 β 放大到刚好使最高位放慢为 1/s，末位不动：步长仍是 1。",
      },
    ],
    [
      s`b' = \beta'^{\,d/2} = b \cdot s^{d/(d-2)}`,
      {
        en: "Put back into RoPE’s own letters, since b = β^{d/2}, this is **NTK-aware scaling** to the letter; no theory of kernels is needed. The price: a place now runs up to β′ instead of β. For places that turn all the way round this brings nothing new. For those in the middle, which came close to a full turn in training, it does: set L to 500 in the figure and look at place 2.",
        zh: "换回 RoPE 的记号，因为 b = β^{d/2}，得到的就是 **NTK 感知缩放**，一字不差，用不着任何核函数理论。代价是：每一位现在数到 β′ 而不是 β。对转满过一圈的位，这不带来新东西；对训练中还差一点才转满的位，却会带来新角度：在图中把 L 设为 500，看第 2 位。",
      },
    ],
    [
      {
        en: s`\text{by parts:} \qquad \theta'_i = \gamma_i\,\theta_i + (1-\gamma_i)\,\frac{\theta_i}{s} \qquad \gamma_i = \gamma\left(\frac{L\,\theta_i}{2\pi}\right)`,
        zh: s`\text{分段：} \qquad \theta'_i = \gamma_i\,\theta_i + (1-\gamma_i)\,\frac{\theta_i}{s} \qquad \gamma_i = \gamma\left(\frac{L\,\theta_i}{2\pi}\right)`,
      },
      {
        en: "**By parts.** Why should all places have the same base? Hours, minutes and seconds do not. Count the turns that a pair made in training, Lθ/2π: many turns, leave it (γ = 1); less than one, interpolate it (γ = 0); a ramp in between. This is a number of *mixed* radix, and it is NTK by parts. It keeps whole steps where the model reads neighbours and shows no new digit where it reads distance.",
        zh: "**分段。**各位为什么非用同一个进制？时、分、秒就不是。数一数每一对在训练中转的圈数 Lθ/2π：转了许多圈的不动（γ = 1），不到一圈的内插（γ = 0），中间用斜坡过渡。这就是*混合*进制，也就是分段 NTK：在分辨相邻位置的地方保持整步，在衡量远近的地方不出现新数字。",
      },
    ],
    [
      {
        en: s`\text{YaRN:} \qquad \gamma_i\ \text{as above}, \qquad \cos,\ \sin \to m \cdot (\cos,\ \sin), \quad m = 0.1 \ln s + 1`,
        zh: s`\text{YaRN：} \qquad \gamma_i\ \text{同上}, \qquad \cos,\ \sin \to m \cdot (\cos,\ \sin), \quad m = 0.1 \ln s + 1`,
      },
      {
        en: "**YaRN** is by-parts with a ramp from 1 to 32 turns and one thing more, which is about the length of the text rather than the number: a longer text has more competitors for every score, and m sharpens the softmax against them. Why a logarithm is the right shape [is derived below](#entropy).",
        zh: "**YaRN** 就是分段，斜坡从 1 圈到 32 圈，另外多了一样东西，它关乎文本长度而不是数的写法：文本越长，每个分数的竞争者越多，m 让 softmax 相应地变尖锐。为什么是对数，[下文有推导](#entropy)。",
      },
    ],
  ),
  source("yarn"),
  tryThis(
    {
      en: "Choose “interpolate” and step the position by one: how many steps does the last digit take to reach the next whole number?",
      zh: "选“内插”，让位置逐一前进：末位要走几步才到下一个整数？",
    },
    {
      en: "Choose “change the base” and look at the digits of position 5300. In which base are they written, and is any angle still new?",
      zh: "选“换进制”，看位置 5300 的各位数字。它们是几进制？还有新角度吗？",
    },
    {
      en: "Set the radix to 2 and six places: the binary counter again, now with an angle below each digit.",
      zh: "把进制设为 2、位数设为 6：又是那个二进制计数器，只是每一位下面多了角度。",
    },
  ),
  quiz("which-way", {
    question: {
      en: "A model reads neighbours with its last place and has never been trained further. Which of the rules changes what it meets there?",
      zh: "模型靠末位分辨相邻的词，而且不再训练。哪种办法会改变它在末位上看到的东西？",
    },
    choices: [
      {
        text: { en: "Interpolation", zh: "内插" },
        right: true,
        why: {
          en: "It divides the whole number, so the last place moves by 1/s a step. The other rules leave the last place as it was.",
          zh: "它把整个数都除以 s，末位每步只动 1/s。其余办法都不动末位。",
        },
      },
      {
        text: { en: "Change of base", zh: "换进制" },
        why: {
          en: "θ₀ is β′⁰ = 1 in every base: one step stays one step in the last place.",
          zh: "无论什么进制，θ₀ 都是 β′ 的 0 次方，等于 1：末位一步仍是一步。",
        },
      },
      {
        text: { en: "By parts", zh: "分段" },
        why: {
          en: "The last place has turned hundreds of times in training, so γ is 1 and it stays.",
          zh: "末位在训练中转了几百圈，γ 等于 1，保持不动。",
        },
      },
    ],
  }),
  displayFormula(
    s`\beta = b^{2/d}: \qquad b = 10\,000,\ d = 128 \;\Rightarrow\; \beta = 1.155`,
  ),
  paragraph({
    en: "A real head has many more places than it needs, because its β is close to 1: neighbouring pairs hold almost the same digit. That is why a model forgives much, and why [the figure of chapter 7](~/long-context/#rescale) shows curves where this one shows four wheels. The question at each of its points is the same: has this place ever held this digit, and how large is one step?",
    zh: "真正的头位数远多于所需，因为它的 β 接近 1：相邻的两对几乎存着同样的数字。所以模型很宽容，[第 7 章的图](~/long-context/#rescale)也因此画的是曲线，而这里是四个轮子。曲线上每一点问的是同一个问题：这一位可曾出现过这个数字，一步又有多大？",
  }),
);
