import { type Prepare, termOf } from "../../attention/sequence.js";
import { biasFireScratchSize } from "../../generated/border/bias.js";
import { Scheme } from "../../generated/border/enums/wasm.js";
import { fireArguments } from "../../generated/border/lists.js";
import { type OptionsOf, openScheme, part } from "../../schema.js";
import { FIRE_FIELDS, readFire } from "../fire.js";
import { checkHeads } from "./by-offset.js";

export const FIRE_SCHEME = part(FIRE_FIELDS);
/** FIRE (Li et al. 2024): see {@link Bias.fire}. */
export type FireScheme = OptionsOf<typeof FIRE_SCHEME>;

/** FIRE as attention takes it. */
export const fireScheme: Prepare = (runtime, frame, call, scheme, s) => {
  const options = openScheme(call, FIRE_SCHEME.fields, scheme);
  const { numbers, write } = readFire(options);
  const { heads, ...others } = numbers;
  checkHeads(call, heads, s.heads);
  const offsets = s.queries + s.keys - 1;
  const scratch = runtime.number(biasFireScratchSize, { ...numbers, offsets });
  return {
    term: termOf(fireArguments, {
      scheme: Scheme.fire,
      ...others,
      weights: write(frame),
      scratch: frame.float64(scratch).pointer,
    }),
  };
};
