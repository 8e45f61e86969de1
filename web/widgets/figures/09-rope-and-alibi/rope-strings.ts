// The words of <pe-rope>: a question for each scene, and its answer.
import type { Shown } from "../../kit/spec.ts";
import { decimals, quantity } from "../../words/text.ts";
import {
  alibiAt,
  type Hands,
  HEAD_DIM,
  type Model,
  type State,
  wedge,
} from "./rope-model.ts";

export const strings = {
  name: {
    en: "RoPE, from one pair to the score",
    zh: "RoPE：从一对维度到分数",
  },
  caption: {
    en: "Drag the band between k and q at the foot of the picture, or the grip above it, and both slide; drag k or q, and that one moves alone. The same hands go through five pictures: one pair, all pairs of a head, their sum, a helix, and ALiBi beside it. Green wedges add to the score, red ones take from it.",
    zh: "拖动图底部 k 与 q 之间的横条，或它上方的把手，两者一起滑动；拖动 k 或 q，只移动它自己。同样的指针依次出现在五幅图里：一对、一个头的所有对、它们的和、螺旋线，以及并排的 ALiBi。绿色扇形使分数升高，红色扇形使分数降低。",
  },
  step: { en: "Scene", zh: "图" },
  answer: { en: "Answer", zh: "看答案" },
  question: { en: "Hide", zh: "看问题" },
  pos: { en: "Slide both", zh: "一起滑动" },
  distance: { en: "Distance", zh: "距离" },
  pair: { en: "Pair i of 32", zh: "第 i 对（共 32 对）" },
  content: { en: "Words", zh: "词" },
  same: { en: "the same", zh: "相同" },
  different: { en: "different", zh: "不同" },
  view: { en: "Turn the axis, degrees", zh: "转动视角（度）" },
  head: { en: "Head of ALiBi, of 8", zh: "ALiBi 的头（共 8 个）" },
  keys: {
    en: "Query and key on the line of positions; left and right arrows slide both, up and down change the distance.",
    zh: "位置线上的查询与键；左右方向键让两者一起滑动，上下方向键改变距离。",
  },
  one: { en: "Pair", zh: "一对" },
  wall: { en: "Pairs", zh: "所有对" },
  sum: { en: "Sum of the pairs", zh: "各对之和" },
  sumShort: { en: "Sum", zh: "求和" },
  helix: { en: "Helix", zh: "螺旋线" },
  line: { en: "ALiBi", zh: "ALiBi" },
  fastest: { en: "fastest", zh: "最快" },
  slowest: { en: "slowest", zh: "最慢" },
  score: { en: "Score", zh: "分数" },
  position: { en: "position", zh: "位置" },
  wedge: { en: "angle, degrees", zh: "夹角（度）" },
  part: { en: "adds to the score", zh: "对分数的贡献" },
} as const;

type Here = Shown<State, Model>;

/** Titles of the scenes, in order. */
export const SCENES = ["one", "wall", "sumShort", "helix", "line"] as const;

function numbers({ state, model }: Here) {
  const hands = model.hands[state.pair] as Hands;
  const angles = model.hands.map(
    (it) => (180 / Math.PI) * Math.abs(wedge(it, state)),
  );
  return {
    key: state.pos,
    query: state.pos + state.distance,
    apart: state.distance,
    angle: decimals(angles[state.pair] as number, 1),
    speed: quantity(hands.theta, 3),
    pairs: model.hands.length,
    width: HEAD_DIM,
    score: decimals(model.score, 2),
    alibi: decimals(alibiAt(model, state.distance), 2),
    slope: quantity(model.alibi.slope, 3),
    least: decimals(Math.min(...angles), 1),
    most: decimals(Math.max(...angles), 1),
  };
}

/** What is asked in each scene. */
const QUESTIONS: readonly ((n: ReturnType<typeof numbers>) => {
  en: string;
  zh: string;
})[] = [
  ({ query, key }) => ({
    en: `The query stands at position <b>${query}</b>, the key at <b>${key}</b>; each is turned by its position. Slide both: what becomes of the angle between them?`,
    zh: `查询在位置 <b>${query}</b>，键在位置 <b>${key}</b>，各自按位置转动。两者一起滑动，夹角会怎样？`,
  }),
  ({ pairs }) => ({
    en: `A head (one unit of attention) has <b>${pairs}</b> such pairs; green ones raise the score, red ones lower it. Slide both: which change?`,
    zh: `一个头（注意力的一个单元）有 <b>${pairs}</b> 个这样的对：绿色的加分，红色的减分。两者一起滑动，哪些会变？`,
  }),
  ({ score, width }) => ({
    en: `Each pair adds the lengths of its two hands times the cosine of the wedge, over √${width}; the sum is the score, <b>${score}</b>. What moves it: sliding both, or the distance?`,
    zh: `每一对贡献两根针的长度之积乘以夹角的余弦，再除以 √${width}；加起来就是分数 <b>${score}</b>。一起滑动和改变距离，哪一种会改变它？`,
  }),
  ({ query, key }) => ({
    en: `Let the position be a third axis: the hands, at <b>${key}</b> and <b>${query}</b>, become spokes of a helix. Turn it by dragging: from where does one see only the distance?`,
    zh: `把位置当作第三根轴，<b>${key}</b> 和 <b>${query}</b> 处的指针就成了螺旋线的辐条。拖动来转动视角：从哪里看去，只剩下距离？`,
  }),
  ({ slope }) => ({
    en: `ALiBi, the rival of RoPE, turns nothing: this head takes <b>${slope}</b> off the score for each position of distance. Change the distance: which curve lets you read it off?`,
    zh: `ALiBi 是另一种做法，什么也不转：这个头每远一个位置，就从分数里减去 <b>${slope}</b>。改变距离：从哪条曲线能读出它？`,
  }),
];

const ANSWERS: typeof QUESTIONS = [
  ({ speed, apart, angle }) => ({
    en: `Sliding does nothing to it: both turn alike, by ${speed} radians a position. At distance ${apart} it is <b>${angle}°</b>, wherever the two stand.`,
    zh: `滑动时不变：两者同样地转，每个位置 ${speed} 弧度。相距 ${apart} 个位置，夹角就是 <b>${angle}°</b>，与两者站在哪里无关。`,
  }),
  ({ pairs, apart, least, most }) => ({
    en: `None: at distance ${apart} all ${pairs} pairs keep their wedges, the widest <b>${most}°</b>, the narrowest <b>${least}°</b>. Only the distance changes them.`,
    zh: `一个也不变：距离为 ${apart} 时，${pairs} 对的扇形都保持原样，最宽 <b>${most}°</b>，最窄 <b>${least}°</b>。只有距离能改变它们。`,
  }),
  ({ apart, score }) => ({
    en: `The distance alone: at ${apart} the score is <b>${score}</b>, wherever both stand. Change the distance, and the sum follows the curve.`,
    zh: `只有距离：距离为 ${apart} 时分数是 <b>${score}</b>，与两者站在哪里无关。改变距离，各对之和就沿曲线移动。`,
  }),
  ({ apart, angle }) => ({
    en: `From the end: the axis shrinks to a point, the positions go out of sight, and of the ${apart} between them the wedge is left, <b>${angle}°</b>.`,
    zh: `从一端看：轴缩成一点，位置看不见了；相距的 ${apart} 个位置，只留下 <b>${angle}°</b> 的扇形。`,
  }),
  ({ apart, score, alibi, slope }) => ({
    en: `ALiBi: <b>${alibi}</b> at distance ${apart}, less ${slope} with each further position. RoPE, <b>${score}</b> there, rises and falls in waves; with other words it need not fall at all.`,
    zh: `ALiBi：距离 ${apart} 处为 <b>${alibi}</b>，每远一位再减 ${slope}。RoPE 此处为 <b>${score}</b>，起伏不定；换成别的词，甚至未必下降。`,
  }),
];

/** The question of the scene, or its answer where it was asked for. */
export function asked(shown: Here): string {
  const { step, answer } = shown.state;
  const texts = answer ? ANSWERS : QUESTIONS;
  const say = texts[step - 1] as (typeof texts)[number];
  return say(numbers(shown))[shown.lang];
}

/** What is drawn, in one sentence. */
export function say(shown: Here): string {
  const n = numbers(shown);
  const { pair } = shown.state;
  return {
    en: `Query at ${n.query}, key at ${n.key}, ${n.apart} apart. Pair ${pair} turns by ${n.speed} radians a position; its wedge is ${n.angle}°. Score of RoPE ${n.score}, of ALiBi ${n.alibi}.`,
    zh: `查询在 ${n.query}，键在 ${n.key}，相距 ${n.apart}。第 ${pair} 对每个位置转 ${n.speed} 弧度，夹角 ${n.angle}°。RoPE 的分数 ${n.score}，ALiBi 的分数 ${n.alibi}。`,
  }[shown.lang];
}
