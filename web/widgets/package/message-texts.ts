// What is said of figures and their tools, whatever the figure: when a value is
// refused, something has been saved, or nothing can start.
import { strings as dialog } from "../element/embed/dialog.ts";
import { recipes } from "../element/embed/recipes.ts";
import { nothingCalled } from "../element/faults.ts";
import { remedy } from "../element/library/remedy.ts";
import {
  boxName,
  strings as listing,
  reachedLine,
} from "../element/listing/strings.ts";
import { ALLOWED, type Table } from "../element/state/attributes.ts";
import type { Lookup } from "../kit/own-words.ts";
import { partInWords } from "../kit/own-words.ts";
import { notices } from "../words/notices.ts";
import { refusal, type Strings } from "../words/strings.ts";
import type { Text } from "../words/text.ts";

const valuesOf = (strings: Strings): readonly Text[] => Object.values(strings);

/** Whatever stands in the way of a start, with a message that leads to it. */
const OBSTACLES = ["Content-Security-Policy", "TrustedHTML", "SIMD", ""];

/** A figure on a page of notes. */
const EMBEDDED = {
  tag: "pe-figure",
  attributes: {},
  lang: "en",
  title: "",
  version: "1.0.0",
  integrity: "",
  site: "https://example.org/",
} as const;

/** What is allowed, where a figure has words of its own for that. */
export function sayAllowed(table: Table, heard: Lookup): void {
  for (const { allowed } of Object.values(table)) {
    if (!("template" in allowed)) partInWords(heard, allowed.en, "allowed");
  }
}

/** What a program says that is shown below a figure: its values are the figure's. */
const { copy: _copy, yes: _yes, no: _no, choose: _choose, ...listed } = listing;

type Said = readonly (readonly [texts: readonly Text[], where: string])[];

function sayAll(said: Said, heard: Lookup): void {
  for (const [texts, where] of said) {
    for (const { en } of texts) partInWords(heard, en, where);
  }
}

/** What tools say, and what they open: pages load it when a reader comes near. */
export const sayTools = (heard: Lookup): void =>
  sayAll(
    [
      [valuesOf(notices), "said by a tool"],
      [
        [...valuesOf(listed), boxName, reachedLine],
        "the program in five languages",
      ],
      [valuesOf(dialog), "dialog to embed a figure"],
      [
        recipes.flatMap(({ steps }) =>
          steps(EMBEDDED).map(({ where }) => where),
        ),
        "dialog to embed a figure",
      ],
    ],
    heard,
  );

/** The messages, with where they are said. */
export function sayMessages(heard: Lookup): void {
  sayAll(
    [
      [[refusal], "a value that is refused"],
      [valuesOf(ALLOWED), "allowed: {allowed} of a value that is refused"],
      [[nothingCalled], "a name in controls, hide or lock that means nothing"],
      [OBSTACLES.map((it) => remedy(it)), "a figure that cannot start"],
    ],
    heard,
  );
  sayTools(heard);
}
