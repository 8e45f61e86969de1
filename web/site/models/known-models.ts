// Models to begin with, and where the rule of a model type was read.
import sources from "../../../docs/models.json" with { type: "json" };
import published from "../../widgets/figures/11-long-context/published-configs.json" with {
  type: "json",
};
import others from "./presets.json" with { type: "json" };

interface Preset {
  /** Where the keys stand; absent: the code of the model type has them. */
  readonly source?: string;
  readonly config: object;
}

/** Those of the figure in chapter 7, and the others. */
const presets: Readonly<Record<string, Preset>> = { ...published, ...others };

/** Names come from addresses and files: what all objects have is no model. */
const own = <T>(all: Readonly<Record<string, T>>, name: string) =>
  Object.hasOwn(all, name) ? all[name] : undefined;

/** Names of the configurations, in the order of the menu. */
export const PRESETS: readonly string[] = Object.keys(presets).sort((a, b) =>
  a.localeCompare(b, "en", { numeric: true }),
);

/** A configuration, reduced to the keys about positions; as it is published. */
export const preset = (name: string): object | undefined =>
  own(presets, name)?.config;

/** Where the keys of a preset were read, and when. */
export const publishedIn = (name: string): string | undefined =>
  own(presets, name)?.source;

/** Where the rule of a model type was read. */
export interface Source {
  readonly repository: string;
  readonly file: string;
  readonly commit: string | null;
  readonly date: string | null;
}

export const sourceOf = (modelType: string): Source | undefined =>
  own<Source>(sources.models, modelType);

/** Repository, file, commit and date. */
export const sourceText = ({
  repository,
  file,
  commit,
  date,
}: Source): string =>
  `${repository}, ${file}${commit ? `, ${commit.slice(0, 8)}` : ""}${date ? ` (${date})` : ""}`;
