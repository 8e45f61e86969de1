import { describe } from "./errors.js";
import { Options } from "./options.js";
import type { Frame, Region, Runtime } from "./runtime.js";

/** No positions (NoPE): order enters through the causal mask alone. */
export interface NoPosition {
  readonly type: "none";
}

/** How positions enter attention, by the name of the encoding. */
export type PositionScheme = NoPosition;

/** What a scheme has to know about the call it takes part in. */
export interface Sequence {
  readonly batch: number;
  readonly queries: number;
  readonly keys: number;
  readonly heads: number;
  readonly keyHeads: number;
  readonly width: number;
  /** Position of query 0; key 0 stands at 0. */
  readonly offset: number;
  readonly causal: boolean;
  readonly q: Region<Float32Array>;
  readonly k: Region<Float32Array>;
}

/** What a scheme makes of the call. */
export interface Prepared {
  readonly q: Region<Float32Array>;
  readonly k: Region<Float32Array>;
  /** `Term` of src/wasm/attention.cpp and its arguments. */
  readonly term: readonly number[];
}

type Prepare = (
  runtime: Runtime,
  frame: Frame,
  call: string,
  scheme: object,
  sequence: Sequence,
) => Partial<Prepared>;

const SCHEMES: { readonly [Type in PositionScheme["type"]]: Prepare } = {
  none(_runtime, _frame, call, scheme) {
    new Options(call, scheme, ["type"]);
    return {};
  },
};

/** Reads `position` and makes what the kernel needs of it. */
export function preparePosition(
  runtime: Runtime,
  frame: Frame,
  call: string,
  scheme: unknown,
  sequence: Sequence,
): Prepared {
  const { q, k } = sequence;
  if (scheme === undefined) return { q, k, term: [0] };
  const known = Object.keys(SCHEMES);
  const type = (scheme as { type?: unknown } | null)?.type;
  if (typeof scheme !== "object" || typeof type !== "string") {
    throw new TypeError(
      `${call}: position must be an object with a type, one of ${known.join(", ")}, got ${describe(scheme)}`,
    );
  }
  if (!Object.hasOwn(SCHEMES, type)) {
    throw new RangeError(
      `${call}: position.type must be one of ${known.map((name) => JSON.stringify(name)).join(", ")}, got ${describe(type)}`,
    );
  }
  const prepared = SCHEMES[type as PositionScheme["type"]](
    runtime,
    frame,
    `${call}: position`,
    scheme as object,
    sequence,
  );
  return { q, k, term: [0], ...prepared };
}
