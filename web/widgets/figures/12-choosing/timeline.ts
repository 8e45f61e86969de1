// <pe-timeline>: encodings by the date of the work that defines them, the models
// that took them up, and how long that took.
import { scaleLinear } from "d3-scale";
import { integer, type StateOf } from "../../element/state/attributes.ts";
import { onPaper } from "../../kit/highlights.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { bottomAxis } from "../../plots/axes.ts";
import {
  circle,
  type Ink,
  type Mark,
  segment,
  textMark,
} from "../../plots/marks.ts";
import { escapeHtml, type Lang, plural, quantity } from "../../words/text.ts";
import { dateText } from "./dates.ts";
import { EVENTS, type Event, type Lane, related, timeOf } from "./events.ts";

const table = {
  event: integer({
    default: EVENTS.findIndex(({ id }) => id === "rope"),
    min: 0,
    max: EVENTS.length - 1,
  }),
} as const;

type State = StateOf<typeof table>;

/** All of it is dates, ours or the page's own; nothing is computed. */
export interface Model {
  readonly events: readonly Event[];
  /** Years of the axis. */
  readonly span: readonly [number, number];
}

type Here = Shown<State, Model>;

const strings = {
  name: { en: "Encodings and models by date", zh: "编码与模型年表" },
  caption: {
    en: "Upper rows: encodings, at the month in which the work that defines them appeared. Lowest row: models. Drag to one, or step through with the arrow keys; lines lead from an encoding to the models shown here that use it. A hollow dot: no model in the catalog, or no published method.",
    zh: "上面各行是编码，按定义它的文献首次出现的月份排列；最下一行是模型。拖动或用方向键选择，连线从编码通向图中使用它的模型。空心点：目录中没有模型采用，或厂商没有公布方法。",
  },
  event: { en: "Event, by date", zh: "事件编号" },
  embedding: { en: "with the embeddings", zh: "随嵌入" },
  relative: { en: "with the content", zh: "与内容相乘" },
  bias: { en: "as a bias", zh: "作为偏置" },
  rotary: { en: "by rotation", zh: "靠旋转" },
  model: { en: "models", zh: "模型" },
  axis: { en: "first published", zh: "首次发表" },
  keys: {
    en: "Encodings and models by date; left and right arrows choose one.",
    zh: "按日期排列的编码与模型；左右方向键选择。",
  },
} as const;

const LANES: readonly Lane[] = [
  "embedding",
  "relative",
  "bias",
  "rotary",
  "model",
];

const INKS: Readonly<Record<Lane, Ink>> = {
  embedding: "warm",
  relative: "ink2",
  bias: "good",
  rotary: "accent",
  model: "ink2",
};

const FIRST = EVENTS[0] as Event;
const LAST = EVENTS.at(-1) as Event;
const OURS: Model = { events: EVENTS, span: [FIRST.year, LAST.year + 1] };

const chosen = ({ state, model }: Here): Event =>
  model.events[state.event] as Event;

/** Where an encoding stands, in our list if the page's own has it not. */
function laneOf(method: string): Lane {
  return EVENTS.find(({ id }) => id === method)?.lane ?? "model";
}

const inkOf = ({ lane, model }: Event): Ink =>
  INKS[model?.method ? laneOf(model.method) : lane];

/** No model is known, or no method. */
const isHollow = ({ entry, model }: Event): boolean =>
  model ? model.method === null : entry?.models.length === 0;

const DOT = 9;
const LABEL = 15;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where each event is drawn: those of one season stand below each other. */
function placesOf(
  { events, span }: Model,
  { width, height }: Box,
): readonly Place[] {
  const x = scaleLinear()
    .domain(span)
    .range([6, width - 6]);
  const row = height / LANES.length;
  const rows = LANES.map(() => [] as number[]);
  return events.map((event) => {
    const lane = LANES.indexOf(event.lane);
    const at = x(timeOf(event));
    const ends = rows[lane] as number[];
    let level = ends.findIndex((end) => at - end > DOT + 2);
    if (level < 0) level = ends.length;
    ends[level] = at;
    return { x: at, y: lane * row + LABEL + 8 + level * (DOT + 2) };
  });
}

function painted(shown: Here, box: Box): readonly Mark[] {
  const { lang, model } = shown;
  const { events, span } = model;
  const places = placesOf(model, box);
  const row = box.height / LANES.length;
  const now = chosen(shown);
  const at = places[events.indexOf(now)] as Place;
  const x = scaleLinear()
    .domain(span)
    .range([6, box.width - 6]);
  const left = at.x > box.width / 2;
  // Above its dot, since others stand beside and below it; but for the names of
  // the lanes.
  const [dx, dy] = at.x < 120 ? [12, 4] : [left ? 6 : -6, -13];
  const room = box.width > 500 ? 12 : 6;
  const by = Math.ceil((span[1] - span[0]) / room);
  const years = Array.from(
    { length: span[1] - span[0] + 1 },
    (_, k) => span[0] + k,
  ).filter((year) => year % by === 0);
  const others = related(now, events);
  return [
    ...LANES.flatMap((lane, k): Mark[] => [
      segment(0, k * row, box.width, k * row, { stroke: "rule" }),
      {
        kind: "text",
        x: 0,
        y: k * row + 13,
        size: 11,
        text: strings[lane][lang],
        fill: "ink2",
      },
    ]),
    segment(0, box.height, box.width, box.height, { stroke: "rule" }),
    {
      kind: "group",
      x: 0,
      y: box.height,
      marks: bottomAxis({ scale: x, ticks: years, format: String }),
    },
    {
      kind: "text",
      x: box.width,
      y: box.height + 36,
      anchor: "end",
      text: strings.axis[lang],
      fill: "ink2",
    },
    segment(at.x, 0, at.x, box.height, { stroke: "ink3", dash: [2, 3] }),
    ...others.map((other) => {
      const to = places[events.indexOf(other)] as Place;
      return segment(at.x, at.y, to.x, to.y, {
        stroke: inkOf(now),
        width: 1.25,
        opacity: 0.7,
      });
    }),
    ...events.map((event, k) => {
      const { x: cx, y: cy } = places[k] as Place;
      return circle(cx, cy, DOT / 2, {
        ...(isHollow(event)
          ? { stroke: inkOf(event), fill: "paper", width: 1.5 }
          : { fill: inkOf(event) }),
      });
    }),
    circle(at.x, at.y, 8, { stroke: "ink", width: 1.5 }),
    ...onPaper(
      textMark(at.x + dx, at.y + dy, now.name[lang], "ink", {
        bold: true,
        anchor: left ? "end" : "start",
      }),
    ),
  ];
}

function nearest({ model }: Here, at: Place, box: Box): number {
  const far = placesOf(model, box).map(({ x, y }) =>
    Math.hypot(x - at.x, y - at.y),
  );
  return far.indexOf(Math.min(...far));
}

/** Whole months from one event to another. */
const months = (from: Event, to: Event): number =>
  Math.round(12 * (timeOf(to) - timeOf(from)));

const transformer = EVENTS.find(({ id }) => id === "sinusoidal") as Event;

function since(event: Event, lang: Lang): string {
  const gap = months(transformer, event);
  const count = Math.abs(gap);
  if (gap === 0) {
    return lang === "zh" ? "与 Transformer 同时" : "with the Transformer";
  }
  return {
    en: `${count} ${plural(count, "month")} ${gap > 0 ? "after" : "before"} the Transformer`,
    zh: `${gap > 0 ? "晚于" : "早于"} Transformer ${count} 个月`,
  }[lang];
}

const placeName = (
  { lane, model }: Event,
  lang: Lang,
  events: readonly Event[],
): string => {
  if (!model) return strings[lane][lang];
  if (model.method === null) {
    return lang === "zh" ? "方法未公布" : "method not published";
  }
  const method = [...events, ...EVENTS].find(({ id }) => id === model.method);
  return method?.name[lang] ?? model.method;
};

function say(shown: Here): string {
  const { lang } = shown;
  const event = chosen(shown);
  const [name, date] = [event.name[lang], dateText(event, lang)];
  return {
    en: `${name}, ${date}, ${since(event, lang)}: ${placeName(event, lang, shown.model.events)}.`,
    zh: `${name}，${date}，${since(event, lang)}：${placeName(event, lang, shown.model.events)}。`,
  }[lang];
}

function found({ lang }: Here): string {
  const dated = EVENTS.filter(({ entry }) => entry);
  const rope = EVENTS.find(({ id }) => id === "rope") as Event;
  const later = dated.filter((it) => timeOf(it) > timeOf(rope));
  const turned = later.filter(({ lane }) => lane === "rotary").length;
  return {
    en: `RoPE came <b>${months(transformer, rope)}</b> months after the Transformer. Of the <b>${later.length}</b> encodings dated since, <b>${turned}</b> rotate.`,
    zh: `RoPE 比 Transformer 晚 <b>${months(transformer, rope)}</b> 个月。此后有日期可考的 <b>${later.length}</b> 种编码里，<b>${turned}</b> 种是旋转。`,
  }[lang];
}

/** Those with a number on arXiv, by date, each computed once. */
/** Events with a number on arXiv, whose encoding this library computes. */
const WORKS = EVENTS.filter(({ entry }) => entry?.paper?.arxiv);

function program(): string {
  const list = WORKS.map(({ id, entry }) => [
    id,
    entry?.paper?.arxiv,
    entry?.calls[0],
  ]);
  return `import { load } from "posenc";

const pe = await load();
// Encoding, number on arXiv, the call that computes it.
const works = [
${list.map((it) => `  ${JSON.stringify(it)},`).join("\n")}
];
// A number begins with the year and the month of the first version.
for (const [id, number, call] of works) {
  const [folder, name] = call.split(".");
  const [year, month] = [2000 + Number(number.slice(0, 2)), Number(number.slice(2, 4))];
  console.log(year, month, id, typeof pe[folder][name]);
}
`;
}

/** Rows of the card: what is known of the chosen event. */
function facts(shown: Here): readonly (readonly [string, string])[] {
  const { lang } = shown;
  const event = chosen(shown);
  const zh = lang === "zh";
  const { entry, model } = event;
  const rows: (readonly [string, string])[] = [
    [
      zh ? "日期" : "date",
      `${dateText(event, lang)}${zh ? "，" : ", "}${since(event, lang)}`,
    ],
    [
      {
        en: model ? "encoding" : "position enters",
        zh: model ? "编码" : "位置的进入方式",
      }[lang],
      placeName(event, lang, shown.model.events),
    ],
  ];
  if (model && model.context > 0) {
    rows.push([zh ? "位置数" : "positions", quantity(model.context)]);
  }
  if (entry) {
    const used = entry.models.map(({ name, year }) =>
      zh ? `${name}（${year}）` : `${name} (${year})`,
    );
    rows.push([
      zh ? "采用它的模型" : "models that use it",
      used.join(zh ? "、" : ", ") ||
        (zh ? "目录中没有" : "none in the catalog"),
    ]);
  }
  return rows;
}

export const spec = figure<typeof table, Model>({
  tag: "pe-timeline",
  table,
  strings,
  controls: [{ key: "event" }],
  callsNothing: true,
  compute: () => OURS,
  own: () => import("./own-events.ts"),
  finding: found,
  panels: [
    {
      kind: "plot",
      id: "lanes",
      height: [330, 330],
      margin: { left: 4, right: 8, top: 6, bottom: 42 },
      label: say,
      marks: painted,
      pointing: {
        cursor: "pointer",
        pick: (shown, at, box) => ({ event: nearest(shown, at, box) }),
        steps: { any: "event" },
      },
    },
    {
      kind: "html",
      id: "card",
      tall: [261, 372],
      label: say,
      html(shown) {
        const { lang } = shown;
        const { name, url, title, entry } = chosen(shown);
        const body = facts(shown).map(
          ([what, value]) =>
            `<tr><th scope="row">${what}</th><td>${escapeHtml(value)}</td></tr>`,
        );
        const summary = entry
          ? `<p>${escapeHtml(entry.summary[lang])}</p>`
          : "";
        const source = lang === "zh" ? "出处：" : "Source: ";
        const link =
          url &&
          `<p>${source}<a href="${escapeHtml(url)}" lang="${/[\u4e00-\u9fff]/.test(title) ? "zh-CN" : "en"}">${escapeHtml(title)}</a></p>`;
        return `<table><caption>${escapeHtml(name[lang])}</caption><tbody>${body.join("")}</tbody></table>${summary}${link}`;
      },
      lines: (shown) =>
        [
          say(shown),
          ...facts(shown).map(([what, value]) => `${what}: ${value}`),
          chosen(shown).url,
        ].filter(Boolean),
    },
  ],
  below: ["card"],
  styles:
    ".html caption { text-align: left; font-weight: 600; padding: 4px 0; } .html p { margin: 8px 0 0; overflow-wrap: anywhere; } .html a { color: var(--_accent); } .html th { min-width: 5em; } .html td { white-space: normal; }",
  sentence: say,
  tableData({ state, model: { events }, lang }) {
    const zh = lang === "zh";
    return {
      caption: strings.name[lang],
      corner: zh ? "编码或模型" : "encoding or model",
      columns: zh ? ["日期", "类别", "出处"] : ["date", "kind", "source"],
      rows: events.map((event) => ({
        head: event.name[lang],
        cells: [
          dateText(event, lang),
          event.model
            ? `${strings.model[lang]}${zh ? "：" : ": "}${placeName(event, lang, events)}`
            : placeName(event, lang, events),
          event.url,
        ],
      })),
      marked: { row: state.event, column: 0 },
    };
  },
  code: program,
  states: () => WORKS.map(({ year, month }) => [year, month ?? []]),
});
