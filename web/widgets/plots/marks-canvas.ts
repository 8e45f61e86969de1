import { quantityPieces } from "../words/quantity.ts";
import {
  cssOf,
  FONT,
  type Mark,
  type Palette,
  type PathMark,
  type Scene,
  SERIF,
  type TextMark,
} from "./marks.ts";
import { hasScreen } from "./screen.ts";

/** Size of a canvas in CSS px, and how many pixels of its own make one. */
interface CanvasSize {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

function paintPath(
  context: CanvasRenderingContext2D,
  mark: PathMark,
  palette: Palette,
  around: number,
): void {
  const { fill, stroke, dash } = mark;
  const opacity = around * (mark.opacity ?? 1);
  context.globalAlpha = opacity;
  if (fill) context.fillStyle = cssOf(fill, palette);
  if (stroke) {
    context.strokeStyle = cssOf(stroke, palette);
    context.lineWidth = mark.width ?? 1;
    context.lineJoin = "round";
    context.setLineDash((dash as number[] | undefined) ?? []);
  }
  // Parts overlap, which shows in what is transparent or dashed.
  const whole = opacity < 1 || dash !== undefined;
  for (const draw of (!whole && mark.pieces) || [mark.draw]) {
    context.beginPath();
    draw(context);
    if (fill) context.fill();
    if (stroke) context.stroke();
  }
  context.globalAlpha = 1;
}

/** The font of a text as canvases have it. */
const fontOf = ({ italic, bold, size = 12, serif }: TextMark): string =>
  `${italic ? "italic " : ""}${bold ? "600 " : ""}${size}px ${serif ? SERIF : FONT}`;

/** A line of text, its quantities in italics. */
function paintText(context: CanvasRenderingContext2D, mark: TextMark): void {
  const { anchor = "start", text, x, y } = mark;
  const pieces = quantityPieces(text);
  if (pieces.length === 1) {
    context.textAlign = anchor === "middle" ? "center" : anchor;
    context.fillText(text, x, y);
    return;
  }
  const fonts = [fontOf(mark), fontOf({ ...mark, italic: true, serif: true })];
  const widths = pieces.map((piece, k) => {
    context.font = fonts[k % 2] as string;
    return context.measureText(piece).width;
  });
  const whole = widths.reduce((sum, it) => sum + it, 0);
  let left = x - { start: 0, middle: whole / 2, end: whole }[anchor];
  context.textAlign = "left";
  pieces.forEach((piece, k) => {
    context.font = fonts[k % 2] as string;
    context.fillText(piece, left, y);
    left += widths[k] as number;
  });
}

/** Draws marks on a canvas, in CSS px; `opacity` is that of the group around. */
function paintMarks(
  context: CanvasRenderingContext2D,
  marks: readonly Mark[],
  palette: Palette,
  opacity = 1,
): void {
  for (const mark of marks) {
    switch (mark.kind) {
      case "path":
        paintPath(context, mark, palette, opacity);
        break;
      case "text":
        context.fillStyle = cssOf(mark.fill, palette);
        context.font = fontOf(mark);
        context.globalAlpha = opacity * (mark.opacity ?? 1);
        paintText(context, mark);
        context.globalAlpha = 1;
        break;
      case "image": {
        const { source, x, y, width, height } = mark;
        // Cells stay sharp when enlarged; shrinking averages them.
        context.imageSmoothingEnabled = source.height > height;
        context.drawImage(source as HTMLCanvasElement, x, y, width, height);
        break;
      }
      case "group":
        context.save();
        context.translate(mark.x, mark.y);
        if (mark.scale !== undefined) context.scale(mark.scale, mark.scale);
        paintMarks(context, mark.marks, palette, opacity * (mark.opacity ?? 1));
        context.restore();
    }
  }
}

/** Makes a canvas as sharp as the screen and gives its context in CSS px. */
function sizeCanvas(
  canvas: HTMLCanvasElement,
  { width, height, ratio }: CanvasSize,
): CanvasRenderingContext2D {
  const w = Math.max(1, Math.round(width * ratio));
  const h = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no 2-D canvas in this browser");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/** Paints marks over whatever a canvas has, where it is shown. */
export function showMarks(
  canvas: HTMLCanvasElement,
  size: CanvasSize,
  marks: readonly Mark[],
  palette: Palette,
): void {
  if (hasScreen()) paintMarks(sizeCanvas(canvas, size), marks, palette);
}

/** Paints a figure on paper, on a canvas that becomes as large. */
export function paintScene(
  canvas: HTMLCanvasElement,
  { width, height, marks }: Scene,
  palette: Palette,
  ratio: number,
): CanvasRenderingContext2D {
  const context = sizeCanvas(canvas, { width, height, ratio });
  context.fillStyle = palette.paper;
  context.fillRect(0, 0, width, height);
  paintMarks(context, marks, palette);
  return context;
}

/** A figure as a PNG file. */
export async function scenePng(
  scene: Scene,
  palette: Palette,
  ratio = 2,
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  paintScene(canvas, scene, palette, ratio);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob ? resolve(blob) : reject(new Error("the browser made no PNG")),
      "image/png",
    );
  });
}
