// What a figure lives without, and has as soon as it has loaded: marks that take
// their way, the sign of what can be dragged where that is, and what makes files.
import type { Mark } from "../plots/marks.ts";
import type { State } from "./bounds.ts";
import { em } from "./fit.ts";
import { HALF, type Hold, holdOf } from "./grip.ts";
import { MarkTransition } from "./mark-transition.ts";
import { type Drawn, marginOf } from "./panel.ts";
import type { Box, Shown } from "./spec.ts";

export { tellAuthor } from "../element/author.ts";
export { adoptPaper, asPicture } from "../element/paper.ts";
export { csvOf } from "./csv.ts";
export { sheet } from "./sheet.ts";

/** ms without a change after which the sign is put back. */
const REST = 120;

export class DeferredDrawing {
  readonly #panel: Drawn;
  readonly #plot: HTMLElement;
  readonly #grip: HTMLElement | null;
  readonly #transition = new MarkTransition();
  #hold: Hold | undefined;
  /** What the place of the sign was found for. */
  #found = "";
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Names of all that hands and keys set. */
  #sets: readonly string[] | undefined;

  constructor(panel: Drawn, plot: HTMLElement) {
    this.#panel = panel;
    this.#plot = plot;
    this.#grip = plot.querySelector(".grip");
  }

  /** Whether marks are still on their way. */
  get moving(): boolean {
    return this.#transition.moving;
  }

  /** What to draw now. */
  marks(target: readonly Mark[], box: Box, still: boolean): readonly Mark[] {
    return this.#transition.at(target, box, performance.now(), still);
  }

  /**
   * Puts the sign of what can be dragged onto it; it goes once it has been used.
   * Finding the place asks a thousand points what they would choose: it waits
   * until nothing moves.
   *
   * @param taken - what other matrices of the figure have signs for
   * @param isLocked - whether a value cannot be chosen; undefined: all can
   */
  place(
    shown: Shown<State, unknown>,
    box: Box,
    taken: Set<string>,
    isLocked?: (name: string) => boolean,
  ): void {
    const grip = this.#grip;
    if (box.width <= 0) return;
    this.#invite(shown, box, isLocked);
    clearTimeout(this.#rest);
    if (!grip || this.#plot.hasAttribute("data-dragged")) return;
    const found = JSON.stringify([box, shown.state]);
    if (found === this.#found) {
      this.#put(grip, box, taken);
      return;
    }
    grip.style.visibility = "hidden";
    // Where it was may lie outside a picture that has become narrower.
    grip.style.translate = "";
    this.#rest = setTimeout(
      () => {
        if (!grip.isConnected) return;
        this.#hold = holdOf(this.#panel, shown, box);
        this.#found = found;
        this.#put(grip, box, taken);
      },
      this.#found ? REST : 0,
    );
  }

  /** What is taken from the page is not kept for a sign. */
  stop(): void {
    clearTimeout(this.#rest);
    this.#rest = undefined;
  }

  #put(grip: HTMLElement, box: Box, taken: Set<string>): void {
    const panel = this.#panel;
    const { takes = "", at } = this.#hold ?? {};
    grip.style.visibility = "";
    grip.hidden = taken.has(takes);
    if (panel.kind === "cells") taken.add(takes);
    grip.toggleAttribute("data-placed", at !== undefined);
    const { left, top, right } = marginOf(panel);
    // Nothing of it reaches past the figure.
    const most = left + box.width + right - HALF;
    grip.style.translate = at
      ? `${em(Math.round(Math.min(most, left + at.x)))} ${em(Math.round(top + at.y))}`
      : "";
  }

  /** A picture of which nothing can be chosen does not ask for a hand or keys. */
  #invite(
    shown: Shown<State, unknown>,
    box: Box,
    isLocked?: (name: string) => boolean,
  ): void {
    const plot = this.#plot;
    const { pointing } = this.#panel;
    const isStill = plot.hasAttribute("data-locked");
    if (!pointing || (!isLocked && !isStill)) return;
    this.#sets ??= [
      ...(holdOf(this.#panel, shown, box)?.all ?? []),
      ...(pointing.stepped ?? []),
    ];
    const still =
      isLocked !== undefined &&
      this.#sets.length > 0 &&
      this.#sets.every(isLocked);
    if (still === isStill) return;
    plot.toggleAttribute("data-locked", still);
    const keys = pointing.key && pointing.keys?.[shown.lang];
    if (!keys) return;
    for (const [name, value] of [
      ["tabindex", "0"],
      ["role", "application"],
      ["aria-label", keys],
    ] as const) {
      if (still) plot.removeAttribute(name);
      else plot.setAttribute(name, value);
    }
  }
}
