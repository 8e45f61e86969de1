// One pair with the position as a third axis: tips run along a helix, and the
// wedge is what is left when it is seen from its end.
import type { Box, Shown } from "../../kit/spec.ts";
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
import {
  type Hands,
  type Model,
  REACH,
  type State,
  wedge,
} from "./rope-model.ts";

/** Pieces of the helix, each as faint as it is far away. */
const PIECES = 96;
/** The eye's height above the axis where it is highest, in radians. */
const TILT = 0.3;
const LENGTH = 2 * REACH;

type Point = readonly [x: number, y: number, depth: number];

interface Place {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/**
 * Where a point of the cylinder is seen, the axis being turned by `view` out of
 * the line of sight; from the end and from the side the eye is on its height.
 */
function projection({ x, y, radius }: Place, long: number, view: number) {
  const tilt = TILT * Math.sin(2 * view);
  const [sin, cos] = [Math.sin(view), Math.cos(view)];
  const [up, flat] = [Math.sin(tilt), Math.cos(tilt)];
  return (angle: number, size: number, position: number): Point => {
    const [a, b] = [
      radius * size * Math.sin(angle),
      radius * size * Math.cos(angle),
    ];
    const along = (position / LENGTH - 0.5) * long;
    const depth = along * cos - a * sin;
    return [x + a * cos + along * sin, y - b * flat + depth * up, depth];
  };
}

function path(points: readonly Point[]) {
  return (pen: Pen): void => {
    points.forEach(([x, y], n) => {
      if (n === 0) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    });
  };
}

const between = (from: number, to: number, count: number): readonly number[] =>
  Array.from({ length: count + 1 }, (_, n) => from + ((to - from) * n) / count);

/** @param there - how much of it is there, from 0 to 1 */
export function helixMarks(
  { state, model }: Shown<State, Model>,
  circleAt: Place,
  box: Box,
  there: number,
): Mark[] {
  const long = Math.min(0.74 * box.width, 620);
  const side = Math.min(1, box.width / 640);
  const radius =
    circleAt.radius * (0.62 + 0.38 * (1 - there)) * (0.7 + 0.3 * side);
  const view =
    ((state.step > 4 ? 90 + (state.view - 90) * there : state.view * there) *
      Math.PI) /
    180;
  const at = projection({ ...circleAt, radius }, long, view);
  const hands = model.hands[state.pair] as Hands;
  const { theta, longest } = { ...hands, longest: model.longest };
  const [n, m] = [state.pos, state.pos + state.distance];
  const marks: Mark[] = [];
  const reach = (long * Math.cos(view)) / 2 + radius * Math.sin(view) + 1;

  const coil = (phase: number, size: number, ink: Ink): void => {
    const tips = between(0, LENGTH, PIECES).map((p) =>
      at(phase + theta * p, size / longest, p),
    );
    for (let i = 0; i < PIECES; i += 1) {
      const ends = tips.slice(i, i + 2);
      const near = ((ends[0] as Point)[2] / reach + 1) / 2;
      marks.push({
        kind: "path",
        draw: path(ends),
        stroke: ink,
        width: 1 + 1.25 * near,
        opacity: there * (0.25 + 0.6 * near),
      });
    }
  };
  const axis = [at(0, 0, 0), at(0, 0, LENGTH)] as const;
  marks.push(
    segment(axis[0][0], axis[0][1], axis[1][0], axis[1][1], {
      stroke: "ink3",
      opacity: 0.8 * there,
    }),
  );
  const together = hands.q === hands.k && hands.sizeQ === hands.sizeK;
  if (!together) coil(hands.q, hands.sizeQ, "accent");
  coil(hands.k, hands.sizeK, together ? "ink3" : "ink2");

  // From the key's spoke to the query's, a stair; from its end, the wedge.
  const turn = hands.q - hands.k + theta * (m - n);
  const key = hands.k + theta * n;
  const steps = Math.max(2, Math.ceil(Math.abs(turn) / 0.12));
  const rim = between(0, 1, steps).map((t) =>
    at(
      key + turn * t,
      (hands.sizeK + (hands.sizeQ - hands.sizeK) * t) / longest,
      n + (m - n) * t,
    ),
  );
  const by = wedge(hands, state);
  const ink = signInk(Math.cos(by));
  marks.push({
    kind: "path",
    draw: path([at(0, 0, n), ...rim, at(0, 0, m)]),
    fill: ink,
    opacity: 0.3 * there,
  });

  // The end, with what is seen from there.
  const disc = between(0, 2 * Math.PI, 64).map((a) => at(a, 1, LENGTH));
  const face = between(0, 1, 24).map((t) => at(key + by * t, 0.94, LENGTH));
  marks.push(
    { kind: "path", draw: path(disc), stroke: "ink3", opacity: there },
    {
      kind: "path",
      draw: path([at(0, 0, LENGTH), ...face]),
      fill: ink,
      opacity: 0.4 * there,
    },
  );
  const tips = [
    [key, hands.sizeK / longest, n],
    [key + turn, hands.sizeQ / longest, m],
  ] as const;
  const spokes = [
    [...tips[0], "ink2", "k"],
    [...tips[1], "accent", "q"],
  ] as const;
  for (const [angle, size, position, stroke, name] of spokes) {
    const [foot, tip] = [at(0, 0, position), at(angle, size, position)];
    const [shadow, heart] = [at(angle, size, LENGTH), at(0, 0, LENGTH)];
    marks.push(
      segment(tip[0], tip[1], shadow[0], shadow[1], {
        stroke,
        dash: [2, 4],
        opacity: 0.7 * there,
      }),
      segment(heart[0], heart[1], shadow[0], shadow[1], {
        stroke,
        width: 2,
        opacity: there,
      }),
      segment(foot[0], foot[1], tip[0], tip[1], {
        stroke,
        width: 3.5,
        opacity: there,
      }),
      circle(tip[0], tip[1], 6, { fill: stroke, opacity: there }),
    );
    if (there > 0.95) {
      // On the side that is turned away from the other spoke.
      const other = at(...(name === "k" ? tips[1] : tips[0]));
      const isLeft = tip[0] < other[0] || (tip[0] === other[0] && name === "k");
      const look = { anchor: isLeft ? "end" : "start", bold: true } as const;
      marks.push(
        textMark(
          tip[0] + (isLeft ? -11 : 11),
          Math.max(14, tip[1] - 6),
          `R${name}`,
          stroke,
          { ...look, size: 15 },
        ),
      );
    }
  }
  if (there > 0.95) {
    const [x, y] = at(-Math.PI / 2, 1, LENGTH);
    const text = `${decimals((180 / Math.PI) * Math.abs(by), 1)}°`;
    const look = { anchor: "middle", bold: true, size: 15 } as const;
    marks.push(textMark(x, y + 20, text, "ink", look));
  }
  return marks;
}
