// What of the figures of a page can be reached by a finger and by keys.

/** px each way. */
export const FINGER = 44;

/**
 * Runs in the page: what can be pressed in figures and is smaller than a
 * finger, or lies below something else. A link in a sentence is as high as its
 * line, as WCAG 2.5.8 has it; the others are not in sentences.
 */
export function small(finger) {
  const faults = [];
  let seen = 0;
  for (const figure of document.querySelectorAll("[url-state]")) {
    const root = figure.shadowRoot;
    const all = root.querySelectorAll(
      "a[href], button, input, select, textarea, summary, .plot[tabindex]",
    );
    for (const at of all) {
      if (at.getClientRects().length === 0 || at.closest(".sr")) continue;
      const around = /** @type {HTMLElement} */ (at.closest("label") ?? at);
      const box = around.getBoundingClientRect();
      const name = `${figure.localName}: ${around.localName}.${around.className} ${around.textContent.trim().slice(0, 20)}`;
      seen += 1;
      if (Math.min(box.width, box.height) < finger - 0.5) {
        faults.push(
          `${name}, ${Math.round(box.width)} × ${Math.round(box.height)}`,
        );
        continue;
      }
      // Below the picture, which stays while further controls are unfolded.
      around.scrollIntoView({ block: "end", inline: "nearest" });
      const { left, top, width, height } = around.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const hit = root.elementFromPoint(x, y);
      const taken =
        hit !== null && (around.contains(hit) || hit.contains(around));
      if (!taken && y > 0 && y < innerHeight) faults.push(`${name} is covered`);
    }
  }
  return { seen, faults };
}

/**
 * Runs in the page: what takes the focus by keys and does not show it: by a
 * line of 2 px with a contrast of 3 : 1 to what it stands on, whole.
 */
export function unseen() {
  /** @type {(color: string) => number[]} */
  const numbers = (color) => color.match(/[\d.]+/g).map(Number);
  const luminance = (color) => {
    const [r, g, b] = numbers(color).map((v) =>
      v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort(
      (a, b) => a - b,
    );
    return (light + 0.05) / (dark + 0.05);
  };
  const above = (at) =>
    at.parentElement ??
    /** @type {ShadowRoot} */ (at.getRootNode()).host ??
    null;
  const ground = (first) => {
    for (let at = first; at; at = above(at)) {
      const { backgroundColor } = getComputedStyle(at);
      const [, , , alpha = 1] = numbers(backgroundColor);
      if (alpha === 1) return backgroundColor;
    }
    return "rgb(255, 255, 255)";
  };
  const faults = [];
  let seen = 0;
  for (const figure of document.querySelectorAll("[url-state]")) {
    const root = figure.shadowRoot;
    for (const at of /** @type {NodeListOf<HTMLInputElement>} */ (
      root.querySelectorAll(
        "a[href], button, input, select, textarea, summary, [tabindex]",
      )
    )) {
      const away = at.getClientRects().length === 0 || at.tabIndex < 0;
      if (away || at.disabled) continue;
      at.focus(/** @type {FocusOptions} */ ({ focusVisible: true }));
      seen += 1;
      // What is drawn by the text beside it.
      const isDrawn = getComputedStyle(at).opacity !== "0";
      const shown = isDrawn ? at : at.nextElementSibling;
      const style = getComputedStyle(shown);
      const name = `${figure.localName}: ${at.localName}.${at.className}`;
      const [width, offset] = [style.outlineWidth, style.outlineOffset].map(
        (length) => Number.parseFloat(length),
      );
      if (style.outlineStyle === "none" || width < 2) {
        faults.push(`${name} shows nothing`);
        continue;
      }
      const on = ground(offset < 0 ? shown : above(shown));
      if (contrast(style.outlineColor, on) < 3) {
        faults.push(`${name}: ${style.outlineColor} on ${on}`);
      }
      const out = Math.max(0, offset + width) - 0.6;
      const box = shown.getBoundingClientRect();
      for (let it = above(shown); it && it !== figure; it = above(it)) {
        const { overflowX, overflowY } = getComputedStyle(it);
        const frame = it.getBoundingClientRect();
        const cut =
          (overflowX !== "visible" && box.left - out < frame.left) ||
          (overflowY !== "visible" && box.top - out < frame.top);
        if (cut) faults.push(`${name} is cut off by .${it.className}`);
      }
    }
  }
  return { seen, faults };
}
