// Questions over the whole tutorial.
import { guess, list, paragraph, quiz } from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const reviewSection = section(
  "review",
  { en: "Do you know it now?", zh: "学会了吗？" },
  paragraph({
    en: "Having read the tutorial, you should be able to do five things. Each has a question below, and a sixth is about the whole.",
    zh: "读完本教程，应当做得到下面五件事。每件配一道题，外加一道总的。",
  }),
  list(
    [
      {
        en: "say why a Transformer needs positions",
        zh: "说明 Transformer 为什么需要位置信息",
      },
      {
        en: "compute the sinusoidal encoding",
        zh: "算出正弦位置编码",
      },
      {
        en: "tell fixed and learned encodings apart, and choose",
        zh: "区分固定与可学习的编码，并作出选择",
      },
      {
        en: "implement an encoding and test it",
        zh: "实现一种编码并加以测试",
      },
      {
        en: "say what happens on longer texts, and what can be done",
        zh: "说明文本变长时会发生什么、有哪些办法",
      },
    ],
    "ol",
  ),
  quiz("review-need", {
    question: {
      en: "All words of a sentence are shuffled; attention has no mask and no positions. What happens to the output of one word?",
      zh: "把一句话的词全部打乱；注意力没有掩码，也没有位置信息。其中一个词的输出会怎样？",
    },
    choices: [
      {
        text: { en: "It changes", zh: "会变" },
        why: {
          en: "It is an average over the same words with the same weights.",
          zh: "它是同样的词按同样的权重取的平均。",
        },
      },
      {
        text: {
          en: "It stays, and moves with its word",
          zh: "不变，只是跟着词换了位置",
        },
        right: true,
        why: {
          en: "Equivariance. Invariant is only what is taken over all words, such as a mean.",
          zh: "这就是置换等变；只有对所有词取平均之类的量才是不变的。",
        },
      },
      {
        text: {
          en: "It becomes that of another word",
          zh: "变成另一个词的输出",
        },
        why: {
          en: "Each output belongs to its query, and the query is made of the word.",
          zh: "输出属于各自的查询，而查询由词本身得来。",
        },
      },
    ],
  }),
  guess("review-compute", {
    question: {
      en: "Without a machine: how long is the shortest wave, in positions?",
      zh: "不用计算器：最短的波长是多少个位置？",
    },
    check: "questions/fastest",
    tolerance: 0.05,
    why: {
      en: "{value}, that is 2π: pair 0 moves by one radian per position, whatever the width and the base.",
      zh: "{value}，即 2π：第 0 对每个位置转一弧度，与维数和底数无关。",
    },
  }),
  quiz("review-choose", {
    question: {
      en: "A classifier for reviews of at most 200 words, with plenty of data. Which statement holds?",
      zh: "要给不超过 200 词的评论分类，数据充足。哪种说法成立？",
    },
    choices: [
      {
        text: {
          en: "Only a learned table will do",
          zh: "非用可学习的表不可",
        },
        why: {
          en: "In the experiment of 2017 the two were nearly equal.",
          zh: "2017 年的实验里，两者几乎不分高下。",
        },
      },
      {
        text: {
          en: "Sinusoids, since they are unique and learned rows are not",
          zh: "正弦编码，因为它的每一行唯一，而学出来的行不是",
        },
        why: {
          en: "Random rows are as distinct as one could wish.",
          zh: "随机的行也互不相同。",
        },
      },
      {
        text: {
          en: "Fixed or learned, both will do; the length never exceeds the table",
          zh: "固定的、可学习的都行；长度不会超出表",
        },
        right: true,
        why: {
          en: "Extrapolation, the great difference between encodings, is not asked for.",
          zh: "各种编码最大的差别在外推，而这里用不上。",
        },
      },
    ],
  }),
  quiz("review-test", {
    question: {
      en: "Your layer runs, its output has the right shape and the loss falls. What has been tested?",
      zh: "你写的层能运行，输出形状正确，损失在下降。这检验了什么？",
    },
    choices: [
      {
        text: {
          en: "Nothing about positions",
          zh: "关于位置，什么也没测到",
        },
        right: true,
        why: {
          en: "Move a token and check that its output changes; decode with a cache and check that it does not.",
          zh: "要把词元换个位置，看输出变不变；再用缓存加偏移，看输出是否不变。",
        },
      },
      {
        text: { en: "That positions work", zh: "位置编码有效" },
        why: {
          en: "A table that gives every token of a text the same row passes all three.",
          zh: "让一段文本的所有词元得到同一行的表，这三项也都能通过。",
        },
      },
      {
        text: { en: "That rows are unique", zh: "各行互不相同" },
        why: {
          en: "None of the three compares rows.",
          zh: "这三项都没有比较各行。",
        },
      },
    ],
  }),
  quiz("review-long", {
    question: {
      en: "Which claim follows from “the formula gives a row for every position”?",
      zh: "由“公式能给出任何位置的行”，可以推出什么？",
    },
    choices: [
      {
        text: {
          en: "The model can be used at any length",
          zh: "模型能用于任意长度",
        },
        why: {
          en: "Trained weights have met only the angles and distances of training. Measured quality falls soon after.",
          zh: "训练好的权重只见过训练时的角度和距离；实测效果在那之后很快下降。",
        },
      },
      {
        text: {
          en: "The row can be computed",
          zh: "行算得出来，仅此而已",
        },
        right: true,
        why: {
          en: "No more. Scaling, training on more lengths or another encoding are what helps.",
          zh: "真正有用的是缩放、用更多长度训练，或换一种编码。",
        },
      },
      {
        text: {
          en: "Quality falls slowly, as the waves are smooth",
          zh: "波是平滑的，所以效果会慢慢下降",
        },
        why: {
          en: "Smooth in the position, but the slow hands point where they never pointed before.",
          zh: "随位置确实平滑，但慢针指向了从未到过的方向。",
        },
      },
    ],
  }),
  quiz("review-whole", {
    question: {
      en: "Which of these is *not* a place at which positions can enter a Transformer?",
      zh: "下面哪一处*不能*让位置进入 Transformer？",
    },
    choices: [
      {
        text: { en: "Rows added to the embeddings", zh: "加到词嵌入上的行" },
        why: {
          en: "That is the first: sinusoids and learned tables.",
          zh: "这是第一处：正弦编码与可学习的表。",
        },
      },
      {
        text: { en: "A number added to each score", zh: "加到每个分数上的数" },
        why: { en: "T5 and ALiBi do so.", zh: "T5 与 ALiBi 就是这样。" },
      },
      {
        text: {
          en: "The feed-forward network’s weights, one set per position",
          zh: "前馈网络的权重，每个位置一套",
        },
        right: true,
        why: {
          en: "It is the same network at every position; that is what makes a Transformer fit any length.",
          zh: "每个位置用的是同一个前馈网络，Transformer 因此才能处理不同的长度。",
        },
      },
      {
        text: {
          en: "A rotation of queries and keys",
          zh: "查询和键的旋转",
        },
        why: { en: "That is RoPE.", zh: "这就是 RoPE。" },
      },
    ],
  }),
);
