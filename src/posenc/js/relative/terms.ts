import { PROJECTED, SHARED } from "../attention/options.js";
import { AttentionPass } from "../attention/pass.js";
import type { Prepared, Term } from "../attention/sequence.js";
import { named } from "../default-instance.js";
import { Options } from "../options.js";
import { ways } from "../rules.js";
import type { Runtime } from "../runtime.js";
import {
  given,
  type OptionsOf,
  optional,
  part,
  pick,
  table,
  tensor,
} from "../schema.js";
import type { Tensor } from "../tensor.js";
import {
  BUCKETED,
  COPE,
  DEBERTA,
  type RelativeType,
  SCHEMES,
  SHAW,
  TRANSFORMER_XL,
  TUPE,
  type TupeRelative,
} from "./options.js";
import { RELATIVE_SCHEMES } from "./schemes.js";
import { bucketBias, plus, withAdded, withoutContent } from "./tupe.js";
import { relativeScale } from "./type.js";
import type { Relative, RelativeResult } from "./types.js";

export const RELATIVE = {
  ...pick(SHARED, ["q", "k"]),
  /** Values; without them there is no `output`. */
  v: optional(tensor()),
  ...pick(SHARED, [
    ...(["order", "numHeads", "joined", "numKeyValueHeads", "causal"] as const),
    ...(["window", "offset", "mask", "scale", "projections"] as const),
  ]),
};
export const RELATING = part(RELATIVE, PROJECTED);
/** What every call of {@link Relative} takes besides the encoding's own options. */
export type RelativeOptions = OptionsOf<typeof RELATING>;

/** Both are added to the scores. */
const ADDED = ways({ takes: ["mask"] }, { needs: ["relative"] });

export const SHAW_CALL = table(
  "relative.shaw",
  { ...RELATIVE, ...SHAW },
  PROJECTED,
);
export const TRANSFORMER_XL_CALL = table(
  "relative.transformerXL",
  {
    ...RELATIVE,
    ...TRANSFORMER_XL,
  },
  PROJECTED,
);
export const DEBERTA_CALL = table(
  "relative.deberta",
  {
    ...RELATIVE,
    ...DEBERTA,
  },
  BUCKETED,
  PROJECTED,
);
export const COPE_CALL = table(
  "relative.cope",
  { ...RELATIVE, ...COPE },
  PROJECTED,
);
export const TUPE_CALL = table(
  "relative.tupe",
  {
    ...RELATIVE,
    ...TUPE,
    /** T5's buckets besides. */
    relative: optional(given<TupeRelative>("T5's buckets"), "none"),
  },
  ADDED,
  PROJECTED,
);

/** What a call adds to the result that all share. */
type Inspect<Extra> = (
  attending: AttentionPass,
  term: Term<Record<string, number>>,
  parts: { content: Tensor; position: Tensor },
  options: Options,
) => Extra;

function relate<Extra extends { terms: Readonly<Record<string, Tensor>> }>(
  runtime: Runtime,
  type: RelativeType,
  given: Options,
  inspect: Inspect<Extra>,
): RelativeResult<never> & Extra {
  const { call } = given;
  const scheme = { type, ...given.pick(Object.keys(SCHEMES[type])) };
  // Without values the keys stand in for them, and the output is dropped.
  const hasValues = given.has("v");
  const options = given.but({
    v: given.get(hasValues ? "v" : "k"),
    position: scheme,
  });
  return runtime.frame(call, (frame) => {
    const attending = new AttentionPass(runtime, frame, options, (width) =>
      relativeScale(scheme, width),
    );
    const { q, k } = attending.sequence;
    const prepare = RELATIVE_SCHEMES[type];
    const position = {
      q,
      k,
      ...prepare(runtime, frame, call, scheme, attending.sequence),
    } as Prepared;
    const { output, ...rest } = attending.attend(position, {
      weights: true,
      scores: true,
    });
    const parts = {
      content: attending.content(),
      position: attending.term(position.term),
    };
    return {
      ...(rest as { scores: Tensor; weights: Tensor }),
      ...(hasValues ? { output } : {}),
      position: parts.position,
      ...inspect(attending, position.term as never, parts, options),
    };
  });
}

/** (q + v)·r of every query and row, with the scale of the scores. */
function beforeShift(
  runtime: Runtime,
  attending: AttentionPass,
  options: Options,
): Tensor {
  const r = options.tensor("r");
  const { batch, queries, heads, width, q } = attending.sequence;
  const biased = q.take();
  if (options.has("positionBias")) {
    const positionBias = options.tensor("positionBias");
    for (let i = 0; i < biased.length; i += 1) {
      biased[i] =
        (biased[i] as number) +
        (positionBias.data[i % (heads * width)] as number);
    }
  }
  const rows = r.shape[0] as number;
  const k = new Float32Array(batch * r.data.length);
  for (let b = 0; b < batch; b += 1) k.set(r.data, b * r.data.length);
  const call = "relative.transformerXL";
  return runtime.frame(call, (frame) => {
    const keys = { data: k, shape: [batch, rows, heads, width] };
    const own = new Options(
      call,
      {
        q: { data: biased, shape: [batch, queries, heads, width] },
        k: keys,
        v: keys,
        scale: attending.scale,
      },
      ["q", "k", "v", "scale"],
    );
    const { data, shape } = new AttentionPass(
      runtime,
      frame,
      own,
      // never taken: no place is asked for by content alone
      () => 1,
    ).content();
    return { data, shape: attending.hasBatch ? shape : shape.slice(1) };
  });
}

type Calls = Pick<
  Relative,
  "shaw" | "transformerXL" | "deberta" | "cope" | "tupe"
>;

/** The encodings, each with its terms one by one. */
export const terms = (runtime: Runtime): Calls => ({
  shaw: (input) =>
    relate(
      runtime,
      "shaw",
      SHAW_CALL.open(input),
      (_, __, { content, position }) => ({ terms: { content, key: position } }),
    ),

  transformerXL: (input) =>
    relate(
      runtime,
      "transformerXL",
      TRANSFORMER_XL_CALL.open(input),
      (attending, term, { content }, options) => ({
        terms: {
          content,
          contentBias: attending.term(term.but({ content: 1, position: 0 })),
          relative: attending.term(term.but({ content: 0, position: 1 })),
        },
        beforeShift: beforeShift(runtime, attending, options),
      }),
    ),

  deberta: (input) =>
    relate(
      runtime,
      "deberta",
      DEBERTA_CALL.open(input),
      (attending, term, { content }) => ({
        terms: {
          c2c: content,
          c2p: attending.term(term.but({ relativeQuery: 0 })),
          p2c: attending.term(term.but({ relativeKey: 0 })),
        },
      }),
    ),

  cope: (input) =>
    relate(
      runtime,
      "cope",
      COPE_CALL.open(input),
      (attending, term, { content, position }) => ({
        terms: { content, relative: position },
        positions: attending.term(term.but({ tellPositions: 1 })),
      }),
    ),

  tupe(input) {
    const options = withoutContent(TUPE_CALL.open(input));
    const { added, buckets } = bucketBias(runtime, options);
    // The scores take the table by way of the mask.
    const mask = added && withAdded(options, added);
    return relate(
      runtime,
      "tupe",
      mask ? options.but({ mask }) : options,
      (_, __, { content, position }) => {
        const whole = added ? plus(position, added) : position;
        return {
          position: whole,
          terms: { content, relative: whole },
          ...(buckets ? { buckets } : {}),
        };
      },
    );
  },
});

export const cope: Relative["cope"] = /* @__PURE__ */ named(terms, "cope");
export const deberta: Relative["deberta"] = /* @__PURE__ */ named(
  terms,
  "deberta",
);
export const shaw: Relative["shaw"] = /* @__PURE__ */ named(terms, "shaw");
export const transformerXL: Relative["transformerXL"] = /* @__PURE__ */ named(
  terms,
  "transformerXL",
);
export const tupe: Relative["tupe"] = /* @__PURE__ */ named(terms, "tupe");
