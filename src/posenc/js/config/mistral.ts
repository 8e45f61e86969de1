import { isObject } from "./section.js";

/** What Mistral's params.json calls keys of YaRN. */
const YARN: Readonly<Record<string, string>> = {
  beta: "beta_fast",
  alpha: "beta_slow",
};

/** Whether an object is what Mistral's own code writes, params.json. */
export const isParams = (body: Readonly<Record<string, unknown>>): boolean =>
  !["model_type", "_class_name"].some((key) => Object.hasOwn(body, key)) &&
  ["dim", "n_layers", "n_heads"].every((key) => Object.hasOwn(body, key)) &&
  (Object.hasOwn(body, "hidden_dim") || Object.hasOwn(body, "n_kv_heads"));

/**
 * Mistral's params.json in the words of config.json, as vLLM maps it; its
 * weights pair neighbouring channels.
 */
export function fromParams(
  body: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { yarn, llama_4_scaling: warm, ...rest } = body;
  const config: Record<string, unknown> = rest;
  config.model_type = Object.hasOwn(body, "qk_nope_head_dim")
    ? "mistral_params_latent"
    : "mistral_params";
  const { sliding_window: window } = body;
  if (Array.isArray(window)) {
    const count = Number(body.n_layers);
    config.layer_types = Array.from(
      { length: count <= 65536 ? count : 0 },
      (_, i) =>
        window[i % window.length] === null
          ? "full_attention"
          : "sliding_attention",
    );
    config.sliding_window = window.find((size) => size !== null) ?? null;
  }
  if (!isObject(yarn)) {
    if (isObject(warm)) config.llama_4_scaling = warm;
    return config;
  }
  const { apply_scale: scaled, ...fields } = yarn;
  config.rope_scaling = {
    rope_type: "yarn",
    ...Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [YARN[key] ?? key, value]),
    ),
    ...(scaled === false && { attention_factor: 1 }),
    ...(isObject(warm) && { llama_4_scaling_beta: warm.beta }),
  };
  return config;
}
