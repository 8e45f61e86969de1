// Biases of the scores that depend on the offset alone.
import * as pe from "posenc";
import { cNormal, cSeed, cVector } from "../braces.ts";
import { javascript, jsRows } from "../javascript.ts";
import { kind, rowsOf } from "../kind.ts";
import { lines, remark } from "../listing.ts";
import { clamp, marked } from "../program-state.ts";
import { pyNormal, pyRows, python, pyVector } from "../python.ts";

export const alibi = kind("alibi", {
  name: { en: "ALiBi", zh: "ALiBi" },
  prints: {
    en: "the slope of each head, then the bias of the chosen head",
    zh: "各头的斜率，然后是所选头的偏置",
  },
  defaults: { numHeads: 8, head: 0, seqLen: 4, causal: true },
  settle: (state) => ({
    ...state,
    head: clamp(state.head, 0, state.numHeads - 1),
  }),
  python(py, state) {
    const s = marked(state);
    const define = lines`
      def alibi_slopes(heads):
          power = 2 ** (heads.bit_length() - 1) «head»
          slopes = [2 ** (-8 * h / power) for h in range(1, power + 1)] «slope head»
          # ${remark("Heads past a power of two take every other slope of the next one.", "超出 2 的幂的头，从下一个幂的斜率中隔一个取一个。")}
          slopes += [2 ** (-4 * h / power) for h in range(1, 2 * power, 2)] «slope»
          return slopes[:heads]`;
    const distance = lines`distance = pos[:, None] - pos «distance»`;
    const bias = state.causal
      ? py.torch
        ? lines`
            bias = -slopes[${s.head}] * distance «bias slope head»
            bias = bias.masked_fill(distance < 0, float("-inf")) «causal»`
        : lines`
            bias = np.where(distance < 0, -np.inf, -slopes[${s.head}] * distance) «bias slope head causal»`
      : lines`bias = -slopes[${s.head}] * abs(distance) «bias slope head»`;
    return python(
      py,
      lines`
        slopes = alibi_slopes(${s.numHeads}) «slope»
        pos = ${py.lib}.arange(${s.seqLen}) «pos seqLen»
        ${distance}
        ${bias}
        print(*slopes) «slope»
        ${pyRows("bias")} «bias»`,
      [define],
    );
  },
  braces(c, state) {
    const s = marked(state);
    return c.program(lines`
      int heads = ${s.numHeads}, seqLen = ${s.seqLen}, power = 1; «head seqLen»
      while (2 * power <= heads) power *= 2;
      ${c.vector("slopes", "heads")}
      for (int h = 0; h < heads; ++h) {
        // ${remark("Heads past a power of two take every other slope of the next one.", "超出 2 的幂的头，从下一个幂的斜率中隔一个取一个。")}
        double step = h < power ? 2 * h + 2 : 2 * (h - power) + 1; «head»
        slopes[h] = ${c.math}pow(2, -4 * step / power); «slope head»
      }
      ${c.matrix("bias", "seqLen", "seqLen")}
      for (int i = 0; i < seqLen; ++i) {
        for (int j = 0; j < seqLen; ++j) {
          int distance = ${state.causal ? "i - j" : `${c.math}abs(i - j)`}; «distance pos»
          bias[i][j] = ${state.causal ? `distance < 0 ? ${c.infinity} : ` : ""}-slopes[${s.head}] * distance; «bias slope causal»
        }
      }
      ${c.print("slopes")} «slope»
      ${c.rows("bias")} «bias»`);
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      const slopes = pe.bias.alibiSlopes({ numHeads: ${s.numHeads} }); «slope»
      const bias = pe.bias.alibi({
        slopes: [slopes[${s.head}]], «slope head»
        queryLen: ${s.seqLen}, «pos seqLen»
        keyLen: ${s.seqLen}, «pos seqLen»
        ${state.causal ? lines`causal: true, «causal»` : lines`symmetric: true, «causal»`}
      });
      console.log(slopes.join(" ")); «slope»
      ${jsRows("bias")} «bias»`);
  },
  run({ numHeads, head, seqLen, causal }) {
    const slopes = pe.alibiSlopes({ numHeads });
    const bias = pe.alibi({
      slopes: [slopes[head] as number],
      queryLen: seqLen,
      keyLen: seqLen,
      ...(causal ? { causal } : { symmetric: true }),
    });
    return [slopes, ...rowsOf(bias)];
  },
});

export const t5 = kind("t5", {
  name: { en: "T5 buckets and bias", zh: "T5 分桶与偏置" },
  prints: {
    en: "the bucket of each pair, then the bias of one head",
    zh: "每一对的桶号，然后是一个头的偏置",
  },
  defaults: {
    seqLen: 5,
    numBuckets: 32,
    maxDistance: 128,
    bidirectional: true,
    std: 1,
    seed: 7,
  },
  settle(state) {
    const least = state.bidirectional ? 4 : 2;
    const numBuckets = Math.max(
      least,
      state.numBuckets - (state.numBuckets % 2),
    );
    const past = Math.floor(numBuckets / least) + 1;
    return {
      ...state,
      numBuckets,
      maxDistance: Math.max(past, state.maxDistance),
    };
  },
  python(py, state) {
    const s = marked(state);
    const { lib } = py;
    const far = py.torch
      ? "(exact + steps).long().clamp(max=count - 1)"
      : "np.minimum((exact + steps).astype(int), count - 1)";
    const least = py.torch
      ? "distance.clamp(min=1)"
      : "np.maximum(distance, 1)";
    const past = py.torch
      ? "(-relative).clamp(min=0)"
      : "np.maximum(-relative, 0)";
    const define = lines`
      def t5_bucket(relative, num_buckets, max_distance):
          ${
            state.bidirectional
              ? lines`
                  count = num_buckets // 2 «numBuckets»
                  side = (relative > 0) * count  # ${remark("keys ahead have buckets of their own", "后面的键有自己的桶")} «bucket»
                  distance = abs(relative) «distance»`
              : lines`
                  count, side = num_buckets, 0 «numBuckets»
                  distance = ${past}  # ${remark("keys ahead share bucket 0", "后面的键同归第 0 桶")} «distance»`
          }
          exact = count // 2 «bucket»
          steps = ${lib}.log(${least} / exact) / math.log(max_distance / exact) «maxDistance distance»
          steps = steps * (count - exact) «bucket»
          far = ${far} «bucket»
          return side + ${lib}.where(distance < exact, distance, far) «bucket»`;
    return python(
      py,
      lines`
        pos = ${lib}.arange(${s.seqLen}) «pos seqLen»
        relative = pos - pos[:, None]  # ${remark("key minus query", "键的位置减查询的位置")} «distance»
        buckets = t5_bucket(relative, ${s.numBuckets}, ${s.maxDistance}) «bucket»
        table = normal(${s.numBuckets}, ${s.std}, ${s.seed})  # ${remark("of one head, learned", "一个头的表，可学习")} «table»
        bias = table[buckets] «bias table»
        ${pyRows("buckets")} «bucket»
        ${pyRows("bias")} «bias»`,
      [pyNormal(py), define],
    );
  },
  braces(c, state) {
    const s = marked(state);
    const { math } = c;
    const cast = c.java ? "(int) " : "static_cast<int>";
    const bucket = c.define(
      "int bucket(int relative, int numBuckets, int maxDistance)",
      lines`
        ${
          state.bidirectional
            ? lines`
                int count = numBuckets / 2; «numBuckets»
                int side = relative > 0 ? count : 0; «bucket»
                int distance = ${math}abs(relative); «distance»`
            : lines`
                int count = numBuckets, side = 0; «numBuckets»
                int distance = ${math}max(-relative, 0); «distance»`
        }
        int exact = count / 2; «bucket»
        if (distance < exact) return side + distance; «bucket»
        double steps = ${math}log(1.0 * distance / exact) / ${math}log(1.0 * maxDistance / exact); «maxDistance»
        int far = exact + ${cast}(steps * (count - exact)); «bucket»
        return side + ${math}min(far, count - 1); «bucket»`,
    );
    return c.program(
      lines`
        int seqLen = ${s.seqLen}, numBuckets = ${s.numBuckets}; «seqLen numBuckets»
        ${c.java ? "double[]" : "Vector"} table = normal(numBuckets, ${s.std}, ${cSeed(c, state.seed)}); «table»
        ${c.matrix("buckets", "seqLen", "seqLen")}
        ${c.matrix("bias", "seqLen", "seqLen")}
        for (int i = 0; i < seqLen; ++i) {
          for (int j = 0; j < seqLen; ++j) {
            int b = bucket(j - i, numBuckets, ${s.maxDistance}); «bucket pos»
            buckets[i][j] = b; «bucket»
            bias[i][j] = table[b]; «bias table»
          }
        }
        ${c.rows("buckets")} «bucket»
        ${c.rows("bias")} «bias»`,
      [cNormal(c), bucket],
    );
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      const seqLen = ${s.seqLen}; «pos seqLen»
      const settings = { maxDistance: ${s.maxDistance}, bidirectional: ${s.bidirectional} }; «maxDistance»
      const pairs = Array.from({ length: seqLen * seqLen }, (_, n) => n);
      const relative = pairs.map((n) => (n % seqLen) - Math.floor(n / seqLen)); «distance»
      const buckets = {
        data: pe.bias.t5Bucket(relative, { numBuckets: ${s.numBuckets}, ...settings }), «bucket»
        shape: [seqLen, seqLen],
      };
      const table = pe.embedding.learned({
        ...{ maxLen: ${s.numBuckets}, dModel: 1, std: ${s.std}, seed: ${s.seed} }, «table»
      });
      const bias = pe.bias.t5({ table, queryLen: seqLen, keyLen: seqLen, ...settings }); «bias table»
      ${jsRows("buckets", "bias")} «bucket bias»`);
  },
  run({ seqLen, numBuckets, maxDistance, bidirectional, std, seed }) {
    const relative = Array.from({ length: seqLen * seqLen }, (_, n) => {
      return (n % seqLen) - Math.floor(n / seqLen);
    });
    const settings = { maxDistance, bidirectional };
    const data = pe.t5Bucket(relative, { numBuckets, ...settings });
    const table = pe.learned({
      maxLen: numBuckets,
      dModel: 1,
      std,
      seed,
    });
    const grid = { queryLen: seqLen, keyLen: seqLen };
    const bias = pe.t5({ table, ...grid, ...settings });
    return [...rowsOf({ data, shape: [seqLen, seqLen] }), ...rowsOf(bias)];
  },
});

export const kerple = kind("kerple", {
  name: { en: "KERPLE", zh: "KERPLE" },
  prints: { en: "the bias of each head, row by row", zh: "各头的偏置，逐行" },
  defaults: { form: "log", a: [0.5, 1], p: [1, 0.5], seqLen: 4 },
  words: { form: ["log", "power"] },
  settle(state) {
    const most = state.form === "power" ? 2 : Number.POSITIVE_INFINITY;
    return {
      ...state,
      a: state.a.map((a) => Math.max(0.01, a)),
      p: state.a.map((_, h) => clamp(state.p[h] ?? 1, 0.01, most)),
    };
  },
  python(py, state) {
    const s = marked(state);
    const bias =
      state.form === "log"
        ? `-p * ${py.lib}.log1p(a * distance)`
        : "-a * distance**p";
    return python(
      py,
      lines`
        ${pyVector(py, "a", state.a)} «a»
        ${pyVector(py, "p", state.p)} «p»
        a, p = a[:, None, None], p[:, None, None]  # ${remark("one for each head", "每个头一个")} «head»
        pos = ${py.lib}.arange(${s.seqLen}) «pos seqLen»
        distance = abs(pos[:, None] - pos) «distance»
        bias = ${bias} «bias a p»
        ${pyRows(`bias.reshape(-1, ${s.seqLen})`)} «bias»`,
    );
  },
  braces(c, state) {
    const s = marked(state);
    const { math } = c;
    const bias =
      state.form === "log"
        ? `-p[h] * ${math}log1p(a[h] * distance)`
        : `-a[h] * ${math}pow(distance, p[h])`;
    return c.program(lines`
      ${cVector(c, "a", state.a)} «a»
      ${cVector(c, "p", state.p)} «p»
      int seqLen = ${s.seqLen}; «seqLen»
      for (int h = 0; h < ${state.a.length}; ++h) { «head»
        for (int i = 0; i < seqLen; ++i) {
          ${c.vector("bias", "seqLen")}
          for (int j = 0; j < seqLen; ++j) {
            int distance = ${math}abs(i - j); «distance pos»
            bias[j] = ${bias}; «bias a p»
          }
          ${c.print("bias")} «bias»
        }
      }`);
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      const bias = pe.bias.kerple({
        kind: "${s.form}", «form»
        a: [${state.a.join(", ")}], «a»
        p: [${state.p.join(", ")}], «p»
        queryLen: ${s.seqLen}, «pos seqLen»
        keyLen: ${s.seqLen}, «pos seqLen»
      });
      ${jsRows("bias")} «bias»`);
  },
  run({ form, a, p, seqLen }) {
    const grid = { queryLen: seqLen, keyLen: seqLen };
    const kind = form === "log" ? "log" : "power";
    return rowsOf(pe.kerple({ kind, a, p, ...grid }));
  },
});

export const sandwich = kind("sandwich", {
  name: { en: "Sandwich", zh: "Sandwich" },
  prints: { en: "the bias of the chosen head", zh: "所选头的偏置" },
  defaults: { numHeads: 8, head: 0, dim: 16, base: 10000, seqLen: 4 },
  settle: (state) => ({
    ...state,
    head: clamp(state.head, 0, state.numHeads - 1),
    dim: Math.max(2, state.dim - (state.dim % 2)),
  }),
  python(py, state) {
    const s = marked(state);
    return python(
      py,
      lines`
        omega = ${s.base} ** (-2 * ${py.lib}.arange(${s.dim} // 2) / ${s.dim}) «omega base»
        pos = ${py.lib}.arange(${s.seqLen}) «pos seqLen»
        distance = pos[:, None] - pos «distance»
        ratio = 8 * (${s.head} + 1) / ${s.numHeads} «head slope»
        bias = ${py.lib}.cos(distance[:, :, None] * omega).sum(${py.axis}=2) / ratio «bias distance»
        ${pyRows("bias")} «bias»`,
    );
  },
  braces(c, state) {
    const s = marked(state);
    return c.program(lines`
      int seqLen = ${s.seqLen}, dim = ${s.dim}; «seqLen»
      double ratio = 8.0 * (${s.head} + 1) / ${s.numHeads}; «head slope»
      ${c.matrix("bias", "seqLen", "seqLen")}
      for (int i = 0; i < seqLen; ++i) {
        for (int j = 0; j < seqLen; ++j) {
          for (int pair = 0; pair < dim / 2; ++pair) {
            double omega = ${c.math}pow(${s.base}, -2.0 * pair / dim); «omega base»
            bias[i][j] += ${c.math}cos((i - j) * omega) / ratio; «bias distance pos»
          }
        }
      }
      ${c.rows("bias")} «bias»`);
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      const seqLen = ${s.seqLen}; «pos seqLen»
      const { data } = pe.bias.sandwich({
        numHeads: ${s.numHeads}, «head»
        dim: ${s.dim}, «omega»
        base: ${s.base}, «base»
        ...{ queryLen: seqLen, keyLen: seqLen }, «pos»
      });
      const start = ${s.head} * seqLen * seqLen; «head»
      const bias = {
        data: data.slice(start, start + seqLen * seqLen), «bias»
        shape: [seqLen, seqLen],
      };
      ${jsRows("bias")} «bias»`);
  },
  run({ numHeads, head, dim, base, seqLen }) {
    const grid = { queryLen: seqLen, keyLen: seqLen };
    const all = rowsOf(pe.sandwich({ numHeads, dim, base, ...grid }));
    return all.slice(head * seqLen, (head + 1) * seqLen);
  },
});
