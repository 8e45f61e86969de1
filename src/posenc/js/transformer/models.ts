import { disposable } from "../buffer.js";
import { named } from "../default-instance.js";
import type { Options } from "../options.js";
import type { Runtime } from "../runtime.js";
import { Reading } from "../schema.js";
import { type ReadTensor, showShape, type Tensor } from "../tensor.js";
import {
  DECODER_CALL,
  DECODER_FORWARD,
  DECODING,
  type DecoderOptions,
  ENCODER_CALL,
  type EncoderOptions,
  FORWARD,
  STEP,
} from "./options.js";
import { type Pass, Stack } from "./stack.js";
import type {
  Decoder,
  Decoding,
  Encoder,
  ForwardResult,
  LayerWeights,
  Model,
} from "./types.js";

type Mask = NonNullable<Pass["mask"]>;

/** A model: its own calls, and what all have. */
function modelOf<Own extends object>(stack: Stack, own: Own): Own & Model {
  const model = {
    ...own,
    get weights() {
      return stack.weights.read();
    },
    set weights(weights) {
      stack.weights.write(stack.call, weights);
    },
    dispose: () => stack.weights.dispose(),
  };
  disposable(model);
  return Object.freeze(model) as unknown as Own & Model;
}

/** Reads `logits`, which only a vocabulary makes possible. */
function wantsLogits(stack: Stack, options: Options): boolean {
  const wanted = FORWARD.logits.read(options, "logits");
  if (wanted && stack.sizes.vocabularySize === 0) {
    throw new TypeError(
      `${options.call}: logits need a model with a vocabularySize`,
    );
  }
  return wanted;
}

/** `memory` and `memoryMask`; refused when the decoder has no use for them. */
function readMemory(
  stack: Stack,
  options: Options,
  outer: readonly number[] | undefined,
): { memory?: ReadTensor; memoryMask?: Mask } {
  const { call } = options;
  if (!options.has("memory")) {
    if (options.has("memoryMask")) options.required("memory", "a tensor");
    return {};
  }
  const { dModel, crossAttention } = stack.sizes;
  if (!crossAttention) {
    throw new TypeError(
      `${call}: memory needs a decoder with crossAttention, which this one was made without`,
    );
  }
  const rule = outer
    ? { shape: [...outer, null, dModel] }
    : { rank: [2, 3], as: `[S, ${dModel}] or [B, S, ${dModel}]` };
  const memory = options.tensor("memory", rule);
  if (memory.shape.at(-1) !== dModel) {
    throw new RangeError(
      `${call}: memory must have shape ${rule.as}, got ${showShape(memory.shape)}`,
    );
  }
  const memoryMask = options.get("memoryMask") as Mask | undefined;
  return { memory, ...(memoryMask !== undefined && { memoryMask }) };
}

function forward(
  stack: Stack,
  input: unknown,
  given: object,
  fields: typeof FORWARD,
): ForwardResult {
  const call = `${stack.call}.forward`;
  const options = new Reading(call, fields, given, { input });
  const onLayer = options.get("onLayer");
  if (onLayer !== undefined && typeof onLayer !== "function") {
    options.required("onLayer", "a function");
  }
  const returnWeights = options.read("returnWeights");
  const logits = wantsLogits(stack, options);
  const mask = options.get("mask") as Mask | undefined;
  const x = stack.embed(call, options.get("input"), 0);
  const { memory, ...rest } = readMemory(stack, options, x.shape.slice(0, -2));
  const pass: Pass = {
    call,
    offset: 0,
    returnWeights,
    ...rest,
    ...(mask !== undefined && { mask }),
    ...(memory && { memory: stack.project(call, memory) }),
    ...(onLayer !== undefined && { onLayer: onLayer as Pass["onLayer"] & {} }),
  };
  const { output, layers } = stack.run(pass, x);
  return {
    output,
    ...(logits && { logits: stack.logits(call, output) }),
    ...(returnWeights && { layers: layers as LayerWeights[] }),
  };
}

/** Without the axis of the tokens, of which there is one. */
const ofStep = ({ data, shape }: Tensor): Tensor => ({
  data,
  shape: shape.filter((_, axis) => axis !== shape.length - 2),
});

function start(stack: Stack, given: object): Decoding {
  const call = `${stack.call}.start`;
  const options = new Reading(call, DECODING, given);
  const batch = options.read("batch");
  const own = batch === undefined ? undefined : [batch];
  const { memory, ...rest } = readMemory(stack, options, own);
  const outer = own ?? memory?.shape.slice(0, -2) ?? [];
  const projected = memory && stack.project(call, memory);
  const caches = stack.caches(outer[0] ?? 1);
  let length = 0;
  return Object.freeze<Decoding>({
    get length() {
      return length;
    },
    step(input, wanted = {}) {
      const name = `${stack.call}.step`;
      const choice = new Reading(name, STEP, wanted, { input });
      const logits = wantsLogits(stack, choice);
      const x = stack.embed(name, choice.get("input"), length, outer);
      const pass: Pass = {
        call: name,
        offset: length,
        caches,
        ...rest,
        ...(projected && { memory: projected }),
      };
      const { output } = stack.run(pass, x);
      const result = {
        output: ofStep(output),
        ...(logits && { logits: ofStep(stack.logits(name, output)) }),
      };
      length += 1;
      return result;
    },
  });
}

/** The factory `pe.transformer.encoder`. */
export function encoder(runtime: Runtime, input: EncoderOptions): Encoder {
  const stack = new Stack(runtime, ENCODER_CALL.call, input, false);
  return modelOf(stack, {
    forward: (x: unknown, options: object = {}) =>
      forward(stack, x, options, FORWARD),
  });
}

/** The factory `pe.transformer.decoder`. */
export function decoder(runtime: Runtime, input: DecoderOptions): Decoder {
  const stack = new Stack(runtime, DECODER_CALL.call, input, true);
  return modelOf(stack, {
    forward: (x: unknown, options: object = {}) =>
      forward(stack, x, options, DECODER_FORWARD),
    start: (options: object = {}) => start(stack, options),
  });
}

const models = (runtime: Runtime) => ({
  encoder: (input: EncoderOptions) => encoder(runtime, input),
  decoder: (input: DecoderOptions) => decoder(runtime, input),
});
export const transformerEncoder: (options: EncoderOptions) => Encoder =
  /* @__PURE__ */ named(models, "encoder");
export const transformerDecoder: (options: DecoderOptions) => Decoder =
  /* @__PURE__ */ named(models, "decoder");
