// A figure as plain data: what it computes, what it says and what it paints.
// Everything here also runs at build time, without a page.
import type { KindId } from "../code/index.ts";
import type { TableData } from "../element/look/tools.ts";
import type { StateOf, Table } from "../element/state/attributes.ts";
import type { Theme } from "../plots/color.ts";
import type { Mark } from "../plots/marks.ts";
import type { Strings } from "../words/strings.ts";
import type { Lang, Text } from "../words/text.ts";
import { type Bounds, limits, type State } from "./bounds.ts";
import type { BufferCache } from "./buffer-cache.ts";
import type { Item } from "./controls.ts";
import { handlers } from "./gestures.ts";
import type { Panel } from "./panel.ts";
import type { TextInput } from "./text-input.ts";
import type { Transition } from "./transition.ts";
import type { WorkSpec } from "./work.ts";

type Value = string | number | boolean | readonly number[];

/** Numbers in the order in which they are read, however they are grouped. */
export type Numbers = Iterable<number | string | Numbers>;

/** What there is to show. */
export interface Shown<S, M> {
  /** The state; where the pointer rests, with what it points at. */
  readonly state: Readonly<S>;
  /** Its numbers. */
  readonly model: M;
  readonly lang: Lang;
  readonly theme: Theme;
  /** The quantity that the reader points at, such as "pos". */
  readonly link: string | null;
  /** What the reader's own work has come to so far: see work.ts. */
  readonly own?: unknown;
  /** What has been read of a text that the reader brought: see text-input.ts. */
  readonly inputText?: unknown;
}

/** A formula whose numbers follow the state. */
export interface LiveFormula<S, M> {
  /** MathML; `live("value")` of pieces/live-math.ts follows the state. */
  readonly math?: string;
  /**
   * HTML in place of MathML, for formulas with numbers that the reader can type
   * over: `field("pos")` of pieces/live-math.ts.
   */
  readonly html?: string;
  /** Key of a live number → its text. */
  readonly values: (shown: Shown<S, M>) => Readonly<Record<string, string>>;
}

/** One figure; see web/widgets/CONTRIBUTING.md, "Add a figure". */
export interface FigureSpec<T extends Table, M, S = StateOf<T>> {
  readonly tag: `pe-${string}`;
  readonly table: T;
  /** Must hold `name` and `caption`, and a label for each control. */
  readonly strings: Strings & { readonly name: Text; readonly caption: Text };
  /** Limits of numbers that depend on the rest of the state. */
  readonly bounds?: Bounds<S>;
  /** Brings what else belongs together into agreement, before the bounds. */
  readonly settle?: (state: S) => S;
  /**
   * Numbers that take their time to where they are set: what is drawn between
   * is between. What `compute` makes of them is not drawn.
   */
  readonly transitions?: () => {
    readonly [K in keyof S & string]?: Transition;
  };
  /** Sliders, boxes and switches, in reading order. */
  readonly controls: readonly Item<S>[];
  /**
   * The one or two of them that stand right below the picture; the others are
   * behind "More". Unless told, the first two that are always there and no seed.
   */
  readonly main?: readonly (keyof S & string)[];
  /**
   * The numbers of a state, from the library; called again when something that
   * it has read of the state changes.
   */
  readonly compute: (state: Readonly<S>, buffers: BufferCache) => M;
  /** `compute` calls nothing of the library, and the figure does not wait for it. */
  readonly callsNothing?: true;
  /** What the reader can have done here, which goes on by itself: see work.ts. */
  readonly work?: WorkSpec<S, M>;
  /** The texts that the reader can bring. */
  readonly textInput?: TextInput<S>;
  /**
   * Makes the figure of what a page gives it to show in place of its own numbers;
   * throws `Refused` for what it cannot show: see own-data.ts.
   */
  readonly own?: () => Promise<{
    /** What cells of CSV are; numbers, where it does not say. */
    readonly cells?: "text";
    readonly takes: (given: unknown, spec: AnyFigure) => AnyFigure;
  }>;
  /** The sentence above the figure, as HTML: computed numbers in <b>. */
  readonly finding: (shown: Shown<S, M>) => string;
  readonly formula?: LiveFormula<S, M>;
  readonly panels: readonly Panel<S, M>[];
  /**
   * Ids of panels side by side, row by row, each with its share of the width;
   * one below the other where it is narrow. All below each other by default.
   */
  readonly rows?: readonly (readonly (readonly [
    id: string,
    share: number,
  ])[])[];
  /** Rows, by number, whose panels stand in twos where it is narrow. */
  readonly tight?: readonly number[];
  /**
   * Rows, by number, that are moved sideways where it is narrow, a panel after
   * the other, as `styles` says.
   */
  readonly sideways?: readonly number[];
  /** Ids of panels that stand below the controls: tables, details. */
  readonly below?: readonly string[];
  /** What it shows now, in one sentence with numbers. */
  readonly sentence: (shown: Shown<S, M>) => string;
  /** What it shows now, as a table of readable size. */
  readonly tableData: (shown: Shown<S, M>) => TableData;
  /** All numbers as CSV; the table when not given. */
  readonly csv?: (shown: Shown<S, M>) => string;
  /** A JavaScript program that computes the state and prints its numbers. */
  readonly code: (shown: Shown<S, M>) => string;
  /** What `code` prints, number by number, as the model has it. */
  readonly states: (shown: Shown<S, M>) => Numbers;
  /**
   * What the figure is about in five languages, below its own program: a kind
   * of `code/`, and its values. Undefined: none has this state.
   */
  readonly listing?: (shown: Shown<S, M>) =>
    | {
        readonly kind: KindId;
        readonly values: Readonly<Record<string, Value>>;
      }
    | undefined;
  /** More CSS for its own parts. */
  readonly styles?: string;
  /**
   * A text that the kit adds, as the page says it: set by own-words.ts, with the
   * place of the text for those who translate.
   */
  readonly said?: (text: string, where: Added) => string;
}

/** Where the kit adds texts. */
export type Added = "below the picture" | "box for a text";

/** A spec whose types are checked where it is written, and forgotten here. */
// biome-ignore lint/suspicious/noExplicitAny: the state differs per figure
export type AnyFigure = FigureSpec<Table, any, any>;

/** A figure with the handlers that follow from what it declares. */
export function figure<T extends Table, M>(
  spec: FigureSpec<T, M>,
): FigureSpec<T, M> {
  const it: AnyFigure = spec;
  const within = limits(it.table, it.bounds);
  const settle = (state: State): State =>
    within.settle(it.settle?.(state) ?? state);
  return {
    ...it,
    settle,
    controls: it.controls.map((item) => ({
      max: (state: State) => within.of(item.key, state)[1],
      ...item,
    })),
    panels: it.panels.map((panel) => {
      if (panel.kind === "html" || !panel.pointing) return panel;
      const pointing = handlers(panel.pointing, within, settle);
      return { ...panel, pointing: { keys: it.strings.keys, ...pointing } };
    }),
  } as unknown as FigureSpec<T, M>;
}

/** Width and height of a panel's plot, in px. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

/** Marks of a panel. */
export type Painter<S, M> = (shown: Shown<S, M>, box: Box) => readonly Mark[];
