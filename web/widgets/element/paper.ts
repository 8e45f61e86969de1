// Figures on paper: loaded with what figures have as soon as it is there.
import { hasScreen } from "../plots/screen.ts";
import type { Size } from "./size.ts";

/** A plot on paper: what it takes with its margins, and where its box is. */
export interface Printed {
  readonly box: Size;
  readonly margin: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
}

const percent = (part: number, whole: number): string =>
  `${(100 * part) / whole}%`;

/**
 * Makes a plot one picture that keeps its proportions at every width, or, told
 * no size, again what its style sheet says.
 *
 * @param parts - what lies on its box: canvases in px of their own, SVG in those
 *   of the box
 */
export function asPicture(
  plot: ElementCSSInlineStyle,
  parts: Iterable<HTMLElement | SVGElement>,
  printed: Printed | undefined,
): void {
  if (printed === undefined) {
    for (const { style } of [plot, ...parts]) {
      for (const name of ["height", "aspect-ratio", "left", "top", "width"]) {
        style.removeProperty(name);
      }
    }
    for (const part of parts) part.removeAttribute("viewBox");
    return;
  }
  const { box, margin } = printed;
  const width = margin.left + box.width + margin.right;
  const height = margin.top + box.height + margin.bottom;
  plot.style.height = "auto";
  plot.style.aspectRatio = `${width} / ${height}`;
  for (const part of parts) {
    part.style.left = percent(margin.left, width);
    part.style.top = percent(margin.top, height);
    part.style.width = percent(box.width, width);
    part.style.height = percent(box.height, height);
    if (part instanceof SVGElement) {
      part.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    }
  }
}

/** Widths that a container query asks for, in px. */
const ASKED = /^(?:pe-figure )?\((min|max)-width: ([\d.]+)px\)$/;

const paper = new WeakMap<ShadowRoot, CSSStyleSheet>();

/**
 * On paper the width is known, so what container queries ask of it is answered
 * here. Firefox prints no text of an <svg> that is in a container of queries.
 *
 * @param width - px of the figure; undefined on the screen
 */
export function adoptPaper(root: ShadowRoot, width: number | undefined): void {
  if (!hasScreen()) return;
  const own = root.adoptedStyleSheets.filter((it) => it !== paper.get(root));
  root.adoptedStyleSheets = own;
  if (width === undefined) return;
  const rules = [":host { container-type: normal !important; }"];
  for (const rule of own.flatMap((it) => [...it.cssRules])) {
    if (!(rule instanceof CSSContainerRule)) continue;
    const [, end, px] = ASKED.exec(rule.conditionText) ?? [];
    if (end === "min" ? width >= Number(px) : width <= Number(px)) {
      rules.push(...[...rule.cssRules].map(({ cssText }) => cssText));
    }
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join("\n"));
  paper.set(root, sheet);
  root.adoptedStyleSheets = [...own, sheet];
}
