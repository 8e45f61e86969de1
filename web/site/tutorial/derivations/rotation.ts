// From what a score may depend on to rotations.
import { paragraph, source } from "../../blocks/blocks.ts";
import { derivation } from "../../blocks/derivation.ts";
import { section } from "../../pages/chapter.ts";

const s = String.raw;

export const rotationSection = section(
  "rotation",
  {
    en: "Why rotations",
    zh: "为什么是旋转",
  },
  paragraph({
    en: "[Chapter 6](~/rope/) turned queries and keys and checked that the score then depends on the offset alone. Here it goes the other way: ask for that property, and see that nothing but a rotation, at a constant speed, can have it. q and k are vectors of content; f writes a position into one of them, and we want the first line below.",
    zh: "[第 6 章](~/rope/)先转动查询和键，再验证分数只取决于偏移。这里反过来：先要求这个性质，再看出只有匀速旋转才做得到。q、k 是内容向量，f 把位置写进向量，我们要求下面的第 1 行成立。",
  }),
  derivation(
    "rotation-lines",
    [
      s`\langle f(q, m),\, f(k, n) \rangle = g(q, k, m - n) \qquad f(q, 0) = q`,
      {
        en: "The wish: each side knows only its own position, and the score knows only the difference. Position 0 must change nothing.",
        zh: "要求：每一边只知道自己的位置，分数只知道位置之差；位置 0 不改变任何东西。",
      },
    ],
    [
      s`q = q_1 + \mathrm{i}\, q_2 \qquad \langle q, k \rangle = \operatorname{Re}(q\, \bar{k})`,
      {
        en: "Begin with two dimensions and write a vector as a complex number. The inner product is the real part of one times the conjugate of the other.",
        zh: "先看二维，把向量写成复数：内积等于一个复数乘以另一个的共轭，再取实部。",
      },
    ],
    [
      s`f(q, m) = r(q, m)\, e^{\mathrm{i}\varphi(q, m)} \qquad g(q, k, m-n) = R\, e^{\mathrm{i}\Phi}`,
      {
        en: "Write everything as length and angle, and ask that the product of f(q, m) with the conjugate of f(k, n) equal g as complex numbers; their real parts are then equal, too. (This asks for a little more than needed: it leaves reflections out.)",
        zh: "都写成模与辐角，并要求复数等式成立，实部自然也相等。（这比所需的略强：它排除了反射。）",
      },
    ],
    [
      s`r(q, m)\, r(k, n) = R(q, k, m - n)`,
      {
        en: "Lengths multiply. Put m = n: the product is R(q, k, 0), which is |q| |k| by position 0, at *every* m.",
        zh: "模相乘。令 m = n：乘积等于 R(q, k, 0)，由位置 0 可知它在*任何* m 处都是 |q| |k|。",
      },
    ],
    [
      s`r(q, m) = |q|`,
      {
        en: "Now let k be q: lengths are kept. A position may not make a token longer or shorter.",
        zh: "再取 k = q：长度不变，位置不能把词元拉长或缩短。",
      },
    ],
    [
      s`\varphi(q, m) - \varphi(k, n) = \Phi(q, k, m - n)`,
      {
        en: "Angles subtract. Put m = n again: φ(q, m) − φ(k, m) is the same at every m, namely the angle between q and k themselves.",
        zh: "辐角相减。再令 m = n：φ(q, m) − φ(k, m) 在每个 m 处都一样，就是 q、k 本来的夹角。",
      },
    ],
    [
      s`\varphi(q, m) = \arg q + \varphi(m)`,
      {
        en: "Hence φ(q, m) − arg q cannot depend on the content. It is a function of the position alone: a rotation by φ(m), the same for all vectors.",
        zh: "于是 φ(q, m) 减去 q 的辐角之后与内容无关，只是位置的函数：所有向量都转同一个角度 φ(m)。",
      },
    ],
    [
      s`\varphi(m) - \varphi(m - 1) = \Phi(1)`,
      {
        en: "Which rotation? Take n = m − 1 in line 6: the angle grows by the same amount from any position to the next.",
        zh: "转多少？在第 6 行里取 n = m − 1：从任何位置到下一个位置，角度的增量都相同。",
      },
    ],
    [
      s`\varphi(m) = m\,\theta`,
      {
        en: "Equal steps from φ(0) = 0 make an arithmetic progression. No other law will do: with angles that grow with the root or the square of the position, the score of the *same* pair of tokens wanders as the two move through the text.",
        zh: "从 φ(0) = 0 起，步长处处相等，就是等差数列。别的规律都不行：角度若按位置的平方根或平方增长，*同一对*词元的分数就会随位置变化。",
      },
    ],
    [
      s`f(q, m) = q\, e^{\mathrm{i} m \theta} = \begin{bmatrix} \cos m\theta & -\sin m\theta \\ \sin m\theta & \cos m\theta \end{bmatrix} \; \begin{bmatrix} q_1 \\ q_2 \end{bmatrix}`,
      {
        en: "This is RoPE in two dimensions. Only θ is free.",
        zh: "这就是二维的 RoPE，只剩 θ 可以自由选取。",
      },
    ],
    [
      s`\langle f(q, m), f(k, n) \rangle = \sum_{i=0}^{d/2-1} \operatorname{Re}\left( q^{(i)} \bar{k}^{(i)} e^{\mathrm{i}(m-n)\theta_i} \right)`,
      {
        en: "More dimensions: an inner product is a sum over pairs of columns. If each pair is a function of m − n, so is their sum, whatever the speeds. With one speed everything would come back after 2π/θ positions; so every pair takes its own. [Which speeds](#frequencies) is the next question.",
        zh: "更多维：内积是各对维度之和；每一对都是 m − n 的函数，和也是如此；各对的转速可以任意。若只用一种转速，过 2π/θ 个位置就会重复，所以每一对各用一种。该用[哪些转速](#frequencies)，是下一个问题。",
      },
    ],
  ),
  source("suRotary"),
  paragraph({
    en: "Two things are worth keeping from this. The rotation is not one choice among many: given lengths that stay and a position that enters each side by itself, it is the only one. And none of these lines says that far tokens should count less. RoPE is made of relative position alone; that scores fade with distance is a consequence of the speeds.",
    zh: "有两点值得记住。其一，旋转不是众多选择中的一种：只要每一边各自写入位置，又保持长度，旋转就是唯一的解。其二，这些推导没有一行说远处的词元应当分量更轻：RoPE 只保证相对性，分数随距离衰减（远程衰减）是转速带来的结果。",
  }),
);
