// A ladder of wavelengths: a dot for each pair on a logarithmic scale, and a
// dashed line for a length, below which are the pairs that turn once within it.
import { scaleLinear, scaleLog } from "d3-scale";
import type { Gestures } from "../../kit/gestures.ts";
import { rect } from "../../kit/highlights.ts";
import { axes } from "../../kit/pieces/labelled-axes.ts";
import type { Point } from "../../kit/pointer.ts";
import type { Box, Shown } from "../../kit/spec.ts";
import { type Mark, segment, unseen } from "../../plots/marks.ts";
import { quantity, type Text } from "../../words/text.ts";

/** The property of the state that is drawn as the dashed line. */
type LengthKey = "seqLen" | "trainLen";

type LadderState<K extends LengthKey> = { readonly pair: number } & Readonly<
  Record<K, number>
>;

interface LadderModel {
  /** Positions for one turn, pair by pair. */
  readonly waves: readonly number[] | Float64Array;
}

type Here<K extends LengthKey> = Shown<LadderState<K>, LadderModel>;

/** px within which the dashed line is taken hold of. */
const NEAR = 12;

const words = {
  pair: { en: "pair i", zh: "第 i 对" },
  wave: { en: "positions for one turn", zh: "转一圈的位置数" },
} as const satisfies Readonly<Record<string, Text>>;

/** Pair → px and wavelength → px. */
export function ladderScales<K extends LengthKey>(
  { state, model: { waves } }: Here<K>,
  { width, height }: Box,
  key: K,
) {
  const last = waves.length - 1;
  const longest = Math.max(waves[last] as number, state[key]);
  return {
    x: scaleLinear()
      .domain([0, Math.max(1, last)])
      .range([6, width - 6]),
    y: scaleLog()
      .domain([Math.min(4, state[key]), longest * 1.6])
      .range([height, 0]),
  };
}

/** Axes, line and dots; the chosen pair is marked by the figure itself. */
export function ladderMarks<K extends LengthKey>(
  shown: Here<K>,
  box: Box,
  key: K,
): readonly Mark[] {
  const { state, model, lang, link } = shown;
  const { x, y } = ladderScales(shown, box, key);
  const at = y(state[key]);
  const dots = Math.max(1.5, Math.min(4, box.width / model.waves.length / 3));
  const powers = y.ticks().filter((v) => Number.isInteger(Math.log10(v)));
  return [
    rect([0, at, box.width, box.height - at], { fill: "soft" }),
    ...axes(
      {
        x: {
          scale: x,
          label: words.pair[lang],
          ticks: x.ticks(8).filter(Number.isInteger),
          marked: state.pair,
        },
        y: {
          scale: y,
          label: words.wave[lang],
          ticks: powers,
          format: (v) => quantity(v),
        },
      },
      box,
    ),
    segment(0, at, box.width, at, {
      stroke: "warm",
      width: link === key ? 2.5 : 1.25,
      dash: [5, 4],
    }),
    unseen([
      {
        kind: "path",
        draw(pen) {
          model.waves.forEach((wave, pair) => {
            const [px, py] = [x(pair), y(wave)];
            pen.moveTo(px + dots, py);
            pen.arc(px, py, dots, 0, 2 * Math.PI);
          });
        },
        fill: "accent",
      },
    ]),
  ];
}

/** Along the ladder a pair is chosen; the dashed line is dragged up and down. */
export function ladderPointing<K extends LengthKey>(
  key: K,
): Omit<Gestures<LadderState<K>, LadderModel>, "steps"> {
  type Values = Partial<LadderState<K>>;
  const ofLength = (length: number) => ({ [key]: length }) as Values;
  const ofPair = (shown: Here<K>, at: Point, box: Box) =>
    ({ pair: ladderScales(shown, box, key).x.invert(at.x) }) as Values;
  return {
    cursor: "ew-resize",
    vertical: true,
    hover: ofPair,
    drag(shown, at, box, { first, memory }) {
      const { y } = ladderScales(shown, box, key);
      if (first) {
        memory.set("line", Math.abs(at.y - y(shown.state[key])) < NEAR);
        memory.set("scale", y);
      }
      if (!memory.get("line")) return ofPair(shown, at, box);
      // The scale of the first moment, or the line would run away.
      const fixed = memory.get("scale") as typeof y;
      return ofLength(Number(fixed.invert(at.y).toPrecision(3)));
    },
    key({ state }, event) {
      const factor = { ArrowUp: 1.25, ArrowDown: 0.8 }[event.key];
      return factor === undefined ? undefined : ofLength(state[key] * factor);
    },
  };
}

/** Pairs for a table of readable size: spread over all, and the chosen one. */
export function pairsToList(all: number, chosen: number): readonly number[] {
  const count = Math.min(17, all);
  const step = (all - 1) / Math.max(1, count - 1);
  const pairs = Array.from({ length: count }, (_, k) => Math.round(k * step));
  return [...new Set([...pairs, chosen])].sort((a, b) => a - b);
}
