// What is wrong with a figure, and how it is said above it.

import { common } from "../words/strings.ts";
import { escapeHtml, type Lang, type Text } from "../words/text.ts";
import { remedy } from "./library/core.ts";
import { trusted } from "./look/trusted.ts";
import type { Unknown } from "./teacher.ts";

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export class Faults {
  #start: Text | undefined;
  #draw: Text | undefined;
  #unknown: readonly Text[] = [];

  /** The library did not start; the result is the bare message. */
  cannotStart(error: unknown): string {
    const message = messageOf(error);
    const advice = remedy(error);
    this.#start = {
      en: `${common.cannotStart.en} ${advice.en} (${message})`,
      zh: `${common.cannotStart.zh}${advice.zh}（${message}）`,
    };
    return message;
  }

  /** Why it has not started. */
  get start(): Text | undefined {
    return this.#start;
  }

  started(): void {
    this.#start = undefined;
  }

  /** A state could not be drawn; the result is the bare message. */
  cannotDraw(error: unknown): string {
    const message = messageOf(error);
    this.#draw = {
      en: `${common.cannotDraw.en} (${message})`,
      zh: `${common.cannotDraw.zh}（${message}）`,
    };
    return message;
  }

  /** A state could be drawn. @returns whether the last one could not */
  drawn(): boolean {
    const before = this.#draw !== undefined;
    this.#draw = undefined;
    return before;
  }

  /** Names in `controls`, `hide` or `lock` that mean nothing here. */
  unknown(names: readonly Unknown[]): void {
    this.#unknown = names.map(({ attribute, name, known }) => ({
      en: `${attribute}: there is nothing called “${name}” in this figure, only ${known.join(", ")}.`,
      zh: `${attribute}：图中没有“${name}”，只有 ${known.join("、")}。`,
    }));
  }

  /** Writes all that is wrong. @param values - attribute → its fault */
  show(at: Element, values: ReadonlyMap<string, Text>, lang: Lang): void {
    const faults = [...values.values(), ...this.#unknown];
    if (this.#draw) faults.push(this.#draw);
    const paragraphs = faults.map((text) => `<p>${escapeHtml(text[lang])}</p>`);
    if (this.#start) {
      const retry = `<button type="button" data-retry>${common.tryAgain[lang]}</button>`;
      // What the element contains is for readers without the figure.
      paragraphs.push(
        `<p>${escapeHtml(this.#start[lang])} ${retry}</p><slot></slot>`,
      );
    }
    const html = paragraphs.join("");
    if (at.innerHTML !== html) at.innerHTML = trusted(html);
  }
}
