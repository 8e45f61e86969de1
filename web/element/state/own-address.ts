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

  constructor(host: Element) {
    this.#host = host;
  }

  get #isUsed(): boolean {
    return this.#host.hasAttribute("url-state") && this.#host.id !== "";
  }

  /** The values in the address, if it says any. */
  values(): Values | undefined {
    return this.#isUsed ? valuesInAddress(this.#host.id) : undefined;
  }

  store(values: Values): void {
    if (this.#isUsed) storeInAddress(this.#host.id, values);
  }

  /** A link to the figure, in its state where the address keeps it. */
  link(values: Values): string {
    const { id } = this.#host;
    const url = new URL(location.href);
    url.hash = this.#isUsed ? hashWith(id, values) : `#${id}`;
    return url.href;
  }
}
