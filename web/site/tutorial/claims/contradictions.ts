// Where the documents contradict each other, or themselves, and what decides.

import type { Text } from "../../../widgets/words/text.ts";
import type { Values } from "../../page.ts";
import { byFormulas } from "./decided-by-formulas.ts";
import { bySources } from "./decided-by-sources.ts";

/** Two statements that cannot both hold. */
export interface Contradiction {
  readonly topic: Text;
  /** Who says what; documents by number. */
  readonly sides: Text;
  /** What holds, with the number that decides where there is one. */
  readonly holds: Text;
  /** Numbers in `holds`, computed by the library. */
  readonly values?: Values;
  /** Claims that treat it. */
  readonly claims: readonly string[];
}

export const contradictions: readonly Contradiction[] = [
  ...byFormulas,
  ...bySources,
];
