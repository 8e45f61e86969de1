// Every widget as the page build writes it: its markup, so that text and layout
// are there before any script, and its picture for readers who have none. Runs
// in Node: no styles, no DOM.
import type { Posenc } from "posenc";
import { colorMap, type Theme } from "../plots/color.ts";
import { paintPixels } from "../plots/heatmap.ts";
import type { ImageSource, Scene } from "../plots/marks.ts";
import { sceneSvg } from "../plots/marks-svg.ts";
import type { StateOf, Table } from "./attributes.ts";
import { figures } from "./figures.ts";
import type { Poster } from "./frame.ts";
import { Keep } from "./kit/keep.ts";
import type { Matrix } from "./kit/panel.ts";
import { sheet as figureSheet } from "./kit/sheet.ts";
import type { AnyFigure } from "./kit/spec.ts";
import { kitMarkup, stylesOf } from "./kit/template.ts";
import { PALETTES } from "./palette.ts";
import { table as playground } from "./playground/attributes.ts";
import { sheet } from "./playground/sheet.ts";
import { SinusoidalTable } from "./playground/table.ts";
import { markup as playgroundMarkup } from "./playground/template.ts";
import { Store } from "./state.ts";
import type { Lang } from "./text.ts";

/** Makes a picture of a matrix. */
type Paint = (matrix: Matrix) => ImageSource;

interface Template<T extends Table> {
  readonly table: T;
  readonly settle?: ((state: StateOf<T>) => StateOf<T>) | undefined;
  readonly markup: (lang: Lang, state: StateOf<T>, poster?: Poster) => string;
  readonly scene: (
    pe: Posenc,
    state: StateOf<T>,
    lang: Lang,
    theme: Theme,
    paint: Paint,
  ) => Scene;
  /** Style sheets in the folder of the widgets, in order. */
  readonly styles: readonly string[];
  /** Styles of its own besides. */
  readonly css?: string;
}

const template = <T extends Table>(it: Template<T>): Template<Table> =>
  it as unknown as Template<Table>;

/** Tag → how it is written before it lives; figures come with `prepare`. */
const templates = new Map<string, Template<Table>>([
  [
    "pe-playground",
    template({
      table: playground,
      markup: playgroundMarkup,
      styles: ["style.css", "kit/style.css", "playground/style.css"],
      scene(pe, state, lang, _, paint) {
        const table = new SinusoidalTable();
        table.compute(pe, state);
        const picture = (values: Float32Array, rows: number, columns: number) =>
          paint({ values, rows, columns, domain: [-1, 1] });
        const ramp = Float32Array.from(
          { length: 256 },
          (_, k) => k / 127.5 - 1,
        );
        const cells = picture(table.data, state.seqLen, state.dModel);
        const pixels = { cells, scale: picture(ramp, 1, 256) };
        const scene = sheet(state, table, pixels, lang);
        table.release();
        return scene;
      },
    }),
  ],
]);

function figureTemplate(pe: Posenc, spec: AnyFigure): Template<Table> {
  const shownOf = (state: object, lang: Lang, theme: Theme) => {
    const keep = new Keep();
    const model = spec.compute(pe, state, keep);
    return { shown: { state, model, lang, theme, link: null }, keep };
  };
  return {
    table: spec.table,
    settle: spec.settle,
    styles: ["style.css", "kit/style.css"],
    css: stylesOf(spec),
    markup(lang, state, poster) {
      const { shown, keep } = shownOf(state, lang, "light");
      const html = kitMarkup(spec, shown as never, poster);
      keep.release();
      return html;
    },
    scene(_, state, lang, theme, paint) {
      const { shown, keep } = shownOf(state, lang, theme);
      const picture = (_: unknown, matrix: Matrix) => paint(matrix);
      const scene = figureSheet(spec, shown as never, picture);
      keep.release();
      return scene;
    },
  };
}

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
  const settle = found.settle ?? ((state) => state);
  const store = new Store(found.table, settle);
  for (const [name, value] of Object.entries(attributes)) {
    if (Object.hasOwn(found.table, name)) store.setInitial(name, value);
    const fault = store.faults.get(name);
    if (fault) throw new Error(`<${tag}>: ${fault.en}`);
  }
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

/**
 * A widget as an SVG file.
 *
 * @param encode - pixels of 0xAABBGGRR → address of a PNG
 */
export function drawSvg(
  pe: Posenc,
  tag: string,
  lang: Lang,
  theme: Theme,
  attributes: Written,
  encode: (pixels: Uint32Array, width: number, height: number) => string,
): string {
  const { scene, state } = read(tag, attributes);
  const paint: Paint = ({ values, rows, columns, domain, map }) => {
    const pixels = new Uint32Array(values.length);
    const colors = colorMap(map ?? "diverging", theme);
    paintPixels(pixels, values, colors, domain);
    return { height: rows, toDataURL: () => encode(pixels, columns, rows) };
  };
  return sceneSvg(scene(pe, state, lang, theme, paint), PALETTES[theme], tag);
}
