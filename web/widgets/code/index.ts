// Programs for what a figure shows, in five languages. No DOM.
import type { Lang } from "../words/text.ts";
import type { Kind, Printed } from "./kind.ts";
import { type KindId, kinds } from "./kinds.ts";
import {
  inLanguage,
  LANGUAGES,
  type Language,
  type Listing,
} from "./listing.ts";
import type { ProgramState } from "./program-state.ts";

export type { Kind, Printed } from "./kind.ts";
export { type KindId, kinds } from "./kinds.ts";
export {
  LANGUAGES,
  type Language,
  type Line,
  type Listing,
  type Mark,
  textOf,
} from "./listing.ts";
export type { ProgramState } from "./program-state.ts";

/** Languages whose comments are more than ASCII. */
const BEYOND_ASCII: readonly Lang[] = ["zh"];

/** Each language's name and the command that runs a program of it. */
const NAMES: Readonly<Record<Language, readonly [name: string, run: string]>> =
  {
    pytorch: ["PyTorch", "python3 listing.py"],
    numpy: ["NumPy", "python3 listing.py"],
    java: ["Java", "java Main.java"],
    cpp: ["C++", "g++ -std=c++20 -O1 listing.cpp -o listing && ./listing"],
    javascript: ["JavaScript", "npm install posenc && node listing.mjs"],
  };

/** Whether there are programs for such a thing. */
export const isKind = (id: string): id is KindId => Object.hasOwn(kinds, id);

/**
 * The programs for a state. Each is complete and prints the same numbers.
 *
 * @param state - the kind's values, as numbers, words and arrays or as text;
 *   what is missing has its default, what is unknown is ignored
 * @param lang - the language of the comments
 * @throws TypeError for a value of another kind, RangeError for one out of range
 */
export function listings(
  id: KindId,
  state: ProgramState,
  lang: Lang = "en",
): Readonly<Record<Language, Listing>> {
  const entries = LANGUAGES.map((language): [Language, Listing] => {
    const [name, command] = NAMES[language];
    // Java 17 and older read a source in the system's encoding.
    const run = BEYOND_ASCII.includes(lang)
      ? command.replace("java ", "java -Dfile.encoding=UTF-8 ")
      : command;
    const program = (kinds[id] as Kind).program(language, state);
    const lines = inLanguage(program, lang);
    return [language, { language, name: { en: name, zh: name }, run, lines }];
  });
  return Object.fromEntries(entries) as Record<Language, Listing>;
}

/** What the programs print, computed by the package. */
export const runKind = (id: KindId, state: ProgramState): Printed =>
  (kinds[id] as Kind).run(state);
