// What the rotary commands have in common: frequencies, out of a file or of the
// options of rotary.frequencies, with those of a scaling beside them.
import type { Posenc } from "../../js/index.js";
import { ROTARY_FREQUENCIES } from "../../js/rotary/frequencies.js";
import { TURNING } from "../../js/rotary/inputs.js";
import { SCALINGS } from "../../js/rotary/scaling.js";
import { type Field, type Fields, optional } from "../../js/schema.js";
import { kebab } from "../args.js";
import { type Options, optionsOf, pickOf, type Values } from "./command.js";

const { call, fields } = ROTARY_FREQUENCIES;
const TYPES: Readonly<Record<string, Fields>> = SCALINGS;

/** A scaling by its name, or whole as a file. */
const SCALING = {
  ...optional(
    {
      ...(fields.scaling as Field),
      kind: "scheme",
      words: Object.keys(TYPES),
      as: "a word, or a .json file with type",
    },
    "none",
  ),
};

/** Every option of a scaling, and which of them have it. */
function scalingOptions(): Options {
  const options: Record<string, Options[string]> = {};
  for (const own of Object.values(TYPES)) {
    for (const [name, field] of Object.entries(own)) {
      const types = Object.keys(TYPES).filter(
        (it) => name in (TYPES[it] ?? {}),
      );
      const needed = `of ${types.join(", ")}`;
      options[name] ??= { field, of: `${call}.scaling`, needed };
    }
  }
  return options;
}

/** The options of a scaling, for `more` of a command. */
export const SCALING_OPTIONS = {
  heading:
    "With --scaling (s is the factor, L the original length, n the present one)",
  options: scalingOptions(),
};

/** The options of `rotary.frequencies`. */
export const FREQUENCY_OPTIONS: Options = {
  ...optionsOf(ROTARY_FREQUENCIES),
  scaling: { field: SCALING, of: call },
};

const { seqLen, headDim, ...others } = FREQUENCY_OPTIONS;

/** The same for commands whose own length is `seqLen`, or a file instead. */
export const TURNING_OPTIONS: Options = {
  frequencies: {
    field: TURNING,
    prose:
      "What turns at which speed, in place of the next five: what `posenc freqs rotary -o FILE.json` writes.",
    needed: "",
  },
  headDim: {
    ...(headDim as Options[string]),
    needed: "needed without --frequencies",
  },
  ...others,
  scalingSeqLen: { ...(seqLen as Options[string]), named: "seqLen" },
};

/** `--scaling` with its options as the library takes them. */
function scalingOf(values: Values): object | undefined {
  const { scaling } = values;
  const own = pickOf(values, SCALING_OPTIONS.options);
  const [first] = Object.keys(own);
  if (scaling === undefined) {
    if (first === undefined) return undefined;
    throw new TypeError(`${first} needs --scaling`);
  }
  if (typeof scaling !== "string") return { ...(scaling as object), ...own };
  const known = TYPES[scaling];
  const foreign = Object.keys(own).find((name) => known && !(name in known));
  if (known && foreign !== undefined) {
    const names = Object.keys(known).map((name) => `--${kebab(name)}`);
    throw new TypeError(
      `${foreign} does not go with --scaling ${scaling} (which has ${names.join(", ")})`,
    );
  }
  return { type: scaling, ...own };
}

/** The frequencies that were asked for. */
export function computed(pe: Posenc, values: Values) {
  const { scaling: _, ...own } = pickOf(values, FREQUENCY_OPTIONS);
  const scaling = scalingOf(values);
  return pe.rotary.frequencies({
    ...own,
    ...(scaling && { scaling }),
  } as unknown as Parameters<Posenc["rotary"]["frequencies"]>[0]);
}

/** The same for commands that also take them out of a file. */
export function turning(pe: Posenc, values: Values) {
  const { frequencies, seqLen: __, scalingSeqLen: length, ...rest } = values;
  if (frequencies === undefined) {
    try {
      return computed(pe, { ...rest, seqLen: length });
    } catch (error) {
      if (error instanceof Error) {
        error.message = error.message.replace(/: seqLen\b/, ": scalingSeqLen");
      }
      throw error;
    }
  }
  const both = { ...TURNING_OPTIONS, ...SCALING_OPTIONS.options };
  const [other] = Object.keys(pickOf(values, both)).filter(
    (name) => name !== "frequencies",
  );
  if (other === undefined) return frequencies;
  throw new TypeError(`give either frequencies or ${other}, not both`);
}
