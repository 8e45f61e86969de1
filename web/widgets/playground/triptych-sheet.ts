// The whole figure on one sheet: what is saved, printed without scripts, and
// drawn by the page build.
import { EDGE, heading, legendMarks } from "../kit/sheet-text.ts";
import { dialMarks } from "../plots/dials.ts";
import {
  groupMark,
  type ImageSource,
  type Mark,
  type Scene,
  textMark,
} from "../plots/marks.ts";
import { cellValue, type Lang, parameter, type Text } from "../words/text.ts";
import type { State } from "./attributes.ts";
import { period } from "./columns.ts";
import {
  curveMarks,
  cutMarks,
  dialsOf,
  heatAxes,
  type Read,
  waveAxes,
  wavesOf,
} from "./pictures-as-marks.ts";
import { dialsTitle, stateLine, strings, waveLabel } from "./strings.ts";
import type { SinusoidalTable } from "./table.ts";
import { arithmetic, findingHtml } from "./template.ts";

const WIDTH = 960;
/** Room for the labels of the vertical axes. */
const LEFT = 72;
/** Width below which the dials stand under the heatmap, as on screens. */
const NARROW = 640;

/** The pictures that are pixels: the cells, and the colours from −1 to 1. */
export interface Pixels {
  readonly cells: ImageSource;
  readonly scale: ImageSource;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the three pictures stand on a sheet of this width. */
function boxesOf(width: number, top: number) {
  const across = width - LEFT - EDGE;
  const narrow = width < NARROW;
  const [heat, dials]: readonly [Box, Box] = narrow
    ? [
        { x: LEFT, y: top, width: across, height: 320 },
        { x: LEFT, y: top + 384, width: across, height: 224 },
      ]
    : [
        { x: LEFT, y: top, width: width - 360, height: 320 },
        { x: width - 248, y: top, width: 224, height: 344 },
      ];
  const legend = dials.y + dials.height + (narrow ? 24 : 12);
  return { across, heat, dials, legend };
}

/** The outlines of the marked row and column. */
function outlines(state: State, { x, y, width, height }: Box): Mark[] {
  const { seqLen, dModel, pos, dim } = state;
  const [column, row] = [width / dModel, height / seqLen];
  return [
    {
      kind: "path",
      draw(pen) {
        pen.rect(x, y + pos * row, width, row);
        pen.rect(x + dim * column, y, column, height);
      },
      stroke: "ink",
    },
  ];
}

/** A page's own words. */
interface Said {
  readonly say?: (text: string) => string;
  /** As HTML. */
  readonly finding?: string;
}

/** The sheet of a state whose table has been computed. */
export function sheet(
  state: State,
  table: SinusoidalTable,
  { cells, scale }: Pixels,
  lang: Lang,
  width = WIDTH,
  { say = (text) => text, finding = findingHtml(state, lang) }: Said = {},
): Scene {
  const read: Read = (pos, dim) => table.value(pos, dim);
  const { seqLen, dModel, base, layout, pos, dim } = state;
  const about = stateLine(seqLen, dModel, parameter(base), layout)[lang];
  const text = (own: Text): string => say(own[lang]);
  const sum = arithmetic(state, cellValue(read(pos, dim)));
  const head = heading(finding, say(about) + sum, width);
  const boxes = boxesOf(width, head.height + 26);
  const { across, heat, dials } = boxes;
  const curves = wavesOf(state);
  const keys = [...curves].reverse().map((wave) => ({
    ink: wave.stroke,
    text: text(waveLabel(wave.dim, period(wave.pair, state))),
  }));
  const legend = legendMarks(keys, [LEFT, boxes.legend], across);
  const y = boxes.legend + legend.height + 4;
  const waves = { x: LEFT, y, width: across, height: 120 };
  const dims = curves.map((wave) => wave.dim);
  const samples = table.waves(dims, Math.floor(across / 2));
  const [right, above] = [heat.x + heat.width, heat.y - 8];
  const bar = { x: right - 112, y: heat.y - 16, width: 96, height: 8 };
  return {
    width,
    height: y + 160,
    marks: [
      ...head.marks,
      textMark(LEFT, above, text(strings.heatTitle)),
      textMark(right - 118, above, "−1", "ink2", { anchor: "end" }),
      { kind: "image", ...bar, source: scale },
      textMark(right, above, "1", "ink2", { anchor: "end" }),
      textMark(dials.x, dials.y - 8, text(dialsTitle(pos))),
      { kind: "image", ...heat, source: cells },
      ...outlines(state, heat),
      groupMark(heat, heatAxes(state, heat.width, heat.height)),
      groupMark(
        dials,
        dialsOf(state, read, dials.width, dials.height).flatMap(dialMarks),
      ),
      ...legend.marks,
      groupMark(waves, waveAxes(state, across, waves.height)),
      groupMark(waves, curveMarks(curves, samples, across, waves.height)),
      groupMark(waves, cutMarks(state, curves, read, across, waves.height)),
    ],
  };
}
