import { named } from "../default-instance.js";
import { MAX_POSITION } from "../options.js";
import type { Runtime } from "../runtime.js";
import {
  choice,
  given,
  integer,
  integers,
  type OptionsOf,
  optional,
  Reading,
  real,
  table,
} from "../schema.js";
import type { Rotary } from "./types.js";

/** Most tokens of one call. */
const MAX_TOKENS = 2 ** 26;

const KINDS = ["text", "image", "video"] as const;
/** @internal */
export const SPAN = {
  /** What the tokens are. */
  type: choice(KINDS),
  /** Of text: how many tokens. */
  length: optional(integer({ min: 0, max: MAX_TOKENS })),
  /**
   * Of images and videos: frames, rows and columns of patches, a row of
   * `image_grid_thw` or `video_grid_thw`.
   */
  grid: optional(integers({ min: 1, max: 2 ** 20, length: 3 })),
  /** Of videos: seconds from one frame of the grid to the next. */
  secondsPerFrame: optional(real({ min: 0, max: 1e6 })),
};
/** Tokens of a text with images and videos, in their order. */
export type MultimodalSpan = OptionsOf<typeof SPAN>;

export const MULTIMODAL_POSITIONS = table("rotary.multimodalPositions", {
  /**
   * Text, images and videos in the order of their tokens; markers such as
   * `<|vision_start|>` and Qwen3-VL's timestamps are text.
   */
  spans: given<readonly MultimodalSpan[]>("a list of spans"),
  /** Patches of a token, per side: `spatial_merge_size`. */
  mergeSize: integer({ min: 1, max: 64, default: 2 }),
  /**
   * Qwen2.5-VL's `tokens_per_second`: frame f of a video stands at
   * ⌊f·`secondsPerFrame`·`tokensPerSecond`⌋. Without it frames count 0, 1, 2, …
   * (Qwen2-VL). In Qwen3-VL each frame is a span `image` of its own, behind the
   * text of its timestamp.
   */
  tokensPerSecond: optional(real({ min: 0, max: 1e6 }), "frames are counted"),
});
/** Options of {@link Rotary.multimodalPositions}. */
export type MultimodalPositionsOptions = OptionsOf<typeof MULTIMODAL_POSITIONS>;

/** Result of {@link Rotary.multimodalPositions}. */
export interface MultimodalPositions {
  /** Time, height and width of each token: `positions` of `rotary.multimodal`. */
  readonly positions: readonly [Int32Array, Int32Array, Int32Array];
  /** Position of the next token, on all three axes. */
  readonly next: number;
  /** `next` less the number of tokens: `rope_deltas`. */
  readonly delta: number;
}

/** Tokens of one span: how many, and where they stand from its first on. */
interface Laid {
  readonly count: number;
  /** Tokens along time, height and width; undefined: text. */
  readonly sides?: readonly [number, number, number];
  /** Where frame f stands on the axis of time. */
  frame(f: number): number;
}

const SPANS_OF = {
  length: ["text"],
  grid: ["image", "video"],
  secondsPerFrame: ["video"],
} as const;

function readSpan(
  call: string,
  given: unknown,
  mergeSize: number,
  tokensPerSecond: number | undefined,
): Laid {
  const span = new Reading(call, SPAN, given);
  const type = span.read("type");
  for (const [name, types] of Object.entries(SPANS_OF)) {
    if (span.has(name) && !(types as readonly string[]).includes(type)) {
      throw new TypeError(`${call}: ${name} does not belong to type "${type}"`);
    }
  }
  const plain = (f: number): number => f;
  if (type === "text") return { count: span.need("length"), frame: plain };
  const [t, h, w] = Array.from(span.need("grid")) as [number, number, number];
  if (h % mergeSize !== 0 || w % mergeSize !== 0) {
    span.fail("grid", `rows and columns that mergeSize, ${mergeSize}, divides`);
  }
  const isTimed = type === "video" && tokensPerSecond !== undefined;
  if (!isTimed && span.has("secondsPerFrame")) {
    throw new TypeError(
      `${call}: secondsPerFrame needs the option tokensPerSecond`,
    );
  }
  const step = isTimed ? span.need("secondsPerFrame") * tokensPerSecond : 1;
  const sides = [t, h / mergeSize, w / mergeSize] as const;
  return {
    count: sides[0] * sides[1] * sides[2],
    sides,
    frame: isTimed ? (f) => Math.floor(f * step) : plain,
  };
}

/** {@link Rotary.multimodalPositions} of one instance. */
export const multimodalPositions = (
  _runtime: Runtime,
): Pick<Rotary, "multimodalPositions"> => ({
  multimodalPositions(input) {
    const options = MULTIMODAL_POSITIONS.open(input);
    const { call } = options;
    const given = options.get("spans");
    if (!Array.isArray(given) || given.length === 0) {
      options.fail("spans", "a list of at least one span");
    }
    const mergeSize = options.read("mergeSize");
    const tokensPerSecond = options.read("tokensPerSecond");
    const spans = (given as readonly unknown[]).map((span, n) =>
      readSpan(`${call}: spans[${n}]`, span, mergeSize, tokensPerSecond),
    );
    const tokens = spans.reduce((sum, { count }) => sum + count, 0);
    if (!(tokens > 0 && tokens <= MAX_TOKENS)) {
      throw new RangeError(
        `${call}: spans must come to 1 to ${MAX_TOKENS} tokens, got ${tokens}`,
      );
    }
    const time = new Int32Array(tokens);
    const row = new Int32Array(tokens);
    const column = new Int32Array(tokens);
    let at = 0;
    let next = 0;
    for (const { count, sides, frame } of spans) {
      if (count === 0) continue;
      const [, height, width] = sides ?? [1, 1, 1];
      const last = sides ? frame(sides[0] - 1) : count - 1;
      const end = next + Math.max(last, height - 1, width - 1) + 1;
      if (end > MAX_POSITION) {
        throw new RangeError(
          `${call}: positions must stay below ${MAX_POSITION}, got ${end - 1}`,
        );
      }
      for (let n = 0; n < count; n += 1, at += 1) {
        const cell = n % (height * width);
        time[at] = next + (sides ? frame(Math.floor(n / (height * width))) : n);
        row[at] = next + (sides ? Math.floor(cell / width) : n);
        column[at] = next + (sides ? cell % width : n);
      }
      next = end;
    }
    return { positions: [time, row, column], next, delta: next - tokens };
  },
});

export const rotaryMultimodalPositions: Rotary["multimodalPositions"] =
  /* @__PURE__ */ named(multimodalPositions, "multimodalPositions");
