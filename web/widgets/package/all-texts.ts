// Every text that figures show, for whoever puts them into another language or
// wants other words for some. Runs in Node.

import { type KindId, kinds } from "../code/index.ts";
import type { StateOf, Table } from "../element/state/attributes.ts";
import { camel, defaults } from "../element/state/attributes.ts";
import { figures } from "../figures/list.ts";
import { BufferCache } from "../kit/buffer-cache.ts";
import { type Lookup, partInWords, withWords } from "../kit/own-words.ts";
import { sheet } from "../kit/sheet.ts";
import type { AnyFigure } from "../kit/spec.ts";
import { type Read, tracked } from "../kit/tracked.ts";
import type { State as PlaygroundState } from "../playground/attributes.ts";
import * as say from "../playground/strings.ts";
import { arithmetic } from "../playground/template.ts";
import { texts as playground } from "../playground/triptych-texts.ts";
import type { ImageSource } from "../plots/marks.ts";
import { Quiz, quizTexts } from "../quiz/element.ts";
import { common } from "../words/strings.ts";
import { sayAllowed, sayMessages } from "./message-texts.ts";
import { faultsOf, sayInput, sayWork } from "./work-texts.ts";

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

/** Figures with texts that depend on two values at once. */
const TOGETHER = new Set(
  [
    "addition alibi apart buckets circle comparison context-cost conv-edge decision",
    "kept-offsets log-steps negation number-wheels overflow own-text repeats rope",
    "scalings shift-trick similarity stretch-table",
  ].flatMap((names) => names.split(" ").map((name) => `pe-${name}`)),
);

/** States in which two values differ from the first, each at one of its ends. */
function statesOfTwo(
  table: Table,
  first: StateOf<Table>,
): readonly StateOf<Table>[] {
  const choices = Object.entries(table).flatMap(([name, attribute]) => {
    const values = valuesOf(attribute);
    const isLong = values.length > 3 && !("names" in attribute);
    const some = isLong
      ? [values[0], values[values.length >> 1], values.at(-1)]
      : values;
    return /seed$/.test(name) || values.length === 0
      ? []
      : [some.map((value) => ({ [camel(name)]: value }))];
  });
  return choices.flatMap((one, k) =>
    choices
      .slice(k + 1)
      .flatMap((other) =>
        one.flatMap((a) => other.map((b) => ({ ...first, ...a, ...b }))),
      ),
  );
}

/** The first state, and those that differ from it in one value. */
function statesOf({ tag, table, settle }: AnyFigure): StateOf<Table>[] {
  const first = defaults(table) as StateOf<Table>;
  const others = Object.entries(table).flatMap(([name, attribute]) =>
    valuesOf(attribute).map((value) => ({ ...first, [camel(name)]: value })),
  );
  const two = TOGETHER.has(tag) ? statesOfTwo(table, first) : [];
  return [first, ...others, ...two].map((it) => settle?.(it) ?? it);
}

/** Cells of matrices, which say nothing. */
const PICTURE: ImageSource = { height: 1, toDataURL: () => "" };

/** What a figure computes, anew only when something that it has read changes. */
class Models {
  readonly #compute: AnyFigure["compute"];
  #first: Kept | undefined;
  #last: Kept | undefined;

  constructor({ compute }: AnyFigure) {
    this.#compute = compute;
  }

  of(now: StateOf<Table>): unknown {
    for (const kept of [this.#first, this.#last]) {
      const isOfNow =
        kept && [...kept.read].every(([name, value]) => now[name] === value);
      if (isOfNow) return kept.model;
    }
    const { state, read } = tracked(now);
    // Most states differ from the first in one value: that one is kept.
    const buffers = (this.#first && this.#last?.buffers) ?? new BufferCache();
    const kept = { read, model: this.#compute(state, buffers), buffers };
    if (this.#first) this.#last = kept;
    else this.#first = kept;
    return kept.model;
  }

  release(): void {
    this.#first?.buffers.release();
    this.#last?.buffers.release();
  }
}

interface Kept {
  readonly read: Read;
  readonly model: unknown;
  readonly buffers: BufferCache;
}

/** Asks a figure for all that it says of a state. */
function sayAll(
  spec: AnyFigure,
  state: StateOf<Table>,
  models: Models,
  heard: Lookup,
): void {
  const model = models.of(state);
  const shown = {
    state,
    model,
    lang: "en",
    theme: "light",
    link: null,
  } as const;
  sheet(spec, shown, () => PICTURE);
  spec.tableData(shown);
  const listing = spec.listing?.(shown);
  if (listing) {
    const { name, prints } = kinds[listing.kind as KindId];
    partInWords(heard, name.en, "name of its program");
    partInWords(heard, prints.en, "what its program prints");
  }
  for (const panel of spec.panels) {
    panel.label(shown);
    if (panel.kind === "html") panel.html(shown);
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
      if (/“(?!\{\w+\}”)/.test(text) ? !isFixed : isFixed && /“\{/.test(text)) {
        return undefined;
      }
      const isNew = where !== "" && !texts.has(text) && !shared.has(text);
      // Words of a sentence that is looked at stay as they are.
      const isKept = !isFixed && /\p{Script=Han}/u.test(text);
      if (isNew && !isKept) texts.set(text, where);
      return undefined;
    },
  };
  speak(heard);
  return Object.fromEntries(texts);
}

/** The English texts of a figure. */
async function textsOf(spec: AnyFigure): Promise<Texts> {
  const faults = await faultsOf(spec);
  return lookedUp((heard) => {
    const told = withWords(spec, heard);
    const first = defaults(spec.table) as StateOf<Table>;
    sayWork(told, first, heard);
    sayInput(told, first, faults, heard);
    sayAllowed(spec.table, heard);
    const models = new Models(spec);
    try {
      for (const state of statesOf(spec)) sayAll(told, state, models, heard);
    } finally {
      models.release();
    }
  });
}

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
        [
          say.heatSentence(
            seqLen,
            dModel,
            arithmetic(state as unknown as PlaygroundState, "0.5"),
          ),
          "heat, read aloud",
        ],
        ...[1, 2, 3].map(
          (count) =>
            [
              say.wavesSentence([0, 6, 12].slice(0, count), dim, pos, "0.5"),
              "waves, read aloud",
            ] as const,
        ),
        ...say
          .dialsSentence(pos, [{ pair: 0, degrees: 90 }])
          .map((it) => [it, "dials, read aloud"] as const),
        [say.cellSentence(pos, dim, "0.5"), "sliders, read aloud"],
        [say.tableCaption([0, 8], [0, 7]), "caption of the table"],
        [
          say.stateLine(
            seqLen,
            dModel,
            "100",
            (state as unknown as PlaygroundState).layout,
          ),
          "saved picture",
        ],
      ] as const) {
        partInWords(heard, text.en, where);
      }
    }
  });

/** Tag → its texts; "*" → those of every figure. */
export async function allTexts(): Promise<Readonly<Record<string, Texts>>> {
  const all: Record<string, Texts> = {
    "*": {
      ...Object.fromEntries(
        Object.values(common).map(({ en }) => [en, "every figure"]),
      ),
      ...lookedUp(sayMessages),
    },
  };
  all[Quiz.tag] = Object.fromEntries(
    quizTexts.map(({ en }) => [en, "a question"]),
  );
  all[playground.tag] = playgroundTexts();
  for (const [tag, load] of Object.entries(figures)) {
    all[tag] = await textsOf(await load());
  }
  return all;
}
