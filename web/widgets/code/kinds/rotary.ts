// Rotary encoding: one vector turned, two vectors' score, unseen angles.
import * as pe from "posenc";
import { cDot, cVector } from "../braces.ts";
import { javascript, jsVector } from "../javascript.ts";
import { kind } from "../kind.ts";
import { lines } from "../listing.ts";
import { marked } from "../program-state.ts";
import { python, pyVector } from "../python.ts";
import {
  cFrequencies,
  frequencyOptions,
  jsFrequencies,
  pyFrequencies,
  SCALINGS,
  scalingDefaults,
  settleScaling,
} from "./scaling.ts";

const LAYOUTS = ["halves", "interleaved"];
const evenPart = (x: readonly number[]): readonly number[] =>
  x.length % 2 === 0 ? x : [...x, 0];

export const rotary = kind("rotary", {
  name: { en: "Rotary encoding (RoPE)", zh: "旋转位置编码（RoPE）" },
  prints: {
    en: "the frequencies, the attention factor, and x turned",
    zh: "各频率、注意力系数，以及旋转后的 x",
  },
  defaults: {
    pos: 5,
    x: [1, 0.5, -0.25, 2, 0, 1, -1, 0.75],
    layout: "halves",
    ...scalingDefaults,
  },
  words: { layout: LAYOUTS, scaling: SCALINGS },
  settle(state) {
    const x = evenPart(state.x);
    return settleScaling({ ...state, x }, x.length / 2);
  },
  python(py, state) {
    const s = marked(state);
    const half = state.layout === "halves";
    const join = py.torch ? "torch.cat" : "np.concatenate";
    return python(
      py,
      lines`
        ${pyVector(py, "x", state.x)} «x»
        d = len(x) «headDim»
        ${pyFrequencies(py, state)}
        angle = ${s.pos} * theta «angle pos theta»
        cos, sin = m * ${py.lib}.cos(angle), m * ${py.lib}.sin(angle) «angle attentionFactor»
        a, b = ${half ? "x[: d // 2], x[d // 2 :]" : "x[0::2], x[1::2]"} «layout x»
        turned = ${half ? `${join}([a * cos - b * sin, b * cos + a * sin])` : `${py.lib}.stack([a * cos - b * sin, b * cos + a * sin], ${py.axis}=1)`} «output»
        print(*theta.tolist()) «theta»
        print(m) «attentionFactor»
        print(*turned${half ? "" : ".reshape(d)"}.tolist()) «output»`,
    );
  },
  braces(c, state) {
    const s = marked(state);
    const half = state.layout === "halves";
    return c.program(lines`
      ${cVector(c, "x", state.x)} «x»
      int d = ${state.x.length}; «headDim»
      ${cFrequencies(c, state)}
      ${c.vector("turned", "d")}
      for (int i = 0; i < d / 2; ++i) {
        int a = ${half ? "i, b = i + d / 2" : "2 * i, b = 2 * i + 1"}; «layout»
        double angle = ${s.pos} * theta[i]; «angle pos theta»
        double cos = m * ${c.math}cos(angle), sin = m * ${c.math}sin(angle); «angle attentionFactor»
        turned[a] = x[a] * cos - x[b] * sin; «output»
        turned[b] = x[b] * cos + x[a] * sin; «output»
      }
      ${c.print("theta")} «theta»
      ${c.number("m")} «attentionFactor»
      ${c.print("turned")} «output»`);
  },
  javascript(state) {
    const s = marked(state);
    const d = state.x.length;
    return javascript(lines`
      ${jsVector("x", state.x)} «x»
      ${jsFrequencies(state, d)}
      const turned = pe.rotary.apply({ data: x, shape: [1, 1, ${d}] }, { «output»
        frequencies, «theta»
        positions: [${s.pos}], «pos»
        layout: "${s.layout}", «layout»
      });
      console.log(frequencies.inverseFrequency.join(" ")); «theta»
      console.log(frequencies.attentionFactor); «attentionFactor»
      console.log(turned.data.join(" ")); «output»`);
  },
  run(state) {
    const d = state.x.length;
    const frequencies = pe.rotaryFrequencies(frequencyOptions(state, d));
    const layout = state.layout === "halves" ? "halves" : "interleaved";
    const turned = pe.rotaryApply(
      { data: state.x, shape: [1, 1, d] },
      { frequencies, positions: [state.pos], layout },
    );
    return [
      frequencies.inverseFrequency,
      [frequencies.attentionFactor],
      turned.data,
    ];
  },
});

export const rotaryScore = kind("rotaryScore", {
  name: { en: "A score under rotation", zh: "旋转下的分数" },
  prints: {
    en: "q·k at the two positions, and again with both shifted",
    zh: "两个位置上的 q·k，以及两者同时平移后的 q·k",
  },
  defaults: {
    q: [1, 0.5, -0.25, 2],
    k: [0.5, 1, 1, -0.5],
    i: 7,
    j: 3,
    shift: 100,
    base: 10000,
  },
  settle(state) {
    const q = evenPart(state.q);
    return { ...state, q, k: q.map((_, d) => state.k[d] ?? 0) };
  },
  python(py, state) {
    const s = marked(state);
    const join = py.torch ? "torch.cat" : "np.concatenate";
    const turn = lines`
      def turn(x, pos):
          d = len(x) «headDim»
          theta = ${s.base} ** (-2 * ${py.lib}.arange(d // 2) / d) «theta base»
          cos, sin = ${py.lib}.cos(pos * theta), ${py.lib}.sin(pos * theta) «angle pos»
          a, b = x[: d // 2], x[d // 2 :]
          return ${join}([a * cos - b * sin, b * cos + a * sin]) «output»`;
    return python(
      py,
      lines`
        ${pyVector(py, "q", state.q)}
        ${pyVector(py, "k", state.k)}
        for shift in [0, ${s.shift}]: «shift»
            score = turn(q, ${s.i} + shift) @ turn(k, ${s.j} + shift) «scores i j»
            print(score${py.item}) «scores»`,
      [turn],
    );
  },
  braces(c, state) {
    const s = marked(state);
    const turn = c.define(
      "Vector turn(Vector x, double pos)",
      lines`
        int d = ${c.length("x")}; «headDim»
        ${c.vector("turned", "d")}
        for (int a = 0, b = d / 2; b < d; ++a, ++b) {
          double angle = pos * ${c.math}pow(${s.base}, -2.0 * a / d); «angle theta base pos»
          double cos = ${c.math}cos(angle), sin = ${c.math}sin(angle); «angle»
          turned[a] = x[a] * cos - x[b] * sin; «output»
          turned[b] = x[b] * cos + x[a] * sin; «output»
        }
        return turned;`,
    );
    return c.program(
      lines`
        ${cVector(c, "q", state.q)}
        ${cVector(c, "k", state.k)}
        double i = ${s.i}, j = ${s.j}, shift = ${s.shift}; «i j shift»
        ${c.number("dot(turn(q, i), turn(k, j))")} «scores i j»
        ${c.number("dot(turn(q, i + shift), turn(k, j + shift))")} «scores i j shift»`,
      [cDot(c), turn],
    );
  },
  javascript(state) {
    const s = marked(state);
    const d = state.q.length;
    return javascript(lines`
      ${jsVector("q", state.q)}
      ${jsVector("k", state.k)}
      const frequencies = pe.rotary.frequencies({ headDim: ${d}, base: ${s.base} }); «theta base»
      const turn = (x, pos) =>
        pe.rotary.apply({ data: x, shape: [1, 1, ${d}] }, { frequencies, positions: [pos] }); «angle pos»
      for (const shift of [0, ${s.shift}]) { «shift»
        const [a, b] = [turn(q, ${s.i} + shift), turn(k, ${s.j} + shift)]; «i j»
        console.log(a.data.reduce((sum, x, c) => sum + x * b.data[c], 0)); «scores»
      }`);
  },
  run({ q, k, i, j, shift, base }) {
    const d = q.length;
    const frequencies = pe.rotaryFrequencies({ headDim: d, base });
    const turn = (x: readonly number[], pos: number) =>
      pe.rotaryApply(
        { data: x, shape: [1, 1, d] },
        { frequencies, positions: [pos] },
      ).data;
    return [0, shift].map((by) => {
      const [a, b] = [turn(q, i + by), turn(k, j + by)];
      return [a.reduce((sum, x, c) => sum + x * (b[c] as number), 0)];
    });
  },
});

export const coverage = kind("coverage", {
  name: { en: "Angles seen in training", zh: "训练覆盖的角度" },
  prints: {
    en: "for each pair its wavelength, its turns in training and in the test, and the unseen angle",
    zh: "每一对的波长、训练与测试中转过的圈数，以及未见过的角度",
  },
  defaults: { headDim: 16, base: 10000, trainLen: 2048, testLen: 8192 },
  settle: (state) => ({
    ...state,
    headDim: Math.max(2, state.headDim - (state.headDim % 2)),
    testLen: Math.max(state.trainLen, state.testLen),
  }),
  python(py, state) {
    const s = marked(state);
    const unseen = py.torch
      ? "(tested.clamp(max=turn) - trained).clamp(min=0)"
      : "np.maximum(np.minimum(tested, turn) - trained, 0)";
    return python(
      py,
      lines`
        pair = ${py.lib}.arange(${s.headDim} // 2) «pair headDim»
        theta = ${s.base} ** (-2 * pair / ${s.headDim}) «theta base»
        turn = 2 * math.pi
        trained = (${s.trainLen} - 1) * theta «trainLen»
        tested = (${s.testLen} - 1) * theta «testLen»
        unseen = ${unseen} «unseen»
        for row in zip(turn / theta, trained / turn, tested / turn, unseen): «unseen»
            print(*[float(x) for x in row])`,
    );
  },
  braces(c, state) {
    const s = marked(state);
    return c.program(lines`
      double turn = 2 * ${c.pi};
      for (int pair = 0; pair < ${s.headDim} / 2; ++pair) { «pair headDim»
        double theta = ${c.math}pow(${s.base}, -2.0 * pair / ${s.headDim}); «theta base»
        double trained = (${s.trainLen} - 1) * theta; «trainLen»
        double tested = (${s.testLen} - 1) * theta; «testLen»
        double unseen = ${c.math}max(0.0, ${c.math}min(tested, turn) - trained); «unseen»
        ${c.number("turn / theta")} «theta»
        ${c.number("trained / turn")} «trainLen»
        ${c.number("tested / turn")} «testLen»
        ${c.number("unseen")} «unseen»
      }`);
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      const { pairs } = pe.analysis.coverage({
        headDim: ${s.headDim}, «headDim»
        base: ${s.base}, «base»
        trainLen: ${s.trainLen}, «trainLen»
        testLen: ${s.testLen}, «testLen»
      });
      for (const { wavelength, trainTurns, testTurns, unseenAngle } of pairs) { «unseen»
        console.log(wavelength, trainTurns, testTurns, unseenAngle); «unseen»
      }`);
  },
  run: (state) =>
    pe
      .analysisCoverage(state)
      .pairs.map((pair) => [
        pair.wavelength,
        pair.trainTurns,
        pair.testTurns,
        pair.unseenAngle,
      ]),
});
