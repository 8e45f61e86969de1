// Numbers inside a formula that the reader can type over.
import {
  type NumberAttribute,
  readNumber,
  type Table,
} from "../element/state/attributes.ts";
import type { Strings } from "../words/strings.ts";
import { type Lang, parameter } from "../words/text.ts";
import { attributeOf } from "./controls.ts";
import { stepOn } from "./steps.ts";

/** What fields need of their widget. */
export interface FieldHost {
  readonly lang: Lang;
  readonly strings: Strings;
  read(): Readonly<Record<string, unknown>>;
  write(values: Record<string, unknown>): void;
}

export class Fields {
  readonly #inputs: readonly HTMLInputElement[];
  readonly #host: FieldHost;

  constructor(root: ParentNode, table: Table, host: FieldHost) {
    this.#host = host;
    this.#inputs = [
      ...root.querySelectorAll<HTMLInputElement>("input[data-field]"),
    ];
    for (const input of this.#inputs) this.#bind(input, table);
  }

  /** Shows the state; a number that is being typed stays as it is. */
  update(): void {
    const { lang, strings } = this.#host;
    const state = this.#host.read();
    for (const input of this.#inputs) {
      const key = input.dataset.field as string;
      const text = parameter(state[key] as number);
      const name = strings[key]?.[lang] ?? key;
      if (input.getAttribute("aria-label") !== name) {
        input.setAttribute("aria-label", name);
      }
      if (!input.matches(":focus") && input.value !== text) {
        this.#write(input, text);
      }
    }
  }

  #write(input: HTMLInputElement, text: string): void {
    input.value = text;
    input.size = Math.max(1, text.length);
    input.setAttribute("aria-invalid", "false");
  }

  #bind(input: HTMLInputElement, table: Table): void {
    const key = input.dataset.field as string;
    const attribute = attributeOf(table, key) as NumberAttribute;
    const host = this.#host;
    input.addEventListener("input", () => {
      const value = attribute.read(readNumber(input.value));
      input.size = Math.max(1, input.value.length);
      input.setAttribute("aria-invalid", String(value === undefined));
      input.title = value === undefined ? attribute.allowed[host.lang] : "";
      if (value !== undefined) host.write({ [key]: value });
    });
    // What is tapped is typed over, as what the tabulator key reaches is.
    let isNew = false;
    input.addEventListener("focus", () => {
      isNew = true;
    });
    input.addEventListener("click", () => {
      if (isNew && input.selectionStart === input.selectionEnd) input.select();
      isNew = false;
    });
    input.addEventListener("blur", () => {
      this.#write(input, parameter(host.read()[key] as number));
    });
    input.addEventListener("keydown", (event) => {
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (event.key === "Enter" || event.key === "Escape") input.blur();
      if (step === undefined) return;
      event.preventDefault();
      const from = host.read()[key] as number;
      stepOn(
        () => host.read()[key],
        (value) => host.write({ [key]: value }),
        (k) => attribute.read(from + k * step),
      );
      this.#write(input, parameter(host.read()[key] as number));
    });
  }
}
