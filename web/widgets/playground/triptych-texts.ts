// The texts of <pe-playground> as a figure has them, which a page's own words and
// lists of other languages replace.
import type { AnyFigure } from "../kit/spec.ts";
import type { Lang } from "../words/text.ts";
import { type State, table } from "./attributes.ts";
import { strings } from "./strings.ts";
import { findingHtml } from "./template.ts";

type Here = { readonly state: State; readonly lang: Lang };

/** No more of a figure than its texts. */
export const texts = {
  tag: "pe-playground",
  table,
  strings,
  panels: [],
  controls: [],
  finding: ({ state, lang }: Here) => findingHtml(state, lang),
  sentence: () => "",
} as unknown as AnyFigure;
