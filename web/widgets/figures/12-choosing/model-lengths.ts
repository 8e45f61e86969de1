// <pe-model-lengths>: how long a text models took, by date and by method.

import { scaleLinear, scaleLog } from "d3-scale";
import * as pe from "posenc";
import { catalog } from "posenc/catalog";
import { integer, type StateOf } from "../../element/state/attributes.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Ink, type Mark, segment } from "../../plots/marks.ts";
import { escapeHtml, type Lang, quantity } from "../../words/text.ts";
import { type DatedModel, MODELS } from "./dated-models.ts";
import { dateText } from "./dates.ts";

const table = {
  model: integer({
    default: MODELS.findIndex(({ name }) => name === "Llama 3.1"),
    min: 0,
    max: MODELS.length - 1,
  }),
} as const;

type State = StateOf<typeof table>;

interface Axis {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
}

/** Our models or the page's own. */
export interface Model {
  readonly years: Axis;
  readonly lengths: Axis;
  readonly models: readonly DatedModel[];
}

/** What the angles are compared with: the first LLaMA. */
const LLAMA = { headDim: 128, base: 10_000, trainLen: 2048 } as const;

const strings = {
  name: { en: "Context lengths by date", zh: "各模型的上下文长度" },
  caption: {
    en: "Each dot is a model: when it was published, how many positions it was released for, and by which method. Drag to read one. A hollow dot: the maker has not said.",
    zh: "每个点是一个模型：何时发布，支持多少个位置，用什么方法。拖动可读某一个。空心点表示厂商没有公布方法。",
  },
  model: { en: "Model, by date", zh: "模型编号" },
  keys: {
    en: "Models by date; arrow keys choose one.",
    zh: "按日期排列的模型；方向键选择。",
  },
  axisYear: { en: "published", zh: "发布时间" },
  axisLength: { en: "positions", zh: "位置数" },
} as const;

/** Of the models that we list. */
const AXIS = {
  years: { domain: [2018, 2026], ticks: [2018, 2020, 2022, 2024] },
  lengths: {
    domain: [256, 2e6],
    ticks: [512, 2048, 8192, 32_768, 131_072, 1_000_000],
  },
} as const;

type Here = Shown<State, Model>;

const INKS = {
  embedding: "warm",
  relative: "ink2",
  bias: "good",
  rotary: "accent",
} as const;

function inkOf({ method }: DatedModel): Ink {
  const entry = catalog.find(({ id }) => id === method);
  return entry ? INKS[entry.enters] : "ink3";
}

const timeOf = ({ year, month }: DatedModel): number => year + (month - 1) / 12;

const methodName = ({ method }: DatedModel, lang: Lang): string =>
  catalog.find(({ id }) => id === method)?.name[lang] ??
  method ??
  (lang === "zh" ? "未公布" : "not published");

const chosen = ({ state, model }: Here): DatedModel =>
  model.models[state.model] as DatedModel;

/** Rotary pairs that meet new angles at its length, had nothing been rescaled. */
const unseenBy = ({ context }: DatedModel): number =>
  pe.analysisCoverage({ ...LLAMA, testLen: Math.max(LLAMA.trainLen, context) })
    .unseen;

function scales({ model: { years, lengths } }: Here, { width, height }: Box) {
  return {
    x: scaleLinear().domain(years.domain).range([0, width]),
    y: scaleLog().domain(lengths.domain).range([height, 0]),
  };
}

function dots(shown: Here, box: Box): readonly Mark[] {
  const { x, y } = scales(shown, box);
  const { lang, model } = shown;
  const now = chosen(shown);
  const [nx, ny] = [x(timeOf(now)), y(now.context)];
  const [left, high] = [nx > box.width / 2, ny < box.height / 2];
  return [
    ...axes(
      {
        x: {
          scale: x,
          ticks: model.years.ticks,
          format: String,
          label: strings.axisYear[lang],
        },
        y: {
          scale: y,
          ticks: model.lengths.ticks,
          format: (v) => quantity(v),
          label: strings.axisLength[lang],
        },
      },
      box,
    ),
    segment(nx, ny, nx, box.height, { stroke: "ink3", dash: [2, 3] }),
    ...model.models.map((it) =>
      circle(x(timeOf(it)), y(it.context), 4.5, {
        ...(it.method === null ? { stroke: "ink2" } : { fill: inkOf(it) }),
      }),
    ),
    circle(nx, ny, 8, { stroke: "ink", width: 1.5 }),
    {
      // Where it is long, others that came earlier are above.
      kind: "text",
      x: nx + (left ? -6 : 6) * (high ? 1 : -1),
      y: ny + (high ? 25 : -16),
      text: now.name,
      anchor: left ? "end" : "start",
      fill: "ink",
      bold: true,
    },
  ];
}

/** The nearest dot. */
function nearest(shown: Here, at: { x: number; y: number }, box: Box): number {
  const { x, y } = scales(shown, box);
  const far = shown.model.models.map((it) =>
    Math.hypot(x(timeOf(it)) - at.x, y(it.context) - at.y),
  );
  return far.indexOf(Math.min(...far));
}

function say(shown: Here): string {
  const { lang } = shown;
  const it = chosen(shown);
  const [date, method] = [dateText(it, lang), methodName(it, lang)];
  const length = quantity(it.context);
  return {
    en: `${it.name}, ${date}: ${length} positions; ${method}.`,
    zh: `${it.name}，${date}：${length} 个位置；${method}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-model-lengths",
  table,
  strings,
  controls: [{ key: "model" }],
  compute: () => ({ models: MODELS, ...AXIS }),
  own: () => import("./own-models.ts"),
  finding({ lang }) {
    const [first, most] = [MODELS[0], MODELS.find((it) => it.context >= 1e6)];
    const learned = MODELS.filter((it) => it.method === "learned");
    const last = Math.max(...learned.map((it) => it.context));
    const times = quantity((most?.context ?? 0) / (first?.context ?? 1));
    return {
      en: `From ${first?.name} to ${most?.name} the length grew <b>${times}</b>-fold; no learned table here holds more than <b>${quantity(last)}</b> positions.`,
      zh: `从 ${first?.name} 到 ${most?.name}，长度增长到 <b>${times}</b> 倍；图中的可学习位置表都不超过 <b>${quantity(last)}</b> 个位置。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "dots",
      height: [260, 220],
      margin: { ...AXES, left: 64 },
      legend: ({ lang }) => [
        { ink: "warm", text: lang === "zh" ? "可学习的表" : "learned table" },
        {
          ink: "good",
          text: lang === "zh" ? "偏置（T5、ALiBi）" : "bias (T5, ALiBi)",
        },
        {
          ink: "ink2",
          text:
            lang === "zh"
              ? "与内容相乘（DeBERTa）"
              : "with the content (DeBERTa)",
        },
        {
          ink: "accent",
          text: lang === "zh" ? "RoPE 及其缩放" : "RoPE and its rescalings",
        },
      ],
      label: say,
      marks: dots,
      pointing: {
        pick: (shown, at, box) => ({ model: nearest(shown, at, box) }),
        steps: { any: "model" },
      },
    },
    {
      kind: "html",
      id: "card",
      label: say,
      html(shown) {
        const { lang } = shown;
        const it = chosen(shown);
        const zh = lang === "zh";
        const rows: readonly (readonly [string, string])[] = [
          [zh ? "发布" : "published", dateText(it, lang)],
          [zh ? "长度" : "length", quantity(it.context)],
          [zh ? "方法" : "method", methodName(it, lang)],
          [
            zh
              ? "第一代 LLaMA 在此长度遇到新角度的维度对"
              : "pairs of the first LLaMA with new angles at this length",
            `${unseenBy(it)} / 64`,
          ],
        ];
        const body = rows.map(
          ([name, value]) =>
            `<tr><th scope="row">${name}</th><td>${escapeHtml(value)}</td></tr>`,
        );
        const from = zh ? "出处：" : "Source: ";
        const source =
          it.url &&
          `<p><a href="${escapeHtml(it.url)}">${from}${escapeHtml(it.url.replace(/^https?:\/\//, ""))}</a></p>`;
        return `<table><caption>${escapeHtml(it.name)}</caption><tbody>${body.join("")}</tbody></table>${source}`;
      },
      lines: (shown) => [say(shown), chosen(shown).url].filter(Boolean),
    },
  ],
  styles:
    ".html caption { text-align: left; font-weight: 600; padding: 4px 0; } .html p { margin: 8px 0 0; overflow-wrap: anywhere; } .html a { color: var(--_accent); }",
  sentence: say,
  tableData({ state, model, lang }) {
    const zh = lang === "zh";
    return {
      caption: strings.name[lang],
      corner: zh ? "模型" : "model",
      columns: zh
        ? ["发布", "位置数", "方法", "出处"]
        : ["published", "positions", "method", "source"],
      rows: model.models.map((it) => ({
        head: it.name,
        cells: [
          dateText(it, lang),
          quantity(it.context),
          methodName(it, lang),
          it.url,
        ],
      })),
      marked: { row: state.model, column: 1 },
    };
  },
  code: (shown) => `import { load } from "posenc";

const pe = await load();
const { unseen } = pe.analysis.coverage({
  headDim: ${LLAMA.headDim},
  base: ${LLAMA.base},
  trainLen: ${LLAMA.trainLen},
  testLen: ${Math.max(LLAMA.trainLen, chosen(shown).context)},
});
console.log(unseen);
`,
  states: (shown) => [unseenBy(chosen(shown))],
});
