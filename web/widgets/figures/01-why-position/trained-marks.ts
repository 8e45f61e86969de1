// What <pe-trained-attention> draws: words with lines of attention, bars of
// answers, words beside matrices.
import { outline, rect } from "../../kit/highlights.ts";
import { cellRect, type Key, type Matrix } from "../../kit/panel.ts";
import type { Box } from "../../kit/spec.ts";
import {
  circle,
  type Ink,
  type Mark,
  segment,
  unseen,
} from "../../plots/marks.ts";
import { widthOf } from "../../plots/text-width.ts";
import type { Reading } from "../../trained/encoders.ts";
import { SCHEME_WORDS } from "../../trained/run-words.ts";
import { TRAINED_PLACES } from "../../trained/setup.ts";
import { decimals } from "../../words/text.ts";
import { fitting } from "../shared/word-weights.ts";
import {
  type Card,
  cardMarks,
  cardPointing,
  flow,
  LOOK,
} from "./sentence/cards.ts";
import {
  asked,
  type Here,
  lineOf,
  type Model,
  nounText,
  type State,
  textOf,
} from "./trained-text.ts";

/** Room above the words for the lines, at most, and below for their positions. */
const ABOVE = 56;
const BELOW = 18;
/** Widest gap that words on one line are spread by. */
const SPREAD = 56;
const SIZE = 12;
/** px of a column that has its word above it. */
const LEAST = 18;

/** Nouns by their order in the sentence. */
const INKS: readonly Ink[] = ["accent", "warm", "good", "ink2", "ink3"];
const inkOf = (n: number): Ink => INKS[Math.min(n, INKS.length - 1)] as Ink;

function lay(words: readonly string[], box: Box): Card[] {
  const height = LOOK.height + BELOW;
  const top = Math.min(ABOVE, Math.max(BELOW, box.height - height));
  const cards = flow(words, box.width, { ...LOOK, top, height });
  const last = cards.at(-1);
  // On one line they stand apart, in the middle.
  const isLine = last !== undefined && last.y === cards[0]?.y;
  const free = isLine ? box.width - last.x - last.width : 0;
  const gap = Math.min(SPREAD, free / Math.max(1, cards.length - 1));
  const left = (free - gap * (cards.length - 1)) / 2;
  return cards.map((card, n) => ({
    ...card,
    x: card.x + (isLine ? left + gap * n : 0),
    height: LOOK.height,
  }));
}

const isTold = ({ positions, position }: State): boolean =>
  positions && position !== "none";

export const textPointing = cardPointing<State, Model>({
  words: ({ state, lang }) => textOf(state, lang).written,
  order: ({ state, lang }) => textOf(state, lang).order,
  layout: lay,
});

/** Weights of one word: of a head, or the mean of all. */
export function weightsFrom(
  { length, weights }: Reading,
  from: number,
  head: number,
): number[] {
  // A page's own weights may have fewer heads.
  const heads = weights.length / length ** 2;
  const of = (h: number, to: number): number =>
    weights[(h * length + from) * length + to] as number;
  return Array.from({ length }, (_, to) => {
    if (head > 0) return of(head - 1, to);
    let sum = 0;
    for (let h = 0; h < heads; h += 1) sum += of(h, to);
    return sum / heads;
  });
}

/** A line from one word to another, as thick as its weight. */
function arc(from: Card, to: Card, weight: number): Mark {
  const [x, u] = [from.x + from.width / 2, to.x + to.width / 2];
  const rise = Math.min(from.y - 8, 12 + Math.abs(x - u) / 6) * 1.3;
  const [y, v] = [from.y - 2, to.y - 2];
  return {
    kind: "path",
    stroke: "accent",
    width: 0.5 + 8 * weight,
    opacity: 0.25 + 0.6 * weight,
    draw(pen) {
      pen.moveTo(x, y);
      pen.bezierCurveTo(x, y - rise, u, v - rise, u, v);
    },
  };
}

/** The words as cards, and where the chosen one looks. */
export function arcMarks(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { words } = textOf(state, lang);
  const cards = lay(words, box);
  const from = Math.min(state.pick, words.length - 1);
  const weights = weightsFrom(model.chosen.reading, from, state.head);
  const chosen = cards[from] as Card;
  return [
    ...cards.flatMap((card, to): Mark[] => {
      const weight = weights[to] as number;
      if (to !== from) return [arc(chosen, card, weight)];
      const middle = card.x + card.width / 2;
      return [
        circle(middle, card.y - 9, 7, {
          stroke: "accent",
          width: 0.5 + 5 * weight,
          opacity: 0.25 + 0.6 * weight,
        }),
      ];
    }),
    ...cards.flatMap((card, to) => {
      const place = state.place + to;
      return cardMarks(card, {
        word: words[to] as string,
        number: isTold(state) ? String(place) : "–",
        marked: to === from,
      });
    }),
    ...cards.map((card, to): Mark => {
      const y = to === from ? card.y - 22 : card.y - 6;
      return {
        kind: "text",
        x: card.x + card.width / 2 + (to === from ? 0 : 9),
        y,
        text: `${decimals(100 * (weights[to] as number), 0)}%`,
        anchor: to === from ? "middle" : "start",
        size: SIZE,
        fill: "ink2",
      };
    }),
    ...borderMark(shown, cards),
  ];
}

/** A line before the first word that stands past the trained places. */
function borderMark({ state }: Here, cards: readonly Card[]): readonly Mark[] {
  const first = TRAINED_PLACES - state.place;
  const card = isTold(state) ? cards[Math.max(0, first)] : undefined;
  if (card === undefined) return [];
  const x = Math.max(1, card.x - 4);
  return [
    segment(x, card.y - 4, x, card.y + card.height + BELOW, {
      stroke: "warm",
      width: 2,
      dash: [4, 3],
    }),
  ];
}

interface Row {
  readonly text: string;
  readonly chosen: boolean;
  /** Share of each noun. */
  readonly shares: readonly number[];
}

/** Bars of the answers: one for each model, or of one both ways round. */
export function answerRow(shown: Here): {
  readonly rows: readonly Row[];
  readonly keys: readonly Key[];
} {
  const { state, model, lang } = shown;
  const { nouns, verb, words } = asked(shown);
  const of = (reading: Reading, at: number): number[] =>
    nouns.map((noun) => reading.nouns(at)[noun] as number);
  const both: readonly Row[] = [
    {
      text: lineOf(words),
      chosen: true,
      shares: of(model.chosen.reading, verb),
    },
    {
      text: lineOf(words.toReversed()),
      chosen: false,
      shares: of(model.backwards, words.length - 1 - verb),
    },
  ];
  const each = model.all.map(
    ({ name, reading }): Row => ({
      text: SCHEME_WORDS[name][lang],
      chosen: name === state.position,
      shares: of(reading, verb),
    }),
  );
  return {
    rows: state.answers === "one" ? both : each,
    keys: nouns.map((noun, n) => ({
      ink: inkOf(n),
      text: nounText(noun, lang),
    })),
  };
}

export function answerMarks(shown: Here, box: Box): readonly Mark[] {
  const { rows, keys } = answerRow(shown);
  const height = box.height / rows.length;
  const bar = Math.min(26, height - 4);
  return [
    ...rows.flatMap((row, r): Mark[] => {
      const top = (r + 0.5) * height - bar / 2;
      const marks: Mark[] = [
        rect([0, top, box.width, bar], { fill: "soft" }),
        {
          kind: "text",
          x: -8,
          y: top + bar / 2 + 4,
          text: fitting(row.text, row.chosen ? 96 : 106),
          anchor: "end",
          size: SIZE,
          fill: row.chosen ? "accent" : "ink2",
          bold: row.chosen,
        },
      ];
      let left = 0;
      const bars: Mark[] = [];
      row.shares.forEach((share, n) => {
        const width = share * box.width;
        bars.push(
          rect([left, top, width, bar], {
            fill: inkOf(n),
            opacity: row.chosen ? 1 : 0.6,
          }),
        );
        const text = `${keys[n]?.text} ${decimals(100 * share, 0)}%`;
        const wide = widthOf(text, SIZE) + 10;
        if (wide < width) {
          // Not across the line in the middle, where there is room beside it.
          const half = box.width / 2;
          const isCut = left < half && left + wide > half;
          const from = isCut && half + wide < left + width ? half : left;
          bars.push({
            kind: "text",
            x: from + 6,
            y: top + bar / 2 + 4,
            text,
            size: SIZE,
            fill: "paper",
            bold: true,
          });
        }
        left += width;
      });
      // Of the sentence that was swapped, the answer is what is asked.
      return [...marks, ...(row.chosen ? bars : [unseen(bars)])];
    }),
    segment(box.width / 2, 0, box.width / 2, box.height, {
      stroke: "ink3",
      dash: [2, 3],
    }),
    ...[0, 50, 100].map(
      (share): Mark => ({
        kind: "text",
        x: (share / 100) * box.width,
        y: box.height + 16,
        text: `${share}%`,
        anchor: share === 0 ? "start" : share === 100 ? "end" : "middle",
        size: SIZE,
        fill: "ink2",
      }),
    ),
  ];
}

/** Words beside the rows and above the columns of a small matrix. */
export function headMarks(
  shown: Here,
  box: Box,
  matrix: Matrix,
): readonly Mark[] {
  const { words } = textOf(shown.state, shown.lang);
  const [w, h] = [box.width / words.length, box.height / words.length];
  const row = Math.min(shown.state.pick, words.length - 1);
  return [
    ...words.flatMap((word, t): Mark[] => {
      const fill = t === row ? "accent" : "ink2";
      return [
        {
          kind: "text",
          x: -6,
          y: (t + 0.5) * h + 4,
          anchor: "end",
          size: SIZE,
          fill,
          text: fitting(word, 40),
        },
        {
          kind: "text",
          x: (t + 0.5) * w,
          y: -6,
          anchor: "middle",
          size: SIZE,
          // The first letter alone of every word would be no help.
          text: w < LEAST ? "" : fitting(word, w - 2),
          fill: "ink2",
        },
      ];
    }),
    ...outline(
      cellRect(matrix, box, { row, column: 0, width: words.length }),
      true,
    ),
  ];
}
