// Claims about what lies beyond the trained length, and beyond a table's end.
import * as pe from "posenc";
import {
  always,
  type Check,
  type Checks,
  core,
  difference,
  mean,
  near,
  num,
  random,
  refused,
  row,
  suggests,
  tensor,
  upTo,
  waves,
} from "./kit.ts";
import { cliff, holding } from "./trained-runs.ts";

/**
 * Pairs of sinusoids that training to `trainLen` shows only part of: the pairs
 * of an additive encoding turn as those of a rotary one of the same width.
 */
const unseen = (headDim: number, trainLen: number, testLen: number) =>
  pe.analysisCoverage({ headDim, trainLen, testLen });

const extrapolation: Check = (own) => {
  const far = row(waves([1_000_000], 512), 0);
  const norm = far.reduce((sum, x) => sum + x * x, 0);
  const { pairs, unseen: count, complete } = unseen(512, 512, 1024);
  return {
    expected: {
      en: "nothing new beyond the trained length",
      zh: "超出训练长度也没有新情况",
    },
    found: {
      en: `${count} of ${pairs.length} pairs meet new angles`,
      zh: `${pairs.length} 对中有 ${count} 对遇到新角度`,
    },
    parts: [
      core(
        Math.abs(norm - 256) < 1e-3,
        `the vector exists anywhere: row 1 000 000 at d = 512 has squared norm ${num(norm, 5)}, as every row`,
        `向量处处都有：d = 512 的第 1 000 000 行，模平方为 ${num(norm, 5)}，与其他行一样`,
      ),
      suggests(
        count === 0,
        `but trained on 512 positions, only ${complete} of ${pairs.length} pairs complete a turn; from 512 to 1024 the other ${count} take values never seen`,
        `但以 512 个位置训练时，${pairs.length} 对中只有 ${complete} 对转满一圈；在 512 至 1024 之间，其余 ${count} 对都会取到没见过的值`,
      ),
      holding("suggests", "sinusoidal", own),
    ],
  };
};

const ropeExtrapolation: Check = (own) => {
  const [headDim, trainLen, testLen] = [128, 2048, 8192];
  const plain = unseen(headDim, trainLen, testLen);
  const scaled = pe.analysisCoverage({
    headDim,
    trainLen,
    testLen,
    scaling: { type: "linear", factor: testLen / trainLen },
  });
  const degrees = (x: number) => (x * 180) / Math.PI;
  return {
    expected: { en: "no new angles", zh: "没有新角度" },
    found: {
      en: `${plain.unseen} of ${plain.pairs.length} pairs meet new angles`,
      zh: `${plain.pairs.length} 对中有 ${plain.unseen} 对遇到新角度`,
    },
    parts: [
      core(
        plain.unseen === 0,
        `head width 128, trained on 2048, tested on 8192: ${plain.unseen} of ${plain.pairs.length} pairs turn to angles never seen, by up to ${num(degrees(plain.maxUnseenAngle), 3)}°; with positions divided by 4, by at most ${num(degrees(scaled.maxUnseenAngle), 2)}°`,
        `每头 128 维，训练 2048，测试 8192：${plain.pairs.length} 对中有 ${plain.unseen} 对转到没见过的角度，最多 ${num(degrees(plain.maxUnseenAngle), 3)}°；位置除以 4 后，最多只有 ${num(degrees(scaled.maxUnseenAngle), 2)}°`,
      ),
      holding("core", "rope", own),
    ],
  };
};

/** Adding a table of 5000 rows to 6000 tokens. */
function tooLong(d = 8): string | null {
  const tokens = random(6000, d);
  const table = waves(5000, d);
  return refused(() => pe.embeddingAdd(tokens, table));
}

const batchOf = (...shape: readonly [number, number, number]) => {
  const [b, t, d] = shape;
  return tensor([...random(b * t, d).data], b, t, d);
};

export const lengths: Checks = {
  "000-09": extrapolation,

  "001-09": extrapolation,

  "003-01": extrapolation,

  "000-33": extrapolation,

  "001-27": ropeExtrapolation,

  "004-17": ropeExtrapolation,

  "004-11": () => {
    const it = extrapolation();
    const message = tooLong();
    return {
      ...it,
      parts: [
        ...it.parts,
        suggests(
          message === null,
          "a fixed table refuses: 6000 tokens and 5000 rows cannot be added",
          "固定的表会拒绝：6000 个词元与 5000 行无法相加",
        ),
      ],
    };
  },

  "003-16": () => {
    const message = tooLong();
    const rebuilt = refused(() =>
      pe.embeddingAdd(random(6000, 8), waves(6000, 8)),
    );
    return {
      expected: { en: "6000 tokens are processed", zh: "能处理 6000 个词元" },
      found: message === null ? "6000" : { en: "refused", zh: "被拒绝" },
      parts: [
        core(
          message === null,
          `6000 tokens + 5000 rows: ${message ?? "accepted"}; after computing 6000 rows it ${rebuilt === null ? "works" : "fails as well"}`,
          `6000 个词元加 5000 行：${message === null ? "可行" : "报错"}；重新生成 6000 行之后则${rebuilt === null ? "可行" : "仍报错"}`,
        ),
      ],
    };
  },

  "003-10": () => {
    const x = batchOf(2, 20, 16);
    const rows = waves(20, 16);
    const sum = pe.embeddingAdd(x, rows);
    const error = difference(
      sum.data,
      x.data && Array.from(x.data, (v, i) => v + (rows.data[i % 320] ?? NaN)),
    );
    const message = tooLong();
    return {
      expected: { en: "rows are added to each sequence", zh: "逐个序列相加" },
      found: {
        en: `right ${upTo(error)}, but not past the table`,
        zh: `误差 ${num(error, 2)}，但超出表长就不行`,
      },
      parts: [
        core(
          error < 1e-6,
          `[2, 20, 16] + [20, 16]: each of the two sequences gets the same rows, ${upTo(error)}`,
          `[2, 20, 16] + [20, 16]：两个序列加上同样的行，误差 ${num(error, 2)}`,
        ),
        always(
          message === null,
          "6000 tokens on a table of 5000 rows are refused",
          "表有 5000 行，输入 6000 个词元则报错",
        ),
      ],
    };
  },

  "003-29": () => {
    const tokens = tensor(
      Array.from({ length: 6000 }, (_, t) => t),
      6000,
      1,
    );
    const last = pe.embeddingFit(tokens, 5000, { keep: "last" });
    const first = pe.embeddingFit(tokens, 5000, { keep: "first" });
    return {
      expected: { en: "the last 5000 of 6000", zh: "6000 个中的后 5000 个" },
      found: {
        en: `tokens ${num(last.data[0] ?? NaN)} to ${num(last.data[4999] ?? NaN)}`,
        zh: `词元 ${num(last.data[0] ?? NaN)} 至 ${num(last.data[4999] ?? NaN)}`,
      },
      parts: [
        core(
          last.data.length === 5000 && last.data[4999] === 5999,
          `of 6000 tokens, ${num(last.data[0] ?? NaN)} to ${num(last.data[4999] ?? NaN)} are kept and fit a table of 5000`,
          `6000 个词元中保留 ${num(last.data[0] ?? NaN)} 至 ${num(last.data[4999] ?? NaN)}，正好放进 5000 行的表`,
        ),
        always(
          last.data[0] === 0,
          `their positions change: token ${num(last.data[0] ?? NaN)} now stands at 0, and the start (${num(first.data[0] ?? NaN)} to ${num(first.data[999] ?? NaN)}), which classifiers often need, is gone`,
          `位置随之改变：词元 ${num(last.data[0] ?? NaN)} 现在位于 0；分类常用的开头（${num(first.data[0] ?? NaN)} 至 ${num(first.data[999] ?? NaN)}）没有了`,
        ),
      ],
    };
  },

  "003-30": () => {
    const [bucket] = pe.t5Bucket([-1000], { bidirectional: false });
    const bias = pe.alibi({
      slopes: [1 / 256],
      queryPositions: [11_000],
      keyPositions: [0],
    }).data[0];
    const turned = pe.rotaryApply(tensor([1, 0], 1, 1, 2), {
      frequencies: pe.rotaryFrequencies({ headDim: 2 }),
      positions: [1_000_000],
    });
    const rope = Math.hypot(turned.data[0] ?? NaN, turned.data[1] ?? NaN);
    const others = [bucket, bias, rope].every(Number.isFinite);
    const own = row(waves([1_000_000], 4), 0).every(Number.isFinite);
    return {
      expected: { en: "sinusoids alone", zh: "只有正弦编码" },
      found: { en: "T5, ALiBi and RoPE as well", zh: "T5、ALiBi、RoPE 也行" },
      parts: [
        core(
          !others,
          `T5’s bucket of offset −1000 is ${bucket} in a decoder, ALiBi’s bias at distance 11 000 with slope 1/256 is ${num(bias ?? NaN)}, RoPE turns at position 1 000 000 with norm ${num(rope)}`,
          `T5 解码器对偏移 −1000 给出第 ${bucket} 桶，ALiBi 在距离 11 000、斜率 1/256 处的偏置为 ${num(bias ?? NaN)}，RoPE 在位置 1 000 000 旋转后模为 ${num(rope)}`,
        ),
        near(
          own,
          "sinusoids can be computed there too",
          "正弦编码在那里也算得出来",
        ),
      ],
    };
  },

  "000-25": () => {
    const at = [512, 520, 640, 1024, 4096].map(
      (n) => [n, unseen(512, 512, n).unseen] as const,
    );
    const vectors = mean(row(waves([600], 512), 0).map((x) => x * x));
    return {
      expected: { en: "a break at the trained length", zh: "在训练长度处断裂" },
      found: {
        en: `${at[0]?.[1]} pairs with new angles at 512, ${at[1]?.[1]} at 520`,
        zh: `长度 512 时 ${at[0]?.[1]} 对遇到新角度，520 时 ${at[1]?.[1]} 对`,
      },
      parts: [
        core(
          at[0]?.[1] === 0 && (at[1]?.[1] ?? 0) > 100,
          `trained on 512: pairs with unseen angles at lengths ${at.map(([n]) => num(n)).join(", ")} are ${at.map(([, u]) => u).join(", ")} of 256, all at once`,
          `训练长度 512：长度 ${at.map(([n]) => num(n)).join("、")} 时，256 对中遇到新角度的有 ${at.map(([, u]) => u).join("、")} 对，一越过就全部出现`,
        ),
        always(
          Math.abs(vectors - 0.5) > 1e-3,
          `the vectors themselves do not break: mean square at position 600 is ${num(vectors)}, as everywhere`,
          `向量本身并没有断裂：位置 600 的均方为 ${num(vectors)}，与别处相同`,
        ),
        ...cliff(),
      ],
    };
  },
};
