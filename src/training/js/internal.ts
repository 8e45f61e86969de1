// What posenc-widgets takes of this package's sources beside its public calls.
export { designBias, designFrequencies } from "./custom.js";
export { FormulaError } from "./formula.js";
export { firstFault, firstKept, HELD_OUT, MAX_BYTES, MORE } from "./text.js";
