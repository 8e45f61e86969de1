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
