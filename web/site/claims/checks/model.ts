// Claims about tables and rows inside a model.
import * as pe from "posenc";
import {
  agreement,
  always,
  type Checks,
  core,
  difference,
  num,
  random,
  refused,
  row,
  tensor,
  upTo,
  waves,
} from "./kit.ts";

export const model: Checks = {
  "001-12": () => {
    const table = pe.learned({ maxLen: 512, dModel: 16 });
    const seen = Array.from({ length: 300 }, (_, t) => t);
    const trained = pe.embeddingUpdate(table, seen, random(300, 16), {
      learningRate: 0.1,
    });
    const moved = difference(row(table, 299), row(trained, 299));
    const rest = difference(
      table.data.subarray(300 * 16),
      trained.data.subarray(300 * 16),
    );
    const answered = refused(() => pe.embeddingLookup(trained, [400])) === null;
    const message = refused(() => pe.embeddingLookup(trained, [512]));
    return {
      expected: {
        en: "nothing past the longest text seen",
        zh: "超过见过的最大长度就不行",
      },
      found: {
        en: answered ? "row 400 is answered, untrained" : "row 400 is refused",
        zh: answered ? "第 400 行能查到，但没训练过" : "第 400 行查不到",
      },
      parts: [
        core(
          message !== null && moved > 0,
          "a table of 512 rows refuses position 512",
          "512 行的表查不到位置 512",
        ),
        always(
          !answered,
          `trained on texts of 300, it still answers position 400, with a row that has not moved (${num(rest)}), where row 299 moved by ${num(moved, 2)}`,
          `只用长度 300 的文本训练，仍能查到位置 400，但那一行没有动过（${num(rest)}），而第 299 行移动了 ${num(moved, 2)}`,
        ),
      ],
    };
  },

  "000-11": () => {
    const table = pe.learned({ maxLen: 512, dModel: 16 });
    const message = refused(() => pe.embeddingLookup(table, [512]));
    const resized = pe.embeddingResize(table, 1024).shape[0] ?? 0;
    const spread = pe.hierarchical(table, 2048);
    const kept = difference(
      table.data,
      spread.data.subarray(0, table.data.length),
    );
    return {
      expected: { en: "no row past the end", zh: "表尾之后没有行" },
      found: {
        en: `${num(resized)} rows by interpolation, ${num(spread.shape[0] ?? 0)} by decomposition`,
        zh: `插值得到 ${num(resized)} 行，层次分解得到 ${num(spread.shape[0] ?? 0)} 行`,
      },
      parts: [
        core(
          message !== null,
          `position 512 of a table of 512 rows: ${message ?? "answered"}`,
          `512 行的表查位置 512：${message === null ? "有结果" : "报错"}`,
        ),
        always(
          resized < 1024 && spread.shape[0] !== 2048,
          `extended, it goes on: ${num(resized)} rows by interpolation, ${num(spread.shape[0] ?? 0)} by hierarchical decomposition, which keeps the first 512 ${upTo(kept)}`,
          `扩展之后就能继续：插值到 ${num(resized)} 行；层次分解到 ${num(spread.shape[0] ?? 0)} 行，前 512 行误差 ${num(kept, 2)}`,
        ),
      ],
    };
  },

  "004-14": () => {
    const table = waves(512, 512);
    const between = pe.embeddingResize(table, 1023, { alignCorners: true });
    const half = row(between, 1);
    const exact = row(waves([0.5], 512), 0);
    const norm = half.reduce((sum, x) => sum + x * x, 0);
    return {
      expected: { en: "rows in between", zh: "中间的行" },
      found: {
        en: `squared norm ${num(norm, 5)} instead of 256`,
        zh: `模平方 ${num(norm, 5)}，应为 256`,
      },
      parts: [
        core(
          between.shape[0] === 1023,
          `a table of 512 rows becomes one of ${num(between.shape[0] ?? 0)}`,
          `512 行的表扩展为 ${num(between.shape[0] ?? 0)} 行`,
        ),
        always(
          Math.abs(norm - 256) < 0.01,
          `halfway rows are not what the formula gives there: squared norm ${num(norm, 5)} instead of 256, cells off by up to ${num(difference(half, exact), 3)}`,
          `中点的行与公式所给不同：模平方 ${num(norm, 5)} 而非 256，数值最多相差 ${num(difference(half, exact), 3)}`,
        ),
      ],
    };
  },

  "004-18": () => {
    const sizes = { layers: 1, dModel: 16, numHeads: 2, seed: 2 } as const;
    const x = random(5, 16, 3);
    const added = pe.embeddingAdd(x, waves(5, 16), {
      tokenScale: Math.sqrt(16),
    });
    const none = { type: "none" } as const;
    const models = [
      pe.transformerEncoder(sizes),
      pe.transformerEncoder({ ...sizes, position: none, embeddingScale: 1 }),
      pe.transformerDecoder({ ...sizes, crossAttention: false }),
      pe.transformerDecoder({
        ...sizes,
        crossAttention: false,
        position: none,
        embeddingScale: 1,
      }),
    ];
    const outputs = models.map(
      (model, i) => model.forward(i % 2 === 0 ? x : added).output.data,
    );
    for (const model of models) model.dispose();
    const errors = [0, 2].map((i) =>
      difference(outputs[i] ?? [], outputs[i + 1] ?? []),
    );
    return {
      ...agreement(Math.max(...errors)),
      parts: [
        core(
          errors.every((e) => e < 1e-4),
          `the models with sinusoids do what models without do on embeddings with the rows added: encoder ${upTo(errors[0] ?? 9)}, decoder ${upTo(errors[1] ?? 9)}`,
          `带正弦编码的模型，与先在词嵌入上加好编码再送入无位置模型，结果相同：编码器误差 ${num(errors[0] ?? 9, 2)}，解码器 ${num(errors[1] ?? 9, 2)}`,
        ),
      ],
    };
  },

  "004-19": () => {
    const model = pe.transformerDecoder({
      layers: 1,
      dModel: 16,
      numHeads: 2,
      crossAttention: false,
      seed: 1,
    });
    try {
      const x = random(6, 16, 8);
      const whole = model.forward(x).output;
      const token = (t: number) => tensor(row(x, t), 1, 16);
      const flat = (t: number) => tensor(row(x, t), 16);
      const decoding = model.start();
      let stepped = tensor([], 0);
      for (let t = 0; t < 6; t += 1) stepped = decoding.step(flat(t)).output;
      const right = difference(row(whole, 5), stepped.data);
      // Every step at position 0: the embedding of token 5 gets row 0, not 5.
      const wrong = difference(
        row(pe.embeddingAdd(token(5), waves(6, 16), { offset: 5 }), 0),
        row(pe.embeddingAdd(token(5), waves(6, 16)), 0),
      );
      return {
        expected: {
          en: "the same rows from position 0",
          zh: "从位置 0 起用同样的行",
        },
        found: {
          en: `with the offset right, ${upTo(right)}; without it wrong by ${num(wrong, 3)}`,
          zh: `带偏移误差 ${num(right, 2)}，不带则差 ${num(wrong, 3)}`,
        },
        parts: [
          core(
            right < 1e-4,
            `six tokens at once and one by one with a growing offset agree ${upTo(right)}`,
            `六个词元一次输入，与带偏移逐个输入，结果相差 ${num(right, 2)}`,
          ),
          always(
            wrong < 1e-4,
            `started at 0 at each step, token 5 would get row 0: wrong by up to ${num(wrong, 3)}`,
            `若每步都从 0 开始，第 5 个词元会加上第 0 行，最多差 ${num(wrong, 3)}`,
          ),
        ],
      };
    } finally {
      model.dispose();
    }
  },

  "004-20": () => {
    const target = waves(64, 32);
    const positions = Array.from({ length: 64 }, (_, t) => t);
    let table = pe.learned({ maxLen: 64, dModel: 32 });
    const before = difference(table.data, target.data);
    for (let step = 0; step < 60; step += 1) {
      const gradient = tensor(
        Array.from(table.data, (x, i) => x - (target.data[i] ?? NaN)),
        64,
        32,
      );
      table = pe.embeddingUpdate(table, positions, gradient, {
        learningRate: 0.3,
      });
    }
    const after = difference(table.data, target.data);
    return {
      ...agreement(after),
      parts: [
        core(
          after < 1e-5,
          `60 gradient steps turn a random table of 64 × 32 into the sinusoidal one: largest error ${num(before, 3)} before, ${num(after, 2)} after`,
          `60 步梯度下降把 64 × 32 的随机表变成正弦表：最大误差由 ${num(before, 3)} 降到 ${num(after, 2)}`,
        ),
      ],
    };
  },
};
