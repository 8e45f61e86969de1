// <pe-rung-…>: the rungs that act where the score is made.
import { quantity } from "../../words/text.ts";
import { CLIP, D, HEADS } from "./codes.ts";
import { bold, rungFigure } from "./rung.ts";

export const relative = rungFigure({
  rung: "relative",
  about: ["offsets", "distinct"],
  inScores: true,
  name: { en: "Rung 6: a row per offset", zh: "第 6 级：每个偏移一行" },
  caption: {
    en: "In the matrix of scores every diagonal has one colour: a score depends on the offset and on nothing else. Among the rows, all offsets from 8 on share one, in either direction.",
    zh: "在分数矩阵里，每条对角线都是同一种颜色：分数只取决于偏移。在各行里，从 8 起的偏移共用一行，两个方向各一行。",
  },
  columns: { en: "dimension", zh: "维度" },
  finding({ state, model }) {
    const { distinct, offsets } = model.found;
    const all = 2 * state.seqLen - 1;
    return {
      en: `${all} offsets share ${bold(distinct.value)} rows, and the scores follow the offset alone (left over: ${bold(offsets.text)}): the first rung to see it directly.`,
      zh: `${all} 个偏移共用 ${bold(distinct.value)} 行，分数只随偏移而变（余下 ${bold(offsets.text)}）。到了这一级，偏移才第一次直接显现。`,
    };
  },
  code: ({
    seed,
  }) => `// Shaw et al. 2018: offsets beyond ±${CLIP} take the row at the end.
const keyTable = pe.embedding.learned({ maxLen: ${2 * CLIP + 1}, dModel: ${D}, seed: ${seed} });
const offsets = Array.from({ length: 2 * seqLen - 1 }, (_, k) => k - (seqLen - 1) + ${CLIP});
const rows = pe.embedding.lookup(keyTable, offsets, { overflow: "clamp" });`,
  scores:
    () => `const heads = ({ data }) => ({ data, shape: [seqLen, 1, ${D}] });
const [q, k] = [heads(project(x, 2)), heads(project(x, 3))];
const scores = pe.relative.shaw({ q, k, clip: ${CLIP}, keyTable }).scores.data;`,
});

export const alibi = rungFigure({
  rung: "alibi",
  about: ["offsets", "bounded"],
  inScores: true,
  name: { en: "Rung 7: a penalty per distance", zh: "第 7 级：按距离扣分" },
  caption: {
    en: "No table and no vector: each of eight heads subtracts its slope times the distance. The numbers grow without bound, which a softmax takes for “do not look there”.",
    zh: "没有表，也没有向量：八个头各自减去“斜率 × 距离”。这些数没有下界，而 softmax 只把它们理解为“别看那边”。",
  },
  columns: { en: "head", zh: "注意力头" },
  finding({ state, model }) {
    const { bounded, distinct } = model.found;
    return {
      en: `${HEADS} slopes tell all ${bold(distinct.value)} distances apart without a single learned number; at the far end the steepest head subtracts ${bold(bounded.value)}.`,
      zh: `${HEADS} 个斜率，不用学任何参数，就分清了全部 ${bold(distinct.value)} 种距离；在 ${state.seqLen} 个位置的最远处，最陡的头要减去 ${bold(bounded.value)}。`,
    };
  },
  code: () => `// A row for each distance, a column for each head.
const { data } = pe.bias.alibi({ numHeads: ${HEADS}, queryLen: 1, keyLen: seqLen });
const rows = {
  data: Float32Array.from({ length: seqLen * ${HEADS} }, (_, n) =>
    data[(n % ${HEADS}) * seqLen + seqLen - 1 - Math.floor(n / ${HEADS})]),
  shape: [seqLen, ${HEADS}],
};`,
  scores:
    () => `const content = pe.transformer.linear(project(x, 2), project(x, 3)).data;
const bias = pe.bias.alibi({ numHeads: ${HEADS}, queryLen: seqLen, keyLen: seqLen, symmetric: true });
// Of the steepest head.
const scores = content.map((score, n) => bias.data[n] + score);`,
});

export const rotary = rungFigure({
  rung: "rotary",
  about: ["offsets", "linear", "beyond"],
  inScores: true,
  name: { en: "Rung 8: rotations", zh: "第 8 级：旋转" },
  caption: {
    en: "The rows are those of rung 4, cosines first, but nothing is added: they turn queries and keys. Compare the matrix of scores with that of rung 4.",
    zh: "各行与第 4 级是同样的数，只是余弦在前；但它们不再相加，而是用来旋转查询和键。把分数矩阵与第 4 级的对照着看。",
  },
  columns: { en: "cosines, then sines", zh: "先余弦，后正弦" },
  finding({ model }) {
    const { offsets, unseen } = model.found;
    const share = quantity(100 * unseen, 2);
    return {
      en: `The waves of rung 4, and scores that see the distance alone (left over: ${bold(offsets.text)}). Past the table ${bold(`${share}%`)} of the numbers are still new.`,
      zh: `波与第 4 级相同，分数却只看距离（余下 ${bold(offsets.text)}）。不过表外的数仍有 ${bold(`${share}%`)} 是没见过的。`,
    };
  },
  code: () => `const frequencies = pe.rotary.frequencies({ headDim: ${D} });
const { cos, sin } = pe.rotary.tables({ frequencies, seqLen });
const rows = pe.embedding.concat(cos, sin);`,
  scores: () => `const turned = ({ data }) => ({
  data: pe.rotary.apply({ data, shape: [seqLen, 1, ${D}] }, { frequencies }).data,
  shape: [seqLen, ${D}],
});
const scores = pe.transformer.linear(turned(project(x, 2)), turned(project(x, 3))).data;`,
});
