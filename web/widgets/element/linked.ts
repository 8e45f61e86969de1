// The quantity that the reader points at, lit up wherever the figure shows it.

export class Linked {
  readonly #host: HTMLElement;
  readonly #changed: (name: string | null) => void;
  #name: string | null = null;

  /** @param changed - another quantity is pointed at, or none any more */
  constructor(host: HTMLElement, changed: (name: string | null) => void) {
    this.#host = host;
    this.#changed = changed;
  }

  get name(): string | null {
    return this.#name;
  }

  set name(name: string | null) {
    if (name === this.#name) return;
    this.#name = name;
    const { shadowRoot } = this.#host;
    for (const at of shadowRoot?.querySelectorAll("[data-link]") ?? []) {
      at.toggleAttribute("data-linked", at.getAttribute("data-link") === name);
    }
    this.#changed(name);
  }

  /** Follows the pointer and the focus. */
  listen(shadow: ShadowRoot): void {
    for (const type of ["pointerover", "focusin"]) {
      shadow.addEventListener(type, (event) => {
        const at = (event.target as Element).closest("[data-link]");
        this.name = at?.getAttribute("data-link") ?? null;
      });
    }
    for (const type of ["pointerleave", "focusout"]) {
      this.#host.addEventListener(type, () => {
        this.name = null;
      });
    }
  }
}
