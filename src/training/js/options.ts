import type { Options } from "posenc/internal";
import {
  either,
  flag,
  given,
  integer,
  integers,
  type OptionsOf,
  optional,
  reader,
  real,
  SEED,
  table,
  XPOS_REACH,
} from "posenc/internal";
import { MAX_SQUARE } from "./custom.js";
import type { RawPlan, RawSource } from "./module.js";
import {
  type Position,
  type ReadPosition,
  rawPosition,
  readPosition,
} from "./position.js";
import {
  MAX_TEXT,
  RAW_CORPUS,
  type ReadTask,
  rawTask,
  readTask,
  type Task,
  tokensOf,
} from "./tasks.js";
import { type Corpus, readCorpus } from "./text.js";

/** Most steps, of a run and of one call. */
export const MOST_STEPS = 2 ** 32;

/** Steps in which the rate rises, unless told. */
export const WARMUP = 50;

/** Furthest position. */
const MAX_POSITIONS = 4096;
/** Columns are computed in eights. */
const EIGHT = 8;
const LENGTH = integer({ min: 1, max: MAX_TEXT });

/** Of what a model is. */
const SHAPE = {
  /** What the model learns; or give `data`. */
  task: optional(given<Task>("a task")),
  /**
   * A text to learn to go on with, to 5 MB: a string, its UTF-8 or a list of
   * tokens. Its last tenth is kept for tests.
   */
  data: optional(given<string | Uint8Array | Int32Array>("a text")),
  /** How positions enter. */
  position: given<Position>("the name of a scheme, or an object with a type"),
  /** How many layers. */
  layers: integer({ min: 1, max: 4, default: 2 }),
  /** Width of a row, a multiple of 8. */
  dModel: integer({ min: EIGHT, max: 128, default: 64 }),
  /** How many heads; a divisor of `dModel`. */
  numHeads: integer({ min: 1, max: 8, default: 4 }),
  /** Whether a token sees only those before it: a decoder, or an encoder. */
  causal: flag(true),
  /** Whether the tokens' rows are the last layer's weights, too. */
  tied: flag(true),
  /**
   * How many positions there are: rows of learned tables, and what randomized
   * positions are drawn from. No text has more tokens.
   */
  maxLen: optional(
    integer({ min: 1, max: MAX_POSITIONS }),
    `2048; 512 for a bias of your own; no more than ${XPOS_REACH}·scaleBase + 1 for xpos`,
  ),
  /**
   * Length that the model is trained at, in the task's own units: symbols,
   * digits, words, characters.
   */
  trainLen: LENGTH,
  /** What random numbers are drawn from. */
  seed: SEED,
};

const SOURCE = either("task", ["data"]);

export const MODEL = table(
  "training.model",
  {
    ...SHAPE,
    /** All tensors by name, as {@link Network.weights} gives them. */
    weights: given<WeightsInput>("an object with all tensors"),
  },
  SOURCE,
);
/** Options of {@link Training.model}. */
export type ModelOptions = OptionsOf<typeof MODEL>;

export const TRAINER = table(
  "training.trainer",
  {
    ...SHAPE,
    /** Steps draw their length from this to `trainLen`. */
    minLen: optional(LENGTH, "`trainLen`"),
    /** How many texts a step learns from. */
    batch: integer({ min: 1, max: 1024, default: 32 }),
    /** Share of what layers add that is left out, drawn anew each step. */
    dropout: real({ min: 0, max: 0.9, default: 0 }),
    /** Peak of AdamW's rate. */
    learningRate: real({ above: 0, max: 1, default: 3e-3 }),
    /** In so many steps, `steps` at most, the rate rises to its peak. */
    warmup: optional(
      integer({ min: 0, max: MOST_STEPS }),
      `${WARMUP}, or \`steps\` where they are fewer`,
    ),
    /** At this step the rate has come down to `finalRate`, along a cosine. */
    steps: integer({ min: 1, max: MOST_STEPS, default: 1000 }),
    /** Share of the peak that is left in the end. */
    finalRate: real({ min: 0, max: 1, default: 0.1 }),
    /** AdamW's decay, of the weights of linear layers. */
    weightDecay: real({ min: 0, max: 1, default: 0.01 }),
    /** Gradients with a larger norm are scaled down to it. */
    clip: real({ above: 0, default: 1 }),
    /** AdamW's β₁. */
    beta1: real({ min: 0, below: 1, default: 0.9 }),
    /** AdamW's β₂. */
    beta2: real({ min: 0, below: 1, default: 0.98 }),
    /** AdamW's ε. */
    epsilon: real({ above: 0, max: 1, default: 1e-8 }),
  },
  SOURCE,
);
/** Options of {@link Training.trainer}. */
export type TrainerOptions = OptionsOf<typeof TRAINER>;

/** Tensors by name, with or without their shape. */
export type WeightsInput = Readonly<
  Record<string, { readonly data: ArrayLike<number> } | ArrayLike<number>>
>;

/** A way to stretch trained rotations over longer texts. */
export type StretchType = "interpolation" | "ntk" | "yarn";

export const STRETCH = {
  /** s, how much longer the text is. */
  factor: optional(
    real({ min: 1, max: 1e6 }),
    "the text's length over the training length, at least 1",
  ),
};
/** Options of a stretch. */
export type StretchOptions = OptionsOf<typeof STRETCH>;

/** A stretch by its name, or with options. */
export type Stretch =
  | StretchType
  | ({ readonly type: StretchType } & StretchOptions);

/** Of all that is done with a model. */
export const TEST = {
  /**
   * How rotations are stretched over texts longer than those of training:
   * position interpolation, NTK or YaRN.
   */
  positionAtTest: optional(given<Stretch>("a stretch"), "as trained"),
  /** What texts and randomized positions are drawn from. */
  seed: optional(SEED, "the model's"),
};
/** Options of {@link Network.logits} and {@link Network.attention}. */
export type TestOptions = OptionsOf<typeof TEST>;

export const EVALUATE = table("evaluate", {
  /** The lengths to test at, in the units of `trainLen`. */
  lengths: integers({ min: 1, max: MAX_TEXT }),
  /** How many texts of each length. */
  texts: integer({ min: 1, max: 1024, default: 64 }),
  ...TEST,
});
/** Options of {@link Network.evaluate}. */
export type EvaluateOptions = OptionsOf<typeof EVALUATE>;

export const GENERATE = table("generate", {
  /** What to go on with: tokens, their names, or a piece of text. */
  prompt: given<Prompt>("tokens"),
  /** How many tokens to write. */
  length: integer({ min: 1, max: MAX_TEXT }),
  ...TEST,
});
/** Options of {@link Network.generate}. */
export type GenerateOptions = OptionsOf<typeof GENERATE>;

/** Tokens by number or by name; of a text, the text itself. */
export type Prompt = string | ArrayLike<number> | readonly string[];

/** What a model is, as it was read. */
export interface Shape {
  readonly call: string;
  readonly task: ReadTask | undefined;
  readonly corpus: Corpus | undefined;
  readonly position: ReadPosition;
  readonly trainLen: number;
  readonly seed: number;
  readonly plan: RawPlan;
  readonly source: RawSource;
  /** Names of the tokens. */
  readonly vocabulary: readonly string[];
}

const read = reader(SHAPE);

function readSourceOf(options: Options) {
  const { call } = options;
  const data = options.get("data");
  const corpus = data === undefined ? undefined : readCorpus(call, data);
  const task = corpus ? undefined : readTask(call, options.get("task"));
  const vocabulary = task
    ? tokensOf(task)
    : (corpus?.characters ??
      // never taken: one of task and data is given
      Array.from({ length: corpus?.vocabulary ?? 0 }, (_, n) => String(n)));
  return { corpus, task, vocabulary };
}

/** How many positions there are. */
function readPositions(
  options: Options,
  { bias, scaleBase = Number.POSITIVE_INFINITY }: ReadPosition,
): number {
  const most = Math.floor(XPOS_REACH * scaleBase) + 1;
  const given = read(options, "maxLen");
  if (given === undefined) {
    return Math.min(bias === undefined ? MAX_TEXT : MAX_SQUARE, most);
  }
  if (given > most) {
    options.fail(
      "maxLen",
      `at most ${XPOS_REACH}·scaleBase + 1 = ${most}, as far as xpos goes`,
    );
  }
  return given;
}

/** Reads what trainers and models have in common. */
export function readShape(options: Options, dropout: number): Shape {
  const { call } = options;
  const { corpus, task, vocabulary } = readSourceOf(options);
  const position = readPosition(call, options.get("position"));
  const [width, heads] = [read(options, "dModel"), read(options, "numHeads")];
  if (width % EIGHT !== 0) options.fail("dModel", "a multiple of 8");
  if (width % heads !== 0) {
    options.fail("numHeads", `a divisor of dModel, ${width}`);
  }
  const causal = read(options, "causal");
  checkPosition(call, position, width, heads, causal);
  return {
    call,
    task,
    corpus,
    position,
    vocabulary,
    trainLen: read(options, "trainLen"),
    seed: read(options, "seed"),
    source: task ? rawTask(task) : RAW_CORPUS,
    plan: {
      layers: read(options, "layers"),
      width,
      heads,
      causal,
      dropout,
      vocabulary: vocabulary.length,
      positions: readPositions(options, position),
      tied: read(options, "tied"),
      ...rawPosition(position),
    },
  };
}

/** Narrowest heads of rotations, which turn pairs of columns. */
const LEAST_HEAD = { rotary: 2, xpos: 2, partialRotary: 4 };

/** What a scheme asks of the model around it. */
function checkPosition(
  call: string,
  position: ReadPosition,
  width: number,
  heads: number,
  causal: boolean,
): void {
  const head = width / heads;
  const fail = (name: string, allowed: string, got: unknown): never => {
    throw new RangeError(
      `${call}: position.${name} must be ${allowed}, got ${got}`,
    );
  };
  const { type, learnedWidth, rotaryDim, buckets, maxDistance } = position;
  const turned = position.frequencies === undefined ? type : "rotary";
  const least = LEAST_HEAD[turned as keyof typeof LEAST_HEAD] ?? 0;
  if (head < least || (least > 0 && head % 2 !== 0)) {
    throw new RangeError(
      `${call}: position ${JSON.stringify(type)} needs heads of an even width of at least ${least}, got dModel / numHeads = ${head}`,
    );
  }
  if (type === "forgetting" && !causal) {
    throw new RangeError(
      `${call}: position "forgetting" needs causal to be true, got false`,
    );
  }
  if (learnedWidth !== undefined && learnedWidth >= width) {
    fail("learnedWidth", `below dModel, ${width}`, learnedWidth);
  }
  if (rotaryDim !== undefined && rotaryDim > head) {
    fail("rotaryDim", `at most dModel / numHeads, ${head}`, rotaryDim);
  }
  if (
    buckets !== undefined &&
    maxDistance !== undefined &&
    maxDistance <= buckets / 2
  ) {
    fail("maxDistance", `above half of buckets, ${buckets / 2}`, maxDistance);
  }
}
