// <pe-ledger>: the claims of the documents, filtered, unfolded and computed. The
// page build writes all of it into the page, where it can be read without a
// script; this class filters, remembers, and has a worker compute the verdicts.

import { watchSurroundings } from "../../widgets/element/look/theme.ts";
import { trusted } from "../../widgets/element/look/trusted.ts";
import {
  storeInAddress,
  valuesInAddress,
} from "../../widgets/element/state/url-state.ts";
import { type Lang, languageOf } from "../../widgets/words/text.ts";
import type { Verdict } from "../claims/types.ts";
import { Checker, type Computed } from "./check-run.ts";
import { ALL, type Filters, fits, fromAddress, toAddress } from "./filters.ts";
import { fill, strings } from "./strings.ts";
import { resultHtml } from "./template.ts";
import type { TrainStrips } from "./train-strip.ts";

const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** Typing that pauses this long is searched for. */
const PAUSE_MS = 150;

/** What showing results may take of a frame. */
const BUDGET_MS = 6;

/**
 * The ledger.
 *
 * Event, bubbling: `pe-checked` (detail: `{ checked, differing }`, ids) when a
 * run of checks has ended.
 */
export class Ledger extends Base {
  static readonly tag = "pe-ledger";

  #rows: HTMLDetailsElement[] = [];
  #filters: Filters = ALL;
  readonly #checker = new Checker((id) => this.#checked(id));
  #strips: TrainStrips | undefined;
  #timer = 0;
  #frame = 0;
  /** Claims computed and not yet shown. */
  readonly #pending = new Set<string>();
  #showing = 0;
  #stops: (() => void)[] = [];
  #bound = false;
  /** Rows that were closed before printing. */
  #unfolded: HTMLDetailsElement[] = [];

  connectedCallback(): void {
    this.#rows = [...this.querySelectorAll<HTMLDetailsElement>(".claim-row")];
    this.#bind();
    this.#filters = fromAddress(valuesInAddress(this.id));
    this.#fillForm();
    const on = (type: string, act: () => void): void => {
      addEventListener(type, act);
      this.#stops.push(() => removeEventListener(type, act));
    };
    on("beforeprint", () => this.#unfold());
    on("afterprint", () => this.#fold());
    on("hashchange", () => this.#followAddress());
    this.#stops.push(watchSurroundings(this, () => this.#later()));
    this.#apply();
    this.#followAddress();
  }

  disconnectedCallback(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#checker.stop();
    this.#strips?.stop();
    clearTimeout(this.#timer);
    this.#timer = 0;
    cancelAnimationFrame(this.#frame);
    cancelAnimationFrame(this.#showing);
    this.#showing = 0;
  }

  get #lang(): Lang {
    return languageOf(this);
  }

  #find<E extends HTMLElement>(selector: string): E | null {
    return this.querySelector<E>(selector);
  }

  #bind(): void {
    if (this.#bound) return;
    this.#bound = true;
    const form = this.#find<HTMLFormElement>("form");
    form?.addEventListener("submit", (event) => event.preventDefault());
    form?.addEventListener("input", (event) => {
      clearTimeout(this.#timer);
      if ((event.target as Element).matches("input"))
        this.#timer = window.setTimeout(() => this.#readForm(), PAUSE_MS);
      else this.#readForm();
    });
    this.addEventListener("click", (event) => this.#clicked(event));
    this.addEventListener("toggle", () => this.#labelUnfold(), true);
    this.addEventListener("keydown", (event) => this.#moved(event));
  }

  #clicked(event: Event): void {
    const at = (event.target as Element).closest<HTMLElement>("button");
    if (!at) return;
    // What was typed just now counts for what is pressed.
    if (this.#timer !== 0) this.#readForm();
    const { verdict, act, check, train } = at.dataset;
    if (verdict !== undefined) this.#set({ ...this.#filters, verdict });
    else if (check !== undefined) this.#checker.start([check]);
    else if (train !== undefined) void this.#train(at, train);
    else if (act === "clear") this.#clear();
    else if (act === "unfold") this.#toggleAll();
    else if (act === "run") this.#toggleRun();
  }

  /** Arrow keys go from claim to claim. */
  #moved(event: KeyboardEvent): void {
    const from = event.target as Element;
    if (!from.matches(".claim-row > summary")) return;
    const shown = this.#shown();
    const at = shown.indexOf(from.parentElement as HTMLDetailsElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[
      event.key
    ];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    event.preventDefault();
    const next = event.key === "End" ? shown.at(-1) : shown[Math.max(to, 0)];
    next?.querySelector("summary")?.focus();
  }

  #shown(): HTMLDetailsElement[] {
    return this.#rows.filter((row) => !row.hidden);
  }

  /** Ids of the claims shown that can be computed. */
  #computable(): string[] {
    return this.#shown().flatMap((row) =>
      row.querySelector(".check") ? [row.dataset.id as string] : [],
    );
  }

  #readForm(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const value = (name: string): string =>
      this.#find<HTMLInputElement>(`[name=${name}]`)?.value ?? "";
    const { verdict } = this.#filters;
    const [document, kind] = [value("document"), value("kind")];
    this.#set({ document, kind, verdict, text: value("q") });
  }

  #fillForm(): void {
    const { document, kind, text } = this.#filters;
    for (const [name, value] of Object.entries({ document, kind, q: text })) {
      const at = this.#find<HTMLInputElement>(`[name=${name}]`);
      if (at && at.value !== value) at.value = value;
    }
  }

  #set(filters: Filters): void {
    this.#filters = filters;
    storeInAddress(this.id, toAddress(filters));
    this.#apply();
  }

  #clear(): void {
    this.#set(ALL);
    this.#fillForm();
    this.#find<HTMLInputElement>("[name=q]")?.focus();
  }

  /** A link to a claim shows it, whatever the filters hide. */
  #followAddress(): void {
    const values = valuesInAddress(this.id);
    if (values) {
      this.#filters = fromAddress(values);
      this.#fillForm();
      this.#apply();
      return;
    }
    const id = /^#claim-(\d{3}-\d\d)$/.exec(location.hash)?.[1];
    const row = this.#rows.find((one) => one.dataset.id === id);
    if (!row) return;
    if (row.hidden) {
      this.#filters = ALL;
      this.#fillForm();
      this.#apply();
    }
    row.open = true;
    row.scrollIntoView({ block: "start" });
  }

  /** After a change of language the page writes its texts anew. */
  #later(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      const { results, faults } = this.#checker;
      for (const id of results.keys()) this.#showResult(id);
      for (const id of faults.keys()) this.#showResult(id);
      this.#strips?.show();
      this.#apply();
    });
  }

  #apply(): void {
    const counts = new Map<string, number>();
    const groups = new Map<Element | null, number>();
    let shown = 0;
    for (const row of this.#rows) {
      const { document = "", verdict = "", kind = "" } = row.dataset;
      const words = (row.textContent ?? "").toLowerCase();
      const facts = { document, verdict, kind, words };
      const visible = fits(facts, this.#filters);
      row.hidden = !visible;
      if (visible) shown += 1;
      const group = row.parentElement;
      groups.set(group, (groups.get(group) ?? 0) + Number(visible));
      // What each verdict's button would show.
      if (fits(facts, { ...this.#filters, verdict: "" })) {
        counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
        counts.set("", (counts.get("") ?? 0) + 1);
      }
    }
    for (const [group, count] of groups) {
      if (group instanceof HTMLElement) group.hidden = count === 0;
    }
    for (const button of this.querySelectorAll<HTMLElement>("[data-verdict]")) {
      if (!(button instanceof HTMLButtonElement)) continue;
      const name = button.dataset.verdict ?? "";
      const pressed = name === this.#filters.verdict;
      button.setAttribute("aria-pressed", String(pressed));
      const count = button.querySelector(".count");
      if (count) count.textContent = String(counts.get(name) ?? 0);
    }
    this.#tellShown(shown);
    this.#showRun();
  }

  #tellShown(shown: number): void {
    const total = this.#rows.length;
    const text = fill(strings.shown[this.#lang], {
      SHOWN: shown,
      TOTAL: total,
    });
    this.#say(".shown", text);
    const none = this.#find(".none");
    if (none) none.hidden = shown > 0;
    this.#labelUnfold();
  }

  #labelUnfold(): void {
    const button = this.#find('[data-act="unfold"]');
    const open = this.#shown().some((row) => row.open);
    if (button)
      button.textContent = strings[open ? "close" : "open"][this.#lang];
  }

  #toggleAll(): void {
    const shown = this.#shown();
    const open = !shown.some((row) => row.open);
    for (const row of shown) row.open = open;
    this.#labelUnfold();
  }

  #unfold(): void {
    this.#unfolded = this.#shown().filter((row) => !row.open);
    for (const row of this.#unfolded) row.open = true;
  }

  #fold(): void {
    for (const row of this.#unfolded) row.open = false;
    this.#unfolded = [];
  }

  #toggleRun(): void {
    const ids = this.#computable();
    if (this.#checker.going) this.#checker.stop();
    else if (ids.length > 0) this.#checker.start(ids);
  }

  /** A claim was computed, or a run began or ended. */
  #checked(id?: string): void {
    if (!this.isConnected) return;
    if (id !== undefined) this.#pending.add(id);
    this.#showSoon();
    if (this.#checker.run.kind !== "done") return;
    const { asked } = this.#checker;
    const detail = { checked: asked, differing: this.#differing() };
    this.dispatchEvent(
      new CustomEvent("pe-checked", { detail, bubbles: true }),
    );
  }

  /** Shows what has arrived, as much a frame as leaves the page alive. */
  #showSoon(): void {
    if (this.#showing !== 0) return;
    this.#showing = requestAnimationFrame(() => {
      this.#showing = 0;
      const until = performance.now() + BUDGET_MS;
      for (const id of this.#pending) {
        this.#showResult(id);
        this.#pending.delete(id);
        if (performance.now() > until) break;
      }
      this.#showRun();
      if (this.#pending.size > 0) this.#showSoon();
    });
  }

  /** What trains is loaded by the press that first asks for it. */
  async #train(button: HTMLElement, id: string): Promise<void> {
    try {
      const { TrainStrips } = await import("./train-strip.ts");
      if (!this.isConnected) return;
      this.#strips ??= new TrainStrips(
        this,
        () => this.#lang,
        (one, computed) => this.#trained(one, computed),
      );
      this.#strips.press(id);
    } catch (error) {
      const told = button.parentElement?.querySelector(".train-told");
      if (told) told.textContent = `${strings.fault[this.#lang]} ${error}`;
    }
  }

  /** A claim was decided by the reader's own models. */
  #trained(id: string, computed: Computed): boolean {
    this.#checker.results.set(id, computed);
    this.#checker.faults.delete(id);
    this.#showResult(id);
    return computed.shown.verdict === this.#stated(id);
  }

  #stated(id: string): Verdict {
    const row = this.#rows.find((one) => one.dataset.id === id);
    return (row?.dataset.verdict ?? "unverifiable") as Verdict;
  }

  /** Of those asked last, the ones whose verdict is another or has failed. */
  #differing(): string[] {
    return this.#checker.asked.filter(
      (id) =>
        this.#checker.faults.has(id) ||
        this.#checker.results.get(id)?.shown.verdict !== this.#stated(id),
    );
  }

  #showResult(id: string): void {
    const at = this.#find(`.check[data-id="${id}"]`);
    const into = at?.querySelector(".result");
    if (!at || !into) return;
    const fault = this.#checker.faults.get(id);
    const computed = this.#checker.results.get(id);
    if (fault !== undefined) {
      into.textContent = `${strings.fault[this.#lang]} ${fault}`;
    } else if (computed) {
      const stated = this.#stated(id);
      into.innerHTML = trusted(
        resultHtml(computed.shown, stated, this.#lang, computed.ms),
      );
    }
    const same = computed?.shown.verdict === this.#stated(id);
    const row = at.closest<HTMLElement>(".claim-row");
    if (row) row.dataset.checked = String(fault === undefined && same);
  }

  #showRun(): void {
    const lang = this.#lang;
    const { run, going } = this.#checker;
    const button = this.#find<HTMLButtonElement>('[data-act="run"]');
    const count = this.#computable().length;
    if (button) {
      const start = count === 1 ? "runOne" : "run";
      const key = going ? "stop" : count > 0 ? start : "runNone";
      button.textContent = fill(strings[key][lang], { COUNT: count });
      button.disabled = !going && count === 0;
    }
    const bar = this.#find<HTMLProgressElement>("progress");
    if (bar) {
      bar.max = Math.max(1, this.#checker.asked.length);
      bar.value = this.#checker.done;
      bar.classList.toggle("idle", !going);
    }
    // Spoken is the beginning and the end, not every claim between.
    const text = this.#runText(lang);
    const started = run.kind === "going" && run.started;
    this.#say(".run-count", started ? text : "");
    if (!started) this.#say(".run-status", text);
  }

  #say(selector: string, text: string): void {
    const at = this.#find(selector);
    if (at && at.textContent !== text) at.textContent = text;
  }

  #runText(lang: Lang): string {
    const { run } = this.#checker;
    const numbers = {
      DONE: this.#checker.done,
      TOTAL: this.#checker.asked.length,
    };
    if (run.kind === "none") return "";
    if (run.kind === "fault") return `${strings.fault[lang]} ${run.message}`;
    if (run.kind === "stopped") return fill(strings.stopped[lang], numbers);
    if (run.kind === "going") {
      return fill(strings[run.started ? "running" : "starting"][lang], numbers);
    }
    const differing = this.#differing();
    const one = this.#checker.done === 1;
    const agree = one ? "agreesOne" : "agree";
    const disagree = one ? "disagreesOne" : "disagree";
    const key = differing.length === 0 ? agree : disagree;
    const separator = lang === "zh" ? "、" : ", ";
    return fill(strings[key][lang], {
      ...numbers,
      TIME: run.seconds.toFixed(1),
      WHICH: differing.join(separator),
    });
  }
}

const registry = globalThis.customElements;
if (registry && !registry.get(Ledger.tag)) registry.define(Ledger.tag, Ledger);
