import type { Claim } from "../types.ts";

/** Document 2, section 4: claims 002-19 to 002-27. */
export const introductionSection4: readonly Claim[] = [
  {
    id: "002-19",
    section: { en: "§ 4.1", zh: "第 4.1 节" },
    kind: "numeric",
    verdict: "false",
    claim: {
      en: "At position 0 the vector for d = 4 is all zeros.",
      zh: "d = 4 时位置 0 的向量全为零。",
    },
    correct: {
      en: "It is [0, 1, 0, 1]: sin 0 = 0 and cos 0 = 1.",
      zh: "应为 [0, 1, 0, 1]，因为 sin 0 = 0，cos 0 = 1。",
    },
    evidence: {
      en: "The printed row has two of four numbers right and squared norm 0, where every row has 2.",
      zh: "印出的一行四个数对了两个，模平方为 0，而每一行都应为 2。",
    },
  },
  {
    id: "002-20",
    section: { en: "§ 4.1", zh: "第 4.1 节" },
    kind: "numeric",
    verdict: "false",
    claim: {
      en: "At position 1 the vector is [0.8415, 0.1804, 0.9093, 0.4121].",
      zh: "位置 1 的向量为 [0.8415, 0.1804, 0.9093, 0.4121]。",
    },
    correct: {
      en: "It is [0.8415, 0.5403, 0.0100, 1.0000].",
      zh: "应为 [0.8415, 0.5403, 0.0100, 1.0000]。",
    },
    evidence: {
      en: "Only the first number is right; the printed pairs have lengths 0.861 and 0.998 instead of 1.",
      zh: "只有第一个数正确；印出的两对长度为 0.861 与 0.998，应为 1。",
    },
  },
  {
    id: "002-21",
    section: { en: "§ 4.1", zh: "第 4.1 节" },
    kind: "numeric",
    verdict: "false",
    claim: {
      en: "At position 2 the vector is [0.9093, 0.5918, 0.4121, 0.9399].",
      zh: "位置 2 的向量为 [0.9093, 0.5918, 0.4121, 0.9399]。",
    },
    correct: {
      en: "It is [0.9093, −0.4161, 0.0200, 0.9998].",
      zh: "应为 [0.9093, −0.4161, 0.0200, 0.9998]。",
    },
    evidence: {
      en: "Only the first number is right; the printed pairs have lengths 1.085 and 1.026.",
      zh: "只有第一个数正确；印出的两对长度为 1.085 与 1.026。",
    },
  },
  {
    id: "002-22",
    section: { en: "§ 4.1", zh: "第 4.1 节" },
    kind: "numeric",
    verdict: "false",
    claim: {
      en: "At position 3 the vector is [0.1411, 0.9808, 0.7388, 0.9954].",
      zh: "位置 3 的向量为 [0.1411, 0.9808, 0.7388, 0.9954]。",
    },
    correct: {
      en: "It is [0.1411, −0.9900, 0.0300, 0.9996].",
      zh: "应为 [0.1411, −0.9900, 0.0300, 0.9996]。",
    },
    evidence: {
      en: "Only the first number is right; the second has lost even its sign.",
      zh: "只有第一个数正确；第二个数连负号也丢了。",
    },
  },
  {
    id: "002-23",
    section: { en: "§ 4.1", zh: "第 4.1 节" },
    kind: "numeric",
    verdict: "false",
    claim: {
      en: "At position 4 the vector is [0.6570, 0.9572, 0.9828, 0.5366].",
      zh: "位置 4 的向量为 [0.6570, 0.9572, 0.9828, 0.5366]。",
    },
    correct: {
      en: "It is [−0.7568, −0.6536, 0.0400, 0.9992].",
      zh: "应为 [−0.7568, −0.6536, 0.0400, 0.9992]。",
    },
    evidence: {
      en: "No number is right; 0.6570 is sin 7.",
      zh: "没有一个数正确；0.6570 是 sin 7。",
    },
  },
  {
    id: "002-24",
    section: { en: "§ 4.1", zh: "第 4.1 节" },
    kind: "numeric",
    verdict: "false",
    claim: {
      en: "The five-row table is produced by the formula above it.",
      zh: "五行示例表由它上面的公式算出。",
    },
    correct: {
      en: "Only 5 of its 20 entries agree to four decimals (components 0 and 2 of row 0, component 0 of rows 1 to 3), and none is negative, where four should be.",
      zh: "20 个数里只有 5 个对得上四位小数（第 0 行的第 0、2 分量，第 1 至 3 行的第 0 分量），而且没有一个负数，实际应有四个。",
    },
    evidence: {
      en: "The largest error is 1.971 (row 3, component 1). The four negative numbers are cos 2, cos 3, sin 4 and cos 4.",
      zh: "最大误差为 1.971（第 3 行第 1 分量）。四个负数是 cos 2、cos 3、sin 4、cos 4。",
    },
  },
  {
    id: "002-25",
    section: { en: "§ 4.1", zh: "第 4.1 节" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "The vectors show a certain periodicity and increase.",
      zh: "这些向量呈现周期性和递增性。",
    },
    correct: {
      en: "Each coordinate is periodic, and none increases for good. Slow coordinates only look increasing, within a quarter of their wavelength.",
      zh: "每个坐标都是周期的，没有哪个一直递增；慢坐标只是在四分之一波长之内看似递增。",
    },
    evidence: {
      en: "At d = 4, column 0 runs 0, 0.8415, 0.9093, 0.1411, −0.7568; column 2 rises up to position 157, a quarter of its 628.3.",
      zh: "d = 4 时，第 0 列为 0、0.8415、0.9093、0.1411、−0.7568；第 2 列升到位置 157 为止，即周期 628.3 的四分之一。",
    },
  },
  {
    id: "002-26",
    section: { en: "§ 4.2", zh: "第 4.2 节" },
    kind: "numeric",
    verdict: "true-with-conditions",
    claim: {
      en: "For three tokens, the pair (1, 3) uses the row of offset +2, (0.1, −0.2, −0.3).",
      zh: "三个词元时，(1, 3) 这一对取偏移 +2 的行 (0.1, −0.2, −0.3)。",
    },
    correct: {
      en: "Right if the offset is j − i (key minus query), as in T5 and Shaw; DeBERTa and ALiBi count i − j. The example table is antisymmetric, so the wrong sign would flip the vector.",
      zh: "偏移取 j − i（键减查询）时正确，T5 与 Shaw 如此；DeBERTa、ALiBi 取 i − j。示例表是反对称的，符号弄反，向量就变号。",
    },
    evidence: {
      en: "3 − 1 = 2. Rows k and −k of the table are opposite, and row 0 is zero.",
      zh: "3 − 1 = 2。表中 k 行与 −k 行互为相反数，0 行为零。",
    },
    sources: [{ work: "shaw" }, { work: "debertaCode" }],
  },
  {
    id: "002-27",
    section: { en: "§ 4.2", zh: "第 4.2 节" },
    kind: "property",
    verdict: "true",
    claim: {
      en: "Relative encoding is widely used in Transformer variants.",
      zh: "不少 Transformer 变体都采用了相对位置编码。",
    },
    correct: {
      en: "Correct; and a rotation makes a score depend on the offset, too. With it the statement holds of nearly all large language models since 2022.",
      zh: "正确；旋转也让分数只取决于偏移，把它算进去，2022 年以来的大语言模型几乎无一例外。",
    },
    evidence: {
      en: "Shaw et al. (2018), Transformer-XL (2019), T5 (2019), DeBERTa (2020), ALiBi (2021).",
      zh: "Shaw 等（2018）、Transformer-XL（2019）、T5（2019）、DeBERTa（2020）、ALiBi（2021）。",
    },
    ground: "paper",
    sources: [
      { work: "shaw" },
      { work: "transformerXl" },
      { work: "t5" },
      { work: "deberta" },
      { work: "alibi" },
    ],
  },
];
