// The whole figure on one sheet: what is saved, printed without scripts, and
// drawn by the page build.
import { dialMarks } from "../../plots/dials.ts";
import type {
  GroupMark,
  ImageSource,
  Ink,
  Mark,
  Scene,
  TextMark,
} from "../../plots/marks.ts";
import { cellValue, type Lang, parameter } from "../text.ts";
import type { State } from "./attributes.ts";
import {
  curveMarks,
  cutMarks,
  dialsOf,
  heatAxes,
  type Read,
  waveAxes,
  wavesOf,
} from "./figure.ts";
import { period } from "./model.ts";
import { dialsTitle, stateLine, strings, waveLabel } from "./strings.ts";
import type { SinusoidalTable } from "./table.ts";
import { arithmetic, findingHtml } from "./template.ts";

const HEAT = { x: 72, y: 88, width: 600, height: 320 } as const;
const DIALS = { x: 712, y: 88, width: 224, height: 344 } as const;
const WAVES = { x: 72, y: 472, width: 864, height: 120 } as const;

/** The pictures that are pixels: the cells, and the colours from −1 to 1. */
export interface Pixels {
  readonly cells: ImageSource;
  readonly scale: ImageSource;
}

function text(
  x: number,
  y: number,
  line: string,
  fill: Ink,
  more: Partial<TextMark> = {},
): TextMark {
  return { kind: "text", x, y, text: line, fill, ...more };
}

function group(
  box: { readonly x: number; readonly y: number },
  marks: readonly Mark[],
): GroupMark {
  return { kind: "group", x: box.x, y: box.y, marks };
}

/** The outlines of the marked row and column. */
function outlines({ seqLen, dModel, pos, dim }: State): Mark[] {
  const { x, y, width, height } = HEAT;
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

/** The sheet of a state whose table has been computed. */
export function sheet(
  state: State,
  table: SinusoidalTable,
  { cells, scale }: Pixels,
  lang: Lang,
): Scene {
  const read: Read = (pos, dim) => table.value(pos, dim);
  const { seqLen, dModel, base, layout, pos, dim } = state;
  const waves = wavesOf(state);
  const dims = waves.map((wave) => wave.dim);
  const about = stateLine(seqLen, dModel, parameter(base), layout)[lang];
  const sum = arithmetic(state, cellValue(read(pos, dim)));
  const legend = [...waves].reverse().map((wave, k) => {
    const label = waveLabel(wave.dim, period(wave.pair, state))[lang];
    return text(WAVES.x + k * 220, 458, `— ${label}`, wave.stroke);
  });
  const samples = table.waves(dims, WAVES.width / 2);
  const size = { width: WAVES.width, height: WAVES.height };
  return {
    width: 960,
    height: 632,
    marks: [
      text(24, 32, findingHtml(state, lang).replace(/<\/?b>/g, ""), "ink", {
        size: 15,
        bold: true,
      }),
      text(24, 54, `${about}; ${sum}`, "ink2"),
      text(HEAT.x, 80, strings.heatTitle[lang], "ink2"),
      text(HEAT.x + 482, 80, "−1", "ink2", { anchor: "end" }),
      { kind: "image", x: 560, y: 72, width: 96, height: 8, source: scale },
      text(HEAT.x + 600, 80, "1", "ink2", { anchor: "end" }),
      text(DIALS.x, 80, dialsTitle(pos)[lang], "ink2"),
      { kind: "image", ...HEAT, source: cells },
      ...outlines(state),
      group(HEAT, heatAxes(state, HEAT.width, HEAT.height)),
      group(
        DIALS,
        dialsOf(state, read, DIALS.width, DIALS.height).flatMap(dialMarks),
      ),
      ...legend,
      group(WAVES, waveAxes(state, size.width, size.height)),
      group(WAVES, curveMarks(waves, samples, size.width, size.height)),
      group(WAVES, cutMarks(state, waves, read, size.width, size.height)),
    ],
  };
}
