// Vectors in the plane of one pair, how far each was turned, and the angle
// between two.
import type { Box } from "../../kit/spec.ts";
import {
  circle,
  type Ink,
  type Mark,
  type PathMark,
  segment,
  signInk,
} from "../../plots/marks.ts";
import { decimals } from "../../words/text.ts";

/** A vector of the plane. */
export type Vector = readonly [x: number, y: number];

/** The plane's scales: vectors up to length 1.25. */
export function frame({ width, height }: Box) {
  const unit = Math.max(1, Math.min(width, height) / 2 - 16) / 1.25;
  return {
    unit,
    x: (v: number) => width / 2 + unit * v,
    y: (v: number) => height / 2 - unit * v,
  };
}

/** A vector from the middle, with its name at its tip. */
export function arrow(
  box: Box,
  [vx, vy]: Vector,
  ink: Ink,
  label: string,
  dashed: boolean,
): Mark[] {
  const { x, y } = frame(box);
  const [px, py] = [x(vx), y(vy)];
  const length = Math.hypot(vx, vy) || 1;
  const marks: Mark[] = [
    segment(x(0), y(0), px, py, {
      stroke: ink,
      width: dashed ? 1.25 : 2.5,
      ...(dashed ? { dash: [4, 4] } : {}),
    }),
  ];
  if (!dashed) marks.push(circle(px, py, 7, { fill: ink }));
  marks.push({
    kind: "text",
    x: px + (16 * vx) / length,
    y: py - (16 * vy) / length + 4,
    text: label,
    anchor: "middle",
    fill: ink,
    bold: !dashed,
  });
  return marks;
}

const TURN = 2 * Math.PI;

/** An arc from one angle, by another, counter-clockwise as in formulas. */
function arc(
  box: Box,
  [radius, from, by]: readonly [radius: number, from: number, by: number],
  look: { readonly stroke: Ink; width?: number; opacity?: number },
): Mark {
  const { x, y } = frame(box);
  return {
    ...look,
    kind: "path",
    draw(pen) {
      pen.moveTo(
        x(0) + radius * Math.cos(from),
        y(0) - radius * Math.sin(from),
      );
      pen.arc(x(0), y(0), radius, -from, -from - by, by > 0);
    },
  };
}

/** Turns that are drawn of a long way, and the room of each, in px. */
const WOUND = { turns: 4, gap: 5 } as const;

/** The way that a vector was turned: wound inwards, a coil for each turn. */
export function sweep(box: Box, from: Vector, angle: number, ink: Ink): Mark[] {
  const { x, y, unit } = frame(box);
  const radius = unit * Math.hypot(...from);
  const start = Math.atan2(from[1], from[0]);
  const back = Math.min(angle, WOUND.turns * TURN);
  const steps = Math.max(1, Math.ceil(back / 0.1));
  const draw: PathMark["draw"] = (pen) => {
    for (let n = 0; n <= steps; n += 1) {
      const ago = (back * n) / steps;
      const at = start + angle - ago;
      const r = Math.max(0, radius - (WOUND.gap * ago) / TURN);
      const [px, py] = [x(0) + r * Math.cos(at), y(0) - r * Math.sin(at)];
      if (n === 0) pen.moveTo(px, py);
      else pen.lineTo(px, py);
    }
  };
  return [{ kind: "path", draw, stroke: ink, opacity: 0.4 }];
}

/** From Rq to Rk, in (−π, π]: what sliding both leaves as it is. */
function angleBetween(q: Vector, k: Vector): number {
  const angle = Math.atan2(k[1], k[0]) - Math.atan2(q[1], q[0]);
  return angle - TURN * Math.ceil(angle / TURN - 0.5);
}

/** That angle, drawn and in degrees. */
export function between(box: Box, q: Vector, k: Vector): Mark[] {
  const { unit, x, y } = frame(box);
  const from = Math.atan2(q[1], q[0]);
  const by = angleBetween(q, k);
  const [radius, middle] = [0.3 * unit, from + by / 2];
  const whole = unit * Math.min(Math.hypot(...q), Math.hypot(...k));
  return [
    {
      kind: "path",
      draw(pen) {
        pen.moveTo(x(0), y(0));
        pen.arc(x(0), y(0), whole, -from, -from - by, by > 0);
        pen.closePath();
      },
      fill: signInk(Math.cos(by)),
      opacity: 0.18,
    },
    arc(box, [radius, from, by], { stroke: "ink", width: 2 }),
    {
      kind: "text",
      x: x(0) + (radius + 20) * Math.cos(middle),
      y: y(0) - (radius + 20) * Math.sin(middle) + 4,
      text: `${decimals((180 / Math.PI) * Math.abs(by), 0)}°`,
      anchor: "middle",
      fill: "ink",
    },
  ];
}
