import { named } from "../default-instance.js";
import { attentionTemperature as border } from "../generated/border/attention.js";
import { TemperatureKind } from "../generated/border/enums/attention.js";
import { MAX_POSITION, type Options } from "../options.js";
import { PLACES, POSITIONS, readPlaces } from "../positions.js";
import { ways } from "../rules.js";
import type { Frame, Runtime } from "../runtime.js";
import {
  choice,
  integer,
  numbers,
  type OptionsOf,
  optional,
  part,
  Reading,
  real,
  table,
} from "../schema.js";

const KINDS = { floor: TemperatureKind.floor, log: TemperatureKind.log };

/** A rule for the factor on a query at position p, from 0. */
const RULE = {
  /**
   * `"floor"`: 1 + `coefficient`·ln(1 + ⌊(p + `shift`) / `length`⌋), in Llama 4
   * on the layers without rotation, in Ministral 3 on all. `"log"`:
   * max(1, ln(p + 1) / ln `length`), Qwen 1's log-n scaling.
   */
  type: choice(KINDS),
  /**
   * Positions after which the factor grows: `floor_scale` of Llama 4,
   * `original_max_position_embeddings` of Ministral 3, `seq_length` of Qwen.
   */
  length: integer({ min: 2, max: MAX_POSITION }),
  /**
   * Of `"floor"`, which needs it: `attn_scale` of Llama 4 (0.1),
   * `llama_4_scaling_beta` of Ministral 3 (0.1).
   */
  coefficient: optional(real({ min: 0, max: 100 })),
  /** Of `"floor"`: 1 in Llama 4, 0 in Ministral 3 and Mistral Large 3. */
  shift: integer({ min: 0, max: 1, default: 0 }),
};
const OF_KIND = ways(
  { is: { type: "floor" }, needs: ["coefficient"], takes: ["shift"] },
  { is: { type: "log" } },
);

export const TEMPERATURE = table(
  "attention.temperature",
  { ...RULE, ...POSITIONS },
  OF_KIND,
  PLACES,
);
/** Options of {@link Attention.temperature}. */
export type TemperatureOptions = OptionsOf<typeof TEMPERATURE>;

const OF_CALL = {
  ...RULE,
  /** Positions of the queries: Q numbers, or B·Q, text after text. */
  positions: optional(
    numbers({ min: 0, max: MAX_POSITION }),
    "`offset` to `offset` + Q − 1",
  ),
};
export const CALL_TEMPERATURE = part(OF_CALL, OF_KIND);
/** Attention temperature: a factor on each query, by its position. */
export type AttentionTemperature = OptionsOf<typeof CALL_TEMPERATURE>;

/** What the kernel reads of a temperature. */
export interface Heat {
  readonly temperature: TemperatureKind;
  readonly temperatureLength: number;
  readonly temperatureCoefficient: number;
  readonly temperatureShift: number;
}

/** The same with where the queries of a call stand. */
interface Placed extends Heat {
  readonly temperatureFirst: number;
  readonly temperaturePositions: number;
  readonly temperatureCount: number;
}

/** No factor. */
export const COLD: Placed = {
  temperature: TemperatureKind.none,
  temperatureLength: 1,
  temperatureCoefficient: 0,
  temperatureShift: 0,
  temperatureFirst: 0,
  temperaturePositions: 0,
  temperatureCount: 0,
};

function readRule(options: Reading<typeof RULE>): Heat {
  const isLog = options.read("type") === TemperatureKind.log;
  for (const name of ["coefficient", "shift"] as const) {
    if (isLog && options.has(name)) {
      throw new TypeError(
        `${options.call}: ${name} does not belong to type "log"`,
      );
    }
  }
  return {
    temperature: options.read("type"),
    temperatureLength: options.read("length"),
    temperatureCoefficient: isLog ? 0 : options.need("coefficient"),
    temperatureShift: options.read("shift"),
  };
}

function refuseBefore(call: string, position: number): void {
  if (position >= 0) return;
  throw new RangeError(
    `${call}: positions must be at least 0 for a temperature, got ${position}`,
  );
}

/** The option `temperature` of a call, without positions where it counts them. */
export function openHeat(options: Options, counts: boolean) {
  if (!options.has("temperature")) return undefined;
  const own = new Reading(
    `${options.call}: temperature`,
    OF_CALL,
    options.get("temperature"),
  );
  if (counts && own.has("positions")) {
    throw new TypeError(
      `${own.call}: positions tells of single tokens, which this call counts itself: leave it out`,
    );
  }
  return { own, heat: readRule(own) };
}

/** The option `temperature`, as the kernel takes it. */
export function readHeat(
  frame: Frame,
  options: Options,
  batch: number,
  queries: number,
  offset: number,
): Placed {
  const opened = openHeat(options, false);
  if (opened === undefined) return COLD;
  const { own, heat } = opened;
  const positions = own.read("positions");
  if (positions === undefined) {
    refuseBefore(own.call, offset);
    return { ...COLD, ...heat, temperatureFirst: offset };
  }
  const { length } = positions;
  if (length !== queries && length !== batch * queries) {
    const all = batch > 1 ? ` or ${batch * queries}` : "";
    own.fail("positions", `${queries}${all} numbers`);
  }
  return {
    ...COLD,
    ...heat,
    temperatureCount: length,
    temperaturePositions: frame.inputFloat64(positions).pointer,
  };
}

/** {@link Attention.temperature} of one instance. */
export const temperatureCalls = (runtime: Runtime) => ({
  temperature(input: TemperatureOptions): Float64Array {
    const options = TEMPERATURE.open(input);
    const { call } = options;
    const rule = readRule(options);
    const { positions, offset, seqLen } = readPlaces(options);
    if (positions === undefined) refuseBefore(call, offset);
    for (let i = 0; i < (positions?.length ?? 0); i += 1) {
      refuseBefore(call, positions?.[i] as number);
    }
    return runtime.frame(call, (frame) => {
      const out = frame.float64(seqLen);
      runtime.run(call, border, {
        out: out.pointer,
        count: seqLen,
        kind: rule.temperature,
        length: rule.temperatureLength,
        coefficient: rule.temperatureCoefficient,
        shift: rule.temperatureShift,
        first: offset,
        positions: positions ? frame.inputFloat64(positions).pointer : 0,
      });
      return out.take();
    });
  },
});

export const attentionTemperature: (
  options: TemperatureOptions,
) => Float64Array = /* @__PURE__ */ named(temperatureCalls, "temperature");
