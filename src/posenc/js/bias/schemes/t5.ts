import { type OptionsOf, part, pick } from "../../schema.js";
import { T5, t5Calls } from "../t5.js";
import { byOffset } from "./by-offset.js";

const T5_FIELDS = pick(T5.fields, ["table", "maxDistance", "bidirectional"]);
export const T5_SCHEME = part(T5_FIELDS);
/** The bias of T5 (Raffel et al. 2020): see {@link Bias.t5}. */
export type T5Scheme = OptionsOf<typeof T5_SCHEME>;

/** T5's bias as attention takes it. */
export const t5Scheme = byOffset(
  T5_SCHEME,
  T5.call,
  (runtime) => t5Calls(runtime).t5,
  false,
);
