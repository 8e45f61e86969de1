// What all widgets have in common: checked attributes, language, theme, a lazy
// start, one drawing per frame, messages, tools, and the state in the address.
import type { Theme } from "../plots/color.ts";
import type { Palette } from "../plots/marks.ts";
import { scenePng } from "../plots/marks-canvas.ts";
import { sceneSvg } from "../plots/marks-svg.ts";
import { type Lang, languageOf, type Text } from "../words/text.ts";
import { claimKey, claimUsedKey } from "./claimed-keys.ts";
import { Contract } from "./contract.ts";
import { takeProperties } from "./define.ts";
import { keepHands } from "./drags.ts";
import { siteAddress } from "./embed/site-address.ts";
import { Faults } from "./faults.ts";
import { LazyToolbar } from "./lazy-toolbar.ts";
import { core, started } from "./library/core.ts";
import { Linked } from "./linked.ts";
import { Appearance } from "./look/appearance.ts";
import { localize } from "./look/frame.ts";
import { adoptStyles } from "./look/style.ts";
import { watchSurroundings } from "./look/theme.ts";
import { trusted } from "./look/trusted.ts";
import type { LoopOptions } from "./shared-pictures.ts";
import { paperWidth, roomFor, Sizes } from "./size.ts";
import type { Offer } from "./state/agreed.ts";
import { camel, kebab, type StateOf, type Table } from "./state/attributes.ts";
import { OwnAddress } from "./state/own-address.ts";
import { Store } from "./state/state.ts";
import { Sync } from "./state/sync.ts";
import { typedInto } from "./state/typed.ts";
import type { Met, Note } from "./sync-notes.ts";
import { applyTeacher, isLocked, teacherAttributes } from "./teacher.ts";
import { Debounce } from "./when/debounce.ts";
import { whenNear } from "./when/lazy.ts";
import { forgetFrame, nextFrame } from "./when/next-frame.ts";
import { queueStart } from "./when/start-queue.ts";

/** Debounce time after which a change is spoken and written into the address. */
const COMMIT_MS = 300;

/** Does what few figures need, once its code is there. */
function rarely(
  act: (features: typeof import("./features.ts")) => void,
  fail?: () => void,
): void {
  import("./features.ts").then(act, fail ?? Object);
}

/**
 * A figure as a custom element.
 *
 * Events, all bubbling and composed: `pe-ready` after the first drawing,
 * `pe-change` (detail: the state) at most once a frame, `pe-link` (detail: the
 * quantity pointed at, or null), `pe-error` (detail: the message).
 */
export abstract class PosencElement<T extends Table> extends Contract<T> {
  readonly #class = this.constructor as unknown as {
    readonly tag: string;
    readonly table: T;
    readonly names: readonly string[];
    readonly callsNothing: boolean;
    readonly room: string;
  };
  /** Made when it is asked for: a figure far away costs next to nothing. */
  #made: Store<T> | undefined;
  /** Sizes of the widget and of what it watches besides. */
  protected readonly sizes = new Sizes(() => {
    // The layout is fresh: what is read of it now costs nothing.
    void this.palette;
    this.invalidate();
  });
  readonly #faults = new Faults();
  readonly #address = new OwnAddress(this);
  #stops: (() => void)[] = [];
  #tools: LazyToolbar | undefined;
  #isWithheld = false;
  /** Whether all is there that it computes with. */
  #isReady = false;
  #starting = false;
  /** Whether the page has said how tall it is. */
  #hasRoom = false;
  /** Styles of what it takes until it is drawn. */
  #room: readonly string[] = [];
  readonly #sync = new Sync({
    element: this,
    group: () => this.getAttribute("sync"),
    offer: () => this.#offer(),
    agree: (values) => this.#agree(values),
    take: (values) => this.#take(values),
    follow: () => this.#changed(),
    takeHover: (values) => this.takeHover(values && this.#store.shared(values)),
    compare: (values) => this.#compare(values),
    relock: () => this.#refresh(),
  });
  /** Attributes that the group has been said to have otherwise. */
  readonly #apart = new Set<string>();
  #frame = 0;
  readonly #commit = new Debounce(COMMIT_MS, () => this.#committed());
  /** The state of the last event. */
  #told: Readonly<StateOf<T>> | undefined;
  /** The state that another widget of the group has brought about. */
  #taken: Readonly<StateOf<T>> | undefined;
  readonly #look = new Appearance(this);
  readonly #linked = new Linked(this, (name) => {
    this.linked();
    this.#tell("pe-link", name);
  });

  get #store(): Store<T> {
    if (this.#made === undefined) {
      const lang = languageOf(this);
      this.#made = new Store(this.#class.table, (s) => this.settle(s), lang);
      const said = (name: string) => this.getAttribute(name) ?? undefined;
      this.#refused(this.#made.setInitial(said));
    }
    return this.#made;
  }

  /** The values of all attributes, a copy. */
  get state(): StateOf<T> {
    return { ...this.#store.now } as StateOf<T>;
  }

  /** The language shown. */
  get language(): Lang {
    return this.#look.language;
  }

  /** A text as the page says it: in its language, or in words of its own. */
  protected say(text: Text): string {
    return text[this.language];
  }

  /** What it brings into its group. */
  #offer(): Offer {
    const { said, limits } = this.#store;
    const locked = Object.keys(said).filter((key) => isLocked(this, key));
    const written = this.#class.names.filter((it) => this.hasAttribute(it));
    const values = { ...said };
    return {
      element: this,
      values,
      limits,
      written: written.map(camel),
      locked,
    };
  }

  /** Begins with what the group has. */
  #agree(values: Readonly<Record<string, unknown>>): void {
    const { said } = this.#store;
    for (const name of this.#class.names) {
      const key = camel(name) as keyof StateOf<T> & string;
      if (this.hasAttribute(name) && values[key] !== said[key]) {
        const [theirs, ours] = [values[key], said[key]];
        this.#saysOnce("begins", { name, theirs, ours });
      }
    }
    const before = this.#store.now;
    this.#store.agree(values);
    if (this.#store.now === before) return;
    if (!this.#store.isChanged) this.#taken = this.#store.now;
    this.#changed();
  }

  /** Takes from another widget of the group what this one has too. */
  #take(values: Readonly<Record<string, unknown>>): void {
    this.#store.set(this.#store.nearest(values));
    this.#taken = this.#store.now;
  }

  /** Tells who made the page what the group has and this figure cannot have. */
  #compare(values: Readonly<Record<string, unknown>>): void {
    for (const met of this.#store.unmet(values)) {
      this.#saysOnce("differs", met);
    }
  }

  /** Tells who made the page what the group does to a value, once. */
  #saysOnce(note: Note, met: Met): void {
    if (this.#apart.has(met.name)) return;
    this.#apart.add(met.name);
    rarely((it) => it.tellOfGroup(this, note, met));
  }

  /** The quantity that the reader points at, such as "pos", in all places. */
  get link(): string | null {
    return this.#linked.name;
  }

  set link(name: string | null) {
    this.#linked.name = name;
  }

  /**
   * Changes some values. What is not allowed is left as it was, and a message
   * in the figure says so; nothing is thrown.
   */
  setState(values: Partial<StateOf<T>>): void {
    const { held } = this.#sync;
    // What is no object has no values.
    const entries = Object.entries(Object(values));
    for (const [key] of entries) {
      if (key in held) this.#saysOnce("leaves", { name: kebab(key) });
    }
    const free = entries.filter(([key]) => !(key in held));
    this.#refused(this.#store.set(Object.fromEntries(free)));
    this.#changed();
  }

  /** What a hand may change of these values: all but the locked ones. */
  protected unlocked(values: Partial<StateOf<T>>): Partial<StateOf<T>> {
    const free = Object.entries(values).filter(([key]) => !this.isLocked(key));
    return Object.fromEntries(free) as Partial<StateOf<T>>;
  }

  /** Whether the figure or another of its group locks any value. */
  protected get hasLocks(): boolean {
    return this.hasAttribute("lock") || Object.keys(this.#sync.held).length > 0;
  }

  /** Whether the figure or another of its group locks a value. */
  protected isLocked(key: string): boolean {
    return isLocked(this, key) || key in this.#sync.held;
  }

  /** Back to what the attributes say. */
  reset(): void {
    this.#store.reset();
    this.#keepHeld();
    this.undone();
    this.#changed();
  }

  /** The figure as a PNG file, at twice the size of the screen's px. */
  async exportPNG(): Promise<Blob> {
    await this.canSave();
    this.#catchUp();
    return scenePng(this.scene(), this.palette);
  }

  /** The figure as an SVG document. */
  exportSVG(): string {
    this.#catchUp();
    return sceneSvg(this.scene(), this.palette, this.describe());
  }

  /** A card to pass on, 1200 × 630 px: title, picture, finding. */
  async exportCard(): Promise<Blob> {
    return (await this.pictures()).card();
  }

  /** What the main control changes, there and back, as an animated GIF. */
  async exportLoop(options: LoopOptions = {}): Promise<Blob> {
    return (await this.pictures()).loop(options);
  }

  /** All numbers of the state as CSV. */
  exportCSV(): string {
    this.#catchUp();
    return this.csv();
  }

  /** Does now what waits for the next frame: files are of the present state. */
  #catchUp(): void {
    const told = this.#told;
    if (!this.#isReady || told === undefined) return;
    if (told !== this.#store.now) this.paint();
  }

  /** The state itself, for reading only. */
  protected get now(): Readonly<StateOf<T>> {
    return this.#store.now;
  }

  /** Whether this drawing is for paper, which has no next frame. */
  protected get printing(): boolean {
    return this.#look.printing;
  }

  protected get theme(): Theme {
    return this.#look.theme;
  }

  /** Colours of the present theme. */
  protected get palette(): Palette {
    return this.#look.palette;
  }

  /** Tells the group what is pointed at here. */
  protected hovered(values: Readonly<Record<string, unknown>> | undefined) {
    this.#sync.tellHover(values);
  }

  /**
   * Draws at the next frame, once however often it is called; what can wait, after
   * the figures that wait already.
   */
  protected invalidate(can: "now" | "wait" = "now"): void {
    if (!this.#isReady || !this.isConnected) return;
    // Figures of a page are drawn together, but begin one after another.
    if (this.#told === undefined)
      this.#stops.push(queueStart(this.#compute), queueStart(this.#render));
    else if (can === "wait") this.#stops.push(queueStart(this.#render));
    else if (this.#frame === 0) this.#frame = nextFrame(this.#render);
  }

  connectedCallback(): void {
    takeProperties(this, [...this.#class.names, "wording", "data"]);
    let typed: (() => void) | undefined;
    this.#look.forget();
    if (this.#look.root === null) {
      this.#reserve();
    } else {
      if (this.#tools === undefined) typed = typedInto(this.#look.root);
      this.#build();
    }
    this.#listen();
    this.#withhold();
    this.#restore();
    this.#refresh();
    typed?.();
    this.#stops.push(whenNear(this, () => this.#begin(), 1));
  }

  disconnectedCallback(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    forgetFrame(this.#frame);
    this.#commit.stop();
    this.#frame = 0;
    this.release();
  }

  attributeChangedCallback(name: string, _: unknown, text: string | null) {
    if (this.#class.names.includes(name)) {
      // A store that is not made yet reads all attributes then.
      if (this.#made === undefined) return;
      const said = (it: string) => (it === name ? text : undefined);
      this.#refused(this.#made.setInitial(said));
      // A group agrees until the first picture; then what is set is chosen.
      if (this.#told === undefined && this.isConnected) this.#sync.offer();
      this.#keepHeld();
      this.#changed();
    } else {
      if (name === "lock" && this.isConnected) this.#sync.offer();
      this.#look.forget();
      this.#withhold();
      this.#refresh();
    }
  }

  /** What others lock is as these have it. */
  #keepHeld(): void {
    this.#store.set(this.#store.nearest(this.#sync.held));
  }

  /** Until the reader comes near, a room of its size with its content. */
  #reserve(): void {
    if (this.#tools !== undefined) return;
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    if (!shadow.hasChildNodes()) {
      shadow.append(document.createElement("slot"));
    }
    const from = languageOf(this) === "zh" ? 6 : 0;
    this.#room = [roomFor(this.#class.room.slice(from))];
    adoptStyles(shadow, this.#room);
  }

  #begin(): void {
    // Loads while others have their turn, where anything has brought it: the page
    // may have fetched the module ahead.
    void core().catch(() => {});
    // Read once all figures are there: each that comes changes the page, and
    // reading between them would make the browser work that out every time.
    queueMicrotask(() => void this.theme);
    const turn = (): void => {
      if (this.#tools === undefined) {
        try {
          this.#build();
        } catch (error) {
          this.#cannotBuild(error);
          return;
        }
        this.#refresh();
      }
      void this.#start();
    };
    this.#stops.push(queueStart(turn));
  }

  #build(): void {
    if (this.#tools !== undefined) return;
    // The page build may have written the markup (declarative shadow DOM).
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    if (this.#look.root === null)
      shadow.innerHTML = trusted(this.markup(languageOf(this)));
    adoptStyles(shadow, [...this.#room, ...this.styles]);
    for (const link of shadow.querySelectorAll("link")) link.remove();
    this.sizes.watch(this);
    this.#tools = new LazyToolbar(shadow, this.#toolbarHost());
    this.bind(shadow);
    shadow.addEventListener("click", (event) => {
      if ((event.target as Element).closest("[data-retry]")) void this.#start();
    });
    shadow.addEventListener("keydown", claimUsedKey, true);
    this.addEventListener("keydown", claimKey);
    keepHands(this);
    this.#linked.listen(shadow);
    this.#withhold();
  }

  /** Few figures keep their finding back. */
  #withhold(): void {
    const shadow = this.shadowRoot;
    if (this.#isWithheld || !shadow || !this.#tools) return;
    if (!this.matches("[asks],[question]")) return;
    this.#isWithheld = true;
    let stop: (() => void) | undefined = () => {};
    this.#stops.push(() => {
      stop?.();
      stop = undefined;
      this.#isWithheld = false;
    });
    rarely(
      (it) => {
        if (!stop) return;
        stop = it.withhold(this, shadow);
        this.#refresh();
      },
      // What nobody can ask for is told.
      () => this.setAttribute("told", ""),
    );
  }

  /** Says below what the element contains that there can be no figure. */
  #cannotBuild(error: unknown): void {
    const message = this.#faults.cannotStart(error);
    rarely((it) => {
      it.advise(this.#faults, error);
      it.showFault(this, this.#faults);
    });
    this.#tell("pe-error", message);
  }

  #toolbarHost() {
    const widget = this;
    return {
      get lang() {
        return widget.language;
      },
      say: (text: Text) => this.say(text),
      get live() {
        return widget.#isReady;
      },
      fileName: this.#class.tag,
      address: () => this.#address.link(this.#store.differences()),
      embedded: () => ({
        tag: this.#class.tag,
        attributes: { ...this.#store.written(), ...teacherAttributes(this) },
        lang: this.language,
        title: this.strings.name?.[this.language] ?? this.#class.tag,
        version: __POSENC_VERSION__,
        integrity: __POSENC_INTEGRITY__,
        site: siteAddress(),
      }),
      exportPNG: () => this.exportPNG(),
      exportSVG: async () => {
        await this.canSave();
        return this.exportSVG();
      },
      exportCSV: () => this.exportCSV(),
      ...(this.hasPictures && {
        exportCard: () => this.exportCard(),
        exportLoop: (options: LoopOptions) => this.exportLoop(options),
      }),
      tableData: () => this.tableData(),
      code: () => this.code(),
      listing: () => this.listing(),
      fullScreen: () =>
        document.fullscreenElement === this
          ? document.exitFullscreen()
          : this.requestFullscreen(),
      reset: () => this.reset(),
    };
  }

  #listen(): void {
    const on = (target: EventTarget, type: string, act: () => void): void => {
      target.addEventListener(type, act);
      this.#stops.push(() => target.removeEventListener(type, act));
    };
    const print = (printing: boolean): void => {
      this.#look.printing = printing;
      // Paper has no "near": what the reader has not come to is drawn too.
      this.#isReady ||= this.#class.callsNothing || started();
      this.#build();
      const { width } = this.sizes.of(this);
      this.printed(printing ? paperWidth(width) : undefined);
      this.#refresh();
      this.#render();
    };
    this.#stops.push(
      watchSurroundings(this, () => {
        if (this.#look.hasChanged()) this.#refresh();
      }),
    );
    this.#stops.push(this.#sync.join());
    on(window, "hashchange", () => this.#restore(true));
    on(window, "beforeprint", () => print(true));
    on(window, "afterprint", () => print(false));
  }

  async #start(): Promise<void> {
    if (this.#starting) return;
    this.#starting = true;
    try {
      await Promise.all([
        this.#class.callsNothing ? undefined : core(),
        this.prepared(),
      ]);
      this.#isReady = true;
      this.#faults.started();
      this.#showFaults();
      this.invalidate();
    } catch (error) {
      const message = this.#faults.cannotStart(error);
      this.#showFaults();
      rarely((it) => {
        it.advise(this.#faults, error);
        this.#showFaults();
      });
      this.#tell("pe-error", message);
    } finally {
      this.#starting = false;
    }
  }

  /** Reads again what the page says of it. */
  protected refresh(): void {
    this.#refresh();
  }

  /** Shows language, theme and what a teacher has chosen. */
  #refresh(): void {
    if (!this.isConnected) return;
    this.#look.show();
    this.#made?.speak(this.language);
    const shadow = this.shadowRoot;
    if (shadow === null || this.#look.root === null) return;
    this.reworded();
    localize(shadow, this.strings, this.language);
    this.#faults.unknown(
      applyTeacher(this, shadow, (key) => this.isLocked(key)),
    );
    this.#showFaults();
    this.refreshed();
    this.#hasRoom ||= this.matches("[fit],[height]");
    // Few figures are told how tall they are.
    if (this.#hasRoom) {
      rarely((it) => it.keepRoom(this, shadow));
    }
    this.invalidate();
  }

  /** Before its first layout and in a hidden tab panel it has no size. */
  get #hasSize(): boolean {
    return this.sizes.has(this) && this.sizes.of(this).width > 0;
  }

  /** In a task before the first drawing, which throws again what this throws. */
  readonly #compute = (): void => {
    if (!this.#isReady || !this.isConnected || !this.#hasSize) return;
    try {
      this.prepare();
    } catch {}
  };

  readonly #render = (): void => {
    forgetFrame(this.#frame);
    this.#frame = 0;
    if (!this.#isReady || !this.isConnected) return;
    // A runner of tests took the page away while a frame was due.
    if (typeof document === "undefined") return;
    // The observer of sizes calls again.
    if (!this.#look.printing && !this.#hasSize) return;
    if (!this.#drawn()) return;
    this.#tools?.update();
    const state = this.#store.now;
    const told = this.#told;
    if (told === state) return;
    this.#told = state;
    // For page authors and tests: it draws and answers from now on.
    this.toggleAttribute("data-live", true);
    const fromGroup = state === this.#taken;
    if (!fromGroup && (told !== undefined || this.#store.isChanged)) {
      this.#sync.tell(this.state);
    }
    this.#tell(told === undefined ? "pe-ready" : "pe-change", this.state);
  };

  /**
   * Draws. A state that cannot be drawn leaves the last picture where it is,
   * with the reason above it.
   */
  #drawn(): boolean {
    try {
      this.paint();
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
    this.#commit.touch();
  }

  #committed(): void {
    this.#address.store(this.#store.differences());
    const live = this.shadowRoot?.querySelector(".sr");
    if (live && this.shadowRoot?.activeElement) {
      live.textContent = this.describe();
    }
  }

  /** Takes the state from the address; `again` after a change of its hash. */
  #restore(again = false): void {
    const values = this.#address.values();
    if (values === undefined) return;
    if (again) this.#store.reset();
    const known = this.#store.fromText(values);
    this.setState(known as Partial<StateOf<T>>);
  }

  #showFaults(): void {
    const at = this.shadowRoot?.querySelector(".faults");
    if (at) this.#faults.show(at, this.#store.faults, (it) => this.say(it));
  }

  #refused(faults: readonly Text[]): void {
    for (const fault of faults) this.#tell("pe-error", this.say(fault));
  }

  #tell(type: string, detail: unknown): void {
    this.dispatchEvent(
      new CustomEvent(type, { detail, bubbles: true, composed: true }),
    );
  }
}
