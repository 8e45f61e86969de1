// Language, theme and colours of a figure, read of the page around it.
import type { Theme } from "../../plots/color.ts";
import type { Palette } from "../../plots/marks.ts";
import { LANG_TAG, type Lang, languageOf } from "../../words/text.ts";
import { paperOf } from "./backdrop.ts";
import { paletteOf } from "./palette.ts";
import { themeOf } from "./theme.ts";

export class Appearance {
  readonly #host: HTMLElement;
  #language: Lang = "en";
  /** Undefined: to be read of the page. */
  #theme: Theme | undefined;
  #palette: Palette | undefined;
  /** The page's own ground, where the figure is drawn on it. */
  #paper: string | undefined;
  #printing = false;

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  /** The figure, once it is made. */
  get root(): HTMLElement | null {
    return this.#host.shadowRoot?.querySelector<HTMLElement>(".root") ?? null;
  }

  get language(): Lang {
    return this.#language;
  }

  get theme(): Theme {
    this.#theme ??= this.#printing ? "light" : themeOf(this.#host);
    return this.#theme;
  }

  /** Colours of the present theme. */
  get palette(): Palette {
    this.#palette ??= paletteOf(this.root as Element);
    return this.#palette;
  }

  get printing(): boolean {
    return this.#printing;
  }

  set printing(on: boolean) {
    this.#printing = on;
    this.forget();
  }

  /** The theme is to be read again. */
  forget(): void {
    this.#theme = undefined;
  }

  /** Something around has changed: whether it is something to this figure. */
  hasChanged(): boolean {
    const before = this.#theme;
    this.#theme = undefined;
    const { root } = this;
    // Not made yet: its theme is read when it is.
    if (root === null) return true;
    const isSame =
      languageOf(this.#host) === this.#language &&
      before === this.theme &&
      paperOf(this.#host, this.theme) === this.#paper;
    if (!isSame) return true;
    const now = JSON.stringify(paletteOf(root));
    return now !== JSON.stringify(this.palette);
  }

  /** Writes language and theme into the figure. */
  show(): void {
    this.#language = languageOf(this.#host);
    const { root } = this;
    if (root === null) return;
    this.#palette = undefined;
    root.dataset.theme = this.theme;
    this.#paper = paperOf(this.#host, this.theme);
    root.style.setProperty("--_ground", this.#paper ?? null);
    root.toggleAttribute("data-card", this.#paper === undefined);
    root.lang = LANG_TAG[this.#language];
  }
}
