import type { PosencElement } from "./base.ts";
import { camel, type Table } from "./state/attributes.ts";

/** The class of a widget. */
export type WidgetClass = CustomElementConstructor & {
  readonly tag: string;
  readonly table: Table;
  readonly names: readonly string[];
};

export type List = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Language → what loads its words for a figure, in parts that figures have in
 * common, where auto.js loads them.
 */
export const offered = new Map<
  string,
  (tag: string) => Promise<readonly (List | undefined)[]>
>();

/** Takes what was set before the class was known: it hides the accessors. */
export function takeProperties(
  element: object,
  names: readonly string[],
): void {
  const own = element as Record<string, unknown>;
  for (const key of names.map(camel)) {
    if (!Object.hasOwn(own, key)) continue;
    const value = own[key];
    delete own[key];
    own[key] = value;
  }
}

/**
 * Gives a class its properties and registers it, unless the name is taken:
 * another copy of the library may have been there first.
 */
export function define(Widget: WidgetClass): void {
  for (const key of Widget.names.map(camel)) {
    if (Object.hasOwn(Widget.prototype, key)) continue;
    Object.defineProperty(Widget.prototype, key, {
      configurable: true,
      enumerable: true,
      get(this: PosencElement<Table>) {
        return (this.state as Record<string, unknown>)[key];
      },
      set(this: PosencElement<Table>, value: unknown) {
        this.setState({ [key]: value });
      },
    });
  }
  const registry = globalThis.customElements;
  if (registry && !registry.get(Widget.tag)) {
    registry.define(Widget.tag, Widget);
  }
}
