// A slider and a number box for one number of the state. The slider cannot be
// wrong; the box can, and then says what is allowed while the figure keeps the
// last good value.
import { labelled } from "../element/look/frame.ts";
import {
  type NumberAttribute,
  readNumber,
  within,
} from "../element/state/attributes.ts";
import { labelHtml } from "../words/quantity.ts";
import { notAllowed, type Strings } from "../words/strings.ts";
import { type Lang, parameter, type Text } from "../words/text.ts";
import { stepOn } from "./steps.ts";

/** What a control is about. */
export interface ControlSpec {
  /** Property of the state; also the key of the label among the strings. */
  readonly key: string;
  readonly attribute: NumberAttribute;
  /** Steps of equal ratio instead of equal difference. */
  readonly logarithmic?: boolean;
  /** Step of the slider; the box takes every allowed number. */
  readonly step?: number;
  /** Where the slider ends, if the box goes further. */
  readonly reach?: number;
  /** Highest allowed value when it depends on the rest of the state. */
  readonly max?: (state: Readonly<Record<string, unknown>>) => number;
}

const LOG_STEPS = 1000;

/** Slider position ↔ value on a logarithmic scale. */
function logarithmicScale({ min, max, integer }: NumberAttribute): {
  toValue(at: number): number;
  toSlider(value: number): number;
} {
  const ratio = Math.log(max / min);
  return {
    toSlider: (value) =>
      Math.round((Math.log(value / min) / ratio) * LOG_STEPS),
    toValue(at) {
      if (at <= 0) return min;
      if (at >= LOG_STEPS) return max;
      const value = min * Math.exp((at / LOG_STEPS) * ratio);
      // Powers of ten are where people want to land; elsewhere three digits.
      const power = 10 ** Math.round(Math.log10(value));
      const near = Math.abs(Math.log(value / power)) <= ratio / LOG_STEPS / 2;
      if (near) return power;
      return integer ? Math.round(value) : Number(value.toPrecision(3));
    },
  };
}

/** The markup of a control; `bindControl` brings it to life. */
export function controlHtml(
  spec: ControlSpec,
  strings: Strings,
  lang: Lang,
  value: number,
): string {
  const { key, attribute, logarithmic, step } = spec;
  const { min } = attribute;
  const max = spec.reach ?? attribute.max;
  const log = logarithmicScale(attribute);
  const range = logarithmic
    ? `min="0" max="${LOG_STEPS}" step="1" value="${log.toSlider(value)}"`
    : `min="${min}" max="${max}" step="${step ?? 1}" value="${value}"`;
  return `<div class="control" part="control" data-control="${key}" data-link="${key}">
<label for="${key}" data-t="${key}">${labelHtml(strings[key]?.[lang] ?? key)}</label>
<input class="box" part="box" id="${key}" type="text" inputmode="decimal" autocomplete="off" spellcheck="false"${logarithmic ? " data-wide" : ""} value="${parameter(value)}" aria-describedby="${key}-note">
<input class="slider" part="slider" type="range" ${range} ${labelled(strings, key, lang)}>
<p class="note" id="${key}-note" role="status"></p></div>`;
}

/** What a control needs of its widget. */
export interface ControlHost {
  readonly lang: Lang;
  readonly strings: Strings;
  /** The state now. */
  read(): Readonly<Record<string, unknown>>;
  /** Takes a checked value. */
  write(key: string, value: number): void;
  /** A text as the page says it. */
  say(text: Text): string;
  /** What a screen reader says at this value; null: the number. */
  valueText?(key: string): string | null;
}

/** A live control. */
export class Control {
  readonly #spec: ControlSpec;
  readonly #host: ControlHost;
  readonly #box: HTMLInputElement;
  readonly #slider: HTMLInputElement;
  readonly #note: HTMLElement;
  readonly #log: ReturnType<typeof logarithmicScale>;
  /** Text in the box that is not allowed. */
  #refused: string | undefined;
  /** The value that stayed then. */
  #stayed: number | undefined;
  /** What the last update was about. */
  #shown = "";

  constructor(root: ParentNode, spec: ControlSpec, host: ControlHost) {
    const find = <E extends Element>(selector: string): E =>
      root.querySelector(`[data-control="${spec.key}"] ${selector}`) as E;
    this.#spec = spec;
    this.#host = host;
    this.#box = find(".box");
    this.#slider = find(".slider");
    this.#note = find(".note");
    this.#log = logarithmicScale(spec.attribute);
    this.#slider.addEventListener("input", () => this.#slide());
    if (spec.logarithmic) {
      this.#slider.addEventListener("keydown", (event) => this.#walk(event));
    }
    this.#box.addEventListener("input", () => this.#type());
    this.#box.addEventListener("blur", () => this.update());
    this.#box.addEventListener("keydown", (event) => this.#key(event));
  }

  get #max(): number {
    return this.#spec.max?.(this.#host.read()) ?? this.#spec.attribute.max;
  }

  get #value(): number {
    return this.#host.read()[this.#spec.key] as number;
  }

  #slide(): void {
    const at = Number(this.#slider.value);
    const value = this.#spec.logarithmic ? this.#log.toValue(at) : at;
    this.#accept(Math.min(this.#max, value));
  }

  #accept(value: number): void {
    const repaired = this.#refused !== undefined;
    this.#refused = undefined;
    // The widget updates its controls when it draws.
    this.#host.write(this.#spec.key, value);
    if (repaired) this.update();
  }

  #type(): void {
    const text = this.#box.value;
    const value = this.#spec.attribute.read(readNumber(text));
    if (value === undefined || value > this.#max) {
      this.#refused = text;
      this.#stayed = this.#value;
      this.update();
    } else {
      this.#accept(value);
    }
  }

  #key(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      this.forget();
    } else if (event.key === "Enter") {
      this.update(this.#refused === undefined);
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      this.#step(event.key === "ArrowUp" ? 1 : -1);
      this.update(true);
    }
  }

  /** On a logarithmic slider many places are the same whole number. */
  #walk(event: KeyboardEvent): void {
    const up = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[
      event.key
    ];
    if (up === undefined) return;
    event.preventDefault();
    this.#step(up);
  }

  #step(up: number): void {
    const { attribute, logarithmic, step = 1 } = this.#spec;
    const from = this.#value;
    const at = this.#log.toSlider(from);
    const unit = attribute.integer ? 1 : step;
    const [min, max] = [attribute.min, this.#max];
    let ended = false;
    stepOn(
      () => this.#value,
      (value) => this.#accept(value),
      (k) => {
        if (ended) return undefined;
        const value = logarithmic
          ? this.#log.toValue(at + up * k)
          : from + up * k * unit;
        ended = up > 0 ? value >= max : value <= min;
        return Math.min(max, Math.max(min, value));
      },
    );
  }

  #allowed(): Text {
    const { min, max, integer, allowed } = this.#spec.attribute;
    const top = this.#max;
    return top === max ? allowed : within(min, top, integer);
  }

  /** Drops what was refused. */
  forget(): void {
    if (this.#refused === undefined) return;
    this.#refused = undefined;
    this.update(true);
  }

  /** Shows the state. A box that is being typed into keeps its text. */
  update(rewrite = false): void {
    const { key } = this.#spec;
    const { lang } = this.#host;
    const value = this.#value;
    if (this.#refused !== undefined && value !== this.#stayed) {
      // It was set elsewhere: by a drag, a press, another figure.
      this.forget();
      return;
    }
    const max = this.#max;
    const spoken = this.#host.valueText?.(key) ?? null;
    const focused = this.#box.matches(":focus");
    const shown = [value, max, spoken, lang, this.#refused, focused].join("\n");
    if (shown === this.#shown && !rewrite) return;
    this.#shown = shown;
    const text = parameter(value);
    if (this.#refused === undefined && (rewrite || !focused)) {
      if (this.#box.value !== text) this.#box.value = text;
    }
    this.#showSlider(value, max, spoken);
    this.#showNote(text);
  }

  #showSlider(value: number, max: number, spoken: string | null): void {
    const { attribute, logarithmic, reach = max } = this.#spec;
    const slider = this.#slider;
    const top = String(logarithmic ? LOG_STEPS : Math.min(max, reach));
    if (slider.max !== top) slider.max = top;
    const at = String(logarithmic ? this.#log.toSlider(value) : value);
    if (slider.value !== at) slider.value = at;
    slider.setAttribute("aria-valuetext", spoken ?? attribute.write(value));
  }

  #showNote(shown: string): void {
    const { lang, strings } = this.#host;
    const { key } = this.#spec;
    const name = strings[key]?.[lang] ?? key;
    const refused = this.#refused;
    const note =
      refused === undefined
        ? ""
        : this.#host.say(notAllowed(name, this.#allowed(), refused, shown));
    if (this.#note.textContent !== note) this.#note.textContent = note;
    this.#box.setAttribute("aria-invalid", String(refused !== undefined));
  }
}
