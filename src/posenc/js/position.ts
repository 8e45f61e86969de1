import {
  type Prepare,
  type Prepared,
  type Sequence,
  termOf,
} from "./attention/sequence.js";
import type { AlibiScheme } from "./bias/schemes/alibi.js";
import type { FireScheme } from "./bias/schemes/fire.js";
import type { KerpleScheme } from "./bias/schemes/kerple.js";
import type { SandwichScheme } from "./bias/schemes/sandwich.js";
import type { T5Scheme } from "./bias/schemes/t5.js";
import { describe } from "./errors.js";
import { Scheme } from "./generated/border/enums/wasm.js";

import type {
  CopeScheme,
  DebertaScheme,
  ShawScheme,
  TransformerXLScheme,
  TupeScheme,
} from "./relative/options.js";
import { isRelative, relativeScale } from "./relative/type.js";
import type { RotaryScheme } from "./rotary/scheme.js";
import type { Frame, Runtime } from "./runtime.js";
import { Reading, TYPE } from "./schema.js";
import { SCHEMES } from "./schemes.js";

/** No positions (NoPE): order enters through the causal mask alone. */
export interface NoPosition {
  readonly type: "none";
}

/** How positions enter attention, by the name of the encoding. */
export type PositionScheme =
  | NoPosition
  | ({ readonly type: "rotary" } & RotaryScheme)
  | ({ readonly type: "alibi" } & AlibiScheme)
  | ({ readonly type: "t5" } & T5Scheme)
  | ({ readonly type: "kerple" } & KerpleScheme)
  | ({ readonly type: "sandwich" } & SandwichScheme)
  | ({ readonly type: "fire" } & FireScheme)
  | ({ readonly type: "shaw" } & ShawScheme)
  | ({ readonly type: "transformerXL" } & TransformerXLScheme)
  | ({ readonly type: "deberta" } & DebertaScheme)
  | ({ readonly type: "cope" } & CopeScheme)
  | ({ readonly type: "tupe" } & TupeScheme);

const none: Prepare = (_runtime, _frame, call, scheme) => {
  new Reading(call, TYPE, scheme);
  return {};
};

function prepareOf(type: string): Prepare | undefined {
  if (type === "none") return none;
  return Object.hasOwn(SCHEMES, type)
    ? SCHEMES[type as keyof typeof SCHEMES]
    : undefined;
}

/** Factor on q·k unless the call gives one: 1/√D, less for schemes that say so. */
export function defaultScale(scheme: unknown, width: number): number {
  return typeof scheme === "object" && scheme !== null
    ? relativeScale(scheme, width)
    : 1 / Math.sqrt(width);
}

/** Schemes that make something of every key, seen or not. */
export function readsHiddenKeys(scheme: unknown): boolean {
  const type = (scheme as { type?: unknown } | null | undefined)?.type;
  return isRelative(type);
}

const NONE = termOf(({ scheme }) => [scheme], { scheme: Scheme.none });

/** Reads `position` and makes what the kernel needs of it. */
export function preparePosition(
  runtime: Runtime,
  frame: Frame,
  call: string,
  scheme: unknown,
  sequence: Sequence,
  /** Where the scheme stands in the options; "" when its keys are theirs. */
  path = ": position",
): Prepared {
  const { q, k } = sequence;
  if (scheme === undefined) return { q, k, term: NONE };
  const type = (scheme as { type?: unknown } | null)?.type;
  const known = (): string[] => ["none", ...Object.keys(SCHEMES)];
  if (typeof scheme !== "object" || typeof type !== "string") {
    throw new TypeError(
      `${call}: position must be an object with a type, one of ${known().join(", ")}, got ${describe(scheme)}`,
    );
  }
  const prepare = prepareOf(type);
  if (prepare === undefined) {
    throw new RangeError(
      `${call}: position.type must be one of ${known()
        .map((name) => JSON.stringify(name))
        .join(", ")}, got ${describe(type)}`,
    );
  }
  if ((scheme as { causal?: unknown }).causal !== undefined) {
    throw new TypeError(
      `${call}${path}: unknown option "causal": a scheme only adds to the scores, what is seen is up to the call's own causal`,
    );
  }
  const prepared = prepare(
    runtime,
    frame,
    `${call}${path}`,
    scheme as object,
    sequence,
  );
  return { q, k, term: NONE, ...prepared };
}
