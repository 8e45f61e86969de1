// What `posenc freqs` writes.
import { WAVELENGTHS } from "../../js/analysis/sinusoidal.js";
import type { Posenc } from "../../js/index.js";
import {
  type Command,
  command,
  type Made,
  partOf,
  type Values,
} from "./command.js";
import { computed, FREQUENCY_OPTIONS, SCALING_OPTIONS } from "./turning.js";

const PART = partOf(
  ["all", "inverse-frequency", "attention-factor"],
  "What to write. `all`: a line per pair with its inverse frequency, what rounding left off it, and the attention factor; in JSON what --frequencies reads.",
);

function rotary(pe: Posenc, values: Values): Made {
  const part = PART.read("rotary.frequencies", values);
  const json = computed(pe, values);
  const { inverseFrequency, inverseFrequencyTail, attentionFactor } = json;
  if (part === "inverse-frequency") {
    return { data: inverseFrequency, shape: [inverseFrequency.length] };
  }
  if (part === "attention-factor") {
    return { data: Float64Array.of(attentionFactor), shape: [1] };
  }
  const rows = Array.from(inverseFrequency, (theta, i) => [
    theta,
    inverseFrequencyTail[i] as number,
    attentionFactor,
  ]);
  return {
    data: Float64Array.from(rows.flat()),
    shape: [rows.length, 3],
    columns: ["inverseFrequency", "inverseFrequencyTail", "attentionFactor"],
    json: {
      inverseFrequency: Array.from(inverseFrequency),
      attentionFactor,
      inverseFrequencyTail: Array.from(inverseFrequencyTail),
    },
  };
}

export const FREQUENCIES: Readonly<Record<string, Command>> = {
  rotary: {
    about: "Inverse frequencies of rotary encodings, and the attention factor",
    example:
      "--head-dim 128 --scaling yarn --factor 4 --original-max-seq-len 4096",
    options: { ...FREQUENCY_OPTIONS, part: PART.option },
    more: SCALING_OPTIONS,
    make: rotary,
  },
  sinusoidal: command(
    WAVELENGTHS,
    "Positions that each sinusoidal pair takes for one turn",
    "--d-model 16",
  ),
};
