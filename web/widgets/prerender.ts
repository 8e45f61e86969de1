// Every widget as the page build writes it: its markup, so that text and layout
// are there before any script, and its picture for readers who have none. Runs
// in Node: no styles, no DOM.
import type { Posenc } from "posenc";
import { colorMap, type Theme } from "../plots/color.ts";
import { paintPixels } from "../plots/heatmap.ts";
import type { ImageSource, Scene } from "../plots/marks.ts";
import { sceneSvg } from "../plots/marks-svg.ts";
import type { StateOf, Table } from "./attributes.ts";
import type { Poster } from "./frame.ts";
import { PALETTES } from "./palette.ts";
import { table as playground } from "./playground/attributes.ts";
import { sheet } from "./playground/sheet.ts";
import { SinusoidalTable } from "./playground/table.ts";
import { markup as playgroundMarkup } from "./playground/template.ts";
import { Store } from "./state.ts";
import type { Lang } from "./text.ts";

/** Makes a picture of values, coloured from −1 to 1. */
type Paint = (
  values: Float32Array,
  rows: number,
  columns: number,
) => ImageSource;

interface Template<T extends Table> {
  readonly table: T;
  readonly settle?: (state: StateOf<T>) => StateOf<T>;
  readonly markup: (lang: Lang, state: StateOf<T>, poster?: Poster) => string;
  readonly scene: (
    pe: Posenc,
    state: StateOf<T>,
    lang: Lang,
    paint: Paint,
  ) => Scene;
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
    scene(pe, state, lang, paint) {
      const table = new SinusoidalTable();
      table.compute(pe, state);
      const steps = Float32Array.from({ length: 256 }, (_, k) => k / 127.5 - 1);
      const cells = paint(table.data, state.seqLen, state.dModel);
      const scene = sheet(
        state,
        table,
        { cells, scale: paint(steps, 1, 256) },
        lang,
      );
      return scene;
    },
  }),
};

/** Attributes as they are written in HTML. */
export type Written = Readonly<Record<string, string>>;

function read(tag: string, attributes: Written) {
  const found = templates[tag];
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
  const paint: Paint = (values, height, width) => {
    const pixels = new Uint32Array(values.length);
    paintPixels(pixels, values, colorMap("diverging", theme), [-1, 1]);
    return { height, toDataURL: () => encode(pixels, width, height) };
  };
  return sceneSvg(scene(pe, state, lang, paint), PALETTES[theme], tag);
}
