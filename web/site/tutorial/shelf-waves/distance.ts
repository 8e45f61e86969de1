// Sections on the inner product and distance: its decay, what stands in
// between, and where it holds.
import * as pe from "posenc";
import { decimals, quantity } from "../../../widgets/words/text.ts";
import {
  computed,
  displayFormula,
  guess,
  more,
  paragraph,
  quiz,
  source,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

/** g(k) / g(0). */
const share = (dModel: number, k: number): number => {
  const { values } = pe.analysisDecay({ dModel, maxOffset: Math.max(10, k) });
  return (values[k] as number) / (values[0] as number);
};

const ratio = (): string => decimals(share(512, 1) / share(512, 10), 2);

const negative = (dModel: number) => (): number =>
  pe
    .analysisDecay({ dModel, maxOffset: 5000 })
    .values.findIndex((value) => value < 0);

const apart = (k: number) => (): string =>
  decimals(Math.sqrt(512 * (1 - share(512, k))), 2);

/** Largest error of a sine or cosine where the angle is computed in a format. */
const worst =
  (position: number, format: "float32" | "bfloat16") => (): string =>
    quantity(
      pe.analysisPrecision({ headDim: 512, positions: [position], format })
        .valueError[0] as number,
      2,
    );

export const decaySection = section(
  "decay",
  { en: "How fast the likeness fades", zh: "相似度衰减得多快" },
  paragraph({
    en: "At distance 0 all cosines are 1 and g(0) is half the width. Then the fast pairs fall out of step first, and g falls. How fast? A formula handed on from text to text says: like 1/k. It cannot be, since 1/k has no value at 0, where the product is largest. And the numbers are far from it.",
    zh: "距离为 0 时所有余弦都是 1，g(0) 等于维数的一半。随后高频维度先错开，g 就开始下降。怎样下降？有一个辗转流传的说法：像 1/k。这不可能，因为 1/k 在 0 处没有值，而内积恰恰在 0 处最大；与实际数值相比，也差得很远。",
  }),
  computed(
    {
      ratio,
      near: () => decimals(share(512, 1), 3),
      wide: negative(512),
      narrow: negative(128),
    },
    paragraph({
      en: "From distance 1 to 10 the product should fall to a tenth; it falls by a factor of {ratio}. The frequencies are spread evenly on a logarithmic scale, and that is why the sum behaves like a logarithm: each time the distance grows tenfold, about as many pairs again have lost step. With γ = 0.577…, Euler’s constant, for distances between a few positions and the base:",
      zh: "按 1/k，距离从 1 到 10，内积应当缩到十分之一；实际只缩到 1/{ratio}。频率在对数尺度上均匀分布，所以它们的和也像对数：距离每扩大十倍，就又有差不多同样多的对错开。记 γ = 0.577…… 为欧拉常数，在几个位置到底数之间的距离上：",
    }),
    displayFormula(
      String.raw`\frac{g(k)}{g(0)} \approx 1 - \frac{\ln k + \gamma}{\ln 10000}`,
    ),
    more(
      "decay-ripples",
      { en: "How far this law goes", zh: "这条规律的适用范围" },
      paragraph({
        en: "This law has no constant to fit. It describes the trend and not the details. A finite set of waves never fades out quietly: the curve has ripples, rises again and again, and turns negative at k = {wide} for width 512, at k = {narrow} for width 128. “The farther, the smaller” holds on average and fails for many single steps. [The curve is drawn](~/derivations/#speeds) where the logarithm, and [a bound for any content](~/derivations/#bound), are [derived line by line](~/derivations/#frequencies).",
        zh: "这条规律没有任何待定常数。它描述的是趋势，不是细节。有限个波叠加，不会安静地消失：曲线带着起伏，一次次回升；维数为 512 时在 k = {wide} 处变负，维数为 128 时在 k = {narrow} 处变负。“越远越小”平均来说成立，落到单个的步子上，却有许多次不成立。曲线[画在推导里](~/derivations/#speeds)；对数从何而来，以及[任意内容的上界](~/derivations/#bound)，也在那里[逐行推导](~/derivations/#frequencies)。",
      }),
    ),
    guess("decay-100", {
      question: {
        en: "Neighbours at width 512 keep {near} of the full product. What share is left at distance 100?",
        zh: "维数为 512 时，相邻两行的内积是最大值的 {near} 倍。距离 100 处还剩几成（写成小数）？",
      },
      check: "waves/decay-100",
      tolerance: 0.15,
      why: {
        en: "{value}. A law 1/k anchored at distance 1 would leave about one per cent.",
        zh: "{value}。若按 1/k 从距离 1 推算，只会剩下百分之一左右。",
      },
    }),
  ),
  more(
    "decay-distance",
    { en: "The distance between two rows", zh: "两行之间的距离" },
    computed(
      { one: apart(1), ten: apart(10), thousand: apart(1000) },
      paragraph({
        en: "The distance between two rows as points in space follows from the same g: it is √(d − 2g(k)), so it too depends on k alone. At width 512 it is {one} for neighbours, {ten} at k = 10 and {thousand} at k = 1000, and √512 ≈ 22.6 if nothing is left of the product. It saturates early and says nothing about direction: k and −k are the same to it.",
        zh: "把两行看作空间中的两点，它们的距离也由 g 决定：等于 √(d − 2g(k))，同样只取决于 k。维数为 512 时，相邻的行相距 {one}，k = 10 时 {ten}，k = 1000 时 {thousand}；内积降到零时是 √512 ≈ 22.6。它很早就接近饱和，也不分方向：k 与 −k 在它看来没有区别。",
      }),
    ),
  ),
);

export const mixedSection = section(
  "between",
  { en: "What attention sees instead", zh: "注意力实际看到的" },
  paragraph({
    en: "The decay is often welcomed as an echo of language, where near words matter more. But attention never multiplies rows directly. A query is W_{Q} times the row, a key is W_{K} times the row, and the score holds the matrix $W_Q^\\top W_K$ between the two. What is left of the pattern when a random matrix stands there?",
    zh: "人们乐于把这种衰减看作语言规律的体现：邻近的词关系更密切。可是注意力从不直接把两行相乘。查询是 W_{Q} 乘以该行，键是 W_{K} 乘以该行，分数里两行之间隔着矩阵 $W_Q^\\top W_K$。假如那里是一个随机矩阵，规律还剩多少？",
  }),
  widget("pe-similarity", "all-products"),
  paragraph({
    en: "Without a matrix the picture consists of stripes along the diagonals: a Toeplitz matrix, in which only the offset counts. With a random one the stripes dissolve. An untrained model therefore has no preference for near words; if a trained model has one, it has learned it. What is plain to see in the table alone is no longer so once a matrix stands in between. A bias towards near words that needs no learning is built into [ALiBi](term:alibi), not into sinusoids.",
    zh: "不隔矩阵时，图上是一道道与对角线平行的条纹：这是托普利茨矩阵，只有偏移起作用。隔一个随机矩阵，条纹就散了。所以，未经训练的模型并不偏爱邻近的词；训练后的模型若有这种偏好，那是学来的。单看表时一目了然的规律，隔了一个矩阵就不再一目了然。无需学习、生来就偏向近处的是 [ALiBi](term:alibi)，不是正弦编码。",
  }),
  tryThis({
    en: "Change the seed a few times. Does any random matrix keep the ridge along the diagonal?",
    zh: "多换几个种子。有没有哪个随机矩阵保住了对角线上的那道脊？",
  }),
);

export const beyondSection = section(
  "beyond",
  { en: "A head that never runs out", zh: "没有尽头的注意力头" },
  paragraph({
    en: "There is one matrix that does not dissolve the stripes: the rotation M(k) of the first section. Between query and key it moves the ridge by k places, and the head looks exactly k positions back. As everything depends on i − j only, this works at position 40 and at position 1 000 000 alike. The figure below starts there.",
    zh: "有一种矩阵不会打散条纹，那就是第一节的旋转 M(k)。把它放在查询与键之间，脊线就平移 k 格，这个头恰好回看前面第 k 个位置。一切只取决于 i − j，所以在位置 40 管用，在位置 1 000 000 也管用。下图就从那里开始。",
  }),
  widget("pe-similarity", "far-out", {
    weight: "shift",
    start: "1000000",
    "seq-len": "64",
    pos: "40",
    key: "32",
  }),
  paragraph({
    en: "Does that make the encoding extrapolate? Two questions hide here. *Can the row be computed* past the training length? Yes, because the formula holds for every p. Periodicity is not the reason; a row that came back would name two positions at once. *Does a trained model work there?* That depends on what it has learned. A head made of M(k) would; a part of the network that reads the position itself off the row meets angles it has never seen. Measured models do badly (Press et al. 2021); [chapter 7](~/long-context/) is about this.",
    zh: "这算不算能外推？这里其实藏着两个问题。训练长度之外的行*能不能算出来*？能，因为公式对任何 p 都成立。原因不在周期性：一行若真的重复，反而会同时指代两个位置。*训练好的模型在那里管不管用？*那要看它学到了什么。由 M(k) 构成的头管用；而网络中直接从行里读出位置的部分，会遇到从未见过的角度。实测的模型表现很差（Press 等，2021），详见[第 7 章](~/long-context/)。",
  }),
  source("alibi"),
  more(
    "beyond-precision",
    {
      en: "“With limited precision”: what is lost far out",
      zh: "“精度有限”：到了远处损失多少",
    },
    computed(
      {
        near: worst(5000, "float32"),
        far: worst(1_000_000, "float32"),
        short: worst(5000, "bfloat16"),
      },
      paragraph({
        en: "Document 0 adds that the precision is limited. It is not the formula that limits it: where the angle is reduced exactly before it is rounded, as in this library, row 1 000 000 is as exact as row 1. It is limited in programs that compute the *angle* in a short format. At width 512 the largest error of a sine or cosine is {near} at position 5000 in float32 and {far} at 1 000 000; in bfloat16 it is {short} at 5000 already, for numbers between −1 and 1. [Long texts in practice](~/in-practice/#precision) says how to avoid this.",
        zh: "文档 0 还说“精度有限”。限制并不来自公式：像本库这样，先精确约化角度再舍入，第 1 000 000 行与第 1 行一样准。损失出在用短格式计算*角度*的程序里：维数为 512 时，正弦、余弦的最大误差，float32 下在位置 5000 处是 {near}，在 1 000 000 处是 {far}；bfloat16 下在位置 5000 处就已是 {short}，而这些数本身只在 −1 到 1 之间。怎样避免，见[长文本实务](~/in-practice/#precision)。",
      }),
    ),
  ),
  quiz("why-computable", {
    question: {
      en: "Why does the sinusoidal table have a row for position 100 000, although nobody stored one?",
      zh: "没有人存过第 100 000 行，为什么正弦编码仍然有这一行？",
    },
    choices: [
      {
        text: { en: "Because its waves repeat", zh: "因为波会重复" },
        why: {
          en: "If they did, that row would equal an earlier one and be useless. The whole vector does not repeat.",
          zh: "要是重复，这一行就会与前面某一行相同，反而没用。整个向量并不重复。",
        },
      },
      {
        text: {
          en: "Because training has filled it in",
          zh: "因为训练时补上了",
        },
        why: {
          en: "Nothing in this table is trained. Learned tables are the subject of chapter 4.",
          zh: "这张表里没有任何东西经过训练。可学习的表见第 4 章。",
        },
      },
      {
        text: {
          en: "Because the formula is defined for every number",
          zh: "因为公式对任何数都有定义",
        },
        right: true,
        why: {
          en: "Even for 3.5 or −2. What a trained model makes of such a row is another matter.",
          zh: "连 3.5 和 −2 都可以。至于训练好的模型怎样看待这样的行，是另一回事。",
        },
      },
    ],
  }),
);
