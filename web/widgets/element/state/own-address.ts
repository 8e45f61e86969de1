// What the address of the page says about one figure: with `url-state` and an
// id the state is kept there. A hash about something else changes nothing.
import {
  hashWith,
  storeInAddress,
  type Values,
  valuesInAddress,
} from "./url-state.ts";

export class OwnAddress {
  readonly #host: Element;
  /** What the address said of the figure when it was last read or written. */
  #known: string | undefined;

  constructor(host: Element) {
    this.#host = host;
  }

  get #isUsed(): boolean {
    return this.#host.hasAttribute("url-state") && this.#host.id !== "";
  }

  /** The values in the address, if it says any. */
  values(): Values | undefined {
    if (!this.#isUsed) return undefined;
    const values = valuesInAddress(this.#host.id);
    this.#known = JSON.stringify(values);
    return values;
  }

  store(values: Values): void {
    if (!this.#isUsed) return;
    const { id } = this.#host;
    const now = JSON.stringify(valuesInAddress(id));
    if (now !== this.#known) {
      // A reader's new address, of which the page is told in a moment, stays.
      this.#known = now;
      return;
    }
    storeInAddress(id, values);
    this.#known = JSON.stringify(valuesInAddress(id));
  }

  /** A link to the figure, in its state where the address keeps it. */
  link(values: Values): string {
    const { id } = this.#host;
    const url = new URL(location.href);
    url.hash = this.#isUsed ? hashWith(id, values) : `#${id}`;
    return url.href;
  }
}
