/**
 * The header of a GGUF file in the words of a config.json. Beside it, only the few
 * numbers that divide the frequencies are read, and all of it a slice at a time: a
 * file of many gigabytes costs a few megabytes.
 *
 * ```ts
 * import { configFromHuggingFace } from "posenc";
 * import { readGguf } from "posenc/gguf";
 * const { plan, findings } = configFromHuggingFace(await readGguf(file));
 * ```
 *
 * @module posenc/gguf
 */
export type { Sliceable } from "./gguf/header.js";

import { describe } from "./errors.js";
import { ARCHITECTURES } from "./gguf/architectures.js";
import { CALL, readHeader, refuse, type Sliceable } from "./gguf/header.js";
import { Model } from "./gguf/model.js";
import { readTensors } from "./gguf/tensors.js";

/** Only the first part of a divided model has its keys. */
function checkParts(values: ReadonlyMap<string, unknown>): void {
  const [part, parts] = [values.get("split.no"), values.get("split.count")];
  if (part !== undefined && part !== 0)
    refuse(`is part ${Number(part) + 1} of ${parts}; give the first`);
}

/**
 * What the header of a GGUF file says of positions, as the object of a
 * config.json, for `configFromHuggingFace`: what llama.cpp makes of the file, by
 * its code for the file's architecture. `model_type` is `gguf_` and the
 * architecture. Pairs of channels are those of the weights in the file, which
 * llama.cpp's converter reorders for some. Bases and factors are float32, as the
 * file has them.
 *
 * Known architectures: apertus, arcee, bailingmoe, bailingmoe2, chatglm, cohere2,
 * command-r, deepseek, deepseek2, dots1, ernie4_5, ernie4_5-moe, exaone, exaone4,
 * exaone-moe, falcon, gemma, gemma2, gemma3, gemma3n, gemma4, glm4, glm4moe,
 * gpt-oss, gptneox, granite, granitemoe, hunyuan-dense, hunyuan-moe, internlm2,
 * lfm2, lfm2moe, llama, llama4, minicpm, minimax-m2, mistral3, nemotron, olmo,
 * olmo2, olmoe, phi2, phi3, phimoe, qwen2, qwen2moe, qwen2vl, qwen3, qwen35,
 * qwen35moe, qwen3moe, qwen3next, seed_oss, smollm3, stablelm, starcoder2.
 *
 * `rope_freqs.weight`, the divisors that the converter makes of Llama 3's scaling,
 * stands in the result as `longrope` with the same list for every length, and
 * `context_length` as the original one, which no key has; with YaRN in the file,
 * its stretch of each pair stands in the list too. What the file leaves out
 * is what llama.cpp takes: base 10000, no scaling, YaRN's ends 32 and 1, the
 * windows of the architecture. Refused by name: keys of `rope` and `attention`
 * that aren't read, and a file that llama.cpp reads otherwise than its model is
 * (Phi-3's window within its context, M-RoPE of which pairs would not turn).
 *
 * Source: llama.cpp as it stands in ggml-org/whisper.cpp, examples/talk-llama
 * (4834a232), and its conversion/llama.py (ggml-org/llama.cpp, 0274f0fc).
 *
 * @param source - a Blob or File, or a `size` and a `slice` of your own
 * @throws TypeError when it is none; RangeError when it is no GGUF of version 2 or
 *   3, ends within its header, or tells what is not known here
 */
export async function readGguf(source: Sliceable): Promise<object> {
  if (typeof source?.slice !== "function" || !(source.size >= 0)) {
    throw new TypeError(
      `${CALL}: source must be a Blob, or have a size and a slice, got ${describe(source)}`,
    );
  }
  const header = await readHeader(source);
  const { values } = header;
  checkParts(values);
  const name = values.get("general.architecture");
  if (typeof name !== "string") return refuse("has no general.architecture");
  const architecture = ARCHITECTURES.get(name);
  if (architecture === undefined) {
    return refuse(
      `is of the architecture ${JSON.stringify(name)}, which is not known here (known: ${[...ARCHITECTURES.keys()].join(", ")})`,
    );
  }
  const model = new Model(name, architecture, values);
  return model.body(await readTensors(source, header, model));
}
