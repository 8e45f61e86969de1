// Models to begin with, and where the rule of a model type was read.
import sources from "../../docs/models.json" with { type: "json" };
import configs from "./presets.json" with { type: "json" };

/** Names of the configurations, in the order of the menu. */
export const PRESETS: readonly string[] = Object.keys(configs).sort((a, b) =>
  a.localeCompare(b, "en", { numeric: true }),
);

/** A configuration, reduced to the keys about positions; as it is published. */
export const preset = (name: string): object | undefined =>
  (configs as Readonly<Record<string, object>>)[name];

/** Where the rule of a model type was read. */
export interface Source {
  readonly repository: string;
  readonly file: string;
  readonly commit: string | null;
  readonly date: string | null;
}

export const sourceOf = (modelType: string): Source | undefined =>
  (sources.models as Readonly<Record<string, Source>>)[modelType];
