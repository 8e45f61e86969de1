// Weights as the files of models/ have them: a letter for each, and a number for
// each tensor that says what a letter is worth. Letters keep five bits, and
// compress further; the answers are the same (tests/web/trained.test.js).

/** Letters of the levels -15 … 15. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcde";
const TOP = (LETTERS.length - 1) / 2;

/** A tensor as it is kept: what a level is worth, and the levels. */
export type Kept = readonly [unit: number, letters: string];
export type KeptWeights = Readonly<Record<string, Kept>>;

/** The tensor in letters. */
export function keep(data: ArrayLike<number>): Kept {
  const all = Array.from(data);
  const largest = all.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const unit = Number((largest / TOP).toPrecision(5)) || 1;
  const letter = (x: number) =>
    LETTERS[Math.max(-TOP, Math.min(TOP, Math.round(x / unit))) + TOP];
  return [unit, all.map(letter).join("")];
}

/** The numbers again. */
export const restore = ([unit, letters]: Kept): Float32Array =>
  Float32Array.from(
    letters,
    (letter) => (LETTERS.indexOf(letter) - TOP) * unit,
  );
