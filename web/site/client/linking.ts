// Symbols in text and formulas ↔ the figures of the same section: pointing at
// one lights up the other, in both directions.

import type { PosencElement } from "../../widgets/element/base.ts";
import type { Table } from "../../widgets/element/state/attributes.ts";

type Figure = PosencElement<Table>;

function scopeOf(element: Element): Element {
  return (
    element.closest("section:not(.opening)") ??
    element.closest("article") ??
    document.body
  );
}

function figuresIn(scope: Element): Figure[] {
  // The figure that opens a chapter belongs to all of its sections.
  const opening = document.querySelectorAll(".opening *");
  const found = [...new Set([...scope.querySelectorAll("*"), ...opening])];
  // Only those that live already: others would keep a property of their own.
  return found.filter(
    (at): at is Figure => at.localName.startsWith("pe-") && "link" in at,
  );
}

function light(scope: Element, name: string | null): void {
  for (const at of scope.querySelectorAll("[data-link]")) {
    at.toggleAttribute("data-linked", at.getAttribute("data-link") === name);
  }
}

/** Starts linking on the whole page. */
export function startLinking(): void {
  document.addEventListener("pointerover", (event) => {
    const symbol = (event.target as Element).closest("[data-link]");
    if (!symbol) return;
    const name = symbol.getAttribute("data-link");
    const scope = scopeOf(symbol);
    light(scope, name);
    for (const figure of figuresIn(scope)) figure.link = name;
    symbol.addEventListener(
      "pointerleave",
      () => {
        light(scope, null);
        for (const figure of figuresIn(scope)) figure.link = null;
      },
      { once: true },
    );
  });
  document.addEventListener("pe-link", (event) => {
    const { detail, target } = event as CustomEvent<string | null>;
    light(scopeOf(target as Element), detail);
  });
}
