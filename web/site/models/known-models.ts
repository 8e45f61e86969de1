// Models to begin with, and where the rule of a model type was read.
import sources from "../../../docs/models.json" with { type: "json" };
import configs from "./presets.json" with { type: "json" };

/** Names come from addresses and files: what all objects have is no model. */
const own = <T>(all: Readonly<Record<string, T>>, name: string) =>
  Object.hasOwn(all, name) ? all[name] : undefined;

/** Names of the configurations, in the order of the menu. */
export const PRESETS: readonly string[] = Object.keys(configs).sort((a, b) =>
  a.localeCompare(b, "en", { numeric: true }),
);

/** A configuration, reduced to the keys about positions; as it is published. */
export const preset = (name: string): object | undefined =>
  own<object>(configs, name);

/** Where the rule of a model type was read. */
export interface Source {
  readonly repository: string;
  readonly file: string;
  readonly commit: string | null;
  readonly date: string | null;
}

export const sourceOf = (modelType: string): Source | undefined =>
  own<Source>(sources.models, modelType);
