// The controls of a figure, made from its table of attributes: a slider with
// a box for a number, a row of options or a menu for a choice, a tick for a
// switch, a line for words, a button that plays.
import { buttonNamed, nameAs, translated } from "../element/look/frame.ts";
import {
  type Attribute,
  type ChoiceAttribute,
  camel,
  type NumberAttribute,
  type Table,
  type WordsAttribute,
} from "../element/state/attributes.ts";
import { labelHtml } from "../words/quantity.ts";
import { common, notAllowed, type Strings } from "../words/strings.ts";
import { escapeHtml, type Lang, type Text } from "../words/text.ts";
import { Control, controlHtml } from "./number-control.ts";

/** One control; its label is `strings[key]`. */
export interface Item<S> {
  /** A property of the state. */
  readonly key: keyof S & string;
  /** Number: steps of equal ratio instead of equal difference. */
  readonly logarithmic?: boolean;
  /** Number: step of the slider; the box takes every allowed number. */
  readonly step?: number;
  /** Number: where the slider ends, if the box goes further. */
  readonly reach?: number;
  /** Number: where both end; at the highest allowed value if not said. */
  readonly max?: (state: Readonly<S>) => number;
  /** Choice: as a menu; for more than four options. */
  readonly menu?: boolean;
  /** Number: a button that runs through the values, so many ms from one to the next. */
  readonly play?: { readonly every: number };
  /** Words: a box of so many lines, for what is pasted. */
  readonly lines?: number;
  /** Shown only where it has a meaning. */
  readonly when?: (state: Readonly<S>) => boolean;
}

/** The controls right below the picture, and those that unfold. */
export interface Parted<S> {
  readonly main: readonly Item<S>[];
  readonly more: readonly Item<S>[];
}

const MAIN = 2;
const isSeed = (key: string): boolean => /seed$/i.test(key);

/**
 * Parts the controls of a figure.
 *
 * @param main - keys of the main ones; unless told, the first two that are
 *   always there and no seed
 */
export function parted<S>(
  items: readonly Item<S>[],
  main?: readonly string[],
): Parted<S> {
  const usual = items.filter(({ key, when }) => !when && !isSeed(key));
  const chosen = new Set(main ?? usual.slice(0, MAIN).map(({ key }) => key));
  const isMain = ({ key }: Item<S>): boolean => chosen.has(key);
  return {
    main: items.filter(isMain),
    more: items.filter((item) => !isMain(item)),
  };
}

/** The markup of all controls, each made by `html`. */
export function controlsHtml<S>(
  { main, more }: Parted<S>,
  html: (item: Item<S>) => string,
  lang: Lang,
): string {
  const group = (items: readonly Item<S>[]): string =>
    `<div class="controls" part="controls">${items.map(html).join("")}</div>`;
  return [
    main.length > 0 ? group(main) : "",
    more.length > 0
      ? `<details class="more" part="more"><summary data-t="more">${common.more[lang]}</summary>${group(more)}</details>`
      : "",
  ].join("");
}

/** What controls need of their widget. */
export interface ItemHost<S> {
  readonly lang: Lang;
  readonly strings: Strings;
  read(): Readonly<S>;
  write(values: Partial<S>): void;
  /** A text as the page says it. */
  say(text: Text): string;
  /** What a screen reader says at a number; null: the number. */
  valueText?(key: keyof S & string): string | null;
}

/** "number", "choice", "switch" or "words". */
export const kindOf = (attribute: Attribute<unknown>): string =>
  (attribute as { kind?: string }).kind ?? "number";

function optionsHtml(
  key: string,
  names: readonly string[],
  value: string,
  strings: Strings,
  lang: Lang,
): string {
  const radios = names.map(
    (name) =>
      `<label class="option"><input type="radio" name="${key}" value="${name}"${name === value ? " checked" : ""}>${translated(strings, name, lang)}</label>`,
  );
  return `<fieldset class="control wide" part="control" data-control="${key}"><legend data-t="${key}">${labelHtml(strings[key]?.[lang] ?? key)}</legend><div class="choice">${radios.join("")}</div></fieldset>`;
}

function menuHtml(
  key: string,
  names: readonly string[],
  value: string,
  strings: Strings,
  lang: Lang,
): string {
  const options = names.map(
    (name) =>
      `<option value="${name}" data-t="${name}"${name === value ? " selected" : ""}>${escapeHtml(strings[name]?.[lang] ?? name)}</option>`,
  );
  return `<div class="control menu" part="control" data-control="${key}"><label for="${key}" data-t="${key}">${labelHtml(strings[key]?.[lang] ?? key)}</label><select id="${key}">${options.join("")}</select></div>`;
}

function switchHtml(
  key: string,
  on: boolean,
  strings: Strings,
  lang: Lang,
): string {
  return `<div class="control" part="control" data-control="${key}"><label class="switch"><input type="checkbox" id="${key}"${on ? " checked" : ""}>${translated(strings, key, lang)}</label></div>`;
}

function wordsHtml(
  key: string,
  lines: number | undefined,
  attribute: WordsAttribute,
  value: string,
  strings: Strings,
  lang: Lang,
): string {
  const common = `class="line" id="${key}" autocomplete="off" spellcheck="false" maxlength="${4 * attribute.max}" aria-describedby="${key}-note"`;
  const box = lines
    ? `<textarea ${common} rows="${lines}">${escapeHtml(value)}</textarea>`
    : `<input ${common} type="text" value="${escapeHtml(value)}">`;
  return `<div class="control words" part="control" data-control="${key}"><label for="${key}" data-t="${key}">${labelHtml(strings[key]?.[lang] ?? key)}</label>${box}<p class="note" id="${key}-note" role="status"></p></div>`;
}

/** The markup of one control; what has no meaning in a state is not seen. */
export function itemHtml<S>(
  item: Item<S>,
  attribute: Attribute<unknown>,
  state: Readonly<S>,
  strings: Strings,
  lang: Lang,
): string {
  const html = seenHtml(item, attribute, state, strings, lang);
  return item.when?.(state) === false
    ? html.replace(" data-control=", " hidden data-control=")
    : html;
}

function seenHtml<S>(
  item: Item<S>,
  attribute: Attribute<unknown>,
  state: Readonly<S>,
  strings: Strings,
  lang: Lang,
): string {
  const { key } = item;
  const value = state[key];
  switch (kindOf(attribute)) {
    case "choice": {
      const { names } = attribute as ChoiceAttribute;
      const html = item.menu ? menuHtml : optionsHtml;
      return html(key, names, value as string, strings, lang);
    }
    case "switch":
      return switchHtml(key, value as boolean, strings, lang);
    case "words":
      return wordsHtml(
        key,
        item.lines,
        attribute as WordsAttribute,
        value as string,
        strings,
        lang,
      );
    default: {
      const spec = numberSpec(item, attribute as NumberAttribute);
      const slider = controlHtml(spec, strings, lang, value as number);
      if (!item.play) return slider;
      return slider.replace(
        /<\/div>$/,
        `<button type="button" class="play" data-play="${key}" ${buttonNamed(strings, `play ${key}`, lang)}><span aria-hidden="true">▶</span></button></div>`,
      );
    }
  }
}

function numberSpec<S>(item: Item<S>, attribute: NumberAttribute) {
  return { ...item, attribute } as unknown as ConstructorParameters<
    typeof Control
  >[1];
}

/** The attribute behind a property: "seqLen" → that of "seq-len". */
export function attributeOf(table: Table, key: string): Attribute<unknown> {
  const name = Object.keys(table).find((it) => camel(it) === key);
  if (name === undefined) throw new Error(`no attribute for ${key}`);
  return table[name] as Attribute<unknown>;
}

/** All controls of a figure, live. */
export class Controls<S> {
  readonly #updates: (() => void)[] = [];
  readonly #stops: (() => void)[] = [];
  readonly #forgets: (() => void)[] = [];

  constructor(
    root: ShadowRoot,
    table: Table,
    items: readonly Item<S>[],
    host: ItemHost<S>,
  ) {
    const more = root.querySelector<HTMLElement>(".more");
    const within = [...(more?.querySelectorAll<HTMLElement>(".control") ?? [])];
    for (const item of items) {
      const at = root.querySelector<HTMLElement>(
        `[data-control="${item.key}"]`,
      );
      if (at === null) continue;
      const attribute = attributeOf(table, item.key);
      this.#bind(root, at, item, attribute, host);
      const { when } = item;
      if (when) {
        this.#updates.push(() => {
          at.hidden = !when(host.read());
        });
      }
    }
    this.#updates.push(() => {
      if (more) more.hidden = within.every(({ hidden }) => hidden);
    });
  }

  /** Shows the state. */
  update(): void {
    for (const update of this.#updates) update();
  }

  /** Drops what was refused, and stops what plays. */
  forget(): void {
    for (const forget of this.#forgets) forget();
    this.stop();
  }

  /** Stops what plays. */
  stop(): void {
    for (const stop of this.#stops) stop();
  }

  #bind(
    root: ShadowRoot,
    at: HTMLElement,
    item: Item<S>,
    attribute: Attribute<unknown>,
    host: ItemHost<S>,
  ): void {
    const { key } = item;
    const write = (value: unknown): void =>
      host.write({ [key]: value } as Partial<S>);
    switch (kindOf(attribute)) {
      case "choice":
        this.#bindChoice(at, key, write, host);
        break;
      case "switch": {
        const box = at.querySelector("input") as HTMLInputElement;
        box.addEventListener("change", () => write(box.checked));
        this.#updates.push(() => {
          box.checked = host.read()[key] as boolean;
        });
        break;
      }
      case "words":
        this.#bindWords(at, key, attribute, write, host);
        break;
      default: {
        const numbers = attribute as NumberAttribute;
        const control = new Control(root, numberSpec(item, numbers), {
          get lang() {
            return host.lang;
          },
          get strings() {
            return host.strings;
          },
          read: () => host.read() as Readonly<Record<string, unknown>>,
          write: (_, value) => write(value),
          say: (text) => host.say(text),
          valueText: () => host.valueText?.(key) ?? null,
        });
        this.#updates.push(() => control.update());
        this.#forgets.push(() => control.forget());
        if (item.play) this.#bindPlay(at, item, numbers, host);
      }
    }
  }

  #bindChoice(
    at: HTMLElement,
    key: keyof S & string,
    write: (value: unknown) => void,
    host: ItemHost<S>,
  ): void {
    const menu = at.querySelector("select");
    if (menu) {
      menu.addEventListener("change", () => write(menu.value));
      this.#updates.push(() => {
        const value = host.read()[key] as string;
        if (menu.value !== value) menu.value = value;
      });
      return;
    }
    const radios = [...at.querySelectorAll("input")];
    for (const radio of radios) {
      radio.addEventListener("change", () => write(radio.value));
    }
    this.#updates.push(() => {
      const value = host.read()[key];
      for (const radio of radios) {
        const checked = radio.value === value;
        if (radio.checked !== checked) radio.checked = checked;
      }
    });
  }

  #bindWords(
    at: HTMLElement,
    key: keyof S & string,
    attribute: Attribute<unknown>,
    write: (value: unknown) => void,
    host: ItemHost<S>,
  ): void {
    // A box of one line or, for what is pasted, of several: what is used here
    // they have in common.
    const box = at.querySelector(".line") as HTMLInputElement;
    const note = at.querySelector(".note") as HTMLElement;
    let refused: string | undefined;
    /** The value that stayed then. */
    let stayed: string | undefined;
    box.addEventListener("input", () => {
      const good = attribute.read(box.value) !== undefined;
      refused = good ? undefined : box.value;
      if (good) write(box.value);
      stayed = host.read()[key] as string;
      update();
    });
    box.addEventListener("blur", () => update());
    const forget = (): void => {
      if (refused === undefined) return;
      refused = undefined;
      update(true);
    };
    box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") forget();
    });
    this.#forgets.push(forget);
    const update = (rewrite = false): void => {
      const value = host.read()[key] as string;
      if (refused !== undefined && value !== stayed) {
        forget();
        return;
      }
      if (refused === undefined && (rewrite || !box.matches(":focus"))) {
        if (box.value !== value) box.value = value;
      }
      const text =
        refused === undefined
          ? ""
          : host.say(
              notAllowed(
                host.strings[key]?.[host.lang] ?? key,
                attribute.allowed,
                refused,
                value,
              ),
            );
      if (note.textContent !== text) note.textContent = text;
      box.setAttribute("aria-invalid", String(refused !== undefined));
    };
    this.#updates.push(update);
  }

  #bindPlay(
    at: HTMLElement,
    { key, play, max, step }: Item<S>,
    attribute: NumberAttribute,
    host: ItemHost<S>,
  ): void {
    const button = at.querySelector("[data-play]") as HTMLButtonElement;
    let end: (() => void) | undefined;
    const show = (): void => {
      const playing = end !== undefined;
      const act = playing ? "pause" : "play";
      nameAs(button, host.strings, `${act} ${key}`, host.lang);
      (button.firstElementChild as Element).textContent = playing ? "❚❚" : "▶";
    };
    const stop = (): void => {
      end?.();
      end = undefined;
      show();
    };
    const advance = (): void => {
      if (button.disabled) {
        stop();
        return;
      }
      const state = host.read();
      const top = max?.(state) ?? attribute.max;
      const next = (state[key] as number) + (step ?? 1);
      host.write({ [key]: next > top ? attribute.min : next } as Partial<S>);
    };
    button.addEventListener("click", () => {
      if (end !== undefined) {
        stop();
        return;
      }
      end = play && byTicks(advance, play.every);
      show();
    });
    this.#stops.push(stop);
  }
}

/** Calls at once and then every so many ms, until the answer is called. */
function byTicks(advance: () => void, ms: number): () => void {
  const timer = setInterval(advance, ms);
  advance();
  return () => clearInterval(timer);
}
