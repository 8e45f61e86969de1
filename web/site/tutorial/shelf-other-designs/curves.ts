// Sections on logarithms, convolutions and biases.
import {
  definitions,
  guess,
  more,
  paragraph,
  quiz,
  source,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const logSection = section(
  "logarithms",
  { en: "Logarithms of the position", zh: "对位置取对数" },
  paragraph({
    en: "Surveys give “logarithmic positional encoding” one sentence, that logarithms take the place of sine and cosine, and no formula. The plainest reading is a column ln(1 + p). Ours scales each column to end at 1 and lets the columns bend at different places, from 1 to 10000.",
    zh: "“对数位置编码”在综述里只有一句话，说用对数函数代替正弦和余弦，没有公式。最直白的读法是一列 ln(1 + p)。我们的定义让每列都止于 1，各列转弯的地方不同，从 1 到 10000。",
  }),
  widget("pe-log-steps", "steps"),
  paragraph({
    en: "Every position has a row of its own, in real numbers. But the step from p to p + 1 shrinks like 1/p, and computers store numbers in steps. Sinusoidal rows move by the same amount everywhere, so they do not care where the text begins.",
    zh: "按实数算，每个位置的行都不同。但从 p 到 p + 1 的步长像 1/p 那样缩小，而计算机存数是一格一格的。正弦行处处移动同样多，文本从哪里开始都一样。",
  }),
  guess("log-distinct", {
    question: {
      en: "One logarithmic column, 5000 positions, stored in float16. How many positions keep a number of their own?",
      zh: "一列对数，5000 个位置，存成 float16。有多少个位置的数互不相同？",
    },
    check: "designs/log-float16",
    tolerance: 0.15,
    why: {
      en: "{value}. Near 1 the numbers of [float16](term:float16) lie about 0.0005 apart, and the last steps are far smaller.",
      zh: "{value} 个。[float16](term:float16) 在 1 附近的间隔约为 0.0005，而最后的步长比这小得多。",
    },
  }),
  more(
    "log-distance",
    { en: "Logarithms of the distance", zh: "对距离取对数" },
    paragraph({
      en: "Logarithms of the *distance* are another matter. There coarseness far away is wanted: 100 or 101 words back makes no difference. T5’s buckets widen that way, and so do [the biases further down](#biases).",
      zh: "对*距离*取对数则是另一回事。那里远处粗一些正合用：往前 100 个词还是 101 个词，没什么差别。T5 的桶就是这样越远越宽，[后面一节的偏置](#biases)也是如此。",
    }),
    tryThis({
      en: "Eight columns in float16: are all 1024 positions different now? And in bfloat16?",
      zh: "float16 下取八列，1024 个位置都分得开了吗？bfloat16 呢？",
    }),
  ),
);

export const convolutionSection = section(
  "convolution",
  { en: "A convolution that knows where it is", zh: "知道自己在哪里的卷积" },
  paragraph({
    en: "A convolution treats all places alike: the same kernel slides over every token and reads its neighbours. It is surprising that it should yield positions at all. It does so because of what happens at the ends: a kernel that reaches beyond the text reads zeros there. A zero is never a word; it is a wall, and a wall can be felt.",
    zh: "卷积对各处一视同仁：同一个核滑过每个词元，读它的左邻右舍。它居然能给出位置，出人意料。奥妙在两端：核伸到文本之外时，读到的是零。零不是任何词，而是一堵墙，墙是摸得着的。",
  }),
  widget("pe-conv-edge", "edge"),
  paragraph({
    en: "One layer of width 3 feels the wall from one token away, and each further layer from one token farther. The middle of a long text knows nothing. Close the text into a ring, and the same convolution is exactly equivariant to shifts: no walls, no positions.",
    zh: "核宽为 3 的一层，贴墙的词元才摸得到墙；每多一层，就远一个词元。长文本的中间一无所知。若把文本接成环，同一个卷积对平移严格等变：没有墙，就没有位置。",
  }),
  guess("conv-distinct", {
    question: {
      en: "A text of 100 equal tokens passes three layers of width 3 with zeros at both ends. How many different vectors come out?",
      zh: "100 个相同的词元，两端补零，经过三层核宽为 3 的卷积。出来有多少种向量？",
    },
    check: "designs/conv-distinct",
    tolerance: 0.01,
    why: {
      en: "{value}: three near each end, and one for all the rest. The two ends differ because the kernel is not symmetric.",
      zh: "{value} 种：两端各三种，其余全部一种。核不对称，所以两端不同。",
    },
  }),
  more(
    "cpvt",
    { en: "Used on purpose", zh: "有意这样用" },
    paragraph({
      en: "Vision models use this on purpose. CPVT (2021) adds a depthwise convolution with zero padding to its patches in place of a table, which frees it from the size of the training images; that plain convolutional networks learn positions from their padding was measured a year before. “Separable” means: first a kernel per channel, then a mixing of the channels. Such an encoding depends on the tokens; it is no fixed vector per position.",
      zh: "视觉模型有意利用这一点。CPVT（2021）不用位置表，而是给图像块加上一个补零的逐通道卷积，从而摆脱训练图像的尺寸；普通卷积网络靠补零学到位置，前一年已有人测出来。“可分离”是指先逐通道卷积，再混合各通道。这样的编码取决于词元，不是每个位置一个固定向量。",
    }),
    source("cpvt"),
    source("convPositions"),
    tryThis({
      en: "Choose zeros in front only, as a decoder must. Which tokens can feel the beginning now, and which the end?",
      zh: "选“只在前面补零”，解码器必须如此。现在哪些词元感觉得到开头，哪些感觉得到结尾？",
    }),
  ),
);

export const biasesSection = section(
  "biases",
  { en: "Other ways to charge for distance", zh: "距离的其他计价方式" },
  paragraph({
    en: "[ALiBi](term:alibi) lets a score pay the same for every further token. Is a straight line right? Three later designs keep the place, a [bias](term:bias) on the score, and change the curve:",
    zh: "在 [ALiBi](term:alibi) 里，每远一个词元，分数付的代价都一样。直线合适吗？后来有三种设计，仍是给分数加[偏置](term:bias)，换的是曲线：",
  }),
  definitions([
    [
      { en: "KERPLE", zh: "KERPLE" },
      {
        en: "−p · ln(1 + a d) or −a · d^{p}, with two learned numbers per head. ALiBi is the power kernel with p = 1.",
        zh: "−p · ln(1 + a d) 或 −a · d^{p}，每头学两个数。ALiBi 就是 p = 1 的幂核。",
      },
    ],
    [
      { en: "Sandwich", zh: "Sandwich" },
      {
        en: "The product of two sinusoidal rows, kept as a bias: it falls like a logarithm, ripples, and learns nothing.",
        zh: "取两个正弦行的内积作为偏置：大致按对数下降，带波纹，没有可学习的东西。",
      },
    ],
    [
      { en: "FIRE", zh: "FIRE" },
      {
        en: "A small perceptron whose input is ln(1 + c d) divided by ln(1 + c\u00a0·\u00a0max(i,\u00a0L)), for a query at i: that input stays between 0 and 1 however long the text is.",
        zh: "一个小感知机，输入是 ln(1 + c d) 除以 ln(1 + c · max(i, L))，i 为查询的位置：文本再长，输入都在 0 与 1 之间。",
      },
    ],
  ]),
  widget("pe-bias-curves", "prices"),
  source("kerple"),
  source("sandwich"),
  source("fire"),
  more(
    "fire-stand-in",
    { en: "A stand-in for FIRE", zh: "FIRE 的替身" },
    paragraph({
      en: "One curve in the figure is only a stand-in. What FIRE’s perceptron does is learned, and we have no trained one; so the figure gives it weights that only multiply by −8. That shows honestly what the design fixes, the scaling of distances by the query’s position, and nothing of what training adds. The others are complete as they stand, or have their learned numbers on sliders.",
      zh: "图中有一条曲线是替身。FIRE 的感知机要靠训练，我们手头没有训练好的权重，所以图里给它的权重只做一件事：乘以 −8。这样看得到的，是设计本身定下的部分，即按查询位置折算距离；训练会添上什么，则看不到。其余几条要么本来就完整，要么把可学习参数放在了滑块上。",
    }),
  ),
  paragraph({
    en: "Look at what a doubled distance costs. With a line, going from 64 to 128 costs twice as much as going from 32 to 64, so far keys soon count for nothing: the model sees a window. With a logarithm every doubling costs nearly the same factor, 2^{−p}, and a key a thousand tokens away is still in play.",
    zh: "看看距离加倍的代价。若是直线，从 64 到 128 的代价是从 32 到 64 的两倍，远处的键很快就无足轻重，模型等于只看一个窗口。若是对数，每加一倍几乎都乘同一个系数 2^{−p}，一千个词元之外的键仍有一席之地。",
  }),
  quiz("who-notices", {
    question: {
      en: "The text grows from 500 to 1000 tokens; query and key stay at distance 64, the query always last. Whose bias changes?",
      zh: "文本从 500 个词元增到 1000 个；查询始终在末尾，与键的距离仍是 64。谁的偏置变了？",
    },
    choices: [
      {
        text: { en: "ALiBi’s", zh: "ALiBi" },
        why: {
          en: "It depends on the distance alone.",
          zh: "它只取决于距离。",
        },
      },
      {
        text: { en: "Sandwich’s", zh: "Sandwich" },
        why: {
          en: "An inner product of sinusoidal rows depends on their offset alone.",
          zh: "正弦行的内积只取决于偏移。",
        },
      },
      {
        text: { en: "FIRE’s", zh: "FIRE" },
        right: true,
        why: {
          en: "Its distance is a share of the query’s position. Past the threshold L, here 512, the same 64 tokens become a smaller share. It is a function of two positions, no longer of their offset.",
          zh: "它的距离按查询位置折算。越过阈值 L（这里是 512），同样 64 个词元所占的比例就变小了。它是两个位置的函数，不再只看偏移。",
        },
      },
    ],
  }),
  tryThis({
    en: "Choose KERPLE’s power and set p to 0.5, then to 2. Where does ALiBi stand between them?",
    zh: "选 KERPLE 的幂核，把 p 设为 0.5，再设为 2。ALiBi 处在两者之间的什么位置？",
  }),
);
