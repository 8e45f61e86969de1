// What a figure consists of: a short list of marks that knows no output.
// `paintMarks` puts it on a canvas, `svgMarks` writes it as SVG; the same
// painter thus serves the screen, the saved file and the printed page.

/** Colours by their role; a palette says what they are. */
export type Ink =
  | "paper"
  | "ink"
  | "ink2"
  | "ink3"
  | "rule"
  | "accent"
  | "soft"
  | "warm"
  | "good";

/** What adds, and what takes away. */
export const signInk = (value: number): Ink => (value >= 0 ? "good" : "warm");

/** A role, or a colour of a colour map. */
export type Color = Ink | `rgb(${string})`;

/** Role → CSS colour. */
export type Palette = Readonly<Record<Ink, string>>;

/** The CSS colour of a mark. */
export function cssOf(color: Color, palette: Palette): string {
  return palette[color as Ink] ?? color;
}

/** What canvas contexts and d3-path have in common. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  bezierCurveTo(
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    x: number,
    y: number,
  ): void;
  arc(
    x: number,
    y: number,
    radius: number,
    from: number,
    to: number,
    anticlockwise?: boolean,
  ): void;
  rect(x: number, y: number, width: number, height: number): void;
  closePath(): void;
}

/** Lines and areas. */
export interface PathMark {
  readonly kind: "path";
  readonly draw: (pen: Pen) => void;
  /**
   * The same in parts that overlap, for canvases: what a browser without a
   * graphics processor takes for an outline grows with its square.
   */
  readonly pieces?: readonly ((pen: Pen) => void)[];
  readonly stroke?: Color;
  readonly fill?: Color;
  /** Line width in px; default 1. */
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly opacity?: number;
  /** Name for styling and for pointers, SVG only. */
  readonly name?: string;
}

/** One line of text. */
export interface TextMark {
  readonly kind: "text";
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly fill: Color;
  /** Default "start". */
  readonly anchor?: "start" | "middle" | "end";
  /** Default 12 px. */
  readonly size?: number;
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** Like the words of a book; else without serifs. */
  readonly serif?: boolean;
  readonly opacity?: number;
}

/** Where a picture comes from: a canvas, or anything that knows its PNG. */
export interface ImageSource {
  readonly height: number;
  toDataURL(type?: string): string;
}

/** A picture, stretched without smoothing. */
export interface ImageMark {
  readonly kind: "image";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly source: ImageSource;
}

/** Marks moved together, and seen through or shrunk together. */
export interface GroupMark {
  readonly kind: "group";
  readonly x: number;
  readonly y: number;
  readonly opacity?: number;
  readonly scale?: number;
  /** Name for styling, SVG only. */
  readonly name?: string;
  readonly marks: readonly Mark[];
}

/** Marks that answer what is asked of a figure: unseen before the guess. */
export const unseen = (marks: readonly Mark[]): Mark => ({
  kind: "group",
  x: 0,
  y: 0,
  name: "answer",
  marks,
});

export type Mark = PathMark | TextMark | ImageMark | GroupMark;

/** A whole figure, in px. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
}

/** A line of text, in the colour of captions unless told otherwise. */
export function textMark(
  x: number,
  y: number,
  text: string,
  fill: Color = "ink2",
  style: Partial<TextMark> = {},
): TextMark {
  return { kind: "text", x, y, text, fill, ...style };
}

/** Marks at a place. */
export function groupMark(
  { x, y }: { readonly x: number; readonly y: number },
  marks: readonly Mark[],
): GroupMark {
  return { kind: "group", x, y, marks };
}

/** A straight line. */
export function segment(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  style: Omit<PathMark, "kind" | "draw">,
): PathMark {
  return {
    kind: "path",
    draw(pen) {
      pen.moveTo(x1, y1);
      pen.lineTo(x2, y2);
    },
    ...style,
  };
}

/** A full circle. */
export function circle(
  x: number,
  y: number,
  radius: number,
  style: Omit<PathMark, "kind" | "draw">,
): PathMark {
  return {
    kind: "path",
    draw(pen) {
      pen.moveTo(x + radius, y);
      pen.arc(x, y, radius, 0, 2 * Math.PI);
    },
    ...style,
  };
}

export const FONT =
  '"Source Sans 3", system-ui, "Segoe UI", "PingFang SC", "Noto Sans SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif';

export const SERIF =
  '"Source Serif 4", Charter, Georgia, "Songti SC", "Noto Serif SC", "Noto Serif CJK SC", serif';
