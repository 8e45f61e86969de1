// One panel on the screen: paints what has changed since the last frame.

import { LIVE_PALETTE } from "../element/look/palette.ts";
import { trusted } from "../element/look/trusted.ts";
import type { asPicture } from "../element/paper.ts";
import type { Sizes } from "../element/size.ts";
import { colorMap } from "../plots/color.ts";
import type { Mark, Palette } from "../plots/marks.ts";
import { showMarks } from "../plots/marks-canvas.ts";
import { patchSvg } from "../plots/marks-svg.ts";
import { Heatmap } from "../plots/matrix-canvas.ts";
import { quantity } from "../words/text.ts";
import type { DeferredDrawing } from "./deferred.ts";
import { cellNumbers } from "./highlights.ts";
import { heightOf, type Matrix, marginOf, type Panel } from "./panel.ts";
import type { Box, Shown } from "./spec.ts";
import { headHtml } from "./template.ts";

type Any = Shown<Record<string, unknown>, unknown>;

const RAMP = Float32Array.from({ length: 256 }, (_, k) => k / 255);

/** Pixels of the screen that a cell with hard edges takes at least. */
const LEAST = 1.5;

export class Pane {
  panel: Panel<Record<string, unknown>, unknown>;
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
  readonly #curves: HTMLCanvasElement | null;
  readonly #svg: SVGSVGElement | null;
  /** The box on paper. */
  #printed: Box | undefined;
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
    if (this.#printed) return this.#printed;
    const { width, height } = this.#sizes.of(this.inner);
    const scale = this.#scale;
    return { width: width / scale, height: height / scale };
  }

  /** How many px of the screen one of the drawing takes: more where text is large. */
  get #scale(): number {
    return this.plot ? this.#sizes.of(this.inner).font / 16 : 1;
  }

  /**
   * Draws for paper from now on, or for the screen.
   *
   * @param width - px of the pane
   * @param narrow - whether panes stand one below the other
   * @param place - asPicture of paper.ts
   */
  print(
    width: number | undefined,
    narrow: boolean,
    place: typeof asPicture,
  ): void {
    const { panel, plot } = this;
    if (panel.kind === "html" || plot === null) return;
    const margin = marginOf(panel);
    const room = (width ?? 0) / this.#scale - margin.left - margin.right;
    this.#printed =
      width === undefined
        ? undefined
        : { width: room, height: heightOf(panel, room, narrow) };
    const parts = plot.querySelectorAll<HTMLElement | SVGElement>(
      ":scope > :is(.window, .curves, .marks)",
    );
    this.#drawn.delete("view");
    place(plot, parts, this.#printed && { box: this.#printed, margin });
  }

  /** Everything is to be drawn anew: colours or texts have changed. */
  forget(): void {
    this.#drawn.clear();
  }

  /** A page's own data has nothing to show in it. */
  leftOut = false;

  /** What it has as soon as that has loaded. */
  drawing: DeferredDrawing | undefined;

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
    const marks = this.drawing?.marks(target, box, still) ?? target;
    const svg = this.#svg as SVGSVGElement;
    if (!this.#printed) {
      const view = this.#scale === 1 ? "" : `0 0 ${box.width} ${box.height}`;
      if (this.#once("view", view)) {
        if (view) svg.setAttribute("viewBox", view);
        else svg.removeAttribute("viewBox");
      }
    }
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

  /** Pixels of the screen that one px of the drawing takes. */
  get #ratio(): number {
    return (globalThis.devicePixelRatio || 1) * this.#scale;
  }

  #once(part: string, key: unknown): boolean {
    if (this.#drawn.get(part) === key) return false;
    this.#drawn.set(part, key);
    return true;
  }

  #html(at: HTMLElement, part: string, html: string): void {
    if (!this.#once(part, html)) return;
    // A button that is pressed may write its own surroundings anew.
    const { activeElement } = at.getRootNode() as ShadowRoot;
    const held = at.contains(activeElement) ? activeElement : null;
    at.innerHTML = trusted(html);
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
    // Where cells are narrower than pixels of the screen, hard edges make
    // patterns that are not there. What is smoothed is not to run into its
    // neighbours on the side where there is room.
    const ratio = this.#ratio;
    const [across, down] = [box.width / columns, box.height / rows];
    const fine = Math.min(across, down) * ratio < LEAST;
    canvas?.toggleAttribute("data-shrunk", fine);
    const [wide, high] = [across, down].map((size) =>
      fine ? Math.max(1, Math.round(size * ratio)) : 1,
    );
    // Whoever computes anew makes a new matrix; moving a mark does not.
    const how = `${theme} ${wide} ${high}`;
    const same = !this.#once("matrix", matrix) && !this.#once("how", how);
    if (!same) {
      this.#drawn.set("how", how);
      this.#cells?.paint(values, rows, columns, map, domain, wide, high);
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
    const ratio = this.#ratio;
    const { width, height } = box;
    const canvas = this.#curves as HTMLCanvasElement;
    showMarks(canvas, { width, height, ratio }, marks, palette);
  }
}
