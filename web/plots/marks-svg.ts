import { pathRound } from "d3-path";
import { FONT, type Mark, type Palette, type Scene } from "./marks.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ESCAPES[c] as string);
}

const round = (x: number): number => Math.round(x * 100) / 100;

/** Marks as SVG elements. Colours may be CSS variables for use in a page. */
export function svgMarks(marks: readonly Mark[], palette: Palette): string {
  return marks.map((mark) => svgMark(mark, palette)).join("");
}

function svgMark(mark: Mark, palette: Palette): string {
  switch (mark.kind) {
    case "path": {
      const pen = pathRound(2);
      mark.draw(pen);
      return [
        `<path d="${pen}"`,
        mark.name ? ` class="${escapeXml(mark.name)}"` : "",
        ` fill="${mark.fill ? escapeXml(palette[mark.fill]) : "none"}"`,
        mark.stroke ? ` stroke="${escapeXml(palette[mark.stroke])}"` : "",
        mark.width ? ` stroke-width="${mark.width}"` : "",
        mark.dash ? ` stroke-dasharray="${mark.dash.join(" ")}"` : "",
        mark.opacity !== undefined ? ` opacity="${mark.opacity}"` : "",
        ' stroke-linejoin="round"/>',
      ].join("");
    }
    case "text":
      return [
        `<text x="${round(mark.x)}" y="${round(mark.y)}"`,
        ` fill="${escapeXml(palette[mark.fill])}" font-size="${mark.size ?? 12}"`,
        mark.anchor ? ` text-anchor="${mark.anchor}"` : "",
        mark.bold ? ' font-weight="600"' : "",
        `>${escapeXml(mark.text)}</text>`,
      ].join("");
    case "image":
      return [
        `<image x="${mark.x}" y="${mark.y}" width="${mark.width}"`,
        ` height="${mark.height}" preserveAspectRatio="none"`,
        mark.source.height > mark.height ? "" : ' image-rendering="pixelated"',
        ` href="${mark.source.toDataURL("image/png")}"/>`,
      ].join("");
    case "group":
      return `<g transform="translate(${round(mark.x)} ${round(mark.y)})">${svgMarks(mark.marks, palette)}</g>`;
  }
}

/** A figure as an SVG file. */
export function sceneSvg(
  scene: Scene,
  palette: Palette,
  title: string,
): string {
  const { width, height } = scene;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`,
    ` viewBox="0 0 ${width} ${height}" role="img" font-family="${escapeXml(FONT)}">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="100%" height="100%" fill="${escapeXml(palette.paper)}"/>`,
    svgMarks(scene.marks, palette),
    "</svg>",
  ].join("");
}
