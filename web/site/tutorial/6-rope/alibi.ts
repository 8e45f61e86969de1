// Sections on ALiBi, on profiles over the distance, on cost, and on sources.
import {
  aside,
  dataTable,
  displayFormula,
  guess,
  list,
  more,
  paragraph,
  quiz,
  source,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const alibiSection = section(
  "alibi",
  { en: "ALiBi: a straight line", zh: "ALiBi：一条直线" },
  paragraph({
    en: "[ALiBi](term:alibi), attention with linear biases, is the plainest relative encoding there is. Tokens stay as they are, queries and keys too; each score loses a [slope](link:head) times the distance:",
    zh: "[ALiBi](term:alibi)（线性偏置注意力）是最简单的相对位置编码。词元不动，查询和键也不动，只从每个分数里减去[斜率](link:head)乘以距离：",
  }),
  displayFormula(
    String.raw`e_{ij} = \frac{q_i \cdot k_j}{\sqrt{d}} - m_h\,(i-j) \qquad m_h = 2^{-8h/H}, \quad h = 1, \dots, H`,
  ),
  source("alibi", { en: "section 3", zh: "第 3 节" }),
  paragraph({
    en: "The slopes are fixed, one for each [head](term:head): steep heads read the last few tokens, flat ones look far back. Nothing is learned. (The figure counts heads from 0.)",
    zh: "斜率固定，每个[头](term:head)一个：斜率大的头只看最近几个词元，斜率小的头看得远。没有任何可学习的参数。（图中的头从 0 数起。）",
  }),
  widget("pe-alibi", "slopes"),
  more(
    "slope-check",
    { en: "Check yourself", zh: "自测" },
    guess("slope-12", {
      question: {
        en: "With 12 heads by the reference rule, what is the slope of the ninth head?",
        zh: "按参考实现，12 个头时，第九个头的斜率是多少？",
      },
      check: "rotary/alibi-ninth-of-12",
      tolerance: 0.03,
      why: {
        en: "{value}, steeper than the first: it is the first slope of 16 heads, 2^{−1/2}. If you assume that slopes fall from head to head, you get heads 9 to 12 wrong.",
        zh: "{value}，比第一个头还陡：它是 16 个头的第一个斜率 2^{−1/2}。若以为斜率逐头递减，第 9 到 12 个头就全错了。",
      },
    }),
  ),
  more(
    "twelve-heads",
    {
      en: "When the number of heads is no power of two",
      zh: "头数不是 2 的幂时",
    },
    paragraph({
      en: "The formula is meant for a power of two. For other numbers of heads the authors’ code takes the slopes of the next smaller power of two, c, and fills up with every other slope of 2c heads: 12 heads have those of 8, then {fill}. MPT’s code computes the next *larger* power, takes every second slope first and cuts; it looks like another order and comes to the same sequence, head by head. The formula taken literally for 12 heads, as in some other programs, gives other slopes; a model trained with one goes wrong with the other, and no shape gives it away.",
      zh: "公式是为 2 的幂写的。其他头数，作者的代码先取不超过它的 2 的幂 c 的斜率，再从 2c 个头的斜率里隔一个取一个补足：12 个头就是 8 个头的那些，再加上 {fill}。MPT 的代码取*更大*的那个 2 的幂，先排隔位的斜率，再截断；看似次序不同，结果逐头一致。若像另一些程序那样，对 12 个头照搬公式，得到的就是别的斜率；用一种训练、用另一种运行，结果就错了，而形状看不出任何问题。",
    }),
  ),
  more(
    "alibi-conventions",
    { en: "Two more conventions", zh: "另外两种约定" },
    paragraph({
      en: "Many programs add m·j in place of −m·(i − j): within a row they differ by the constant m·i, which softmax does not see. And the paper is about decoders. For encoders, −m·|i − j| on [both sides](link:symmetric) is usual, but then a token cannot tell left from right; the project’s page discusses different slopes for the two sides, or half of the heads for each.",
      zh: "不少程序加的是 m·j，而不是 −m·(i − j)：同一行里两者只差常数 m·i，softmax 感觉不到。另外，论文讲的是解码器；编码器通常[两侧](link:symmetric)都用 −m·|i − j|，但这样词元就分不清左右。项目页上讨论过两种补救：两侧用不同的斜率，或者一半的头看左、一半看右。",
    }),
    source("alibiCode"),
  ),
);

export const profilesSection = section(
  "profiles",
  { en: "How far each head looks", zh: "谁看得多远" },
  paragraph({
    en: "What do the two do to attention? ALiBi multiplies the weight of a key by e^{−m} for every step back, whatever the tokens are: it assumes that near words matter more. RoPE assumes nothing of the kind. Where query and key are *equal*, its score is a sum of cosines that declines in waves; the curve most web pages draw. Where they differ, nothing need decline.",
    zh: "这两种办法对注意力有什么影响？ALiBi 每往前一步，键的权重就乘以 e^{−m}，不管词元是什么。这是一种预设：近的重要。RoPE 没有这种预设。查询与键*相同*时，它的分数是一串余弦之和，在起伏中下降，网上常见的衰减曲线画的就是它；两者不同时，并无下降可言。",
  }),
  widget("pe-distance-profile", "profile"),
  aside({
    en: "Figure 2 of the RoFormer paper draws neither. It shows an upper bound, which is [derived line by line](~/derivations/#bound-figure).",
    zh: "RoFormer 论文的图 2 画的不是这两样，而是上界，见[逐行推导](~/derivations/#bound-figure)。",
  }),
  paragraph({
    en: "Hence two statements to be careful with. “RoPE decays with distance” is true of an upper bound and of equal vectors, not of scores in general. And “RoPE extrapolates well” is false of RoPE as it is: its paper lists flexibility of length among its properties, yet models trained with it break down soon after their training length, when slow pairs reach new angles; what extends them is rescaling of positions with some further training. By perplexity, ALiBi degrades far more gently, for a reason the figure shows: what is far away hardly counts, so new distances bring nothing new, and nothing of use either. [Other tasks](~/long-context/#trained) break it.",
    zh: "因此有两句话要当心。“RoPE 随距离衰减”说的是上界，或者相同的向量，不是一般的分数。“RoPE 外推性好”对原样的 RoPE 并不成立：论文把长度灵活列为它的性质，可是用它训练的模型，一超过训练长度，低频维度转到新的角度，很快就失灵；真正能延长的，是缩放位置再加一些训练。按困惑度看，ALiBi 的退化平缓得多：远处的几乎不起作用，新的距离带不来新情况，也带不来有用的信息；换成[别的任务](~/long-context/#trained)就会失灵。",
  }),
  more(
    "alibi-paper",
    {
      en: "What the ALiBi paper claims, and what it does not",
      zh: "ALiBi 论文说了什么、没说什么",
    },
    paragraph({
      en: "The abstract of the ALiBi paper gives one pair of lengths: a model of 1.3 billion parameters trained at 1024 tokens and tested at 2048 does as well as a sinusoidal one trained at 2048, with training 11% faster and 11% less memory. Inside, the paper goes much further. On WikiText-103 a model trained at 512 still improves its perplexity past 12 000 tokens, and on the larger corpus the best results come at about twice the trained length and stay good up to 10 000. So the “2K to 11K” of document 1 has the right size, though the paper doesn’t report this pair. MPT-7B-StoryWriter, an ALiBi model of 2023, was fine-tuned at 65 000 tokens, and its makers show texts of 84 000. Perplexity isn’t use, however: an appendix of the paper finds that past the trained length ALiBi may not be using the longer context at all. At distance 11 000 the flattest of 8 heads subtracts {far}, and the key’s weight is multiplied by {farWeight}. [xPos](term:xpos) gives RoPE such a fading of its own.",
      zh: "ALiBi 论文的摘要只给了一组长度：13 亿参数的模型，用 1024 长度训练、2048 长度测试，与用 2048 长度训练的正弦模型相当，训练快 11%，内存省 11%。正文走得远得多：WikiText-103 上，以 512 训练的模型超过 12 000 个词元后困惑度仍在改善；更大的语料上，最好成绩出现在训练长度的两倍左右，直到 10 000 个词元都还不错。所以文档 1 所说的“2K 到 11K”量级没有错，只是论文没有报告过这一组数。2023 年的 ALiBi 模型 MPT-7B-StoryWriter 以 65 000 个词元微调，开发者展示过 84 000 个词元的文本。不过困惑度好不等于用得上：论文的附录发现，超出训练长度后，ALiBi 可能根本没有用到更长的上下文。在距离 11 000 处，8 个头里最平缓的一个要减去 {far}，权重随之乘以 {farWeight}。[xPos](term:xpos) 则给 RoPE 也加上了这样的衰减。",
    }),
  ),
  quiz("extrapolate", {
    question: {
      en: "RoPE’s rotation can be computed at any position. Does a model trained at 4096 therefore work at 8192?",
      zh: "RoPE 的旋转在任何位置都能计算。那么用 4096 长度训练的模型，在 8192 长度上能用吗？",
    },
    choices: [
      {
        text: {
          en: "Yes: scores depend on offsets only, and offsets are small",
          zh: "能：分数只看偏移，而偏移都不大",
        },
        why: {
          en: "In 8192 tokens half of the distances from the last query are beyond 4095: new ones.",
          zh: "8192 个词元里，从最后一个查询看出去，一半的距离超过 4095，都是新的。",
        },
      },
      {
        text: {
          en: "No: there is no row for position 4096",
          zh: "不能：没有位置 4096 的那一行",
        },
        why: {
          en: "That is a learned table. A rotation has no last row.",
          zh: "那是可学习的表。旋转没有最后一行。",
        },
      },
      {
        text: {
          en: "Not as it is: slow pairs reach angles that training never showed",
          zh: "原样不行：低频维度会转到训练中没有的角度",
        },
        right: true,
        why: {
          en: "Computable and usable are two things. Chapter 7 counts the unseen angles and repairs them.",
          zh: "能算和能用是两回事。第 7 章会数出有多少没见过的角度，并加以修补。",
        },
      },
    ],
  }),
);

export const costSection = section(
  "cost",
  { en: "What each costs", zh: "各自的代价" },
  more(
    "cost-layer",
    { en: "Tables and arithmetic of one layer", zh: "一层所需的表与运算" },
    paragraph({
      en: "A model like LLaMA 7B: 32 heads of width 128, here with 4096 tokens. The numbers are per layer and sequence.",
      zh: "以 LLaMA 7B 这样的模型为例：32 个头，每头 128 维，这里取 4096 个词元。数字按每层、每个序列计。",
    }),
    dataTable({
      caption: {
        en: "Learned numbers, tables and arithmetic",
        zh: "可学习参数、表和计算量",
      },
      columns: [
        { en: "encoding", zh: "编码" },
        { en: "learned", zh: "可学习" },
        { en: "table", zh: "表" },
        { en: "work", zh: "计算" },
      ],
      rowHeads: true,
      rows: [
        [
          { en: "sinusoids added", zh: "加正弦向量" },
          "0",
          { en: "{additive} numbers", zh: "{additive} 个数" },
          {
            en: "as many additions, once per model",
            zh: "同样多次加法，全模型只做一次",
          },
        ],
        [
          { en: "rotary", zh: "旋转" },
          "0",
          { en: "{tables} numbers", zh: "{tables} 个数" },
          {
            en: "{turns} turned pairs, four products each",
            zh: "旋转 {turns} 对，每对四次乘法",
          },
        ],
        [
          "ALiBi",
          "0",
          { en: "{slopes} slopes", zh: "{slopes} 个斜率" },
          {
            en: "{scores} additions, half of them under the mask",
            zh: "{scores} 次加法，其中一半在掩码之下",
          },
        ],
      ],
    }),
    paragraph({
      en: "Counted one by one, ALiBi has more operations; but attention computes each score anyway and adds the bias on the way, while a rotation reads and writes all queries and keys once more unless it is fused. Both are small beside the product q·k, which costs 128 multiplications for each score. The page [Speed](~/bench/) times them on your machine.",
      zh: "单看次数，ALiBi 的更多；但每个分数反正要算，加偏置只是顺手，而旋转若不融合，就要把全部查询和键再读写一遍。与 q·k 相比两者都很小：每个分数本身就要 128 次乘法。在你的机器上各要多久，[性能测试](~/bench/)页可以实测。",
    }),
  ),
);

export const sourcesSection = section(
  "sources",
  { en: "Where to read it", zh: "去哪里读原文" },
  more(
    "sources-list",
    {
      en: "Four papers, and how to link to code",
      zh: "四篇论文，以及怎样链接到代码",
    },
    paragraph({
      en: "Document 0 closes with two papers, two links to code and an illustrated guide. The papers are the right ones. Links to code age: one of the two names a file that the project’s history does not contain, the other a line number on a branch that moves. A link to code should name a commit.",
      zh: "文档 0 最后列了两篇论文、两个代码链接和一份图解。论文没有错。代码链接会过时：其中一个所指的文件，项目历史里找不到；另一个指向不断变动的分支上的某一行。引用代码应当写明提交号。",
    }),
    list([
      {
        en: "[RoFormer](https://arxiv.org/abs/2104.09864), April 2021: the rotation, its proof, its bound.",
        zh: "[RoFormer](https://arxiv.org/abs/2104.09864)，2021 年 4 月：旋转、证明与上界。",
      },
      {
        en: "[Train Short, Test Long](https://arxiv.org/abs/2108.12409), August 2021: ALiBi, with rotary and T5 in the same experiments.",
        zh: "[Train Short, Test Long](https://arxiv.org/abs/2108.12409)，2021 年 8 月：ALiBi，同一组实验里还有旋转编码和 T5。",
      },
      {
        en: "[GPT-NeoX-20B](https://arxiv.org/abs/2204.06745), April 2022: why only a quarter of the columns turn.",
        zh: "[GPT-NeoX-20B](https://arxiv.org/abs/2204.06745)，2022 年 4 月：为什么只转四分之一的列。",
      },
      {
        en: "[Position Interpolation](https://arxiv.org/abs/2306.15595), June 2023: how plain RoPE fails beyond its length, and how to repair it.",
        zh: "[Position Interpolation](https://arxiv.org/abs/2306.15595)，2023 年 6 月：原样的 RoPE 超长时怎样失灵，又怎样补救。",
      },
    ]),
  ),
);
