// <pe-timeline> of a page's own encodings and models: rows of name, date, kind,
// and, where they are known, the method of a model and a source.
import type { AnyFigure } from "../../kit/spec.ts";
import type { Lang, Text } from "../../words/text.ts";
import { nameIn, type Row, rowsIn, sourceIn } from "../shared/own-rows.ts";
import { inside } from "../shared/own-table.ts";
import type { Event, Lane } from "./events.ts";
import type { Model } from "./timeline.ts";

/** Cells are texts, not numbers alone. */
export const cells = "text";

const ROWS = {
  columns: ["name", "date", "kind", "method", "source"],
  needed: 3,
  most: 40,
  what: { en: "events", zh: "个事件" },
} as const;

// A value shared with the figure would bring the figure into every bundle.
const LANES: readonly Lane[] = [
  "embedding",
  "relative",
  "bias",
  "rotary",
  "model",
];
const DATE = /^((?:19|20)\d\d)(?:-(0?[1-9]|1[0-2]))?$/;

type Strings = Readonly<Record<string, Text>>;

/** The kind that a cell names, by its English id or as the figure writes it. */
function laneIn(
  { cells: [, , kind = ""], wrong }: Row,
  strings: Strings,
): Lane {
  const said = kind.toLowerCase();
  return (
    LANES.find((lane) => {
      const { en, zh } = strings[lane] as Text;
      return said === lane || said === en || kind === zh;
    }) ??
    wrong(2, {
      en: `a kind is one of ${LANES.join(", ")}`,
      zh: `类别须为 ${LANES.join("、")} 之一`,
    })
  );
}

/** An event, its method as it was written. */
function eventIn(row: Row, strings: Strings): Event {
  const { cells: all, wrong } = row;
  const [, date = "", , method = ""] = all;
  const name = nameIn(row);
  const [, year, month] = DATE.exec(date) ?? [];
  if (year === undefined) {
    wrong(1, {
      en: "a date is a year, with its month or without, as 2024-07",
      zh: "日期须写年，可带月，如 2024-07",
    });
  }
  const lane = laneIn(row, strings);
  if (method !== "" && lane !== "model") {
    wrong(3, {
      en: "only a model has a method",
      zh: "只有类别为“模型”的行才有方法",
    });
  }
  const at = { year: Number(year), month: month ? Number(month) : null };
  const url = sourceIn(row, 4);
  const event = {
    id: name,
    name: { en: name, zh: name },
    lane,
    ...at,
    url,
    title: url.replace(/^https?:\/\//, ""),
  };
  if (lane !== "model") return event;
  const model = { ...at, month: at.month ?? 1, name, url, context: 0 };
  return { ...event, model: { ...model, method: method || null } };
}

const timeOf = ({ year, month }: Event): number =>
  year + (month === null ? 6 : month - 0.5) / 12;

/**
 * The same with the id of its method in place of the method's name, which may be
 * one of the page's own or one that the figure knows.
 */
function linked(event: Event, known: readonly Event[]): Event {
  const { model } = event;
  const method = model?.method;
  if (!model || !method) return event;
  const it = known.find(
    ({ id, name, lane }) =>
      lane !== "model" &&
      [id, name.en, name.zh].some(
        (text) => text.toLowerCase() === method.toLowerCase(),
      ),
  );
  return it ? { ...event, model: { ...model, method: it.id } } : event;
}

/** @throws Refused for what is no such list */
export function takes(given: unknown, spec: AnyFigure): AnyFigure {
  const ours = (spec.compute({}, undefined as never) as Model).events;
  const listed = rowsIn(given, ROWS)
    .map((row) => eventIn(row, spec.strings as Strings))
    .sort((a, b) => timeOf(a) - timeOf(b));
  const events = listed.map((it) => linked(it, [...listed, ...ours]));
  const [first, last] = [events[0], events.at(-1)] as [Event, Event];
  const model: Model = { events, span: [first.year, last.year + 1] };
  const models = events.filter(({ lane }) => lane === "model").length;
  const count = events.length - models;
  const title = {
    name: { en: "A timeline", zh: "年表" },
    caption: {
      en: "Upper rows: encodings, by their date. Lowest row: models. Drag to one, or step through with the arrow keys; lines lead from an encoding to its models. A hollow dot: no method is given.",
      zh: "上面各行是编码，按日期排列；最下一行是模型。拖动或用方向键选择，连线从编码通向使用它的模型。空心点：没有写明方法。",
    },
  };
  return {
    ...spec,
    strings: { ...spec.strings, ...title },
    settle: inside({ event: events.length }, {}),
    compute: (): Model => model,
    finding: ({ lang }: { readonly lang: Lang }) => {
      const years =
        first.year === last.year
          ? { en: `of ${first.year}`, zh: `${first.year} 年` }
          : {
              en: `from ${first.year} to ${last.year}`,
              zh: `${first.year} 至 ${last.year} 年`,
            };
      return {
        en: `This page’s own timeline, ${years.en}: <b>${count}</b> ${count === 1 ? "encoding" : "encodings"}, <b>${models}</b> ${models === 1 ? "model" : "models"}.`,
        zh: `这是本页自备的年表（${years.zh}）：<b>${count}</b> 种编码、<b>${models}</b> 个模型。`,
      }[lang];
    },
    code: () => `// Name, year and month of each event.
const events = [
${events.map(({ name, year, month }) => `  ${JSON.stringify([name.en, year, month])},`).join("\n")}
];
for (const [name, year, month] of events) {
  console.log(name, year, month ?? "");
}
`,
    states: () => events.map(({ year, month }) => [year, month ?? []]),
  };
}
