// A layer of a plan as the options of attention.
import { describe } from "./errors.js";
import type { Options } from "./options.js";
import { LENGTH } from "./positions.js";
import {
  flag,
  given,
  HEADS,
  optional,
  Reading,
  real,
  WIDTH,
} from "./schema.js";
import { Snapshot } from "./snapshot.js";

/** What is read of a layer; all that it may hold is here, or refused. */
const FIELDS = {
  kind: given<string>('"attention"'),
  layerType: given<string>("what the model's code calls it"),
  numHeads: HEADS,
  numKeyValueHeads: HEADS,
  headDim: WIDTH,
  valueDim: optional(WIDTH),
  position: given<object>("an object with a type"),
  scale: real({}),
  causal: flag(false),
  window: optional(LENGTH),
  chunk: optional(LENGTH),
  gridWindow: optional(given<object>("blocks")),
  sinks: optional(flag(false)),
  softcap: optional(real({})),
  temperature: optional(given<object>("an object with a type")),
  latent: optional(given<object>("parts of a head")),
  compression: optional(given<object>("entries")),
};
type Layer = Reading<typeof FIELDS>;

/** A layer that attends, as `fromHuggingFace` of {@link Config} plans it. */
export interface PlannedLayer {
  /** `"attention"`: a layer that has scores. */
  readonly kind: string;
  /** What the model's code calls such a layer. */
  readonly layerType: string;
}

/** The option `layer`. */
export const LAYER = optional(
  given<PlannedLayer>("a layer of a plan"),
  "the options one by one",
);

/** Options that a layer has, so that they are not given beside it. */
export const OF_LAYER = [
  "numKeyValueHeads",
  "causal",
  "window",
  "scale",
  "softcap",
  "temperature",
] as const;

/** Positions that need nothing but what a plan has, and the keys of a scheme. */
const SCHEMES: Readonly<Record<string, readonly string[]>> = {
  none: [],
  alibi: ["maxBias", "symmetric"],
  rotary: [
    "headDim",
    "rotaryDim",
    "startIndex",
    "base",
    "scaling",
    "layout",
    "inverse",
    "outputTurnedBack",
  ],
};
/** What says nothing that changes the scores of a text without images. */
const TOLD: readonly string[] = ["type", "numHeads", "multimodal"];

function refuse(layer: Layer, what: string, instead: string): never {
  throw new TypeError(
    `${layer.call}: ${what} is not computed by this call: ${instead}`,
  );
}

/** A type as an error tells it, which may be anything. */
const quoted = (type: unknown): string =>
  typeof type === "string" ? `"${type}"` : describe(type);

/** The layer's position as a scheme; own tensors or positions take its place. */
function positionOf(layer: Layer, own: unknown): Snapshot {
  const planned = layer.get("position") as Snapshot;
  const type = planned?.type;
  if (own !== undefined) {
    const found = (own as { readonly type?: unknown } | null)?.type;
    if (found === type) return own as Snapshot;
    throw new TypeError(
      `${layer.call}: position must be of type ${quoted(type)}, as the layer's, got type ${quoted(found)}`,
    );
  }
  const isKnown = typeof type === "string" && Object.hasOwn(SCHEMES, type);
  const names = isKnown ? SCHEMES[type] : undefined;
  if (names === undefined) {
    throw new TypeError(
      `${layer.call}: position of type ${quoted(type)} needs tensors or coordinates of the model: give position`,
    );
  }
  for (const [name, value] of Object.entries(planned)) {
    if (value === undefined || [...names, ...TOLD].includes(name)) continue;
    refuse(layer, `position.${name}`, "give position");
  }
  const scheme = new Snapshot();
  for (const name of ["type", ...names]) {
    if (planned[name] !== undefined) scheme[name] = planned[name];
  }
  return scheme;
}

/**
 * The options of a call with those of its `layer` put in; the same without one.
 *
 * @param length - positions the call reaches to; undefined: nobody knows
 * @param takesSinks - whether the call has an option for them
 * @param name - what errors call the layer
 */
export function withLayer(
  options: Options,
  length: (options: Options) => number | undefined,
  takesSinks = true,
  name = "layer",
): Options {
  if (!options.has("layer")) return options;
  const layer = new Reading(
    `${options.call}: ${name}`,
    FIELDS,
    options.get("layer"),
  );
  if (layer.get("kind") !== "attention") {
    layer.fail("kind", '"attention": a layer that has scores');
  }
  if (layer.has("compression")) {
    refuse(
      layer,
      "compression",
      "give its entries, which weights make, as keys behind the others, with keyPositions and a mask, without layer",
    );
  }
  if (layer.has("gridWindow")) {
    refuse(layer, "gridWindow", "call it for each block, without layer");
  }
  const chunk = layer.read("chunk");
  const reach = length(options);
  if (chunk !== undefined && !((reach ?? Number.POSITIVE_INFINITY) <= chunk)) {
    refuse(layer, `chunk past ${chunk} positions`, "hide other blocks by mask");
  }
  if (layer.read("sinks") && !takesSinks) {
    refuse(layer, "sinks", "use attention");
  }
  if (layer.read("sinks") && !options.has("sinks")) {
    options.required("sinks", "a number for each head, of the model's weights");
  }
  const numHeads = layer.read("numHeads");
  const isCounted = options.has("numHeads");
  if (isCounted && options.get("numHeads") !== numHeads) {
    options.fail("numHeads", `that of the layer, ${numHeads}`);
  }
  return options.but({
    // Heads that nobody counted have an axis of their own.
    joined: isCounted ? options.get("joined") : false,
    layer: undefined,
    position: positionOf(layer, options.get("position")),
    scale: layer.read("scale"),
    causal: layer.read("causal"),
    window: layer.read("window"),
    softcap: layer.read("softcap"),
    temperature: layer.get("temperature"),
    numHeads,
    numKeyValueHeads: layer.read("numKeyValueHeads"),
    headDim: layer.read("headDim"),
    valueDim: layer.read("valueDim"),
  });
}
