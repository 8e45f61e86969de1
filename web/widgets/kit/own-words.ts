// A figure in the words of whoever wrote the page, or in a language that somebody
// has put it into: each of its texts is looked up as it is shown, its numbers left
// out, so that no figure has to know.
import type { TableData } from "../element/look/tools.ts";
import type { Mark } from "../plots/marks.ts";
import { type Filled, fill } from "../words/filled.ts";
import { notices } from "../words/notices.ts";
import { common, refusal, type Strings } from "../words/strings.ts";
import { escapeHtml, type Lang, quantity, type Text } from "../words/text.ts";
import { NUMBERS } from "./numbers-in-text.ts";
import type { Host, OwnData } from "./own-data.ts";
import type { Pane } from "./pane.ts";
import { type Panel, WEIGHTS } from "./panel.ts";
import { loadWords, missWords, onWords, saidBy } from "./said-words.ts";
import type { Added, AnyFigure, Shown } from "./spec.ts";
import type { Phase } from "./work.ts";

type Any = Shown<Record<string, unknown>, unknown>;

/**
 * What to say instead: by the name of one of the figure's strings ("caption",
 * "pos", "finding"), or by one of its texts with `{1}`, `{2}` … in place of the
 * numbers. In what is said, `{1}` is such a number, and `{pos}` the value of an
 * attribute.
 */
export type Words = Readonly<Record<string, string>>;

/** Looks texts up. `where` says what a text is, for lists of all of them. */
export interface Lookup {
  /** A text without its numbers → the one to show; undefined: as it is. */
  find(template: string, where: string): string | undefined;
  /** What the page says itself for a name: lists of a language hold texts. */
  named?(name: string): string | undefined;
}

const BOLD = /<b>(.*?)<\/b>/gsu;
const PLACE = /\{([\w-]+)\}/g;

/** Texts that differ in the width of a space are the same. */
const plain = (text: string): string =>
  text
    .replace(/[\u00a0\u202f]/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
};
const unescaped = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot);/g, (it) => ENTITIES[it] as string);

/** “And” and “or” in Spanish and Portuguese are no quantities: see quantity.ts. */
const WORD = /(?<=^|\s)[eouy](?=\s\p{L})/gu;

const asMap = (words: Words): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(words).map(([from, to]) => [
      plain(from),
      to.replace(WORD, "$&\u2060"),
    ]),
  );

/**
 * Words that are looked up by text, or by name.
 *
 * @param own - those of the page itself, by name as well: a list has “head” for
 *   the label of an axis, which is not what the control called head says
 */
export function lookup(words: Words, own: Words = {}): Lookup {
  const [all, named] = [asMap(words), asMap(own)];
  return {
    find: (template) => all.get(plain(template)),
    named: (name) => named.get(name),
  };
}

/** A text with places for its numbers, which join those that are there. */
const parted = (text: string, numbers: string[]): string =>
  text.replace(NUMBERS, (it) => `{${numbers.push(it)}}`);

const QUOTED = /“([^“”]*)”/gu;

/**
 * The same, with a place for each quotation as well: a sentence that a reader
 * typed, or the name of a choice, which is looked up by itself.
 */
const unquoted = (
  words: Lookup,
  text: string,
  numbers: string[],
  written: (text: string) => string = (it) => it,
): string =>
  text
    .split(QUOTED)
    .map((part, k) =>
      k % 2 === 1 && !/^\{\w+\}$/.test(part)
        ? `“{${numbers.push(written(inWords(words, part, "")))}}”`
        : k % 2 === 1
          ? `“${part}”`
          : parted(part, numbers),
    )
    .join("");

type State = Readonly<Record<string, unknown>>;

const valueText = (value: unknown): string =>
  typeof value === "number" ? quantity(value, 6) : String(value);

/** Fills the places of a text; a place that nothing is known of stays. */
const filled = (
  text: string,
  numbers: readonly string[],
  state: State | undefined,
): string =>
  text.replace(PLACE, (whole, name: string) => {
    const key = name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
    if (/^\d+$/.test(name)) return numbers[Number(name) - 1] ?? whole;
    return state && Object.hasOwn(state, key) ? valueText(state[key]) : whole;
  });

/** A text in other words. */
export function inWords(
  words: Lookup,
  text: string,
  where: string,
  state?: State,
): string {
  if (!/\p{L}/u.test(text)) return text;
  let numbers: string[] = [];
  let said = words.find(parted(text, numbers), where);
  if (said === undefined && text.includes("“")) {
    numbers = [];
    said = words.find(unquoted(words, text, numbers), where);
  }
  return said === undefined || said === ""
    ? text
    : filled(said, numbers, state);
}

/** A part of a text in other words, with the spaces around it. */
export function partInWords(
  words: Lookup,
  text: string,
  where: string,
): string {
  const inner = text.trim();
  const said = inWords(words, inner, where);
  return said === inner ? text : text.replace(inner, () => said);
}

const saidAloud = (words: Lookup, html: string, where: string): string =>
  html.replace(
    /( (?:aria-label|title)=")([^"]+)(?=")/g,
    (_, name: string, text: string) =>
      name +
      escapeHtml(inWords(words, unescaped(text), `${where}, read aloud`)),
  );

/** HTML in other words: what stands between its tags, or is read aloud for them. */
const htmlInWords = (words: Lookup, html: string, where: string): string =>
  saidAloud(words, html, where).replace(
    /(^|>)([^<>]+)(?=<|$)/g,
    (_, before: string, text: string) => {
      const [, left, inner, right] = /^(\s*)(.*?)(\s*)$/s.exec(
        text,
      ) as never as [string, string, string, string];
      const own = unescaped(inner);
      const said = inWords(words, own, where);
      return `${before}${left}${said === own ? inner : escapeHtml(said)}${right}`;
    },
  );

/**
 * A finding in other words. What is bold counts as a number, and is bold again
 * where it has come to.
 */
function findingInWords(words: Lookup, html: string, state: State): string {
  let numbers: string[] = [];
  const templateOf = (partOf: (text: string) => string): string =>
    html
      .split(BOLD)
      .map((part, k) =>
        k % 2 === 1
          ? `{${numbers.push(`<b>${htmlInWords(words, part, "bold in the finding")}</b>`)}}`
          : partOf(unescaped(part.replace(/<[^>]*>/g, ""))),
      )
      .join("");
  const template = templateOf((text) => parted(text, numbers));
  let said = words.find("finding", "") ?? words.find(template, "finding");
  if (said === undefined && html.includes("“")) {
    numbers = [];
    said = words.find(
      templateOf((text) => unquoted(words, text, numbers, escapeHtml)),
      "finding",
    );
  }
  if (said === undefined || said === "") return htmlInWords(words, html, "");
  const values = Object.fromEntries(
    Object.entries(state).map(([name, value]) => [
      name,
      `<b>${escapeHtml(valueText(value))}</b>`,
    ]),
  );
  return filled(escapeHtml(said), numbers, values);
}

const marksInWords = (
  words: Lookup,
  marks: readonly Mark[],
  where: string,
): readonly Mark[] =>
  marks.map((mark) => {
    if (mark.kind === "group") {
      return { ...mark, marks: marksInWords(words, mark.marks, where) };
    }
    if (mark.kind !== "text") return mark;
    const text = inWords(words, mark.text, where);
    return text === mark.text ? mark : { ...mark, text };
  });

function stringsInWords(words: Lookup, strings: Strings): Strings {
  const all: Strings = { ...common, ...strings };
  const said = Object.entries(all).flatMap(([key, text]) => {
    const where =
      key === "caption"
        ? "caption"
        : key in strings
          ? `name of ${key}`
          : "button of every figure";
    const by = words.named?.(key);
    // Lists have each text once, in English.
    const now: Text = {
      en: by ?? inWords(words, text.en, where),
      zh: by ?? inWords(words, text.zh, ""),
    };
    const isOwn = key in strings;
    return isOwn || now.en !== text.en || now.zh !== text.zh
      ? [[key, now] as const]
      : [];
  });
  return Object.fromEntries(said);
}

function panelInWords(
  words: Lookup,
  panel: Panel<unknown, unknown>,
): Panel<unknown, unknown> {
  const at = `panel ${panel.id}`;
  const { title, legend, label, attention } = panel;
  const usual = attention && WEIGHTS[attention].en;
  const from = usual && inWords(words, usual, `title of ${at}`);
  const shared = {
    ...(from !== usual && { from }),
    ...(title && {
      title: (shown: Any) =>
        inWords(words, title(shown as never), `title of ${at}`, shown.state),
    }),
    ...(legend && {
      legend: (shown: Any) =>
        legend(shown as never).map((key) => ({
          ...key,
          text: inWords(words, key.text, `legend of ${at}`),
        })),
    }),
    label: (shown: Any) =>
      inWords(words, label(shown as never), `${at}, read aloud`, shown.state),
  };
  if (panel.kind === "html") {
    const { html, lines } = panel;
    return {
      ...panel,
      ...shared,
      html: (shown: Any) => htmlInWords(words, html(shown as never), at),
      lines: (shown: Any) =>
        lines(shown as never).map((line) =>
          inWords(words, line, `${at}, saved`),
        ),
    } as Panel<unknown, unknown>;
  }
  const { marks, pointing } = panel;
  const keys = pointing?.keys;
  return {
    ...panel,
    ...shared,
    ...(marks && {
      marks: (shown: Any, box: never) =>
        marksInWords(words, marks(shown as never, box), `in ${at}`),
    }),
    ...(keys && {
      pointing: {
        ...pointing,
        keys: Object.fromEntries(
          Object.entries(keys).map(([lang, text]) => [
            lang,
            words.named?.("keys") ??
              inWords(words, text, lang === "en" ? `keys of ${at}` : ""),
          ]),
        ),
      },
    }),
  } as Panel<unknown, unknown>;
}

function tableInWords(words: Lookup, data: TableData): TableData {
  const of = (text: string): string => inWords(words, text, "table");
  return {
    ...data,
    caption: of(data.caption),
    corner: of(data.corner),
    columns: data.columns.map(of),
    rows: data.rows.map(({ head, cells }) => ({
      head: of(head),
      cells: cells.map(of),
    })),
  };
}

/** The figure with other words; all else is as it was. */
export function withWords(spec: AnyFigure, words: Lookup): AnyFigure {
  const { finding, sentence, tableData, panels, strings } = spec;
  const { work, textInput } = spec;
  const said = (text: string, where: Added): string =>
    partInWords(words, text, where);
  return {
    ...spec,
    said,
    ...(work && {
      work: {
        ...work,
        say: (shown: Any, phase: Phase) =>
          work.say(shown, phase).map((text) => said(text, "below the picture")),
      },
    }),
    ...(textInput && {
      textInput: {
        ...textInput,
        say: (...given: Parameters<typeof textInput.say>) => {
          const text = textInput.say(...given);
          return text && said(text, "box for a text");
        },
      },
    }),
    strings: stringsInWords(words, strings) as AnyFigure["strings"],
    finding: (shown) => findingInWords(words, finding(shown), shown.state),
    sentence: (shown) => {
      const own = words.find("finding", "");
      if (own === undefined) {
        return inWords(words, sentence(shown), "sentence", shown.state);
      }
      const html = findingInWords(words, finding(shown), shown.state);
      return unescaped(html.replace(/<[^>]*>/g, ""));
    },
    tableData: (shown) => tableInWords(words, tableData(shown)),
    panels: panels.map((panel) => panelInWords(words, panel)),
  };
}

/** What is said of figures and their tools, by names that words can use. */
const MESSAGES: Strings = { ...common, ...notices, refusal };

/** Instead of a tag: see tools/widgets/words.mjs. */
const TOOLS = "tools";

/** The words and the data that a page has for one figure of it. */
export class Worded {
  readonly #host: Host & { readonly wording?: unknown };
  readonly #spec: AnyFigure;
  #base: AnyFigure;
  #now: AnyFigure;
  #lookup: Lookup | undefined;
  /** What they were when `#now` was made of them. */
  #key = "";
  #language: string | undefined;
  readonly #tell: () => void;
  #data: OwnData | undefined;
  #loading: Promise<void> | undefined;

  constructor(
    host: Host & { readonly wording?: unknown },
    spec: AnyFigure,
    tell: () => void,
  ) {
    this.#host = host;
    this.#spec = spec;
    this.#base = spec;
    this.#now = spec;
    this.#tell = tell;
  }

  /** Loads a list of the page's language, and data; calls when either changes. */
  async begin(): Promise<() => void> {
    await loadWords(this.#host, this.#spec.tag);
    await this.#load();
    void this.#data?.spec;
    await this.#data?.ready;
    void missWords(this.#host, this.#spec.tag);
    this.#awaitTools();
    const stop = onWords(this.#tell);
    return () => {
      stop();
      this.#data?.stop();
    };
  }

  /** What tools say is loaded when a reader comes near them. */
  #awaitTools(): void {
    const tools = this.#host.shadowRoot?.querySelector(".tools");
    for (const near of ["pointerenter", "focusin", "click"]) {
      tools?.addEventListener(near, () => void loadWords(this.#host, TOOLS), {
        once: true,
      });
    }
  }

  /** Few pages have data of their own. */
  #load(): Promise<void> | undefined {
    const host = this.#host;
    const isGiven =
      host.data != null ||
      host.hasAttribute("data") ||
      host.querySelector(":scope > script") !== null;
    if (!isGiven || this.#data) return undefined;
    this.#loading ??= import("./own-data.ts").then(
      ({ OwnData }) => {
        this.#data = new OwnData(host, this.#spec, this.#tell);
        this.#tell();
      },
      () => {
        this.#loading = undefined;
      },
    );
    return this.#loading;
  }

  /** The figure in these words: another one when they have changed. */
  get spec(): AnyFigure {
    void this.#load();
    const { wording } = this.#host;
    const base = this.#data?.spec ?? this.#spec;
    const said = saidBy(this.#host, this.#spec.tag, wording);
    const key = JSON.stringify(said) ?? "";
    if (key === this.#key && base === this.#base) return this.#now;
    this.#key = key;
    this.#base = base;
    this.#language = said?.language;
    this.#lookup = said && lookup(said.words, said.own);
    this.#now = this.#lookup ? withWords(base, this.#lookup) : base;
    return this.#now;
  }

  /** A text that stands in no panel. */
  say(text: string): string {
    return this.#lookup ? partInWords(this.#lookup, text, "") : text;
  }

  /** A message, by its name or by what it says; each part of it by itself. */
  sayText(text: Text, lang: Lang): string {
    const words = this.#lookup;
    if (!words) return text[lang];
    const say = (it: Text): string => {
      if ("template" in it) {
        const { template, contents } = it as Filled;
        return fill(say(template), contents, say);
      }
      const [name] =
        Object.entries(MESSAGES).find(([, message]) => message === it) ?? [];
      return (name && words.named?.(name)) || partInWords(words, it[lang], "");
    };
    return say(text);
  }

  /** Gives the panes of a figure the panels of these words. */
  rename(panes: readonly Pane[]): void {
    for (const pane of panes) {
      const { id } = pane.panel;
      const panel = this.#now.panels.find((it) => it.id === id);
      pane.leftOut = panel === undefined;
      if (panel) pane.panel = panel as typeof pane.panel;
      // Made for the panel that was there before.
      pane.drawing = undefined;
    }
  }

  /** Says of what language and direction they are. */
  mark(): void {
    this.#data?.show();
    const root = this.#host.shadowRoot?.querySelector<HTMLElement>(".root");
    if (!root) return;
    if (this.#language) root.lang = this.#language;
    for (const at of root.querySelectorAll(".finding, .caption")) {
      // They may be written from right to left.
      if (this.#key === "") at.removeAttribute("dir");
      else at.setAttribute("dir", "auto");
    }
  }
}
