// The numbers of <pe-rope>: a query and a key of one head, pair by pair.
import * as pe from "posenc";
import {
  choice,
  integer,
  onOff,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { random } from "../shared/random-content.ts";

export const HEAD_DIM = 64;
export const PAIRS = HEAD_DIM / 2;
/** Positions of the key, and distances, go this far. */
export const REACH = 64;
/** Heads of ALiBi. */
export const HEADS = 8;
/** Samples of the score for each position of distance. */
const FINE = 4;
/** Vectors of "different" have pairs of about length 1, as those of "same". */
export const RANDOM = { seed: 12, std: 0.7 } as const;

export const table = {
  step: integer({ default: 1, min: 1, max: 5 }),
  answer: onOff(false),
  pos: real({ default: 10, min: 0, max: REACH }),
  distance: real({ default: 12, min: 0, max: REACH }),
  pair: integer({ default: 8, min: 0, max: PAIRS - 1 }),
  content: choice(["same", "different"]),
  view: real({ default: 50, min: 0, max: 90 }),
  head: integer({ default: 3, min: 0, max: HEADS - 1 }),
} as const;

export type State = StateOf<typeof table>;

/** A pair of columns of query and key before they are turned. */
export interface Hands {
  /** Radians for each position. */
  readonly theta: number;
  /** Angles of query and key at position 0. */
  readonly q: number;
  readonly k: number;
  /** Their lengths. */
  readonly sizeQ: number;
  readonly sizeK: number;
}

export interface Model {
  readonly hands: readonly Hands[];
  /** The longest hand. */
  readonly longest: number;
  /** What each pair adds to the score. */
  readonly parts: readonly number[];
  readonly score: number;
  /** The score of vectors that the library has turned by their positions. */
  readonly turned: number;
  /** Columns of the chosen pair: of the turned query, and of the turned key. */
  readonly tips: readonly number[];
  /** Scores by distance, `fine` of them for each position. */
  readonly curve: { readonly data: Float64Array; readonly fine: number };
  /** Lowest and highest sum of the first pairs, at any distance. */
  readonly range: readonly [low: number, high: number];
  readonly alibi: { readonly slope: number; readonly plain: number };
}

/** From key to query, in (−π, π]: the wedge. */
export function wedge(
  { theta, q, k }: Hands,
  { distance }: Pick<State, "distance">,
): number {
  const angle = q - k + theta * distance;
  return angle - 2 * Math.PI * Math.ceil(angle / (2 * Math.PI) - 0.5);
}

/** ALiBi's score at a distance. */
export const alibiAt = ({ alibi }: Model, distance: number): number =>
  alibi.plain - alibi.slope * distance;

/** Query and key before they are turned. */
function vectors(content: State["content"]) {
  if (content === "different") {
    const { data } = random(2, HEAD_DIM, RANDOM.seed, RANDOM.std);
    return [data.slice(0, HEAD_DIM), data.slice(HEAD_DIM)] as const;
  }
  // Every pair (1, 0), for query and key alike.
  const ones = Float32Array.from({ length: HEAD_DIM }, (_, c) => +(c < PAIRS));
  return [ones, ones] as const;
}

export function compute({
  pos,
  distance,
  pair,
  content,
  head,
}: Readonly<State>): Model {
  const frequencies = pe.rotaryFrequencies({ headDim: HEAD_DIM });
  const [q, k] = vectors(content);
  const hands = Array.from(frequencies.inverseFrequency, (theta, i) => {
    const [qx, qy, kx, ky] = [q[i], q[i + PAIRS], k[i], k[i + PAIRS]] as [
      ...[number, number, number, number],
    ];
    return {
      theta,
      q: Math.atan2(qy, qx),
      k: Math.atan2(ky, kx),
      sizeQ: Math.hypot(qx, qy),
      sizeK: Math.hypot(kx, ky),
    };
  });
  const scale = Math.sqrt(HEAD_DIM);
  const part = (it: Hands, apart: number): number =>
    (it.sizeQ * it.sizeK * Math.cos(it.q - it.k + it.theta * apart)) / scale;
  let [low, high] = [0, 0];
  const data = Float64Array.from({ length: REACH * FINE + 1 }, (_, n) => {
    let sum = 0;
    for (const it of hands) {
      sum += part(it, n / FINE);
      low = Math.min(low, sum);
      high = Math.max(high, sum);
    }
    return sum;
  });
  const parts = hands.map((it) => part(it, distance));
  const apply = (x: Float32Array, position: number): Float32Array =>
    pe.rotaryApply(
      { data: x, shape: [1, 1, HEAD_DIM] },
      { frequencies, positions: [position] },
    ).data;
  const [rq, rk] = [apply(q, pos + distance), apply(k, pos)];
  return {
    hands,
    longest: Math.max(...hands.flatMap((it) => [it.sizeQ, it.sizeK])),
    parts,
    score: parts.reduce((sum, v) => sum + v, 0),
    turned: rq.reduce((sum, v, c) => sum + v * (rk[c] as number), 0) / scale,
    tips: [rq, rk].flatMap((x) => [x[pair], x[pair + PAIRS]] as number[]),
    curve: { data, fine: FINE },
    range: [low, high],
    alibi: {
      slope: pe.alibiSlopes({ numHeads: HEADS })[head] as number,
      plain: data[0] as number,
    },
  };
}

/** The program of a state; prints what `printed` has. */
export const program = (state: Readonly<State>): string =>
  `import { load } from "posenc";

const pe = await load();
const [d, pair] = [${HEAD_DIM}, ${state.pair}];
const [key, distance] = [${state.pos}, ${state.distance}];
const frequencies = pe.rotary.frequencies({ headDim: d });
${
  state.content === "same"
    ? `// Every pair (1, 0): the same word twice.
const q = Float32Array.from({ length: d }, (_, c) => (c < d / 2 ? 1 : 0));
const k = q;`
    : `const rows = pe.embedding.learned({ maxLen: 2, dModel: d, std: ${RANDOM.std}, seed: ${RANDOM.seed} });
const [q, k] = [rows.data.slice(0, d), rows.data.slice(d)];`
}
// Turned by their positions: the hands of the pair, and the score.
const turned = (data, position) =>
  pe.rotary.apply({ data, shape: [1, 1, d] }, { frequencies, positions: [position] }).data;
const [rq, rk] = [turned(q, key + distance), turned(k, key)];
console.log(rq[pair], rq[pair + d / 2], rk[pair], rk[pair + d / 2]);
console.log(Math.fround(rq.reduce((sum, v, c) => sum + v * rk[c], 0) / Math.sqrt(d)));
// The same from the wedges, which know the distance alone.
const score = (apart) =>
  frequencies.inverseFrequency.reduce((sum, theta, i) => {
    const [qx, qy, kx, ky] = [q[i], q[i + d / 2], k[i], k[i + d / 2]];
    const wedge = Math.atan2(qy, qx) - Math.atan2(ky, kx) + theta * apart;
    return sum + Math.hypot(qx, qy) * Math.hypot(kx, ky) * Math.cos(wedge);
  }, 0) / Math.sqrt(d);
console.log(score(distance));
// ALiBi: the plain product, less slope times distance.
const slope = pe.bias.alibiSlopes({ numHeads: ${HEADS} })[${state.head}];
console.log(slope, score(0) - slope * distance);
`;

/** What the program prints. */
export const printed = (model: Model, { distance }: Readonly<State>) => [
  model.tips,
  [Math.fround(model.turned), model.score],
  [model.alibi.slope, alibiAt(model, distance)],
];
