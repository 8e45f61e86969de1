import type { Posenc } from "posenc";
import type { Scene } from "../plots/marks.ts";
import { defaults } from "./attributes.ts";
import { PosencElement } from "./base.ts";
import { Control } from "./controls.ts";
import { define } from "./define.ts";
import { type State, settle, table } from "./playground/attributes.ts";
import { codeOf, csvOf, tableOf } from "./playground/export.ts";
import { columnAt, frequency, sineColumn } from "./playground/model.ts";
import {
  bindHands,
  bindHeat,
  bindWaves,
  type Hand,
  type Place,
  type PointerHost,
} from "./playground/pointer.ts";
import { sheet } from "./playground/sheet.ts";
import { cellSentence, strings } from "./playground/strings.ts";
import playgroundStyle from "./playground/style.css?inline";
import { SinusoidalTable } from "./playground/table.ts";
import { arithmetic, CONTROLS, markup } from "./playground/template.ts";
import { View } from "./playground/view.ts";
import widgetStyle from "./style.css?inline";
import { cellValue, type Lang } from "./text.ts";
import type { TableData } from "./tools.ts";

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

  readonly strings = strings;
  protected readonly styles = [widgetStyle, playgroundStyle];

  readonly #table = new SinusoidalTable();
  /** The cell under the pointer. */
  #hover: Partial<Place> | undefined;
  #controls: readonly Control[] = [];
  #layouts: readonly HTMLInputElement[] = [];
  #view!: View;

  protected override settle(state: State): State {
    return settle(state);
  }

  protected override markup(lang: Lang): string {
    return markup(lang, defaults(table));
  }

  protected override bind(root: ShadowRoot): void {
    this.#view = new View(root, this.#table, this.sizes);
    this.#bindControls(root);
    const host = this.#pointerHost();
    const { heat, window, wavesPlot, curves, hands } = this.#view;
    bindHeat(heat, window, host);
    bindWaves(wavesPlot, curves, host, (pos, y) =>
      this.#view.nearestWave(pos, y),
    );
    bindHands(hands, host, () => this.#hands());
  }

  protected override refreshed(): void {
    this.#view.forget();
    for (const control of this.#controls) control.update();
  }

  protected override release(): void {
    this.#table.release();
  }

  protected override draw(pe: Posenc): void {
    const { now, language, theme, palette } = this;
    this.#table.compute(pe, now);
    const view = this.#hover ? this.settle({ ...now, ...this.#hover }) : now;
    this.#view.draw(now, view, { lang: language, theme, palette });
    for (const control of this.#controls) control.update();
    for (const radio of this.#layouts) {
      const checked = radio.value === now.layout;
      if (radio.checked !== checked) radio.checked = checked;
    }
  }

  #bindControls(root: ShadowRoot): void {
    const widget = this;
    const host = {
      get lang() {
        return widget.language;
      },
      strings,
      read: () => this.now,
      write: (key: string, value: number) => this.setState({ [key]: value }),
      valueText: (key: string) =>
        key === "pos" || key === "dim" ? this.#spoken() : null,
    };
    this.#controls = CONTROLS.map((spec) => new Control(root, spec, host));
    this.#layouts = [...root.querySelectorAll("input")].filter(
      ({ name }) => name === "layout",
    );
    for (const radio of this.#layouts) {
      radio.addEventListener("change", () =>
        this.setState({ layout: radio.value as State["layout"] }),
      );
    }
  }

  #pointerHost(): PointerHost {
    const widget = this;
    return {
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
        this.setState(this.unlocked(place));
      },
    };
  }

  #hands(): Hand[] {
    const { now } = this;
    const { pair: chosen } = columnAt(now.dim, now);
    return this.#view.dials.map(({ x, y, radius, pair }) => ({
      x,
      y,
      radius,
      frequency: frequency(pair, now),
      dim: pair === chosen ? now.dim : sineColumn(pair, now),
    }));
  }

  /** The chosen cell's value as it is shown. */
  #value(): string {
    return cellValue(this.#table.value(this.now.pos, this.now.dim));
  }

  #spoken(): string {
    const { pos, dim } = this.now;
    return cellSentence(pos, dim, this.#value())[this.language];
  }

  protected override sentence(): string {
    return arithmetic(this.now, this.#value());
  }

  protected override scene(): Scene {
    const pixels = this.#view.pixels();
    return sheet(this.now, this.#table, pixels, this.language);
  }

  protected override tableData(): TableData {
    const read = (pos: number, dim: number) => this.#table.value(pos, dim);
    return tableOf(this.now, read, this.language);
  }

  protected override code(): string {
    const { pos, dim } = this.now;
    return codeOf(this.now, this.#table.value(pos, dim));
  }

  override exportCSV(): string {
    return csvOf(this.#table.data, this.now.dModel);
  }
}

define(Playground);
