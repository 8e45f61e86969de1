// Shapes that several drawings need.
import {
  type Color,
  type Mark,
  type PathMark,
  type Pen,
  textMark,
} from "../../../widgets/plots/marks.ts";

type Style = Omit<PathMark, "kind" | "draw">;

/** Corners as arcs: canvases and files have no other in common. */
function trace(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  corner: number,
): void {
  const r = Math.max(0, Math.min(corner, width / 2, height / 2));
  const [right, bottom, turn] = [x + width, y + height, Math.PI / 2];
  pen.moveTo(x + r, y);
  pen.lineTo(right - r, y);
  pen.arc(right - r, y + r, r, -turn, 0);
  pen.lineTo(right, bottom - r);
  pen.arc(right - r, bottom - r, r, 0, turn);
  pen.lineTo(x + r, bottom);
  pen.arc(x + r, bottom - r, r, turn, 2 * turn);
  pen.lineTo(x, y + r);
  pen.arc(x + r, y + r, r, 2 * turn, 3 * turn);
  pen.closePath();
}

/** A box around its middle. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A rectangle with round corners around a middle. */
export const rounded = (
  { x, y, width, height }: Box,
  corner: number,
  style: Style,
): PathMark => ({
  kind: "path",
  draw: (pen) =>
    trace(pen, x - width / 2, y - height / 2, width, height, corner),
  ...style,
});

/** A piece of a disc, angles clockwise from the top. */
export const wedge = (
  x: number,
  y: number,
  radius: number,
  from: number,
  to: number,
  style: Style,
): PathMark => ({
  kind: "path",
  draw(pen) {
    pen.moveTo(x, y);
    pen.arc(x, y, radius, from - Math.PI / 2, to - Math.PI / 2);
    pen.closePath();
  },
  ...style,
});

/** The end of a hand, its angle clockwise from the top. */
export const tip = (
  x: number,
  y: number,
  radius: number,
  angle: number,
): readonly [number, number] => [
  x + radius * Math.sin(angle),
  y - radius * Math.cos(angle),
];

/** A hand of a clock. */
export function hand(
  x: number,
  y: number,
  radius: number,
  angle: number,
  style: { readonly stroke: Color; readonly width: number; opacity?: number },
): PathMark {
  const [x2, y2] = tip(x, y, radius, angle);
  return {
    kind: "path",
    draw(pen) {
      pen.moveTo(x, y);
      pen.lineTo(x2, y2);
    },
    ...style,
  };
}

/** A word on a tile. */
export function tile(
  box: Box,
  word: string,
  style: {
    readonly opacity?: number;
    readonly stroke?: Color;
    /** How much of a soft fill it has. */
    readonly soft?: number;
  } = {},
): Mark[] {
  const { opacity = 1, stroke = "rule", soft = 0 } = style;
  if (opacity < 0.01) return [];
  const size = Math.min(box.height * 0.47, box.width * 0.36);
  const marks: Mark[] = [
    rounded(box, Math.min(12, box.height * 0.22), {
      fill: "paper",
      stroke,
      width: stroke === "rule" ? 1.5 : 2.25,
      opacity,
    }),
  ];
  if (soft > 0.01) {
    const inner = { ...box, width: box.width - 3, height: box.height - 3 };
    marks.push(
      rounded(inner, Math.min(11, box.height * 0.2), {
        fill: "soft",
        opacity: opacity * soft,
      }),
    );
  }
  if (size > 4 && word) {
    marks.push(
      textMark(box.x, box.y + size * 0.34, word, "ink", {
        anchor: "middle",
        serif: true,
        bold: true,
        size,
        opacity,
      }),
    );
  }
  return marks;
}

/** What can be seen of marks that are there only in part. */
export const faded = (opacity: number, marks: readonly Mark[]): Mark[] =>
  opacity < 0.01
    ? []
    : opacity > 0.99
      ? [...marks]
      : [{ kind: "group", x: 0, y: 0, opacity, marks }];

/** Text on the stage: never smaller than is read on a phone. */
export const said = (
  x: number,
  y: number,
  text: string,
  fill: Color = "ink2",
  style: Parameters<typeof textMark>[4] = {},
): Mark => textMark(x, y, text, fill, { size: 17, ...style });
