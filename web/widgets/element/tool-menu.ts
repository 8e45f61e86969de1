// The button below a figure that opens the menu of its tools.

/** Opens and closes the menu; what its entries do is the toolbar's. */
export class ToolMenu {
  readonly #button: HTMLButtonElement;
  readonly #menu: HTMLElement;

  constructor(root: ShadowRoot) {
    this.#button = root.querySelector("[data-menu]") as HTMLButtonElement;
    this.#menu = root.querySelector(".tool-menu") as HTMLElement;
    const whole = root.querySelector<HTMLElement>('[data-tool="fullScreen"]');
    // Frames may forbid it, and telephones have it for films alone.
    if (whole) whole.hidden = !document.fullscreenEnabled;
    this.#button.addEventListener("click", () => this.#toggle());
    this.#button.addEventListener("keydown", (event) => {
      const last = event.key === "ArrowUp";
      if (!last && event.key !== "ArrowDown") return;
      event.preventDefault();
      this.#open(last ? -1 : 0);
    });
    this.#menu.addEventListener("keydown", (event) => this.#key(event));
    this.#menu.addEventListener("click", (event) => {
      if ((event.target as Element).closest("button")) this.#close();
    });
  }

  get #items(): HTMLElement[] {
    return [...this.#menu.querySelectorAll("button")].filter(
      ({ hidden }) => !hidden,
    );
  }

  #toggle(): void {
    if (this.#menu.hidden) this.#open(0);
    else this.#close();
  }

  /** @param at - which entry takes the focus; −1: the last */
  #open(at: number): void {
    this.#menu.hidden = false;
    this.#button.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", this.#beside, true);
    this.#items.at(at)?.focus();
  }

  #close(focus = true): void {
    // Before the menu goes, or the focus would be lost with it.
    if (focus) this.#button.focus({ preventScroll: true });
    this.#menu.hidden = true;
    this.#button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", this.#beside, true);
  }

  /** A press anywhere else; the one on the button closes by itself. */
  readonly #beside = (event: Event): void => {
    const path = event.composedPath();
    if (path.includes(this.#menu) || path.includes(this.#button)) return;
    this.#close(false);
  };

  #key(event: KeyboardEvent): void {
    const items = this.#items;
    const at = items.indexOf(event.target as HTMLElement);
    const to: Readonly<Record<string, number>> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: at - 1,
      Home: 0,
      End: -1,
    };
    const next = to[event.key];
    if (event.key === "Escape" || event.key === "Tab") {
      // With Tab the browser goes on from the button.
      this.#close();
      // Slides and other hosts listen to it too.
      if (event.key === "Escape") event.stopPropagation();
    } else if (next !== undefined) {
      event.preventDefault();
      items.at(next)?.focus();
    }
  }
}
