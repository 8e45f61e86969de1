// Words that no figure may say, whatever its state.

/** What a number that is none looks like. */
export const NONSENSE = /\b(NaN|undefined|Infinity|\[object)\b/;

/** Nouns of figures, after "1" always one of them. */
const NOUNS =
  "cells|decimals|dimensions|directions|distances|heads|keys|layers|lines|notes|numbers|pairs|places|positions|queries|rows|sentences|slopes|steps|texts|times|tokens|turns|values|vectors|warnings|weights|words";

/** Before "1" these make it a name: "pair 1 turns", "row 1 times". */
const NAMED =
  "dimension|head|key|layer|level|line|pair|place|position|query|row|sentence|stage|step|text|token|word";

/** "1 tokens", but neither "pair 1 turns" nor "1 times slower". */
export const MANY = new RegExp(
  `(?<![\\w.,:×−–+/-])(?<!\\b(?:${NAMED}) )(?<!\\d )1 (?!times\\b)(?:${NOUNS})\\b`,
  "i",
);
