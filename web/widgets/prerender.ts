// Every widget as the page build writes it: its markup, so that text and layout
// are there before any script, and its picture for readers who have none. Runs
// in Node: no styles, no DOM.
import type { Posenc } from "posenc";
import type { Theme } from "../plots/color.ts";
import type { StateOf, Table } from "./attributes.ts";
import {
  type Drawable,
  drawableFigure,
  drawablePlayground,
  svgOf,
} from "./draw.ts";
import { figures } from "./figures.ts";
import type { Poster } from "./frame.ts";
import { Keep } from "./kit/keep.ts";
import type { AnyFigure } from "./kit/spec.ts";
import { kitMarkup, stylesOf } from "./kit/template.ts";
import type { State as PlaygroundState } from "./playground/attributes.ts";
import { markup as playgroundMarkup } from "./playground/template.ts";
import { Store } from "./state.ts";
import type { Lang } from "./text.ts";

interface Template extends Drawable {
  readonly markup: (
    lang: Lang,
    state: StateOf<Table>,
    poster?: Poster,
  ) => string;
  /** Style sheets in the folder of the widgets, in order. */
  readonly styles: readonly string[];
  /** Styles of its own besides. */
  readonly css?: string;
}

/** Tag → how it is written before it lives; figures come with `prepare`. */
const templates = new Map<string, Template>([
  [
    "pe-playground",
    {
      ...drawablePlayground,
      markup: (lang, state, poster) =>
        playgroundMarkup(lang, state as unknown as PlaygroundState, poster),
      styles: ["style.css", "kit/style.css", "playground/style.css"],
    },
  ],
]);

const figureTemplate = (pe: Posenc, spec: AnyFigure): Template => ({
  ...drawableFigure(spec),
  styles: ["style.css", "kit/style.css"],
  css: stylesOf(spec),
  markup(lang, state, poster) {
    const keep = new Keep();
    const model = spec.compute(pe, state, keep);
    const shown = { state, model, lang, theme: "light", link: null } as const;
    const html = kitMarkup(spec, shown, poster);
    keep.release();
    return html;
  },
});

/** Loads all figures; what they say at build time is computed too. */
export async function prepare(pe: Posenc): Promise<void> {
  for (const [tag, load] of Object.entries(figures)) {
    templates.set(tag, figureTemplate(pe, await load()));
  }
}

/** Widgets without a picture, whose markup a block of its own writes. */
const textual = new Map<string, readonly string[]>([
  ["pe-code", ["style.css", "code/style.css"]],
]);

/** All widgets that can be written. */
export const knownTags = (): readonly string[] => [
  ...templates.keys(),
  ...textual.keys(),
];

/** Where the styles of a widget are, and those that stand in no file. */
export function stylesOfTag(tag: string): {
  readonly files: readonly string[];
  readonly css: string;
} {
  const found = templates.get(tag);
  const files = found?.styles ?? textual.get(tag) ?? [];
  return { files, css: found?.css ?? "" };
}

/** Attributes as they are written in HTML. */
export type Written = Readonly<Record<string, string>>;

function read(tag: string, attributes: Written) {
  const found = templates.get(tag);
  if (found === undefined) throw new Error(`there is no widget <${tag}>`);
  const store = new Store(found.table, found.settle);
  const [fault] = store.setInitial((name) => attributes[name]);
  if (fault) throw new Error(`<${tag}>: ${fault.en}`);
  return { ...found, state: store.now };
}

/** The content of a widget's shadow root; attributes that are wrong throw. */
export function prerender(
  tag: string,
  lang: Lang,
  attributes: Written,
  poster?: Poster,
): string {
  const { markup, state } = read(tag, attributes);
  return markup(lang, state, poster);
}

/** A widget as an SVG file. */
export function drawSvg(
  pe: Posenc,
  tag: string,
  lang: Lang,
  theme: Theme,
  attributes: Written,
): string {
  const { state, ...drawable } = read(tag, attributes);
  return svgOf(pe, drawable, state, { lang, theme }, { title: tag });
}
