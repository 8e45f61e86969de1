// States of figures that nobody has thought of: drawn by lot, the same ones in
// every run.
import { importSource } from "./figure.js";
import { drawn } from "./random-attributes.js";

const { camel, defaults } = await importSource(
  "widgets/element/state/attributes.ts",
);

/** A state with all values drawn, before a figure settles it. */
export function drawnState(table, lot) {
  const wanted = defaults(table);
  for (const [name, attribute] of Object.entries(table)) {
    wanted[camel(name)] = drawn(attribute, lot);
  }
  return wanted;
}
