// One panel on the screen: paints what has changed since the last frame.
import { LIVE_PALETTE } from "../element/look/palette.ts";
import type { Sizes } from "../element/size.ts";
import { colorMap } from "../plots/color.ts";
import type { Mark, Palette } from "../plots/marks.ts";
import { showMarks } from "../plots/marks-canvas.ts";
import { patchSvg } from "../plots/marks-svg.ts";
import { Heatmap } from "../plots/matrix-canvas.ts";
import { quantity } from "../words/text.ts";
import type { Hold } from "./grip.ts";
import { cellNumbers } from "./highlights.ts";
import { type Matrix, marginOf, type Panel } from "./panel.ts";
import type { Box, Shown } from "./spec.ts";
import { headHtml } from "./template.ts";
import type { Way } from "./way.ts";

type HoldOf = typeof import("./grip.ts").holdOf;

type Any = Shown<Record<string, unknown>, unknown>;

const RAMP = Float32Array.from({ length: 256 }, (_, k) => k / 255);

export class Pane {
  readonly panel: Panel<Record<string, unknown>, unknown>;
  /** The element that listens to pointers; undefined for HTML. */
  readonly plot: HTMLElement | null;
  /** The element that the box belongs to. */
  readonly inner: Element;
  readonly html: HTMLElement | null;
  readonly #texts: HTMLElement | null;
  readonly #sizes: Sizes;
  readonly #cells: Heatmap | undefined;
  readonly #ramp: Heatmap | undefined;
  readonly #ends: readonly HTMLElement[];
  readonly #grip: HTMLElement | null;
  #hold: Hold | undefined;
  readonly #curves: HTMLCanvasElement | null;
  readonly #svg: SVGSVGElement | null;
  /** What each part was drawn from. */
  readonly #drawn = new Map<string, unknown>();

  constructor(
    root: ParentNode,
    panel: Panel<Record<string, unknown>, unknown>,
    sizes: Sizes,
  ) {
    const find = <E extends Element>(selector: string): E | null =>
      root.querySelector<E>(`[data-pane="${panel.id}"] ${selector}`);
    this.panel = panel;
    this.#sizes = sizes;
    this.#texts = find(".texts");
    this.plot = find(".plot");
    this.html = find(".html");
    this.#svg = find(".marks");
    this.#curves = find(".curves");
    this.#grip = find(".grip");
    const cells = find<HTMLCanvasElement>(".cells");
    const ramp = find<HTMLCanvasElement>(".ramp");
    this.#cells = cells ? new Heatmap(cells) : undefined;
    this.#ramp = ramp ? new Heatmap(ramp) : undefined;
    this.#ends = ["low", "high"].flatMap(
      (end) => find<HTMLElement>(`.${end}`) ?? [],
    );
    this.inner = (this.#svg ?? this.html) as Element;
    sizes.watch(this.inner);
  }

  get box(): Box {
    return this.#sizes.of(this.inner);
  }

  /** Everything is to be drawn anew: colours or texts have changed. */
  forget(): void {
    this.#drawn.clear();
  }

  /** Finds what can be dragged, once what does so has loaded. */
  holdOf: HoldOf | undefined;
  /** Takes marks to where they are set, once what does so has loaded. */
  way: Way | undefined;

  /**
   * @param palette - for what is painted on a canvas
   * @param still - marks are there at once
   */
  draw(shown: Any, palette: Palette | undefined, still: boolean): void {
    const { panel } = this;
    const texts = this.#texts;
    if (texts) this.#html(texts, "head", headHtml(panel as never, shown));
    if (panel.kind === "html") {
      this.#html(this.html as HTMLElement, "html", panel.html(shown));
      return;
    }
    const { box } = this;
    if (box.width <= 0 || box.height <= 0) return;
    let numbers: readonly Mark[] = [];
    if (panel.kind === "cells") {
      const matrix = panel.matrix(shown);
      this.#paint(matrix, shown, box);
      numbers = cellNumbers(matrix, box, shown.theme);
    } else if (panel.canvas && this.#curves && palette) {
      this.#paintCurves(panel.canvas(shown, box), box, palette);
    }
    const target = panel.marks?.(shown, box) ?? [];
    const marks = this.way?.at(target, box, performance.now(), still) ?? target;
    const svg = this.#svg as SVGSVGElement;
    patchSvg(svg, [...numbers, ...marks], LIVE_PALETTE);
    this.#label(panel.label(shown));
    const keys = panel.pointing?.keys?.[shown.lang];
    if (this.plot?.hasAttribute("aria-label") && keys) {
      if (this.#once("keys", keys)) this.plot.setAttribute("aria-label", keys);
    }
  }

  /** The cells as a picture, for files. */
  snapshot(): HTMLCanvasElement | undefined {
    return this.#cells?.snapshot();
  }

  #once(part: string, key: unknown): boolean {
    if (this.#drawn.get(part) === key) return false;
    this.#drawn.set(part, key);
    return true;
  }

  /**
   * Puts the sign of what can be dragged onto it; it goes once it has been used.
   *
   * @param taken - what other matrices of the figure have signs for
   */
  placeGrip(shown: Any, taken: Set<string>): void {
    const { panel, box, holdOf } = this;
    const grip = this.#grip;
    if (!grip || !holdOf || panel.kind === "html") return;
    if (box.width <= 0 || this.plot?.hasAttribute("data-dragged")) return;
    const values = Object.values(shown.state).join();
    if (this.#once("grip", `${values} ${box.width} ${box.height}`)) {
      this.#hold = holdOf(panel, shown, box);
    }
    const { takes = "", at } = this.#hold ?? {};
    grip.hidden = taken.has(takes);
    if (panel.kind === "cells") taken.add(takes);
    grip.toggleAttribute("data-placed", at !== undefined);
    const { left, top } = marginOf(panel);
    grip.style.translate = at
      ? `${Math.round(left + at.x)}px ${Math.round(top + at.y)}px`
      : "";
  }

  #html(at: HTMLElement, part: string, html: string): void {
    if (!this.#once(part, html)) return;
    // A button that is pressed may write its own surroundings anew.
    const { activeElement } = at.getRootNode() as ShadowRoot;
    const held = at.contains(activeElement) ? activeElement : null;
    at.innerHTML = html;
    const { set, press } = (held as HTMLElement | null)?.dataset ?? {};
    if (set === undefined && press === undefined) return;
    const again = [
      ...at.querySelectorAll<HTMLElement>("[data-set], [data-press]"),
    ].find(({ dataset }) => dataset.set === set && dataset.press === press);
    again?.focus({ preventScroll: true });
  }

  #label(text: string): void {
    const at = this.plot?.querySelector('[role="img"]');
    if (at && this.#once("label", text)) at.setAttribute("aria-label", text);
  }

  #paint(matrix: Matrix, { theme }: Any, box: Box): void {
    const { values, rows, columns, domain } = matrix;
    const map = colorMap(matrix.map ?? "diverging", theme);
    const canvas = this.plot?.querySelector(".cells");
    // Where cells are narrower than two px, hard edges make patterns that are
    // not there.
    const fine = 2 * rows > box.height || 2 * columns > box.width;
    canvas?.toggleAttribute("data-shrunk", fine);
    // Whoever computes anew makes a new matrix; moving a mark does not.
    const same = !this.#once("matrix", matrix) && !this.#once("theme", theme);
    if (!same) {
      this.#drawn.set("theme", theme);
      this.#cells?.paint(values, rows, columns, map, domain);
    }
    const scale = `${theme} ${matrix.map} ${domain}`;
    if (this.#ramp && this.#once("scale", scale)) {
      this.#ramp.paint(RAMP, 1, 256, map, [0, 1]);
      this.#ends.forEach((end, k) => {
        end.textContent = quantity(domain[k] as number);
      });
    }
  }

  #paintCurves(marks: readonly Mark[], box: Box, palette: Palette): void {
    const ratio = globalThis.devicePixelRatio || 1;
    const { width, height } = box;
    const canvas = this.#curves as HTMLCanvasElement;
    showMarks(canvas, { width, height, ratio }, marks, palette);
  }
}
