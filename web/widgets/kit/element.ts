// A live figure from its spec.
import { PosencElement } from "../element/base.ts";
import type { WidgetClass } from "../element/define.ts";
import widgetStyle from "../element/look/style.css?inline";
import type { TableData } from "../element/look/tools.ts";
import { trusted } from "../element/look/trusted.ts";
import type { Pictures } from "../element/shared-pictures.ts";
import { defaults, kebab } from "../element/state/attributes.ts";
import { takeEarlyPress } from "../element/when/early-press.ts";
import type { Scene } from "../plots/marks.ts";
import { markedFinding } from "../words/quantity.ts";
import type { Strings } from "../words/strings.ts";
import type { Lang, Text } from "../words/text.ts";
import { BufferCache } from "./buffer-cache.ts";
import { Controls } from "./controls.ts";
import { Fields } from "./fields.ts";
import { NARROW, panesIn } from "./fit.ts";
import type { InputBox } from "./input-box.ts";
import { isTold } from "./is-told.ts";
import type { Worded } from "./own-words.ts";
import { Pane } from "./pane.ts";
import { bindPointing } from "./pointer.ts";
import { prefersReducedMotion } from "./reduced-motion.ts";
import type { AnyFigure, Shown } from "./spec.ts";
import kitStyle from "./style.css?inline";
import { kitMarkup, stylesOf } from "./template.ts";
import { type Read, tracked } from "./tracked.ts";
import type { Transition } from "./transition.ts";
import type { WorkStrip } from "./work-strip.ts";

type State = Record<string, unknown>;
type Any = Shown<State, unknown>;

/** Presses that say what they set: "pos=3 layout=halves". */
function assignments(text: string): State {
  return Object.fromEntries(
    text.split(" ").map((pair) => {
      const cut = pair.indexOf("=");
      return [pair.slice(0, cut), decodeURIComponent(pair.slice(cut + 1))];
    }),
  );
}

/** Values as `<pe-code values>` takes them: "pos=12 d-model=64". */
const valuesText = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${kebab(name)}=${String(value)}`)
    .join(" ");

/** What figures live without, and have as soon as it has loaded. */
let deferred: typeof import("./deferred.ts") | undefined;
let deferredLoading: Promise<void> | undefined;

function loadLate(): Promise<void> {
  deferredLoading ??= import("./deferred.ts")
    .then((module) => {
      deferred = module;
    })
    .catch((error: unknown) => {
      // The next one who asks tries again.
      deferredLoading = undefined;
      throw error;
    });
  return deferredLoading;
}

/** A figure whose spec is asked for when the first element of it is built. */
export interface Deferred {
  readonly tag: string;
  /** The attributes in its table. */
  readonly names: readonly string[];
  /** See contract.ts. */
  readonly room: string;
  load(): AnyFigure;
}

/** The element class of a figure, not registered yet. */
export function deferredFigure({
  tag,
  names,
  room,
  load,
}: Deferred): WidgetClass {
  let loaded: AnyFigure | undefined;
  const spec = (): AnyFigure => {
    loaded ??= load();
    return loaded;
  };
  let styles: readonly string[] | undefined;

  class Figure extends PosencElement<AnyFigure["table"]> {
    static override readonly tag = tag;
    static override readonly names = names;
    static override readonly room = room;
    static override get table(): AnyFigure["table"] {
      return spec().table;
    }
    static override get callsNothing(): boolean {
      return spec().callsNothing === true;
    }

    /** The figure, in the words of the page where it has some. */
    #spec: AnyFigure = spec();
    #words: Worded | undefined;
    #stopWords: (() => void) | undefined;
    #wording: unknown;
    #data: unknown;

    /** Words of the page's own: see own-words.ts. */
    get wording(): unknown {
      return this.#wording;
    }

    set wording(wording: unknown) {
      this.#wording = wording;
      this.#retold();
    }

    /** What to show in place of what it computes: see own-data.ts. */
    get data(): unknown {
      return this.#data;
    }

    set data(data: unknown) {
      this.#data = data;
      this.#retold();
    }

    /** The page has told it something by a property. */
    #retold(): void {
      if (this.#stopWords) this.refresh();
      else void this.prepared();
    }

    get strings(): Strings {
      return this.#spec.strings;
    }

    protected override reworded(): void {
      // Told after it was made, by a script that sets an attribute, or moved.
      if (!this.#stopWords) void this.prepared();
      const now = this.#words?.spec ?? spec();
      if (now === this.#spec) return;
      this.#spec = now;
      this.#model = undefined;
      this.setState({});
      this.#words?.rename(this.#panes);
    }

    protected override async prepared(): Promise<void> {
      if (this.#stopWords || !isTold(this)) return;
      const { Worded } = await import("./own-words.ts");
      this.#words ??= new Worded(this, spec(), () => this.refresh());
      const stop = await this.#words.begin();
      if (this.#stopWords || !this.isConnected) stop();
      else this.#stopWords = stop;
      this.refresh();
    }

    protected override say(text: Text): string {
      return this.#words?.sayText(text, this.language) ?? super.say(text);
    }

    protected get styles(): readonly string[] {
      styles ??= [widgetStyle, kitStyle, stylesOf(spec())];
      return styles;
    }

    readonly #buffers = new BufferCache();
    readonly #transitions = Object.entries<Transition | undefined>(
      spec().transitions?.() ?? {},
    );
    #panes: readonly Pane[] = [];
    #controls: Controls<State> | undefined;
    #fields: Fields | undefined;
    #finding: HTMLElement | null = null;
    /** What stands there, as the figure gave it. */
    #found = "";
    #live: readonly HTMLElement[] = [];
    #hover: State | undefined;
    #model: { readonly read: Read; readonly model: unknown } | undefined;
    #shown: Any | undefined;
    #strip: WorkStrip | undefined;
    #textInput: InputBox | undefined;
    #inputText: unknown;
    /** What the page has written on it has been looked through. */
    #isRead = false;

    protected override settle(state: State): State {
      return this.#spec.settle?.(state) ?? state;
    }

    protected override markup(lang: Lang): string {
      const state = this.settle(defaults(spec().table, lang));
      return kitMarkup(spec(), { state, lang, theme: "light", link: null });
    }

    protected override bind(root: ShadowRoot): void {
      this.#finding = root.querySelector(".finding");
      this.#found = "";
      this.#live = [...root.querySelectorAll<HTMLElement>("[data-v]")];
      this.#panes = spec().panels.map(
        (panel) => new Pane(root, panel as never, this.sizes),
      );
      const widget = this;
      const host = {
        get lang() {
          return widget.language;
        },
        get strings() {
          return widget.strings;
        },
        read: () => this.now,
        write: (values: State) => this.setState(values),
        say: (text: Text) => this.say(text),
      };
      this.#controls = new Controls(root, spec().table, spec().controls, host);
      this.#fields = new Fields(root, spec().table, host);
      for (const pane of this.#panes) this.#bindPane(pane);
      this.#bindWork(root);
      if (spec().textInput) void this.#bindTextInput(root).catch(() => {});
      // Who unfolds nothing does without it; it may be unfolded already.
      const more = root.querySelector<HTMLDetailsElement>(".more");
      const hold = () =>
        void import("./keep-in-view.ts").then(
          (it) => it.keepPictureInView(root),
          () => {},
        );
      if (more?.open) hold();
      else more?.addEventListener("toggle", hold, { once: true });
    }

    #bindWork(root: ShadowRoot): void {
      const { work } = spec();
      const at = root.querySelector(".work");
      if (!work || !at) return;
      const widget = this;
      const host = {
        // In the words of the page, when they are there.
        get spec() {
          return widget.#spec;
        },
        state: () => this.now,
        inputText: () => this.#inputText,
        set: (values: State) => this.setState(this.unlocked(values)),
        told: () => this.invalidate(),
      };
      // Few figures have it. What is pressed before it is there is done then.
      let asked = takeEarlyPress(this);
      const wait = ({ target }: Event) => {
        asked = (target as Element).closest<HTMLElement>("[data-work]")?.dataset
          .work;
      };
      at.addEventListener("click", wait);
      const load = async () => {
        const { WorkStrip } = await import("./work-strip.ts");
        at.removeEventListener("click", wait);
        this.#strip = new WorkStrip(at, host, asked);
        this.invalidate();
      };
      void load().catch(() => {});
    }

    async #bindTextInput(root: ShadowRoot): Promise<void> {
      const { InputBox } = await import("./input-box.ts");
      const widget = this;
      this.#textInput = new InputBox(
        root.querySelector(".text-input") as HTMLElement,
        {
          // In the words of the page, when they are there.
          get spec() {
            return widget.#spec;
          },
          get lang() {
            return widget.language;
          },
          state: () => this.now,
          set: (values) => this.setState(this.unlocked(values)),
          inputText: (value) => {
            this.#inputText = value;
            this.invalidate();
          },
        },
      );
      this.invalidate();
    }

    #bindPane(pane: Pane): void {
      const { panel, plot } = pane;
      if (panel.kind === "html") {
        pane.html?.addEventListener("click", (event) => {
          const at = (event.target as Element).closest<HTMLElement>(
            "[data-set], [data-press]",
          );
          if (!at || this.#shown === undefined) return;
          const { set, press } = at.dataset;
          const values = set
            ? assignments(set)
            : panel.press?.(press ?? "", this.#shown);
          if (values) this.setState(this.unlocked(values));
        });
        return;
      }
      if (!panel.pointing || !plot) return;
      bindPointing<State, unknown>(plot, panel.pointing, {
        shown: () => this.#shown && { ...this.#shown, state: this.now },
        box: () => pane.box,
        hover: (values) => this.#point(values),
        choose: (values) => {
          this.#point(undefined);
          this.setState(this.unlocked(values));
        },
      });
    }

    /** Shows a state while the pointer rests on it; undefined: no longer. */
    #point(values: State | undefined): void {
      if (values === undefined && this.#hover === undefined) return;
      this.#hover = values;
      this.hovered(values);
      this.invalidate();
    }

    protected override takeHover(values: State | undefined): void {
      this.#hover = values;
      this.invalidate();
    }

    protected override refreshed(): void {
      this.#words?.mark();
      for (const pane of this.#panes) pane.forget();
      this.#controls?.update();
      this.#fields?.update();
    }

    protected override printed(width: number | undefined): void {
      // Of a page whose figures nobody has come near, there is nothing to place.
      if (!deferred) return;
      deferred.adoptPaper(this.shadowRoot as ShadowRoot, width);
      const widths =
        width === undefined ? undefined : panesIn(this.#spec, width);
      const narrow = width !== undefined && width <= NARROW;
      for (const pane of this.#panes) {
        if (pane.leftOut) continue;
        pane.print(widths?.get(pane.panel.id), narrow, deferred.asPicture);
      }
    }

    protected override undone(): void {
      this.#controls?.forget();
    }

    protected override linked(): void {
      this.invalidate();
    }

    protected override release(): void {
      this.#controls?.stop();
      for (const { drawing } of this.#panes) drawing?.stop();
      this.#stopWords?.();
      this.#stopWords = undefined;
      this.#buffers.release();
      this.#strip?.attendant.close();
      this.#textInput?.close();
      this.#model = undefined;
    }

    protected override prepare(): void {
      this.#compute();
    }

    protected override paint(): void {
      if (!deferred) {
        // It comes for all figures of a page at once.
        void loadLate().then(
          () => this.invalidate("wait"),
          () => {},
        );
      } else if (!this.#isRead) {
        this.#isRead = true;
        deferred.tellAuthor(this, names);
      }
      // Read before anything is written, which would make the browser lay out
      // the page in between.
      const palette = this.#panes.some(({ panel }) => "canvas" in panel)
        ? this.palette
        : undefined;
      this.#strip?.attendant.follow(this.now, this.#inputText);
      const shown = this.#compute();
      this.#shown = shown;
      const finding = this.#spec.finding({ ...shown, state: this.now });
      if (this.#finding && this.#found !== finding) {
        this.#found = finding;
        this.#finding.innerHTML = trusted(markedFinding(finding));
      }
      this.#patchFormula(shown);
      const drawn = this.#onTheWay(shown);
      // What is pointed at is shown at once.
      const still =
        this.printing || this.#hover !== undefined || prefersReducedMotion();
      let moving = false;
      const taken = new Set<string>();
      const locks = this.hasLocks
        ? (name: string) => this.isLocked(name)
        : undefined;
      for (const pane of this.#panes) {
        if (pane.leftOut) continue;
        const { panel, plot } = pane;
        if (deferred && plot && panel.kind !== "html") {
          pane.drawing ??= new deferred.DeferredDrawing(panel, plot);
        }
        pane.draw(drawn, palette, still);
        if (!pane.drawing) continue;
        moving ||= pane.drawing.moving;
        if (!this.#hover) pane.drawing.place(drawn, pane.box, taken, locks);
      }
      this.#controls?.update();
      this.#fields?.update();
      this.#strip?.update(shown);
      this.#textInput?.update();
      if (drawn !== shown || moving) this.invalidate();
    }

    /** The same with numbers that are on their way; itself when all are there. */
    #onTheWay(shown: Any): Any {
      const now = performance.now();
      const way: State = {};
      for (const [name, transition] of this.#transitions) {
        const target = shown.state[name] as number;
        const value = (transition as Transition).at(target, now, this.printing);
        if (value !== target) way[name] = value;
      }
      return Object.keys(way).length === 0
        ? shown
        : { ...shown, state: { ...shown.state, ...way } };
    }

    #compute(): Any {
      const { now, language: lang, theme, link } = this;
      const old = this.#model;
      if (!old || [...old.read].some(([name, value]) => now[name] !== value)) {
        const { state, read } = tracked(now);
        this.#model = { read, model: this.#spec.compute(state, this.#buffers) };
      }
      const { model, read } = this.#model as NonNullable<typeof old>;
      const hover = Object.entries(this.#hover ?? {}).filter(
        // What is only pointed at must not need new numbers.
        ([name]) => !read.has(name),
      );
      const state = this.settle({ ...now, ...Object.fromEntries(hover) });
      const own = this.#strip?.attendant.result;
      return {
        state,
        model,
        lang,
        theme,
        link,
        ...(own !== undefined && { own }),
        ...(this.#inputText !== undefined && { inputText: this.#inputText }),
      };
    }

    #patchFormula(shown: Any): void {
      const values = spec().formula?.values(shown);
      if (!values) return;
      for (const at of this.#live) {
        const text = values[at.getAttribute("data-v") as string] ?? "";
        if (at.textContent !== text) at.textContent = text;
      }
    }

    get #now(): Any {
      if (this.#shown === undefined) throw new Error("not drawn yet");
      return { ...this.#shown, state: this.now };
    }

    protected override describe(): string {
      return this.#shown ? this.#spec.sentence(this.#now) : "";
    }

    protected override canSave(): Promise<void> {
      return loadLate();
    }

    get #files() {
      if (deferred === undefined) {
        throw new Error("what makes files is still loading");
      }
      return deferred;
    }

    protected override scene(): Scene {
      return this.#files.sheet(this.#spec, this.#now, (panel) => {
        const pane = this.#panes.find((it) => it.panel.id === panel.id);
        return pane?.snapshot() as HTMLCanvasElement;
      });
    }

    protected override readonly hasPictures = true;

    protected override async pictures(): Promise<Pictures> {
      const { picturesOf } = await import("./card-and-loop.ts");
      const { state, lang, theme, own, inputText } = this.#now;
      const { palette } = this;
      return picturesOf({
        spec: this.#spec,
        state,
        lang,
        theme,
        palette,
        own,
        inputText,
      });
    }

    protected override tableData(): TableData {
      return this.#spec.tableData(this.#now);
    }

    protected override code(): string {
      return this.#spec.code(this.#now);
    }

    protected override listing() {
      const listing = this.#spec.listing?.(this.#now);
      return listing && { ...listing, values: valuesText(listing.values) };
    }

    protected override csv(): string {
      return (
        this.#spec.csv?.(this.#now) ??
        this.#files.csvOf(this.#spec.tableData(this.#now))
      );
    }
  }
  return Figure;
}

/** The same for a spec that is there already. */
export const figureElement = (spec: AnyFigure, room = ""): WidgetClass =>
  deferredFigure({
    tag: spec.tag,
    names: Object.keys(spec.table),
    room,
    load: () => spec,
  });
