// The lecture that each figure is for, in teaching order, and the question it
// answers, in plain words: what the gallery lists. A figure that is missing here
// stops the build.
import type { Text } from "../words/text.ts";

/** Figures of one lecture. */
export interface Lecture {
  readonly id: string;
  readonly name: Text;
  /** Tag → the question that the figure answers. */
  readonly figures: Readonly<Record<`pe-${string}`, Text>>;
}

export const lectures: readonly Lecture[] = [
  {
    id: "why",
    name: { en: "Why position", zh: "为什么需要位置" },
    figures: {
      "pe-shuffle": {
        en: "What does attention notice when you reorder the words?",
        zh: "打乱词序，注意力看得出来吗？",
      },
      "pe-trained-attention": {
        en: "Does a trained model know who bit whom?",
        zh: "训练好的模型分得清谁咬了谁吗？",
      },
      "pe-negation": {
        en: "Which word does “not” negate?",
        zh: "“不”否定的是哪个词？",
      },
      "pe-permute": {
        en: "Where do the numbers go when you permute the tokens?",
        zh: "交换词元之后，那些数去了哪里？",
      },
      "pe-chain": {
        en: "How does a recurrent network get word order for free?",
        zh: "循环网络为什么天生知道词序？",
      },
      "pe-apart": {
        en: "How far apart are two words that belong together?",
        zh: "一句话里互相关联的两个词隔了多远？",
      },
      "pe-counting": {
        en: "Can a causal mask alone tell the position?",
        zh: "只靠因果掩码，能知道位置吗？",
      },
      "pe-conv-edge": {
        en: "Does a convolution know where it is?",
        zh: "卷积知道自己在什么位置吗？",
      },
      "pe-ladder": {
        en: "Which simple ideas for a position fail, and why?",
        zh: "哪些简单的位置编码行不通，为什么？",
      },
      "pe-rung-number": {
        en: "Why not just number the words?",
        zh: "为什么不直接给词编号？",
      },
      "pe-rung-digits": {
        en: "What’s wrong with binary digits, and what do waves fix?",
        zh: "二进制位有什么问题，波又解决了什么？",
      },
    },
  },
  {
    id: "sinusoids",
    name: { en: "Sinusoids", zh: "正弦编码" },
    figures: {
      "pe-heatmap": {
        en: "What does the whole table look like?",
        zh: "整张编码表是什么样子？",
      },
      "pe-formula": {
        en: "Which number does what in the formula?",
        zh: "公式里的每个数起什么作用？",
      },
      "pe-clock": {
        en: "How is the encoding like the hands of a clock?",
        zh: "编码为什么像时钟的指针？",
      },
      "pe-waves": {
        en: "What does one dimension do along the text?",
        zh: "沿着文本看，一个维度怎样变化？",
      },
      "pe-circle": {
        en: "Why does it take a sine and a cosine?",
        zh: "为什么正弦和余弦要成对出现？",
      },
      "pe-wavelengths": {
        en: "How long are the waves, and where does 10000 come in?",
        zh: "各个波有多长？10000 起什么作用？",
      },
      "pe-playground": {
        en: "How do table, waves and clock hands fit together?",
        zh: "编码表、波和指针怎样对应？",
      },
      "pe-checker": {
        en: "Does this table follow the formula?",
        zh: "这张表符合公式吗？",
      },
      "pe-shift": {
        en: "Why is moving k places on a rotation?",
        zh: "为什么向后平移 k 个位置等于一次旋转？",
      },
      "pe-addition": {
        en: "How do you prove that a shift is a rotation?",
        zh: "怎样用加法定理证明平移就是旋转？",
      },
      "pe-products": {
        en: "Why does the dot product depend on the distance alone?",
        zh: "为什么点积只取决于距离？",
      },
      "pe-similarity": {
        en: "Which rows are alike?",
        zh: "哪些行彼此相似？",
      },
      "pe-fading": {
        en: "Why does a sum of waves fade out?",
        zh: "许多波相加，为什么会衰减？",
      },
      "pe-repeats": {
        en: "Do distant rows ever look the same?",
        zh: "相距很远的行会不会几乎一样？",
      },
      "pe-grid-positions": {
        en: "How do you encode a position in an image?",
        zh: "图像里的位置怎样编码？",
      },
      "pe-log-steps": {
        en: "What if positions are spaced logarithmically?",
        zh: "位置按对数排列会怎样？",
      },
      "pe-document-ruler": {
        en: "Can you encode paragraph, sentence and word at once?",
        zh: "能同时编码段落、句子和词的位置吗？",
      },
    },
  },
  {
    id: "tables",
    name: {
      en: "Learned tables and the way in",
      zh: "可学习的表与加入方式",
    },
    figures: {
      "pe-lookup": {
        en: "What does the model see: word plus position?",
        zh: "模型看到的“词加位置”是什么？",
      },
      "pe-fusion": {
        en: "Should you add the position or append it?",
        zh: "位置该相加，还是拼接？",
      },
      "pe-scaling": {
        en: "Is the position louder than the word?",
        zh: "位置会不会盖过词本身？",
      },
      "pe-layers": {
        en: "Where do positions enter an encoder and a decoder?",
        zh: "位置在编码器和解码器的哪里加入？",
      },
      "pe-overflow": {
        en: "What happens one token past the end of the table?",
        zh: "文本比表长出一个词元会怎样？",
      },
      "pe-stretch-table": {
        en: "Can you stretch a learned table to longer texts?",
        zh: "学好的表能拉长来用吗？",
      },
      "pe-hybrid-columns": {
        en: "Can part of the table be fixed and part learned?",
        zh: "能不能一部分列固定、一部分列学习？",
      },
    },
  },
  {
    id: "relative",
    name: { en: "Relative positions", zh: "相对位置" },
    figures: {
      "pe-offsets": {
        en: "Which row belongs to which pair of tokens?",
        zh: "一对词元该查哪一行？",
      },
      "pe-shaw": {
        en: "What do relative vectors add to the scores?",
        zh: "相对向量给分数加了什么？",
      },
      "pe-logit-terms": {
        en: "Which four terms make up a score?",
        zh: "一个注意力分数由哪四项组成？",
      },
      "pe-score-forms": {
        en: "Where can the relative term go in a score?",
        zh: "相对项可以放在分数的哪里？",
      },
      "pe-shift-trick": {
        en: "How does Transformer-XL shift without copying rows?",
        zh: "Transformer-XL 怎样不逐行计算就完成移位？",
      },
      "pe-buckets": {
        en: "How does T5 group distances into buckets?",
        zh: "T5 怎样把距离分桶？",
      },
      "pe-alibi": {
        en: "How does ALiBi penalise distance?",
        zh: "ALiBi 怎样惩罚距离？",
      },
      "pe-bias-curves": {
        en: "How do ALiBi, KERPLE and FIRE differ?",
        zh: "ALiBi、KERPLE 和 FIRE 有什么不同？",
      },
      "pe-distance-profile": {
        en: "How does attention spread over the distance?",
        zh: "注意力怎样随距离分布？",
      },
      "pe-counted-positions": {
        en: "Can the model count words instead of tokens?",
        zh: "模型能不能自己决定数什么？",
      },
    },
  },
  {
    id: "rotary",
    name: { en: "Rotary (RoPE)", zh: "旋转位置编码（RoPE）" },
    figures: {
      "pe-rope": {
        en: "How does RoPE get from turned pairs to a score?",
        zh: "RoPE 怎样从旋转的维度对得到分数？",
      },
      "pe-rope-additive": {
        en: "What does turning give you that adding doesn’t?",
        zh: "旋转比相加好在哪里？",
      },
      "pe-rotary-layout": {
        en: "Which columns form a pair: neighbours or halves?",
        zh: "哪两列成对：相邻两列，还是前后两半？",
      },
      "pe-rope-plane": {
        en: "How do you rotate with two coordinates?",
        zh: "有两个坐标时怎样旋转？",
      },
      "pe-key-shift": {
        en: "Can you renumber keys that are already cached?",
        zh: "缓存里的键还能重新编号吗？",
      },
    },
  },
  {
    id: "long",
    name: { en: "Long context", zh: "长上下文" },
    figures: {
      "pe-too-long": {
        en: "What can you do with a text that’s too long?",
        zh: "文本太长时有哪些办法？",
      },
      "pe-unseen-angles": {
        en: "Which angles has training never shown?",
        zh: "哪些角度训练时没见过？",
      },
      "pe-scalings": {
        en: "How do PI, NTK, YaRN and Llama 3 rescale RoPE?",
        zh: "PI、NTK、YaRN 和 Llama 3 怎样缩放 RoPE？",
      },
      "pe-config": {
        en: "What does this config.json do to the positions?",
        zh: "这份 config.json 对位置做了什么？",
      },
      "pe-kept-offsets": {
        en: "Which offsets does a head see under each rule?",
        zh: "各种规则下，一个头会遇到哪些偏移？",
      },
      "pe-number-wheels": {
        en: "How is extending RoPE like adding digits to a number?",
        zh: "扩展 RoPE 为什么像给数字添位？",
      },
      "pe-cliff": {
        en: "Why does a model fail right past its training length?",
        zh: "为什么一超过训练长度就出错？",
      },
      "pe-attention-entropy": {
        en: "Why does attention blur as the text grows?",
        zh: "文本变长时，注意力为什么会变散？",
      },
      "pe-context-cost": {
        en: "How much memory does a long context take?",
        zh: "长上下文要占多少内存？",
      },
      "pe-model-lengths": {
        en: "How long are the contexts of published models?",
        zh: "已发布的模型支持多长的上下文？",
      },
      "pe-precision": {
        en: "Is float16 good enough for large positions?",
        zh: "位置很大时，float16 够用吗？",
      },
    },
  },
  {
    id: "training",
    name: { en: "Training", zh: "训练" },
    figures: {
      "pe-train": {
        en: "Which encodings still work on longer texts?",
        zh: "短文本上训练，哪些编码在长文本上还管用？",
      },
      "pe-own-text": {
        en: "What does a small model learn from your own text?",
        zh: "小模型能从你的文本里学到什么？",
      },
      "pe-design": {
        en: "Can you design a better encoding?",
        zh: "你能设计出更好的编码吗？",
      },
      "pe-train-table": {
        en: "How does a learned table take shape?",
        zh: "可学习的表是怎样成形的？",
      },
      "pe-learned-rows": {
        en: "What has a trained table learned, row by row?",
        zh: "训练好的表，每一行学到了什么？",
      },
    },
  },
  {
    id: "code",
    name: { en: "Code", zh: "代码" },
    figures: {
      "pe-log-space": {
        en: "Should you take a power, or exp of a logarithm?",
        zh: "直接求幂，还是先取对数再取指数？",
      },
      "pe-holders": {
        en: "Where do you keep the table: buffer or parameter?",
        zh: "编码表该不该存成可训练的参数？",
      },
      "pe-decoding": {
        en: "Which position does the next token get with a cache?",
        zh: "有缓存时，新词元该用哪个位置？",
      },
    },
  },
  {
    id: "choosing",
    name: { en: "Choosing an encoding", zh: "选择编码" },
    figures: {
      "pe-comparison": {
        en: "Which encodings are there, and how do they differ?",
        zh: "有哪些编码，各有什么不同？",
      },
      "pe-decision": {
        en: "Which encoding should I use?",
        zh: "我该用哪种编码？",
      },
      "pe-timeline": {
        en: "Which encoding came when, and which models use it?",
        zh: "各种编码何时出现，哪些模型在用？",
      },
    },
  },
];

/** The lecture of a figure, and its question there. */
export function lectureOf(tag: string): { lecture: string; question: Text } {
  for (const { id, figures } of lectures) {
    const question = figures[tag as `pe-${string}`];
    if (question) return { lecture: id, question };
  }
  throw new Error(
    `web/widgets/figures/lectures.ts: <${tag}> has no lecture and no question there`,
  );
}
