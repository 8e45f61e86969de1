// What a widget of its own kind says of itself; base.ts makes an element of it.
import type { Scene } from "../plots/marks.ts";
import type { Strings } from "../words/strings.ts";
import type { Lang } from "../words/text.ts";
import type { TableData } from "./look/tools.ts";
import type { Pictures } from "./shared-pictures.ts";
import type { StateOf, Table } from "./state/attributes.ts";
import { TEACHER } from "./teacher.ts";

// Importable where there is no DOM: Node, server-side rendering.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** The part that differs from widget to widget. */
export abstract class Contract<T extends Table> extends Base {
  /** Name of the element. */
  static readonly tag: string;
  /** Its attributes. */
  static readonly table: Table;
  /** It computes without the library, and does not wait for it. */
  static readonly callsNothing: boolean = false;
  /** How tall it is in English and Chinese, at three widths each: see size.ts. */
  static readonly room: string = "";
  /** Names of what the table holds, known before it is there. */
  static get names(): readonly string[] {
    // biome-ignore lint/complexity/noThisInStatic: the subclass's table is meant
    return Object.keys(this.table);
  }

  static get observedAttributes(): string[] {
    // biome-ignore lint/complexity/noThisInStatic: the subclass's names are meant
    return [...this.names, "lang", "theme", "asks", ...TEACHER];
  }

  /** All texts of the widget. */
  abstract readonly strings: Strings;
  /** Its style sheets. */
  protected abstract readonly styles: readonly string[];
  /** Its markup, the same that the page build writes. */
  protected abstract markup(lang: Lang): string;
  /** Finds its elements and listens to them; called once. */
  protected abstract bind(root: ShadowRoot): void;
  /** Puts the state on the screen. */
  protected abstract paint(): void;
  /** The figure for files and paper. */
  protected abstract scene(): Scene;
  /** What it shows now, in one sentence with numbers. */
  protected abstract describe(): string;
  /** What it shows now, as a table of readable size. */
  protected abstract tableData(): TableData;
  /** A program that computes the state. */
  protected abstract code(): string;
  /** What it is about in several languages, where there is such a listing. */
  protected listing():
    | { readonly kind: string; readonly values: string }
    | undefined {
    return undefined;
  }

  /** All numbers of the state as CSV. */
  protected abstract csv(): string;
  /** Loads what else it needs before its first picture. */
  protected async prepared(): Promise<void> {}

  /** Resolves once `scene` can be asked. */
  protected canSave(): Promise<void> {
    return Promise.resolve();
  }

  /** Whether it has pictures to pass on. */
  protected readonly hasPictures: boolean = false;

  /** Pictures of the state, to be passed on. */
  protected pictures(): Promise<Pictures> {
    return Promise.reject(new Error(`<${this.localName}> has no such picture`));
  }

  /** Brings values that belong together into agreement. */
  protected settle(state: StateOf<T>): StateOf<T> {
    return state;
  }

  /** Language or words may have changed; the markup is not translated yet. */
  protected reworded(): void {}

  /** Language or theme has changed; the markup is translated already. */
  protected refreshed(): void {}

  /**
   * What is drawn from now on is for paper.
   *
   * @param width - px to draw for; undefined: for the screen again
   */
  protected abstract printed(width: number | undefined): void;

  /** The reader has asked for the first state again. */
  protected undone(): void {}

  /** `link` has changed. */
  protected linked(): void {}

  /** Another widget of the group is pointed at; undefined: no longer. */
  protected takeHover(_values: Readonly<Record<string, unknown>> | undefined) {}

  /** Gives back what the module holds for this element. */
  protected release(): void {}

  /** Computes what the first drawing needs; what it throws is dropped. */
  protected prepare(): void {}
}
