// <pe-bench>: the benchmark of the library in the reader's browser.

import { remedy } from "../../widgets/element/library/remedy.ts";
import { localize } from "../../widgets/element/look/frame.ts";
import shared from "../../widgets/element/look/style.css?inline";
import { adoptStyles } from "../../widgets/element/look/style.ts";
import {
  themeOf,
  watchSurroundings,
} from "../../widgets/element/look/theme.ts";
import { copy } from "../../widgets/element/look/tools.ts";
import { trusted } from "../../widgets/element/look/trusted.ts";
import {
  escapeHtml,
  LANG_TAG,
  type Lang,
  languageOf,
} from "../../widgets/words/text.ts";
import { cases } from "./kernels/index.ts";
import { machineOf } from "./machine.ts";
import { csv, plainResults } from "./report.ts";
import { finished, isNoisy, Runner, type State } from "./run.ts";
import { groups, strings } from "./strings.ts";
import styles from "./style.css?inline";
import {
  filled,
  findingText,
  machineHtml,
  markup,
  nowText,
  progressOf,
  resultsHtml,
} from "./view.ts";

const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * The benchmark as an element.
 *
 * Event, bubbling and composed: `pe-bench` (detail: the state) whenever a run
 * has ended, whichever way.
 */
export class Bench extends Base {
  static readonly tag = "pe-bench";

  readonly #runner = new Runner((state) => this.#show(state));
  readonly #machine = machineOf(navigator);
  #language: Lang = "en";
  #stop: (() => void) | undefined;
  #shown = "";

  /** What is known of the run. */
  get state(): State {
    return this.#runner.state;
  }

  connectedCallback(): void {
    if (!this.shadowRoot) this.#build();
    this.#stop = watchSurroundings(this, () => this.#refresh());
    this.#refresh();
  }

  disconnectedCallback(): void {
    this.#stop?.();
    this.#runner.cancel();
  }

  #find<E extends HTMLElement>(selector: string): E {
    return this.shadowRoot?.querySelector(selector) as E;
  }

  #build(): void {
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = trusted(markup(languageOf(this)));
    adoptStyles(root, [shared, styles]);
    root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#start();
    });
    root.addEventListener("click", (event) => {
      const button = (event.target as Element).closest("button");
      if (button?.classList.contains("cancel")) this.#runner.cancel();
      else if (button?.dataset.copy) void this.#copy(button.dataset.copy);
    });
  }

  #start(): void {
    const boxes = [
      ...this.#find("form").querySelectorAll<HTMLInputElement>("[name=group]"),
    ];
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
    const ids = cases
      .filter(({ group }) => chosen.includes(group))
      .map(({ id }) => id);
    if (ids.length === 0) {
      this.#find(".message").textContent = strings.none[this.#language];
      return;
    }
    this.#runner.start(ids);
    this.#find(".cancel").focus();
  }

  /** Reads language and theme of the surroundings again. */
  #refresh(): void {
    const root = this.#find(".root");
    if (!root) return;
    this.#language = languageOf(this);
    root.lang = LANG_TAG[this.#language];
    root.dataset.theme = themeOf(this);
    localize(root, { ...strings, ...groups }, this.#language);
    this.#shown = "";
    this.#show(this.#runner.state);
  }

  #show(state: State): void {
    const lang = this.#language;
    const running = state.phase === "running";
    const cancel = this.#find<HTMLButtonElement>(".cancel");
    const start = this.#find<HTMLButtonElement>(".start");
    const hadFocus = this.shadowRoot?.activeElement === cancel;
    start.textContent = this.#startText(state);
    start.hidden = running;
    cancel.hidden = !running;
    if (hadFocus && !running) start.focus();
    this.#find<HTMLFieldSetElement>("fieldset").disabled = running;
    this.#find(".running").hidden = !running;
    this.#find<HTMLProgressElement>("progress").value = progressOf(state);
    this.#find(".now").textContent = running ? nowText(state, lang) : "";
    this.#showOnce(state);
  }

  /** What changes with the phase and with each result, not with progress. */
  #showOnce(state: State): void {
    const key = `${state.phase} ${finished(state)} ${state.clockMs} ${state.hidden}`;
    if (key === this.#shown) return;
    this.#shown = key;
    const lang = this.#language;
    const results = resultsHtml(state, lang);
    // Told once, at the end: it would be spoken after every kernel.
    const ended = state.phase !== "running";
    this.#find(".root").dataset.phase = state.phase;
    this.#find(".finding").textContent = ended ? findingText(state, lang) : "";
    this.#find(".message").innerHTML = trusted(
      this.#messages(state)
        .map((text) => `<p>${escapeHtml(text)}</p>`)
        .join(""),
    );
    this.#find(".results").innerHTML = trusted(results);
    this.#find(".results").hidden = results === "";
    this.#find(".tools").hidden = state.results.length === 0;
    this.#find(".notice").textContent = "";
    this.#find(".by-hand").hidden = true;
    this.#find(".machine").innerHTML = trusted(
      machineHtml(this.#machine, state, lang),
    );
    if (state.phase === "idle" || !ended) return;
    this.dispatchEvent(
      new CustomEvent("pe-bench", {
        detail: state,
        bubbles: true,
        composed: true,
      }),
    );
  }

  #startText({ phase }: State): string {
    if (phase === "failed") return strings.retry[this.#language];
    const first = phase === "idle" || phase === "running";
    return strings[first ? "start" : "again"][this.#language];
  }

  #messages(state: State): string[] {
    const lang = this.#language;
    const counts = { N: state.results.length, M: state.ids.length };
    const texts: string[] = [];
    if (state.phase === "idle") texts.push(strings.idle[lang]);
    if (state.phase === "done") texts.push(filled(strings.done, lang, counts));
    if (state.phase === "cancelled") {
      texts.push(filled(strings.cancelled, lang, counts));
    }
    if (state.phase === "failed") {
      const gap = lang === "zh" ? "" : " ";
      const known = state.message !== "worker";
      const why = known ? (state.message ?? "") : strings.workerMissing[lang];
      texts.push(strings.failed[lang] + gap + remedy(why)[lang], why);
      if (finished(state) > 0) texts.push(filled(strings.kept, lang, counts));
    }
    if (state.phase === "done" && isNoisy(state)) {
      texts.push(strings.noisy[lang]);
    }
    if (state.hidden) texts.push(strings.hidden[lang]);
    return texts;
  }

  /** Everything that was measured, with the machine that it was measured on. */
  #text(format: string): string {
    const { results, version, clockMs } = this.#runner.state;
    if (format === "csv") return csv(results);
    const all = { posenc: version, ...this.#machine, clockMs };
    return JSON.stringify({ ...all, results: plainResults(results) }, null, 2);
  }

  async #copy(format: string): Promise<void> {
    const text = this.#text(format);
    const done = await copy(text);
    const lang = this.#language;
    const label = strings[done ? "copied" : "byHand"][lang];
    const byHand = this.#find(".by-hand");
    this.#find(".notice").textContent = label;
    byHand.hidden = done;
    if (done) return;
    byHand.innerHTML = trusted(
      `<textarea readonly rows="8" aria-label="${escapeHtml(label)}"></textarea>`,
    );
    const area = this.#find<HTMLTextAreaElement>("textarea");
    area.value = text;
    area.select();
  }
}

const registry = globalThis.customElements;
if (registry && !registry.get(Bench.tag)) registry.define(Bench.tag, Bench);
