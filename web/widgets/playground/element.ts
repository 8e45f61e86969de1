import { PosencElement } from "../element/base.ts";
import { define } from "../element/define.ts";
import widgetStyle from "../element/look/style.css?inline";
import type { TableData } from "../element/look/tools.ts";
import { adoptPaper } from "../element/paper.ts";
import { defaults } from "../element/state/attributes.ts";
import { Controls } from "../kit/controls.ts";
import { isTold } from "../kit/is-told.ts";
import type { Worded } from "../kit/own-words.ts";
import { bindPointing, type Pointing } from "../kit/pointer.ts";
import type { Shown } from "../kit/spec.ts";
import kitStyle from "../kit/style.css?inline";
import type { Scene } from "../plots/marks.ts";
import type { Strings } from "../words/strings.ts";
import { cellValue, type Lang, type Text } from "../words/text.ts";
import { type State, settle, table } from "./attributes.ts";
import { codeOf, csvOf, tableOf } from "./export.ts";
import { cellSentence, strings } from "./strings.ts";
import playgroundStyle from "./style.css?inline";
import { SinusoidalTable } from "./table.ts";
import { arithmetic, CONTROLS, markup } from "./template.ts";
import * as pointers from "./triptych-pointer.ts";
import { sheet } from "./triptych-sheet.ts";
import { texts } from "./triptych-texts.ts";
import { View } from "./view.ts";

/**
 * `<pe-playground seq-len d-model base layout pos dim>`: a sinusoidal table as
 * heatmap, waves and clock hands, each of which moves the other two.
 */
export class Playground extends PosencElement<typeof table> {
  static override readonly tag = "pe-playground";
  static override readonly table = table;
  // As rooms.json has it; bundlers would keep the class for an import.
  static override readonly room = "cddgglc3cgfy";

  declare seqLen: number;
  declare dModel: number;
  declare base: number;
  declare layout: State["layout"];
  declare pos: number;
  declare dim: number;

  #words: Worded | undefined;
  #stopWords: (() => void) | undefined;
  #wording: unknown;

  get strings(): Strings {
    return this.#words?.spec.strings ?? strings;
  }

  /** Words of the page's own: see kit/own-words.ts. */
  get wording(): unknown {
    return this.#wording;
  }

  set wording(wording: unknown) {
    this.#wording = wording;
    if (this.#stopWords) this.refresh();
    else void this.prepared();
  }

  protected override reworded(): void {
    // Told after it was made, by a script that sets an attribute, or moved.
    if (!this.#stopWords) void this.prepared();
  }

  protected override async prepared(): Promise<void> {
    if (this.#stopWords || !isTold(this)) return;
    const { Worded } = await import("../kit/own-words.ts");
    this.#words ??= new Worded(this, texts, () => this.refresh());
    const stop = await this.#words.begin();
    if (this.#stopWords || !this.isConnected) stop();
    else this.#stopWords = stop;
    this.refresh();
  }

  protected override say(text: Text): string {
    return this.#words?.sayText(text, this.language) ?? super.say(text);
  }

  protected readonly styles = [widgetStyle, kitStyle, playgroundStyle];

  readonly #table = new SinusoidalTable();
  /** The cell under the pointer. */
  #hover: Partial<State> | undefined;
  #controls: Controls<State> | undefined;
  #view!: View;

  protected override settle(state: State): State {
    return settle(state);
  }

  protected override markup(lang: Lang): string {
    return markup(lang, defaults(table, lang));
  }

  protected override bind(root: ShadowRoot): void {
    this.#view = new View(root, this.#table, this.sizes);
    this.#bindControls(root);
    const { heat, window, wavesPlot, curves, hands } = this.#view;
    this.#bindPointing(heat, window, pointers.heat);
    this.#bindPointing(wavesPlot, curves, pointers.waves);
    const dials = hands.parentElement as HTMLElement;
    this.#bindPointing(dials, hands, pointers.hands);
  }

  protected override refreshed(): void {
    this.#words?.mark();
    this.#view.forget();
    this.#controls?.update();
  }

  protected override printed(width: number | undefined): void {
    adoptPaper(this.shadowRoot as ShadowRoot, width);
    this.#view.print(width);
  }

  protected override undone(): void {
    this.#controls?.forget();
  }

  protected override release(): void {
    this.#controls?.stop();
    this.#stopWords?.();
    this.#stopWords = undefined;
    this.#table.release();
  }

  protected override paint(): void {
    const { now, language, theme, palette } = this;
    this.#table.compute(now);
    const view = this.#hover ? this.settle({ ...now, ...this.#hover }) : now;
    this.#view.draw(now, view, {
      lang: language,
      theme,
      palette,
      told: this.#words,
    });
    this.#controls?.update();
  }

  #bindControls(root: ShadowRoot): void {
    const widget = this;
    this.#controls = new Controls<State>(root, table, CONTROLS, {
      get lang() {
        return widget.language;
      },
      get strings() {
        return widget.strings;
      },
      read: () => this.now,
      write: (values) => this.setState(values),
      say: (text) => this.say(text),
      valueText: (key) =>
        key === "pos" || key === "dim" ? this.#spoken() : null,
    });
  }

  #bindPointing(
    plot: GlobalEventHandlers & Element,
    inner: Element,
    pointing: Pointing<State, View>,
  ): void {
    bindPointing(plot, pointing, {
      shown: () => this.#shown,
      box: () => this.#view.boxOf(inner),
      hover: (place) => {
        if (place === undefined && this.#hover === undefined) return;
        this.#hover = place;
        this.invalidate();
      },
      choose: (place) => {
        this.#hover = undefined;
        this.setState(this.unlocked(place));
      },
    });
  }

  get #shown(): Shown<State, View> {
    const { now: state, language: lang, theme, link } = this;
    return { state, model: this.#view, lang, theme, link };
  }

  readonly #say = (text: string): string => this.#words?.say(text) ?? text;

  /** The chosen cell's value as it is shown. */
  #value(): string {
    return cellValue(this.#table.value(this.now.pos, this.now.dim));
  }

  #spoken(): string {
    const { pos, dim } = this.now;
    return this.#say(cellSentence(pos, dim, this.#value())[this.language]);
  }

  protected override describe(): string {
    return arithmetic(this.now, this.#value());
  }

  protected override scene(): Scene {
    const pixels = this.#view.pixels();
    const finding = this.#words?.spec.finding(this.#shown);
    return sheet(this.now, this.#table, pixels, this.language, undefined, {
      say: this.#say,
      ...(finding && { finding }),
    });
  }

  protected override tableData(): TableData {
    const read = (pos: number, dim: number) => this.#table.value(pos, dim);
    return tableOf(this.now, read, this.language, this.#say);
  }

  protected override code(): string {
    const { pos, dim } = this.now;
    return codeOf(this.now, this.#table.value(pos, dim));
  }

  protected override csv(): string {
    return csvOf(this.#table.data, this.now.dModel);
  }
}

define(Playground);
