// Sections on rotation: one pair, sliding, speeds.
import {
  aside,
  displayFormula,
  more,
  paragraph,
  quiz,
  source,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const wedgeSection = section(
  "wedge",
  { en: "The wedge that stays", zh: "不变的夹角" },
  paragraph({
    en: "Give two words of a sentence a hand each, one of the clocks of [chapter 3](~/sinusoids/), and slide the sentence ten positions on. Both hands turn. Where they point is new for both, so whatever a model learned about those directions is of no use. But they turn at the same speed, so both have turned by the same angle. The wedge between them is as wide as before. Only moving the words apart can change it.",
    zh: "给句子里的两个词各配一根指针（就是[第 3 章](~/sinusoids/)钟面上的针），再把整句向后移十个位置。两根针都转了，指向都是新的，模型原先学到的方向全用不上了。可是它们转速相同，转过的角度也就相同，两针之间的夹角与原来一样宽。要改变它，只能把两个词拉开或拉近。",
  }),
  paragraph({
    en: "That’s the thing to keep: it says *how far apart*, and it doesn’t say *where*. How do you get it into attention?",
    zh: "要留住的就是这个角：它说的是*隔多远*，而不是*在哪里*。怎样把它交给注意力呢？",
  }),
);

export const turnSection = section(
  "turn",
  { en: "Turn the word", zh: "转动这个词" },
  paragraph({
    en: "Look at what attention does with two words. It takes the query of one and the key of the other, two columns at a time, and multiplies them. For one [pair](term:pair) of columns, each is an arrow in the plane, and the product depends on nothing but the lengths of the two arrows and the angle between them.",
    zh: "看看注意力怎样对待两个词：取一个词的查询、另一个词的键，两列两列地相乘。就一个[维度对](term:pair)来说，查询和键各是平面上的一支箭，乘积只取决于两支箭的长度和它们的夹角。",
  }),
  paragraph({
    en: "Add a hand to each arrow, and you get two new arrows whose angle depends on where both hands point. The wedge is lost in the sum. So don’t add the hand. *Turn the arrow by it*: the word at position 3 by three steps, the word at position 7 by seven. Lengths stay as they are, and the angle between the arrows is now the angle the two words had anyway, plus the wedge. Slide the sentence and both arrows turn by the same amount; the score doesn’t move.",
    zh: "给每支箭加上一根针，得到两支新箭，夹角就取决于两根针各指向哪里，原来的夹角淹没在和里了。所以不要加，而是*按这根针把箭转过去*：位置 3 上的词转三步，位置 7 上的词转七步。长度不变；两支箭现在的夹角，就是两个词本来的夹角，加上两针的夹角。把句子移开，两支箭转过同样的角度，分数纹丝不动。",
  }),
  paragraph({
    en: "This is [rotary position embedding](term:rope), RoPE, which GPT-NeoX, PaLM, LLaMA and most open large models since have taken. As a formula, for a query at position m and a key at n that turn by θ a step:",
    zh: "这就是[旋转位置编码](term:rope)（RoPE），GPT-NeoX、PaLM、LLaMA 和此后的多数开源大模型用的都是它。查询在位置 m，键在位置 n，每步转 θ，写成公式就是：",
  }),
  displayFormula(
    String.raw`(R_m q) \cdot (R_n k) = q \cdot R_{n-m}\,k \qquad R_m = \begin{bmatrix} \cos m\theta & -\sin m\theta \\ \sin m\theta & \cos m\theta \end{bmatrix}`,
  ),
  source("roformer", { en: "section 3.2", zh: "第 3.2 节" }),
  aside({
    en: "The clocks of chapter 3 begin at twelve and run clockwise. These hands, as in the paper, begin on the right and run anticlockwise. Only the order of the two columns differs: there the sine stood first, here it is the cosine.",
    zh: "第 3 章的钟从十二点起，顺时针走；这里的指针与论文一致，从右边起，逆时针转。不同的只是两列的次序：那里正弦在前，这里余弦在前。",
  }),
  paragraph({
    en: "The left side treats every word by its absolute place, before query and key ever meet. The right side knows only the distance. That’s why engineers like it: it needs no extra table, and any attention kernel can be used as it is. When nothing *but* a rotation will do is [derived line by line](~/derivations/#rotation).",
    zh: "等式左边，每个词按自己的绝对位置处理，那时查询与键还没有相遇；等式右边，剩下的只有距离。工程师因此喜欢它：不需要额外的表，现成的注意力算子照用不误。何时*只有*旋转才行，见[逐行推导](~/derivations/#rotation)。",
  }),
  more(
    "complex",
    {
      en: "The same in complex numbers, and the direction of turning",
      zh: "用复数再写一遍，以及转动的方向",
    },
    paragraph({
      en: "In complex numbers a pair is one number $z = x + iy$, and turning it gives $z \\cdot e^{im\\theta}$. Matrix and complex form are the same arithmetic. Only the direction has to be agreed on: here, as in the paper, positive positions turn anticlockwise. A model can be trained with the other direction just as well, as long as queries and keys agree. But trained weights must run in the direction they were trained in: reversed, the score belongs to the offset m − n instead of n − m. It is the same rotation by which a [shift moves the sinusoids](~/what-waves-can-do/); there it was found in the table, here it is applied to the content.",
      zh: "写成复数，一对就是一个数 $z = x + iy$，旋转就是 $z \\cdot e^{im\\theta}$；矩阵形式与复数形式是同一种运算。要约定的只有方向：这里与论文一致，位置为正时逆时针转。训练时改用相反的方向也行，只要查询和键一致；但训练好的权重必须按原来的方向运行：方向一反，分数对应的就是偏移 m − n，而不是 n − m。[正弦编码平移](~/what-waves-can-do/)时做的正是同一种旋转：那里它藏在表中，这里直接作用于内容。",
    }),
  ),
);

export const slideSection = section(
  "slide",
  { en: "Added or turned", zh: "相加与旋转之别" },
  paragraph({
    en: "A real head has many pairs and a score sums over all of them. Compare with added [sinusoids](~/sinusoids/): there words x and y, each with its row p and p′, have the score (x + p)·(y + p′) of four terms, and two of them, content with position, depend on where the pair stands.",
    zh: "真正的头有许多对，分数是各对之和。拿它与相加的[正弦编码](~/sinusoids/)比较：那里词 x、y 各加上位置向量 p、p′，分数 (x + p)·(y + p′) 有四项，其中内容与位置相乘的两项，取决于这两个词元所处的位置。",
  }),
  widget("pe-rope-additive", "slide-both"),
  paragraph({
    en: "A model with added rows can learn to live with this, and many did. But it has to learn it for every place, while the straight line holds from the first step of training, at positions that no training text ever reached. It does *not* promise that the model makes good use of the value there. The line is flat at every distance, also at distances that training never showed.",
    zh: "相加的模型能学会适应，许多模型也确实学会了。但那要在每个位置上都学一遍；而这条直线从训练的第一步起就成立，在训练文本从未到过的位置上也成立。但它*不*保证模型在那里用得好。任何距离上它都是平的，包括训练中从未出现的距离。",
  }),
  more(
    "slide-check",
    { en: "Check yourself", zh: "自测" },
    quiz("values", {
      question: {
        en: "Queries and keys are turned. Should values be turned too, so that the output knows where each came from?",
        zh: "查询和键都转了。值要不要也转，好让输出知道各个值来自哪里？",
      },
      choices: [
        {
          text: { en: "Yes, or positions are lost", zh: "要，否则位置就丢了" },
          why: {
            en: "Positions act through the weights. Turned values would add up vectors in directions that depend on the absolute position, and the output would no longer be relative.",
            zh: "位置是通过权重起作用的。值若也转，相加的向量方向就随绝对位置变化，输出不再只与相对位置有关。",
          },
        },
        {
          text: { en: "No", zh: "不要" },
          right: true,
          why: {
            en: "The weights depend on offsets already. A sum of unturned values is the same wherever the text begins.",
            zh: "权重已经取决于偏移。不转的值加权求和，无论文本从哪里开始，结果都一样。",
          },
        },
      ],
    }),
  ),
);

export const speedsSection = section(
  "speeds",
  { en: "Every pair at its own speed", zh: "各对有各自的转速" },
  paragraph({
    en: "The speeds are [those of the sinusoids](~/sinusoids/#wavelengths): θ_{i} = base^{−2i/d}, with d the columns that turn in *one head*, not the width of the model. The first pair turns one radian per position and tells neighbours apart; the last hardly moves and can carry content.",
    zh: "转速[与正弦编码相同](~/sinusoids/#wavelengths)：θ_{i} = 底数^{−2i/d}，其中 d 是*一个头*里参与旋转的列数，不是模型的宽度。第一对每个位置转一弧度，用来分辨相邻位置；最后一对几乎不动，可以用来传递内容。",
  }),
  more(
    "partial-and-base",
    {
      en: "Two settings: partial rotation and the base",
      zh: "两项设置：部分旋转与底数",
    },
    paragraph({
      en: "Two settings change the speeds. A [partial rotation](term:partial-rotation) turns only the first columns and lets the rest pass, as GPT-J does with 64 of 256 and GPT-NeoX-20B with 24 of 96; the exponents then count over the turning columns. A larger [base](term:base) slows all pairs but the first: Llama 3 took 500 000, so that at length 8192 its slowest pair goes through 1/{llama3} of a turn.",
      zh: "有两个设置会改变转速。[部分旋转](term:partial-rotation)只转前面的若干列，其余原样通过：GPT-J 转 256 列中的 64 列，GPT-NeoX-20B 转 96 列中的 24 列；此时指数按参与旋转的列数计算。更大的[底数](term:base)使除第一对以外的各对都变慢：Llama 3 取 500 000，在长度 8192 之内，最慢的一对只转过一圈的 1/{llama3}。",
    }),
  ),
  paragraph({
    en: "Here’s the key to [the next chapter](~/long-context/). A pair whose wavelength is shorter than the training texts has shown the model all its angles; a slower one hasn’t. With width 128 and base 10000, {unfinished} of 64 pairs do not complete a turn in 4096 positions. A longer text brings them to angles that training never produced.",
    zh: "理解[下一章](~/long-context/)的关键就在这里。波长比训练文本短的维度对，所有角度模型都见过；更慢的没有。维数为 128、底数为 10000 时，64 对中有 {unfinished} 对在 4096 个位置内转不满一圈。文本一长，它们就会转到训练中从未出现的角度。",
  }),
);
