// Rotary frequencies under every way of context extension.
import type { RotaryFrequencyOptions } from "posenc";
import { type Braces, cVector } from "../braces.ts";
import { jsVector } from "../javascript.ts";
import { type Fragment, lines } from "../listing.ts";
import { marked, type StateOf } from "../program-state.ts";
import { type Python, pyVector } from "../python.ts";

export const SCALINGS = [
  "none",
  "linear",
  "ntk",
  "dynamic",
  "yarn",
  "longrope",
  "llama3",
] as const;

/** What the scalings read; each takes its own part. */
export const scalingDefaults = {
  base: 10000,
  scaling: "none",
  factor: 4,
  originalMaxSeqLen: 4096,
  seqLen: 8192,
  betaFast: 32,
  betaSlow: 1,
  truncate: true,
  lowFrequencyFactor: 1,
  highFrequencyFactor: 4,
  shortFactor: [1, 1, 1.1, 1.2],
  longFactor: [1, 1.5, 2.5, 4],
} as const;

export type ScalingState = StateOf<typeof scalingDefaults>;

/** λ of as many pairs as there are, the last one repeated. */
const fitted = (list: readonly number[], pairs: number): readonly number[] =>
  Array.from({ length: pairs }, (_, i) => list[i] ?? list.at(-1) ?? 1);

/** Brings the values of a scaling into agreement with the number of pairs. */
export function settleScaling<S extends ScalingState>(
  state: S,
  pairs: number,
): S {
  const { lowFrequencyFactor: low, highFrequencyFactor: high } = state;
  return {
    ...state,
    shortFactor: fitted(state.shortFactor, pairs),
    longFactor: fitted(state.longFactor, pairs),
    highFrequencyFactor: high > low ? high : low + 1,
    scaling:
      pairs < 2 && /ntk|dynamic/.test(state.scaling) ? "none" : state.scaling,
  };
}

/** Python: `theta` and the attention factor `m` for width `d`. */
export function pyFrequencies(py: Python, state: ScalingState): Fragment {
  const s = marked(state);
  const clip = (expression: string): string =>
    py.torch ? `(${expression}).clamp(0, 1)` : `np.clip(${expression}, 0, 1)`;
  const theta = lines`
    theta = base ** (-2 * pair / d) «theta base headDim»`;
  const [before, after, m] = (
    {
      linear: [[], lines`theta = theta / ${s.factor} «theta factor»`, "1"],
      ntk: [
        lines`base = base * ${s.factor} ** (d / (d - 2)) «base factor»`,
        [],
        "1",
      ],
      dynamic: [
        lines`
          length = max(${s.seqLen}, ${s.originalMaxSeqLen}) «seqLen originalMaxSeqLen»
          s = ${s.factor} * length / ${s.originalMaxSeqLen} - (${s.factor} - 1) «factor»
          base = base * s ** (d / (d - 2)) «base factor»`,
        [],
        "1",
      ],
      yarn: [[], pyYarn(state, clip), `0.1 * math.log(s) + 1`],
      longrope: [
        lines`
          s, length = ${s.factor}, ${s.originalMaxSeqLen} «factor originalMaxSeqLen»`,
        lines`
          ${pyVector(py, state.seqLen > state.originalMaxSeqLen ? "longFactor" : "shortFactor", state.seqLen > state.originalMaxSeqLen ? state.longFactor : state.shortFactor)}
          theta = theta / ${state.seqLen > state.originalMaxSeqLen ? "longFactor" : "shortFactor"}  # n = ${s.seqLen} «theta seqLen»`,
        `math.sqrt(1 + math.log(s) / math.log(length))`,
      ],
      llama3: [
        [],
        lines`
          turns = ${s.originalMaxSeqLen} * theta / (2 * math.pi) «originalMaxSeqLen»
          low, high = ${s.lowFrequencyFactor}, ${s.highFrequencyFactor} «lowFrequencyFactor highFrequencyFactor»
          keep = ${clip("(turns - low) / (high - low)")} «ramp»
          theta = keep * theta + (1 - keep) * theta / ${s.factor} «theta factor»`,
        "1",
      ],
    } as Record<string, [Fragment, Fragment, string]>
  )[state.scaling] ?? [[], [], "1"];
  const grows = m !== "1" && state.factor > 1;
  return lines`
    base = ${s.base} «base»
    pair = ${py.lib}.arange(d // 2) «pair headDim»
    ${before}
    ${theta}
    ${after}
    m = ${grows ? m : "1"} «attentionFactor»`;
}

function pyYarn(state: ScalingState, clip: (x: string) => string): Fragment {
  const s = marked(state);
  const [floor, ceil] = state.truncate
    ? ["math.floor", "math.ceil"]
    : ["float", "float"];
  return lines`
    s, length = ${s.factor}, ${s.originalMaxSeqLen} «factor originalMaxSeqLen»

    def pair_of(turns):
        return d * math.log(length / (2 * math.pi * turns)) / (2 * math.log(base)) «pair»

    low = max(${floor}(pair_of(${s.betaFast})), 0) «betaFast ramp»
    high = min(${ceil}(pair_of(${s.betaSlow})), d - 1) «betaSlow ramp»
    ramp = ${clip("(pair - low) / (high - low or 0.001)")} «ramp»
    theta = ramp * theta / s + (1 - ramp) * theta «theta factor ramp»`;
}

/** Java and C++: fills `theta[i]` for width `d`, and `m`. */
export function cFrequencies(c: Braces, state: ScalingState): Fragment {
  const s = marked(state);
  const { math } = c;
  const long = state.seqLen > state.originalMaxSeqLen;
  const clip = (x: string): string => `${math}min(1.0, ${math}max(0.0, ${x}))`;
  const grows = state.factor > 1;
  const power = (factor: string): string =>
    `base *= ${math}pow(${factor}, d / (d - 2.0)); «base factor»`;
  const parts: Record<string, [Fragment, Fragment, string?]> = {
    linear: [[], lines`theta[i] /= ${s.factor}; «theta factor»`],
    ntk: [lines`${power(String(s.factor))}`, []],
    dynamic: [
      lines`
        double length = ${math}max(${s.seqLen}.0, ${s.originalMaxSeqLen}.0); «seqLen originalMaxSeqLen»
        double s = ${s.factor} * length / ${s.originalMaxSeqLen} - (${s.factor} - 1); «factor»
        ${power("s")}`,
      [],
    ],
    yarn: [
      cYarn(c, state),
      lines`
        double ramp = ${clip("(i - low) / width")}; «ramp»
        theta[i] = ramp * theta[i] / s + (1 - ramp) * theta[i]; «theta factor ramp»`,
      `0.1 * ${math}log(s) + 1`,
    ],
    longrope: [
      lines`
        double s = ${s.factor}, length = ${s.originalMaxSeqLen}; «factor originalMaxSeqLen»
        // n = ${s.seqLen} «seqLen»
        ${cVector(c, "lambda", long ? state.longFactor : state.shortFactor)} «longFactor shortFactor»`,
      lines`theta[i] /= lambda[i]; «theta»`,
      `${math}sqrt(1 + ${math}log(s) / ${math}log(length))`,
    ],
    llama3: [
      lines`double low = ${s.lowFrequencyFactor}, high = ${s.highFrequencyFactor}; «lowFrequencyFactor highFrequencyFactor»`,
      lines`
        double turns = ${s.originalMaxSeqLen} * theta[i] / (2 * ${c.pi}); «originalMaxSeqLen»
        double keep = ${clip("(turns - low) / (high - low)")}; «ramp»
        theta[i] = keep * theta[i] + (1 - keep) * theta[i] / ${s.factor}; «theta factor»`,
    ],
  };
  const [before, after, m] = parts[state.scaling] ?? [[], []];
  const unused =
    state.scaling === "longrope" && !grows
      ? before.filter(({ text }) => !text.startsWith("double s"))
      : before;
  return lines`
    double base = ${s.base}; «base»
    ${unused}
    ${c.vector("theta", "d / 2")}
    for (int i = 0; i < d / 2; ++i) {
      theta[i] = ${math}pow(base, -2.0 * i / d); «theta base headDim»
      ${after}
    }
    double m = ${m !== undefined && grows ? m : "1"}; «attentionFactor»`;
}

function cYarn(c: Braces, state: ScalingState): Fragment {
  const s = marked(state);
  const { math } = c;
  const turns = (beta: string): string =>
    `${math}log(length / (2 * ${c.pi} * ${beta})) * unit`;
  const end = (round: string, x: string): string =>
    state.truncate ? `${math}${round}(${x})` : x;
  return lines`
    double s = ${s.factor}, length = ${s.originalMaxSeqLen}; «factor originalMaxSeqLen»
    double unit = d / (2 * ${math}log(base)); «base»
    double low = ${math}max(${end("floor", turns(String(s.betaFast)))}, 0.0); «betaFast ramp»
    double high = ${math}min(${end("ceil", turns(String(s.betaSlow)))}, d - 1.0); «betaSlow ramp»
    double width = high == low ? 0.001 : high - low; «ramp»`;
}

/** JavaScript: `frequencies` of the package. */
export function jsFrequencies(state: ScalingState, headDim: number): Fragment {
  const s = marked(state);
  const type = lines`type: "${s.scaling}", «scaling»`;
  const factor = lines`factor: ${s.factor}, «factor»`;
  const length = lines`originalMaxSeqLen: ${s.originalMaxSeqLen}, «originalMaxSeqLen»`;
  const fields: Record<string, Fragment> = {
    linear: factor,
    ntk: factor,
    dynamic: [...factor, ...length],
    yarn: lines`
      ${factor}
      ${length}
      betaFast: ${s.betaFast}, «betaFast»
      betaSlow: ${s.betaSlow}, «betaSlow»
      truncate: ${s.truncate}, «truncate»`,
    longrope: lines`
      ${factor}
      ${length}
      ...{ shortFactor, longFactor }, «theta»`,
    llama3: lines`
      ${factor}
      lowFrequencyFactor: ${s.lowFrequencyFactor}, «lowFrequencyFactor»
      highFrequencyFactor: ${s.highFrequencyFactor}, «highFrequencyFactor»
      ${length}`,
  };
  const own = fields[state.scaling];
  const lists =
    state.scaling === "longrope"
      ? [
          ...jsVector("shortFactor", state.shortFactor),
          ...jsVector("longFactor", state.longFactor),
        ]
      : [];
  return lines`
    ${lists}
    const frequencies = pe.rotary.frequencies({
      headDim: ${headDim}, «headDim»
      base: ${s.base}, «base»
      ${
        own === undefined
          ? []
          : lines`
              seqLen: ${s.seqLen}, «seqLen»
              scaling: {
                ${type}
                ${own}
              },`
      }
    });`;
}

/** The options of the package's own call. */
export function frequencyOptions(
  state: ScalingState,
  headDim: number,
): RotaryFrequencyOptions {
  const { base, seqLen, scaling, factor, originalMaxSeqLen } = state;
  const long = { factor, originalMaxSeqLen };
  const { shortFactor, longFactor, betaFast, betaSlow, truncate } = state;
  const { lowFrequencyFactor, highFrequencyFactor } = state;
  const common = { headDim, base, seqLen };
  switch (scaling) {
    case "linear":
    case "ntk":
      return { ...common, scaling: { type: scaling, factor } };
    case "dynamic":
      return { ...common, scaling: { type: scaling, ...long } };
    case "yarn":
      return {
        ...common,
        scaling: { type: scaling, ...long, betaFast, betaSlow, truncate },
      };
    case "longrope":
      return {
        ...common,
        scaling: { type: scaling, ...long, shortFactor, longFactor },
      };
    case "llama3":
      return {
        ...common,
        scaling: {
          type: scaling,
          ...long,
          lowFrequencyFactor,
          highFrequencyFactor,
        },
      };
    default:
      return common;
  }
}
