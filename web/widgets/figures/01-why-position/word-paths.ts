// Words and the ways from one to the other: by a recurrence, which hands a state
// on from word to word, and by attention.
import type { Box } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";

/** How far the words are read, and the one that is chosen. */
interface Reading {
  readonly words: readonly string[];
  readonly step: number;
  readonly pos: number;
}

/** Places of the words, one below the other row by row where they are many. */
export const places = (count: number, box: Box): number[] =>
  Array.from({ length: count }, (_, k) => ((k + 0.5) * box.width) / count);

export function labels(
  words: readonly string[],
  box: Box,
  y: number,
  pos: number,
) {
  const xs = places(words.length, box);
  const narrow = box.width / words.length < 52;
  return words.map(
    (word, k): Mark => ({
      kind: "text",
      x: xs[k] as number,
      text: word,
      anchor: "middle",
      y: y + (narrow && k % 2 === 1 ? 15 : 0),
      fill: k === pos ? "accent" : "ink",
      bold: k === pos,
    }),
  );
}

/** The chain: a state handed on from word to word. */
export function chain({ words, step, pos }: Reading, box: Box): Mark[] {
  const xs = places(words.length, box);
  const y = 30;
  const marks: Mark[] = [];
  xs.forEach((x, k) => {
    const done = k < step;
    marks.push(
      segment(x, box.height - 36, x, y + 8, {
        stroke: done ? "warm" : "rule",
        width: 1.5,
      }),
    );
    if (k > 0) {
      const from = xs[k - 1] as number;
      const onPath = k > pos && done;
      marks.push(
        segment(from + 8, y, x - 8, y, {
          stroke: done ? "warm" : "rule",
          width: onPath ? 4 : 1.5,
        }),
      );
    }
    marks.push(
      circle(x, y, 8, {
        fill: done ? "warm" : "paper",
        stroke: done ? "warm" : "ink3",
      }),
    );
  });
  return [...marks, ...labels(words, box, box.height - 20, pos)];
}

/** Attention: every word hands its value to every other at once. */
export function star({ words, step, pos }: Reading, box: Box): Mark[] {
  const xs = places(words.length, box);
  const [top, foot] = [30, box.height - 36];
  const done = step > 0;
  const last = words.length - 1;
  const marks: Mark[] = [];
  xs.forEach((from, j) => {
    xs.forEach((to, i) => {
      const chosen = j === pos && i === last;
      marks.push(
        segment(from, foot, to, top + 8, {
          stroke: done ? "accent" : "rule",
          width: chosen && done ? 4 : 1,
          opacity: chosen ? 1 : 0.3,
        }),
      );
    });
  });
  for (const x of xs) {
    marks.push(
      circle(x, top, 8, {
        fill: done ? "accent" : "paper",
        stroke: done ? "accent" : "ink3",
      }),
    );
  }
  return [...marks, ...labels(words, box, box.height - 20, pos)];
}
