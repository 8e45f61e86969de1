// The markup of every widget as the page build writes it, so that text and
// layout are there before any script. Runs in Node: no styles, no DOM.
import type { StateOf, Table } from "./attributes.ts";
import { table as playground } from "./playground/attributes.ts";
import { markup as playgroundMarkup } from "./playground/template.ts";
import { Store } from "./state.ts";
import type { Lang } from "./text.ts";

interface Template<T extends Table> {
  readonly table: T;
  readonly markup: (lang: Lang, state: StateOf<T>) => string;
  /** Style sheets in the folder of the widgets, in order. */
  readonly styles: readonly string[];
}

const template = <T extends Table>(it: Template<T>): Template<Table> =>
  it as unknown as Template<Table>;

/** Tag → how it is written before it lives. */
export const templates: Readonly<Record<string, Template<Table>>> = {
  "pe-playground": template({
    table: playground,
    markup: playgroundMarkup,
    styles: ["style.css", "playground/style.css"],
  }),
};

/** The content of a widget's shadow root; attributes that are wrong throw. */
export function prerender(
  tag: string,
  lang: Lang,
  attributes: Readonly<Record<string, string>>,
): string {
  const found = templates[tag];
  if (found === undefined) throw new Error(`there is no widget <${tag}>`);
  const store = new Store(found.table, (state) => state);
  for (const [name, value] of Object.entries(attributes)) {
    if (Object.hasOwn(found.table, name)) store.setInitial(name, value);
    const fault = store.faults.get(name);
    if (fault) throw new Error(`<${tag}>: ${fault.en}`);
  }
  return found.markup(lang, store.now);
}
