// Style sheets of shadow roots. Adopted, because a strict Content-Security-
// Policy ignores <style>.
import { hasScreen } from "../../plots/screen.ts";

const sheets = new Map<string, CSSStyleSheet>();

/** Gives a shadow root its styles; equal texts share one sheet. */
export function adoptStyles(root: ShadowRoot, texts: readonly string[]): void {
  // Where nothing is shown, sheets may not be known either.
  if (!hasScreen()) return;
  root.adoptedStyleSheets = texts.map((text) => {
    let sheet = sheets.get(text);
    if (sheet === undefined) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      sheets.set(text, sheet);
    }
    return sheet;
  });
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
