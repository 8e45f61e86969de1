// What <pe-rope> draws at a step, whole or between two: wedges that become a
// wall, the wall a sum, the sum a helix, and the sum's curve beside a line.
import { scaleLinear } from "d3-scale";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import type { Box, Shown } from "../../kit/spec.ts";
import { lineMark } from "../../plots/lines.ts";
import {
  circle,
  type Ink,
  type Mark,
  type Pen,
  segment,
  signInk,
  textMark,
} from "../../plots/marks.ts";
import { decimals } from "../../words/text.ts";
import { helixMarks } from "./rope-helix.ts";
import {
  alibiAt,
  type Hands,
  type Model,
  PAIRS,
  REACH,
  type State,
  wedge,
} from "./rope-model.ts";
import { strings } from "./rope-strings.ts";

export type Here = Shown<State, Model>;

/** Room for the line of positions below. */
export const TRACK = 74;

/** How much of a scene is there: 1 at its step, 0 at the next. */
const share = (step: number, scene: number): number =>
  Math.max(0, 1 - Math.abs(step - scene));

const mix = (a: number, b: number, t: number): number => a + (b - a) * t;

/** A clock: where it is, and how much of it is there. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly opacity: number;
}

/** Above the line of positions. */
export const stage = ({ width, height }: Box): Box => ({
  width,
  height: height - TRACK,
});

/** The circle of the first scene, and of the helix from its end. */
export function middle(box: Box): Place {
  const { width, height } = stage(box);
  const radius = Math.min(width / 2 - 36, height / 2 - 22);
  return { x: width / 2, y: height / 2, radius, opacity: 1 };
}

/** Clocks in rows. */
export function wall(box: Box): readonly Place[] {
  const { width, height } = stage(box);
  const columns = width > 520 ? 8 : 6;
  const rows = Math.ceil(PAIRS / columns);
  const [w, h] = [width / columns, height / rows];
  return Array.from({ length: PAIRS }, (_, i) => ({
    x: ((i % columns) + 0.5) * w,
    y: (Math.floor(i / columns) + 0.5) * h,
    radius: Math.min(w, h) / 2 - 7,
    opacity: 1,
  }));
}

/** The two plots of the sum: left of a share of the width, and right of it. */
export function plots(step: number, box: Box) {
  const { width, height } = stage(box);
  const whole = Math.min(1, Math.max(0, step - 4));
  const bars = { left: 8, right: 0.42 * width };
  const left = mix(0.42 * width + 30, AXES.left - 10, whole);
  const curve = { left, right: width - 14 };
  return { bars, curve, top: 22, bottom: height - 40 };
}

/** Score → px; the same for the sum and for the curve. */
function scoreScale({ model, state }: Here, box: Box) {
  const { top, bottom } = plots(state.step, box);
  const [low, high] = model.range;
  const end = Math.max(low - 4, alibiAt(model, REACH));
  const last = share(state.step, 5);
  return scaleLinear()
    .domain([mix(low, Math.min(low, end), last) - 0.1, high + 0.15])
    .range([bottom, top]);
}

/** Bars that begin where the one before ended. */
function bars(shown: Here, box: Box) {
  const { bars: at } = plots(shown.state.step, box);
  const y = scoreScale(shown, box);
  const slot = (at.right - at.left) / PAIRS;
  let sum = 0;
  return shown.model.parts.map((part, i) => {
    const from = sum;
    sum += part;
    return { x: at.left + i * slot, slot, from: y(from), to: y(sum), part };
  });
}

/** Where each clock is at a step. */
function places(shown: Here, box: Box): readonly Place[] {
  const { step, pair } = shown.state;
  const [spots, big] = [wall(box), middle(box)];
  const stack = bars(shown, box);
  const at = (i: number, scene: number): Place => {
    const spot = spots[i] as Place;
    if (scene === 2) return spot;
    if (scene === 3) {
      const { x, slot, from, to } = stack[i] as (typeof stack)[number];
      return {
        x: x + slot / 2,
        y: (from + to) / 2,
        radius: slot / 2,
        opacity: 0,
      };
    }
    if (i === pair && scene === 1) return big;
    if (i === pair && scene === 4) return { ...big, opacity: 0 };
    return { ...spot, radius: 0, opacity: 0 };
  };
  const from = Math.floor(step);
  const t = step - from;
  return Array.from(spots, (_, i) => {
    const [a, b] = [at(i, from), at(i, Math.min(5, from + 1))];
    return {
      x: mix(a.x, b.x, t),
      y: mix(a.y, b.y, t),
      radius: mix(a.radius, b.radius, t),
      opacity: mix(a.opacity, b.opacity, t),
    };
  });
}

/** So far from the middle, at an angle clockwise from twelve o'clock. */
export const atAngle = (
  { x, y }: Pick<Place, "x" | "y">,
  angle: number,
  far: number,
): readonly [number, number] => [
  x + far * Math.sin(angle),
  y - far * Math.cos(angle),
];

/** A sector from one angle by another. */
const sector =
  (x: number, y: number, radius: number, from: number, by: number) =>
  (pen: Pen): void => {
    const start = from - Math.PI / 2;
    pen.moveTo(x, y);
    pen.arc(x, y, radius, start, start + by, by < 0);
    pen.closePath();
  };

function clock(
  shown: Here,
  { x, y, radius, opacity }: Place,
  hands: Hands,
  chosen: boolean,
): Mark[] {
  if (radius < 0.5 || opacity < 0.01) return [];
  const { state, model } = shown;
  const by = wedge(hands, state);
  const key = hands.k + hands.theta * state.pos;
  const big = Math.min(1, Math.max(0, (radius - 40) / 40));
  const thick = mix(1.75, 3.5, big);
  const hand = (angle: number, size: number, ink: Ink): Mark[] => {
    const long = (radius * size) / model.longest;
    const [tx, ty] = atAngle({ x, y }, angle, long);
    return [
      segment(x, y, tx, ty, { stroke: ink, width: thick, opacity }),
      ...(big > 0 ? [circle(tx, ty, 8 * big, { fill: ink, opacity })] : []),
    ];
  };
  const ink = signInk(Math.cos(by));
  const frame = chosen && shown.state.step > 1.5;
  return [
    circle(x, y, radius, {
      stroke: frame ? "ink" : "rule",
      width: frame ? 1.75 : 1,
      opacity,
    }),
    {
      kind: "path",
      draw: sector(x, y, 0.94 * radius, key, by),
      fill: ink,
      opacity: 0.3 * opacity,
    },
    ...hand(key, hands.sizeK, "ink2"),
    ...hand(key + by, hands.sizeQ, "accent"),
    circle(x, y, mix(1.5, 4, big), { fill: "ink", opacity }),
  ];
}

/** Names of the two hands, and the angle. */
function names({ state, model }: Here, box: Box): Mark[] {
  const { x, y, radius } = middle(box);
  const hands = model.hands[state.pair] as Hands;
  const by = wedge(hands, state);
  const key = hands.k + hands.theta * state.pos;
  const at = (angle: number, far: number, text: string, ink: Ink): Mark => {
    const [left, top] = atAngle({ x, y }, angle, far);
    const style = { anchor: "middle", bold: true, size: 15 } as const;
    return textMark(left, top + 5, text, ink, style);
  };
  const far = (size: number): number => (radius * size) / model.longest + 20;
  const [farK, farQ] = [far(hands.sizeK), far(hands.sizeQ)];
  const degrees = `${decimals((180 / Math.PI) * Math.abs(by), 1)}°`;
  // Two names upon each other become one.
  const isOne = Math.hypot(farK * by, farK - farQ) < 26;
  return [
    ...(isOne
      ? [at(key + by / 2, Math.max(farK, farQ) + 6, "Rq, Rk", "ink")]
      : [at(key, farK, "Rk", "ink2"), at(key + by, farQ, "Rq", "accent")]),
    at(key + by / 2, 0.55 * radius, degrees, "ink"),
  ];
}

/** The same wedge further on in the text, once that is no secret. */
function echoes(shown: Here, box: Box): Mark[] {
  const { state, model } = shown;
  const { x, y, radius } = middle(box);
  const hands = model.hands[state.pair] as Hands;
  const by = wedge(hands, state);
  const key = hands.k + hands.theta * state.pos;
  // As many as do not lie upon each other.
  const count = Math.min(3, Math.floor((2 * Math.PI) / Math.abs(by)));
  return [1, 2].slice(0, count - 1).map((n) => ({
    kind: "path" as const,
    draw: sector(x, y, 0.94 * radius, key + (n * 2 * Math.PI) / count, by),
    fill: signInk(Math.cos(by)),
    opacity: 0.1,
  }));
}

function wallNames({ lang, state }: Here, box: Box): Mark[] {
  if (share(state.step, 2) < 0.95) return [];
  const spots = wall(box);
  return [0, PAIRS - 1].map((i) => {
    const { x, y, radius } = spots[i] as Place;
    const text = strings[i === 0 ? "fastest" : "slowest"][lang];
    return textMark(x, y + radius + 10, text, "ink2", {
      anchor: "middle",
      size: 10,
    });
  });
}

/** Room in px for "RoPE" and its score. */
const NAME = 84;

/** The sum, and the score by the distance. */
function sum(shown: Here, box: Box, there: number, isLast: boolean): Mark[] {
  const { state, model, lang } = shown;
  const { bars: left, curve, top, bottom } = plots(state.step, box);
  const y = scoreScale(shown, box);
  const x = scaleLinear().domain([0, REACH]).range([curve.left, curve.right]);
  const { data, fine } = model.curve;
  const by = (index: number): number => x(index / fine);
  const count = Math.round(state.distance * fine) + 1;
  const [px, py] = [x(state.distance), y(model.score)];
  const marks: Mark[] = [
    segment(isLast ? curve.left : left.left, y(0), curve.right, y(0), {
      stroke: "ink3",
      opacity: there,
    }),
  ];
  if (!isLast) {
    for (const bar of bars(shown, box)) {
      marks.push({
        kind: "path",
        draw: (pen) =>
          pen.rect(
            bar.x + 0.5,
            Math.min(bar.from, bar.to),
            Math.max(1, bar.slot - 1),
            Math.max(1, Math.abs(bar.from - bar.to)),
          ),
        fill: signInk(bar.part),
        opacity: there,
      });
    }
    marks.push(
      segment(left.right, py, px, py, {
        stroke: "good",
        dash: [4, 3],
        opacity: there,
      }),
    );
  }
  marks.push(
    lineMark({ data, start: 0, stride: 1, count: data.length }, by, y, {
      stroke: "good",
      width: 1.5,
      opacity: 0.3 * there,
    }),
    lineMark({ data, start: 0, stride: 1, count }, by, y, {
      stroke: "good",
      width: 3,
      opacity: there,
    }),
    circle(px, py, 6, { fill: "good", opacity: there }),
  );
  if (isLast) marks.push(...straight(shown, { x, y, bottom }, there));
  if (there < 0.95) return marks;
  const score = decimals(model.score, 2);
  const name = isLast ? `RoPE ${score}` : score;
  // Below its dot where ALiBi's line is above, and below that line to its end.
  const isBelow = isLast && alibiAt(model, state.distance) > model.score;
  const crossed = y(alibiAt(model, x.invert(px + NAME))) - py + 18;
  const dy = isBelow ? Math.min(Math.max(24, crossed), bottom - py - 4) : -12;
  marks.push(
    textMark(Math.min(px + 4, curve.right - 20), py + dy, name, "good", {
      anchor: px > box.width - 90 ? "end" : "start",
      bold: true,
      size: 15,
    }),
    textMark(curve.left, top - 8, strings.score[lang]),
    ...y.ticks(4).map((v) =>
      // On the line of 0, not in it.
      textMark(curve.left - 6, y(v) + (v === 0 ? -4 : 4), String(v), "ink2", {
        anchor: "end",
      }),
    ),
  );
  if (!isLast) {
    marks.push(
      textMark(left.left, top - 8, strings.sum[lang]),
      textMark(left.left, bottom + 17, strings.fastest[lang]),
      textMark(left.right, bottom + 17, strings.slowest[lang], "ink2", {
        anchor: "end",
      }),
    );
  }
  const below = { width: curve.right, height: bottom };
  const axis = {
    scale: x,
    label: strings.distance[lang],
    marked: state.distance,
  };
  marks.push(...axes({ x: { ...axis, format: String } }, below).slice(1));
  return marks;
}

/** ALiBi's line, as far as it is in sight. */
function straight(
  shown: Here,
  to: {
    x: (v: number) => number;
    y: ((v: number) => number) & { domain(): number[] };
    bottom: number;
  },
  opacity: number,
): Mark[] {
  const { model, state } = shown;
  const { x, y } = to;
  const low = y.domain()[0] as number;
  const { slope, plain } = model.alibi;
  const end = Math.min(REACH, (plain - low) / slope);
  const here = alibiAt(model, state.distance);
  const marks: Mark[] = [
    segment(x(0), y(plain), x(end), y(alibiAt(model, end)), {
      stroke: "ink",
      width: 2.5,
      opacity,
    }),
  ];
  if (here < low) return marks;
  const [px, py] = [x(state.distance), y(here)];
  marks.push(circle(px, py, 6, { fill: "ink", opacity }));
  if (opacity < 0.95) return marks;
  // Above its dot where RoPE's is below, and the other way round.
  const above = here > model.score;
  const dy = above ? -12 : 24;
  const text = `ALiBi ${decimals(here, 2)}`;
  marks.push(
    textMark(px + 4, py + dy, text, "ink", {
      anchor: px > x(REACH) - 90 ? "end" : "start",
      bold: true,
      size: 15,
    }),
  );
  return marks;
}

/** All of it, but the line of positions. */
export function scene(shown: Here, box: Box): readonly Mark[] {
  const { step, pair, answer } = shown.state;
  const marks: Mark[] = [];
  const [one, three, helix, last] = [1, 3, 4, 5].map((n) => share(step, n)) as [
    number,
    number,
    number,
    number,
  ];
  if (answer && one === 1) marks.push(...echoes(shown, box));
  if (three > 0) marks.push(...sum(shown, box, three, false));
  const all = places(shown, box);
  // The chosen one last: on its way it passes in front of the others.
  const order = [...all.keys()].sort((a, b) => +(a === pair) - +(b === pair));
  for (const i of order) {
    const hands = shown.model.hands[i] as Hands;
    marks.push(...clock(shown, all[i] as Place, hands, i === pair));
  }
  marks.push(...wallNames(shown, box));
  if (one > 0.95) marks.push(...names(shown, box));
  if (helix > 0) marks.push(...helixMarks(shown, middle(box), box, helix));
  if (last > 0) marks.push(...sum(shown, box, last, true));
  return marks;
}
