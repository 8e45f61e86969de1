// Words in a bag, and on cards with numbers below them.
import type { Box } from "../../../kit/spec.ts";
import type { Mark } from "../../../plots/marks.ts";
import { type Card, cardMarks, flow, LOOK } from "./cards.ts";

/** Share of the width that is taken up by the bag. */
const SHARE = 3 / 4;

/** Height of a line of cards with its numbers, over that without. */
const LINE = 62 / 42;

/** Cards with room for a number below each. */
export const numbered = (words: readonly string[], box: Box): Card[] =>
  flow(words, box.width).map((card) => ({ ...card, y: 1 + card.y * LINE }));

/** Words in no order: sorted, and thrown in the same way each time. */
export function bagMarks(words: readonly string[], box: Box): Mark[] {
  const sorted = [...words].sort();
  const cards = flow(sorted, box.width * SHARE - 24, { ...LOOK, height: 30 });
  const edge = (box.width * (1 - SHARE)) / 2 + 12;
  const depth = Math.max(...cards.map(({ y, height }) => y + height));
  const top = Math.max(10, (box.height - depth) / 2 + 6);
  const [left, right] = [edge - 14, box.width - edge + 14];
  const side = box.height - 12;
  return [
    {
      kind: "path",
      draw(pen) {
        pen.moveTo(left + 6, 4);
        pen.lineTo(left - 4, side);
        pen.bezierCurveTo(
          ...([left, box.height, right, box.height] as const),
          ...([right + 4, side] as const),
        );
        pen.lineTo(right - 6, 4);
      },
      stroke: "ink3",
      width: 1.5,
    },
    ...cards.flatMap((card, k) => {
      const [x, y] = [card.x + edge, card.y + top];
      const thrown = { ...card, x: x + (k % 2) * 5, y: y + (k % 3) * 4 };
      return cardMarks(thrown, { word: sorted[k] as string });
    }),
  ];
}
