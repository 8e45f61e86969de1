// The button of a figure's tools, until it is first reached for: what the tools do
// is loaded then, and does what was asked for in the meantime.
import { common } from "../words/strings.ts";
import type { Toolbar, ToolbarHost } from "./toolbar.ts";

/** Asked for by a key at the button, besides a click. */
const KEYS = ["ArrowDown", "ArrowUp"];

export class LazyToolbar {
  readonly #root: ShadowRoot;
  readonly #host: ToolbarHost;
  #toolbar: Toolbar | undefined;
  #isLoading = false;
  /** What to do once the tools are there: the last that was asked for counts. */
  #asked: (() => void) | undefined;

  constructor(root: ShadowRoot, host: ToolbarHost) {
    this.#root = root;
    this.#host = host;
    const at = root.querySelector(".tools");
    // A finger or a key that comes near will press.
    for (const near of ["pointerenter", "focusin"]) {
      at?.addEventListener(near, () => this.#load());
    }
    at?.addEventListener("click", (event) => {
      const { target } = event;
      if (target instanceof HTMLElement) this.#ask(() => target.click());
    });
    at?.addEventListener("keydown", (event) => {
      const { key, target } = event as KeyboardEvent;
      if (this.#toolbar || !KEYS.includes(key)) return;
      event.preventDefault();
      this.#ask(() =>
        target?.dispatchEvent(new KeyboardEvent("keydown", { key })),
      );
    });
  }

  /** Brings open panels up to date. */
  update(): void {
    this.#toolbar?.update();
  }

  #ask(act: () => void): void {
    if (this.#toolbar) return;
    this.#asked = act;
    this.#load();
  }

  /** Once, also where more than one thing says that it is time. */
  #load(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    void this.#make();
  }

  async #make(): Promise<void> {
    const notice = this.#root.querySelector(".notice");
    try {
      const { Toolbar } = await import("./toolbar.ts");
      this.#toolbar = new Toolbar(this.#root, this.#host);
      if (notice) notice.textContent = "";
      this.#asked?.();
    } catch (error) {
      // Asked again, it is tried again.
      this.#isLoading = false;
      if (!this.#asked || !notice) return;
      const why = error instanceof Error ? error.message : String(error);
      notice.textContent = `${this.#host.say(common.failed)} ${why}`;
    } finally {
      this.#asked = undefined;
    }
  }
}
