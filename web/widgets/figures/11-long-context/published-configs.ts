// Published configurations, the keys about positions only; the figures and the
// chapters read them from here.
import configs from "./published-configs.json" with { type: "json" };

export type ModelId = keyof typeof configs;

export const MODEL_IDS = Object.keys(configs) as readonly ModelId[];

/** A model's name, where its configuration is published, and what it says. */
export interface Published {
  readonly name: string;
  readonly source: string;
  readonly config: object;
}

export const published = (id: ModelId): Published => configs[id];

/** λ of each pair that Phi-3 uses beyond its training length. */
export const PHI3_LONG: readonly number[] =
  configs["phi-3"].config.rope_scaling.long_factor;
