// The box in which a reader brings a text, live: read as it is typed, and a file
// once it is dropped or chosen. It is loaded for figures that have one.
import { type Lang, type Text, wellFormed } from "../words/text.ts";
import type { AnyFigure } from "./spec.ts";
import { ONE_AT_A_TIME, takeFiles } from "./take-files.ts";
import { TEXT_INPUT_WORDS, tooManyBytes } from "./text-input.ts";

type State = Record<string, unknown>;
type Given = string | Uint8Array<ArrayBuffer>;

/** What the box needs of its figure. */
export interface InputBoxHost {
  readonly spec: AnyFigure;
  readonly lang: Lang;
  readonly state: () => Readonly<State>;
  readonly set: (values: State) => void;
  /** What has been read; undefined: nothing that can be used. */
  readonly inputText: (value: unknown) => void;
}

/** Who types has not ended a text with each letter. */
const QUIET_MS = 250;
/** Longest text that a box shows whole without making the page slow. */
const WHOLE = 20_000;
/** Characters that it shows of a longer one. */
const SHOWN = 2_000;

export class InputBox {
  readonly #host: InputBoxHost;
  readonly #box: HTMLTextAreaElement;
  readonly #label: HTMLLabelElement;
  readonly #line: HTMLElement;
  readonly #told: HTMLElement;
  readonly #file: HTMLInputElement;
  /** The reader's own. */
  #own: Given = "";
  #value: unknown;
  /** Why it cannot be used. */
  #fault: Text | undefined;
  /** Why something else has not taken its place. */
  #refusal: readonly Text[] | undefined;
  #isReading = false;
  /** Counts readings: only the last one matters. */
  #reading = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the box shows: the text of a state, or the reader's. */
  #shows: unknown;

  constructor(at: HTMLElement, host: InputBoxHost) {
    const find = <E extends Element>(selector: string) =>
      at.querySelector(selector) as E;
    this.#host = host;
    this.#box = find("textarea");
    this.#label = find("label");
    this.#line = find(".text-input-line");
    this.#told = find("#text-input-told");
    this.#file = find("input");
    this.#box.addEventListener("input", () => this.#take(this.#box.value));
    this.#line.addEventListener("click", ({ target }) => {
      const act = (target as HTMLElement).dataset.textInput;
      if (act === "file") this.#file.click();
      if (act === "empty") {
        this.#take("", 0);
        this.#box.focus();
      }
    });
    this.#file.addEventListener("change", () => {
      void this.#open([...(this.#file.files ?? [])]);
      // The same file may be chosen again, changed.
      this.#file.value = "";
    });
    this.#box.addEventListener("paste", (event) => this.#paste(event));
    takeFiles(at, (files) => void this.#open(files));
    // What was typed or chosen before this was there.
    const { value, defaultValue } = this.#box;
    if (value !== defaultValue) this.#take(value);
    void this.#open([...(this.#file.files ?? [])]);
    // The page was written with the first example in it.
    this.update();
    at.classList.add("live");
  }

  /** A long text is taken past the box, which it would hold up for a second. */
  #paste(event: ClipboardEvent): void {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length <= WHOLE) return;
    event.preventDefault();
    const { readOnly, value, selectionStart, selectionEnd } = this.#box;
    const [before, behind] = readOnly
      ? ["", ""]
      : [value.slice(0, selectionStart), value.slice(selectionEnd)];
    this.#take(`${before}${pasted}${behind}`, 0);
  }

  async #open(files: readonly File[]): Promise<void> {
    const [file] = files;
    if (file === undefined) return;
    const { most } = this.#host.spec.textInput as NonNullable<
      AnyFigure["textInput"]
    >;
    if (files.length > 1) return this.#refuse([ONE_AT_A_TIME]);
    if (file.size > most) {
      const { name } = file;
      return this.#refuse([
        { en: name, zh: name },
        tooManyBytes(file.size, most),
      ]);
    }
    try {
      this.#take(new Uint8Array(await file.arrayBuffer()), 0);
    } catch {
      this.#refuse([TEXT_INPUT_WORDS.unreadable]);
    }
  }

  /** Says why; what was there stays. */
  #refuse(refusal: readonly Text[]): void {
    this.#refusal = refusal;
    this.update();
  }

  #take(given: Given, quiet = QUIET_MS): void {
    const { set, spec } = this.#host;
    this.#own = given;
    this.#value = undefined;
    this.#fault = undefined;
    this.#refusal = undefined;
    this.#isReading = true;
    this.#reading += 1;
    clearTimeout(this.#timer);
    const reading = this.#reading;
    this.#timer = setTimeout(() => void this.#read(reading), quiet);
    this.#host.inputText(undefined);
    // What is typed stands in the box already.
    if (given === this.#box.value) this.#shows = given;
    set(spec.textInput?.set as State);
    this.update();
  }

  async #read(reading: number): Promise<void> {
    const { read } = this.#host.spec.textInput as NonNullable<
      AnyFigure["textInput"]
    >;
    const isOver = () => reading !== this.#reading;
    const result = await read(this.#own, isOver);
    if (isOver()) return;
    this.#isReading = false;
    if ("fault" in result) this.#fault = result.fault;
    else this.#value = result.value;
    this.#host.inputText(this.#value);
    this.update();
  }

  /** Nobody waits for what is being read. */
  close(): void {
    this.#reading += 1;
    clearTimeout(this.#timer);
  }

  /** Shows the text of the state and how it stands. */
  update(): void {
    const { lang, spec, state } = this.#host;
    const words = (text: Text): string =>
      spec.said?.(text[lang], "box for a text") ?? text[lang];
    const { given, say } = spec.textInput as NonNullable<
      AnyFigure["textInput"]
    >;
    const example = given(state());
    const shows = example ?? this.#own;
    if (shows !== this.#shows) this.#show(shows);
    this.#label.textContent = words(TEXT_INPUT_WORDS.box);
    this.#box.placeholder = words(TEXT_INPUT_WORDS.here);
    this.#file.setAttribute("aria-label", words(TEXT_INPUT_WORDS.file));
    for (const button of this.#line.querySelectorAll<HTMLElement>("button")) {
      const { textInput } = button.dataset;
      button.textContent = words(
        TEXT_INPUT_WORDS[textInput as "file" | "empty"],
      );
    }
    const isOwn = example === undefined;
    const own = isOwn && this.#fault ? [this.#fault] : undefined;
    const fault = this.#refusal ?? own;
    const told =
      fault?.map(words).join("") ??
      (isOwn && this.#isReading
        ? words(TEXT_INPUT_WORDS.reading)
        : undefined) ??
      say(state(), this.#value, lang) ??
      "";
    if (this.#told.textContent !== told) this.#told.textContent = told;
    this.#told.classList.toggle("bad", fault !== undefined);
    this.#box.setAttribute("aria-invalid", String(isOwn && !!this.#fault));
  }

  /** A long text is shown by its beginning, which cannot be typed over. */
  #show(given: Given): void {
    this.#shows = given;
    this.#refusal = undefined;
    const isText = typeof given === "string";
    const isWhole = given.length <= WHOLE;
    const part = isText || isWhole ? given : given.subarray(0, WHOLE);
    const text =
      typeof part === "string" ? part : new TextDecoder().decode(part);
    this.#box.value = isWhole ? text : `${wellFormed(text.slice(0, SHOWN))} …`;
    this.#box.readOnly = !isWhole;
  }
}
