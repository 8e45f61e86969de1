// <pe-quiz>: a question whose answer is told after a prediction. The page build
// writes all of it into the page, where it unfolds without a script; this
// class compares, speaks, remembers, and computes the number that was asked for.
import { define } from "../../widgets/element/define.ts";
import { core } from "../../widgets/element/library/core.ts";
import { watchSurroundings } from "../../widgets/element/look/theme.ts";
import { readNumber } from "../../widgets/element/state/attributes.ts";
import {
  keep,
  nameOf,
  recall,
} from "../../widgets/element/state/kept-answers.ts";
import { takeEarlyPress } from "../../widgets/element/when/early-press.ts";
import { outcomeOf, strings } from "../../widgets/quiz/outcome.ts";
import { common } from "../../widgets/words/strings.ts";
import {
  type Lang,
  languageOf,
  quantity,
  type Text,
} from "../../widgets/words/text.ts";
import { checks } from "./checks/index.ts";

const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * A question that the page build has written; what people write themselves is
 * the `<pe-quiz>` of posenc-widgets.
 *
 * Event, bubbling: `pe-answer` (detail: `{ id, answer, right }`), once for each
 * answer given.
 */
export class Quiz extends Base {
  static readonly tag = "pe-quiz";
  static readonly table = {};
  static readonly names: readonly string[] = [];

  #bound = false;
  #value: number | undefined;
  #guess: number | undefined;
  #fault: Text | undefined;
  #stop: (() => void) | undefined;

  /** What the reader answered: a letter, or a number as it was typed. */
  get answer(): string | undefined {
    return this.dataset.answer;
  }

  connectedCallback(): void {
    // After a change of language the page writes its texts anew.
    this.#stop = watchSurroundings(this, () => {
      this.#showOutcome();
      this.#showFault();
    });
    if (this.#bound) return;
    this.#bound = true;
    this.#find(".again")?.addEventListener("click", () => this.#again());
    if (this.getAttribute("kind") === "guess") this.#bindGuess();
    else this.#bindChoices();
  }

  disconnectedCallback(): void {
    this.#stop?.();
  }

  #find<E extends HTMLElement>(selector: string): E | null {
    return this.querySelector<E>(selector);
  }

  get #choices(): HTMLDetailsElement[] {
    return [...this.querySelectorAll("details")];
  }

  get #name(): string {
    return nameOf(this.id);
  }

  get #lang(): Lang {
    return languageOf(this);
  }

  #bindChoices(): void {
    const choices = this.#choices;
    const earlier = choices[Number(recall(this.#name) ?? Number.NaN)];
    // Marked, but not unfolded: the page keeps its shape while it starts.
    if (earlier) this.#mark(earlier);
    choices.forEach((choice, k) => {
      const opened = (): void => {
        if (!choice.open || this.answer !== undefined) return;
        keep(this.#name, String(k));
        this.#mark(choice);
        this.#say(choice);
        this.#tell(choice.dataset.right === "true");
      };
      choice.addEventListener("toggle", opened);
      // It unfolds without this code, so it may have been before.
      opened();
    });
  }

  #mark(choice: HTMLDetailsElement): void {
    choice.dataset.chosen = "";
    this.dataset.answer =
      choice.querySelector(".choice-letter")?.textContent ?? "";
  }

  #bindGuess(): void {
    const input = this.#find<HTMLInputElement>("input");
    const earlier = recall(this.#name);
    if (input && earlier !== undefined) {
      input.value ||= earlier;
      this.dataset.answer = earlier;
    }
    this.#find("form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#compare(input?.value ?? "");
    });
    const answer = this.#find<HTMLDetailsElement>("details");
    const opened = (): void => {
      void this.#compute().catch((error: unknown) => this.#fail(error));
    };
    answer?.addEventListener("toggle", opened);
    // Both may have been done before this code was there.
    if (answer?.open) opened();
    if (takeEarlyPress(this) !== undefined) {
      void this.#compare(input?.value ?? "");
    }
  }

  async #compare(text: string): Promise<void> {
    const guess = readNumber(text);
    this.#fault = Number.isNaN(guess) ? strings.noNumber : undefined;
    this.#showFault();
    if (this.#fault) return;
    try {
      const value = await this.#compute();
      const details = this.#choices[0];
      if (!details) return;
      keep(this.#name, text);
      this.dataset.answer = text;
      this.#guess = guess;
      this.#value = value;
      const right = this.#showOutcome();
      details.dataset.right = String(right);
      details.dataset.chosen = "";
      details.open = true;
      this.#say(details);
      this.#tell(right);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Says how far off the guess is; true if it is near enough. */
  #showOutcome(): boolean {
    const [guess, value] = [this.#guess, this.#value];
    if (guess === undefined || value === undefined) return false;
    const tolerance = Number(this.getAttribute("tolerance"));
    const { right, text } = outcomeOf(guess, value, tolerance);
    const outcome = this.#find(".outcome");
    if (outcome) outcome.textContent = text[this.#lang];
    return right;
  }

  /** The number that was asked for, computed here and shown. */
  async #compute(): Promise<number> {
    if (this.#value === undefined) {
      const name = this.getAttribute("check") ?? "";
      const check = checks[name];
      if (!check) throw new Error(`no check ${name}`);
      await core();
      this.#value = check();
    }
    for (const at of this.querySelectorAll('[data-value="value"]')) {
      at.textContent = quantity(this.#value);
    }
    return this.#value;
  }

  #fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const { en, zh } = common.failed;
    this.#fault = { en: `${en} ${message}`, zh: `${zh} ${message}` };
    this.#showFault();
  }

  #showFault(): void {
    const fault = this.#fault;
    const at = this.#find(".fault");
    if (at) at.textContent = fault?.[this.#lang] ?? "";
    const invalid = fault !== undefined;
    this.#find("input")?.setAttribute("aria-invalid", String(invalid));
  }

  /** Speaks what the answer unfolds. */
  #say(details: HTMLElement): void {
    const status = this.#find("[role=status]");
    const why = details.querySelector(".why");
    if (status && why) status.textContent = why.textContent;
  }

  #again(): void {
    keep(this.#name, undefined);
    delete this.dataset.answer;
    this.#guess = undefined;
    this.#fault = undefined;
    this.#showFault();
    for (const choice of this.#choices) {
      delete choice.dataset.chosen;
      choice.open = false;
    }
    const input = this.#find<HTMLInputElement>("input");
    if (input) input.value = "";
    for (const selector of [".outcome", "[role=status]"]) {
      const at = this.#find(selector);
      if (at) at.textContent = "";
    }
    (input ?? this.#find("summary"))?.focus();
  }

  #tell(right: boolean): void {
    const detail = { id: this.id, answer: this.answer, right };
    this.dispatchEvent(new CustomEvent("pe-answer", { detail, bubbles: true }));
  }
}

define(Quiz);
