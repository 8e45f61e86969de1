// Why scores should grow with the logarithm of the length.
import { paragraph, source, tryThis, widget } from "../../blocks/blocks.ts";
import { derivation } from "../../blocks/derivation.ts";
import { section } from "../../pages/chapter.ts";

const s = String.raw;

export const entropySection = section(
  "entropy",
  {
    en: "Why a temperature of log\u00a0n",
    zh: "温度为什么取 log n",
  },
  paragraph({
    en: "Even with perfect positions a longer text is harder: a softmax shares one unit of weight among n keys, and n grows. The weight of the key that matters sinks, and the entropy of the weights rises, although no score has changed. What factor on the scores undoes this? This is called log-n scaling.",
    zh: "就算位置编码毫无问题，长文本也更难：softmax 把 1 的权重分给 n 个键，而 n 在增大。分数一个没变，要紧的那个键的权重却在下降，权重的熵在上升。给分数乘上什么系数，才能抵消？这就是 log-n 缩放，也叫熵不变性缩放。",
  }),
  widget("pe-attention-entropy", "entropy-figure"),
  derivation(
    "entropy-lines",
    [
      s`w_j = \frac{e^{\lambda s_j}}{Z} \qquad Z = \sum_{j=1}^{n} e^{\lambda s_j}`,
      {
        en: "Scores s, a factor λ on all of them (an inverse temperature), and the weights.",
        zh: "分数 s，统一的系数 λ（温度的倒数），以及权重。",
      },
    ],
    [
      s`H = -\sum_j w_j \ln w_j = \ln Z - \lambda \sum_j w_j s_j`,
      {
        en: "The entropy of the weights: how many keys, in effect, share the attention (that number is $e^H$).",
        zh: "权重的熵：注意力实际上分给了多少个键（这个数是 e 的 H 次方）。",
      },
    ],
    [
      s`\ln Z = \ln n + \ln \mu \qquad \mu = \frac{1}{n} \sum_{j} e^{\lambda s_j}`,
      {
        en: "μ is a mean and does not grow with n: all that n does is in ln n. With the same kind of scores and a fixed λ, H grows by ln 2 with every doubling of the text: the dashed slope in the figure.",
        zh: "μ 是平均值，不随 n 增长；n 的作用全在 ln n 里。分数的分布不变、λ 固定时，文本每加倍一次，H 就增加 ln 2：图中虚线的斜率。",
      },
    ],
    [
      s`w_1 = \frac{e^{\lambda a}}{e^{\lambda a} + (n - 1)\, \mu}`,
      {
        en: "Now let one key lead by a score of a: the one that should be found. All the others together are its competitor, which grows in proportion to n; μ is now the mean over them.",
        zh: "设有一个键领先，分数为 a：它正是应当找到的那个。其余的键合起来与它竞争，总量与 n 成正比；这里的 μ 只对它们平均。",
      },
    ],
    [
      s`\lambda a - \ln \mu - \ln (n-1) = \text{const}`,
      {
        en: "Its weight stays the same if the logarithm of the ratio does.",
        zh: "要让它的权重不变，这个比值的对数就要不变。",
      },
    ],
    [
      s`\lambda \propto \ln n \qquad \lambda(n) = \frac{\ln n}{\ln L}`,
      {
        en: "So λa has to grow like ln n, as long as the lead is large beside the spread of the other scores. Choose the constant such that at the trained length nothing changes, λ(L) = 1. (For scores that are all random, without a lead, the law is different, the square root of ln n; the figure computes the real softmax.)",
        zh: "所以 λa 必须像 ln n 那样增长，前提是领先的幅度比其余分数的散布大得多。常数这样取：在训练长度上什么都不变，即 λ(L) = 1。（若没有领先的键、分数全是随机的，严格的规律是 ln n 的平方根；图里算的是真实的 softmax。）",
      },
    ],
    [
      s`\operatorname{softmax}\left( \frac{\ln n}{\ln L} \cdot \frac{q\,k^{\top}}{\sqrt{d}} \right)`,
      {
        en: "This is log-n scaling. YaRN’s m² = (0.1\u00a0ln\u00a0s\u00a0+\u00a01)² is a cousin: also 1 at the trained length, also a logarithm, found by fitting. ALiBi and windows need none, since they limit the number of competitors instead.",
        zh: "这就是 log-n 缩放。YaRN 的 m² = (0.1\u00a0ln\u00a0s\u00a0+\u00a01)² 与它同源：在训练长度上也是 1，也是对数，只是由拟合得来。ALiBi 与滑动窗口用不着它，因为它们直接限制了竞争者的个数。",
      },
    ],
  ),
  source("suEntropy"),
  tryThis(
    {
      en: "Set the lead to 0. There is nothing to be found now: which curve runs parallel to the dashed one, and what does the factor do to the entropy?",
      zh: "把领先的幅度设为 0，此时没有什么可找：哪条曲线与虚线平行？系数对熵又有什么作用？",
    },
    {
      en: "Find the smallest lead at which the scaled weight still holds at 8192 keys.",
      zh: "领先多少时，乘过系数的权重到 8192 个键仍守得住？",
    },
  ),
);
