// The dated facts of the timeline: encodings of the catalog, models with a known
// length, and what came before both.
import { type CatalogEntry, catalog, type Enters } from "posenc/catalog";
import type { Text } from "../../words/text.ts";
import { type DatedModel, MODELS } from "./dated-models.ts";

/** Where an event stands. */
export type Lane = Enters | "model";

/** Something with a date and a source. */
export interface Event {
  readonly id: string;
  readonly name: Text;
  readonly lane: Lane;
  readonly year: number;
  /** 1 to 12; null where the source is dated by its year only. */
  readonly month: number | null;
  readonly url: string;
  /** Title of the source. */
  readonly title: string;
  readonly entry?: CatalogEntry;
  readonly model?: DatedModel;
}

/** Year and month of an arXiv number's first version: 1706.03762 is June 2017. */
export function arxivDate(number: string): { year: number; month: number } {
  const [, year = "", month = ""] = /^(\d\d)(\d\d)\.\d+$/.exec(number) ?? [];
  return { year: 2000 + Number(year), month: Number(month) };
}

/** Position in years, for the axis; the middle of the year without a month. */
export const timeOf = ({
  year,
  month,
}: Pick<Event, "year" | "month">): number =>
  year + (month === null ? 6 : month - 0.5) / 12;

/** When the work that defines an encoding appeared. */
function fromEntry(entry: CatalogEntry): readonly Event[] {
  const { id, name, enters, paper, year } = entry;
  if (!paper || year === null) return [];
  const date = paper.arxiv ? arxivDate(paper.arxiv) : { year, month: null };
  const url = paper.arxiv
    ? `https://arxiv.org/abs/${paper.arxiv}`
    : (paper.url as string);
  return [{ id, name, lane: enters, ...date, url, title: paper.title, entry }];
}

const fromModel = (model: DatedModel): Event => ({
  id: model.name,
  name: { en: model.name, zh: model.name },
  lane: "model",
  year: model.year,
  month: model.month,
  url: model.url,
  title: model.url.replace("https://", ""),
  model,
});

/** In the order of their dates. */
export const EVENTS: readonly Event[] = [
  ...catalog.flatMap(fromEntry),
  ...MODELS.map(fromModel),
].sort((a, b) => timeOf(a) - timeOf(b));

/** Encodings of the catalog that no work dates. */
export const UNDATED = catalog.filter((it) => fromEntry(it).length === 0);

/** Events that belong together: an encoding, and the models that use it. */
export function related(
  event: Event,
  events: readonly Event[] = EVENTS,
): readonly Event[] {
  const method = event.model ? event.model.method : event.id;
  if (method === null) return [];
  return events.filter(
    (it) =>
      it !== event &&
      (it.model ? it.model.method === method : it.id === method),
  );
}
