import { type OptionsOf, out } from "./schema.js";

/** Of calls that answer one tensor. */
export const RESULT = {
  /**
   * Write into this in place of a new array: a buffer of the result's shape, or
   * a Float32Array of its size.
   */
  out: out("the result's shape"),
};
/** Where one tensor goes. */
export type ResultOptions = OptionsOf<typeof RESULT>;
