import { Attending } from "./attend.js";
import { MAX_POSITION, Options } from "./options.js";
import { type PositionScheme, preparePosition } from "./position.js";
import {
  logBuckets,
  type RelativeType,
  readBuckets,
  SCHEME_KEYS,
  transformerXLTerm,
} from "./relative/schemes.js";
import {
  bucketBias,
  plus,
  withAdded,
  withoutContent,
} from "./relative/tupe.js";
import type {
  Relative,
  RelativeResult,
  ShiftOptions,
} from "./relative/types.js";
import type { Runtime } from "./runtime.js";
import type { Tensor, TensorLike } from "./tensor.js";

const BASE_KEYS = [
  "q",
  "k",
  "v",
  "numHeads",
  "joined",
  "numKeyValueHeads",
  "causal",
  "window",
  "offset",
  "mask",
  "scale",
  "projections",
] as const;

const MAX_LENGTH = 2 ** 24;
const LENGTH = { min: 1, max: MAX_LENGTH };
const OFFSET = { min: -MAX_POSITION, max: MAX_POSITION };

/** What a call adds to the result that all share. */
type Inspect<Extra> = (
  attending: Attending,
  term: readonly number[],
  parts: { content: Tensor; position: Tensor },
  options: Options,
) => Extra;

function relate<Extra extends { terms: Readonly<Record<string, Tensor>> }>(
  runtime: Runtime,
  type: RelativeType,
  input: object,
  inspect: Inspect<Extra>,
): RelativeResult<never> & Extra {
  const known = [...BASE_KEYS, ...SCHEME_KEYS[type]];
  const given = new Options(`relative.${type}`, input, known);
  return relateRead(runtime, type, given, inspect);
}

function relateRead<Extra extends { terms: Readonly<Record<string, Tensor>> }>(
  runtime: Runtime,
  type: RelativeType,
  given: Options,
  inspect: Inspect<Extra>,
): RelativeResult<never> & Extra {
  const { call } = given;
  const scheme = { type, ...given.pick(SCHEME_KEYS[type]) };
  // Without values the keys stand in for them, and the output is dropped.
  const hasValues = given.has("v");
  const options = given.but({
    v: given.get(hasValues ? "v" : "k"),
    position: scheme,
  });
  return runtime.frame(call, (frame) => {
    const attending = new Attending(runtime, frame, options);
    const position = preparePosition(
      runtime,
      frame,
      call,
      scheme as unknown as PositionScheme,
      attending.sequence,
      "",
    );
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
      ...inspect(attending, position.term, parts, options),
    };
  });
}

/** (q + v)·r of every query and row, with the scale of the scores. */
function beforeShift(
  runtime: Runtime,
  attending: Attending,
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
        ...{ k: keys, v: keys, scale: attending.scale },
      },
      ["q", "k", "v", "scale"],
    );
    const { data, shape } = new Attending(runtime, frame, own).content();
    return { data, shape: attending.hasBatch ? shape : shape.slice(1) };
  });
}

/** {@link Posenc.relative} of one instance. */
export function relative(runtime: Runtime): Relative {
  const move = (
    call: string,
    binding: string,
    x: TensorLike,
    input: ShiftOptions,
  ): Tensor => {
    const options = Options.with(call, { x }, input, ["columns", "wrap"]);
    const rows = options.tensor("x", {
      rank: [2, 3, 4],
      as: "[Q, R] with up to two axes before",
    });
    const [queries, own] = rows.shape.slice(-2) as [number, number];
    const wrap = options.boolean("wrap", false);
    const shifts = binding === "relative_shift";
    const columns = options.integer("columns", {
      min: shifts ? 1 : own,
      max: shifts ? own : wrap ? own : MAX_LENGTH,
      default: own,
    });
    const [inner, outer] = shifts ? [columns, own] : [own, columns];
    const count = rows.data.length / (queries * own);
    return runtime.frame(call, (frame) => {
      const shape = [...rows.shape.slice(0, -1), columns];
      const from = frame.input(rows).pointer;
      const out = frame.output(shape);
      for (let m = 0; m < count; m += 1) {
        runtime.run(
          call,
          binding,
          out.pointer + m * queries * columns * 4,
          from + m * queries * own * 4,
          ...[queries, outer, inner, Number(wrap)],
        );
      }
      return { data: out.take(), shape };
    });
  };

  return Object.freeze<Relative>({
    shaw: (input) =>
      relate(runtime, "shaw", input, (_, __, { content, position }) => ({
        terms: { content, key: position },
      })),

    transformerXL: (input) =>
      relate(
        runtime,
        "transformerXL",
        input,
        (attending, term, { content }, options) => ({
          terms: {
            content,
            contentBias: attending.term(transformerXLTerm(term, true, false)),
            relative: attending.term(transformerXLTerm(term, false, true)),
          },
          beforeShift: beforeShift(runtime, attending, options),
        }),
      ),

    deberta: (input) =>
      relate(runtime, "deberta", input, (attending, term, { content }) => {
        const [scheme = 0, span = 0, relK = 0, relQ = 0, ...rest] = term;
        return {
          terms: {
            c2c: content,
            c2p: attending.term([scheme, span, relK, 0, ...rest]),
            p2c: attending.term([scheme, span, 0, relQ, ...rest]),
          },
        };
      }),

    cope: (input) =>
      relate(runtime, "cope", input, (attending, term, parts) => ({
        terms: { content: parts.content, relative: parts.position },
        positions: attending.term([...term.slice(0, -1), 1]),
      })),

    tupe(input) {
      const known = [...BASE_KEYS, ...SCHEME_KEYS.tupe, "relative"];
      const given = new Options("relative.tupe", input, known);
      const options = withoutContent(given);
      const { added, buckets } = bucketBias(runtime, options);
      // The scores take the table by way of the mask.
      const mask = added && withAdded(options, added);
      return relateRead(
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

    shawIndices(input) {
      const call = "relative.shawIndices";
      const options = new Options(call, input, [
        "queryLen",
        "keyLen",
        "clip",
        "offset",
      ]);
      const queries = options.integer("queryLen", LENGTH);
      const keys = options.integer("keyLen", LENGTH);
      const clip = options.integer("clip", { min: 0, max: 2 ** 20 });
      const offset = options.integer("offset", {
        ...OFFSET,
        default: keys - queries,
      });
      return runtime.frame(call, (frame) => {
        const out = frame.int32(queries * keys);
        runtime.run(
          call,
          "relative_shaw_indices",
          ...[out.pointer, queries, keys, offset, clip],
        );
        return out.take();
      });
    },

    shawValues(weights, input) {
      const call = "relative.shawValues";
      const options = Options.with(call, { weights }, input, [
        "valueTable",
        "clip",
        "offset",
      ]);
      const w = options.tensor("weights", { rank: [2, 3, 4], as: "[…, Q, K]" });
      const [queries, keys] = w.shape.slice(-2) as [number, number];
      const clip = options.integer("clip", { min: 0, max: 2 ** 20 });
      const table = options.tensor("valueTable", {
        shape: [2 * clip + 1, null],
      });
      const width = table.shape[1] as number;
      const offset = options.integer("offset", {
        ...OFFSET,
        default: keys - queries,
      });
      return runtime.frame(call, (frame) => {
        const shape = [...w.shape.slice(0, -1), width];
        const out = frame.output(shape);
        runtime.run(
          call,
          "relative_shaw_values",
          ...[out.pointer, frame.input(w).pointer, frame.input(table).pointer],
          ...[w.data.length / (queries * keys), queries, keys, width],
          ...[clip, offset],
        );
        return { data: out.take(), shape };
      });
    },

    logBuckets(distances, input) {
      const call = "relative.logBuckets";
      const options = Options.with(call, { distances }, input, [
        "buckets",
        "maxPosition",
      ]);
      const list = options.integers("distances", {
        min: -(2 ** 31),
        max: 2 ** 31 - 1,
      });
      const size = readBuckets(options);
      if (!size)
        return options.required("buckets", "an integer from 4 to 65536");
      return runtime.frame(call, (frame) =>
        logBuckets(runtime, frame, call, list, ...size).take(),
      );
    },

    distances(input) {
      const call = "relative.distances";
      const options = new Options(call, input, [
        "queryLen",
        "keyLen",
        "offset",
        "buckets",
        "maxPosition",
      ]);
      const queries = options.integer("queryLen", LENGTH);
      const keys = options.integer("keyLen", LENGTH);
      const offset = options.integer("offset", { ...OFFSET, default: 0 });
      const size = readBuckets(options);
      if (
        offset - (keys - 1) < -MAX_POSITION ||
        offset + queries > MAX_POSITION
      ) {
        options.fail("offset", "such that all distances fit 32 bits");
      }
      return runtime.frame(call, (frame) => {
        const row = Int32Array.from(
          { length: queries + keys - 1 },
          (_, n) => n - (keys - 1) + offset,
        );
        const table = size
          ? logBuckets(runtime, frame, call, row, ...size).take()
          : row;
        const out = frame.int32(queries * keys);
        const view = out.view();
        for (let i = 0; i < queries; i += 1) {
          for (let j = 0; j < keys; j += 1) {
            view[i * keys + j] = table[i - j + keys - 1] as number;
          }
        }
        return out.take();
      });
    },

    shift: (x, input = {}) =>
      move("relative.shift", "relative_shift", x, input),

    unshift: (x, input = {}) =>
      move("relative.unshift", "relative_unshift", x, input),
  });
}

export type {
  CopeScheme,
  DebertaScheme,
  ShawScheme,
  TransformerXLScheme,
  TupeRelative,
  TupeScheme,
} from "./relative/schemes.js";
export type * from "./relative/types.js";
