import { FORM as COLUMNS } from "../embedding/common.js";
import { MAX_WIDTH } from "../options.js";
import {
  type Field,
  integer,
  type OptionsOf,
  pick,
  type Reading,
} from "../schema.js";

export const FORM = {
  /** Width of a row. */
  dModel: integer({ min: 2, max: MAX_WIDTH, even: true }),
  ...COLUMNS,
};
/** Which sinusoidal encoding is measured. */
export type SinusoidalForm = OptionsOf<typeof FORM>;

/** What decides how fast the pairs of a row turn, in whatever order they are. */
export const CURVE = pick(FORM, ["dModel", "base", "spacing"]);

type Width = { readonly dModel: Field<number | undefined> };

/** The form as the bindings take it. */
export const readCurve = (
  options: Reading<Omit<typeof CURVE, "dModel"> & Width>,
) => ({
  width: options.need("dModel"),
  base: options.read("base"),
  spacing: options.read("spacing"),
});

/** The same where the order of the columns matters. */
export const readForm = (
  options: Reading<Omit<typeof FORM, "dModel"> & Width>,
) => ({ ...readCurve(options), layout: options.read("layout") });
