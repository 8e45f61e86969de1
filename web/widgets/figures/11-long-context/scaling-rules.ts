// The rules of context extension, as the library takes them, and what each does
// to every pair of a head.

import type { RotaryScaling } from "posenc";
import * as pe from "posenc";
import { PHI3_LONG } from "./published-configs.ts";

export const METHODS = ["linear", "ntk", "yarn", "llama3", "longrope"] as const;
export type Method = (typeof METHODS)[number];

/** What is extended, from which length and how far. */
interface Extension {
  readonly factor: number;
  readonly trainLen: number;
  readonly headDim: number;
  readonly base: number;
}

/** What a rule does. */
export interface Spectrum {
  /** θ / θ′ of each pair: how many times slower it turns. */
  readonly slower: Float64Array;
  readonly attentionFactor: number;
  /** Largest new angle at factor × training length, in radians. */
  readonly unseen: number;
  readonly unseenPairs: number;
}

function scalingOf(
  method: Method,
  { factor, trainLen, headDim }: Extension,
): RotaryScaling {
  const length = { factor, originalMaxSeqLen: trainLen };
  switch (method) {
    case "linear":
    case "ntk":
      return { type: method, factor };
    case "yarn":
      return { type: "yarn", ...length };
    case "llama3":
      return {
        type: "llama3",
        ...length,
        lowFrequencyFactor: 1,
        highFrequencyFactor: 4,
      };
    case "longrope": {
      const list = { data: PHI3_LONG, shape: [PHI3_LONG.length, 1] };
      const { data } = pe.embeddingResize(list, headDim / 2, {
        alignCorners: true,
      });
      const longFactor = [...data];
      return {
        type: "longrope",
        ...length,
        longFactor,
        shortFactor: longFactor,
      };
    }
  }
}

/** A rule beside the unscaled frequencies. */
export function spectrumOf(
  method: Method,
  state: Extension,
  plain: Float64Array,
): Spectrum {
  const { headDim, base, trainLen, factor } = state;
  const scaling = scalingOf(method, state);
  const testLen = Math.round(trainLen * factor);
  const rope = { headDim, base, scaling };
  const { inverseFrequency, attentionFactor } = pe.rotaryFrequencies({
    ...rope,
    seqLen: testLen,
  });
  const met = pe.analysisCoverage({ ...rope, trainLen, testLen });
  return {
    slower: plain.map((theta, i) => theta / (inverseFrequency[i] as number)),
    attentionFactor,
    unseen: met.maxUnseenAngle,
    unseenPairs: met.unseen,
  };
}
