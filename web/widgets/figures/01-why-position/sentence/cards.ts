// Words as cards in lines, that can be taken and put elsewhere.
import { rect } from "../../../kit/highlights.ts";
import type { Drag, Point, Pointing } from "../../../kit/pointer.ts";
import type { Box, Shown } from "../../../kit/spec.ts";
import { type Mark, segment } from "../../../plots/marks.ts";
import { widthOf } from "../../../plots/text-width.ts";
import type { Text } from "../../../words/text.ts";
import { moved, type Order, writeOrder } from "./order.ts";

/** Where one card lies. */
export interface Card {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Look {
  /** Height of a card. */
  readonly height: number;
  /** Room above the first line. */
  readonly top: number;
  readonly size: number;
}

export const LOOK: Look = { height: 34, top: 0, size: 14 };

const GAP = 8;
const PADDING = 10;

/** Cards for words, in as many lines as they need. */
export function flow(
  words: readonly string[],
  width: number,
  { height, top, size }: Look = LOOK,
): Card[] {
  let [x, y] = [0, top];
  return words.map((word) => {
    const own = Math.min(width, Math.ceil(widthOf(word, size)) + 2 * PADDING);
    if (x > 0 && x + own > width) {
      x = 0;
      y += height + GAP;
    }
    const card = { x, y, width: own, height };
    x += own + GAP;
    return card;
  });
}

/** What is on a card besides its word. */
export interface Face {
  readonly word: string;
  /** In small type before the word. */
  readonly number?: string;
  readonly marked?: boolean;
  readonly linked?: boolean;
}

/** A card with its word. */
export function cardMarks(
  { x, y, width, height }: Card,
  { word, number, marked, linked }: Face,
): Mark[] {
  const marks: Mark[] = [
    rect([x, y, width, height], {
      fill: linked ? "soft" : "paper",
      stroke: marked ? "accent" : "ink3",
      width: marked ? 2 : 1,
    }),
    {
      kind: "text",
      x: x + width / 2,
      y: y + height / 2 + 5,
      text: word,
      size: LOOK.size,
      anchor: "middle",
      fill: "ink",
    },
  ];
  if (number !== undefined) {
    marks.push({
      kind: "text",
      x: x + width / 2,
      y: y + height + 14,
      text: number,
      size: 12,
      anchor: "middle",
      fill: "accent",
      bold: true,
    });
  }
  return marks;
}

/** The card under a point. */
function cardAt(cards: readonly Card[], at: Point): number {
  return cards.findIndex(
    ({ x, y, width, height }) =>
      at.x >= x && at.x <= x + width && at.y >= y - 4 && at.y <= y + height + 4,
  );
}

/** How many of these cards come before a point, as one reads. */
const before = (cards: readonly Card[], at: Point): number =>
  cards.filter(({ x, y, width, height }) => {
    if (at.y > y + height + GAP / 2) return true;
    return at.y >= y - GAP / 2 && x + width / 2 < at.x;
  }).length;

/** What figures with cards have in their state. */
export interface CardState {
  readonly sentence: string;
  readonly order: string;
  readonly pick: number;
}

/** What the cards need to know of a figure. */
export interface Cards<S, M> {
  /** Words in the written order. */
  readonly words: (shown: Shown<S, M>) => readonly string[];
  readonly order: (shown: Shown<S, M>) => Order;
  readonly layout: (
    words: readonly string[],
    box: Box,
    shown: Shown<S, M>,
  ) => readonly Card[];
}

const cardKeys: Text = {
  en: "Words as cards; left and right arrows choose a word, with Shift they move it.",
  zh: "词卡；左右方向键选词，按住 Shift 则移动这个词。",
};

const clamp = (value: number, count: number): number =>
  Math.min(count - 1, Math.max(0, value));

/** Takes a word and puts it elsewhere, by pointer or by keys. */
export function cardPointing<S extends CardState, M>(
  cards: Cards<S, M>,
): Pointing<S, M> {
  const lay = (shown: Shown<S, M>, order: Order, box: Box) => {
    const words = cards.words(shown);
    const inOrder = order.map((k) => words[k] as string);
    return cards.layout(inOrder, box, shown);
  };
  const set = (sentence: string, order: Order, pick: number) =>
    ({ order: writeOrder(sentence, order), pick }) as Partial<S>;

  return {
    cursor: "grab",
    vertical: true,
    keys: cardKeys,
    drag(shown, at, box, drag: Drag) {
      const order = cards.order(shown);
      if (drag.first) {
        const pick = cardAt(lay(shown, order, box), at);
        if (pick < 0) return undefined;
        drag.memory.set("word", order[pick]);
        return { pick } as Partial<S>;
      }
      const word = drag.memory.get("word") as number;
      const from = order.indexOf(word);
      if (from < 0) return undefined;
      // The others lie still while this one is in the air.
      const others = order.filter((k) => k !== word);
      const to = before(lay(shown, others, box), at);
      if (to === from) return {};
      return set(shown.state.sentence, moved(order, from, to), to);
    },
    key(shown, event) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step === undefined) return undefined;
      const order = cards.order(shown);
      const from = clamp(shown.state.pick, order.length);
      const to = clamp(from + step, order.length);
      if (!event.shiftKey) return { pick: to } as Partial<S>;
      return set(shown.state.sentence, moved(order, from, to), to);
    },
  };
}

/** Buttons that do what dragging does, and what they change. */
export const moveStrings = {
  left: { en: "← move word", zh: "← 前移" },
  right: { en: "move word →", zh: "后移 →" },
  reverse: { en: "reverse", zh: "倒序" },
  written: { en: "as written", zh: "还原" },
  order: { en: "Order", zh: "次序" },
} as const;

export const MOVES = ["left", "right", "reverse", "written"] as const;

/** The order after a button. */
export function pressed<S extends CardState>(
  name: string,
  state: S,
  order: Order,
): Partial<S> | undefined {
  const count = order.length;
  const from = clamp(state.pick, count);
  const to = clamp(from + (name === "left" ? -1 : 1), count);
  const result: Readonly<Record<string, readonly [Order, number]>> = {
    left: [moved(order, from, to), to],
    right: [moved(order, from, to), to],
    reverse: [[...order].reverse(), count - 1 - from],
    written: [[...order].sort((a, b) => a - b), order[from] as number],
  };
  const next = result[name];
  if (!next) return undefined;
  const [changed, pick] = next;
  return { order: writeOrder(state.sentence, changed), pick } as Partial<S>;
}

/** Lines from the places of words to their places in another order. */
export function links(
  above: readonly Card[],
  below: readonly Card[],
  order: Order,
): Mark[] {
  return order.map((from, to) => {
    const [a, b] = [above[from] as Card, below[to] as Card];
    const stays = from === to;
    return segment(a.x + a.width / 2, a.y + a.height, b.x + b.width / 2, b.y, {
      stroke: stays ? "ink3" : "accent",
      width: stays ? 1 : 1.75,
    });
  });
}
