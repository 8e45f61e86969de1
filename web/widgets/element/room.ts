// How tall a figure is where the page says it: `height`, or `fit="slide"`, all that
// its container leaves. Its plots take what texts and controls do not.
import { outerOf } from "./look/backdrop.ts";

const SHARED = new CSSStyleSheet();
SHARED.replaceSync(`@media screen {
:host { min-height: 0; }
/* The back row reads labels, which are three quarters of it. */
:host([fit]) { font-size: 20px; }
/* Plots begin at their least height and grow. */
.root { display: flex; flex-direction: column; height: 100%; box-sizing: border-box; --pe-screen: 0px; --_least: 5.25em; }
.hands-on, .stage, .pane { display: flex; flex-direction: column; }
.hands-on, .stage, .row:has(.plot), .stage .plot { flex: 1 0 auto; }
.stage .row { align-items: stretch; }
:host([fit]) :is(.tools, .notice) { display: none; }
:host([fit]:not([caption])) figcaption { display: none; }
:host([fit]:not([controls])) .more { display: none; }
:host([fit]) .controls { margin-top: 12px; }
:host([fit]) .finding { font-size: 1em; max-width: none; }
/* Its question stands beside it, with the same buttons. */
:host([fit][data-asked]:not([told])) :is(.ask, .finding) { display: none; }
:host([fit]) .head { min-height: 0; line-height: 1.3; }
.row:not(:has(> .pane:not([data-left-out]))), :host([fit]) .row[data-no-room] { display: none; }
/* What is alone in its row has all of it. */
.row:not(:has(> .pane:not([data-left-out]) ~ .pane:not([data-left-out]))) { grid-template-columns: minmax(0, 1fr); }
/* The three pictures of the playground. */
@container (min-width: 640.02px) {
  .plots { flex: 1 1 0; min-height: 0; grid-template-rows: minmax(0, 3fr) minmax(0, 2fr); }
  .plots > * { display: flex; flex-direction: column; min-height: 0; }
  .plots > * > .plot { flex: 1 1 0; min-height: var(--_least); height: auto; }
  .hands { position: absolute; inset: 0; height: 100%; }
}
/* Rows that are too tall below each other stand in two columns. */
.root[data-beside] :is(.hands-on, .stage) { flex: 1 1 0; min-height: 0; }
.root[data-beside] .stage { flex-wrap: wrap; column-gap: 24px; }
.root[data-beside] .stage .row { width: calc(50% - 12px); grid-template-columns: repeat(auto-fit, minmax(min(100%, 11em), 1fr)); }
}`);

/** px that no container leaves: what is lower limits the figure. */
const PROBE = 20_000;

/** px that a figure has in any case: one without height would never begin. */
const LEAST = 160;

/** Parts of a figure, and what leaves them out. */
const PARTS: readonly (readonly [selector: string, attribute: string])[] = [
  [".finding", 'hide="finding"'],
  [".formula", 'hide="formula"'],
  [".hands-on > .controls", 'controls=""'],
  ["figcaption", 'hide="caption toolbar"'],
];

const px = (length: string): number => Number.parseFloat(length) || 0;

const isFree = (element: Element): boolean =>
  /absolute|fixed/.test(getComputedStyle(element).position);

/**
 * px that the first container which does not grow with the figure leaves for it,
 * while the figure is PROBE px tall. Sizes are those of the layout: a slide may be
 * drawn smaller or larger.
 */
function leftFor(host: HTMLElement): number {
  let used = 0;
  let inner = host;
  for (;;) {
    const outer = outerOf(inner);
    const { marginTop, marginBottom } = getComputedStyle(inner);
    if (!(outer instanceof HTMLElement) || outer === document.documentElement) {
      return innerHeight - used - px(marginTop) - px(marginBottom);
    }
    if (outer.offsetHeight < PROBE) {
      const { offsetTop: top, offsetHeight: height } = inner;
      const bottom = top + height;
      const others = isFree(inner)
        ? []
        : ([...outer.children] as HTMLElement[]).filter(
            (it) => it !== inner && it.offsetHeight > 0 && !isFree(it),
          );
      const above = others.map((it) => top - it.offsetTop);
      const below = others.map((it) => it.offsetTop + it.offsetHeight - bottom);
      const { paddingTop, paddingBottom } = getComputedStyle(outer);
      return (
        outer.clientHeight -
        px(paddingTop) -
        px(paddingBottom) -
        (height - PROBE) -
        Math.max(px(marginTop), ...above) -
        Math.max(px(marginBottom), ...below)
      );
    }
    used = outer.offsetHeight - PROBE;
    inner = outer;
  }
}

class Room {
  readonly #host: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #own = new CSSStyleSheet();
  readonly #around = new ResizeObserver(() => this.measure());
  readonly #within = new ResizeObserver(() => this.#check());
  readonly #told = new Set<string>();
  #centred = 0;

  readonly #resized = () => {
    if (this.#host.isConnected) this.measure();
    else removeEventListener("resize", this.#resized);
  };

  constructor(host: HTMLElement, root: ShadowRoot) {
    this.#host = host;
    this.#root = root;
    for (const part of root.querySelectorAll(".root > *, .hands-on > *")) {
      this.#within.observe(part);
    }
  }

  /** Reads the attributes and the page around again. */
  update(): void {
    const sheets = [SHARED, this.#own];
    const root = this.#root;
    const others = root.adoptedStyleSheets.filter((it) => !sheets.includes(it));
    const has = ["fit", "height"].some((it) => this.#host.hasAttribute(it));
    root.adoptedStyleSheets = has ? [...others, ...sheets] : others;
    this.#around.disconnect();
    if (!has) return;
    const host = this.#host;
    addEventListener("resize", this.#resized);
    for (const at of [host, outerOf(host), outerOf(outerOf(host) ?? host)]) {
      if (at) this.#around.observe(at);
    }
    this.measure();
  }

  /** Takes the height that is said, or what there is. */
  measure(): void {
    const said = this.#host.getAttribute("height");
    if (said !== null) {
      const length = /^\d+(\.\d+)?$/.test(said) ? `${said}px` : said;
      if (CSS.supports("height", length)) {
        this.#set(length);
        return;
      }
      this.#tell(
        `height="${said}" must be a CSS length such as 480px, or a number of px`,
      );
    }
    const fit = this.#host.getAttribute("fit");
    if (fit === null) return;
    if (fit !== "slide") this.#tell(`fit="${fit}" must be "slide"`);
    if (this.#host.getClientRects().length === 0) return;
    for (const at of this.#root.querySelectorAll(
      "[data-beside], [data-no-room]",
    )) {
      at.removeAttribute("data-beside");
      at.removeAttribute("data-no-room");
    }
    // A flex column gives the rest of its height; what would shrink in proportion
    // takes from the texts beside it.
    const around = outerOf(this.#host);
    const { display, flexDirection } = getComputedStyle(around ?? this.#host);
    const isColumn = /flex$/.test(display) && /^column/.test(flexDirection);
    this.#set(`${PROBE}px`, isColumn ? "1 1 0px" : undefined);
    if (isColumn && this.#host.offsetHeight === 0) {
      this.#set(`${PROBE}px`, "none");
    }
    // Sizes of the page's own have a say before ours.
    const { offsetHeight } = this.#host;
    const height =
      offsetHeight < PROBE ? offsetHeight : Math.floor(leftFor(this.#host));
    this.#set(`${Math.max(LEAST, height)}px`, isColumn ? "none" : undefined);
    this.#check();
    this.#center();
  }

  /** Reveal.js looks how tall a slide is at its start and when the window changes. */
  #center(): void {
    const { offsetHeight } = this.#host;
    const slide = this.#host.closest(".reveal .slides section");
    if (!slide || offsetHeight === this.#centred) return;
    this.#centred = offsetHeight;
    dispatchEvent(new Event("resize"));
  }

  #set(height: string, flex = ""): void {
    const how = flex && `flex: ${flex};`;
    this.#own.replaceSync(
      `@media screen { :host { height: ${height}; ${how} } }`,
    );
  }

  /** What the plots at their least cannot make up for, the author can. */
  #check(): void {
    const host = this.#host;
    const all = this.#root.querySelector<HTMLElement>(".root");
    if (!host.hasAttribute("data-live") || !all) return;
    const room = host.clientHeight;
    if (room === 0) return;
    const missing = () => all.scrollHeight - room;
    if (missing() >= 2 && host.hasAttribute("fit")) this.#arrange(all, missing);
    const short = missing();
    if (short < 2) return;
    const ways = PARTS.flatMap(([selector, attribute]) => {
      const height =
        this.#root.querySelector<HTMLElement>(selector)?.offsetHeight;
      return height ? [`${attribute} gives ${height} px`] : [];
    });
    const panes = [...this.#root.querySelectorAll<HTMLElement>("[data-pane]")];
    if (panes.length > 1) {
      const names = panes.map(({ dataset }) => dataset.pane).join(", ");
      ways.push(`hide also takes panels: ${names}`);
    }
    this.#tell(
      `needs ${short} px more than the ${room} px it has: ${ways.join("; ")}`,
    );
  }

  /**
   * Rows of panels in two columns where that is enough, else fewer of them: those
   * below the controls go first, then the last; the first picture stays.
   */
  #arrange(all: HTMLElement, missing: () => number): void {
    const stage = this.#root.querySelector(".stage");
    if (!stage) return;
    const fits = (): boolean => {
      if (missing() < 2) return true;
      all.toggleAttribute("data-beside", true);
      const isOver =
        stage.scrollWidth > stage.clientWidth + 1 ||
        stage.scrollHeight > stage.clientHeight + 1;
      if (!isOver && missing() < 2) return true;
      all.toggleAttribute("data-beside", false);
      return false;
    };
    const rows = [...all.querySelectorAll<HTMLElement>(".row")].filter(
      (row) => row.offsetHeight > 0,
    );
    const first = rows.findIndex((row) => row.querySelector(".plot"));
    const left: string[] = [];
    while (!fits() && rows.length > first + 1) {
      const row = rows.pop() as HTMLElement;
      row.toggleAttribute("data-no-room", true);
      const panes = row.querySelectorAll<HTMLElement>(
        ".pane:not([data-left-out])",
      );
      left.unshift(...[...panes].map(({ dataset }) => dataset.pane as string));
    }
    if (left.length > 0) {
      this.#tell(
        `leaves out ${left.join(" ")} for want of room; hide and controls choose what stays instead`,
      );
    }
  }

  #tell(what: string): void {
    if (this.#told.has(what)) return;
    this.#told.add(what);
    console.warn(`posenc: <${this.#host.localName}> ${what}`);
  }
}

const rooms = new WeakMap<Element, Room>();

/** Keeps a figure as tall as its attributes `fit` and `height` say. */
export function keepRoom(host: HTMLElement, root: ShadowRoot): void {
  const room = rooms.get(host) ?? new Room(host, root);
  rooms.set(host, room);
  room.update();
}
