// Pictures to pass on: a card with title and finding, and a loop that moves.
import { siteAddress } from "../element/embed/site-address.ts";
import {
  checkedLoop,
  type LoopOptions,
  type Pictures,
} from "../element/shared-pictures.ts";
import { colorMap, type Theme } from "../plots/color.ts";
import { gifOf, someOf } from "../plots/gif-film.ts";
import {
  groupMark,
  type Palette,
  type Scene,
  textMark,
} from "../plots/marks.ts";
import { scenePng } from "../plots/marks-canvas.ts";
import { Heatmap } from "../plots/matrix-canvas.ts";
import { widthOf } from "../plots/text-width.ts";
import type { Lang } from "../words/text.ts";
import type { State } from "./bounds.ts";
import { BufferCache } from "./buffer-cache.ts";
import { type Moment, momentsOf } from "./loop-states.ts";
import type { Matrix } from "./panel.ts";
import { sheet } from "./sheet.ts";
import { type Block, EDGE, plain, wrapped } from "./sheet-text.ts";
import type { AnyFigure } from "./spec.ts";

/** What is drawn, and how. */
export interface View {
  readonly spec: AnyFigure;
  readonly state: State;
  readonly lang: Lang;
  readonly theme: Theme;
  readonly palette: Palette;
  /** What the reader's own work has come to. */
  readonly own: unknown;
  /** What has been read of a text of the reader's. */
  readonly inputText: unknown;
}

/** px of a card, as services show links. */
const CARD = { width: 1200, height: 630, edge: 48 } as const;
/** px of its picture at most, beside which the words stand. */
const ROOM = { width: 720, height: CARD.height - 2 * CARD.edge } as const;
/** Widths at which the picture of a card is tried. */
const WIDTHS = [440, 520, 600, 720, 860] as const;
/** px of text on a card; long findings are smaller. */
const TITLE = { size: 32, line: 41 } as const;
const FINDING = [
  { size: 23, line: 33 },
  { size: 19, line: 28 },
  { size: 16, line: 24 },
] as const;
/** A loop: px of its sheet, and how many of its own make one. */
const LOOP = { width: 640, ratio: 1.25, head: 52 } as const;

/** Where the figure is from. */
const source = (): string =>
  siteAddress()
    .replace(/^https?:\/\//, "")
    .replace(/\/$/, "") || "posenc";

/** The numbers of a state, all of them. */
function shownOf(
  { spec, lang, theme, own, inputText }: View,
  { state, way }: Pick<Moment, "state" | "way">,
  keep: BufferCache,
) {
  const model = spec.compute(state, keep);
  return {
    state: { ...state, ...way },
    model,
    lang,
    theme,
    link: null,
    own,
    inputText,
  };
}

/** Cells as a picture. */
const cellsIn =
  (theme: Theme) =>
  (_: unknown, matrix: Matrix): HTMLCanvasElement => {
    const { values, rows, columns, domain, map = "diverging" } = matrix;
    const heatmap = new Heatmap(document.createElement("canvas"));
    heatmap.paint(values, rows, columns, colorMap(map, theme), domain);
    return heatmap.snapshot();
  };

const NO_HEAD: Block = { marks: [], height: 0 };

/** Title and finding, one below the other, in a column of this height. */
function words(name: string, finding: string, width: number, height: number) {
  const titles = wrapped(name, width, 1.1 * TITLE.size);
  const top = titles.length * TITLE.line + 20;
  const tried = FINDING.map((look) => ({
    ...look,
    lines: wrapped(finding, width, look.size),
  }));
  const { lines, size, line } =
    tried.find((it) => top + it.lines.length * it.line <= height) ??
    (tried.at(-1) as (typeof tried)[number]);
  const most = Math.floor((height - top) / line);
  const cut = lines.length > most ? `${lines[most - 1]} …` : lines[most - 1];
  return [
    ...titles.map((text, k) =>
      textMark(0, (k + 0.75) * TITLE.line, text, "ink", {
        size: TITLE.size,
        bold: true,
      }),
    ),
    ...[...lines.slice(0, most - 1), ...(cut === undefined ? [] : [cut])].map(
      (text, k) => textMark(0, top + (k + 0.75) * line, text, "ink2", { size }),
    ),
  ];
}

/** A card: the picture as large as it can be, beside it title and finding. */
function cardOf(view: View, keep: BufferCache): Scene {
  const { spec, lang, theme } = view;
  const shown = shownOf(view, { state: view.state, way: {} }, keep);
  const { width, height, edge } = CARD;
  const fits = WIDTHS.map((wide) => {
    const scene = sheet(spec, shown, cellsIn(theme), wide, NO_HEAD);
    const scale = Math.min(ROOM.width / wide, ROOM.height / scene.height);
    return { scene, scale };
  });
  const { scene, scale } = fits.reduce((a, b) => (b.scale > a.scale ? b : a));
  const left = edge / 2 + (ROOM.width - scale * scene.width) / 2;
  const top = (height - scale * scene.height) / 2;
  const beside = edge / 2 + ROOM.width + 24;
  const column = width - edge - beside;
  const foot = { size: 17 };
  const marks = [
    { ...groupMark({ x: left, y: top }, scene.marks), scale },
    groupMark(
      { x: beside, y: edge },
      words(
        spec.strings.name[lang],
        plain(spec.finding(shown)),
        column,
        ROOM.height - 40,
      ),
    ),
    textMark(beside, height - edge, source(), "ink3", foot),
  ];
  return { width, height, marks };
}

/** A picture of a loop. */
function pictureOf(view: View, moment: Moment, keep: BufferCache): Scene {
  const { spec, lang, theme } = view;
  const { width } = LOOP;
  const name = spec.strings.name[lang];
  const from = source();
  const room = width - 2 * EDGE - widthOf(from, 11) - 16;
  const head: Block = {
    marks: [
      textMark(EDGE, 28, wrapped(name, room, 16.5)[0] ?? "", "ink", {
        size: 15,
        bold: true,
      }),
      textMark(width - EDGE, 28, from, "ink3", { size: 11, anchor: "end" }),
      textMark(EDGE, 47, moment.said, "ink2", { size: 13 }),
    ],
    height: LOOP.head,
  };
  const shown = shownOf(view, moment, keep);
  return sheet(spec, shown, cellsIn(theme), width, head);
}

async function loopOf(view: View, how: LoopOptions): Promise<Blob> {
  const frames = momentsOf(view.spec, view.state, view.lang);
  const keep = new BufferCache();
  const picture = (moment: Moment): Scene => pictureOf(view, moment, keep);
  try {
    // Titles may take a line more in one state than in another.
    const heights = someOf(frames).map((it) => picture(it).height);
    const height = Math.max(...heights);
    const { palette } = view;
    return await gifOf(
      {
        frames,
        scene: (moment) => ({ ...picture(moment), height }),
        ms: ({ ms }) => ms,
        palette,
        ratio: LOOP.ratio,
      },
      how,
    );
  } finally {
    keep.release();
  }
}

/** The pictures of a figure as it stands. */
export const picturesOf = (view: View): Pictures => ({
  async card() {
    const keep = new BufferCache();
    try {
      return await scenePng(cardOf(view, keep), view.palette, 1);
    } finally {
      keep.release();
    }
  },
  loop: (options) => loopOf(view, checkedLoop(options)),
});
