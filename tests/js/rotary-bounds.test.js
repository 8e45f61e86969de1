import { BASE, bounded, inList, positive, real, whole } from "./bounds.js";
import { pe } from "./helpers.js";

const { rotary } = pe;

bounded(
  "rotary.frequencies",
  {
    headDim: { ...whole(2, 65536) },
    rotaryDim: { ...whole(2, 8) },
    base: BASE,
    seqLen: whole(1, 2 ** 53),
  },
  (it) => rotary.frequencies({ headDim: 8, ...it }),
);

const FACTOR = real(1e-12, 1e12);
const ATTENTION = positive(1e6);
const scaled = (scaling, bounds) =>
  bounded(
    "rotary.frequencies",
    Object.fromEntries(
      Object.entries(bounds).map(([key, it]) => [`scaling.${key}`, it]),
    ),
    (it) =>
      rotary.frequencies({
        headDim: 8,
        scaling: { ...scaling, ...it.scaling },
      }),
  );
/** A length of training need be no integer. */
const trained = (least) => ({
  ...real(1, 2 ** 53),
  taken: [least, 2 ** 53],
});

scaled({ type: "linear", factor: 2 }, { factor: FACTOR });
scaled({ type: "ntk", factor: 2 }, { factor: FACTOR });
scaled(
  { type: "dynamic", factor: 2, originalMaxSeqLen: 16 },
  { factor: FACTOR, originalMaxSeqLen: trained(1) },
);
scaled(
  { type: "yarn", factor: 2, originalMaxSeqLen: 16 },
  {
    factor: FACTOR,
    originalMaxSeqLen: trained(1),
    betaFast: positive(1e9),
    betaSlow: positive(1e9),
    attentionFactor: ATTENTION,
    attentionMultiplier: ATTENTION,
  },
);
scaled(
  {
    ...{ type: "llama3", factor: 8, originalMaxSeqLen: 16 },
    ...{ lowFrequencyFactor: 1, highFrequencyFactor: 1e9 },
  },
  { lowFrequencyFactor: positive(1e9) },
);
scaled(
  {
    ...{ type: "llama3", factor: 8, originalMaxSeqLen: 16 },
    ...{ lowFrequencyFactor: 1e-9, highFrequencyFactor: 4 },
  },
  { highFrequencyFactor: positive(1e9) },
);
scaled(
  { type: "proportional", partialRotaryFactor: 0.5 },
  { partialRotaryFactor: real(0, 1), factor: FACTOR },
);
scaled(
  {
    ...{ type: "longrope", shortFactor: [1, 1, 1, 1], originalMaxSeqLen: 16 },
    ...{ longFactor: [1, 1, 1, 1], factor: 2 },
  },
  {
    shortFactor: inList(FACTOR, 4),
    longFactor: inList(FACTOR, 4),
    originalMaxSeqLen: trained(2),
    attentionFactor: ATTENTION,
  },
);
