// Which columns of a head turn by what, for golden vectors.
import type {
  AttentionLayer,
  AxialHeadsLayer,
  AxialLayer,
  RotaryLayer,
} from "./config/layer.js";
import { describe } from "./errors.js";
import { frequenciesOf } from "./rotary/frequencies.js";
import type { Runtime } from "./runtime.js";

/** Float64 numbers in row-major order. */
export interface GoldenTensor {
  readonly data: Float64Array;
  readonly shape: readonly number[];
}

/** Positions of tokens, each on one axis or on several. */
export type Positions = readonly (number | readonly number[])[];

/** What errors call the call. */
export const CALL = "golden";

export function refuse(name: string, allowed: string, value: unknown): never {
  throw new RangeError(
    `${CALL}: ${name} must be ${allowed}, got ${describe(value)}`,
  );
}

/** What turns pair i of a token: columns of the pair, frequency, axis. */
interface Pair {
  readonly columns: readonly [number, number];
  readonly frequency: number;
  readonly axis: number;
}

const columnsOf = (
  i: number,
  half: number,
  layout: RotaryLayer["layout"],
): Pair["columns"] =>
  layout === "halves" ? [i, i + half] : [2 * i, 2 * i + 1];

/** Axis of pair i where sections take turns (Qwen3-VL), or lie in blocks. */
function axisOf(
  i: number,
  { sections, interleaved }: NonNullable<RotaryLayer["multimodal"]>,
): number {
  const count = sections.length;
  if (interleaved) {
    const axis = i % count;
    return axis > 0 && i < (sections[axis] as number) * count ? axis : 0;
  }
  let axis = 0;
  let end = sections[0] ?? 0;
  while (i >= end && axis < count - 1) {
    axis++;
    end += sections[axis] as number;
  }
  return axis;
}

/** The pairs of a rotary layer, and the factor on cos and sin. */
function rotaryPairs(
  runtime: Runtime,
  position: RotaryLayer,
  seqLen: number,
): readonly [Pair[], number] {
  const {
    headDim,
    rotaryDim,
    base,
    scaling,
    layout,
    startIndex = 0,
  } = position;
  const { inverseFrequency, attentionFactor } = frequenciesOf(runtime, CALL, {
    headDim,
    rotaryDim,
    base,
    seqLen,
    ...(scaling && { scaling }),
  });
  const half = inverseFrequency.length;
  if (!(startIndex >= 0 && startIndex + 2 * half <= headDim))
    refuse(
      "plan",
      `one that starts to turn at most at ${headDim - 2 * half}`,
      startIndex,
    );
  const sign = position.inverse ? -1 : 1;
  const pairs = Array.from(inverseFrequency, (frequency, i): Pair => {
    const [a, b] = columnsOf(i, half, layout);
    return {
      columns: [startIndex + a, startIndex + b],
      frequency: sign * frequency,
      axis: position.multimodal ? axisOf(i, position.multimodal) : 0,
    };
  });
  return [pairs, attentionFactor];
}

function axialPairs(
  runtime: Runtime,
  { axes, headDim, layout }: AxialLayer,
): Pair[] {
  let first = 0;
  return axes.flatMap(({ rotaryDim, base }, axis) => {
    const from = first;
    first += rotaryDim / 2;
    const options = { headDim, rotaryDim, base };
    const { inverseFrequency } = frequenciesOf(runtime, CALL, options);
    return Array.from(inverseFrequency, (frequency, i): Pair => {
      return {
        columns: columnsOf(from + i, headDim / 2, layout),
        frequency,
        axis,
      };
    });
  });
}

/** The pairs of one head where all heads turn as one vector. */
function pairsOfHead(
  { axes, base, frequencies, headDim, unturned }: AxialHeadsLayer,
  head: number,
): Pair[] {
  return Array.from({ length: headDim / 2 }, (_, p): Pair => {
    const i = head * (headDim / 2) + p - unturned;
    const step = Math.floor(i / axes) / (frequencies - 1);
    return {
      columns: [2 * p, 2 * p + 1],
      frequency: i < 0 ? 0 : (Math.PI / 2) * base ** step,
      axis: i < 0 ? 0 : i % axes,
    };
  });
}

/** Coordinate of a token on an axis: a plain position is that on all. */
export const coordinate = (
  position: number | readonly number[],
  axis: number,
): number =>
  typeof position === "number" ? position : (position[axis] as number);

/** Heads of tokens, turned by the pairs of each head, or of one for all. */
export function turned(
  x: GoldenTensor,
  pairs: readonly (readonly Pair[])[],
  factor: number,
  positions: Positions,
  isBack = false,
): GoldenTensor {
  const [heads = 0, tokens = 0, width = 0] = x.shape;
  const data = x.data.slice();
  for (let h = 0; h < heads; h++) {
    for (let t = 0; t < tokens; t++) {
      const at = (h * tokens + t) * width;
      for (const { columns, frequency, axis } of pairs[h] ?? pairs[0] ?? []) {
        const turn = frequency * coordinate(positions[t] as number, axis);
        const angle = isBack ? -turn : turn;
        const [cos, sin] = [Math.cos(angle) * factor, Math.sin(angle) * factor];
        const [a, b] = [at + columns[0], at + columns[1]];
        const [p, q] = [x.data[a] as number, x.data[b] as number];
        data[a] = p * cos - q * sin;
        data[b] = q * cos + p * sin;
      }
    }
  }
  return { data, shape: x.shape };
}

/** The pairs of each head, or of one for all, and the factor on cos and sin. */
export function pairsOf(
  runtime: Runtime,
  position: AttentionLayer["position"],
  seqLen: number,
  heads: number,
): readonly [Pair[][], number] {
  switch (position.type) {
    case "rotary": {
      const [pairs, factor] = rotaryPairs(runtime, position, seqLen);
      return [[pairs], factor];
    }
    case "axial":
      return [[axialPairs(runtime, position)], 1];
    case "axialHeads":
      return [
        Array.from({ length: heads }, (_, h) => pairsOfHead(position, h)),
        1,
      ];
    default:
      return [[[]], 1];
  }
}
