// <pe-code>: the program that computes what a figure shows, in five languages.

import {
  isKind,
  type Kind,
  kinds,
  LANGUAGES,
  type Language,
  type Listing,
  listings,
  textOf,
} from "../../code/index.ts";
import type { Entry, ProgramState } from "../../code/program-state.ts";
import {
  escapeHtml,
  LANG_TAG,
  type Lang,
  languageOf,
  type Text,
} from "../../words/text.ts";
import { localize } from "../look/frame.ts";
import shared from "../look/style.css?inline";
import { adoptStyles } from "../look/style.ts";
import { themeOf, watchSurroundings } from "../look/theme.ts";
import { copy } from "../look/tools.ts";
import { trusted } from "../look/trusted.ts";
import { forgetFrame, nextFrame } from "../when/next-frame.ts";
import { readValues, table } from "./attributes.ts";
import { chooserHtml, editorHtml, textOfEntry, usedIn } from "./editor.ts";
import { Follower } from "./follow.ts";
import { keepLanguage, keptLanguage } from "./kept-language.ts";
import { Lines } from "./lit-lines.ts";
import { Output } from "./output.ts";
import { listingName, strings } from "./strings.ts";
import css from "./style.css?inline";
import { markup } from "./template.ts";

const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/**
 * A program for a state.
 *
 * Attributes: `kind`, `values` (`pos=12 d-model=64`), `language`, `for` (id of
 * a figure whose state and hover it follows), `editable` (boxes for the
 * values), `choose` (a list of all programs). Events, bubbling and composed: `pe-link` (detail: the quantity
 * pointed at, or null), `pe-change` (detail: the state), `pe-error`.
 */
export class Code extends Base {
  static readonly tag = "pe-code";
  static readonly observedAttributes = [
    ...Object.keys(table),
    "for",
    "editable",
    "choose",
    "lang",
    "theme",
  ];

  #given: ProgramState = {};
  #listing: Listing | undefined;
  #chosen: Language | undefined;
  #lang: Lang = "en";
  #link: string | null = null;
  #say: ((text: Text) => string) | undefined;
  /** The values that stand in the programs now. */
  #used: ReadonlySet<string> = new Set();
  #fault = "";
  /** The last values that a program can be made with. */
  #good: ProgramState = {};
  #frame = 0;
  #lines: Lines | undefined;
  #output: Output | undefined;
  #stops: (() => void)[] = [];
  readonly #follower = new Follower(this);

  /** What the programs compute. */
  get kind(): keyof typeof kinds {
    const name = this.getAttribute("kind") ?? "";
    return isKind(name) ? name : table.kind.default;
  }

  set kind(name: string) {
    this.setAttribute("kind", name);
  }

  /** All values of the program; set those that are to change. */
  get state(): Readonly<Record<string, Entry>> {
    const given = this.#wanted;
    try {
      const state = this.#kind.read(given);
      this.#good = given;
      return state;
    } catch {
      return this.#kind.read(this.#good);
    }
  }

  set state(values: ProgramState) {
    // Remembers what is good before more of it comes, within a frame.
    void this.state;
    this.#given = { ...this.#given, ...values };
    this.#invalidate();
  }

  /** The language shown. */
  get language(): Language {
    const wanted = this.#chosen ?? this.getAttribute("language");
    return table.language.read(wanted) ?? table.language.default;
  }

  set language(name: Language) {
    if (!LANGUAGES.includes(name)) return;
    this.#chosen = name;
    this.#invalidate();
  }

  /** How a text is said: by a figure that has words of its page, where it is in one. */
  get say(): (text: Text) => string {
    return this.#say ?? ((text) => text[this.#lang]);
  }

  set say(say: (text: Text) => string) {
    this.#say = say;
    this.#refresh();
  }

  /** The quantity that the reader points at, in all places. */
  get link(): string | null {
    return this.#link;
  }

  set link(name: string | null) {
    if (name === this.#link) return;
    this.#link = name;
    this.#lines?.light(name);
    this.#tell("pe-link", name);
  }

  connectedCallback(): void {
    this.#upgradeProperties();
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    this.#lang = languageOf(this);
    if (!shadow.querySelector(".root")) {
      shadow.innerHTML = trusted(
        markup(this.#lang, {
          kind: this.kind,
          values: "",
          language: this.language,
        }),
      );
    }
    if (!this.#lines) this.#bind(shadow);
    this.#chosen ??= keptLanguage();
    this.#stops = [
      watchSurroundings(this, () => this.#refresh()),
      this.#follower.start(),
    ];
    this.#refresh();
  }

  disconnectedCallback(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    forgetFrame(this.#frame);
    this.#frame = 0;
    this.#output?.stop();
  }

  attributeChangedCallback(name: string): void {
    if (!this.#lines || !this.isConnected) return;
    if (name === "kind") {
      this.#given = {};
      this.#good = {};
    }
    if (name === "for") this.#follower.restart();
    if (/^(kind|editable|choose)$/.test(name)) this.#writeEditor();
    this.#refresh();
  }

  #upgradeProperties(): void {
    // Properties set before the class was known hide its accessors.
    const own = this as unknown as Record<string, unknown>;
    for (const key of ["kind", "state", "language", "link", "say"]) {
      if (!Object.hasOwn(own, key)) continue;
      const value = own[key];
      delete own[key];
      own[key] = value;
    }
  }

  get #kind(): Kind {
    return kinds[this.kind];
  }

  /** What the page and the reader say, good or not. */
  get #wanted(): ProgramState {
    return { ...readValues(this.getAttribute("values") ?? ""), ...this.#given };
  }

  #find<E extends HTMLElement>(selector: string): E {
    return this.shadowRoot?.querySelector(selector) as E;
  }

  #bind(shadow: ShadowRoot): void {
    this.#lines = new Lines(shadow);
    this.#output = new Output(shadow);
    adoptStyles(shadow, [shared, css]);
    for (const link of shadow.querySelectorAll("link")) link.remove();
    const on = (selector: string, type: string, act: (e: Event) => void) =>
      this.#find(selector).addEventListener(type, act);
    on(".tabs", "click", (event) => {
      const tab = (event.target as Element).closest<HTMLElement>("[role=tab]");
      if (tab) this.#choose(tab.dataset.language as Language);
    });
    on(".tabs", "keydown", (event) => this.#tabKey(event as KeyboardEvent));
    on(".listing .scroll", "keydown", (event) =>
      this.#lineKey(event as KeyboardEvent),
    );
    on(".listing .scroll", "blur", () => this.#point(this.#lines?.leave()));
    on(".acts", "click", (event) => {
      const act = (event.target as Element).closest("button")?.dataset.act;
      if (act === "copy") void this.#copy();
      if (act === "run") {
        this.#output?.toggle();
        this.#tellOutput();
      }
    });
    on(".editor", "input", (event) => this.#edited(event));
    on(".editor", "change", () => this.#fillEditor());
    shadow.addEventListener("pointerover", (event) => {
      const at = (event.target as Element).closest("[data-links]");
      this.link = at?.getAttribute("data-links")?.split(" ")[0] ?? null;
    });
    this.addEventListener("pointerleave", () => {
      this.link = null;
    });
    this.#writeEditor();
  }

  /** Reads language and theme of the surroundings again. */
  #refresh(): void {
    if (!this.shadowRoot) return;
    const root = this.#find(".root");
    if (!root) return;
    const before = this.#lang;
    this.#lang = languageOf(this);
    if (before !== this.#lang) this.#writeEditor();
    root.dataset.theme = themeOf(this);
    root.lang = LANG_TAG[this.#lang];
    const said = Object.entries(strings).map(([key, text]) => {
      const own = this.say(text);
      return [key, { en: own, zh: own }];
    });
    localize(this.shadowRoot, Object.fromEntries(said), this.#lang);
    this.#invalidate();
  }

  #invalidate(): void {
    if (this.#frame !== 0 || !this.isConnected) return;
    this.#frame = nextFrame(() => this.#render());
  }

  #render(): void {
    this.#frame = 0;
    try {
      const all = listings(this.kind, this.#wanted, this.#lang);
      this.#listing = all[this.language];
      this.#used = usedIn(Object.values(all));
      this.#showFault("");
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#showFault(message);
      // What is shown stays; another language is of the last good values.
      if (this.#listing?.language !== this.language) {
        const all = listings(this.kind, this.#good, this.#lang);
        this.#listing = all[this.language];
      }
    }
    this.#show(this.#listing as Listing);
    this.#fillEditor(true);
  }

  #show(listing: Listing): void {
    const lang = this.#lang;
    this.#lines?.show(listing);
    const name = listing.name[lang];
    const what = kinds[this.kind].name;
    const label = this.say(listingName(what, name, listing.lines.length));
    this.#find(".listing .scroll").setAttribute("aria-label", label);
    this.#find(".listing").setAttribute(
      "aria-labelledby",
      `tab-${listing.language}`,
    );
    this.#find(".on-paper").textContent = name;
    this.#find(".command").textContent = listing.run;
    for (const tab of this.#tabs) {
      const chosen = tab.dataset.language === listing.language;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    this.#tellOutput();
    this.#lines?.light(this.#link);
  }

  get #tabs(): HTMLElement[] {
    const all = this.shadowRoot?.querySelectorAll<HTMLElement>("[role=tab]");
    return [...(all ?? [])];
  }

  #choose(language: Language): void {
    this.language = language;
    keepLanguage(language);
    this.#find(".notice").textContent = "";
  }

  #tabKey(event: KeyboardEvent): void {
    const tabs = this.#tabs;
    // Not the tab that is shown as chosen: keys may come faster than frames.
    const at = tabs.findIndex((tab) => tab.dataset.language === this.language);
    const step = STEPS[event.key];
    const next =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? tabs.length - 1
          : step && (at + step + tabs.length) % tabs.length;
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    this.#choose(tab.dataset.language as Language);
    tab.focus();
  }

  #lineKey(event: KeyboardEvent): void {
    const link = this.#lines?.key(event.key, this.say);
    if (link === undefined) return;
    event.preventDefault();
    this.#point(link);
  }

  /** A line is chosen, or left. */
  #point(link: string | null | undefined): void {
    this.link = link ?? null;
    this.#lines?.light(this.#link);
  }

  #tellOutput(): void {
    const { kind, state, language, say } = this;
    this.#output?.update({ kind, state, language, say });
  }

  #showFault(message: string): void {
    const text = message && `${this.say(strings.refused)} ${message}`;
    this.#find(".faults").innerHTML = trusted(
      text ? `<p>${escapeHtml(text)}</p>` : "",
    );
    if (message && message !== this.#fault) this.#tell("pe-error", message);
    this.#fault = message;
    for (const box of this.#boxes) {
      const own = message.includes(` ${box.name} must`);
      box.setAttribute("aria-invalid", String(own));
    }
  }

  async #copy(): Promise<void> {
    if (!this.#listing) return;
    const done = await copy(textOf(this.#listing));
    const key = done ? "copied" : "notCopied";
    this.#find(".notice").textContent = this.say(strings[key]);
    if (!done) getSelection()?.selectAllChildren(this.#find(".listing code"));
  }

  get #boxes(): (HTMLInputElement | HTMLSelectElement)[] {
    const all = this.shadowRoot?.querySelectorAll<HTMLInputElement>(
      ".editor [name]:not([name='kind'])",
    );
    return [...(all ?? [])];
  }

  #writeEditor(): void {
    const editor = this.#find(".editor");
    const active = this.shadowRoot?.activeElement as HTMLInputElement | null;
    const held = active && editor.contains(active) ? active.name : undefined;
    const typed = new Map(this.#boxes.map((box) => [box.name, box.value]));
    const [editable, choose] = ["editable", "choose"].map((name) =>
      this.hasAttribute(name),
    );
    editor.hidden = !editable && !choose;
    editor.innerHTML = trusted(
      (choose ? chooserHtml(this.kind, this.#lang) : "") +
        (editable ? editorHtml(this.#kind, this.#lang) : ""),
    );
    // What is refused stays for the reader to mend, in another language too.
    for (const box of this.#boxes) box.value = typed.get(box.name) ?? box.value;
    if (held) {
      editor.querySelector<HTMLElement>(`[name="${held}"]`)?.focus();
    }
    this.#fillEditor();
  }

  /** Puts the values into the boxes; not into the one that is typed in. */
  #fillEditor(typing = false): void {
    if (this.#fault) return;
    const { state } = this;
    for (const box of this.#boxes) {
      if (typing && box === this.shadowRoot?.activeElement) continue;
      box.value = textOfEntry(state[box.name] as Entry);
      // A number that no program has now would change nothing.
      const idle = box.localName === "input" && !this.#used.has(box.name);
      box.closest(".field")?.toggleAttribute("hidden", idle);
    }
  }

  #edited(event: Event): void {
    const box = event.target as HTMLInputElement;
    if (box.name === "kind") {
      this.kind = box.value;
      return;
    }
    this.state = { [box.name]: box.value };
    this.#tell("pe-change", this.state);
  }

  #tell(type: string, detail: unknown): void {
    this.dispatchEvent(
      new CustomEvent(type, { detail, bubbles: true, composed: true }),
    );
  }
}

const registry = globalThis.customElements;
if (registry && !registry.get(Code.tag)) registry.define(Code.tag, Code);
