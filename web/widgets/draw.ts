// A widget as one drawing, without a page: what the page build shows to readers
// without scripts, and what is written into files outside a browser. No DOM.
import { PALETTES } from "./element/look/palette.ts";
import type { StateOf, Table } from "./element/state/attributes.ts";
import { figures } from "./figures/list.ts";
import { BufferCache } from "./kit/buffer-cache.ts";
import type { Matrix } from "./kit/panel.ts";
import { sheet as figureSheet } from "./kit/sheet.ts";
import type { AnyFigure } from "./kit/spec.ts";
import { table as playground, settle } from "./playground/attributes.ts";
import { SinusoidalTable } from "./playground/table.ts";
import { arithmetic } from "./playground/template.ts";
import { sheet as playgroundSheet } from "./playground/triptych-sheet.ts";
import { colorMap, type Theme } from "./plots/color.ts";
import { FONT, type ImageSource, type Scene } from "./plots/marks.ts";
import { sceneSvg } from "./plots/marks-svg.ts";
import { paintPixels } from "./plots/pixels.ts";
import { pngAddress } from "./plots/png.ts";
import { cellValue, type Lang } from "./words/text.ts";

/** How a drawing is to look. */
export interface View {
  readonly lang: Lang;
  readonly theme: Theme;
  /** Width of the sheet in px; what it usually is when not said. */
  readonly width?: number | undefined;
}

/** A drawing, and what it shows in one sentence with numbers. */
interface Drawing {
  readonly scene: Scene;
  readonly sentence: string;
}

/** A widget that can be drawn. */
export interface Drawable<T extends Table = Table> {
  readonly table: T;
  /** Brings values that belong together into agreement. */
  readonly settle: (state: StateOf<T>) => StateOf<T>;
  /**
   * Hands the drawing of a state to `use`. Its lines read the module's memory,
   * which is given back afterwards.
   */
  readonly draw: <R>(
    state: StateOf<T>,
    view: View,
    use: (drawing: Drawing) => R,
  ) => R;
}

/** A matrix as a picture, a pixel for a cell. */
export function paint(
  { values, rows, columns, domain, map = "diverging" }: Matrix,
  theme: Theme,
): ImageSource {
  const pixels = new Uint32Array(rows * columns);
  const cells = values.subarray(0, rows * columns);
  paintPixels(pixels, cells, colorMap(map, theme), domain);
  return { height: rows, toDataURL: () => pngAddress(pixels, columns, rows) };
}

const RAMP = Float32Array.from({ length: 256 }, (_, k) => k / 127.5 - 1);

const triptych: Drawable<typeof playground> = {
  table: playground,
  settle,
  draw(state, { lang, theme, width }, use) {
    const { seqLen, dModel, pos, dim } = state;
    const table = new SinusoidalTable();
    try {
      table.compute(state);
      const picture = (values: Float32Array, rows: number, columns: number) =>
        paint({ values, rows, columns, domain: [-1, 1] }, theme);
      const pixels = {
        cells: picture(table.data, seqLen, dModel),
        scale: picture(RAMP, 1, RAMP.length),
      };
      const value = cellValue(table.value(pos, dim));
      return use({
        scene: playgroundSheet(state, table, pixels, lang, width),
        sentence: arithmetic(state, value),
      });
    } finally {
      table.release();
    }
  },
};

/** How a figure of the kit is drawn. */
export const drawableFigure = (spec: AnyFigure): Drawable => ({
  table: spec.table,
  settle: spec.settle ?? ((state) => state),
  draw(state, { lang, theme, width }, use) {
    const keep = new BufferCache();
    try {
      const model = spec.compute(state, keep);
      const shown = { state, model, lang, theme, link: null };
      const picture = (_: unknown, matrix: Matrix) => paint(matrix, theme);
      const scene = figureSheet(spec, shown, picture, width);
      return use({ scene, sentence: spec.sentence(shown) });
    } finally {
      keep.release();
    }
  },
});

/** `<pe-playground>`, which is no figure of the kit. */
export const drawablePlayground = triptych as unknown as Drawable;

/** All tags that can be drawn, sorted. */
export const drawableTags: readonly string[] = [
  "pe-playground",
  ...Object.keys(figures),
].sort();

/** How the widget of a tag is drawn; undefined: there is none such. */
export async function drawable(tag: string): Promise<Drawable | undefined> {
  if (tag === "pe-playground") return drawablePlayground;
  const load = Object.hasOwn(figures, tag) ? figures[tag] : undefined;
  return load && drawableFigure(await load());
}

/** How an SVG file differs from the usual. */
interface Look {
  /** What it is called; the sentence when not said. */
  readonly title?: string;
  /** CSS font families that go before the usual ones. */
  readonly font?: string;
  /** Colour of the paper, or "transparent". */
  readonly paper?: string;
}

/** A state as an SVG file. */
export function svgOf(
  { draw }: Drawable,
  state: StateOf<Table>,
  view: View,
  { title, font, paper }: Look = {},
): string {
  const usual = PALETTES[view.theme];
  const clear = paper === "transparent";
  // Rings around points and outlines have the colour of the paper.
  const palette = paper && !clear ? { ...usual, paper } : usual;
  const families = font ? `${font}, ${FONT}` : FONT;
  const svg = draw(state, view, ({ scene, sentence }) =>
    sceneSvg(scene, palette, title ?? sentence, families),
  );
  // The first rectangle is the paper.
  return clear ? svg.replace(/<rect [^>]*>/, "") : svg;
}
