// The line below a picture from which its work is started and stopped.
import { labelled } from "../element/look/frame.ts";
import { common } from "../words/strings.ts";
import { escapeHtml, type Lang } from "../words/text.ts";
import type { AnyFigure, Shown } from "./spec.ts";
import type { Attendant, Progress } from "./work.ts";

type State = Record<string, unknown>;

const IDLE: Progress = { phase: "idle", share: 0 };

const ofKit = (act: "pause" | "goOn" | "stop" | "tryAgain", lang: Lang) =>
  `<button type="button" data-work="${act}">${common[act][lang]}</button>`;

/** Buttons of a phase; those of the figure by their number. */
function buttonsHtml(
  { work, strings }: AnyFigure,
  state: Readonly<State>,
  { phase }: Progress,
  lang: Lang,
): string {
  const own = (work?.offers(state, phase) ?? []).map(
    ({ text }, n) =>
      `<button type="button" data-work="${n}">${escapeHtml(strings[text]?.[lang] ?? "")}</button>`,
  );
  const kit = {
    idle: [],
    going: [ofKit("pause", lang), ofKit("stop", lang)],
    paused: [ofKit("goOn", lang), ofKit("stop", lang)],
    done: [],
    failed: [ofKit("tryAgain", lang)],
  }[phase];
  return [...kit, ...own].join("");
}

/** The line before anything was started; "" for figures without work. */
export function workHtml(
  spec: AnyFigure,
  state: Readonly<State>,
  lang: Lang,
): string {
  if (!spec.work) return "";
  return `<div class="work" part="work"><span class="work-buttons">${buttonsHtml(spec, state, IDLE, lang)}</span><progress max="1" value="0" ${labelled(common, "howFar", lang)} hidden></progress><span class="told"></span><span class="spoken" role="status"></span></div>`;
}

/** What the line needs of its figure. */
export interface WorkHost {
  readonly spec: AnyFigure;
  readonly attendant: Attendant;
  readonly state: () => Readonly<State>;
  readonly set: (values: State) => void;
}

/** The line, live. */
export class WorkStrip {
  readonly #host: WorkHost;
  readonly #buttons: HTMLElement;
  readonly #bar: HTMLProgressElement;
  readonly #told: HTMLElement;
  readonly #spoken: HTMLElement;
  #phase = IDLE.phase;
  #html = "";

  constructor(at: Element, host: WorkHost) {
    const find = <E extends Element>(selector: string) =>
      at.querySelector(selector) as E;
    this.#host = host;
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
  }

  #press(act: string): void {
    const { attendant, spec, state, set } = this.#host;
    if (act === "pause" || act === "goOn") attendant.pause(act === "pause");
    else if (act === "stop") set(spec.work?.stop as State);
    else if (act === "tryAgain") attendant.retry();
    else {
      const { phase } = attendant.progress;
      const offer = spec.work?.offers(state(), phase)[Number(act)];
      if (offer) set(offer.set as State);
    }
  }

  /** Shows how it stands. */
  update(shown: Shown<State, unknown>): void {
    const { spec, attendant } = this.#host;
    const { progress } = attendant;
    const { phase, share } = progress;
    this.#write(buttonsHtml(spec, shown.state, progress, shown.lang));
    this.#bar.hidden = phase !== "going" && phase !== "paused";
    this.#bar.value = share;
    const text =
      attendant.fault || (spec.work?.say(shown as never, phase) ?? "");
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
    this.#buttons.innerHTML = html;
    // Whoever presses a button goes on from where it stood.
    if (isHeld) this.#buttons.querySelector("button")?.focus();
  }
}
