// The line below a picture from which its work is started and stopped.
// It is loaded for figures that have such a line.

import { trusted } from "../element/look/trusted.ts";
import type { Lang, Text } from "../words/text.ts";
import type { AnyFigure, Shown } from "./spec.ts";
import { takeFiles } from "./take-files.ts";
import { Attendant, type Phase } from "./work.ts";
import { buttonsHtml } from "./work-markup.ts";

type State = Record<string, unknown>;

/** What the line needs of its figure. */
export interface WorkHost {
  readonly spec: AnyFigure;
  readonly state: () => Readonly<State>;
  /** What has been read of a text of the reader's. */
  readonly inputText: () => unknown;
  readonly set: (values: State) => void;
  /** There is something new to be shown. */
  readonly told: () => void;
}

/** The line, live. */
export class WorkStrip {
  readonly #host: WorkHost;
  readonly attendant: Attendant;
  readonly #buttons: HTMLElement;
  readonly #bar: HTMLProgressElement;
  readonly #told: HTMLElement;
  readonly #spoken: HTMLElement;
  #phase: Phase = "idle";
  /** What it shows now; at first what the page build wrote. */
  #html: string | undefined;
  /** What came of a file, until something else is done. */
  #notice: readonly Text[] = [];
  #lang: Lang = "en";

  /** @param asked - the button that was pressed before the line was live */
  constructor(at: Element, host: WorkHost, asked?: string) {
    const find = <E extends Element>(selector: string) =>
      at.querySelector(selector) as E;
    this.#host = host;
    this.attendant = new Attendant(
      host.spec.work as NonNullable<AnyFigure["work"]>,
      host.told,
    );
    this.#buttons = find(".work-buttons");
    this.#bar = find("progress");
    this.#told = find(".told");
    this.#spoken = find(".spoken");
    at.addEventListener("click", (event) => {
      const button = (event.target as Element).closest<HTMLElement>(
        "[data-work]",
      );
      if (button) this.#press(button.dataset.work as string);
    });
    if (host.spec.work?.files) {
      // Runs that were saved are dropped anywhere on the figure.
      const figure = at.parentElement as HTMLElement;
      takeFiles(figure, (files) => void this.#open(files));
    }
    if (asked !== undefined) this.#press(asked);
  }

  #choose(): void {
    const input = document.createElement("input");
    input.type = "file";
    input.addEventListener("change", () => {
      void this.#open([...(input.files ?? [])]);
    });
    input.click();
  }

  /** Does something with a file, and tells what goes wrong. */
  async #try(does: (file: typeof import("./work-file.ts")) => Promise<void>) {
    const file = await import("./work-file.ts");
    try {
      await does(file);
    } catch (error) {
      this.#notice = file.faultOf(error);
      this.#spoken.textContent = this.#noticed();
      this.#host.told();
    }
  }

  #open = (files: readonly File[]): Promise<void> =>
    this.#try(async ({ read, Refusal }) => {
      const state = await this.attendant.open(await read(files));
      if (!state) throw new Refusal("other");
      this.#notice = [];
      this.#host.set(state);
    });

  #save = (): Promise<void> =>
    this.#try(async ({ handOut }) => {
      handOut(await this.attendant.save(this.#host.state()));
    });

  #press(act: string): void {
    const { attendant } = this;
    const { spec, state, inputText, set } = this.#host;
    this.#notice = [];
    if (act === "save") void this.#save();
    else if (act === "open") this.#choose();
    else if (act === "pause" || act === "goOn")
      attendant.pause(act === "pause");
    else if (act === "stop") set(spec.work?.stop as State);
    else if (act === "tryAgain") attendant.retry();
    else {
      const { phase } = attendant.progress;
      const offers = spec.work?.offers(state(), phase, inputText());
      const offer = offers?.[Number(act)];
      if (offer) set(offer.set as State);
    }
  }

  #noticed(): string {
    const { said } = this.#host.spec;
    return this.#notice
      .map((it) => it[this.#lang])
      .map((text) => said?.(text, "below the picture") ?? text)
      .join("");
  }

  /** Shows how it stands. */
  update(shown: Shown<State, unknown>): void {
    const { attendant } = this;
    const { spec } = this.#host;
    const { progress } = attendant;
    const { phase, share } = progress;
    const { state, lang, inputText } = shown;
    this.#write(buttonsHtml(spec, state, phase, lang, inputText));
    this.#bar.hidden = phase !== "going" && phase !== "paused";
    this.#bar.value = share;
    this.#lang = shown.lang;
    if (phase !== this.#phase) this.#notice = [];
    const text =
      this.#noticed() ||
      attendant.fault ||
      (spec.work?.say(shown as never, phase).join("") ?? "");
    if (this.#told.textContent !== text) this.#told.textContent = text;
    // Said when it turns, not at every step.
    if (phase !== this.#phase) this.#spoken.textContent = text;
    this.#phase = phase;
  }

  #write(html: string): void {
    if (html === this.#html) return;
    this.#html = html;
    const { activeElement } = this.#buttons.getRootNode() as ShadowRoot;
    const isHeld = this.#buttons.contains(activeElement);
    this.#buttons.innerHTML = trusted(html);
    // Whoever presses a button goes on from where it stood.
    if (isHeld) this.#buttons.querySelector("button")?.focus();
  }
}
