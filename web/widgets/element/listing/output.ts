// What a program prints, computed by the library's public functions.

import {
  type KindId,
  kinds,
  type Language,
  type Printed,
  runKind,
} from "../../code/index.ts";
import type { ProgramState } from "../../code/program-state.ts";
import { escapeHtml, type Text } from "../../words/text.ts";
import { core } from "../library/core.ts";
import { trusted } from "../look/trusted.ts";
import { strings } from "./strings.ts";

const printed = (x: number): string =>
  Number.isInteger(x) || !Number.isFinite(x)
    ? String(x)
    : String(Number(x.toPrecision(8)));

/** More than this nobody reads, and a page takes seconds to lay it out. */
const MOST = { rows: 128, columns: 512 };

/** The printed lines, cut where they are too many. */
function textOf(rows: Printed, say: Say): string {
  const lines = rows.slice(0, MOST.rows).map((row) => {
    const all = Array.from(row);
    const shown = all.slice(0, MOST.columns).map(printed).join(" ");
    const left = all.length - MOST.columns;
    return left > 0 ? `${shown} ${more("numbers", left, say)}` : shown;
  });
  const left = rows.length - MOST.rows;
  return [...lines, ...(left > 0 ? [more("rows", left, say)] : [])].join("\n");
}

const more = (what: "numbers" | "rows", left: number, say: Say): string =>
  say(strings[what === "rows" ? "moreRows" : "moreNumbers"]).replace(
    "COUNT",
    String(left),
  );

/** How a text is said on the page. */
type Say = (text: Text) => string;

/** What there is to print. */
export interface Job {
  readonly kind: KindId;
  readonly state: ProgramState;
  readonly language: Language;
  readonly say: Say;
}

/** The box below a program. */
export class Output {
  readonly #root: ShadowRoot;
  #open = false;
  #turn = 0;

  constructor(root: ShadowRoot) {
    this.#root = root;
  }

  #find<E extends HTMLElement>(selector: string): E {
    return this.#root.querySelector(selector) as E;
  }

  toggle(): void {
    this.#open = !this.#open;
    this.#find(".output").hidden = !this.#open;
  }

  /** What comes now is of no use any more. */
  stop(): void {
    this.#turn += 1;
  }

  /** Names the button; computes and prints if the box is open. */
  update(job: Job): void {
    const own = job.language === "javascript" ? "run" : "output";
    const key = this.#open ? "hide" : own;
    const button = this.#find('[data-act="run"]');
    button.innerHTML = trusted(
      `<span data-t="${key}">${escapeHtml(job.say(strings[key]))}</span>`,
    );
    button.setAttribute("aria-expanded", String(this.#open));
    if (this.#open) void this.#run(job);
  }

  async #run({ kind, state, language, say }: Job): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    let text: string;
    try {
      await core();
      if (turn !== this.#turn) return;
      text = textOf(runKind(kind, state), say);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      text = `${say(strings.failed)} ${message}`;
    }
    if (turn !== this.#turn) return;
    const truth = language === "javascript" ? "ran" : "expected";
    this.#find(".prints").textContent = say(strings.prints).replace(
      "WHAT",
      () => say(kinds[kind].prints),
    );
    this.#find(".numbers").textContent = text;
    this.#find(".truth").textContent = say(strings[truth]);
  }
}
