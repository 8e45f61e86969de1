// The rungs that count, as bars: a number for each place of a text whose end is
// dragged, so that one sees what becomes of the numbers.
import { scaleLinear } from "d3-scale";
import type { Key, PlotPanel } from "../../kit/panel.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import type { Box } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { parameter, type Text } from "../../words/text.ts";
import type { Here, Model, State } from "./rung.ts";

/** What is special about the bars of one rung. */
export interface Bars {
  /** The highest number on the axis. */
  readonly most: number;
  /** A word's own numbers, for comparison: they end about here. */
  readonly word?: number;
  /** Beside them the numbers of a longer text, which are `more` of the model. */
  readonly longer?: true;
}

/** Places on the axis: as many as a text may have. */
const PLACES = 128;

const WORD = { en: "a word’s own numbers", zh: "词本身的数" };
const LONGER = { en: "in a text twice as long", zh: "文本加长一倍时" };

function barMarks({ word, most, longer }: Bars, shown: Here, box: Box): Mark[] {
  const { model, state, lang } = shown;
  const { values } = model.rows;
  const { pos, seqLen } = state;
  const each = box.width / PLACES;
  const x = scaleLinear()
    .domain([-0.5, PLACES - 0.5])
    .range([0, box.width]);
  const y = scaleLinear().domain([0, most]).range([box.height, 0]);
  const zero = y(0);
  const at = (p: number): number => y(values[p] as number);
  const bar = (p: number) =>
    [p * each + each * 0.1, at(p), each * 0.8, zero - at(p)] as const;
  const far = model.more.subarray(0, PLACES);
  const [last, here] = [seqLen - 1, x(pos)];
  const line = {
    stroke: "warm",
    draw(pen) {
      pen.moveTo(x(0), y(far[0] as number));
      for (let p = 1; p < far.length; p += 1) {
        pen.lineTo(x(p), y(far[p] as number));
      }
    },
  } satisfies Partial<Mark>;
  return [
    ...axes(
      {
        x: {
          scale: x,
          ticks: [0, 32, 64, 96],
          marked: pos,
          label: lang === "zh" ? "位置" : "position",
        },
        y: {
          scale: y,
          format: parameter,
          label: lang === "zh" ? "它的数" : "its number",
        },
      },
      box,
    ),
    {
      kind: "path",
      fill: "accent",
      opacity: 0.35,
      draw(pen) {
        for (let p = 0; p < seqLen; p += 1) pen.rect(...bar(p));
      },
    },
    { kind: "path", fill: "accent", draw: (pen) => pen.rect(...bar(pos)) },
    circle(here, at(pos), 4.5, { fill: "accent" }),
    ...(longer
      ? [
          { kind: "path" as const, ...line, width: 1.5 },
          segment(here, y(far[pos] as number), here, at(pos), {
            stroke: "ink2",
            dash: [2, 3],
          }),
          circle(here, y(far[pos] as number), 4.5, { fill: "warm" }),
        ]
      : []),
    ...(word
      ? [segment(0, y(word), box.width, y(word), { stroke: "good", width: 2 })]
      : []),
    // The end of the text, which a hand takes.
    segment(x(last), 0, x(last), box.height, { stroke: "accent" }),
  ];
}

/** The panel of a rung that counts. */
export function barsPanel(
  bars: Bars,
  label: (shown: Here) => string,
  title: Text,
): PlotPanel<State, Model> {
  return {
    kind: "plot",
    id: "codes",
    height: [220, 200],
    margin: AXES,
    title: ({ lang }) => title[lang],
    legend: ({ lang }): readonly Key[] => [
      ...(bars.word ? [{ ink: "good" as const, text: WORD[lang] }] : []),
      ...(bars.longer ? [{ ink: "warm" as const, text: LONGER[lang] }] : []),
    ],
    label,
    marks: (shown, box) => barMarks(bars, shown, box),
    pointing: {
      cursor: "ew-resize",
      hover: (_, at, box) => ({ pos: Math.floor((at.x / box.width) * PLACES) }),
      drag: (_, at, box) => ({ seqLen: (at.x / box.width) * PLACES + 0.5 }),
      steps: { x: "pos", up: "seqLen" },
    },
  };
}
