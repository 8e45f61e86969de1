// The lines of a program: which one the keys have reached, which ones compute
// the quantity pointed at.

import type { Listing } from "../../code/index.ts";
import type { Text } from "../../words/text.ts";
import { trusted } from "../look/trusted.ts";
import { lineName } from "./strings.ts";
import { programHtml } from "./template.ts";

export class Lines {
  readonly #root: ShadowRoot;
  #listing: Listing | undefined;
  #shown = "";
  #at = -1;

  constructor(root: ShadowRoot) {
    this.#root = root;
  }

  show(listing: Listing): void {
    if (listing.language !== this.#listing?.language) this.#at = -1;
    this.#listing = listing;
    const html = programHtml(listing);
    const code = this.#root.querySelector(".listing code");
    if (code && html !== this.#shown) code.innerHTML = trusted(html);
    this.#shown = html;
  }

  /** Lights what computes, or is, a quantity. */
  light(link: string | null): void {
    for (const at of this.#root.querySelectorAll("[data-links]")) {
      const links = at.getAttribute("data-links")?.split(" ") ?? [];
      at.toggleAttribute("data-linked", link !== null && links.includes(link));
    }
    this.#root.querySelectorAll(".line").forEach((line, k) => {
      line.toggleAttribute("data-at", k === this.#at);
    });
  }

  /**
   * Moves by a key.
   *
   * @returns the quantity of the new line, or undefined if the key means nothing
   */
  key(key: string, say: (text: Text) => string): string | null | undefined {
    const count = this.#listing?.lines.length ?? 0;
    if (key === "Escape") return this.leave();
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    if (step === 0) return undefined;
    const from = this.#at < 0 && step < 0 ? count : this.#at;
    this.#at = Math.min(Math.max(from + step, 0), count - 1);
    const line = this.#listing?.lines[this.#at];
    const links = line?.link === undefined ? [] : [line.link].flat();
    const said = lineName(
      this.#at + 1,
      links.join(" "),
      line?.text.trim() ?? "",
    );
    const live = this.#root.querySelector(".sr");
    if (live) live.textContent = say(said);
    this.#root
      .querySelectorAll(".line")
      [this.#at]?.scrollIntoView({ block: "nearest", inline: "nearest" });
    return links[0] ?? null;
  }

  leave(): null {
    this.#at = -1;
    return null;
  }
}
