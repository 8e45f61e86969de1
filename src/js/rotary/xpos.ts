import { MAX_POSITION, Options } from "../options.js";
import type { Runtime } from "../runtime.js";
import type { Tensor } from "../tensor.js";
import { readFrequencies } from "./inputs.js";
import { type Heads, readRotation, turn } from "./rotate.js";
import type { XposOptions, XposResult } from "./types.js";

const CENTRES = ["torchscale", "lucidrains"] as const;
const POSITION = { min: -MAX_POSITION, max: MAX_POSITION };

export function xpos(runtime: Runtime, input: XposOptions): XposResult {
  const call = "rotary.xpos";
  const options = new Options(call, input, [
    "q",
    "k",
    "frequencies",
    "layout",
    "numHeads",
    "joined",
    "scaleBase",
    "offset",
    "queryPositions",
    "keyPositions",
    "centre",
  ]);
  if (!options.has("q") && !options.has("k")) {
    throw new TypeError(`${call}: give q, k or both`);
  }
  const { pairs, theta, factor } = readFrequencies(options);
  const read = (name: string): Heads | undefined =>
    options.has(name)
      ? readRotation(options, name, pairs, "interleaved")
      : undefined;
  const queries = read("q");
  const keys = read("k");
  const scaleBase = options.number("scaleBase", {
    min: 1,
    max: MAX_POSITION,
    default: 512,
  });
  const centre =
    typeof options.get("centre") === "number"
      ? options.number("centre", POSITION)
      : options.choice("centre", CENTRES, "torchscale");
  const last = (queries && keys && keys.dims[1] - queries.dims[1]) ?? 0;
  const offset = options.number("offset", { ...POSITION, default: last });
  if (options.has("offset") && options.has("queryPositions")) {
    throw new TypeError(
      `${call}: give either queryPositions or offset, not both`,
    );
  }

  /** Positions of T tokens and the position where the power is 0. */
  const place = (name: string, seqLen: number, first: number) => {
    const given = options.has(name);
    const positions = given
      ? options.numbers(name, { ...POSITION, length: seqLen })
      : Array.from({ length: seqLen }, (_, t) => first + t);
    const half = (given ? seqLen : first + seqLen) / 2;
    const zero =
      typeof centre === "number"
        ? centre
        : centre === "torchscale"
          ? Math.ceil(half)
          : Math.floor(half);
    const reach = 64 * scaleBase;
    const far = Array.from(positions).find((p) => Math.abs(p - zero) > reach);
    if (far !== undefined) {
      throw new RangeError(
        `${call}: positions must be within 64·scaleBase = ${reach} of the centre ${zero}, got ${far}`,
      );
    }
    return { positions, zero };
  };

  return runtime.frame(call, (frame) => {
    const one = (
      heads: Heads,
      name: string,
      first: number,
    ): [Tensor, Tensor] => {
      const rows = heads.dims[1];
      const { positions, zero } = place(name, rows, first);
      const cos = frame.float32(rows * pairs);
      const sin = frame.float32(rows * pairs);
      const scale = frame.float32(rows * pairs);
      runtime.run(
        call,
        "rotary_xpos",
        ...[cos.pointer, sin.pointer, scale.pointer],
        ...[frame.inputFloat64(theta).pointer, pairs],
        ...[frame.inputFloat64(positions).pointer, rows, scaleBase, zero],
        ...[Number(heads === keys), factor],
      );
      const turned = turn(runtime, call, frame, heads, {
        cos,
        sin,
        rows,
        pairs,
      });
      return [
        { data: turned.take(), shape: [...heads.x.shape] },
        { data: scale.take(), shape: [rows, pairs] },
      ];
    };
    const zeta = frame.float64(pairs);
    runtime.number("rotary_xpos_scale", zeta.pointer, pairs);
    const [q, queryScale] = queries
      ? one(queries, "queryPositions", offset)
      : [];
    const [k, keyScale] = keys ? one(keys, "keyPositions", 0) : [];
    return {
      zeta: zeta.take(),
      ...(q && queryScale && { q, queryScale }),
      ...(k && keyScale && { k, keyScale }),
    };
  });
}
