// What all widgets have in common: checked attributes, language, theme, a lazy
// start, one drawing per frame, messages, tools, and the state in the address.
import type { Posenc } from "posenc";
import type { Theme } from "../plots/color.ts";
import type { Palette, Scene } from "../plots/marks.ts";
import { scenePng } from "../plots/marks-canvas.ts";
import { sceneSvg } from "../plots/marks-svg.ts";
import { siteAddress } from "./address.ts";
import { camel, type StateOf, type Table } from "./attributes.ts";
import { core } from "./core.ts";
import { Faults } from "./faults.ts";
import { localize } from "./frame.ts";
import { keepKey } from "./keys.ts";
import { whenNear } from "./lazy.ts";
import { paletteOf } from "./palette.ts";
import { Quiet } from "./quiet.ts";
import { Sizes } from "./size.ts";
import { Store } from "./state.ts";
import type { Strings } from "./strings.ts";
import { adoptStyles } from "./style.ts";
import { Sync } from "./sync.ts";
import {
  applyTeacher,
  isLocked,
  TEACHER,
  teacherAttributes,
} from "./teacher.ts";
import { LANG_TAG, type Lang, languageOf } from "./text.ts";
import { themeOf, watchSurroundings } from "./theme.ts";
import { Toolbar } from "./toolbar.ts";
import type { TableData } from "./tools.ts";
import { hashWith, storeInAddress, valuesInAddress } from "./url-state.ts";

// Importable where there is no DOM: Node, server-side rendering.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** Quiet time after which a change is spoken and written into the address. */
const COMMIT_MS = 300;

/**
 * A figure as a custom element.
 *
 * Events, all bubbling and composed: `pe-ready` after the first drawing,
 * `pe-change` (detail: the state) at most once a frame, `pe-link` (detail: the
 * quantity pointed at, or null), `pe-error` (detail: the message).
 */
export abstract class PosencElement<T extends Table> extends Base {
  /** Name of the element. */
  static readonly tag: string;
  /** Its attributes. */
  static readonly table: Table;

  static get observedAttributes(): string[] {
    // biome-ignore lint/complexity/noThisInStatic: the subclass's table is meant
    return [...Object.keys(this.table), "lang", "theme", ...TEACHER];
  }

  /** All texts of the widget. */
  abstract readonly strings: Strings;
  /** Its style sheets. */
  protected abstract readonly styles: readonly string[];
  /** Its markup, the same that the page build writes. */
  protected abstract markup(lang: Lang): string;
  /** Finds its elements and listens to them; called once. */
  protected abstract bind(root: ShadowRoot): void;
  /** Puts the state on the screen. */
  protected abstract draw(pe: Posenc): void;
  /** The figure for files and paper. */
  protected abstract scene(): Scene;
  /** What it shows now, in one sentence with numbers. */
  protected abstract sentence(): string;
  /** What it shows now, as a table of readable size. */
  protected abstract tableData(): TableData;
  /** A program that computes the state. */
  protected abstract code(): string;
  /** Programs of the state in several languages, where there are any. */
  protected program():
    | { readonly kind: string; readonly values: string }
    | undefined {
    return undefined;
  }

  /** All numbers of the state as CSV. */
  abstract exportCSV(): string;

  readonly #class = this.constructor as unknown as { tag: string; table: T };
  readonly #store = new Store<T>(this.#class.table, (s) => this.settle(s));
  /** Sizes of the widget and of what it watches besides. */
  protected readonly sizes = new Sizes(() => this.invalidate());
  readonly #faults = new Faults();
  #stops: (() => void)[] = [];
  #toolbar: Toolbar | undefined;
  #pe: Posenc | undefined;
  #starting = false;
  readonly #sync = new Sync({
    group: () => this.getAttribute("sync"),
    take: (values) => this.#take(values),
    takeHover: (values) => this.takeHover(values),
  });
  #frame = 0;
  readonly #quiet = new Quiet(COMMIT_MS, () => this.#committed());
  /** The state of the last event. */
  #told: Readonly<StateOf<T>> | undefined;
  /** The state that another widget of the group has brought about. */
  #taken: Readonly<StateOf<T>> | undefined;
  #printing = false;
  #language: Lang = "en";
  #theme: Theme = "light";
  #palette: Palette | undefined;
  #link: string | null = null;

  /** The values of all attributes, a copy. */
  get state(): StateOf<T> {
    return { ...this.#store.now } as StateOf<T>;
  }

  /** The language shown. */
  get language(): Lang {
    return this.#language;
  }

  get #isChanged(): boolean {
    return Object.keys(this.#store.differences()).length > 0;
  }

  /** Takes from another widget of the group what this one has too. */
  #take(values: Readonly<Record<string, unknown>>): void {
    const shared: Record<string, unknown> = {};
    for (const [name, attribute] of Object.entries(this.#class.table)) {
      const key = camel(name);
      const value = attribute.read(values[key]);
      if (key in values && value !== undefined) shared[key] = value;
    }
    this.#store.set(shared);
    this.#taken = this.#store.now;
    this.#changed();
  }

  /** The quantity that the reader points at, such as "pos", in all places. */
  get link(): string | null {
    return this.#link;
  }

  set link(name: string | null) {
    if (name === this.#link) return;
    this.#link = name;
    for (const at of this.shadowRoot?.querySelectorAll("[data-link]") ?? []) {
      at.toggleAttribute("data-linked", at.getAttribute("data-link") === name);
    }
    this.linked();
    this.#tell("pe-link", name);
  }

  /**
   * Changes some values. What is not allowed is left as it was, and a message
   * in the figure says so; nothing is thrown.
   */
  setState(values: Partial<StateOf<T>>): void {
    for (const fault of this.#store.set(values)) {
      this.#tell("pe-error", fault[this.#language]);
    }
    this.#changed();
  }

  /** What a hand may change of these values: all but the locked ones. */
  protected unlocked(values: Partial<StateOf<T>>): Partial<StateOf<T>> {
    const free = Object.entries(values).filter(([key]) => !isLocked(this, key));
    return Object.fromEntries(free) as Partial<StateOf<T>>;
  }

  /** Back to what the attributes say. */
  reset(): void {
    this.#store.reset();
    this.#changed();
  }

  /** The figure as a PNG file, at twice the size of the screen's px. */
  exportPNG(): Promise<Blob> {
    return scenePng(this.scene(), this.palette);
  }

  /** The figure as an SVG document. */
  exportSVG(): string {
    return sceneSvg(this.scene(), this.palette, this.sentence());
  }

  /** The state itself, for reading only. */
  protected get now(): Readonly<StateOf<T>> {
    return this.#store.now;
  }

  protected get theme(): Theme {
    return this.#theme;
  }

  /** Colours of the present theme. */
  protected get palette(): Palette {
    this.#palette ??= paletteOf(this.#root as Element);
    return this.#palette;
  }

  /** Brings values that belong together into agreement. */
  protected settle(state: StateOf<T>): StateOf<T> {
    return state;
  }

  /** Language or theme has changed; the markup is translated already. */
  protected refreshed(): void {}

  /** `link` has changed. */
  protected linked(): void {}

  /** Another widget of the group is pointed at; undefined: no longer. */
  protected takeHover(_values: Readonly<Record<string, unknown>> | undefined) {}

  /** Tells the group what is pointed at here. */
  protected hovered(values: Readonly<Record<string, unknown>> | undefined) {
    this.#sync.tellHover(values);
  }

  /** Gives back what the module holds for this element. */
  protected release(): void {}

  /** Draws at the next frame, once however often it is called. */
  protected invalidate(): void {
    if (this.#frame !== 0 || !this.isConnected) return;
    this.#frame = requestAnimationFrame(() => this.#render());
  }

  connectedCallback(): void {
    this.#upgradeProperties();
    this.#build();
    this.#listen();
    this.#restore();
    this.#refresh();
    this.#stops.push(whenNear(this, () => void this.#start()));
  }

  disconnectedCallback(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    cancelAnimationFrame(this.#frame);
    this.#quiet.stop();
    this.#frame = 0;
    this.release();
  }

  attributeChangedCallback(name: string, _: unknown, text: string | null) {
    if (name in this.#class.table) {
      this.#store.setInitial(name, text);
      const fault = this.#store.faults.get(name);
      if (fault) this.#tell("pe-error", fault[this.#language]);
      this.#changed();
    } else {
      this.#refresh();
    }
  }

  get #root(): HTMLElement | null {
    return this.shadowRoot?.querySelector<HTMLElement>(".root") ?? null;
  }

  #upgradeProperties(): void {
    // Properties set before the class was known hide its accessors.
    const own = this as Record<string, unknown>;
    for (const key of Object.keys(this.#class.table).map(camel)) {
      if (!Object.hasOwn(this, key)) continue;
      const value = own[key];
      delete own[key];
      own[key] = value;
    }
  }

  #build(): void {
    if (this.#toolbar !== undefined) return;
    // The page build may have written the markup (declarative shadow DOM).
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    if (this.#root === null) shadow.innerHTML = this.markup(languageOf(this));
    adoptStyles(shadow, this.styles);
    for (const link of shadow.querySelectorAll("link")) link.remove();
    this.sizes.watch(this);
    this.#toolbar = new Toolbar(shadow, this.#toolbarHost());
    this.bind(shadow);
    shadow.addEventListener("click", (event) => {
      if ((event.target as Element).closest("[data-retry]")) void this.#start();
    });
    this.addEventListener("keydown", keepKey);
    for (const type of ["pointerover", "focusin"]) {
      shadow.addEventListener(type, (event) => {
        const at = (event.target as Element).closest("[data-link]");
        this.link = at?.getAttribute("data-link") ?? null;
      });
    }
    for (const type of ["pointerleave", "focusout"]) {
      this.addEventListener(type, () => {
        this.link = null;
      });
    }
  }

  #toolbarHost() {
    const widget = this;
    return {
      get lang() {
        return widget.#language;
      },
      get live() {
        return widget.#pe !== undefined;
      },
      fileName: this.#class.tag,
      address: () => this.#address(),
      embedded: () => ({
        tag: this.#class.tag,
        attributes: { ...this.#store.written(), ...teacherAttributes(this) },
        lang: this.#language,
        title: this.strings.name?.[this.#language] ?? this.#class.tag,
        version: __POSENC_VERSION__,
        integrity: __POSENC_INTEGRITY__,
        site: siteAddress(),
      }),
      exportPNG: () => this.exportPNG(),
      exportSVG: () => this.exportSVG(),
      exportCSV: () => this.exportCSV(),
      tableData: () => this.tableData(),
      code: () => this.code(),
      program: () => this.program(),
      reset: () => this.reset(),
    };
  }

  #listen(): void {
    const on = (target: EventTarget, type: string, act: () => void): void => {
      target.addEventListener(type, act);
      this.#stops.push(() => target.removeEventListener(type, act));
    };
    const print = (printing: boolean): void => {
      this.#printing = printing;
      this.#refresh();
      this.#render();
    };
    this.#stops.push(watchSurroundings(() => this.#refresh()));
    this.#stops.push(this.#sync.join());
    on(window, "hashchange", () => this.#restore(true));
    on(window, "beforeprint", () => print(true));
    on(window, "afterprint", () => print(false));
  }

  async #start(): Promise<void> {
    if (this.#starting) return;
    this.#starting = true;
    try {
      this.#pe = await core();
      this.#faults.started();
      this.#showFaults();
      this.#render();
    } catch (error) {
      const message = this.#faults.cannotStart(error);
      this.#showFaults();
      this.#tell("pe-error", message);
    } finally {
      this.#starting = false;
    }
  }

  /** Reads language and theme of the surroundings again. */
  #refresh(): void {
    const [shadow, root] = [this.shadowRoot, this.#root];
    if (shadow === null || root === null || !this.isConnected) return;
    this.#language = languageOf(this);
    this.#palette = undefined;
    this.#theme = this.#printing ? "light" : themeOf(this);
    root.dataset.theme = this.#theme;
    root.lang = LANG_TAG[this.#language];
    localize(shadow, this.strings, this.#language);
    this.#faults.unknown(applyTeacher(this, shadow));
    this.#showFaults();
    this.refreshed();
    this.invalidate();
  }

  #render(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#pe === undefined || !this.isConnected) return;
    // In a hidden tab panel there is no size yet; the observer calls again.
    if (this.sizes.of(this).width === 0) return;
    if (!this.#drawn(this.#pe)) return;
    this.#toolbar?.update();
    const state = this.#store.now;
    const told = this.#told;
    if (told === state) return;
    this.#told = state;
    // For page authors and tests: it draws and answers from now on.
    this.toggleAttribute("data-live", true);
    const fromGroup = state === this.#taken;
    if (!fromGroup && (told !== undefined || this.#isChanged)) {
      this.#sync.tell(this.state);
    }
    this.#tell(told === undefined ? "pe-ready" : "pe-change", this.state);
  }

  /**
   * Draws. A state that cannot be drawn leaves the last picture where it is,
   * with the reason above it.
   */
  #drawn(pe: Posenc): boolean {
    try {
      this.draw(pe);
    } catch (error) {
      const message = this.#faults.cannotDraw(error);
      this.#showFaults();
      this.#tell("pe-error", message);
      return false;
    }
    if (this.#faults.drawn()) this.#showFaults();
    return true;
  }

  #changed(): void {
    this.#showFaults();
    this.invalidate();
    if (!this.isConnected || this.#told === undefined) return;
    this.#quiet.touch();
  }

  #committed(): void {
    if (this.#usesAddress) storeInAddress(this.id, this.#store.differences());
    const live = this.shadowRoot?.querySelector(".sr");
    if (live && this.shadowRoot?.activeElement) {
      live.textContent = this.sentence();
    }
  }

  get #usesAddress(): boolean {
    return this.hasAttribute("url-state") && this.id !== "";
  }

  #address(): string {
    const url = new URL(location.href);
    url.hash = this.#usesAddress
      ? hashWith(this.id, this.#store.differences())
      : `#${this.id}`;
    return url.href;
  }

  /**
   * Takes the state from the address; `again`, after a change of the hash,
   * starting from the first one. A hash about something else changes nothing.
   */
  #restore(again = false): void {
    if (!this.#usesAddress) return;
    const values = valuesInAddress(this.id);
    if (values === undefined) return;
    if (again) this.#store.reset();
    const known = this.#store.fromText(values);
    this.setState(known as Partial<StateOf<T>>);
  }

  #showFaults(): void {
    const at = this.shadowRoot?.querySelector(".faults");
    if (at) this.#faults.show(at, this.#store.faults, this.#language);
  }

  #tell(type: string, detail: unknown): void {
    this.dispatchEvent(
      new CustomEvent(type, { detail, bubbles: true, composed: true }),
    );
  }
}
