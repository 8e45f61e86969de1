// Every kind of program by its id.
import type { Kind } from "./kind.ts";
import { attention, masked } from "./kinds/attention.ts";
import { relativeLayer, rotaryLayer } from "./kinds/attention-layers.ts";
import { alibi, kerple, sandwich, t5 } from "./kinds/bias.ts";
import { cope, deberta } from "./kinds/content.ts";
import { add, concat, logitTerms } from "./kinds/fusion.ts";
import { binary, index, logarithmic, normalized } from "./kinds/ladder.ts";
import { learnedLayer, sinusoidalLayer } from "./kinds/layers.ts";
import { document, hybrid, perturbed } from "./kinds/mixed.ts";
import { fire, logCpb } from "./kinds/perceptron.ts";
import { shaw, transformerXL } from "./kinds/relative.ts";
import { convolutional, resize } from "./kinds/resample.ts";
import { coverage, rotary, rotaryScore } from "./kinds/rotary.ts";
import { sinusoidal } from "./kinds/sinusoidal.ts";
import { axial, fourier, randomFourier } from "./kinds/spatial.ts";
import { decoder, encoder } from "./kinds/stacks.ts";
import { hierarchical, learned, lookup } from "./kinds/tables.ts";
import { timestep } from "./kinds/timestep.ts";
import { decay, shift, similarity } from "./kinds/waves.ts";

export const kinds = {
  sinusoidal,
  timestep,
  sinusoidalLayer,
  learnedLayer,
  relativeLayer,
  rotaryLayer,
  encoder,
  decoder,
  shift,
  similarity,
  decay,
  index,
  normalized,
  binary,
  logarithmic,
  learned,
  lookup,
  hierarchical,
  hybrid,
  perturbed,
  document,
  add,
  concat,
  logitTerms,
  attention,
  masked,
  rotary,
  rotaryScore,
  coverage,
  alibi,
  t5,
  kerple,
  sandwich,
  fire,
  logCpb,
  shaw,
  transformerXL,
  deberta,
  cope,
  convolutional,
  resize,
  fourier,
  randomFourier,
  axial,
} as const satisfies Readonly<Record<string, Kind>>;

export type KindId = keyof typeof kinds;
