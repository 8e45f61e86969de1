import { named } from "../default-instance.js";
import { POSITIONS as PLACED, PLACES, readPlaces } from "../positions.js";
import type { Runtime } from "../runtime.js";
import { type OptionsOf, optional, type Reading, table } from "../schema.js";
import {
  type Grid,
  POSITIONS,
  PRECISION,
  range,
  readFrequencies,
  readGrid,
  TURNING,
} from "./inputs.js";
import { makeTables, takeTables } from "./rotate.js";
import type { Rotary } from "./types.js";

export const TABLES = table(
  "rotary.tables",
  {
    /** What turns at which speed. */
    frequencies: TURNING,
    /** How many positions, from `offset` upward in steps of one. */
    seqLen: PLACED.seqLen,
    /** First position of the range. */
    offset: PLACED.offset,
    /** The positions themselves, instead of `seqLen` and `offset`. */
    positions: optional(POSITIONS),
    /** Number format of the angles. */
    precision: PRECISION,
  },
  PLACES,
);
/** Options of {@link Rotary.tables}. */
export type RotaryTableOptions = OptionsOf<typeof TABLES>;

/** `positions`, `[T]` or `[B, T]`, or the range of `seqLen` and `offset`. */
function readPositions(options: Reading<typeof TABLES.fields>): Grid {
  if (options.has("positions")) {
    const given = options.get("positions");
    return readGrid(options, "positions", given, [1, 2], "[T] or [B, T]");
  }
  const { offset, seqLen } = readPlaces(options);
  return range(offset, seqLen);
}

/** {@link Rotary.tables} of one instance. */
export const tables = (runtime: Runtime): Pick<Rotary, "tables"> => ({
  tables(input) {
    const options = TABLES.open(input);
    const { call } = options;
    const frequencies = readFrequencies(options);
    const precision = options.read("precision");
    const positions = readPositions(options);
    return runtime.frame(call, (frame) =>
      takeTables(
        makeTables(runtime, call, frame, frequencies, positions, precision),
        positions.shape,
      ),
    );
  },
});

export const rotaryTables: Rotary["tables"] = /* @__PURE__ */ named(
  tables,
  "tables",
);
