// What is wrong with a figure, and how it is said above it.

import { type Filled, filled } from "../words/filled.ts";
import { common } from "../words/strings.ts";
import { escapeHtml, type Text } from "../words/text.ts";
import { trusted } from "./look/trusted.ts";
import type { Unknown } from "./teacher.ts";

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Of a name in `controls`, `hide` or `lock`. */
export const nothingCalled: Text = {
  en: "{attribute}: there is nothing called “{name}” in this figure, only {known}.",
  zh: "{attribute}：图中没有“{name}”，只有 {known}。",
};

/** What has failed, and the bare message. */
const because = (what: Text, message: string): Text =>
  filled(
    { en: "{what} ({message})", zh: "{what}（{message}）" },
    { what, message },
  );

export class Faults {
  #start: Text | undefined;
  #draw: Text | undefined;
  #unknown: readonly Text[] = [];

  /** The library did not start; the result is the bare message. */
  cannotStart(error: unknown): string {
    const message = messageOf(error);
    this.#start = because(common.cannotStart, message);
    return message;
  }

  /** Why it has not started. */
  get start(): Text | undefined {
    return this.#start;
  }

  /** Says besides what to do about it, if it has not started since. */
  advise(advice: Text): void {
    const start = this.#start as Filled | undefined;
    if (!start) return;
    this.#start = filled(
      {
        en: "{what} {advice} ({message})",
        zh: "{what}{advice}（{message}）",
      },
      { ...start.contents, advice },
    );
  }

  started(): void {
    this.#start = undefined;
  }

  /** A state could not be drawn; the result is the bare message. */
  cannotDraw(error: unknown): string {
    const message = messageOf(error);
    this.#draw = because(common.cannotDraw, message);
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
    this.#unknown = names.map(({ attribute, name, known }) =>
      filled(nothingCalled, {
        attribute,
        name,
        known: { en: known.join(", "), zh: known.join("、") },
      }),
    );
  }

  /** Writes all that is wrong. @param values - attribute → its fault @param say - as the page says it */
  show(
    at: Element,
    values: ReadonlyMap<string, Text>,
    say: (text: Text) => string,
  ): void {
    const faults = [...values.values(), ...this.#unknown];
    if (this.#draw) faults.push(this.#draw);
    const paragraphs = faults.map((text) => `<p>${escapeHtml(say(text))}</p>`);
    if (this.#start) {
      const retry = `<button type="button" data-retry>${escapeHtml(say(common.tryAgain))}</button>`;
      // What the element contains is for readers without the figure.
      paragraphs.push(
        `<p>${escapeHtml(say(this.#start))} ${retry}</p><slot></slot>`,
      );
    }
    const html = paragraphs.join("");
    if (at.innerHTML !== html) at.innerHTML = trusted(html);
  }
}
