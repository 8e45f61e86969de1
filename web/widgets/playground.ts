import type { Posenc } from "posenc";
import { colorMap } from "../plots/color.ts";
import { dialMarks } from "../plots/dials.ts";
import { Heatmap } from "../plots/heatmap.ts";
import type { Mark, Scene } from "../plots/marks.ts";
import { paintMarks, sizeCanvas } from "../plots/marks-canvas.ts";
import { patchSvg } from "../plots/marks-svg.ts";
import { defaults } from "./attributes.ts";
import { PosencElement } from "./base.ts";
import { Control } from "./controls.ts";
import { define } from "./define.ts";
import { LIVE_PALETTE } from "./palette.ts";
import { type State, table } from "./playground/attributes.ts";
import { codeOf, csvOf, tableOf } from "./playground/export.ts";
import {
  dialsOf,
  heatAxes,
  MARGIN,
  type PairDial,
  type Read,
  type Wave,
  waveAxes,
  waveMarks,
  waveScale,
  wavesOf,
} from "./playground/figure.ts";
import { columnAt, frequency, period, sineColumn } from "./playground/model.ts";
import {
  bindHands,
  bindHeat,
  bindWaves,
  type Place,
  type PointerHost,
} from "./playground/pointer.ts";
import { sheet } from "./playground/sheet.ts";
import * as say from "./playground/strings.ts";
import playgroundStyle from "./playground/style.css?inline";
import { SinusoidalTable } from "./playground/table.ts";
import {
  arithmetic,
  CONTROLS,
  findingHtml,
  formulaValues,
  markup,
} from "./playground/template.ts";
import widgetStyle from "./style.css?inline";
import { cellValue, escapeHtml, type Lang } from "./text.ts";
import type { TableData } from "./tools.ts";

/** px within which the pointer takes a curve. */
const NEAR = 16;

/**
 * `<pe-playground seq-len d-model base layout pos dim>`: a sinusoidal table as
 * heatmap, waves and clock hands, each of which moves the other two.
 */
export class Playground extends PosencElement<typeof table> {
  static override readonly tag = "pe-playground";
  static override readonly table = table;

  declare seqLen: number;
  declare dModel: number;
  declare base: number;
  declare layout: State["layout"];
  declare pos: number;
  declare dim: number;

  readonly strings = say.strings;
  protected readonly styles = [widgetStyle, playgroundStyle];

  readonly #cells = new SinusoidalTable();
  readonly #read: Read = (pos, dim) => this.#cells.value(pos, dim);
  #hover: Partial<Place> | undefined;
  #painted = "";
  #paintedTheme = "";
  #controls: Control[] = [];
  #heatmap!: Heatmap;
  #scale!: Heatmap;
  #parts!: Record<"plots" | "heat" | "dials" | "waves", HTMLElement>;
  #cellsCanvas!: HTMLCanvasElement;
  #scaleCanvas!: HTMLCanvasElement;
  #curves!: HTMLCanvasElement;
  #hands!: SVGSVGElement;
  #waves: Wave[] = [];
  #dials: PairDial[] = [];

  /** The cell shown: the one under the pointer, else the chosen one. */
  get #view(): State {
    return this.#hover
      ? this.settle({ ...this.now, ...this.#hover })
      : this.now;
  }

  protected override settle(state: State): State {
    const pos = Math.min(state.pos, state.seqLen - 1);
    const dim = Math.min(state.dim, state.dModel - 1);
    return { ...state, pos, dim };
  }

  protected override markup(lang: Lang): string {
    return markup(lang, defaults(table));
  }

  protected override bind(root: ShadowRoot): void {
    const find = <E extends Element>(selector: string): E =>
      root.querySelector(selector) as E;
    this.#parts = {
      plots: find(".plots"),
      heat: find(".heat"),
      dials: find(".dials"),
      waves: find(".waves"),
    };
    this.#cellsCanvas = find(".cells");
    this.#curves = find(".curves");
    this.#hands = find(".hands");
    this.sizes.watch(this.#cellsCanvas, this.#curves, this.#hands);
    this.#heatmap = new Heatmap(this.#cellsCanvas);
    this.#scaleCanvas = find(".scale canvas");
    this.#scale = new Heatmap(this.#scaleCanvas);
    this.#bindControls(root);
    this.#bindPictures();
  }

  #bindControls(root: ShadowRoot): void {
    const widget = this;
    const host = {
      get lang() {
        return widget.language;
      },
      strings: this.strings,
      read: () => this.now,
      write: (key: string, value: number) => this.setState({ [key]: value }),
      valueText: (key: string) =>
        key === "pos" || key === "dim" ? this.#spoken() : null,
    };
    this.#controls = CONTROLS.map((spec) => new Control(root, spec, host));
    root.addEventListener("change", (event) => {
      const radio = event.target as HTMLInputElement;
      if (radio.name === "layout") {
        this.setState({ layout: radio.value as State["layout"] });
      }
    });
  }

  #bindPictures(): void {
    const widget = this;
    const host: PointerHost = {
      get seqLen() {
        return widget.now.seqLen;
      },
      get dModel() {
        return widget.now.dModel;
      },
      get chosen() {
        return widget.now;
      },
      hover: (place) => {
        if (place === undefined && this.#hover === undefined) return;
        this.#hover = place;
        this.invalidate();
      },
      choose: (place) => {
        this.#hover = undefined;
        this.setState(place);
      },
    };
    const heat = this.#parts.heat.querySelector<HTMLElement>(".plot");
    const waves = this.#parts.waves.querySelector<HTMLElement>(".plot");
    bindHeat(heat as HTMLElement, this.#cellsCanvas, host);
    bindWaves(waves as HTMLElement, this.#curves, host, (pos, y) =>
      this.#nearestWave(pos, y),
    );
    bindHands(this.#hands, host, () =>
      this.#dials.map(({ x, y, radius, pair }) => {
        const { dim } = this.now;
        const own = columnAt(dim, this.now).pair === pair;
        return {
          ...{ x, y, radius, frequency: frequency(pair, this.now) },
          dim: own ? dim : sineColumn(pair, this.now),
        };
      }),
    );
  }

  #nearestWave(pos: number, y: number): number | undefined {
    const scale = waveScale(this.sizes.of(this.#curves).height);
    const distance = (dim: number): number =>
      Math.abs(scale(this.#read(pos, dim)) - y);
    const [best] = this.#waves
      .map(({ dim }) => ({ dim, far: distance(dim) }))
      .sort((a, b) => a.far - b.far);
    return best && best.far <= NEAR ? best.dim : undefined;
  }

  protected override refreshed(): void {
    this.#painted = "";
    for (const control of this.#controls) control.update();
  }

  protected override linked(): void {
    this.invalidate();
  }

  protected override release(): void {
    this.#cells.release();
  }

  protected override draw(pe: Posenc): void {
    this.#cells.compute(pe, this.now);
    const view = this.#view;
    const { language, now } = this;
    this.#paintHeat();
    this.#drawHeat(view);
    this.#drawDials(view);
    this.#drawWaves(view);
    this.#drawFormula(view);
    this.#put(".finding", findingHtml(now, language));
    for (const control of this.#controls) control.update();
    const name = `[name=layout][value=${now.layout}]`;
    const radio = this.shadowRoot?.querySelector<HTMLInputElement>(name);
    if (radio && !radio.checked) radio.checked = true;
  }

  /** Sets HTML where it differs. */
  #put(selector: string, html: string): void {
    const at = this.shadowRoot?.querySelector<HTMLElement>(selector);
    if (!at || at.dataset.html === html) return;
    at.dataset.html = html;
    at.innerHTML = html;
  }

  #label(element: Element, text: string): void {
    if (element.getAttribute("aria-label") !== text) {
      element.setAttribute("aria-label", text);
    }
  }

  #paintHeat(): void {
    const { theme } = this;
    const { seqLen, dModel } = this.now;
    const key = `${this.#cells.version} ${theme}`;
    if (key === this.#painted) return;
    this.#painted = key;
    const map = colorMap("diverging", theme);
    const { data } = this.#cells;
    this.#heatmap.paint(data, seqLen, dModel, map, [-1, 1]);
    if (theme === this.#paintedTheme) return;
    this.#paintedTheme = theme;
    const steps = Float32Array.from(map, (_, k) => (k / 255) * 2 - 1);
    this.#scale.paint(steps, 1, 256, map, [-1, 1]);
  }

  #drawHeat(view: State): void {
    const { seqLen, dModel, pos, dim } = view;
    const plot = this.#cellsCanvas.parentElement as HTMLElement;
    const { width, height } = this.sizes.of(this.#cellsCanvas);
    this.#cellsCanvas.toggleAttribute("data-shrunk", seqLen > height * 1.5);
    const marker = plot.querySelector(".marker") as SVGSVGElement;
    marker.setAttribute("viewBox", `0 0 ${dModel} ${seqLen}`);
    const row = { x: 0, y: pos, width: dModel, height: 1 };
    const column = { x: dim, y: 0, width: 1, height: seqLen };
    [row, column, row, column].forEach((box, k) => {
      for (const [name, value] of Object.entries(box)) {
        marker.children[k]?.setAttribute(name, String(value));
      }
    });
    this.#axes(
      plot,
      `${width} ${height} ${seqLen} ${dModel} ${pos} ${dim}`,
      () => heatAxes(view, width, height),
    );
    const cell = arithmetic(view, cellValue(this.#read(pos, dim)));
    this.#label(
      this.#cellsCanvas,
      say.heatSentence(seqLen, dModel, cell)[this.language],
    );
  }

  #axes(plot: HTMLElement, key: string, marks: () => readonly Mark[]): void {
    const svg = plot.querySelector<SVGSVGElement>(".axes");
    if (!svg || svg.dataset.key === key) return;
    svg.dataset.key = key;
    const inner = {
      kind: "group",
      x: MARGIN.left,
      y: 0,
      marks: marks(),
    } as const;
    patchSvg(svg, [inner], LIVE_PALETTE);
  }

  #drawDials(view: State): void {
    const { language } = this;
    const { width, height } = this.sizes.of(this.#hands);
    this.#dials = dialsOf(view, this.#read, width, height);
    this.#put(".dials .head", say.dialsTitle(view.pos)[language]);
    patchSvg(this.#hands, this.#dials.flatMap(dialMarks), LIVE_PALETTE);
    const hands = this.#dials.map(({ pair, sin, cos }) => {
      const degrees = Math.round((Math.atan2(sin, cos) * 180) / Math.PI);
      return { pair, degrees: (degrees + 360) % 360 };
    });
    this.#label(this.#hands, say.dialsSentence(view.pos, hands)[language]);
  }

  #drawWaves(view: State): void {
    const { width, height } = this.sizes.of(this.#curves);
    const ratio = globalThis.devicePixelRatio || 1;
    this.#waves = wavesOf(view);
    const dims = this.#waves.map(({ dim }) => dim);
    const samples = this.#cells.waves(dims, Math.max(64, width >> 1));
    const context = sizeCanvas(this.#curves, width, height, ratio);
    paintMarks(
      context,
      waveMarks(view, this.#waves, samples, this.#read, width, height),
      this.palette,
    );
    const plot = this.#curves.parentElement as HTMLElement;
    this.#axes(plot, `${width} ${view.seqLen} ${view.pos}`, () =>
      waveAxes(view, width, height),
    );
    this.#put(".legend", this.#legendHtml(view));
    const value = cellValue(this.#read(view.pos, view.dim));
    this.#label(
      this.#curves,
      say.wavesSentence(dims, view.dim, view.pos, value)[this.language],
    );
  }

  #legendHtml(view: State): string {
    return [...this.#waves]
      .reverse()
      .map(({ dim, pair, stroke }) => {
        const label = say.waveLabel(dim, period(pair, view))[this.language];
        return `<span class="key ${stroke}">${escapeHtml(label)}</span>`;
      })
      .join(" ");
  }

  #drawFormula(view: State): void {
    const value = cellValue(this.#read(view.pos, view.dim));
    const values = formulaValues(view, value);
    const math = this.shadowRoot?.querySelector(".formula");
    for (const at of math?.querySelectorAll<HTMLElement>("[data-v]") ?? []) {
      const text = values[at.dataset.v as string] as string;
      if (at.textContent !== text) at.textContent = text;
    }
  }

  #spoken(): string {
    const { pos, dim } = this.now;
    const value = cellValue(this.#read(pos, dim));
    return say.cellSentence(pos, dim, value)[this.language];
  }

  protected override sentence(): string {
    const { pos, dim } = this.now;
    return arithmetic(this.now, cellValue(this.#read(pos, dim)));
  }

  protected override scene(): Scene {
    const pixels = { cells: this.#cellsCanvas, scale: this.#scaleCanvas };
    return sheet(this.now, this.#cells, pixels, this.language);
  }

  protected override tableData(): TableData {
    return tableOf(this.now, this.#read, this.language);
  }

  protected override code(): string {
    return codeOf(this.now, this.#read(this.now.pos, this.now.dim));
  }

  override exportCSV(): string {
    return csvOf(this.#cells.data, this.now.dModel);
  }
}

define(Playground);
