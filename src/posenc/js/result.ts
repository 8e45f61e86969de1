import { type OptionsOf, out } from "./schema.js";

/** Of calls that answer one tensor. */
export const RESULT = {
  /**
   * Write into this in place of a new array: a buffer of the result's shape, or
   * a Float32Array of its size. It may be the whole memory of an input, which is
   * then overwritten; a part of an input's, or memory of a cache, is refused.
   */
  out: out("the result's shape"),
};
/** Where one tensor goes. */
export type ResultOptions = OptionsOf<typeof RESULT>;
