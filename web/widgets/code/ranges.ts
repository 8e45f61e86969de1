// What the numbers of all kinds may be, by name.

interface Limit {
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
  /** The limits themselves are not allowed. */
  readonly open?: boolean;
}

const count = (min = 1, max = 65536): Limit => ({ min, max, integer: true });
const real = (min: number, max: number, open = false): Limit => ({
  min,
  max,
  open,
  integer: false,
});

const LIMITS: Readonly<Record<string, Limit>> = {
  seqLen: count(),
  dModel: count(),
  maxLen: count(),
  newLen: count(),
  trainLen: count(1, 2 ** 31),
  testLen: count(1, 2 ** 31),
  originalMaxSeqLen: count(2, 2 ** 31),
  maxOffset: count(3, 1e6),
  numHeads: count(1, 1024),
  head: count(0),
  headDim: count(2),
  dim: count(0),
  learnedDims: count(),
  positionDims: count(),
  bits: count(1, 32),
  numBuckets: count(2),
  maxDistance: count(),
  clip: count(1, 1024),
  span: count(1, 1024),
  window: count(0),
  batch: count(1, 64),
  layers: count(1, 8),
  memoryLen: count(1, 1024),
  vocabularySize: count(2, 4096),
  features: count(),
  bands: count(1, 30),
  seed: seedLimit(),
  height: count(1, 256),
  width: count(1, 256),
  base: real(1, 1e12),
  maxPeriod: real(1, 1e12),
  timestep: real(-(2 ** 53), 2 ** 53),
  scale: real(-(2 ** 20), 2 ** 20),
  downscaleFreqShift: count(0, 1),
  std: real(0, 1e30),
  factor: real(1e-12, 1e12),
  alpha: real(0, 1, true),
  betaFast: real(0, 1e9, true),
  betaSlow: real(0, 1e9, true),
  lowFrequencyFactor: real(0, 1e9, true),
  highFrequencyFactor: real(0, 1e9, true),
};

function seedLimit(): Limit {
  return count(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}

/** What a number may be, if the present one is not allowed. */
export function refusal(name: string, value: number): string | undefined {
  const limit = LIMITS[name];
  if (limit === undefined) return undefined;
  const { min, max, integer, open } = limit;
  const inside = open
    ? value > min && value < max
    : value >= min && value <= max;
  if (inside && (!integer || Number.isInteger(value))) return undefined;
  const kind = integer ? "an integer" : "a number";
  return open
    ? `${kind} above ${min} and below ${max}`
    : `${kind} from ${min} to ${max}`;
}
