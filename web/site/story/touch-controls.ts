// What is touched, as elements over the canvas: buttons for taps and one slider
// for drags, so that fingers, keys and screen readers find the same thing.

import type { Box } from "./drawings/shapes.ts";
import { thumbnailBox } from "./drawings/thumbnails.ts";
import { anchorOf, LAST } from "./moments.ts";
import { numberIn, type StageState } from "./stage-state.ts";
import { GESTURES } from "./step-gestures.ts";
import { stepName } from "./story-labels.ts";
import { type Target, targetOf } from "./targets.ts";

/** What the controls tell the story. */
export interface Hearer {
  tap(): void;
  slide(value: number): void;
}

/** As many buttons as any step has. */
const BUTTONS = 3;

function place(element: HTMLElement, box: Box, unit: number): void {
  const { style } = element;
  const left = (box.x - box.width / 2) * unit;
  const top = (box.y - box.height / 2) * unit;
  // Not in `transform`: the mark's growth would carry that along.
  style.translate = `${left.toFixed(1)}px ${top.toFixed(1)}px`;
  style.width = `${(box.width * unit).toFixed(1)}px`;
  style.height = `${(box.height * unit).toFixed(1)}px`;
}

export class Controls {
  readonly #room: HTMLElement;
  readonly #hearer: Hearer;
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #slider: HTMLDivElement;
  readonly #mark: HTMLDivElement;
  /** The pictures of the last step lead back. */
  #links: readonly HTMLAnchorElement[] = [];
  #step = -1;
  #target: Target = { boxes: [] };
  #unit = 1;
  #value = 0;

  constructor(room: HTMLElement, hearer: Hearer) {
    this.#room = room;
    this.#hearer = hearer;
    this.#buttons = Array.from({ length: BUTTONS }, () => {
      const button = document.createElement("button");
      button.type = "button";
      button.addEventListener("click", () => hearer.tap());
      return button;
    });
    this.#slider = document.createElement("div");
    this.#slider.className = "slide";
    this.#slider.setAttribute("role", "slider");
    this.#slider.tabIndex = 0;
    this.#mark = document.createElement("div");
    this.#mark.className = "mark";
    this.#mark.setAttribute("aria-hidden", "true");
    room.append(...this.#buttons, this.#slider, this.#mark);
    this.#listen();
  }

  /** Puts everything where the step has it; a change of step pulses once. */
  show(stage: StageState, step: number, unit: number, label: string): void {
    const target = targetOf(stage, step);
    const { kind, min, max } = GESTURES[step] ?? { kind: "none" };
    const resting = stage.moment.morph === 0;
    const isNew = step !== this.#step && resting;
    this.#target = target;
    this.#unit = unit;
    for (const [k, button] of this.#buttons.entries()) {
      const box = target.boxes[k];
      const there = kind === "tap" && box !== undefined && resting;
      if (button.hidden === there) button.hidden = !there;
      if (there) place(button, box, unit);
      if (button.ariaLabel !== label) button.ariaLabel = label;
    }
    this.#showLinks(stage, step === LAST);
    const box = target.boxes[0];
    const slides = kind === "slide" && box !== undefined && resting;
    if (this.#slider.hidden === slides) this.#slider.hidden = !slides;
    if (slides) {
      place(this.#slider, box, unit);
      this.#value = numberIn(stage, step);
      const now = String(Math.round(this.#value * 100) / 100);
      this.#slider.setAttribute("aria-valuenow", now);
      if (this.#slider.ariaLabel !== label) this.#slider.ariaLabel = label;
    }
    if (!resting) this.#mark.hidden = true;
    if (!isNew) return;
    this.#step = step;
    this.#slider.setAttribute("aria-valuemin", String(min));
    this.#slider.setAttribute("aria-valuemax", String(max));
    this.#slider.classList.toggle("upright", target.upright === true);
    const marked = target.mark ?? box;
    this.#mark.hidden = marked === undefined;
    if (marked) {
      place(this.#mark, marked, unit);
      // Begins its animation again.
      this.#mark.replaceWith(this.#mark);
    }
  }

  #showLinks(stage: StageState, there: boolean): void {
    if (!there && this.#links.length === 0) return;
    if (this.#links.length === 0) {
      this.#links = Array.from({ length: LAST }, (_, step) => {
        const link = document.createElement("a");
        link.href = `#${anchorOf(step)}`;
        return link;
      });
      this.#room.append(...this.#links);
    }
    for (const [step, link] of this.#links.entries()) {
      link.hidden = !there;
      link.setAttribute("aria-label", stepName(step)[stage.lang]);
      if (there) place(link, thumbnailBox(stage, step), this.#unit);
    }
  }

  /** What the slider's number means. */
  tell(text: string): void {
    if (!this.#slider.hidden) this.#slider.setAttribute("aria-valuetext", text);
  }

  #listen(): void {
    const slider = this.#slider;
    const heard = (event: PointerEvent): void => {
      const { left, top } = this.#room.getBoundingClientRect();
      const [x, y] = [event.clientX - left, event.clientY - top];
      const value = this.#target.at?.(x / this.#unit, y / this.#unit);
      if (value !== undefined) this.#hearer.slide(value);
    };
    slider.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      slider.setPointerCapture(event.pointerId);
      // A finger may be about to scroll: only its movement counts.
      if (event.pointerType === "mouse") heard(event);
    });
    // Who drags has not asked for its keys: arrows stay with the story. It is
    // reached by Tab, as before.
    slider.addEventListener("mousedown", (event) => event.preventDefault());
    slider.addEventListener("pointermove", (event) => {
      if (slider.hasPointerCapture(event.pointerId)) heard(event);
    });
    slider.addEventListener("click", (event) => heard(event as PointerEvent));
    slider.addEventListener("keydown", (event) => {
      const { key, min, max } = GESTURES[this.#step] ?? { key: 0 };
      const ways: Readonly<Record<string, number | undefined>> = {
        ArrowRight: this.#value + key,
        ArrowUp: this.#value + (this.#target.upright ? -key : key),
        ArrowLeft: this.#value - key,
        ArrowDown: this.#value + (this.#target.upright ? key : -key),
        Home: min,
        End: max,
      };
      const value = ways[event.key];
      if (value === undefined || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.#hearer.slide(value);
    });
  }
}
