// What d3-scale asks of d3-format, for `tickFormat` alone; the builds put it in
// its place. What stands at our ticks is written as in all texts (words/text.ts).
function format(): never {
  throw new Error("numbers are written by words/text.ts, not by tickFormat()");
}

export {
  format,
  format as formatPrefix,
  format as formatSpecifier,
  format as precisionFixed,
  format as precisionPrefix,
  format as precisionRound,
};
