// What the reader sees: puts a state into the elements of the shadow root, and
// leaves alone what has not changed since the last frame.

import { LIVE_PALETTE } from "../element/look/palette.ts";
import { trusted } from "../element/look/trusted.ts";
import { asPicture } from "../element/paper.ts";
import type { Size, Sizes } from "../element/size.ts";
import type { Worded } from "../kit/own-words.ts";
import { colorMap, type Theme } from "../plots/color.ts";
import { dialMarks } from "../plots/dials.ts";
import type { Mark, Palette } from "../plots/marks.ts";
import { showMarks } from "../plots/marks-canvas.ts";
import { patchSvg } from "../plots/marks-svg.ts";
import { Heatmap } from "../plots/matrix-canvas.ts";
import { cellValue, escapeHtml, type Lang } from "../words/text.ts";
import type { State } from "./attributes.ts";
import { period } from "./columns.ts";
import {
  curveMarks,
  cutMarks,
  dialsOf,
  heatAxes,
  MARGIN,
  type PairDial,
  type Read,
  type Wave,
  waveAxes,
  waveScale,
  wavesOf,
} from "./pictures-as-marks.ts";
import * as say from "./strings.ts";
import type { SinusoidalTable } from "./table.ts";
import { arithmetic, findingHtml, formulaValues } from "./template.ts";
import type { Pixels } from "./triptych-sheet.ts";

/** How things are to look. */
export interface Look {
  readonly lang: Lang;
  readonly theme: Theme;
  readonly palette: Palette;
  /** The page's own words. */
  readonly told?: Worded | undefined;
}

const NONE = { left: 0, right: 0, top: 0, bottom: 0 } as const;
/** px above which the hands stand beside the heatmap. */
const BESIDE = 640;
/** px of the pictures on paper, as the style sheet has them on the screen. */
const ON_PAPER = { gap: 32, hands: 264, high: 340, waves: 136 } as const;

/** px within which the pointer takes a curve. */
const NEAR = 16;

export class View {
  readonly heat: HTMLElement;
  /** The box that the cells fill. */
  readonly window: HTMLElement;
  readonly wavesPlot: HTMLElement;
  readonly curves: HTMLCanvasElement;
  readonly hands: SVGSVGElement;
  /** The hands as drawn last. */
  dials: readonly PairDial[] = [];
  readonly #table: SinusoidalTable;
  readonly #sizes: Sizes;
  readonly #cells: HTMLCanvasElement;
  readonly #scale: HTMLCanvasElement;
  readonly #heatmap: Heatmap;
  readonly #colorBar: Heatmap;
  readonly #marker: SVGSVGElement;
  readonly #finding: HTMLElement;
  readonly #dialsHead: HTMLElement;
  readonly #legend: HTMLElement;
  readonly #formula: readonly HTMLElement[];
  /** Element → what it was last drawn from. */
  readonly #drawn = new Map<Element, string>();
  #waves: readonly Wave[] = [];
  readonly #printed = new Map<Element, Size>();

  constructor(root: ParentNode, table: SinusoidalTable, sizes: Sizes) {
    const find = <E extends Element>(selector: string): E =>
      root.querySelector(selector) as E;
    this.#table = table;
    this.#sizes = sizes;
    this.heat = find(".heat .plot");
    this.window = find(".window");
    this.#cells = find(".cells");
    this.#scale = find(".scale canvas");
    this.wavesPlot = find(".waves .plot");
    this.curves = find(".curves");
    this.hands = find(".hands");
    this.#marker = find(".marker");
    this.#finding = find(".finding");
    this.#dialsHead = find(".dials .head");
    this.#legend = find(".legend");
    this.#formula = [...root.querySelectorAll<HTMLElement>("[data-v]")];
    this.#heatmap = new Heatmap(this.#cells);
    this.#colorBar = new Heatmap(this.#scale);
    sizes.watch(this.window, this.curves, this.hands);
  }

  /**
   * Draws everything.
   *
   * @param state - what is chosen
   * @param view - the same, with the cell under the pointer
   */
  draw(state: State, view: State, look: Look): void {
    this.#paintCells(state, look.theme);
    this.#told = look.told;
    this.#drawHeat(view, look.lang);
    this.#drawDials(view, look.lang);
    this.#drawWaves(view, look);
    this.#drawFormula(view);
    const { lang, theme, told } = look;
    const shown = { state, lang, theme, model: undefined, link: null };
    const found = told?.spec.finding(shown) ?? findingHtml(state, lang);
    this.#once(this.#finding, found, (html) => {
      this.#finding.innerHTML = trusted(html);
    });
  }

  /** The box of a picture: on paper its own, else as the layout has left it. */
  boxOf(element: Element): Size {
    const printed = this.#printed.get(element);
    if (printed) return printed;
    const { width, height } = this.#sizes.of(element);
    const scale = this.#scaleOf(element);
    return { width: width / scale, height: height / scale };
  }

  /** px of the screen that one of the drawing takes: more where text is large. */
  #scaleOf(element: Element): number {
    return this.#printed.has(element) ? 1 : this.#sizes.of(element).font / 16;
  }

  /** Lays out a drawing of this size over all of its element. */
  #layOut(svg: Element, inner: Element, width: number, height: number): void {
    if (this.#printed.has(inner)) return;
    const isPlain = this.#scaleOf(inner) === 1;
    const view = isPlain ? "" : `0 0 ${width} ${height}`;
    if (view === (svg.getAttribute("viewBox") ?? "")) return;
    if (isPlain) svg.removeAttribute("viewBox");
    else svg.setAttribute("viewBox", view);
  }

  /**
   * Draws for paper from now on, or for the screen.
   *
   * @param width - px of the figure
   */
  print(width: number | undefined): void {
    const { gap, hands, high, waves } = ON_PAPER;
    const printed = this.#printed;
    printed.clear();
    this.forget();
    if (width !== undefined) {
      const beside = width > BESIDE ? hands + gap : 0;
      const room = width - MARGIN.left;
      printed.set(this.window, { width: room - beside, height: high });
      printed.set(this.curves, { width: room, height: waves });
      printed.set(this.hands, { width: beside ? hands : width, height: high });
    }
    const margin = { ...MARGIN, top: 0, right: 0 };
    for (const [plot, inner] of [
      [this.heat, this.window],
      [this.wavesPlot, this.curves],
    ] as const) {
      const box = printed.get(inner);
      asPicture(plot, [inner], box && { box, margin });
      const axes = plot.lastElementChild as SVGSVGElement;
      const all = box && {
        width: box.width + MARGIN.left,
        height: box.height + MARGIN.bottom,
      };
      asPicture(axes, [axes], all && { box: all, margin: NONE });
    }
    const marker = this.#marker.style;
    for (const name of ["left", "top", "width", "height"] as const) {
      marker[name] = this.window.style[name];
    }
    const box = printed.get(this.hands);
    asPicture(this.hands, [], box && { box, margin: NONE });
    if (box) {
      this.hands.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    } else this.hands.removeAttribute("viewBox");
  }

  /** The pictures that are pixels, for files. */
  pixels(): Pixels {
    return {
      cells: this.#heatmap.snapshot(),
      scale: this.#colorBar.snapshot(),
    };
  }

  /** Everything is to be drawn anew: colours or texts have changed. */
  forget(): void {
    this.#drawn.clear();
  }

  /** The dimension of the curve near a point of the waves' box. */
  nearestWave(pos: number, y: number): number | undefined {
    const scale = waveScale(this.boxOf(this.curves).height);
    const [best] = this.#waves
      .map(({ dim }) => ({
        dim,
        far: Math.abs(scale(this.#read(pos, dim)) - y),
      }))
      .sort((a, b) => a.far - b.far);
    return best && best.far <= NEAR ? best.dim : undefined;
  }

  readonly #read: Read = (pos, dim) => this.#table.value(pos, dim);

  #told: Worded | undefined;

  readonly #say = (text: string): string => this.#told?.say(text) ?? text;

  /** Calls `act` when the key differs from the last time for this element. */
  #once(element: Element, key: string, act: (key: string) => void): void {
    if (this.#drawn.get(element) === key) return;
    this.#drawn.set(element, key);
    act(key);
  }

  #label(element: Element, text: string): void {
    if (element.getAttribute("aria-label") === text) return;
    element.setAttribute("aria-label", text);
  }

  #paintCells({ seqLen, dModel }: State, theme: Theme): void {
    const map = colorMap("diverging", theme);
    this.#once(this.#cells, `${this.#table.version} ${theme}`, () => {
      const { data } = this.#table;
      this.#heatmap.paint(data, seqLen, dModel, map, [-1, 1]);
    });
    this.#once(this.#scale, theme, () => {
      const steps = Float32Array.from(map, (_, k) => k / 127.5 - 1);
      this.#colorBar.paint(steps, 1, 256, map, [-1, 1]);
    });
  }

  #drawHeat(view: State, lang: Lang): void {
    const { seqLen, dModel, pos, dim } = view;
    const { width, height } = this.boxOf(this.window);
    const key = `${width} ${height} ${seqLen} ${dModel} ${pos} ${dim}`;
    this.#once(this.#marker, key, () => {
      this.#cells.toggleAttribute("data-shrunk", seqLen > height * 1.5);
      this.#marker.setAttribute("viewBox", `0 0 ${dModel} ${seqLen}`);
      const row = { x: 0, y: pos, width: dModel, height: 1 };
      const column = { x: dim, y: 0, width: 1, height: seqLen };
      [row, column, row, column].forEach((box, k) => {
        for (const [name, value] of Object.entries(box)) {
          this.#marker.children[k]?.setAttribute(name, String(value));
        }
      });
      this.#overlay(this.heat, this.window, heatAxes(view, width, height));
    });
    const cell = arithmetic(view, cellValue(this.#read(pos, dim)));
    this.#label(
      this.#cells,
      this.#say(say.heatSentence(seqLen, dModel, cell)[lang]),
    );
  }

  #overlay(plot: HTMLElement, inner: Element, marks: readonly Mark[]): void {
    const svg = plot.querySelector(".axes") as Element;
    const { width, height } = this.boxOf(inner);
    const { left, bottom } = MARGIN;
    this.#layOut(svg, inner, width + left, height + bottom);
    const all = { kind: "group", x: MARGIN.left, y: 0, marks } as const;
    patchSvg(svg, [all], LIVE_PALETTE);
  }

  #drawDials(view: State, lang: Lang): void {
    const { width, height } = this.boxOf(this.hands);
    this.#layOut(this.hands, this.hands, width, height);
    this.dials = dialsOf(view, this.#read, width, height);
    const title = this.#say(say.dialsTitle(view.pos)[lang]);
    this.#once(this.#dialsHead, title, () => {
      this.#dialsHead.textContent = title;
    });
    patchSvg(this.hands, this.dials.flatMap(dialMarks), LIVE_PALETTE);
    const angles = this.dials.map(({ pair, sin, cos }) => {
      const degrees = Math.round((Math.atan2(sin, cos) * 180) / Math.PI);
      return { pair, degrees: (degrees + 360) % 360 };
    });
    this.#label(
      this.hands,
      say
        .dialsSentence(view.pos, angles)
        .map((it) => this.#say(it[lang]))
        .join(""),
    );
  }

  #drawWaves(view: State, { lang, theme, palette }: Look): void {
    const { width, height } = this.boxOf(this.curves);
    const ratio =
      (globalThis.devicePixelRatio || 1) * this.#scaleOf(this.curves);
    const waves = wavesOf(view);
    const dims = waves.map(({ dim }) => dim);
    this.#waves = waves;
    const key = [this.#table.version, ...dims, width, height, ratio, theme];
    this.#once(this.curves, key.join(" "), () => {
      const samples = this.#table.waves(dims, Math.max(64, width >> 1));
      const marks = curveMarks(waves, samples, width, height);
      showMarks(this.curves, { width, height, ratio }, marks, palette);
      this.#legend.innerHTML = trusted(this.#legendHtml(view, lang));
    });
    this.#overlay(this.wavesPlot, this.curves, [
      ...waveAxes(view, width, height),
      ...cutMarks(view, waves, this.#read, width, height),
    ]);
    const value = cellValue(this.#read(view.pos, view.dim));
    this.#label(
      this.curves,
      this.#say(say.wavesSentence(dims, view.dim, view.pos, value)[lang]),
    );
  }

  #legendHtml(view: State, lang: Lang): string {
    const entries = this.#waves.map(({ dim, pair, stroke }) => {
      const label = this.#say(say.waveLabel(dim, period(pair, view))[lang]);
      return `<span class="key ${stroke}">${escapeHtml(label)}</span>`;
    });
    return entries.reverse().join(" ");
  }

  #drawFormula(view: State): void {
    const value = cellValue(this.#read(view.pos, view.dim));
    const values = formulaValues(view, value);
    // MathML has a dataset in browsers only.
    for (const at of this.#formula) {
      const text = values[at.getAttribute("data-v") as string] as string;
      this.#once(at, text, () => {
        at.textContent = text;
      });
    }
  }
}
