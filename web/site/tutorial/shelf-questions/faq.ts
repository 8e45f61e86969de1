// Questions that readers ask, each with the number that answers it.
import { more, paragraph, source } from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const tableQuestions = section(
  "faq",
  { en: "Questions on the table", zh: "关于编码表的问题" },
  paragraph({
    en: "Short answers, each with a number that your browser or the page build computed, and a link to the figure in which you can try to refute it.",
    zh: "答案都很短，各附一个生成本页时算出的数，和一张可以用来反驳它的图。",
  }),
  more(
    "why-not-numbers",
    {
      en: "Why not simply 0, 1, 2, 3?",
      zh: "为什么不直接用 0、1、2、3？",
    },
    paragraph({
      en: "Because the number keeps growing, and nothing else in the model does. At position 511 it would be {indexNorm}; a sinusoidal row of width 512 has length {rowNorm} at every position. A network can learn from such numbers; they are merely hard on it when all its other inputs are near 1, and dividing them by the length gives “the third word” another value in every sentence. [Chapter 2](~/ladder/#index) puts them through a layer.",
      zh: "因为编号会一直增大，而模型里其他的量不会。到位置 511 它就是 {indexNorm}；512 维的正弦编码，每行长度都是 {rowNorm}。网络并非无法从中学习，只是当其余输入都在 1 左右时，网络很难消受；若除以句长，“第三个词”在每句话里的值又都不同。[第 2 章](~/ladder/#index)让它真的过了一层网络。",
    }),
  ),
  more(
    "why-both",
    { en: "Why sine and cosine?", zh: "为什么正弦、余弦都要？" },
    paragraph({
      en: "One of them alone tells how high a hand points, but not whether it is rising or falling. Together they are a point on a circle, and a shift by k positions turns it: a matrix that depends on k alone. With sines only there is no such matrix. [More on waves](~/what-waves-can-do/#pairs) draws it, [chapter 3](~/sinusoids/#rotation) proves it.",
      zh: "只有一个，只能说出指针有多高，说不出是在升还是在降。两个合起来是圆上的一点，平移 k 个位置就是转一个角度，所用的矩阵只与 k 有关；只用正弦就没有这样的矩阵。[再谈正弦波](~/what-waves-can-do/#pairs)画出了它，[第 3 章](~/sinusoids/#rotation)给出证明。",
    }),
  ),
  more(
    "why-10000",
    { en: "Why 10000?", zh: "为什么是 10000？" },
    paragraph({
      en: "The paper does not derive it. The base sets the slowest wave: {slow100} positions per turn for base 100, {slow10000} for 10000, {slow500000} for 500 000, all at width 512. This wave should be well above the longest text, so that the slow hands do not repeat, and not so far above that they all stand still.",
      zh: "论文没有给出推导。底数决定最慢的波：底数 100 时 {slow100} 个位置转一圈，10000 时 {slow10000} 个，500 000 时 {slow500000} 个（维数都是 512）。这个波长应明显大于最长的文本，使慢针不致重复；又不能大得太多，否则大半的针都停着不动。",
    }),
  ),
  more(
    "trained",
    { en: "Is the encoding trained?", zh: "位置编码要训练吗？" },
    paragraph({
      en: "The sinusoidal one is not, and has no parameters. BERT and GPT-2 train a table of rows instead, T5 a number per bucket and head, RoPE and ALiBi nothing. All of them leave the projections around them to training, and that is where a model learns what to do with positions. [Positions inside a model](~/putting-them-in/#training) trains a table before your eyes.",
      zh: "正弦编码不训练，也没有参数。BERT 和 GPT-2 训练的是一张表，T5 为每个分桶、每个头训练一个数，RoPE 和 ALiBi 什么也不训练。不过，它们周围的投影矩阵都要训练，模型正是在那里学会怎样使用位置的。[位置在模型里](~/putting-them-in/#training)当场训练一张表。",
    }),
  ),
  more(
    "decay",
    {
      en: "Does similarity fall as one over the distance?",
      zh: "相似度与距离成反比吗？",
    },
    paragraph({
      en: "No. It falls from 1 to {similar1} at distance 1 and is still {similar100} at 100. Over 512 distances a law a/k has an R² of {fit}, worse than a constant would do; a logarithm has {logFit}. And after a trained projection neither holds. [More on waves](~/what-waves-can-do/#decay) has the numbers, [the derivations](~/derivations/#speeds) the curve.",
      zh: "不是。距离为 1 时从 1 降到 {similar1}，到 100 还有 {similar100}。用 a/k 去拟合 512 个距离，R² 是 {fit}，还不如取一个常数；用对数拟合则是 {logFit}。而经过训练好的投影之后，两种规律都不成立。数值见[再谈正弦波](~/what-waves-can-do/#decay)，曲线见[推导](~/derivations/#speeds)。",
    }),
  ),
  more(
    "layouts",
    {
      en: "Interleaved or in halves: does it matter?",
      zh: "交错排布还是两半排布，有区别吗？",
    },
    paragraph({
      en: "To a model trained from scratch, no: a permutation of columns is absorbed by the first matrix. To a model that was trained with the other one, very much: single numbers of the two tables differ by up to {layouts}. The same goes for RoPE’s pairs, see [chapter 6](~/rope/#layout).",
      zh: "从头训练的模型：没有区别，列的重排会被第一个矩阵吸收。按另一种排布训练好的模型：区别很大，两张表上同一格的数最多相差 {layouts}。RoPE 的配对也是如此，见[第 6 章](~/rope/#layout)。",
    }),
  ),
  more(
    "sixteen-bits",
    {
      en: "Are 16-bit numbers exact enough?",
      zh: "16 位浮点数够精确吗？",
    },
    paragraph({
      en: "For finished rows, mostly: of 1024 rows of width 64, {distinctHalf}. For position numbers, no: of 1024 of them, bfloat16 keeps only {counters} apart. Compute angles in float32 or better, and round only the waves.",
      zh: "存放算好的行，大体够用：64 维的 1024 行，{distinctHalf}。存放位置编号则不够：1024 个编号在 bfloat16 下只剩 {counters} 个不同的值。角度至少用 float32 计算，只把波的值舍入到 16 位。",
    }),
  ),
);

export const modelQuestions = section(
  "models",
  { en: "Questions on models", zh: "关于模型的问题" },
  more(
    "too-long",
    {
      en: "My text is longer than the table. What now?",
      zh: "文本比表还长，怎么办？",
    },
    paragraph({
      en: "Cut it, compute more rows, or stretch. Cutting: of 600 tokens on 512 rows the newest 512 remain, beginning with token {kept}, which now stands at position 0; for classifying, the beginning is often the better part. Computing: any formula gives row 600, and RoPE, ALiBi and T5’s buckets are formulas too. Whether the model makes sense of it is another matter; [chapter 4](~/learned-tables/#overflow) shows the table’s end and [chapter 7](~/long-context/) what lies beyond it.",
      zh: "截断、补算，或者拉伸。截断：600 个词元、512 行，留下最新的 512 个，第一个是原来的第 {kept} 个，现在位于位置 0；若做分类，保留开头往往更好。补算：凡是公式都能给出第 600 行，RoPE、ALiBi、T5 的分桶也都是公式。至于模型看不看得懂，那是另一回事：表的尽头见[第 4 章](~/learned-tables/#overflow)，尽头之外见[第 7 章](~/long-context/)。",
    }),
  ),
  more(
    "drown",
    {
      en: "Does adding positions destroy the words?",
      zh: "加上位置，会不会毁掉词义？",
    },
    paragraph({
      en: "A row of width 512 has length {rowNorm}; embeddings that begin at length 1 would be drowned. The paper multiplies them by √512, without saying why; that brings the two to about the same size. From then on they share the dimensions, and attention can tell them apart because the matrices in front of it are free to look along different directions. The four terms of a score are drawn in [positions inside a model](~/putting-them-in/#four-terms).",
      zh: "512 维的一行长度是 {rowNorm}；若词嵌入的长度从 1 起步，就会被淹没。论文把词嵌入乘以 √512，没有说明理由，但两者由此大小相当。此后两者共用各个维度，而注意力前面的矩阵可以朝不同的方向看，因此仍能分清。一个分数拆成的四项，见[位置在模型里](~/putting-them-in/#four-terms)。",
    }),
  ),
  more(
    "causal",
    {
      en: "Does a decoder need positions at all?",
      zh: "解码器还需要位置编码吗？",
    },
    paragraph({
      en: "Less than an encoder. The causal mask shows every position a different number of words, and models without any encoding have been trained. What the mask tells fades quickly, though; [chapter 1](~/why-position/#mask) counts how many positions remain distinct.",
      zh: "没有编码器那么需要。因果掩码让每个位置看到的词数不同，也确实有人训练过完全不加位置编码的模型。但掩码透露的信息很快就变弱，[第 1 章](~/why-position/#mask)数出了还能分清多少个位置。",
    }),
    source("haviv"),
  ),
  more(
    "rope-values",
    {
      en: "Does RoPE rotate the values, too?",
      zh: "RoPE 也旋转值向量吗？",
    },
    paragraph({
      en: "No, only queries and keys. The rotation exists to make q·k depend on the distance: for two vectors five apart, moved together from position 0 to 1000, the products before and after are {slide}. Values are averaged, and nothing would undo their rotation. [Chapter 6](~/rope/#slide) lets you slide them.",
      zh: "不，只旋转查询和键。旋转的目的是让 q·k 只取决于距离：相距 5 的两个向量一起从位置 0 移到 1000，内积先后是 {slide}。值要做加权平均，转了就没有什么能把它转回来。[第 6 章](~/rope/#slide)里可以亲手滑动。",
    }),
  ),
  more(
    "any-length",
    {
      en: "Are relative encodings good for any length?",
      zh: "相对位置编码适用于任意长度吗？",
    },
    paragraph({
      en: "They can be computed for any length. T5 has trained numbers for 32 buckets; all distances from {bucketEnd} on, in a decoder, share bucket {bucketLast} ([chapter 5](~/relative-positions/#t5)). Plain RoPE meets angles it never saw. ALiBi holds its perplexity best, because it hardly looks that far: it multiplies the weight of a key 1000 positions back by {flatFar} at most. A task that needs the far tokens is [lost that way](~/long-context/#trained).",
      zh: "任意长度都算得出来。但 T5 只为 32 个分桶训练过数值，解码器里距离从 {bucketEnd} 起全归第 {bucketLast} 桶（[第 5 章](~/relative-positions/#t5)）；原始的 RoPE 会遇到从未见过的角度；ALiBi 的困惑度保持得最好，因为它本来就不怎么看远处：对 1000 个位置之前的键，最多乘以 {flatFar}。任务若要用到远处词元，它[正因此失败](~/long-context/#trained)。",
    }),
  ),
  more(
    "padding",
    { en: "Do padding tokens take positions?", zh: "填充词元占位置吗？" },
    paragraph({
      en: "They should not. For a text padded on the left by two, the real tokens must begin at 0, and the padding must stay hidden by the mask: {leftPadded}, where −1 means no position. Counting with `arange` starts the text at position 2 instead, and a model with absolute positions notices such a shift.",
      zh: "不应该占。文本左侧填充两个词元时，真正的词元仍须从 0 数起，填充部分用掩码挡住：{leftPadded}，其中 −1 表示没有位置。若直接用 `arange`，文本就从位置 2 开始了，而使用绝对位置的模型对这种平移并非无动于衷。",
    }),
  ),
  more(
    "every-layer",
    {
      en: "Once at the bottom, or in every layer?",
      zh: "只在底层加一次，还是每层都加？",
    },
    paragraph({
      en: "Rows that are added enter once and travel upwards along the residual connections. RoPE and the biases act on scores, so they must act in every layer. The diagram in [positions inside a model](~/putting-them-in/#stacks) shows the first kind: rows enter at the bottom, once in each stack.",
      zh: "相加的行只在底层加一次，沿残差连接一路向上。RoPE 与各种偏置作用在分数上，所以每一层都要有。[位置在模型里](~/putting-them-in/#stacks)的结构图演示的是前一种：位置只在编码器、解码器的最底层各加一次。",
    }),
  ),
);
