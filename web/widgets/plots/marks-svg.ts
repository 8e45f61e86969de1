import { pathRound } from "d3-path";
import { escapeMarkup } from "../words/escape.ts";
import { quantityPieces } from "../words/quantity.ts";
import {
  cssOf,
  FONT,
  type Mark,
  type Palette,
  type Scene,
  SERIF,
} from "./marks.ts";

const NAMESPACE = "http://www.w3.org/2000/svg";

/** A mark as an SVG element that is not written yet. */
interface Node {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly text?: string;
  readonly children?: readonly Mark[];
}

const round = (x: number): number => Math.round(x * 100) / 100;

function nodeOf(mark: Mark, palette: Palette): Node {
  switch (mark.kind) {
    case "path": {
      const pen = pathRound(2);
      mark.draw(pen);
      return {
        tag: "path",
        attributes: {
          d: String(pen),
          class: mark.name,
          fill: mark.fill ? cssOf(mark.fill, palette) : "none",
          stroke: mark.stroke && cssOf(mark.stroke, palette),
          "stroke-width": mark.width,
          "stroke-dasharray": mark.dash?.join(" "),
          "stroke-linejoin": "round",
          opacity: mark.opacity,
        },
      };
    }
    case "text":
      return {
        tag: "text",
        attributes: {
          x: round(mark.x),
          y: round(mark.y),
          fill: cssOf(mark.fill, palette),
          "font-size": mark.size ?? 12,
          "text-anchor": mark.anchor,
          "font-weight": mark.bold ? 600 : undefined,
          "font-style": mark.italic ? "italic" : undefined,
          "font-family": mark.serif ? SERIF : undefined,
          opacity: mark.opacity,
        },
        text: mark.text,
      };
    case "image":
      return {
        tag: "image",
        attributes: {
          x: mark.x,
          y: mark.y,
          width: mark.width,
          height: mark.height,
          preserveAspectRatio: "none",
          "image-rendering":
            mark.source.height > mark.height ? undefined : "pixelated",
          href: mark.source.toDataURL("image/png"),
        },
      };
    case "group":
      return {
        tag: "g",
        attributes: {
          transform: [
            `translate(${round(mark.x)} ${round(mark.y)})`,
            ...(mark.scale === undefined ? [] : [`scale(${mark.scale})`]),
          ].join(" "),
          class: mark.name,
          opacity: mark.opacity,
        },
        children: mark.marks,
      };
  }
}

/** Marks as SVG text. */
export function svgMarks(marks: readonly Mark[], palette: Palette): string {
  return marks
    .map((mark) => {
      const { tag, attributes, text, children } = nodeOf(mark, palette);
      const written = Object.entries(attributes)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => ` ${name}="${escapeMarkup(String(value))}"`)
        .join("");
      const inside = children
        ? svgMarks(children, palette)
        : quantityPieces(text ?? "")
            .map((piece, k) =>
              k % 2 === 0
                ? escapeMarkup(piece)
                : `<tspan font-style="italic" font-family="${escapeMarkup(SERIF)}">${piece}</tspan>`,
            )
            .join("");
      return inside
        ? `<${tag}${written}>${inside}</${tag}>`
        : `<${tag}${written}/>`;
    })
    .join("");
}

/** What live elements show; asking the page for it would cost more. */
const shown = new WeakMap<Element, Node>();

/** Puts a text into an element, every second piece of it in italics. */
function write(element: Element, pieces: readonly string[]): void {
  const [only = ""] = pieces;
  if (pieces.length === 1) {
    element.textContent = only;
    return;
  }
  element.replaceChildren(
    ...pieces.map((piece, k) => {
      if (k % 2 === 0) return piece;
      const letter = document.createElementNS(NAMESPACE, "tspan");
      letter.setAttribute("font-style", "italic");
      letter.setAttribute("font-family", SERIF);
      letter.textContent = piece;
      return letter;
    }),
  );
}

function apply(element: Element, node: Node): void {
  const before = shown.get(element);
  for (const [name, value] of Object.entries(node.attributes)) {
    if (before?.attributes[name] === value) continue;
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }
  if (node.text !== undefined && node.text !== before?.text) {
    write(element, quantityPieces(node.text));
  }
  shown.set(element, node);
}

/**
 * Makes the children of an element in the page show marks, changing only what
 * differs: several times faster than parsing SVG text in every frame. Nobody
 * else may change them.
 */
export function patchSvg(
  parent: Element,
  marks: readonly Mark[],
  palette: Palette,
): void {
  let element = parent.firstElementChild;
  for (const mark of marks) {
    const node = nodeOf(mark, palette);
    if (element?.localName !== node.tag) {
      const fresh = document.createElementNS(NAMESPACE, node.tag);
      if (element) element.replaceWith(fresh);
      else parent.append(fresh);
      element = fresh;
    }
    apply(element, node);
    if (node.children) patchSvg(element, node.children, palette);
    element = element.nextElementSibling;
  }
  while (element) {
    const next: Element | null = element.nextElementSibling;
    element.remove();
    element = next;
  }
}

/** A figure as an SVG file. */
export function sceneSvg(
  { width, height, marks }: Scene,
  palette: Palette,
  title: string,
  font = FONT,
): string {
  return [
    `<svg xmlns="${NAMESPACE}" width="${width}" height="${height}"`,
    ` viewBox="0 0 ${width} ${height}" role="img" font-family="${escapeMarkup(font)}">`,
    `<title>${escapeMarkup(title)}</title>`,
    `<rect width="100%" height="100%" fill="${escapeMarkup(palette.paper)}"/>`,
    svgMarks(marks, palette),
    "</svg>",
  ].join("");
}
