// Every text that figures show, for whoever puts them into another language or
// wants other words for some. Runs in Node.
import { drawableFigure } from "../draw.ts";
import type { StateOf, Table } from "../element/state/attributes.ts";
import { camel, defaults } from "../element/state/attributes.ts";
import { figures } from "../figures/list.ts";
import { BufferCache } from "../kit/buffer-cache.ts";
import { inWords, type Lookup, withWords } from "../kit/own-words.ts";
import type { AnyFigure } from "../kit/spec.ts";
import type { State as PlaygroundState } from "../playground/attributes.ts";
import * as say from "../playground/strings.ts";
import { texts as playground } from "../playground/triptych-texts.ts";
import { Quiz, quizTexts } from "../quiz/element.ts";
import { common } from "../words/strings.ts";

/** Text, with {1}, {2} … in place of its numbers → where it is shown. */
export type Texts = Readonly<Record<string, string>>;

/** Steps of an attribute that are all tried. */
const MOST = 100;

/** Values that show what an attribute can bring about. */
function valuesOf(attribute: Table[string]): readonly unknown[] {
  const { names, kind, min, max } = attribute as {
    readonly names?: readonly string[];
    readonly kind?: string;
    readonly min?: number;
    readonly max?: number;
  };
  if (names) return names;
  if (kind === "switch") return [false, true];
  if (min === undefined || max === undefined) return [];
  // Some choose from a list, and each entry has texts of its own.
  if (Number.isInteger(min) && Number.isInteger(max) && max - min <= MOST) {
    return Array.from({ length: max - min + 1 }, (_, k) => min + k);
  }
  const middle = (min + max) / 2;
  return [min, Number.isInteger(min) ? Math.round(middle) : middle, max];
}

/** The first state, and those that differ from it in one value. */
function statesOf({ table, settle }: AnyFigure): StateOf<Table>[] {
  const first = defaults(table) as StateOf<Table>;
  const others = Object.entries(table).flatMap(([name, attribute]) =>
    valuesOf(attribute).map((value) => ({ ...first, [camel(name)]: value })),
  );
  return [first, ...others].map((it) => settle?.(it) ?? it);
}

/** Asks a figure for all that it says of a state. */
function sayAll(spec: AnyFigure, state: StateOf<Table>): void {
  const view = { lang: "en", theme: "light" } as const;
  drawableFigure(spec).draw(state, view, () => {});
  const keep = new BufferCache();
  try {
    const model = spec.compute(state, keep);
    const shown = { state, model, ...view, link: null };
    spec.finding(shown);
    spec.tableData(shown);
    for (const phase of ["idle", "going"] as const) {
      spec.work?.say(shown, phase);
    }
    for (const panel of spec.panels) {
      panel.title?.(shown);
      panel.label(shown);
      if (panel.kind === "html") panel.html(shown);
    }
  } finally {
    keep.release();
  }
}

/** The English texts that are looked up, but for those of every figure. */
function lookedUp(speak: (heard: Lookup) => void): Texts {
  const texts = new Map<string, string>();
  const shared = new Set<string>(Object.values(common).map(({ en }) => en));
  const heard: Lookup = {
    find(text, where) {
      // What is quoted in a text that is put together changes: {1} stands for it.
      const isFixed = /^(name|caption|button)/.test(where);
      if (/“(?!\{\d+\}”)/.test(text) ? !isFixed : isFixed && /“\{/.test(text)) {
        return undefined;
      }
      const isNew = where !== "" && !texts.has(text) && !shared.has(text);
      if (isNew && !/\p{Script=Han}/u.test(text)) texts.set(text, where);
      return undefined;
    },
  };
  speak(heard);
  return Object.fromEntries(texts);
}

/** The English texts of a figure. */
export const textsOf = (spec: AnyFigure): Texts =>
  lookedUp((heard) => {
    const told = withWords(spec, heard);
    for (const state of statesOf(spec)) sayAll(told, state);
  });

/** Those of the playground, which is not made of panels. */
const playgroundTexts = (): Texts =>
  lookedUp((heard) => {
    const told = withWords(playground, heard);
    for (const state of statesOf(playground)) {
      const { pos, dim, seqLen, dModel } = state as unknown as PlaygroundState;
      told.finding({
        state,
        lang: "en",
        theme: "light",
        link: null,
        model: null,
      });
      for (const [text, where] of [
        [say.dialsTitle(pos), "title of dials"],
        [say.waveLabel(dim, 6.28), "legend of waves"],
        [say.heatSentence(seqLen, dModel, "…"), "heat, read aloud"],
        [say.wavesSentence([0, 6], dim, pos, "0.5"), "waves, read aloud"],
        [
          say.dialsSentence(pos, [{ pair: 0, degrees: 90 }]),
          "dials, read aloud",
        ],
      ] as const) {
        inWords(heard, text.en, where);
      }
    }
  });

/** Tag → its texts; "*" → those of every figure. */
export async function allTexts(): Promise<Readonly<Record<string, Texts>>> {
  const all: Record<string, Texts> = {
    "*": Object.fromEntries(
      Object.values(common).map(({ en }) => [en, "every figure"]),
    ),
  };
  all[Quiz.tag] = Object.fromEntries(
    quizTexts.map(({ en }) => [en, "a question"]),
  );
  all[playground.tag] = playgroundTexts();
  for (const [tag, load] of Object.entries(figures)) {
    all[tag] = textsOf(await load());
  }
  return all;
}
