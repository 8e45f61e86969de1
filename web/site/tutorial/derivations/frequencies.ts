// Where sinusoids come from, and why their speeds are a geometric progression.
import {
  paragraph,
  source,
  subsection,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { derivation } from "../../blocks/derivation.ts";
import { section } from "../../pages/chapter.ts";

const s = String.raw;

export const originsSection = section(
  "origins",
  {
    en: "Where sinusoids come from",
    zh: "正弦从何而来",
  },
  paragraph({
    en: "RoPE turns queries and keys. Sinusoids are older, and are *added* to the input of a whole network. Can the same wish, that positions act by their difference, lead to them too? For small position vectors a Taylor expansion answers.",
    zh: "RoPE 转动的是查询和键；正弦编码更早，是*加*在整个网络的输入上的。同样的愿望，即让位置只通过差起作用，也能推出它吗？只要位置向量较小，泰勒展开就能回答。",
  }),
  derivation(
    "origins-lines",
    [
      s`f(\ldots, x_m + p_m, \ldots, x_n + p_n, \ldots)`,
      {
        en: "A network f of all tokens, with a position vector added to each. Look at two of them, m and n, and treat the p as small.",
        zh: "网络 f 的输入是所有词元，各加了位置向量。只看 m、n 两处，并把 p 当作小量。",
      },
    ],
    [
      s`f \approx f_0 + p_m^{\top} \frac{\partial f}{\partial x_m} + p_n^{\top} \frac{\partial f}{\partial x_n} + \tfrac{1}{2} p_m^{\top} \frac{\partial^2 f}{\partial x_m^2} p_m + \tfrac{1}{2} p_n^{\top} \frac{\partial^2 f}{\partial x_n^2} p_n + p_m^{\top} H p_n`,
      {
        en: "Taylor’s series to second order. Every term but the last has one position in it alone: these are absolute.",
        zh: "泰勒展开到二阶。除最后一项外，每一项都只含一个位置：这些是绝对位置信息。",
      },
    ],
    [
      s`p_m^{\top} H p_n \qquad H = \frac{\partial^2 f}{\partial x_m \partial x_n}`,
      {
        en: "Only the last one sees both. If the difference is to enter anywhere, it enters here.",
        zh: "只有最后一项同时看到两个位置。相对位置若要进来，只能从这里进来。",
      },
    ],
    [
      s`p_m^{\top} p_n = g(m - n)`,
      {
        en: "Take the simplest H, the identity, and ask for a function of the difference. (In a trained network H is some other matrix: [more on waves](~/what-waves-can-do/#between) shows what it does to the pattern.)",
        zh: "取最简单的 H，即单位矩阵，并要求结果只是差的函数。（训练好的网络里 H 是别的矩阵，它对图样的影响见[再谈正弦波](~/what-waves-can-do/#between)。）",
      },
    ],
    [
      s`p_m \bar{p}_n = G(m - n) \;\Rightarrow\; |p_m| = \text{const}, \quad \varphi_m - \varphi_{m-1} = \text{const}`,
      {
        en: "In two dimensions this is [the equation of the previous section](#rotation) without content: equal lengths, equal steps of the angle.",
        zh: "在二维里，这就是没有内容向量的[上一节的方程](#rotation)：模相等，角度步长相等。",
      },
    ],
    [
      s`p_m = e^{\mathrm{i} m \theta} = (\cos m\theta,\ \sin m\theta)`,
      {
        en: "A hand that turns evenly. A cosine alone would not do, since cos mθ · cos nθ also contains the sum m + n.",
        zh: "一根匀速转动的指针。只有余弦不够：cos mθ · cos nθ 里还含有 m + n。",
      },
    ],
    [
      s`p_m = \bigl(\cos m\theta_0,\ \sin m\theta_0,\ \ldots,\ \cos m\theta_{d/2-1},\ \sin m\theta_{d/2-1}\bigr)`,
      {
        en: "Sums of such functions are again functions of the difference, so many hands stand side by side. The columns of the Transformer paper are there; their speeds are not yet.",
        zh: "这类函数之和仍只是差的函数，于是许多指针并排放在一起。Transformer 原论文的各列已经有了，只差转速。",
      },
    ],
  ),
  source("suOrigins"),
);

export const frequenciesSection = section(
  "frequencies",
  {
    en: "Why the speeds are a geometric progression",
    zh: "频率为什么成等比数列",
  },
  paragraph({
    en: "So far any speeds would do: the product is $\\sum \\cos k\\theta_i$, a function of the distance k. What else do we want of it? That near positions are alike, far ones are not, and no distance looks like distance 0 again.",
    zh: "到此为止，什么转速都行：内积是 $\\sum \\cos k\\theta_i$，只取决于距离 k。还想要什么？邻近的位置相像，远处的不像，而且没有哪个距离看上去又像距离 0。",
  }),
  widget("pe-fading", "speeds"),
  derivation(
    "frequencies-lines",
    [
      s`\frac{2}{d} g(k) = \frac{2}{d} \sum_{i=0}^{d/2-1} \cos k\theta_i \approx \int_0^1 \cos\bigl(k\theta(t)\bigr)\, dt`,
      {
        en: "With many pairs the mean of the cosines is nearly an integral, with t = 2i/d running through the pairs. It is an oscillating integral: the larger k, the more the cosines cancel.",
        zh: "维度对很多时，余弦的平均近似一个积分，t = 2i/d 走遍各对。这是振荡积分：k 越大，余弦抵消得越彻底。",
      },
    ],
    [
      s`\theta(t) = t: \qquad \int_0^1 \cos kt\; dt = \frac{\sin k}{k}`,
      {
        en: "Evenly spaced speeds would fade quickest, like 1/k. But the real thing is a sum, not an integral, and all its waves are multiples of one.",
        zh: "等间隔的转速衰减得最快，像 1/k。但真正的是求和而不是积分，而且所有的波都是同一个波的整数倍。",
      },
    ],
    [
      s`\theta_i = \frac{2}{d}(i + 1) \;\Rightarrow\; k^* = \pi d: \quad k^*\theta_i = 2\pi (i+1), \quad g(k^*) = g(0)`,
      {
        en: "At distance πd every hand has made whole turns: g is back at its full value. At d = 64 that is after 201 positions, as the figure shows.",
        zh: "距离为 πd 时，每根指针都恰好转了整数圈，g 回到最大值。d = 64 时是 201 个位置，见图。",
      },
    ],
    [
      s`\theta(t) = b^{-t}: \qquad \int_0^1 \cos\bigl(k\, b^{-t}\bigr)\, dt = \frac{1}{\ln b} \int_{k/b}^{k} \frac{\cos u}{u}\, du`,
      {
        en: "Now the geometric progression. Put u = k b^{−t}, so that dt = −du / (u ln b): spacing that is even in the *logarithm* of the speed gives every scale of distance the same share of the pairs.",
        zh: "再看等比数列。令 u = k b^{−t}，则 dt = −du / (u ln b)：转速的*对数*等间隔，每个距离尺度就分到同样多的对。",
      },
    ],
    [
      s`\int_{k/b}^{k} \frac{\cos u}{u}\, du = \operatorname{Ci}(k) - \operatorname{Ci}(k/b) \;\approx\; -\gamma - \ln \frac{k}{b} \qquad 1 \ll k \ll b`,
      {
        en: "The cosine integral Ci: nearly 0 for large arguments, γ + ln x for small ones, with γ = 0.577…",
        zh: "这是余弦积分 Ci：自变量大时接近 0，小时等于 γ + ln x，其中 γ = 0.577……",
      },
    ],
    [
      s`\frac{g(k)}{g(0)} \approx 1 - \frac{\ln k + \gamma}{\ln b}`,
      {
        en: "This is the law of [more on waves](~/what-waves-can-do/#decay), with nothing fitted. It falls by the same amount for every tenfold distance, up to k = b.",
        zh: "这就是[再谈正弦波](~/what-waves-can-do/#decay)的规律，没有任何拟合。直到 k = b 为止，距离每乘以十，比值就减去同样多。",
      },
    ],
    [
      s`\frac{\theta_i}{\theta_{i+1}} = b^{2/d} \ne \frac{m}{n}`,
      {
        en: "And neighbouring waves have no common multiple, so they never all come round together. (Where their ratio happens to be a whole number, such as 10 at d = 8, they do, but only with the slowest.) Other smooth progressions would do as well; the geometric one is the one that treats all scales alike. That is why 10 000 is only a scale: it says where the logarithm ends.",
        zh: "而且相邻两波没有公倍数，所有的波永远不会一齐转回来。（比值恰为整数时，如 d = 8 时为 10，倒会一齐转回来，但要等最慢的一根转满一圈。）别的光滑序列也可以；等比数列的特点是对所有尺度一视同仁。可见 10 000 只是一个尺度：它决定对数规律到哪里为止。",
      },
    ],
  ),
  tryThis({
    en: "Set d to 16 and the largest distance to 2000. How often do the even speeds come back whole? And how much worse do the geometric ones become?",
    zh: "把 d 设为 16、最大距离设为 2000。等间隔的转速完整重现多少次？等比的又变差多少？",
  }),
  subsection(
    "bound",
    {
      en: "A bound for any content: Abel summation",
      zh: "任意内容的上界：阿贝尔求和",
    },
    paragraph({
      en: "The integral is about identical content. A real score weighs every pair with its own $h_i$. Does it fade with distance too? A summation by parts bounds it for any content.",
      zh: "上面的积分针对相同的内容。真正的分数给每一对一个权重 $h_i$，它也会远程衰减吗？用分部求和可以对任意内容给出上界。",
    }),
    widget("pe-fading", "bound-figure", { shows: "bound" }),
    derivation(
      "bound-lines",
      [
        s`R_{k}\, q \cdot u = \operatorname{Re} \sum_{i=0}^{d/2-1} h_i\, e^{\mathrm{i} k \theta_i} \qquad h_i = q_i\, \bar{u}_i`,
        {
          en: "The score of a query q and a key u at distance k: the content $h_i$ of each pair, turned by $k\\theta_i$.",
          zh: "查询 q 与键 u 在距离 k 处的分数：每一对的内容 $h_i$，转过 $k\\theta_i$。",
        },
      ],
      [
        s`S_j = \sum_{i=0}^{j-1} e^{\mathrm{i} k \theta_i} \qquad e^{\mathrm{i}k\theta_i} = S_{i+1} - S_i`,
        {
          en: "Partial sums of the waves alone, without content. They contain all that the distance does.",
          zh: "只对波求部分和，不含内容。距离的作用全在里面。",
        },
      ],
      [
        s`\sum_i h_i (S_{i+1} - S_i) = -\sum_{i} S_{i+1} (h_{i+1} - h_i) \qquad S_0 = 0,\ h_{d/2} = 0`,
        {
          en: "Abel’s summation by parts: the difference moves from the waves to the content.",
          zh: "阿贝尔分部求和：差分从波移到了内容上。",
        },
      ],
      [
        s`\left| \sum_i h_i\, e^{\mathrm{i}k\theta_i} \right| \;\le\; \max_i |h_{i+1} - h_i| \cdot \sum_{j=1}^{d/2} |S_j|`,
        {
          en: "Take sizes. The first factor knows only the content, the second only the distance: the sum of $|S_j|$ falls as k grows, because more and more waves are out of step.",
          zh: "取绝对值。第一个因子只看内容，第二个因子只看距离：k 越大，错开的波越多，$|S_j|$ 之和就越小。",
        },
      ],
    ),
    source("roformer", { en: "section 3.4.3", zh: "第 3.4.3 节" }),
    paragraph({
      en: "Look at the two curves before you rely on it. The bound falls, but lies far above the value, which goes up and down beneath it as the content pleases; it even lies above 1, the most the sum can be at any distance. So it does not say that scores at large distances *will* be small: a trained head can put its content where the slow pairs are and look as far as it likes.",
      zh: "引用之前，先看看两条曲线。上界确实在降，但远高于实际数值；数值在它下面起起落落，由内容决定；它甚至高于 1，而任何距离上的分数都不可能超过 1。所以它并没有说远处的分数*一定*小：训练好的头可以把内容放在低频维度上，想看多远就看多远。",
    }),
  ),
);
