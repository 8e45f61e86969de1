// <pe-quiz>: a question of a page, and of a figure in it. What the page's author
// writes is all there without a script: the question, and the answers to unfold.
import { takeProperties, type WidgetClass } from "../element/define.ts";
import { adoptStyles } from "../element/look/style.ts";
import { themeOf, watchSurroundings } from "../element/look/theme.ts";
import { trusted } from "../element/look/trusted.ts";
import { camel, readNumber } from "../element/state/attributes.ts";
import { inWords, lookup } from "../kit/own-words.ts";
import { loadWords, onWords, saidBy } from "../kit/said-words.ts";
import { common, type Strings } from "../words/strings.ts";
import { languageOf, quantity, type Text } from "../words/text.ts";
import {
  type Asked,
  answerOf,
  type Demand,
  demandsOf,
  isMet,
  Unclear,
} from "./goal.ts";
import { outcomeOf, strings as outcomes } from "./outcome.ts";
import style from "./style.css?inline";

export const strings = {
  guess: { en: "Your guess", zh: "你的猜测" },
  compare: { en: "Compare", zh: "对照" },
  check: { en: "Check", zh: "检查" },
  again: { en: "Answer again", zh: "重新作答" },
  right: { en: "Right.", zh: "答对了。" },
  wrong: { en: "Not so.", zh: "不是这样。" },
  notYet: { en: "Not yet.", zh: "还没到。" },
  value: { en: "It is {1}.", zh: "答案是 {1}。" },
  loading: {
    en: "The figure is still loading.",
    zh: "图还在加载。",
  },
} as const satisfies Strings;

/** All that a question says itself, for lists of texts. */
export const quizTexts: readonly Text[] = [strings, outcomes].flatMap((it) =>
  Object.values(it),
);

const TAG = "pe-quiz";
/** Attributes of a question. */
const NAMES = ["for", "answer", "goal", "tolerance", "lock", "fit"] as const;
const TOLERANCE = 0.05;

type Kind = "choices" | "number" | "goal";

const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

let count = 0;

/**
 * A question: choices (`<details>`, `data-right` at what is right), a number
 * (`answer`), or something to bring a figure to (`goal`).
 *
 * Event, bubbling: `pe-answer` (detail: `{ id, answer, right }`), once for each
 * answer given; `answer` is null where the reader asked to be shown.
 */
export class Quiz extends Base {
  static readonly tag = TAG;
  static readonly table = {};
  static readonly names: readonly string[] = [];
  static readonly observedAttributes = ["lang", "theme", ...NAMES];

  #wording: unknown;
  #stops: (() => void)[] = [];
  /** What its figure had as `lock`, while it locks it. */
  #lockBefore: { figure: Asked; lock: string | null } | undefined;
  #outcome: { text: Text; right: boolean | undefined } | undefined;
  #fault: string | undefined;
  /** What the author was told last. */
  #warned: string | undefined;
  #isWaiting = false;

  /** Other words for its own: see own-words.ts. */
  get wording(): unknown {
    return this.#wording;
  }

  set wording(wording: unknown) {
    this.#wording = wording;
    this.#show();
  }

  /** What the reader answered: a letter, or a number as it was typed. */
  get answer(): string | undefined {
    return this.dataset.answer;
  }

  connectedCallback(): void {
    takeProperties(this, ["wording"]);
    if (!this.id) this.id = `${TAG}-${++count}`;
    if (!this.shadowRoot) this.#build();
    const show = (): void => this.#show();
    this.#stops = [watchSurroundings(this, show), onWords(show)];
    void loadWords(this, TAG).then(show);
    // What stands behind it in the page may be read later.
    const children = new MutationObserver(() => this.#prepare());
    children.observe(this, { childList: true });
    this.#stops.push(() => children.disconnect());
    const toggled = (event: Event): void => this.#opened(event);
    this.addEventListener("toggle", toggled, true);
    this.#stops.push(() => this.removeEventListener("toggle", toggled, true));
    this.#prepare();
  }

  disconnectedCallback(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#unlock();
  }

  attributeChangedCallback(): void {
    if (this.isConnected && this.shadowRoot) this.#prepare();
  }

  /** Forgets the answer. */
  reset(): void {
    delete this.dataset.answer;
    this.#outcome = undefined;
    this.#fault = undefined;
    for (const choice of this.#folds) {
      delete choice.dataset.chosen;
      choice.open = false;
    }
    this.#input.value = "";
    this.#lock();
    this.#show();
  }

  get #kind(): Kind {
    if (this.hasAttribute("goal")) return "goal";
    return this.hasAttribute("answer") ? "number" : "choices";
  }

  /** What unfolds: choices, or one explanation. */
  get #folds(): HTMLDetailsElement[] {
    return [...this.querySelectorAll<HTMLDetailsElement>(":scope > details")];
  }

  get #figure(): Asked | null {
    const id = this.getAttribute("for");
    const root = this.getRootNode() as Document | ShadowRoot;
    return id ? root.getElementById(id) : null;
  }

  #part<E extends HTMLElement>(name: string): E {
    return this.shadowRoot?.querySelector(`.${name}`) as E;
  }

  get #input(): HTMLInputElement {
    return this.#part("guess");
  }

  #build(): void {
    const shadow = this.attachShadow({ mode: "open", delegatesFocus: true });
    shadow.innerHTML = trusted(`<slot></slot>
<p class="outcome" role="status"></p><p class="fault" id="fault" role="alert"></p>
<div class="acts"><form class="asks" novalidate><label><span class="t-guess"></span><input class="guess" inputmode="decimal" autocomplete="off" spellcheck="false" aria-describedby="fault"></label><button class="t-compare"></button></form>
<div class="row"><button type="button" class="check t-check"></button><button type="button" class="show t-showMe"></button><button type="button" class="again t-again"></button></div></div>`);
    adoptStyles(shadow, [style]);
    this.#part("asks").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#try(() => this.#compare());
    });
    const on = (name: string, act: () => unknown): void =>
      this.#part(name).addEventListener("click", () => void this.#try(act));
    on("check", () => this.#check());
    on("show", () => this.#giveUp());
    on("again", () => {
      this.reset();
      const first = this.#folds[0]?.querySelector("summary");
      if (this.#kind === "choices") first?.focus();
      else (this.#kind === "number" ? this.#input : this.#figure)?.focus();
    });
  }

  /** Reads what the author has written. */
  #prepare(): void {
    const kind = this.#kind;
    this.#part("asks").hidden = kind !== "number";
    this.#part("check").hidden = kind !== "goal";
    for (const fold of this.#folds) {
      fold.toggleAttribute("data-explains", kind !== "choices");
    }
    const figure = this.#figure;
    if (figure) {
      if (!figure.hasAttribute("asks")) figure.setAttribute("asks", this.id);
      if (kind !== "choices") figure.setAttribute("loading", "eager");
    }
    const isTight = this.#isTight(figure);
    if (isTight) this.dataset.fit = this.#folds.length > 3 ? "many" : "";
    else delete this.dataset.fit;
    figure?.toggleAttribute("data-asked", isTight);
    this.#lock();
    this.#warn();
    this.#show();
  }

  /** Whether it has a slide together with a figure that takes what is left. */
  #isTight(figure: Element | null): boolean {
    const isBeside = figure?.parentElement === this.parentElement;
    return (
      this.hasAttribute("fit") ||
      (isBeside && figure?.hasAttribute("fit") === true)
    );
  }

  /** What the author has written that will not do. */
  #wrong(): string | undefined {
    const id = this.getAttribute("for");
    const figure = this.#figure;
    if (id && !figure) return `there is no figure with id="${id}"`;
    const kind = this.#kind;
    if (kind === "goal") {
      demandsOf(this.getAttribute("goal") ?? "");
      return figure ? undefined : 'a goal needs for="id of a figure"';
    }
    if (kind === "number") {
      const answer = this.getAttribute("answer") ?? "";
      // What a figure says is known when it is live.
      if (!figure || !answer.includes("{")) answerOf(answer, figure);
      return this.#tolerance >= 0 ? undefined : "tolerance must be 0 or more";
    }
    const folds = this.#folds;
    const isRight = folds.some((it) => it.hasAttribute("data-right"));
    return folds.length >= 2 && isRight
      ? undefined
      : "it needs answer, goal, or two <details> at least, with data-right at a right one; in Markdown put a <div> around it, without blank lines";
  }

  /** Tells the author, once the page has been read. */
  #warn(): void {
    if (document.readyState === "loading") {
      if (this.#isWaiting) return;
      this.#isWaiting = true;
      const later = (): void => this.#prepare();
      document.addEventListener("DOMContentLoaded", later, { once: true });
      return;
    }
    let text: string | undefined;
    try {
      text = this.#wrong();
    } catch (error) {
      if (!(error instanceof Unclear)) throw error;
      text = error.message;
    }
    if (text === undefined || text === this.#warned) return;
    this.#warned = text;
    console.warn(`posenc: <${TAG} id="${this.id}">: ${text}`);
  }

  get #tolerance(): number {
    const text = this.getAttribute("tolerance");
    return text === null ? TOLERANCE : readNumber(text);
  }

  /** Keeps the reader's hands off the figure until there is an answer. */
  #lock(): void {
    const names = this.getAttribute("lock");
    const figure = this.#figure;
    this.#unlock();
    if (names === null || !figure || this.answer !== undefined) return;
    const { names: all = [] } = figure.constructor as Partial<WidgetClass>;
    const lock = figure.getAttribute("lock");
    this.#lockBefore = { figure, lock };
    const locked = names.trim() === "" ? all.join(" ") : names;
    figure.setAttribute("lock", `${lock ?? ""} ${locked}`.trim());
    if (names.trim() === "" && all.length === 0) {
      // Its names are known when its class is.
      const known = customElements.whenDefined(figure.localName);
      void known.then(() => this.isConnected && this.#lock());
    }
  }

  #unlock(): void {
    const { figure, lock } = this.#lockBefore ?? {};
    this.#lockBefore = undefined;
    if (lock === null) figure?.removeAttribute("lock");
    else if (lock !== undefined) figure?.setAttribute("lock", lock);
  }

  #opened({ target }: Event): void {
    const choice = target as HTMLDetailsElement;
    const folds = this.#folds;
    const which = folds.indexOf(choice);
    if (this.#kind !== "choices" || which < 0 || !choice.open) return;
    if (this.answer !== undefined) return;
    const right = choice.hasAttribute("data-right");
    choice.dataset.chosen = right ? "right" : "wrong";
    this.#answered(String.fromCharCode(65 + which), right, {
      ...(right ? strings.right : strings.wrong),
    });
  }

  /** The figure, as soon as it has a state. */
  async #ready(): Promise<Asked | null> {
    const figure = this.#figure;
    if (!figure || figure.hasAttribute("data-live")) return figure;
    this.#fault = this.#text(strings.loading);
    this.#show();
    await new Promise((go) =>
      figure.addEventListener("pe-ready", go, { once: true }),
    );
    this.#fault = undefined;
    return figure;
  }

  async #compare(): Promise<void> {
    const typed = this.#input.value;
    const guess = readNumber(typed);
    if (Number.isNaN(guess)) {
      throw new Unclear(this.#text(outcomes.noNumber));
    }
    const value = answerOf(
      this.getAttribute("answer") ?? "",
      await this.#ready(),
    );
    const { right, text } = outcomeOf(guess, value, this.#tolerance);
    this.#answered(typed, right, this.#withValue(text, value));
  }

  /** An outcome, with the number itself where nothing else tells it. */
  #withValue(text: Text, value: number): Text {
    if (this.#folds.length > 0) return text;
    const { en, zh } = strings.value;
    const said = quantity(value);
    return {
      en: `${text.en} ${en.replace("{1}", said)}`,
      zh: `${text.zh}${zh.replace("{1}", said)}`,
    };
  }

  async #check(): Promise<void> {
    const figure = await this.#ready();
    if (!figure) throw new Unclear('a goal needs for="id of a figure"');
    const demands: readonly Demand[] = demandsOf(
      this.getAttribute("goal") ?? "",
    );
    if (isMet(demands, figure)) {
      const now = demands.map(
        ({ name }) => `${name}=${figure.state?.[camel(name)]}`,
      );
      this.#answered(now.join(" "), true, strings.right);
    } else {
      this.#outcome = { text: strings.notYet, right: false };
      this.#show();
    }
  }

  async #giveUp(): Promise<void> {
    const kind = this.#kind;
    let text: Text | undefined;
    if (kind === "number") {
      const answer = this.getAttribute("answer") ?? "";
      const value = answerOf(answer, await this.#ready());
      text = this.#withValue({ en: "", zh: "" }, value);
    } else if (kind === "choices") {
      const right = this.#folds.find((it) => it.hasAttribute("data-right"));
      if (right) {
        right.dataset.chosen = "right";
        this.dataset.answer = "";
        right.open = true;
      }
    }
    this.#answered(null, false, text);
  }

  #answered(answer: string | null, right: boolean, text?: Text): void {
    this.dataset.answer = answer ?? "";
    this.#outcome = text && {
      text,
      right: answer === null ? undefined : right,
    };
    this.#unlock();
    if (this.#kind !== "choices") for (const it of this.#folds) it.open = true;
    this.#show();
    const detail = { id: this.id, answer, right };
    this.dispatchEvent(
      new CustomEvent("pe-answer", { detail, bubbles: true, composed: true }),
    );
  }

  async #try(act: () => unknown): Promise<void> {
    this.#fault = undefined;
    try {
      await act();
    } catch (error) {
      this.#fault = (error as Error).message;
    }
    this.#show();
  }

  #text(text: Text): string {
    const own = text[languageOf(this)];
    const said = saidBy(this, TAG, this.#wording);
    return said ? inWords(lookup(said.words), own, "") : own;
  }

  #show(): void {
    const root = this.shadowRoot;
    if (!root) return;
    this.toggleAttribute("data-dark", themeOf(this) === "dark");
    const all = { ...strings, showMe: common.showMe } as Strings;
    for (const [key, text] of Object.entries(all)) {
      const at = root.querySelector(`.t-${key}`);
      const said = this.#text(text);
      if (at && at.textContent !== said) at.textContent = said;
    }
    const isAnswered = this.answer !== undefined;
    this.#part("check").hidden = this.#kind !== "goal" || isAnswered;
    this.#part("show").hidden = isAnswered;
    this.#part("again").hidden = !isAnswered;
    const { text, right } = this.#outcome ?? {};
    const outcome = this.#part("outcome");
    outcome.textContent = text ? this.#text(text).trim() : "";
    outcome.dataset.right = String(right);
    this.#part("fault").textContent = this.#fault ?? "";
    this.#input.setAttribute("aria-invalid", String(this.#fault !== undefined));
  }
}
