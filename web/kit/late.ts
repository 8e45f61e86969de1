// What a figure lives without, and has as soon as it has loaded: marks that take
// their way, the sign of what can be dragged where that is, and what draws files.
import type { Mark } from "../plots/marks.ts";
import type { State } from "./bounds.ts";
import { HALF, type Hold, holdOf } from "./grip.ts";
import { type Drawn, marginOf } from "./panel.ts";
import type { Box, Shown } from "./spec.ts";
import { Way } from "./way.ts";

export { sheet } from "./sheet.ts";

export class Late {
  readonly #panel: Drawn;
  readonly #plot: Element;
  readonly #grip: HTMLElement | null;
  readonly #way = new Way();
  #hold: Hold | undefined;
  /** What the place of the sign was found for. */
  #found = "";

  constructor(panel: Drawn, plot: Element) {
    this.#panel = panel;
    this.#plot = plot;
    this.#grip = plot.querySelector(".grip");
  }

  /** Whether marks are still on their way. */
  get moving(): boolean {
    return this.#way.moving;
  }

  /** What to draw now. */
  marks(target: readonly Mark[], box: Box, still: boolean): readonly Mark[] {
    return this.#way.at(target, box, performance.now(), still);
  }

  /**
   * Puts the sign of what can be dragged onto it; it goes once it has been used.
   *
   * @param taken - what other matrices of the figure have signs for
   */
  place(shown: Shown<State, unknown>, box: Box, taken: Set<string>): void {
    const grip = this.#grip;
    if (!grip || box.width <= 0 || this.#plot.hasAttribute("data-dragged")) {
      return;
    }
    const panel = this.#panel;
    const found = JSON.stringify([box, shown.state]);
    if (found !== this.#found) this.#hold = holdOf(panel, shown, box);
    this.#found = found;
    const { takes = "", at } = this.#hold ?? {};
    grip.hidden = taken.has(takes);
    if (panel.kind === "cells") taken.add(takes);
    grip.toggleAttribute("data-placed", at !== undefined);
    const { left, top, right } = marginOf(panel);
    // Nothing of it reaches past the figure.
    const most = left + box.width + right - HALF;
    grip.style.translate = at
      ? `${Math.round(Math.min(most, left + at.x))}px ${Math.round(top + at.y)}px`
      : "";
  }
}
