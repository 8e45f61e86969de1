// Sections on the same words in another order.
import {
  guess,
  more,
  paragraph,
  quiz,
  source,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const orderSection = section(
  "same-words",
  { en: "The same words, another sentence", zh: "同样的词，另一句话" },
  paragraph({
    en: "Here is one head of [self-attention](term:self-attention) with random but fixed weights. It reads your sentence twice: as written, and in the order that you choose. In the first picture the words come without positions, in the second with them. Compare each word with itself: how much has its output changed because *others* have moved?",
    zh: "下面是一个[自注意力](term:self-attention)头，权重随机而固定。它把句子读两遍：一遍照原来的语序，一遍照你排的语序。一个矩阵没有位置信息，另一个有。每个词同自己比：只因*别的*词挪了地方，输出变了多少？",
  }),
  widget("pe-shuffle", "shuffle", { sync: "sentence" }),
  paragraph({
    en: "Compare “I love you” with “you love I”. Without positions no number of any output differs by more than {plain}, which is what float32 rounding leaves of zero; with positions added, the largest difference is {placed}. The first matrix is not empty: words do attend to each other. But the weight between two words is the same in both sentences, and so is everything computed from it.",
    zh: "拿“我爱你”和“你爱我”来比：没有位置信息时，任何一个输出分量的差都不超过 {plain}，也就是 float32 舍入之后的零；加上位置编码，最大的差是 {placed}。没有位置的矩阵并不空：词与词确实在互相关注。只是同样两个词之间的权重在两句话里完全一样，由它算出的一切也就完全一样。",
  }),
  more(
    "mirror",
    {
      en: "A distance without a direction: the zeros of ALiBi",
      zh: "只有距离、没有方向：ALiBi 的零",
    },
    paragraph({
      en: "Not every kind of position helps. [ALiBi](term:alibi) subtracts a multiple of the *distance* between two words, and for “I love you” and its reverse the means differ by {mirrored}. A mirror image keeps every distance, so a model that knows distances but not directions cannot tell the two apart. Decoders with [ALiBi](term:alibi) are safe, because their causal mask supplies the direction. An encoder with a symmetric bias is not.",
      zh: "位置也不是有就行。[ALiBi](term:alibi) 按两个词的*距离*扣分，“我爱你”与它的倒序，两个平均只差 {mirrored}。镜像不改变任何距离，所以只知道距离、不知道方向，就分不清这两句话。用 [ALiBi](term:alibi) 的解码器不受影响，因为因果掩码已经给出方向；若要在编码器里用对称的偏置，就得记住这一点。",
    }),
  ),
);

export const equivarianceSection = section(
  "equivariance",
  { en: "Equivariant, not invariant", zh: "等变，而非不变" },
  paragraph({
    en: "Many texts say that attention gives *the same result* for every order. That goes too far. Swap A and B, and the weight matrix does change: rows A and B swap places, and so do the columns. Write P for the swap and $A$ for the matrix; then the new matrix is $PAP^{\\top}$, and the outputs are P times the old ones. Something that moves along with its input is called [equivariant](term:permutation-equivariance).",
    zh: "不少文章说，无论怎样排列，注意力的*结果都相同*。这话说过了头。交换 A 和 B，权重矩阵是会变的：两行互换，两列也互换。记交换为 P、原矩阵为 $A$，新矩阵就是 $PAP^{\\top}$，输出则是原输出乘以 P。这种随输入一起搬动的性质，叫做[置换等变](term:permutation-equivariance)。",
  }),
  widget("pe-permute", "permute"),
  paragraph({
    en: "*Invariant* would mean that nothing changes at all. That holds in two cases: for the output of one fixed query over a set of keys, and for anything that treats all outputs alike, such as their sum, mean or maximum; see the last line of the table. The difference matters in practice. A classifier that averages all outputs is blind to order; a tagger that labels each word is not confused about *which* word it labels, but it gives “dog” the same label in subject and in object position.",
    zh: "“不变”是指什么都不变，只在两类情形下成立：一个固定的查询面对一组键时的输出，以及对全部输出一视同仁的量，如总和、平均、最大值（见表中最后一行）。这一区别在实践中很要紧。对全部输出取平均的分类器完全看不到语序；逐词打标签的模型不会弄错*是哪个词*，但“狗”作主语和作宾语时，它给的标签一模一样。",
  }),
  more(
    "equivariance-check",
    { en: "Check yourself", zh: "自测" },
    quiz("which-one", {
      question: {
        en: "You delete the positional encoding from a BERT-like encoder and reverse its input. What happens to the vector at the token [CLS], which has moved from the first to the last place?",
        zh: "把类似 BERT 的编码器的位置编码去掉，再把输入倒过来。[CLS] 词元从最前移到了最后，它的输出向量会怎样？",
      },
      choices: [
        {
          text: {
            en: "It is the vector of whatever word now stands first",
            zh: "变成现在排在第一位的那个词的向量",
          },
          why: {
            en: "That would be so if outputs stayed with places. They go with the words.",
            zh: "假如输出是跟着位置走的，那倒是如此。但输出是跟着词走的。",
          },
        },
        {
          text: {
            en: "It changes, because all words have moved",
            zh: "会变，因为所有的词都挪了位置",
          },
          why: {
            en: "Nothing in the model reads where a word stands once the encoding is gone.",
            zh: "去掉编码之后，模型里没有任何地方读取词的位置。",
          },
        },
        {
          text: { en: "It is unchanged", zh: "不变" },
          right: true,
          why: {
            en: "Equivariance: the outputs move with their tokens. The query of [CLS] meets the same set of keys and values, in another order, and a sum has no order. All layers of the encoder share this property.",
            zh: "这就是等变：输出随词元一起移动。[CLS] 的查询面对的还是同一组键和值，只是排列不同，而求和不分先后。编码器的每一层都有这个性质。",
          },
        },
      ],
    }),
  ),
);

export const maskSection = section(
  "mask",
  { en: "A mask that counts", zh: "会计数的掩码" },
  paragraph({
    en: "Language models that write from left to right add a [causal mask](term:causal-mask): no position sees a later one. Switch it on in the figure about your sentence and the first picture changes too; for “I love you” reversed the difference rises from {plain} to {causal}. The mask is applied by place, not by content, so the symmetry is gone, with no encoding at all.",
    zh: "从左往右生成的语言模型要加[因果掩码](term:causal-mask)：每个位置看不到它后面的位置。在上面那张图里打开它，没有位置的也变了：“我爱你”倒过来，差从 {plain} 升到 {causal}。掩码认的是位置而不是内容，所以不加任何编码，对称也已被打破。",
  }),
  more(
    "mask-tells",
    { en: "How much does a mask tell?", zh: "掩码究竟透露多少？" },
    paragraph({
      en: "Take a head that attends to everything equally, and give the first token the value 1 and all others 0. At position p the head averages p + 1 values, one of them 1: its output is 1/(p + 1). The next layer can read the position off. Models without any positional encoding, called [NoPE](term:nope), rely on this.",
      zh: "取一个对谁都一视同仁的注意力头，第一个词元的值设为 1，其余设为 0。在位置 p，它对 p + 1 个值取平均，其中一个是 1，输出就是 1/(p + 1)，下一层便能由此读出位置。完全不加位置编码的模型（[NoPE](term:nope)）靠的正是这一点。",
    }),
    widget("pe-counting", "counting"),
    source("nope"),
    source("haviv"),
    guess("bf16", {
      question: {
        en: "The curve flattens: 1/1000 and 1/1001 are close. Of 1024 positions, how many different outputs are left when they are stored in bfloat16, the format in which many models run?",
        zh: "曲线越往后越平：1/1000 与 1/1001 相差无几。许多模型以 bfloat16 运行；1024 个位置的输出存成这种格式后，还剩多少个不同的值？",
      },
      check: "order/counted-bf16",
      tolerance: 0.1,
      why: {
        en: "{value}. Far from the start, neighbours share a number. Nobody would choose an encoding that fades like this, but it is there, and Haviv and others (2022) found decoders trained without any encoding to be competitive with the usual ones, while a masked model like BERT, without a causal mask, did not converge.",
        zh: "{value} 个。越往后，相邻位置越容易落到同一个数上。这样逐渐模糊的计数，谁也不会选来当编码；但它确实存在。Haviv 等人（2022）发现，完全不加位置编码的解码器与通常的模型不相上下，而 BERT 那样没有因果掩码的模型则训练不收敛。",
      },
    }),
  ),
);
