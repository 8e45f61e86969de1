// Every widget as the page build writes it: its markup, so that text and layout
// are there before any script, and its picture for readers who have none. Runs
// in Node: no styles, no DOM.

import {
  type Drawable,
  drawableFigure,
  drawablePlayground,
  svgOf,
} from "./draw.ts";
import type { Poster } from "./element/look/frame.ts";
import type { StateOf, Table } from "./element/state/attributes.ts";
import { Store } from "./element/state/state.ts";
import { figures } from "./figures/list.ts";
import { BufferCache } from "./kit/buffer-cache.ts";
import type { AnyFigure } from "./kit/spec.ts";
import { kitMarkup, stylesOf } from "./kit/template.ts";
import type { State as PlaygroundState } from "./playground/attributes.ts";
import { markup as playgroundMarkup } from "./playground/template.ts";
import type { Theme } from "./plots/color.ts";
import type { Lang } from "./words/text.ts";

/** A style sheet that widgets share. */
export interface Sheet {
  /** What it is called where the site is built, besides a hash. */
  readonly name: string;
  /** Below web/. */
  readonly file: string;
}

const LOOK: Sheet = {
  name: "widget-style.css",
  file: "widgets/element/look/style.css",
};
const KIT: Sheet = {
  name: "widget-kit-style.css",
  file: "widgets/kit/style.css",
};
const LISTING: Sheet = {
  name: "widget-code-style.css",
  file: "widgets/element/listing/style.css",
};
const PLAYGROUND: Sheet = {
  name: "widget-playground-style.css",
  file: "widgets/playground/style.css",
};

interface Template extends Drawable {
  readonly markup: (
    lang: Lang,
    state: StateOf<Table>,
    poster?: Poster,
  ) => string;
  /** Style sheets, in order. */
  readonly styles: readonly Sheet[];
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
      styles: [LOOK, KIT, PLAYGROUND],
    },
  ],
]);

const figureTemplate = (spec: AnyFigure): Template => ({
  ...drawableFigure(spec),
  styles: [LOOK, KIT],
  css: stylesOf(spec),
  markup(lang, state, poster) {
    const keep = new BufferCache();
    const model = spec.compute(state, keep);
    const shown = { state, model, lang, theme: "light", link: null } as const;
    const html = kitMarkup(spec, shown, poster);
    keep.release();
    return html;
  },
});

/** Loads all figures; what they say at build time is computed too. */
export async function prepare(): Promise<void> {
  for (const [tag, load] of Object.entries(figures)) {
    templates.set(tag, figureTemplate(await load()));
  }
}

/** Widgets without a picture, whose markup a block of its own writes. */
const textual = new Map<string, readonly Sheet[]>([
  ["pe-code", [LOOK, LISTING]],
]);

/** All widgets that can be written. */
export const knownTags = (): readonly string[] => [
  ...templates.keys(),
  ...textual.keys(),
];

/** Where the styles of a widget are, and those that stand in no file. */
export function stylesOfTag(tag: string): {
  readonly sheets: readonly Sheet[];
  readonly css: string;
} {
  const found = templates.get(tag);
  const sheets = found?.styles ?? textual.get(tag) ?? [];
  return { sheets, css: found?.css ?? "" };
}

/** Attributes as they are written in HTML. */
export type Written = Readonly<Record<string, string>>;

function read(tag: string, lang: Lang, attributes: Written) {
  const found = templates.get(tag);
  if (found === undefined) throw new Error(`there is no widget <${tag}>`);
  const store = new Store(found.table, found.settle, lang);
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
  const { markup, state } = read(tag, lang, attributes);
  return markup(lang, state, poster);
}

/** A widget as an SVG file. */
export function drawSvg(
  tag: string,
  lang: Lang,
  theme: Theme,
  attributes: Written,
): string {
  const { state, ...drawable } = read(tag, lang, attributes);
  return svgOf(drawable, state, { lang, theme }, { title: tag });
}
